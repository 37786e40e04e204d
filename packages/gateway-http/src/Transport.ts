/**
 * How one request travels, whatever carries it. A transport makes at most one request, follows no redirect, never fails, and tells
 * of what did not come back whether it may have left.
 */
import { type Clock, Effect } from "effect"
import type { NoAnswerCause, NotSentCause } from "@cauri/core/model"

/** The largest body that is read, in bytes. The largest answer that the specification shows has a few hundred. */
export const maximumBody = 256 * 1024

/** The lines on which requests travel: payouts may have an egress proxy, and confirms alone reuse connections. */
export type Line = "Payin" | "Payout" | "Confirm"

/** One request as it goes onto the wire. */
export interface Sending {
  readonly line: Line
  readonly method: "GET" | "POST"
  readonly origin: string
  /** Path and query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Asked at the last moment before the first byte: is the sender's lease still his? */
  readonly mayLeave: () => boolean
  /** How long the way to the first byte may take, in milliseconds, where a transport can see it. */
  readonly connectWithin: number
  /** How long the whole answer may take, in milliseconds. Asked when the request begins. */
  readonly answerWithin: () => number
}

/** What became of one request. */
export type Delivery =
  /** A whole body came back, under whatever status. */
  | { readonly _tag: "Answered"; readonly text: string }
  /** No byte of the request left. */
  | { readonly _tag: "NotSent"; readonly cause: NotSentCause }
  /** It may have left, and nothing readable came back. */
  | { readonly _tag: "NoAnswer"; readonly cause: NoAnswerCause }

/** Sends one request, once. */
export type Transport = (sending: Sending) => Effect.Effect<Delivery>

/** The milliseconds of the clock that nobody sets: what time-outs and durations are counted by. */
export const passedMillis = (clock: Clock.Clock) => (): number => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

/** Turns of the event loop that read the largest body from a socket: one reads at least 64 KiB of it. */
const readingTurns = 8

/**
 * Waits until a time-out is over and until everything that had arrived by then is read. A program that stood still (a suspended
 * machine, a frozen container) runs its timers before it reads its sockets. What arrives later no longer counts.
 */
export const timeOver = (millis: number): Effect.Effect<void> =>
  Effect.andThen(Effect.sleep(millis), Effect.repeat(Effect.yieldNow, { times: readingTurns }))

/** No byte left. */
export const unsent = (cause: NotSentCause): Delivery => ({ _tag: "NotSent", cause })

/** It may have left. */
export const unanswered = (cause: NoAnswerCause): Delivery => ({ _tag: "NoAnswer", cause })

/** Why a reply is not read any further, judged by its head; null: its body is read. */
export const refusedHead = (
  status: number,
  encoding: string | null,
  length: string | null,
): Extract<Delivery, { _tag: "NoAnswer" }> | null => {
  if (status >= 300 && status < 400) return { _tag: "NoAnswer", cause: "Redirected" }
  const plain = encoding === null || encoding.trim() === "" || encoding.trim().toLowerCase() === "identity"
  return plain && !(Number(length ?? 0) > maximumBody) ? null : { _tag: "NoAnswer", cause: "Unreadable" }
}

/** The chunks as one text. What is no UTF-8 is marked and not refused: a token beside it is worth more than its spelling. */
export const textOf = (chunks: ReadonlyArray<Uint8Array>): string => {
  const bytes = new Uint8Array(chunks.reduce((total, chunk) => total + chunk.length, 0))
  let at = 0
  for (const chunk of chunks) {
    bytes.set(chunk, at)
    at += chunk.length
  }
  return new TextDecoder().decode(bytes)
}
