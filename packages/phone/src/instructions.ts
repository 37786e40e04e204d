/**
 * What the customer must do next, and the payment's status. The sentences are the catalogue's; numbers are masked here.
 * Spec: page and modes (#72, #149 to #156, #167), fees (#123, #124), and no technical text for end users (#240).
 *
 * An address is never part of a sentence: it gives access to the payment, and the merchant's interface opens it.
 */
import * as en from "@cauri/catalogue/en"
import * as fr from "@cauri/catalogue/fr"
import { formatMaskedPhone } from "./formatMaskedPhone.ts"
import type { CodeOrigin, CustomerStep, Language, PayinStatus } from "./words.ts"

export { formatMaskedPhone }
export type { CodeOrigin, CustomerStep, Language, PayinStatus }

/** Details for more precise instructions, when the merchant knows them. */
export interface InstructionDetails {
  /** The operator's name as its customers know it. */
  readonly operator?: string
  /** What this operator's customers dial to get a code. */
  readonly dialCode?: string
  /** The number that pays, full or masked; it is shown masked. */
  readonly phone?: string
}

const stepsIn = { fr: fr.steps, en: en.steps } as const
const statesIn = { fr: fr.states, en: en.states } as const

/** What the customer must do next. */
export const instructions = (step: CustomerStep, language: Language, details: InstructionDetails = {}): string => {
  const steps = stepsIn[language]
  const { dialCode, operator, phone } = details
  const known = { dialCode, operator, phone: phone === undefined ? undefined : formatMaskedPhone(phone) }
  switch (step.type) {
    case "dial_this_code_first":
      return steps.dial_this_code_first(step, known)
    case "confirm_on_phone":
      return steps.confirm_on_phone[step.how](known)
    case "enter_code":
      return steps.enter_code[step.from](known)
    case "open_url":
    case "wait_or_enter_code":
    case "wait":
    case "nothing":
      return steps[step.type]
  }
}

/** A payin's status, for its customer. Money may still arrive after a failure, so no status asks a customer to pay twice. */
export const payinStatus = (state: PayinStatus, language: Language): string => statesIn[language][state].customer
