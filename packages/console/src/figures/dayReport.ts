/** The figures of one day, from midnight to midnight UTC: the payments created on it, in their present states, and those completed on it. */
import { Clock, Effect, Result } from "effect"
import { cursorAfter, keyText, type ListQuery, PaymentStore, Policy, type PolicyShape } from "@cauri/core"
import { type Figure, type PageEntry, type PaymentFilter, Reports } from "@cauri/core/adapter"
import { type PaymentRecord, railOf, serviceOperatorOf } from "@cauri/core/model"
import { maskedText } from "../words/masking.ts"
import { overdueSince, waiting } from "../worklist/worklist.ts"

export interface Total {
  readonly count: number
  readonly sum: number
}

/** Counts and sums of one group of payments, and how much of it came late. */
export interface DayFigure extends Figure {
  readonly completedLate: Total
  readonly overdue: Total
}

/** The figures of one day. */
export interface DayReport {
  /** The day, as in 2026-01-31, in UTC. */
  readonly day: string
  readonly from: number
  readonly before: number
  /** By kind, rail, operator and state. */
  readonly figures: ReadonlyArray<DayFigure>
  /** The payments that were completed on the day, whenever they were created. */
  readonly completed: ReadonlyArray<Figure>
  readonly total: { readonly payin: Total; readonly payout: Total }
  /** By state, over both kinds. */
  readonly states: Readonly<Record<string, Total>>
  readonly inDoubt: Total
  /** Payins that completed after they had been closed. */
  readonly completedLate: Total
  /** Open payments that take longer than their rail promises. */
  readonly overdue: Total
  /** Payments with an open flag, and the number of flags. */
  readonly flagged: Total
  readonly openFlags: number
  /** Unreadable payments, which may be missing in the last three; figures, totals and states count them. */
  readonly unreadable: Total
}

/** Every matching payment, page by page. */
const walk = Effect.fn("walk")(function* (query: PaymentFilter, each: (entry: PageEntry) => void) {
  const store = yield* PaymentStore
  const { pageSize: limit } = (yield* Policy).store
  let after: Pick<ListQuery, "after"> = {}
  for (;;) {
    const page = yield* store.page({ ...query, ...after, limit })
    page.forEach(each)
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return
    after = { after: cursorAfter(last) }
  }
})

const nothing: Total = { count: 0, sum: 0 }
const plus = (one: Total, other: Total): Total => ({ count: one.count + other.count, sum: one.sum + other.sum })
const totalOf = (figures: ReadonlyArray<Total>): Total => figures.reduce(plus, nothing)

const looks = (policy: PolicyShape, now: number) => ({
  completedLate: ({ payment: { state } }: PaymentRecord) => state._tag === "completed" && "late" in state && state.late,
  overdue: ({ payment }: PaymentRecord) => overdueSince(payment, policy, now) !== null,
})

type Group = Pick<Figure, "kind" | "rail" | "operator" | "state">

const groupOf = ({ kind, rail, operator, state }: Group): string => JSON.stringify([kind, rail, operator, state])

const groupOfPayment = (record: PaymentRecord): string => {
  const { content, state } = record.payment
  const declared = content.kind === "payout" ? content.operator : null
  const operator = serviceOperatorOf(record) ?? declared
  return groupOf({ kind: content.kind, rail: railOf(content), operator, state: state._tag })
}

/** The service may have written anything in the place of an operator. */
const shown = (figure: Figure): Figure => ({
  ...figure,
  operator: figure.operator === null ? null : maskedText(figure.operator),
})

const tally = () => {
  const totals = new Map<string, Total>()
  return {
    add: (group: string, total: Total) => totals.set(group, plus(totals.get(group) ?? nothing, total)),
    of: (group: string): Total => totals.get(group) ?? nothing,
    all: (): Total => totalOf([...totals.values()]),
  }
}

/** The figures of a day. */
export const dayReport = Effect.fn("dayReport")(function* (range: {
  readonly day: string
  readonly from: number
  readonly before: number
}) {
  const { before, day, from } = range
  const reports = yield* Reports
  const figures = yield* reports.figures({ by: "created", from, before })
  const completed = yield* reports.figures({ by: "completed", from, before })
  const look = looks(yield* Policy, yield* Clock.currentTimeMillis)
  const created = { createdFrom: from, createdBefore: before }
  const counted = { completedLate: tally(), overdue: tally(), flagged: tally() }
  const unread = new Map<string, Total>()
  const count = (name: keyof typeof counted) => (entry: PageEntry) => {
    if (Result.isFailure(entry)) {
      unread.set(keyText(entry.failure.key), { count: 1, sum: entry.failure.amount })
      return
    }
    const record = entry.success
    const fits = name === "flagged" || look[name](record)
    if (fits) counted[name].add(groupOfPayment(record), { count: 1, sum: record.payment.content.amount })
  }
  yield* walk({ ...created, kind: "payin", states: ["completed"] }, count("completedLate"))
  yield* walk({ ...created, states: waiting }, count("overdue"))
  yield* walk({ ...created, withOpenFlags: true }, count("flagged"))
  const states: Record<string, Total> = {}
  for (const figure of figures) states[figure.state] = plus(states[figure.state] ?? nothing, figure)
  const report: DayReport = {
    day,
    from,
    before,
    figures: figures.map((figure) => ({
      ...shown(figure),
      completedLate: counted.completedLate.of(groupOf(figure)),
      overdue: counted.overdue.of(groupOf(figure)),
    })),
    completed: completed.map(shown),
    total: {
      payin: totalOf(figures.filter(({ kind }) => kind === "payin")),
      payout: totalOf(figures.filter(({ kind }) => kind === "payout")),
    },
    states,
    inDoubt: states["in_doubt"] ?? nothing,
    completedLate: counted.completedLate.all(),
    overdue: counted.overdue.all(),
    flagged: counted.flagged.all(),
    openFlags: figures.reduce((sum, { openFlags }) => sum + openFlags, 0),
    unreadable: totalOf([...unread.values()]),
  }
  return report
})
