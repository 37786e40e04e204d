/**
 * Endpoints 1, 3, 4 and 5: executes a payin request that passed the checks.
 * Spec: Endpoints (#133 #135-#137 #146-#171), modes (#149-#156), wallet (#157 #166 #170 #171), daily limit (#228), U4, U5, U7.
 */
import { HashMap, Option } from "effect"
import { walletOperatorId } from "../options/Assumptions.ts"
import { begin, behaviourOf, sendCode } from "../life/attempts.ts"
import { drawHex, drawToken, nextNumber, type Step, step } from "../model/draws.ts"
import type { ServiceRequest } from "../ports/Engine.ts"
import type { Payin } from "../model/Payin.ts"
import { type Operator, feeOn, operatorOf } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import { findPayin, putPayin } from "../life/payinLife.ts"
import { hasWallet, seePhone, spentToday } from "../life/phoneBook.ts"
import type { Project } from "../model/Project.ts"
import { entriesOf, transactionIdOf } from "../life/records.ts"
import { otpSent, payinCreated } from "./replies.ts"
import type { Reply } from "../model/Reply.ts"
import { type InvoiceCommand, readInvoiceBody } from "./requestBodies.ts"
import { stated, unstated } from "./requestChecks.ts"
import type { State } from "../model/State.ts"
import { digitsOfTime } from "../model/times.ts"
import { bilingual } from "../model/Bilingual.ts"

/** A reply, and the creation token of the payment that it created, if any. */
export interface Executed {
  readonly reply: Reply
  readonly created?: string
}

type PayinEndpoint = Payin["origin"]

/** Serves endpoint 1, 3 or 5. */
export const createPayin = (
  state: State,
  options: Options,
  endpoint: PayinEndpoint,
  project: Project,
  body: unknown,
): Step<Executed> => {
  const command = Option.getOrUndefined(readInvoiceBody(options, endpoint, body))
  if (command === undefined) return step(state, { reply: unstated(options, endpoint, "field") })
  if (endpoint === "createHostedInvoice") {
    const made = newInvoice(state, options, endpoint, project, command)
    return step(made.state, { reply: payinCreated(options, made.value), created: made.value.token })
  }
  const operator =
    endpoint === "submitWalletInvoice" ? walletOperator(state) : operatorOf(state.operators, command.invoice.customer)
  if (operator === undefined) return step(state, { reply: unstated(options, endpoint, "operator") })
  const refused = refusedMeaning(state, options, endpoint, project, command, operator)
  if (refused !== undefined) return step(state, { reply: refused })
  return submitted(state, options, endpoint, project, command, operator)
}

const walletOperator = (state: State) => state.operators.find(({ id }) => id === walletOperatorId)

/** What the checks cannot see: whose number it is, whether the amount is in its bounds, and whether the OTP was requested. */
const refusedMeaning = (
  state: State,
  options: Options,
  endpoint: PayinEndpoint,
  project: Project,
  { invoice }: InvoiceCommand,
  operator: Operator,
): Reply | undefined => {
  const wallet = endpoint === "submitWalletInvoice"
  // #157, #171: each of the two endpoints has its own numbers.
  if (!wallet && operator.mode === "wallet") return unstated(options, endpoint, "wallet_number")
  if (wallet && !hasWallet(state, options, invoice.customer)) return unstated(options, endpoint, "no_wallet")
  if (!fitsOperator(options, project, operator, invoice.total_amount)) {
    return stated(options, endpoint, "amount_refused", "Invalid")
  }
  const phone = seePhone(state, options, invoice.customer).value
  const { dailyLimitXof } = operator
  const behaviour = behaviourOf(options, phone, invoice.total_amount)
  const beyond =
    dailyLimitXof !== null && spentToday(phone, operator.id, state.now) + invoice.total_amount > dailyLimitXof
  if (beyond || behaviour === "over_daily_limit") {
    return { ...stated(options, endpoint, "amount_refused", "Invalid"), because: "daily_limit" }
  }
  if (!wallet || behaviour !== "waits") return undefined
  const owed = invoice.total_amount + (project.customerPaysFees ? feeOn(operator.payinFee, invoice.total_amount) : 0)
  const asked = phone.codes.filter(
    (code) => code.purpose === "wallet" && code.amountXof === owed && code.projectId === project.id,
  )
  // U7: endpoint 4 comes first, for the same phone and amount.
  if (asked.length === 0 && options.assumptions.walletSubmitNeedsMatchingOtp) {
    return unstated(options, endpoint, "no_otp_request")
  }
  const right = asked.some((code) => code.code === invoice.otp && !code.used && state.now < code.expiresAt)
  return !right && options.profile.refusesWrongWalletOtp ? unstated(options, endpoint, "wrong_otp") : undefined
}

/**
 * Whether an amount is within all bounds (#249): the operator's own, those assumed for the operator and for its country, and the account's
 * for both.
 */
export const fitsOperator = (options: Options, project: Project, operator: Operator, amountXof: number): boolean =>
  [
    operator.bounds,
    options.assumptions.amountBounds.operators[operator.id],
    options.assumptions.amountBounds.countries[operator.country],
    project.bounds[operator.id],
    project.countryBounds?.[operator.country],
  ].every((bounds) => amountXof >= (bounds?.minimumXof ?? 0) && amountXof <= (bounds?.maximumXof ?? Infinity))

const submitted = (
  state: State,
  options: Options,
  endpoint: PayinEndpoint,
  project: Project,
  command: InvoiceCommand,
  operator: Operator,
): Step<Executed> => {
  const otp = command.invoice.otp ?? ""
  const resumed = otp === "" ? undefined : resumable(state, options, project, command, operator)
  const made = resumed === undefined ? newInvoice(state, options, endpoint, project, command) : step(state, resumed)
  const begun = begin(made.state, options, made.value, { operator, payer: command.invoice.customer, otp })
  const invoice = findPayin(begun, made.value.token) ?? made.value
  const reply = payinCreated(options, invoice)
  return step(begun, resumed === undefined ? { reply, created: invoice.token } : { reply })
}

// U4 and U5: another request for the same customer, amount and identifier belongs to the payin that is still pending.
const resumable = (
  state: State,
  options: Options,
  project: Project,
  { custom_data: sent, invoice: wanted }: InvoiceCommand,
  operator: Operator,
): Payin | undefined => {
  const sharesToken = options.assumptions.smsOtpTokens === "Shared" && operator.mode === "sms_otp"
  if (!sharesToken && !options.assumptions.freshOtpResumes) return undefined
  const transactionId = transactionIdOf(entriesOf(sent ?? {}, "", 0))
  return HashMap.toValues(state.invoices).find(
    (invoice) =>
      invoice.status === "pending" &&
      invoice.projectId === project.id &&
      invoice.operatorId === operator.id &&
      invoice.payer === wanted.customer &&
      invoice.amountXof === wanted.total_amount &&
      transactionIdOf(invoice.entries) === transactionId,
  )
}

const newInvoice = (
  state: State,
  options: Options,
  origin: PayinEndpoint,
  project: Project,
  { actions, custom_data: sent, invoice, store }: InvoiceCommand,
): Step<Payin> => {
  const numbered = nextNumber(state)
  const token = drawToken(numbered.state, options.profile.tokenShape)
  const callbackToken = drawToken(token.state, options.profile.tokenShape)
  const suffix = drawHex(callbackToken.state, 13)
  const { now } = state
  const made: Payin = {
    token: token.value,
    callbackToken: callbackToken.value,
    number: numbered.value,
    requestId: `P${numbered.value}${digitsOfTime(now).slice(0, 8)}`,
    projectId: project.id,
    origin,
    status: options.assumptions.initialStatus,
    amountXof: invoice.total_amount,
    customerFeeXof: 0,
    description: invoice.description,
    lines: invoice.items.map((item) => ({ name: item.name, quantity: item.quantity, totalXof: item.total_price })),
    shop: { name: store.name, website: store.website_url },
    cancelUrl: actions.cancel_url,
    returnUrl: actions.return_url,
    callbackUrl: actions.callback_url,
    externalId: invoice.external_id ?? "",
    entries: entriesOf(sent ?? {}, `${digitsOfTime(now)}${suffix.value}`, now),
    customer: {
      phone: invoice.customer,
      firstname: invoice.customer_firstname ?? "",
      lastname: invoice.customer_lastname ?? "",
      email: invoice.customer_email ?? "",
    },
    operatorId: null,
    mode: null,
    payer: null,
    operatorReference: "",
    createdAt: now,
    finalAt: null,
    tokenExpiresAt: null,
    history: [{ at: now, status: options.assumptions.initialStatus, cause: bilingual(({ created }) => created) }],
  }
  return step(putPayin(suffix.state, made), made)
}

/** Serves endpoint 4: sends an OTP to the owner of a wallet account (#162), for the amount plus the fees they bear (#124). */
export const sendWalletOtp = (
  state: State,
  options: Options,
  project: Project,
  parameters: ServiceRequest["parameters"],
): Step<Executed> => {
  const phone = parameters["phone_number"] ?? ""
  const amountXof = Number(parameters["amount"])
  const operator = walletOperator(state)
  // #166: exclusive to the wallet.
  if (operator === undefined || !hasWallet(state, options, phone)) {
    return step(state, { reply: unstated(options, "sendWalletOtp", "no_wallet") })
  }
  const fee = project.customerPaysFees ? feeOn(operator.payinFee, amountXof) : 0
  const code = { purpose: "wallet", amountXof: amountXof + fee, projectId: project.id } as const
  return step(sendCode(state, options, phone, code), { reply: otpSent() })
}
