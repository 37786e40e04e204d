/** What may stop a claim, read in the step that writes it: pauses, twins and refunds. */
import type { ClaimGuards, Claimed, PaymentWrite } from "@cauri/core/adapter"
import { spendingStates } from "@cauri/core/model"
import type { Database } from "better-sqlite3"
import { and, eq, inArray, ne, or, sql } from "drizzle-orm"
import { type BetterSQLite3Database, drizzle } from "drizzle-orm/better-sqlite3"
import { reading } from "./prepared.ts"
import { given } from "./statements.ts"
import { pauses, payments } from "./tables.ts"

/** Written as a constant, so that the index over payouts serves it. */
const isPayout = sql`${payments.kind} <> 'payin'`
const isAnother = or(ne(payments.id, given("id")), ne(payments.project, given("project")))
const isSpending = inArray(payments.state, [...spendingStates])
const isCompleted = sql`${payments.state} = 'Completed'`

const queries = (db: BetterSQLite3Database) => ({
  pause: db
    .select({ scope: pauses.scope })
    .from(pauses)
    .where(eq(pauses.scope, given("scope"))),
  twin: db
    .select({ id: payments.id })
    .from(payments)
    .where(
      and(
        isPayout,
        eq(payments.party, given("party")),
        eq(payments.amount, given("amount")),
        isAnother,
        or(isSpending, and(isCompleted, sql`coalesce(${payments.closedAt}, 0) >= ${given("completedSince")}`)),
      ),
    )
    .limit(1),
  refunds: db
    // Added up as floating point, as JavaScript does: a sum of whole francs that is out of its range is too high in either.
    .select({ sum: sql<number>`total(${payments.amount})`.as("sum") })
    .from(payments)
    .where(
      and(
        isPayout,
        sql`${payments.refundOf} = ${given("of")}`,
        eq(payments.project, given("ofProject")),
        isAnother,
        or(isSpending, isCompleted),
      ),
    ),
})

/** Returns what stops the claim of a payment, or null. */
export const makeClaimGuards = (client: Database) => {
  const { pause, twin: twins, refunds } = queries(drizzle(client))
  const statements = { pause: reading(client, pause), twin: reading(client, twins), refunds: reading(client, refunds) }
  return (row: PaymentWrite, guards: ClaimGuards): Exclude<Claimed, { readonly _tag: "Claimed" | "Stale" }> | null => {
    const scope = guards.pauses.find((each) => statements.pause.get({ scope: each }) !== undefined)
    if (scope !== undefined) return { _tag: "Paused", scope }
    // A payin may have the same name; of payouts only the others count.
    const self = row.kind === "payout" ? { id: row.id, project: row.project } : { id: "", project: "" }
    const { twin, refund } = guards
    if (twin !== null && statements.twin.get({ ...self, ...twin }) !== undefined) return { _tag: "Twin" }
    if (refund === null) return null
    const others = statements.refunds.get({ ...self, of: refund.of, ofProject: refund.project })?.sum ?? 0
    return others + row.amount > refund.atMost ? { _tag: "RefundTooHigh" } : null
  }
}
