/**
 * The operators that one public source showed, as open data: the service publishes no list (#111), limits vary per account (#249), and
 * the source breaks off after the Democratic Republic of the Congo. Take it as a start for your own list, never as the truth.
 *
 * No source says which operator a number belongs to, and numbers move between operators. So operators are suggested by country only,
 * and the customer chooses.
 */
import type { DirectMode, Msisdn } from "@cauri/core"
import { type Country, countryOf } from "./Country.ts"

/** One operator as a source showed it. */
export interface SeenOperator {
  /** Null: the service's own wallet, which the source ties to no country. */
  readonly country: Country | null
  readonly name: string
  /** The service's identifier, as confirms name it; null: not seen. */
  readonly operatorId: string | null
  /** The service's name for it; null: not seen in full. */
  readonly operatorName: string | null
  /** `Wallet`: paid by the service's own wallet, by a code of its own. `Direct`: one of `modes`. */
  readonly method: "Direct" | "Wallet"
  /** How its customers confirm, the usual way first and its fallback next; empty: not seen, or no direct payment. */
  readonly modes: ReadonlyArray<DirectMode>
  /** The smallest amount, in whole francs; null: not seen. */
  readonly minimumXof: number | null
  /** What its customers dial to get a code; null: not seen, or nothing to dial. */
  readonly dialCode: string | null
  /** How well it is known. */
  readonly strength: "OneSource"
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
  method: "Direct",
  modes,
  minimumXof,
  dialCode,
  strength: "OneSource",
})

/** Every operator that was seen, and the wallet. */
export const operators: ReadonlyArray<SeenOperator> = [
  {
    country: null,
    name: "wallet",
    operatorId: null,
    operatorName: null,
    method: "Wallet",
    modes: [],
    minimumXof: null,
    dialCode: null,
    strength: "OneSource",
  },
  seen("BJ", "Moov", "2", "MOOV BENIN", ["UssdPush"], 100),
  seen("BJ", "MTN", "1", "MTN BENIN", ["UssdPush"], 100),
  seen("BF", "Orange", "11", "ORANGE BURKINA", ["UssdOtp"], 10, "*144*4*6#"),
  seen("BF", "Moov", "12", "MOOV AFRICA BURKINA", ["UssdPush", "GuidedUssd"], 100),
  seen("CI", "Orange", "16", "ORANGE CI", ["OperatorRedirect"], 10),
  seen("CI", "Moov", "14", "MOOV CI", ["UssdPush", "GuidedUssd"], 100),
  seen("CI", "MTN", "15", "MTN CI", ["GuidedUssd"], 10),
  seen("GN", "Orange", "33", "ORANGE GUINEE", ["ServiceRedirect"], 200),
  seen("GN", "MTN", "51", "MTN GUINEE", ["ServiceRedirect"], 200),
  seen("ML", "Orange", "18", "ORANGE MALI", ["OperatorRedirect"], 100),
  seen("NE", "Airtel", "27", "AIRTEL NIGER", ["UssdPush"], 10),
  seen("NE", "Zamani", "28", "ORANGE/ZAMANI NIGER", ["GuidedUssd"], 10),
  seen("NE", "Moov", "29", "MOOV AFRICA NIGER", ["UssdPush"], null),
  seen("CD", "Orange", "34", null, [], null),
  seen("SN", "Wave", "39", "WAVE SENEGAL", ["ServiceRedirect"], null),
  seen("TG", "YAS (ex-Togocom)", "3", "YAS TOGO", ["UssdPush"], null),
]

/**
 * The operators that were seen in the number's country; none, where none was seen. The number's own operator cannot be told, so let
 * the customer choose. The wallet is not among them: it has no country.
 */
export const suggestOperators = (msisdn: Msisdn): ReadonlyArray<SeenOperator> => {
  const country = countryOf(msisdn)
  return country === null ? [] : operators.filter((operator) => operator.country === country)
}

/** The modes that were seen in the number's country, those of most operators first. */
export const suggestModes = (msisdn: Msisdn): ReadonlyArray<DirectMode> => {
  const modes = suggestOperators(msisdn).flatMap((operator) => operator.modes)
  const count = (mode: DirectMode) => modes.filter((each) => each === mode).length
  return [...new Set(modes)].toSorted((a, b) => count(b) - count(a))
}
