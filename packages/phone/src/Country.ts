/**
 * The countries of phone numbers, by their two-letter codes, and those of West and Central Africa, where the service's operators
 * are. Which country a number belongs to comes from libphonenumber-js; the set that it knows is open.
 */
import { parsePhoneNumberFromString } from "libphonenumber-js/mobile"
import { known } from "./known.ts"

type Letter = "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | "I" | "J" | "K" | "L" | "M" | SecondHalf
type SecondHalf = "N" | "O" | "P" | "Q" | "R" | "S" | "T" | "U" | "V" | "W" | "X" | "Y" | "Z"

/** A country by its two-letter code: `BF`, `CI`. */
export type Country = `${Letter}${Letter}`

/**
 * West and Central Africa. A number that is typed without a plus is read with one of these country codes before it is given up;
 * for any other country the plus must be typed, because a slip of the finger would find a country somewhere in the world.
 */
export const regionalCountries = [
  "BF",
  "BJ",
  "CD",
  "CF",
  "CG",
  "CI",
  "CM",
  "GA",
  "GH",
  "GN",
  "GQ",
  "GW",
  "LR",
  "ML",
  "NE",
  "NG",
  "SL",
  "SN",
  "TD",
  "TG",
] as const satisfies ReadonlyArray<Country>

/** Is this a country whose numbers are known? */
export const isCountry = (text: string): text is Country => known(text) !== undefined

/** Is this country one of West and Central Africa? */
export const isRegional = (country: Country | null | undefined): boolean =>
  regionalCountries.some((each) => each === country)

/** The country of a number, or null when its country code belongs to none. */
export const countryOf = (phone: string): Country | null => parsePhoneNumberFromString(`+${phone}`)?.country ?? null
