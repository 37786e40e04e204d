/**
 * What payins and payouts have in common: read one, list many, cancel, and wait.
 */
import { type PaymentKey, PaymentNotFound, PaymentStore } from "@cauri/core"
import { nextChange, payerOf, WakeSignal } from "@cauri/core/adapter"
import { counterparty } from "@cauri/core/model"
import { Effect } from "effect"
import {
  type CallOptions,
  eventStream,
  type FollowOptions,
  type Listing,
  type ListInput,
  type Page,
  pageOf,
  type Payin,
  type PayinStatus,
  type PaymentRef,
  type Payout,
  type PayoutStatus,
  type Phones,
  type Pick,
  readingOf,
} from "@cauri/plain"
import type { Facade, Services } from "./facade.ts"

export const commonOf = <Plain extends Payin | Payout>(
  facade: Facade,
  kind: Plain["kind"],
  pick: Pick<Plain>,
  cancel: (key: PaymentKey, by: string) => Effect.Effect<Plain, unknown, Services>,
) => {
  const {
    keys,
    runner: { run },
    show,
  } = facade
  const read = readingOf(show, pick)

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

  const page = async (query?: ListInput<PayinStatus | PayoutStatus>, options?: CallOptions): Promise<Page<Plain>> =>
    run(pageOf(show, kind, pick, query), options)

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
