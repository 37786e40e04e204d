/**
 * How a customer is asked to pay, one validation mode at a time, and how the answer becomes the operator's decision. A direct payin, a
 * wallet submit and a choice on the hosted page all begin here.
 * Spec: validation modes (#119-#125 #149-#156), wallet (#5 #162 #167), redirects (as observed).
 */
import type { Decision } from "../model/Agenda.ts"
import { drawCode, type Step, wrongCode } from "../model/draws.ts"
import type { Payin } from "../model/Payin.ts"
import { magicOf } from "../options/MagicNumbers.ts"
import type { Operator } from "../model/Operator.ts"
import type { Options } from "../options/Options.ts"
import { attempted } from "./payinLife.ts"
import type { Behaviour, IssuedCode, Phone, Prompt } from "../model/Phone.ts"
import { putPhone, seePhone, usedCode, withCode, withoutPrompt, withPrompt, withSms } from "./phoneBook.ts"
import { plan } from "./plans.ts"
import type { State } from "../model/State.ts"
import { bilingual } from "../model/Bilingual.ts"

/** Who pays, on which operator, with which code. */
export interface Attempt {
  readonly operator: Operator
  readonly payer: string
  readonly otp: string
}

/** The behaviour of a phone's owner for an amount: a magic amount decides for all phones. */
export const behaviourOf = (options: Options, phone: Phone, amountXof: number): Behaviour => {
  const byAmount = magicOf(options, "", amountXof)
  return byAmount === undefined ? phone.behaviour : byAmount.behaviour
}

/** Asks the customer to pay a pending invoice. */
export const begin = (state: State, options: Options, invoice: Payin, attempt: Attempt): State => {
  const { operator, payer, otp } = attempt
  const named = attempted(state, options, invoice, { operatorId: operator.id, payer })
  switch (operator.mode) {
    case "ussd_otp":
      return withOtp(named, options, attempt, "ussd_otp")
    case "sms_otp":
      return otp === ""
        ? sendCode(named.state, options, payer, {
            purpose: "sms_otp",
            amountXof: expected(named.value),
            projectId: invoice.projectId,
          })
        : withOtp(named, options, attempt, "sms_otp")
    case "wallet":
      return withOtp(named, options, attempt, "wallet")
    case "ussd_push":
      return ask(named, options, attempt, "Push")
    case "guided_ussd":
      return ask(named, options, attempt, "Dial")
    case "service_redirect":
    case "operator_redirect":
      return ask(named, options, attempt, "Page")
  }
}

/** What the customer must pay: the base amount, and the fees when the customer bears them (#123, #124). */
const expected = (invoice: Payin): number => invoice.amountXof + invoice.customerFeeXof

/** Sends a code by SMS (#155, #162). */
export const sendCode = (
  state: State,
  options: Options,
  number: string,
  code: Pick<IssuedCode, "purpose" | "amountXof" | "projectId">,
): State => {
  const seen = seePhone(state, options, number)
  const drawn = drawCode(seen.state)
  const given: IssuedCode = {
    ...code,
    code: drawn.value,
    createdAt: state.now,
    expiresAt: state.now + options.codeLifetimeMillis,
    used: false,
  }
  const text = bilingual((texts) => texts.code(drawn.value, code.amountXof))
  return putPhone(drawn.state, withSms(withCode(seen.value, options, given), options, state.now, text))
}

// A wrong or expired code, or one for another amount: nothing happens, and the payin stays pending (#119, #125).
const withOtp = (
  { state, value: invoice }: Step<Payin>,
  options: Options,
  { payer, otp }: Attempt,
  purpose: IssuedCode["purpose"],
): State => {
  const seen = seePhone(state, options, payer)
  const automatic = reaction(options, behaviourOf(options, seen.value, invoice.amountXof))
  if (automatic !== undefined) {
    return otp === "" || otp === wrongCode || automatic === "Nothing"
      ? seen.state
      : decideLater(seen.state, invoice.token, automatic.decision, automatic.afterMillis)
  }
  const wanted = { code: otp, purpose, amountXof: expected(invoice), projectId: invoice.projectId }
  const phone = usedCode(seen.value, wanted, state.now)
  return phone === undefined
    ? seen.state
    : decideLater(putPhone(seen.state, phone), invoice.token, "completed", options.operatorDelayMillis)
}

const ask = (
  { state, value: invoice }: Step<Payin>,
  options: Options,
  { operator, payer }: Attempt,
  form: Prompt["form"],
): State => {
  const seen = seePhone(state, options, payer)
  const drawn = drawCode(seen.state)
  const prompt: Prompt = {
    id: `${invoice.number}-${drawn.value}`,
    invoice: invoice.token,
    operatorId: operator.id,
    amountXof: expected(invoice),
    form,
    dial: form === "Dial" ? `*555*4*${drawn.value}#` : null,
    shop: invoice.shop.name,
    createdAt: state.now,
    expiresAt: state.now + options.promptLifetimeMillis,
    wrongPins: 0,
  }
  const text = bilingual((texts) => texts.dial(prompt.dial ?? "", prompt.amountXof, prompt.shop))
  const shown = withPrompt(seen.value, options, prompt)
  // #153: the operator's instructions come by SMS.
  const asked = putPhone(drawn.state, form === "Dial" ? withSms(shown, options, state.now, text) : shown)
  const automatic = reaction(options, behaviourOf(options, seen.value, invoice.amountXof))
  if (automatic === undefined || automatic === "Nothing") {
    return plan(asked, prompt.expiresAt, { _tag: "EndPrompt", phone: payer, prompt: prompt.id })
  }
  const gone = putPhone(asked, withoutPrompt(shown, prompt.id))
  return decideLater(gone, invoice.token, automatic.decision, automatic.afterMillis)
}

export const decideLater = (state: State, invoice: string, decision: Decision, afterMillis: number): State =>
  plan(state, state.now + afterMillis, { _tag: "DecidePayin", invoice, decision })

/** What an automatic customer does; `undefined`: the phone waits for a person to act. */
export const reaction = (
  options: Options,
  behaviour: Behaviour,
): { readonly decision: Decision; readonly afterMillis: number } | "Nothing" | undefined => {
  switch (behaviour) {
    case "waits":
      return undefined
    case "pays_at_once":
      return { decision: "completed", afterMillis: options.operatorDelayMillis }
    case "pays_in_a_minute":
      return { decision: "completed", afterMillis: minute }
    case "pays_in_two_days":
      return { decision: "completed", afterMillis: 2 * 24 * 60 * minute }
    case "refuses":
      return { decision: "refused", afterMillis: options.operatorDelayMillis }
    case "cannot_pay":
      return { decision: "no_funds", afterMillis: options.operatorDelayMillis }
    case "never_answers":
    case "over_daily_limit":
      return "Nothing"
  }
}

const minute = 60_000
