/**
 * A phone number as the service wants it: country code, then the local number, without plus and without spaces.
 * Spec: general rules (#13). What a person types is normalised by `@cauri/phone`; here nothing is guessed.
 */
import { Schema } from "effect"

/** Country code and local number, digits only (`226…`). Print it with {@link maskMsisdn}, never as it is. */
export const Msisdn = Schema.String.check(Schema.isPattern(/^[1-9][0-9]{7,14}$/)).pipe(Schema.brand("Msisdn"))
/** Country code and local number, digits only. */
export type Msisdn = typeof Msisdn.Type

/** The number with its middle hidden: enough for a person to recognise, too little to call. */
export const maskMsisdn = (msisdn: Msisdn): string =>
  `${msisdn.slice(0, 3)}${"•".repeat(msisdn.length - 5)}${msisdn.slice(-2)}`
