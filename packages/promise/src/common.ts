/**
 * What payins and payouts have in common: read one, list many, cancel, and wait.
 */
import { type PaymentKey, type PaymentRecord, PaymentNotFound, PaymentStore } from "@cauri/core"
import { Effect, Option } from "effect"
import type { Facade, Services } from "./facade.ts"
import { type CallOptions, coreQuery, cursorOf, type ListInput, type PaymentRef } from "./inputs.ts"
import type { Page, Payin, PayinStatus, Payout, PayoutStatus } from "./plain.ts"
import { Watchers } from "./watching.ts"

/** How it is sent: an option that is left out is not the same as one that is undefined. */
export const sendingOf = ({ sendLater }: { readonly sendLater?: boolean }): { readonly sendLater?: boolean } =>
  sendLater === undefined ? {} : { sendLater }

/** What payins and payouts have in common. */
export const commonOf = <Plain extends Payin | Payout>(
  { keys, runner: { run } }: Facade,
  kind: Plain["kind"],
  pick: (record: PaymentRecord) => Plain | null,
  cancel: (key: PaymentKey, by: string) => Effect.Effect<Plain, unknown, Services>,
) => {
  const read = (key: PaymentKey) =>
    Effect.gen(function* () {
      const found = Option.flatMapNullishOr(yield* (yield* PaymentStore).find(key), pick)
      return Option.isSome(found) ? found.value : yield* new PaymentNotFound({ key })
    })

  /** The payment, once it is closed or has moved on since. */
  const next = (key: PaymentKey, since: number) =>
    Effect.flatMap(Watchers, (watchers) =>
      watchers.until(key, (record) => {
        const plain = pick(record)
        return plain !== null && (plain.closed || plain.seq > since) ? Option.some(plain) : Option.none()
      }),
    )

  return {
    get: async (ref: PaymentRef, options?: CallOptions): Promise<Plain> => run(read(keys(kind, ref)), options),
    list: async (query?: ListInput<PayinStatus | PayoutStatus>, options?: CallOptions): Promise<Page<Plain>> => {
      const asked = coreQuery(kind, query)
      const listing = Effect.map(
        Effect.flatMap(PaymentStore, (store) => store.list(asked)),
        (records) => {
          const last = records.length < asked.limit ? undefined : records.at(-1)?.payment
          const payments = records.map(pick).filter((plain) => plain !== null)
          return { payments, next: last === undefined ? null : cursorOf(last.createdAt, last.key) }
        },
      )
      return run(listing, options)
    },
    cancel: async (ref: PaymentRef, by: string, options?: CallOptions): Promise<Plain> =>
      run(cancel(keys(kind, ref), by), options),
    waitFor: async (ref: PaymentRef, options?: CallOptions): Promise<Plain> =>
      run(next(keys(kind, ref), Infinity), { ...options, waits: true }),
    watch: async function* (ref: PaymentRef, options?: CallOptions): AsyncGenerator<Plain, void, undefined> {
      const key = keys(kind, ref)
      for (let since = 0; ;) {
        const plain = await run(next(key, since), { ...options, waits: true })
        yield plain
        if (plain.closed) return
        since = plain.seq
      }
    },
  }
}
