/**
 * What waits for a person, and everything else, page by page: the oldest first, or the most money.
 */
import { Array, Clock, Duration, Effect, Result } from "effect"
import { cursorAfter, keyText, type PaymentKey, PaymentStore, Policy, type PolicyShape } from "@cauri/core"
import type { ListCursor, ListOrder, PageEntry, PaymentFilter, UnreadablePayment } from "@cauri/core/adapter"
import {
  approvalOf,
  counterparty,
  amountPaidOf,
  amountSeenOf,
  openFlags,
  openStates,
  type Payment,
  type PaymentRecord,
  railOf,
  type StateTag,
  stateTraits,
} from "@cauri/core/model"
import { maskingOf } from "../words/masking.ts"

export const worklists = ["inDoubt", "flagged", "overdue", "held", "all"] as const
/** The name of a list. */
export type WorklistName = (typeof worklists)[number]

/** Which list, and its further filters. */
export interface WorklistFilter extends Omit<PaymentFilter, "withOpenFlags"> {
  readonly list: WorklistName
}

/** One payment of a list. */
export interface WorklistRow {
  readonly key: PaymentKey
  readonly kind: PaymentKey["kind"]
  readonly state: string
  /** Why the payment is held, if it is. */
  readonly because: string | null
  readonly amount: number
  /** What was paid, as it is booked, or as the service says where that is another amount. */
  readonly amountPaid: number | null
  readonly rail: string
  readonly operator: string | null
  /** The customer's or beneficiary's number, masked. */
  readonly party: string | null
  readonly createdAt: number
  readonly ageMillis: number
  /** The kinds of the open flags, without repetition. */
  readonly openFlags: ReadonlyArray<string>
  /** Since when it takes longer than its rail promises, or null. */
  readonly overdueSince: number | null
  readonly overdue: boolean
  readonly held: boolean
  /** A decision about it was requested, and another person must approve it. */
  readonly waitsForSecondPerson: boolean
  /** False: this program cannot read its row, so only its columns are shown. */
  readonly readable: boolean
}

/** A page of a list. `next`: the `after` of the next page, or null at the end. */
export interface Worklist {
  readonly rows: ReadonlyArray<WorklistRow>
  readonly next: ListCursor | null
}

/** The states of a payment that was sent and has no final result yet. */
export const waiting = openStates.filter((state) => stateTraits[state].waits || stateTraits[state].maySpend)

/**
 * Since when a payment is late: a payin since its deadline, a payout since the first level of its rail. Only what was sent and is
 * still open can be late.
 */
export const overdueSince = (payment: Payment, policy: PolicyShape, now: number): number | null => {
  if (!waiting.includes(payment.state._tag)) return null
  const { deadline, overdueAfter } = policy.schedules[railOf(payment.content)]
  const limit = Duration.isFinite(deadline) ? deadline : (overdueAfter[0] ?? Duration.infinity)
  const since = (payment.attempts.at(-1)?.startedAt ?? payment.createdAt) + Duration.toMillis(limit)
  return since <= now ? since : null
}

/** No stored text has this character, and Postgres refuses a query with it. */
const hasNul = (filter: Omit<WorklistFilter, "list">): boolean =>
  Object.values(filter).some((value) => typeof value === "string" && value.includes("\0"))

const queryOf = ({ list, ...filter }: WorklistFilter): PaymentFilter | null => {
  if (hasNul(filter) || filter.states?.length === 0) return null
  const within = (states: ReadonlyArray<StateTag>): PaymentFilter | null => {
    const both = filter.states === undefined ? states : states.filter((state) => filter.states?.includes(state))
    return both.length === 0 ? null : { ...filter, states: both }
  }
  switch (list) {
    case "inDoubt":
      return within(["in_doubt"])
    case "held":
      return within(["held"])
    case "overdue":
      return within(waiting)
    case "flagged":
      return { ...filter, withOpenFlags: true }
    case "all":
      return filter
  }
}

/** What needs a person, kind by kind. */
const attention = ["inDoubt", "held", "flagged"] as const

/** These need no person unless they are unreadable: then no program works on them. */
const underWay = openStates.filter((state) => state !== "held" && state !== "in_doubt")

/** What needs a person, as the store has it: each payment once. */
interface NeedsAttention {
  readonly records: ReadonlyArray<PaymentRecord>
  readonly unreadable: ReadonlyArray<UnreadablePayment>
}

/**
 * What needs a person: the oldest `most` of each list, so that many of one kind hide none of another, and beside them what cannot be read.
 */
export const needsAttention = Effect.fn("needsAttention")(function* (
  within: Pick<PaymentFilter, "project">,
  most = 100,
) {
  const store = yield* PaymentStore
  const look = Effect.fnUntraced(function* (filter: PaymentFilter) {
    const page = yield* store.page({ ...filter, limit: most })
    const [records, unreadable] = [Array.getSuccesses(page), Array.getFailures(page)]
    const last = page.at(-1)
    if (unreadable.length === 0 || last === undefined || page.length < most) return { records, unreadable }
    // One more payment for each unreadable one.
    const others = yield* store.list({ ...filter, after: cursorAfter(last), limit: unreadable.length })
    return { records: [...records, ...others], unreadable }
  })
  const lists = attention.flatMap((list) => queryOf({ ...within, list }) ?? [])
  const found = yield* Effect.forEach(lists, look, { concurrency: 1 })
  const working = hasNul(within) ? [] : yield* store.page({ ...within, states: underWay, limit: most })
  const records = found.flatMap((each) => each.records)
  const unreadable = [...found.flatMap((each) => each.unreadable), ...Array.getFailures(working)]
  const needing: NeedsAttention = {
    records: [...new Map(records.map((record) => [keyText(record.payment.key), record])).values()],
    unreadable: [...new Map(unreadable.map((each) => [keyText(each.key), each])).values()],
  }
  return needing
})

const rowOf = (record: PaymentRecord, policy: PolicyShape, now: number): WorklistRow => {
  const { payment } = record
  const { content, state } = payment
  const party = counterparty(content)
  const since = overdueSince(payment, policy, now)
  return {
    key: payment.key,
    kind: content.kind,
    state: state._tag,
    because: state._tag === "held" ? state.because : null,
    amount: content.amount,
    amountPaid: amountPaidOf(payment) ?? amountSeenOf(payment),
    rail: railOf(content),
    operator: content.kind === "payout" ? content.operator : null,
    party: party === null ? null : maskingOf(payment).phone(party),
    createdAt: payment.createdAt,
    ageMillis: Math.max(0, now - payment.createdAt),
    openFlags: [...new Set(openFlags(payment.flags).map(({ kind }) => kind))],
    overdueSince: since,
    overdue: since !== null,
    held: state._tag === "held",
    waitsForSecondPerson: approvalOf(record, policy) !== null,
    readable: true,
  }
}

const rowOfUnreadable = (passed: UnreadablePayment, now: number): WorklistRow => ({
  ...passed,
  amountPaid: null,
  kind: passed.key.kind,
  because: null,
  party: null,
  ageMillis: Math.max(0, now - passed.createdAt),
  openFlags: [],
  overdueSince: null,
  overdue: false,
  held: passed.state === "held",
  waitsForSecondPerson: false,
  readable: false,
})

/** An entry of the store as a row, masked. */
export const rowOfEntry = (entry: PageEntry, policy: PolicyShape, now: number): WorklistRow =>
  Result.match(entry, {
    onSuccess: (record) => rowOf(record, policy, now),
    onFailure: (passed) => rowOfUnreadable(passed, now),
  })

/**
 * A page of a list. The policy decides what is overdue, so that list reads on until its page is full; an unreadable payment may be overdue,
 * and is shown.
 */
export const worklist = Effect.fn("worklist")(function* (options: {
  readonly filter: WorklistFilter
  readonly limit: number
  /** Default: the oldest first. The order `largest` sorts what matches: use it with every list but `all`. */
  readonly order?: ListOrder
  readonly after?: ListCursor
}) {
  const store = yield* PaymentStore
  const policy = yield* Policy
  const now = yield* Clock.currentTimeMillis
  const matching = queryOf(options.filter)
  const { order = "oldest" } = options
  const rows: Array<WorklistRow> = []
  const empty: Worklist = { rows: [], next: null }
  if (matching === null || options.limit < 1) return empty
  let after = options.after
  for (;;) {
    // One more than a page shows whether there are more; a list of overdue payments skips many rows.
    const limit = options.filter.list === "overdue" ? policy.store.pageSize : options.limit + 1
    const read = yield* store.page({ ...matching, order, ...(after === undefined ? {} : { after }), limit })
    for (const entry of read) {
      const row = rowOfEntry(entry, policy, now)
      after = cursorAfter(entry)
      if (options.filter.list === "overdue" && row.readable && !row.overdue) continue
      rows.push(row)
      if (rows.length > options.limit) break
    }
    if (rows.length > options.limit || read.length < limit) break
  }
  const shown = rows.slice(0, options.limit)
  const last = shown.at(-1)
  const more = rows.length > options.limit && last !== undefined
  const amount = order === "largest" ? { amount: last?.amount ?? 0 } : {}
  const worklist: Worklist = {
    rows: shown,
    next: more ? { createdAt: last.createdAt, key: last.key, ...amount } : null,
  }
  return worklist
})
