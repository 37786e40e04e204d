/** What the numbering plans know, apart from the types that callers see: those name nothing of libphonenumber-js. */
import { type CountryCode, getCountries } from "libphonenumber-js/mobile"

/** The country as the numbering plans know it; undefined for one that they do not know. */
export const known = (text: string | undefined): CountryCode | undefined =>
  getCountries().find((country) => country === text)
