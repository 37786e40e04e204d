/**
 * What payins and payouts have in common: read one, list many, cancel, and wait.
 */
import { type NotNow, type PaymentKey, PaymentNotFound, PaymentStore } from "@cauri/core"
import { nextChange, payerOf, WakeSignal } from "@cauri/core/adapter"
import { counterparty } from "@cauri/core/model"
import type { CreatePayoutOptions } from "@cauri/core"
import { Deferred, Effect, Fiber } from "effect"
import { eventStream } from "../events/eventStream.ts"
import type { Facade, Services } from "./facade.ts"
import type { CallOptions, FollowOptions, ListInput, PaymentRef } from "../words/inputs.ts"
import { coreQuery, cursorOf } from "../words/readInputs.ts"
import type { Listing, Page, Payin, PayinStatus, Payout, PayoutStatus, Phones } from "../words/plain.ts"
import { errorFromCause } from "../words/failures.ts"
import { invalidInput } from "../words/PaymentsError.ts"

/** How it is sent: an omitted option is not the same as one that is undefined. */
export const sendingOf = ({ sendLater }: { readonly sendLater?: boolean }): { readonly sendLater?: boolean } =>
  sendLater === undefined ? {} : { sendLater }

/** What a creation says of its payment: which one it is, and why it was not sent. */
export interface Created {
  readonly payment: { readonly key: PaymentKey }
  readonly notNow: NotNow | null
}

/** Creates a payment, and waits for what its caller wants to wait for. `counted`: the rest is under way until it ends. */
export const creating = <E, R>(
  { counted }: Facade["runner"],
  { waitFor = "answer", ...options }: { readonly sendLater?: boolean; readonly waitFor?: "stored" | "answer" },
  create: (options: CreatePayoutOptions) => Effect.Effect<Created, E, R>,
): Effect.Effect<Created, E, R> => {
  if (waitFor === "answer") return create(sendingOf(options))
  if (waitFor !== "stored") throw invalidInput("waitFor", "stored or answer")
  return Effect.gen(function* () {
    const stored = yield* Deferred.make<PaymentKey>()
    const onStored = (key: PaymentKey) => Deferred.succeed(stored, key)
    const going = yield* create({ ...sendingOf(options), onStored }).pipe(
      Effect.tapCause((cause) =>
        Effect.when(
          Effect.logError(
            `A stored payment could not be sent now; the worker sends it. ${errorFromCause(cause, true).message}`,
          ),
          Deferred.isDone(stored),
        ),
      ),
      counted,
      Effect.forkDetach,
    )
    const waiting = Effect.map(Deferred.await(stored), (key) => ({ payment: { key }, notNow: null }))
    return yield* Effect.raceFirst(waiting, Fiber.join(going))
  })
}

export const readingOf =
  <Plain>({ show }: Facade, pick: (shown: Payin | Payout) => Plain | null) =>
  (key: PaymentKey) =>
    Effect.gen(function* () {
      const found = yield* (yield* PaymentStore).find(key)
      const plain = found === null ? null : pick(yield* show.one(found))
      return plain ?? (yield* new PaymentNotFound({ key }))
    })

export const commonOf = <Plain extends Payin | Payout>(
  facade: Facade,
  kind: Plain["kind"],
  pick: (shown: Payin | Payout) => Plain | null,
  cancel: (key: PaymentKey, by: string) => Effect.Effect<Plain, unknown, Services>,
) => {
  const {
    keys,
    runner: { run },
    show,
  } = facade
  const read = readingOf(facade, pick)

  /** The payment once it has changed after `since` or has ended, and whether it has ended. */
  const next = Effect.fnUntraced(function* (key: PaymentKey, since: number, options?: FollowOptions) {
    const { ended, record } = yield* nextChange(yield* PaymentStore, yield* WakeSignal, key, since, options)
    const plain = pick(yield* show.one(record)) ?? (yield* new PaymentNotFound({ key }))
    return { plain, ended }
  })

  const watch = async function* (ref: PaymentRef, options?: FollowOptions): AsyncGenerator<Plain, void, undefined> {
    const key = keys(kind, ref)
    for (let since = 0; ;) {
      const { ended, plain } = await run(next(key, since, options), { ...options, waits: true })
      yield plain
      if (ended) return
      since = plain.seq
    }
  }

  const page = async (query?: ListInput<PayinStatus | PayoutStatus>, options?: CallOptions): Promise<Page<Plain>> => {
    const asked = coreQuery(kind, query)
    const listing = Effect.gen(function* () {
      const records = yield* (yield* PaymentStore).list(asked)
      const last = records.length < asked.limit ? undefined : records.at(-1)?.payment
      const payments = (yield* show.all(records)).map(pick).filter((plain) => plain !== null)
      return { payments, next: last === undefined ? null : cursorOf(last.createdAt, last.key) }
    })
    return run(listing, options)
  }

  return {
    get: async (ref: PaymentRef, options?: CallOptions): Promise<Plain> => run(read(keys(kind, ref)), options),
    phones: async (ref: PaymentRef, options?: CallOptions): Promise<Phones> => {
      const key = keys(kind, ref)
      const reading = Effect.gen(function* () {
        const store = yield* PaymentStore
        const found = yield* store.find(key)
        if (found === null) return yield* new PaymentNotFound({ key })
        return { phone: counterparty(found.payment.content), payer: yield* payerOf(store, key) }
      })
      return run(reading, options)
    },
    list: (query?: ListInput<PayinStatus | PayoutStatus>, options?: CallOptions): Listing<Plain> => {
      const first = page(query, options)
      const all = async function* () {
        for (let each = await first; ; each = await page({ ...query, after: each.next }, options)) {
          yield* each.payments
          if (each.next === null) return
        }
      }
      return Object.assign(first, { [Symbol.asyncIterator]: all })
    },
    cancel: async (ref: PaymentRef, by: string, options?: CallOptions): Promise<Plain> =>
      run(cancel(keys(kind, ref), by), options),
    waitFor: async (ref: PaymentRef, options?: FollowOptions): Promise<Plain> =>
      (await run(next(keys(kind, ref), Infinity, options), { ...options, waits: true })).plain,
    watch,
    eventStream: (
      ref: PaymentRef,
      render: (payment: Plain) => string | Promise<string>,
      { signal, ...options }: FollowOptions = {},
    ): Response => eventStream((over) => watch(ref, { ...options, signal: over }), render, signal),
  }
}
