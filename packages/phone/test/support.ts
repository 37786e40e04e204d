/** Numbers of every country of the region: as people there type them, and as the service wants them. */
import { Msisdn } from "@cauri/core/model"
import { Schema } from "effect"
import type { Country } from "../src/index.ts"

/** A country's mobile number: typed at home, with the country code, and a number of the wrong length. */
export interface Sample {
  readonly country: Country
  readonly local: string
  readonly msisdn: string
}

export const samples: ReadonlyArray<Sample> = [
  { country: "BF", local: "70 00 00 01", msisdn: "22670000001" },
  { country: "BJ", local: "01 97 00 00 01", msisdn: "2290197000001" },
  { country: "CD", local: "084 000 0001", msisdn: "243840000001" },
  { country: "CF", local: "70 00 00 01", msisdn: "23670000001" },
  { country: "CG", local: "06 600 00 01", msisdn: "242066000001" },
  { country: "CI", local: "07 00 00 00 01", msisdn: "2250700000001" },
  { country: "CM", local: "6 70 00 00 01", msisdn: "237670000001" },
  { country: "GA", local: "074 00 00 01", msisdn: "24174000001" },
  { country: "GH", local: "024 000 0001", msisdn: "233240000001" },
  { country: "GN", local: "620 00 00 01", msisdn: "224620000001" },
  { country: "GQ", local: "222 000 001", msisdn: "240222000001" },
  { country: "GW", local: "955 000 001", msisdn: "245955000001" },
  { country: "LR", local: "0770 000 001", msisdn: "231770000001" },
  { country: "ML", local: "70 00 00 01", msisdn: "22370000001" },
  { country: "NE", local: "90 00 00 01", msisdn: "22790000001" },
  { country: "NG", local: "0803 000 0001", msisdn: "2348030000001" },
  { country: "SL", local: "076 000 001", msisdn: "23276000001" },
  { country: "SN", local: "77 000 00 01", msisdn: "221770000001" },
  { country: "TD", local: "60 00 00 01", msisdn: "23560000001" },
  { country: "TG", local: "90 00 00 01", msisdn: "22890000001" },
]

export const anySample = Schema.Literals(samples.map((_, index) => index))

/** Four digits to end a number with. */
export const anyTail = Schema.String.check(Schema.isPattern(/^[0-9]{4}$/))

export const withTail = (index: number, tail: string): Sample => {
  const sample = samples.at(index)
  if (sample === undefined) throw new Error(`There is no sample ${index}.`)
  const { country, local, msisdn } = sample
  const digits = local.replaceAll(" ", "")
  return { country, local: digits.slice(0, -4) + tail, msisdn: msisdn.slice(0, -4) + tail }
}

export const msisdn = (digits: string): Msisdn => Msisdn.make(digits)
