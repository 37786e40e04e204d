/**
 * What is wrong with a phone number, for the program and for the person who typed it. The number itself is never repeated: it is
 * personal, and what is repeated ends up in a log.
 */
import type { ValidatePhoneNumberLengthResult } from "libphonenumber-js/mobile"
import { both, type Texts } from "@cauri/catalogue"

/** What can be wrong. */
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
  /** Between two lengths that exist. */
  "wrong_length",
  /** The length is right, but no mobile number of the country begins like this. */
  "not_mobile",
] as const
/** What can be wrong. */
export type PhoneProblemCause = (typeof phoneProblemCauses)[number]

/** Why a text is no number. It never says what was typed. */
export interface PhoneProblem {
  readonly because: PhoneProblemCause
  /** The country by whose rules it was judged, where there was one. */
  readonly country: string | null
  /** For a log. */
  readonly message: string
  /** What the person who typed it may be shown. */
  readonly customerMessages: Texts
}

/** A number as the service wants it (country code and number in digits), or what is wrong with the text. */
export type PhoneReading =
  | { readonly ok: true; readonly phone: string }
  | { readonly ok: false; readonly problem: PhoneProblem }

/** The reading of a text that is no number. */
export const problem = (because: PhoneProblemCause, country: string | null = null): PhoneReading => {
  const judged = country === null ? "" : `, judged as a number of ${country}`
  const message = `This is not a mobile number (${because}${judged}). Ask for it again; the text is not repeated here.`
  return {
    ok: false,
    problem: { because, country, message, customerMessages: both(({ phoneProblems }) => phoneProblems[because]) },
  }
}

/** What is wrong with a length. */
export const lengthProblems: Readonly<Record<ValidatePhoneNumberLengthResult, PhoneProblemCause>> = {
  INVALID_COUNTRY: "country_unknown",
  NOT_A_NUMBER: "not_a_number",
  TOO_SHORT: "too_short",
  TOO_LONG: "too_long",
  INVALID_LENGTH: "wrong_length",
}
