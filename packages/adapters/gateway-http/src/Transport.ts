/**
 * How one request travels. A transport makes at most one request, follows no redirect, never fails, and says of a request without an answer
 * whether it may have left.
 */
import { type Clock, Effect } from "effect"
import type { NoAnswerCause, NotSentCause } from "@cauri/core/model"

/** The largest body that is read, in bytes. The largest answer in the specification has a few hundred. */
export const maximumBody = 256 * 1024

/** The kinds of connection: creations may have an egress proxy, and confirms alone reuse connections. */
export type ConnectionKind = "Payin" | "Payout" | "Confirm"

/** One request as it goes onto the wire. */
export interface OutgoingRequest {
  readonly line: ConnectionKind
  readonly method: "GET" | "POST"
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Checked just before the first byte: is the sender's lease still valid? */
  readonly mayLeave: () => boolean
  /** How long the way to the first byte may take, in milliseconds, for transports that can see it. */
  readonly connectWithin: number
  /** How long the whole answer may take, in milliseconds. Called when the request begins. */
  readonly answerWithin: () => number
}

/** What came back, as far as it came. */
export interface Received {
  readonly status: number
  /** The header `content-type`, empty where there is none. */
  readonly contentType: string
  readonly text: string
}

/** The outcome of one request. */
export type TransportResult =
  /** A whole body came back, under any status. */
  | ({ readonly _tag: "answered" } & Received)
  /** No byte of the request left. */
  | { readonly _tag: "not_sent"; readonly cause: NotSentCause }
  /** It may have left, and no whole answer came back. `received`: what did, once its head was there. */
  | { readonly _tag: "no_answer"; readonly cause: NoAnswerCause; readonly received?: Received }

/** Sends one request, once. */
export type Transport = (sending: OutgoingRequest) => Effect.Effect<TransportResult>

/** The milliseconds of the monotonic clock, for time-outs and durations. */
export const monotonicMillis = (clock: Clock.Clock) => (): number =>
  Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Turns of the event loop that read the largest body from a socket: one reads at least 64 KiB of it. */
const readingTurns = 8

/**
 * Waits for a time-out, and then until everything that had arrived by then is read. A program that stood still (a suspended machine, a
 * frozen container) runs its timers before it reads its sockets. Later arrivals do not count.
 */
export const waitForTimeout = (millis: number): Effect.Effect<void> =>
  Effect.andThen(Effect.sleep(millis), Effect.repeat(Effect.yieldNow, { times: readingTurns }))

/** No byte left. */
export const unsent = (cause: NotSentCause): TransportResult => ({ _tag: "not_sent", cause })

/** It may have left. */
export const unanswered = (cause: NoAnswerCause, received?: Received): TransportResult =>
  received === undefined ? { _tag: "no_answer", cause } : { _tag: "no_answer", cause, received }

/** Why a reply is rejected by its head; null: its body is read. */
export const refusedHead = (status: number, encoding: string | null, length: string | null): NoAnswerCause | null => {
  if (status >= 300 && status < 400) return "redirected"
  const plain = encoding === null || encoding.trim() === "" || encoding.trim().toLowerCase() === "identity"
  return plain && !(Number(length ?? 0) > maximumBody) ? null : "unreadable"
}

/** The chunks as one text. Invalid UTF-8 is replaced and not refused: a token beside it is worth more than its spelling. */
export const decodeChunks = (chunks: ReadonlyArray<Uint8Array>): string => {
  const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return new TextDecoder().decode(bytes)
}
