/**
 * What is wrong with a phone number, for the program and for the person who typed it. The number itself is never repeated: it is personal,
 * and repeated texts end up in logs.
 */
import type { ValidatePhoneNumberLengthResult } from "libphonenumber-js/mobile"
import { both, type Texts } from "@cauri/catalogue"

/** The possible problems. */
export const phoneProblemCauses = [
  /** Nothing was typed. */
  "empty",
  /** Letters, other signs, or a text around the number. */
  "not_a_number",
  /** A local number, and no country was chosen. */
  "country_needed",
  /** No country has this country code, or the country that was chosen is not one. */
  "country_unknown",
  "too_short",
  "too_long",
  /** Between two valid lengths. */
  "wrong_length",
  /** The length is right, but no mobile number of the country begins like this. */
  "not_mobile",
] as const
/** One of the possible problems. */
export type PhoneProblemCause = (typeof phoneProblemCauses)[number]

/** Why a text is no phone number. It never repeats the text. */
export interface PhoneProblem {
  readonly because: PhoneProblemCause
  /** The country whose rules were applied, if any. */
  readonly country: string | null
  /** For a log. */
  readonly message: string
  /** For the person who typed it, in both languages. */
  readonly customerMessages: Texts
}

/** A number as the service wants it (country code and number in digits), or what is wrong with the text. */
export type PhoneReading =
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; readonly problem: PhoneProblem }

export const problem = (because: PhoneProblemCause, country: string | null = null): PhoneReading => {
  const judged = country === null ? "" : `, judged as a number of ${country}`
  const message = `This is not a mobile number (${because}${judged}). Ask for it again; the text is not repeated here.`
  return {
    ok: false,
    problem: { because, country, message, customerMessages: both(({ phoneProblems }) => phoneProblems[because]) },
  }
}

export const lengthProblems = {
  INVALID_COUNTRY: "country_unknown",
  NOT_A_NUMBER: "not_a_number",
  TOO_SHORT: "too_short",
  TOO_LONG: "too_long",
  INVALID_LENGTH: "wrong_length",
} as const satisfies Readonly<Record<ValidatePhoneNumberLengthResult, PhoneProblemCause>>
