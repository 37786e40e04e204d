/** The reply to a call, as data. The HTTP side turns it into bytes and decides nothing: no rule, no status, no wording. */
import type { SubCodeMeaning } from "../spec/SubCodes.ts"
import type { Schema } from "effect"
import type { RequestProblem } from "./AssumptionKinds.ts"

export type Body = Readonly<Record<string, Schema.Json>>

/** Why a reply is not what the caller hoped for. The HTTP side explains it and answers the same. */
export type Because =
  | SubCodeMeaning
  | RequestProblem
  /** The customer's daily limit, where the sub-code says no more than that the amount is wrong (#228). */
  | "daily_limit"
  | "payout_not_found"
  | "RateLimit"
  | "Full"
  /** A fault spoiled the call. */
  | { readonly fault: string }

/** What the HTTP side may say about a reply, beside what the service answers. */
interface About {
  readonly because?: Because
  /** The creation token of the payment that the call created, whatever the caller learns of it. */
  readonly payment?: string
}

/** The reply to a call. */
export type Reply = About &
  /** The service answers. `Content-Type: application/json`. */
  (
    | { readonly _tag: "Json"; readonly status: number; readonly body: Body }
    /** A proxy before the service answers with HTML. */
    | { readonly _tag: "Page"; readonly status: number; readonly html: string }
    /** The status and the headers of JSON, then this beginning of the body, then the connection closes. */
    | { readonly _tag: "Truncated"; readonly status: number; readonly text: string }
    /** The connection is reset before the first byte. */
    | { readonly _tag: "Cut" }
    /** No answer ever; the connection stays open until the caller closes it. */
    | { readonly _tag: "Silence" }
  )

export const json = (status: number, body: Body): Extract<Reply, { _tag: "Json" }> => ({ _tag: "Json", status, body })
