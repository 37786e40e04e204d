/**
 * The service's own side, through the sandbox's control API: its faults, its time, and its ledger, which is the truth about every franc.
 * Nothing here knows the library that the demo is about.
 */
import { Effect, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { ControlApi, ControlToken, controlTokenHeader, type Fault, type Payin, type Payout } from "@cauri/simulator"
import type { Planned } from "./plan.ts"

/** What the service knows of one reference of the merchant. */
export interface Known {
  readonly id: string
  readonly kind: "payin" | "payout"
  /** Francs that were collected from the customer, or that reached the beneficiary. What was taken back counts against them. */
  readonly movedXof: number
  /** How many of its payments money ever moved for. */
  readonly movements: number
  /** Is any of its payments still pending there? */
  readonly pending: boolean
  /** Creation calls that came: how many, and how many of these were repetitions of one that had come already. */
  readonly calls: number
  readonly repeatedCalls: number
}

export interface ServiceBooks {
  readonly known: ReadonlyMap<string, Known>
  /** How many payments each kind of fault has struck. */
  readonly struck: Readonly<Partial<Record<Fault["_tag"], number>>>
}

export interface SandboxControl {
  /** Switches on what will go wrong with these payments. */
  readonly spoil: (planned: ReadonlyArray<Planned>) => Effect.Effect<void>
  /** Lets simulated time pass at once. */
  readonly pass: (millis: number) => Effect.Effect<void>
  readonly struck: Effect.Effect<ServiceBooks["struck"]>
  readonly books: Effect.Effect<ServiceBooks>
}

const tokenClient = HttpApiMiddleware.layerClient(ControlToken, ({ next, request }) => next(request))

/** A connection that was kept for a next call may close in that very moment. All these calls may be made twice. */
const patiently = <A, E>(call: Effect.Effect<A, E>): Effect.Effect<A> => Effect.orDie(Effect.retry(call, { times: 3 }))

/** Calls to the control API at the same time. */
const concurrency = 8

/** Opens the line. What fails here is the demo itself, so it ends it. */
export const openSandboxControl = Effect.fn("openSandboxControl")(function* (sandbox: {
  readonly url: string
  readonly controlToken: string
}): Effect.fn.Return<SandboxControl> {
  const { control } = yield* HttpApiClient.make(ControlApi, {
    baseUrl: sandbox.url,
    transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader(controlTokenHeader, sandbox.controlToken)),
  }).pipe(Effect.provide(Layer.merge(tokenClient, FetchHttpClient.layer)))
  const struck = Effect.gen(function* () {
    const { counts, rules } = yield* control.faults()
    const sums: Partial<Record<Fault["_tag"], number>> = {}
    for (const { fault, id } of rules)
      sums[fault._tag] = (sums[fault._tag] ?? 0) + ((counts[id]?.struck ?? 0) > 0 ? 1 : 0)
    return sums
  }).pipe(patiently)
  return {
    struck,
    spoil: (planned) =>
      Effect.forEach(
        planned.flatMap(({ fault, id, once }) =>
          fault === null ? [] : [{ id: `demo-${id}`, fault, transactionId: id, ...(once && { times: 1 }) }],
        ),
        (rule) => control.putFault({ payload: rule }),
        { concurrency, discard: true },
      ).pipe(patiently),
    pass: (millis) => Effect.asVoid(patiently(control.passTime({ payload: { millis } }))),
    books: Effect.gen(function* () {
      const [{ payins, payouts }, { entries }] = yield* Effect.all([control.payments(), control.ledger()])
      const payments = [
        ...payins.map((payment) => ({ kind: "payin" as const, payment })),
        ...payouts.map((payment) => ({ kind: "payout" as const, payment })),
      ]
      const ids = new Set(payments.map(({ payment }) => idOf(payment)))
      const calls = yield* Effect.forEach(
        ids,
        (transactionId) =>
          Effect.map(
            control.requestAttempts({ params: { transactionId } }),
            (attempts) => [transactionId, attempts] as const,
          ),
        { concurrency },
      )
      const callsOf = new Map(calls)
      const known = [...ids].map((id): [string, Known] => {
        const own = payments.filter(({ payment }) => idOf(payment) === id)
        const moved = own.map(({ kind, payment: { token } }) =>
          entries.flatMap((entry) => (entry.payment === token ? [francsOf[kind](entry)] : [])),
        )
        const attempts = callsOf.get(id) ?? []
        return [
          id,
          {
            id,
            kind: own[0]?.kind ?? "payin",
            movedXof: moved.flat().reduce((sum, each) => sum + each, 0),
            movements: moved.filter((each) => each.some((francs) => francs > 0)).length,
            pending: own.some(({ payment }) => payment.status === "pending"),
            calls: attempts.reduce((sum, { requests }) => sum + requests, 0),
            repeatedCalls: attempts.reduce((sum, { requests }) => sum + requests - 1, 0),
          },
        ]
      })
      return { known: new Map(known), struck: yield* struck }
    }).pipe(patiently),
  }
})

/** The merchant's reference, as it was sent along. */
const idOf = ({ entries }: Payin | Payout): string =>
  entries.find(({ keyof_customdata }) => keyof_customdata === "transaction_id")?.valueof_customdata ?? "(none)"

interface Movement {
  readonly from: string
  readonly to: string
  readonly amountXof: number
}

const isCustomers = (account: string): boolean => /^(customer|wallet):/.test(account)

/** What a line of the ledger says about a payment of this kind: francs that went the way that was asked for, or back. */
const francsOf: Readonly<Record<Known["kind"], (line: Movement) => number>> = {
  payin: ({ amountXof, from, to }) => (isCustomers(from) ? amountXof : isCustomers(to) ? -amountXof : 0),
  payout: ({ amountXof, from, to }) => {
    if (isCustomers(to)) return isCustomers(from) ? 0 : amountXof
    return isCustomers(from) || from === "world" ? -amountXof : 0
  },
}
