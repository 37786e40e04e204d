/**
 * From what a program holds to what the service wants. A local number sent unchanged reaches the wrong person or no one: `620000000` is
 * Guinea's at home, and Indonesia's with a plus. Spec: general rules (#13), payout creation (#63).
 *
 * Only country codes and lengths are checked. Mobile prefixes change often, and a program that refused a new one would keep its owner from
 * paying.
 */
import { parsePhoneNumberFromString, validatePhoneNumberLength } from "libphonenumber-js/mobile"
import { isCountry, isRegional } from "./Country.ts"
import { known } from "./known.ts"
import { fitsService } from "./normalisePhone.ts"
import { lengthProblems, type PhoneReading, problem } from "./PhoneProblem.ts"

/**
 * The number with its country code. One of West and Central Africa is accepted unchanged; a local one is completed with the chosen country,
 * and refused without one; any other needs a plus in front. Behind a plus spaces, dashes and brackets do not count; without one a date or a sum may be
 * meant.
 *
 * ```ts
 * completePhone("22670000001") // { ok: true, phone: "22670000001" }
 * completePhone("70000001", "BF") // { ok: true, phone: "22670000001" }
 * completePhone("70000001") // { ok: false, problem: { because: "country_needed", … } }
 * ```
 */
export const completePhone = (written: string, country?: string): PhoneReading => {
  const phone = /^\s*\+/.test(written) ? written.replaceAll(/[\s\p{Pd}()]/gu, "") : written
  if (country !== undefined && !isCountry(country)) return problem("country_unknown")
  if (!/^\+?[0-9]{1,20}$/.test(phone)) return problem("not_a_number")
  const hasPlus = phone.startsWith("+")
  const whole = parsePhoneNumberFromString(hasPlus ? phone : `+${phone}`)
  if (whole?.isPossible() === true && (hasPlus || isRegional(whole.country))) return taken(whole.number)
  if (!hasPlus && country === undefined) return problem("country_needed")
  const local = hasPlus ? undefined : parsePhoneNumberFromString(phone, known(country))
  if (local?.isPossible() === true) return taken(local.number)
  const length = validatePhoneNumberLength(phone, known(country))
  /* v8 ignore next -- a number of a possible length is a possible number, which only the types do not know */
  return problem(length === undefined ? "wrong_length" : lengthProblems[length], country)
}

const taken = (number: string): PhoneReading => {
  const phone = number.slice(1)
  return fitsService(phone) ? { ok: true, phone } : problem("wrong_length")
}
