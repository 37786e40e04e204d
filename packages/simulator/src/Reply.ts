/** The reply to a call, as data. The HTTP side turns it into bytes and decides nothing: no rule, no status, no wording. */
import type { Schema } from "effect"

/** The body of an answer. */
export type Body = Readonly<Record<string, Schema.Json>>

/** The reply to a call. */
export type Reply =
  /** The service answers. `Content-Type: application/json`. */
  | { readonly _tag: "Json"; readonly status: number; readonly body: Body }
  /** A proxy before the service answers with HTML. */
  | { readonly _tag: "Page"; readonly status: number; readonly html: string }
  /** The status and the headers of JSON, then this beginning of the body, then the connection closes. */
  | { readonly _tag: "Truncated"; readonly status: number; readonly text: string }
  /** The connection is reset before the first byte. */
  | { readonly _tag: "Cut" }
  /** No answer ever; the connection stays open until the caller closes it. */
  | { readonly _tag: "Silence" }

/** A reply of the service itself. */
export const json = (status: number, body: Body): Reply => ({ _tag: "Json", status, body })
