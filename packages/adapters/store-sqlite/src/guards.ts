/** What may stop a claim, read in the step that writes it: pauses, twins and refunds. */
import type { ClaimGuards, Claimed, PaymentWrite } from "@cauri/core/adapter"
import { spendingStates } from "@cauri/core/model"
import type { Database } from "better-sqlite3"
import { reading } from "./prepared.ts"

/** The kind is written as a constant, so that the index over payouts serves it. */
const isAnotherPayout = "kind <> 'payin' AND (id <> +:id OR project <> +:project)"
const isSpending = `state IN (${spendingStates.map((state) => `'${state}'`).join(", ")})`

/** Returns what stops the claim of a payment, or null. */
export const makeClaimGuards = (client: Database) => {
  const statements = {
    pause: reading<{ readonly scope: string }>(client, "SELECT scope FROM cauri_pauses WHERE scope = +:scope"),
    twin: reading<{ readonly id: string }>(
      client,
      `SELECT id FROM cauri_payments WHERE ${isAnotherPayout} AND party = +:party AND amount = +:amount
        AND (${isSpending} OR (state = 'completed' AND coalesce(closed_at, 0) >= +:completedSince)) LIMIT 1`,
    ),
    // Added up as floating point, as JavaScript does: a sum of whole francs that is out of its range is too high in either.
    refunds: reading<{ readonly sum: number }>(
      client,
      `SELECT total(amount) AS sum FROM cauri_payments WHERE ${isAnotherPayout} AND refund_of = +:of AND project = +:ofProject
        AND (${isSpending} OR state = 'completed')`,
    ),
  }
  return (row: PaymentWrite, guards: ClaimGuards): Exclude<Claimed, { readonly _tag: "Claimed" | "Stale" }> | null => {
    const scope = guards.pauses.find((each) => statements.pause.get({ scope: each }) !== undefined)
    if (scope !== undefined) return { _tag: "Paused", scope }
    // A payin may have the same name; of payouts only the others count.
    const self = row.kind === "payout" ? { id: row.id, project: row.project } : { id: "", project: "" }
    const { twin, refund } = guards
    if (twin !== null && statements.twin.get({ ...self, ...twin }) !== undefined)
      return { _tag: "Stopped", because: "twin" }
    if (refund === null) return null
    const others = statements.refunds.get({ ...self, of: refund.of, ofProject: refund.project })?.sum ?? 0
    return others + row.amount > refund.atMost ? { _tag: "Stopped", because: "refund_too_high" } : null
  }
}
