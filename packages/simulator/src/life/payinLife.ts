/**
 * How a payin ends, and the money that then moves. Only the operator ends it: completed, or a definite failure.
 * Spec: States and transitions (#112-#125), callbacks of failures (#116 #208), fees (#124).
 */
import { HashMap, Option } from "effect"
import type { Decision } from "../model/Agenda.ts"
import { walletOperatorId } from "../options/Assumptions.ts"
import { planCallbacks, faultsOf } from "./callbacks.ts"
import { drawText, type Step, step } from "../model/draws.ts"
import type { Payin, KeptStatus } from "../model/Payin.ts"
import { account } from "../model/Ledger.ts"
import { holds, move } from "./movements.ts"
import { feeOn } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import { putPhone, seePhone, withSpent } from "./phoneBook.ts"
import { plan } from "./plans.ts"
import { remembered } from "./retention.ts"
import type { State } from "../model/State.ts"
import { type Bilingual, bilingual } from "../model/Bilingual.ts"
import { decisionText } from "./decisionText.ts"

export const findPayin = (state: State, token: string): Payin | undefined =>
  Option.getOrUndefined(HashMap.get(state.invoices, token))

export const putPayin = (state: State, invoice: Payin): State => ({
  ...state,
  invoices: HashMap.set(state.invoices, invoice.token, invoice),
})

/** Adds a line to a payment's history; the first lines stay, the middle is dropped. */
export const withHistoryLine = <P extends Pick<Payin, "history" | "status">>(
  payment: P,
  options: Options,
  at: number,
  cause: Bilingual,
): P => ({
  ...payment,
  history: [
    ...payment.history.slice(0, 1),
    ...payment.history.slice(1).slice(-(options.limits.historyLines - 2)),
    { at, status: payment.status, cause },
  ],
})

/** The operator decides about a pending payin. A customer without enough money is a decision too. A final payin stays as it is. */
export const decidePayin = (state: State, options: Options, token: string, decision: Decision): State => {
  const invoice = findPayin(state, token)
  if (invoice === undefined || invoice.status !== "pending") return state
  if (decision !== "completed") return failed(state, options, invoice, decision)
  const { operatorId, payer } = invoice
  if (operatorId === null || payer === null) return state
  const seen = seePhone(state, options, payer)
  const source = sourceOf(operatorId, payer)
  return holds(seen.state, source, invoice.amountXof + invoice.customerFeeXof)
    ? completed(seen.state, options, invoice, operatorId, payer)
    : failed(seen.state, options, invoice, "no_funds")
}

const sourceOf = (operatorId: string, payer: string): string =>
  operatorId === walletOperatorId ? account.wallet(payer) : account.customer(operatorId, payer)

const completed = (state: State, options: Options, invoice: Payin, operatorId: string, payer: string): State => {
  const reference = drawText(state, 10, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
  const ended = end(
    { ...invoice, operatorReference: reference.value },
    "completed",
    options,
    state.now,
    bilingual(({ confirmed }) => confirmed),
  )
  const phone = seePhone(reference.state, options, payer)
  const paid = move(phone.state, options, ...shares(phone.state, ended, sourceOf(operatorId, payer)))
  const spent = putPhone(
    paid,
    withSpent(phone.value, operatorId, invoice.amountXof + invoice.customerFeeXof, state.now),
  )
  return finished(spent, options, ended)
}

// The customer pays the amount, plus the fee when the project says so; else the fee reduces the merchant's share.
const shares = (state: State, invoice: Payin, source: string) => {
  const operator = state.operators.find(({ id }) => id === invoice.operatorId)
  const operatorId = invoice.operatorId ?? ""
  const fee = Math.min(
    operator === undefined ? 0 : feeOn(operator.payinFee, invoice.amountXof),
    invoice.amountXof + invoice.customerFeeXof,
  )
  const common = { from: source, payment: invoice.token }
  return [
    {
      ...common,
      to: account.merchant(invoice.projectId, operatorId),
      amountXof: invoice.amountXof + invoice.customerFeeXof - fee,
      why: "a payin's share of the merchant",
    },
    { ...common, to: account.fees(operatorId), amountXof: fee, why: "a payin's fee" },
  ]
}

const failed = (state: State, options: Options, invoice: Payin, decision: Exclude<Decision, "completed">): State => {
  // U12: without a definite failure it stays pending, without a callback (#119, #209).
  if (!options.assumptions.definitiveFailures.includes(decision)) {
    return putPayin(state, withHistoryLine(invoice, options, state.now, decisionText("not_definite", decision)))
  }
  return finished(state, options, end(invoice, "notcompleted", options, state.now, decisionText("decided", decision)))
}

/** Ends a payin without its operator: the customer cancelled, where U11 says that this ends it. */
export const endByCancel = (state: State, options: Options, invoice: Payin): State =>
  finished(
    state,
    options,
    end(
      invoice,
      "notcompleted",
      options,
      state.now,
      bilingual(({ cancelled }) => cancelled),
    ),
  )

const end = (invoice: Payin, status: KeptStatus, options: Options, now: number, cause: Bilingual): Payin =>
  withHistoryLine({ ...invoice, status, finalAt: now }, options, now, cause)

const finished = (state: State, options: Options, invoice: Payin): State => {
  const moves = faultsOf(state, invoice.token).find((fault) => fault._tag === "FinalStatusMoves")
  const kept = remembered(putPayin(state, invoice), invoice.token)
  const next = planCallbacks(kept, options, { kind: "payin", payment: invoice })
  return moves === undefined
    ? next
    : plan(next, state.now + moves.afterMillis, { _tag: "MoveFinal", payment: invoice.token })
}

/** N4: a final payin changes to the other final status, and its money moves with it. The merchant's balance may become negative. */
export const movePayin = (state: State, options: Options, invoice: Payin): State => {
  const to = invoice.status === "completed" ? "notcompleted" : "completed"
  const { operatorId, payer } = invoice
  const moved = end(
    invoice,
    to,
    options,
    state.now,
    bilingual(({ moved }) => moved),
  )
  const kept = putPayin(state, moved)
  if (operatorId === null || payer === null) return planCallbacks(kept, options, { kind: "payin", payment: moved })
  const source = sourceOf(operatorId, payer)
  const forward = shares(state, moved, source)
  const movements =
    to === "completed" ? forward : forward.map((each) => ({ ...each, from: each.to, to: each.from, why: "a reversal" }))
  const bearable = to === "notcompleted" || holds(state, source, moved.amountXof + moved.customerFeeXof)
  return bearable ? planCallbacks(move(kept, options, ...movements), options, { kind: "payin", payment: moved }) : state
}

/** Names the operator and the payer of the present attempt to pay, and the fee that the payer bears (#124). */
export const attempted = (
  state: State,
  options: Options,
  invoice: Payin,
  attempt: { readonly operatorId: string; readonly payer: string },
): Step<Payin> => {
  const operator = state.operators.find(({ id }) => id === attempt.operatorId)
  const project = state.projects.find(({ id }) => id === invoice.projectId)
  const next: Payin = withHistoryLine(
    {
      ...invoice,
      operatorId: attempt.operatorId,
      payer: attempt.payer,
      mode: operator?.mode ?? null,
      customerFeeXof:
        operator !== undefined && project?.customerPaysFees === true ? feeOn(operator.payinFee, invoice.amountXof) : 0,
    },
    options,
    state.now,
    bilingual((texts) => texts.attempt(attempt.operatorId)),
  )
  return step(putPayin(state, next), next)
}
