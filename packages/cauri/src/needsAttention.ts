/**
 * What needs a person, each kind with a limit of its own: many of one kind hide none of another, and unreadable payments hide no readable
 * ones.
 */
import { cursorAfter, keyText, type ListQuery, PaymentStore, type StoreError } from "@cauri/core"
import type { UnreadablePayment } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import { Array, Effect } from "effect"

const most = 100

/** What needs a person, kind by kind. */
const kinds: ReadonlyArray<Pick<ListQuery, "states" | "withOpenFlags">> = [
  { states: ["InDoubt"] },
  { states: ["Held"] },
  { withOpenFlags: true },
]

/** These need no person unless they are unreadable: then no program works on them. */
const underWay = { states: ["Intended", "Submitting", "AwaitingOtp", "Pending"] } as const

/** What needs a person, as the store has it: each payment once. */
interface Waiting {
  readonly records: ReadonlyArray<PaymentRecord>
  readonly unreadable: ReadonlyArray<UnreadablePayment>
}

/** Reads what needs a person. */
export const readMatters = Effect.fnUntraced(function* (
  within: Pick<ListQuery, "project">,
): Effect.fn.Return<Waiting, StoreError, PaymentStore> {
  const store = yield* PaymentStore
  const look = Effect.fnUntraced(function* (kind: (typeof kinds)[number]) {
    const query = { ...within, ...kind, limit: most }
    const page = yield* store.page(query)
    const [records, unreadable] = [Array.getSuccesses(page), Array.getFailures(page)]
    const last = page.at(-1)
    if (unreadable.length === 0 || last === undefined || page.length < most) return { records, unreadable }
    // One more payment for each unreadable one.
    const others = yield* store.list({ ...query, after: cursorAfter(last), limit: unreadable.length })
    return { records: [...records, ...others], unreadable }
  })
  const found = yield* Effect.forEach(kinds, look, { concurrency: 1 })
  const working = yield* store.page({ ...within, ...underWay, limit: most })
  const records = found.flatMap((each) => each.records)
  const unreadable = [...found.flatMap((each) => each.unreadable), ...Array.getFailures(working)]
  return {
    records: [...new Map(records.map((record) => [keyText(record.payment.key), record])).values()],
    unreadable: [...new Map(unreadable.map((each) => [keyText(each.key), each])).values()],
  }
})
