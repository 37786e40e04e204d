/**
 * Numbers as people read them. Show the masked form wherever others may look on, and the full one only to its owner.
 */
import { maskMsisdn, type Msisdn } from "@cauri/core"
import { parsePhoneNumberFromString } from "libphonenumber-js/mobile"

/** The number with its plus and its spaces: `+226 70 00 00 01`. */
export const formatPhone = (msisdn: Msisdn): string =>
  parsePhoneNumberFromString(`+${msisdn}`)?.formatInternational() ?? `+${msisdn}`

/** The number as core masks it, with its plus and its spaces: `+226 •• •• •• 01`. */
export const formatMaskedPhone = (msisdn: Msisdn): string => {
  const masked = maskMsisdn(msisdn)
  let next = 0
  return formatPhone(msisdn).replace(/[0-9]/g, () => masked.charAt(next++))
}
