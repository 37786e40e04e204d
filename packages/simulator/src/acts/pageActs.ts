/**
 * What customers do on the hosted page, as pure steps.
 * Spec: hosted payin (#37-#39 #52 #54 #55), U11.
 */
import { PhoneNumber } from "@cauri/wire"
import { Result, Schema } from "effect"
import { walletOperatorId } from "../options/Assumptions.ts"
import { begin, behaviourOf, sendCode } from "../life/attempts.ts"
import { type Step, step } from "../model/draws.ts"
import type { PagePayment, PageView } from "../ports/HostedPage.ts"
import type { Payin } from "../model/Payin.ts"
import { feeOn, type Operator, operatorOf } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import { endByCancel, findPayin } from "../life/payinLife.ts"
import { fitsOperator } from "../service/payinRequests.ts"
import { type Acted, refusedAct } from "./phoneActs.ts"
import { hasWallet, seePhone, spentToday } from "../life/phoneBook.ts"
import { type PageProblem, SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"

/** The invoice behind a page and the operators to choose from (#39). */
export const viewPage = (state: State, token: string): Result.Result<PageView, SimulatorRefusal> => {
  const invoice = findPayin(state, token)
  if (invoice === undefined || !hasPage(invoice)) return refusedAct("no_page")
  const only = invoice.customer.phone === "" ? undefined : operatorOf(state.operators, invoice.customer.phone)
  return Result.succeed({ invoice, operators: only === undefined ? state.operators : [only] })
}

export const payOnPage = (state: State, options: Options, token: string, payment: PagePayment): Acted<void> =>
  Result.flatMap(viewPage(state, token), ({ invoice, operators }): Acted<void> => {
    const operator = operators.find(({ id }) => id === payment.operatorId)
    if (invoice.status !== "pending") return refusedFor("payment_over")
    if (operator === undefined || !isPhoneNumber(payment.phone)) return refusedFor("no_choice")
    const refused = refusedOnPage(state, options, invoice, operator, payment.phone)
    if (refused !== undefined) return refusedFor(refused)
    return Result.succeed(begun(state, options, invoice, operator, payment))
  })

const refusedFor = (problem: PageProblem) => Result.fail(new SimulatorRefusal({ because: problem, problem }))

const begun = (
  state: State,
  options: Options,
  invoice: Payin,
  operator: Operator,
  { otp, phone }: PagePayment,
): Step<void> => {
  if (operator.id !== walletOperatorId || otp !== undefined) {
    return step(begin(state, options, invoice, { operator, payer: phone, otp: otp ?? "" }), undefined)
  }
  // On the page the wallet sends its code at the customer's request.
  const project = state.projects.find(({ id }) => id === invoice.projectId)
  const fee = project?.customerPaysFees === true ? feeOn(operator.payinFee, invoice.amountXof) : 0
  const code = { purpose: "wallet", amountXof: invoice.amountXof + fee, projectId: invoice.projectId } as const
  return step(sendCode(state, options, phone, code), undefined)
}

const refusedOnPage = (
  state: State,
  options: Options,
  invoice: Payin,
  operator: Operator,
  number: string,
): PageProblem | undefined => {
  const project = state.projects.find(({ id }) => id === invoice.projectId)
  if (operator.id === walletOperatorId) {
    if (!hasWallet(state, options, number)) return "no_wallet"
  } else {
    const owner = operatorOf(state.operators, number)
    if (owner === undefined) return "no_choice" // most likely a number without its country code
    if (owner.id !== operator.id) return "other_operator"
  }
  if (project !== undefined && !fitsOperator(options, project, operator, invoice.amountXof)) {
    return "out_of_bounds"
  }
  const phone = seePhone(state, options, number).value
  const spent = spentToday(phone, operator.id, state.now) + invoice.amountXof
  const beyond = operator.dailyLimitXof !== null && spent > operator.dailyLimitXof
  return beyond || behaviourOf(options, phone, invoice.amountXof) === "over_daily_limit" ? "daily_limit" : undefined
}

/** Cancels (U11). */
export const cancelPage = (state: State, options: Options, token: string): Acted<void> =>
  Result.map(viewPage(state, token), ({ invoice }) =>
    step(
      options.assumptions.statusAfterCancel === "notcompleted" && invoice.status === "pending"
        ? endByCancel(state, options, invoice)
        : state,
      undefined,
    ),
  )

const hasPage = (invoice: Payin): boolean =>
  invoice.origin === "createHostedInvoice" ||
  invoice.mode === "service_redirect" ||
  invoice.mode === "operator_redirect"

const isPhoneNumber = Schema.is(PhoneNumber)
