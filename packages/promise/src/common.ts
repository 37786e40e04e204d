/**
 * What payins and payouts have in common: read one, list many, cancel, and wait.
 */
import { type PaymentKey, type PaymentRecord, PaymentNotFound, PaymentStore } from "@cauri/core"
import { Effect, Option } from "effect"
import { eventStream } from "./eventStream.ts"
import type { Facade, Services } from "./facade.ts"
import { type CallOptions, coreQuery, cursorOf, type FollowOptions, type ListInput, type PaymentRef } from "./inputs.ts"
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

  /** The payment, once it has moved on since or is at its end, and whether it is. */
  const next = (key: PaymentKey, since: number, { untilHeard = false }: FollowOptions = {}) =>
    Effect.flatMap(Watchers, (watchers) =>
      watchers.until(key, (record) => {
        const plain = pick(record)
        if (plain === null) return Option.none()
        const ended = plain.closed && !(untilHeard && record.watch.announceAt !== null)
        return ended || plain.seq > since ? Option.some({ plain, ended }) : Option.none()
      }),
    )

  const watch = async function* (ref: PaymentRef, options?: FollowOptions): AsyncGenerator<Plain, void, undefined> {
    const key = keys(kind, ref)
    for (let since = 0; ;) {
      const { ended, plain } = await run(next(key, since, options), { ...options, waits: true })
      yield plain
      if (ended) return
      since = plain.seq
    }
  }

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
