/** What a key-value store counts: `Reports` over every payment of it. */
import { textOrder } from "../ports/storeKit.ts"
import type { AttemptRow, EventRow, PaymentRow } from "../ports/PaymentRow.ts"
import {
  type TimesFigure,
  answerTags,
  type Figure,
  type FigureCounts,
  type FiguresQuery,
  Reports,
  type StepFigure,
} from "../ports/Reports.ts"
import { dueAt, type KeyValueDriver, allRows, stepOf } from "./KeyValueDriver.ts"

const groupName = ({ kind, operator, rail, state }: Figure): string => [kind, rail, operator ?? "", state].join("\0")

/** By kind, rail, operator and state, letter by letter; no operator comes first. */
const inOrder = (one: Figure, other: Figure): number => (groupName(one) < groupName(other) ? -1 : 1)

const figuresOf = (rows: ReadonlyArray<PaymentRow>): ReadonlyArray<Figure> => {
  const groups = new Map<string, Figure>()
  for (const { kind, rail, state, amount, amountPaid, openFlags, ...row } of rows) {
    const operator = row.serviceOperator ?? row.operator
    const name = JSON.stringify([kind, rail, operator, state])
    const group = groups.get(name) ?? { kind, rail, operator, state, count: 0, sum: 0, paid: 0, openFlags: 0 }
    groups.set(name, {
      ...group,
      count: group.count + 1,
      sum: group.sum + amount,
      paid: group.paid + (amountPaid ?? 0),
      openFlags: group.openFlags + openFlags,
    })
  }
  return [...groups.values()].toSorted(inOrder)
}

type Span = Pick<FiguresQuery, "from" | "before">

const createdIn = (values: KeyValueDriver, { before, from }: Span): ReadonlyArray<PaymentRow> =>
  allRows(values).filter(({ createdAt }) => createdAt >= from && createdAt < before)

const completedIn = (values: KeyValueDriver, { before, from }: Span): ReadonlyArray<PaymentRow> =>
  allRows(values).filter(
    ({ amountPaid, closedAt }) => amountPaid !== null && closedAt !== null && closedAt >= from && closedAt < before,
  )

const isRowUnanswered = ({ kind, outcome, token }: AttemptRow): boolean =>
  outcome === "no_answer" && token === null && kind !== "wallet_otp_request"

const inNameOrder = <A>(groups: ReadonlyMap<string, A>): ReadonlyArray<A> =>
  [...groups].toSorted(([one], [other]) => textOrder(one, other)).map(([, group]) => group)

/** Times by kind, rail and the smallest limit that each kept. */
const timesFigures = (
  times: Iterable<readonly [row: PaymentRow, millis: number]>,
  limits: ReadonlyArray<number>,
): ReadonlyArray<TimesFigure> => {
  const groups = new Map<string, TimesFigure>()
  for (const [{ kind, rail }, millis] of times) {
    const kept = limits.findIndex((limit) => millis <= limit)
    const within = kept === -1 ? limits.length : kept
    const name = [kind, rail, String(within).padStart(4, "0")].join("\0")
    groups.set(name, { kind, rail, within, count: (groups.get(name)?.count ?? 0) + 1 })
  }
  return inNameOrder(groups)
}

/** How long each answered creation waited for its answer. */
const answerMillis = (events: ReadonlyArray<EventRow>): ReadonlyArray<number> =>
  events.flatMap(({ at, tag }, index) => {
    const start = events.slice(0, index).findLast((event) => event.tag === "attempt_started")
    return start !== undefined && answerTags.some((each) => each === tag) ? [at - start.at] : []
  })

const countsOn = (values: KeyValueDriver): FigureCounts => ({
  created: (query) => figuresOf(createdIn(values, query)),
  completed: (query) => figuresOf(completedIn(values, query)),
  step: (query) => {
    const steps = new Map<string, StepFigure>()
    for (const { amount, attempts, createdAt, kind, rail } of createdIn(values, query)) {
      const at = query.from + Math.floor((createdAt - query.from) / query.step) * query.step
      const name = [String(at).padStart(16, "0"), kind, rail].join("\0")
      const { count, sum, unanswered } = steps.get(name) ?? { count: 0, sum: 0, unanswered: 0 }
      const lacks = attempts.some(isRowUnanswered) ? 1 : 0
      steps.set(name, { at, kind, rail, count: count + 1, sum: sum + amount, unanswered: unanswered + lacks })
    }
    return inNameOrder(steps)
  },
  completion_time: (query) => {
    const times = createdIn(values, query).flatMap((row) =>
      row.state === "completed" && row.closedAt !== null ? [[row, row.closedAt - row.createdAt] as const] : [],
    )
    return timesFigures(times, query.limits)
  },
  answer_time: ({ before, from, limits }) => {
    const payments = [...values.all()].filter(({ row }) => row.createdAt >= from && row.createdAt < before)
    const times = payments.flatMap(({ events, row }) => answerMillis(events).map((millis) => [row, millis] as const))
    return timesFigures(times, limits)
  },
})

export const reportsIn = (values: KeyValueDriver): Reports["Service"] => {
  const counts = countsOn(values)
  return Reports.of({
    figures: (query) => stepOf("figures", () => counts[query.by](query)),
    backlog: (now) =>
      stepOf("backlog", () => {
        const rows = allRows(values)
        const times = rows.filter(({ leaseUntil }) => leaseUntil <= now).map(dueAt)
        const due = times.filter((at) => at <= now)
        const count = (fits: (row: PaymentRow) => boolean) => rows.filter(fits).length
        return {
          due: due.length,
          oldestDueAt: due.length === 0 ? null : Math.min(...due),
          inDoubt: count(({ state }) => state === "in_doubt"),
          held: count(({ state }) => state === "held"),
          flagged: count(({ openFlags }) => openFlags > 0),
        }
      }),
  })
}
