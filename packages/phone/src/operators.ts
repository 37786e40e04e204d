/**
 * The operators that one public source showed, as open data: the service publishes no list (#111), limits vary per account (#249), and the
 * source breaks off after the Democratic Republic of the Congo. Use it as a start for your own list, never as the truth.
 *
 * No source says which operator a number belongs to, and numbers move between operators. So operators are suggested by country only, and
 * the customer chooses.
 */
import { type Country, countryOf } from "./Country.ts"
import type { DirectMode } from "./words.ts"

/** One operator as a source showed it. */
export interface SeenOperator {
  /** Null: the service's own wallet, which the source ties to no country. */
  readonly country: Country | null
  readonly name: string
  /** The service's identifier, as confirms name it; null: not seen. */
  readonly operatorId: string | null
  /** The service's name for it; null: not seen in full. */
  readonly operatorName: string | null
  /** `wallet`: paid by the service's own wallet, by a code of its own. `direct`: one of `modes`. */
  readonly method: "direct" | "wallet"
  /** How its customers confirm, the usual way first and its fallback next; empty: not seen, or no direct payment. */
  readonly modes: ReadonlyArray<DirectMode>
  /** The smallest amount, in whole francs; null: not seen. */
  readonly minimumXof: number | null
  /** What its customers dial to get a code; null: not seen, or nothing to dial. */
  readonly dialCode: string | null
  /** How well it is known. */
  readonly strength: "one_source"
}

const seen = (
  country: Country,
  name: string,
  operatorId: string,
  operatorName: string | null,
  modes: ReadonlyArray<DirectMode>,
  minimumXof: number | null,
  dialCode: string | null = null,
): SeenOperator => ({
  country,
  name,
  operatorId,
  operatorName,
  method: "direct",
  modes,
  minimumXof,
  dialCode,
  strength: "one_source",
})

/** Every operator that was seen, and the wallet. */
export const operators: ReadonlyArray<SeenOperator> = [
  {
    country: null,
    name: "wallet",
    operatorId: null,
    operatorName: null,
    method: "wallet",
    modes: [],
    minimumXof: null,
    dialCode: null,
    strength: "one_source",
  },
  seen("BJ", "Moov", "2", "MOOV BENIN", ["ussd_push"], 100),
  seen("BJ", "MTN", "1", "MTN BENIN", ["ussd_push"], 100),
  seen("BF", "Orange", "11", "ORANGE BURKINA", ["ussd_otp"], 10, "*144*4*6#"),
  seen("BF", "Moov", "12", "MOOV AFRICA BURKINA", ["ussd_push", "guided_ussd"], 100),
  seen("CI", "Orange", "16", "ORANGE CI", ["operator_redirect"], 10),
  seen("CI", "Moov", "14", "MOOV CI", ["ussd_push", "guided_ussd"], 100),
  seen("CI", "MTN", "15", "MTN CI", ["guided_ussd"], 10),
  seen("GN", "Orange", "33", "ORANGE GUINEE", ["service_redirect"], 200),
  seen("GN", "MTN", "51", "MTN GUINEE", ["service_redirect"], 200),
  seen("ML", "Orange", "18", "ORANGE MALI", ["operator_redirect"], 100),
  seen("NE", "Airtel", "27", "AIRTEL NIGER", ["ussd_push"], 10),
  seen("NE", "Zamani", "28", "ORANGE/ZAMANI NIGER", ["guided_ussd"], 10),
  seen("NE", "Moov", "29", "MOOV AFRICA NIGER", ["ussd_push"], null),
  seen("CD", "Orange", "34", null, [], null),
  seen("SN", "Wave", "39", "WAVE SENEGAL", ["service_redirect"], null),
  seen("TG", "YAS (ex-Togocom)", "3", "YAS TOGO", ["ussd_push"], null),
]

/**
 * The operators seen in the number's country; empty when none was seen. A number does not reveal its own operator, so let the customer
 * choose. The wallet is not among them: it has no country.
 */
export const suggestOperators = (phone: string): ReadonlyArray<SeenOperator> => {
  const country = countryOf(phone)
  return country === null ? [] : operators.filter((operator) => operator.country === country)
}

/** The modes that were seen in the number's country, those of most operators first. */
export const suggestModes = (phone: string): ReadonlyArray<DirectMode> => {
  const modes = suggestOperators(phone).flatMap((operator) => operator.modes)
  const count = (mode: DirectMode) => modes.filter((each) => each === mode).length
  return [...new Set(modes)].toSorted((a, b) => count(b) - count(a))
}
