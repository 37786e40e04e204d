/**
 * What a gateway does without being told by the port's types: every habit that is worth money. The plain gateway has the right ones;
 * a broken one differs from it in exactly one.
 */
import type { Effect } from "effect"
import type { ConfirmRecord, CreationAnswer } from "@cauri/core/adapter"
import type { NoAnswerCause, NotSentCause } from "@cauri/core/model"
import type { EndpointName } from "@cauri/wire"

export interface Outgoing {
  readonly method: "GET" | "POST"
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

export type Raw =
  | { readonly _tag: "Replied"; readonly status: number; readonly location: string | null; readonly text: string }
  | { readonly _tag: "not_sent"; readonly cause: NotSentCause }
  | { readonly _tag: "Lost"; readonly cause: NoAnswerCause }

/** How far a request had come when it failed, and what the failure was called. */
export interface Failure {
  /** The connection stood (encrypted: the handshake was done), so bytes may have left. */
  readonly reached: boolean
  readonly secure: boolean
  readonly code: string
}

export interface Habits {
  /** Is this failure proof that nothing left? */
  readonly unsent: (failure: Failure) => NotSentCause | null
  /** How often a creation is sent again after this. */
  readonly resends: (raw: Raw) => number
  /** How often a confirm may be sent, by the option that bounds it. */
  readonly confirmRequests: (bound: number) => number
  readonly followsRedirects: boolean
  readonly redirected: (status: number) => boolean
  readonly mostBytes: number
  /** Undoes an encoding that nobody asked for; null: an encoded body is not read. */
  readonly inflate: ((body: Buffer) => Buffer) | null
  /** Takes what has come when the other end breaks off. */
  readonly takesPartial: boolean
  readonly timesOut: boolean
  readonly reuses: boolean
  /** Stops the clock as soon as the connection stands. */
  readonly stopsClock: boolean
  readonly minTls: "TLSv1" | "TLSv1.2"
  readonly verifies: boolean
  readonly verifiesHost: boolean
  readonly keepsLease: boolean
  readonly validates: boolean
  /** Looks at the lease only before connecting. */
  readonly leaseAtSend: boolean
  readonly checksBaseUrl: boolean
  readonly checksCredentials: boolean
  readonly joins: (base: string, target: string) => string
  readonly outgoing: (endpoint: EndpointName, request: Outgoing) => Outgoing
  readonly parses: (text: string) => unknown
  /** Decides before the body is looked at. */
  readonly judges: (endpoint: EndpointName, raw: Raw) => CreationAnswer | null
  readonly answers: (endpoint: EndpointName, answer: CreationAnswer, body: unknown) => CreationAnswer
  readonly records: (record: ConfirmRecord, body: unknown) => ConfirmRecord
  /** Says what happens, to whoever listens. */
  readonly tells: (what: { readonly url: string; readonly request: Outgoing; readonly raw: Raw }) => Effect.Effect<void>
}
