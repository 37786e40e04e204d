/**
 * From what a person types to what the service wants: country code and number, without plus and without spaces. Spec: general rules (#13),
 * payout creation (#63). libphonenumber-js knows the numbering plans; this file handles how people write numbers.
 *
 * The `mobile` metadata is the smallest that can tell a mobile number from a fixed line (24 KB compressed, 5 KB more than `min`). No number
 * is corrected: one that is almost right may belong to another person, and money would go there.
 */
import { parsePhoneNumberFromString, type PhoneNumber, validatePhoneNumberLength } from "libphonenumber-js/mobile"
import { type Country, countryOf, isCountry, isRegional } from "./Country.ts"
import { known } from "./known.ts"
import { lengthProblems, type PhoneReading, problem } from "./PhoneProblem.ts"

/** The longest text that is read: enough for any number with a sign between all its digits. */
export const maximumTypedLength = 64

/**
 * Reads a typed number. With a plus or `00` its own country code counts. Without, it is a number of the default country, or else one of the
 * region with its country code in front; without a default country it must have its country code. The default country is a two-letter code.
 */
export const normalisePhone = (text: string, defaultCountry?: string): PhoneReading => {
  if (defaultCountry !== undefined && !isCountry(defaultCountry)) return problem("country_unknown")
  if (text.length > maximumTypedLength) return problem("too_long")
  const typed = withoutNoise(text)
  if (typed === "") return problem("empty")
  if (!/^\+?[0-9]+$/.test(typed)) return problem("not_a_number")
  const international = withPlus(typed, defaultCountry)
  if (international !== null) return read(international)
  const whole = read(`+${typed}`)
  if (defaultCountry === undefined) return whole.ok ? whole : problem("country_needed")
  const local = read(typed, defaultCountry)
  return !local.ok && whole.ok && isRegional(countryOf(whole.phone)) ? whole : local
}

/** Where the decimal digits of other scripts begin: Arabic, Persian, N'Ko, Adlam, and the full width of East Asian keyboards. */
const foreignZeros = [0x0660, 0x06f0, 0x07c0, 0x1e950, 0xff10]

const asciiDigits = new Map(
  foreignZeros.flatMap((zero) =>
    Array.from({ length: 10 }, (_, digit) => [String.fromCodePoint(zero + digit), String(digit)] as const),
  ),
)

/**
 * The text without what people put between digits: white space of any kind, dashes, dots, brackets, and invisible characters of a pasted
 * number. A bullet or an asterisk stays, because it stands for a hidden digit.
 */
const withoutNoise = (text: string): string =>
  text
    .replace(/[\s\p{Cf}\p{Pd}\u2212.\uFF0E()[\]\uFF08\uFF09]/gu, "")
    .replace(/\uFF0B/g, "+")
    .replace(/\p{Nd}/gu, (digit) => asciiDigits.get(digit) ?? digit)

/** The number with a plus when it was dialled as an international one, or null. In Nigeria one dials 009, elsewhere here 00. */
const withPlus = (typed: string, defaultCountry: string | undefined): string | null => {
  if (typed.startsWith("+")) return typed
  if (defaultCountry === "NG" && typed.startsWith("009")) return `+${typed.slice(3)}`
  return typed.startsWith("00") ? `+${typed.slice(2)}` : null
}

/** Is it in the service's range: 8 to 15 digits (#13)? */
export const fitsService = (phone: string): boolean => /^[1-9][0-9]{7,14}$/.test(phone)

/** Digits as a number of the country, or of the country whose code follows the plus. */
const read = (digits: string, country?: Country): PhoneReading => {
  const parsed = parsePhoneNumberFromString(digits, known(country))
  const normalised = parsed?.number.slice(1) ?? ""
  if (parsed !== undefined && isMobile(parsed) && fitsService(normalised)) return { ok: true, phone: normalised }
  const length = validatePhoneNumberLength(digits, known(country))
  return problem(length === undefined ? "not_mobile" : lengthProblems[length], parsed?.country ?? country)
}

/** A country code without a country is a satellite or a free-phone service; no operator has wallets there. */
const isMobile = (number: PhoneNumber): boolean =>
  number.isValid() && number.country !== undefined && retired[number.country]?.test(number.nationalNumber) !== true

/**
 * National numbers that the library still accepts although their plan has ended. Gabon went from seven and eight digits to 6X and 7X with
 * eight in November 2019, so an old number there is most often a new one with a digit missing.
 */
const retired: Readonly<Partial<Record<Country, RegExp>>> = { GA: /^(0|[2-7][0-9]{6}$)/ }
