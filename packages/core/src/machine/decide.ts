/**
 * The one decision: what a stimulus makes of a payment as it is stored. Pure and total: a step, or the reason why not.
 */
import { Result } from "effect"
import { handlesOf } from "../model/Attempt.ts"
import { sameHandle } from "./evidence.ts"
import type { HistoryEntry } from "../model/Event.ts"
import type { DecisionRefusal, Stimulus } from "../model/stimulus.ts"
import type { PaymentRecord, Watch } from "../model/PaymentRecord.ts"
import { replyAttempt } from "../model/Observation.ts"
import type { Change } from "../model/Payment.ts"
import type { PolicyShape } from "../model/Policy.ts"
import { append } from "./append.ts"
import { payinRows } from "./payinRows.ts"
import { payoutRows } from "./payoutRows.ts"
import { heard, remembered } from "./remember.ts"
import type { DecidingRow, Facts } from "./table.ts"

/** A step that can be saved: the events, the payment after them, and what is remembered. */
export interface Step {
  readonly change: Change
  readonly watch: Watch
}

/** What a stimulus makes of a payment: a step, or why it does not apply. */
export type Decision = Result.Result<Step, DecisionRefusal>

/** What a stimulus rests on and is no longer so, or null. */
const outdated = ({ payment, version }: PaymentRecord, stimulus: Stimulus): DecisionRefusal | null => {
  if ("asOf" in stimulus && stimulus.asOf !== null && stimulus.asOf !== payment.seq) {
    return "Changed"
  }
  if (stimulus._tag === "Postponed") return stimulus.version === version ? null : "Changed"
  if (stimulus._tag !== "Confirmed") return null
  const isAsked = (attempt: number) =>
    stimulus.replies.some((reply) => sameHandle(payment, replyAttempt(reply), attempt))
  // A round says nothing of a payment that has a token which was not asked for.
  return handlesOf(payment.attempts).every(({ attempt }) => isAsked(attempt)) ? null : "Changed"
}

interface Tried {
  readonly change: Change
  /** Why a row does not fit that would have fitted else. */
  readonly obstacle: DecisionRefusal | null
}

const tryRows = (rows: ReadonlyArray<DecidingRow>, facts: Omit<Facts, "was" | "is">): Tried => {
  const was = facts.record.payment
  let is = was
  let obstacle: DecisionRefusal | null = null
  const entries: Array<HistoryEntry> = []
  for (const row of rows) {
    const made = row.try({ ...facts, was, is })
    if (typeof made === "string") {
      obstacle ??= made
      continue
    }
    // A row that makes a step which no row allows is a mistake in the table.
    const next: Change = Result.getOrThrow(append(is, made, facts.now))
    is = next.payment
    entries.push(...next.entries)
  }
  return { change: { payment: is, entries }, obstacle }
}

/** These are news whatever they lead to. Every other stimulus asks for a step, and is refused where no row makes one. */
const mayDoNothing: ReadonlyArray<Stimulus["_tag"]> = ["Answered", "Confirmed", "LeftToOthers", "Postponed"]

/** What a stimulus makes of a payment as it is stored. */
export const decide = (record: PaymentRecord, stimulus: Stimulus, now: number, policy: PolicyShape): Decision => {
  const because = outdated(record, stimulus)
  if (because !== null) return Result.fail(because)
  const watch = heard(record, stimulus)
  const facts = { stimulus, record, before: record.watch, watch, now, policy }
  const { change, obstacle } = tryRows(record.payment._tag === "Payin" ? payinRows : payoutRows, facts)
  if (change.entries.length === 0 && !mayDoNothing.includes(stimulus._tag)) {
    return Result.fail(obstacle ?? "WrongState")
  }
  return Result.succeed({ change, watch: remembered(record, stimulus, watch, change, now, policy) })
}
