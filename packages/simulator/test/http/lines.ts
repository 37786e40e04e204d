/** What the tests of both transports share. */
import { Effect, HashMap } from "effect"
import { Engine, type Fault, type OptionsInput, RequestLog } from "../../src/index.ts"
import { payoutBody } from "../support.ts"

/** A simulator whose payouts suffer one fault. */
export const faulty = (fault: Fault): OptionsInput => ({
  faultRules: [{ id: "f", fault, endpoints: ["createDirectPayout"] }],
})

/** One payout through any `fetch`. */
export const payout = (
  fetch: typeof globalThis.fetch,
  url: string,
  credentials: { readonly apiKey: string; readonly apiToken: string },
  signal?: AbortSignal,
) =>
  fetch(`${url}/pay/v01/straight/payout`, {
    method: "POST",
    headers: {
      apikey: credentials.apiKey,
      authorization: `Bearer ${credentials.apiToken}`,
      accept: "application/json",
      "content-type": "application/json",
    },
    body: JSON.stringify(payoutBody()),
    ...(signal && { signal }),
  })

/** Credentials of the default project. */
export const opening = { apiKey: "sandbox-key-1", apiToken: "sandbox-token-1" }

/** How many payouts there are, and what became of the newest request. */
export const counted = Effect.fnUntraced(function* () {
  const engine = yield* Engine
  const log = yield* RequestLog
  return {
    payouts: Effect.map(engine.state, (state) => HashMap.size(state.payouts)),
    lastOutcome: Effect.map(log.lines, (lines) => lines.at(-1)?.outcome?._tag),
  }
})

export const failureOf = (promise: () => Promise<unknown>) =>
  Effect.promise(() =>
    promise().then(
      () => "no failure",
      (error: unknown) => error,
    ),
  )

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "no error")

/** Looks again at every turn of the event loop, for what happens on a socket and on no clock. */
export const until = <A>(look: Effect.Effect<A>, isThere: (value: A) => boolean): Effect.Effect<void> =>
  Effect.gen(function* () {
    while (!isThere(yield* look)) yield* Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve)))
  })
