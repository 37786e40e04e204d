/** Masked numbers, which any person may see. It needs no numbering plan: every country code of the region has three digits. */

/**
 * The number with its middle hidden as core hides it, with a plus and in pairs: `+226 •• •• •• 01`. A masked number, such as `phone` of a
 * payment, stays masked.
 */
export const formatMaskedPhone = (phone: string): string => {
  const hidden = phone.length - 5
  if (hidden < 3) return "•".repeat(phone.length)
  const rest = `${"•".repeat(hidden)}${phone.slice(-2)}`.replace(/(?<=.)(?=(..)+$)/gu, " ")
  return `+${phone.slice(0, 3)} ${rest}`
}
