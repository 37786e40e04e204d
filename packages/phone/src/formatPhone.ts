/** Numbers as people read them. Show the masked form when other people may see it, and the full one only to its owner. */
import { parsePhoneNumberFromString } from "libphonenumber-js/mobile"

/** The number with its plus and its spaces: `+226 70 00 00 01`. */
export const formatPhone = (phone: string): string =>
  parsePhoneNumberFromString(`+${phone}`)?.formatInternational() ?? `+${phone}`
