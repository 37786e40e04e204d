/**
 * A restored store has forgotten payouts that it never saw answered, and payouts that it never saw at all. Only a statement of the service
 * shows them: where the policy asks for it, payouts are released and resumed when imported statements cover what was forgotten.
 */
import { Array, Effect, Option, Result, Struct } from "effect"
import { lastStartedAt } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { Policy } from "../model/Policy.ts"
import { DecisionRefused } from "../model/stimulus.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { type StatementGap, AccountStatements } from "../ports/AccountStatements.ts"

/** More statements than anyone imports for one gap. */
const most = 1_000

/** The first part of a time that no statement covers for this operator; null: it is covered whole. */
const uncoveredIn = Effect.fnUntraced(function* (
  statements: AccountStatements["Service"],
  { before, from, project }: StatementGap,
  operator: string,
) {
  // The last moment belongs to what was forgotten.
  const end = Math.max(from, before) + 1
  const all = yield* statements.list({ project, touching: { from, before: end }, limit: most })
  const counted = all
    .filter(({ covers, replacedBy }) => replacedBy === null && (covers.includes("") || covers.includes(operator)))
    .toSorted((one, other) => one.from - other.from)
  let reached = from
  for (const statement of counted) {
    if (statement.from > reached) break
    reached = Math.max(reached, statement.before)
  }
  return reached >= end ? null : { from: reached, before: end }
})

const gapsOf = (statements: AccountStatements["Service"], project: string | null) =>
  Effect.map(statements.gaps(), (gaps) => gaps.filter((gap) => project === null || gap.project === project))

/** The operators that pay out for a project, by its newest payouts; empty text: one that no payout names. */
const operatorsOf = Effect.fnUntraced(function* (project: string) {
  const store = yield* PaymentStore
  const page = yield* store.page({ kind: "payout", project, order: "newest", limit: most })
  const operators = page.map((each) =>
    Result.match(each, {
      onSuccess: ({ payment: { content } }) => (content.kind === "payout" ? content.operator : null),
      onFailure: ({ operator }) => operator,
    }),
  )
  return new Set(operators.map((operator) => operator ?? ""))
})

/** Refuses while the policy asks for a statement over a gap and there is none. `own`: a payout's own gap, where the store recorded none. */
const requireCovered = Effect.fnUntraced(function* (project: string | null, own: StatementGap | null) {
  if (!(yield* Policy).approvals.statementAfterRestore) return null
  const statements = yield* Effect.serviceOption(AccountStatements)
  // Without the port nothing can be known to be covered.
  if (Option.isNone(statements)) return own
  const recorded = yield* gapsOf(statements.value, project)
  const gaps = recorded.length === 0 && own !== null ? [own] : recorded
  for (const gap of gaps) {
    for (const operator of yield* operatorsOf(gap.project)) {
      const missing = yield* uncoveredIn(statements.value, gap, operator)
      if (missing !== null) return { project: gap.project, ...missing }
    }
  }
  return null
})

/** Refuses to count a payout of a restored store as unsent while no statement covers what was forgotten. */
export const requireStatementFor = Effect.fnUntraced(function* ({ payment }: PaymentRecord) {
  const { key, restoredAt } = payment
  if (payment._tag === "Payin" || restoredAt === null) return
  // The copy knows this call at least: from then on anything may have happened to the payout.
  const own = { project: key.project, from: lastStartedAt(payment), before: restoredAt }
  const missing = yield* requireCovered(key.project, own)
  if (missing === null) return
  return yield* new DecisionRefused({ key, because: "StatementMissing", missing: Struct.omit(missing, ["project"]) })
})

/** Refuses to resume `payouts` while no statement covers what a restoration forgot. It names the oldest payout of the project. */
export const requireStatements = Effect.fnUntraced(function* (scope: string) {
  if (scope !== "payouts") return
  const missing = yield* requireCovered(null, null)
  if (missing === null) return
  const { before, from, project } = missing
  // Only a project with payouts has a gap.
  const payout = Array.getUnsafe(yield* (yield* PaymentStore).page({ kind: "payout", project, limit: 1 }), 0)
  const { key } = Result.match(payout, { onSuccess: ({ payment }) => payment, onFailure: (unreadable) => unreadable })
  return yield* new DecisionRefused({ key, because: "StatementMissing", missing: { from, before } })
})
