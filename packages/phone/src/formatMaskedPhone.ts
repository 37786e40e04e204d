/**
 * Numbers as anybody may see them. No numbering plan is asked: every country code of the region has three digits.
 */

/**
 * The number with its middle hidden as core hides it, with a plus and in pairs: `+226 •• •• •• 01`. One that is masked already, such as
 * `phone` of a payment, stays masked.
 */
export const formatMaskedPhone = (phone: string): string => {
  const hidden = phone.length - 5
  if (hidden < 3) return "•".repeat(phone.length)
  const rest = `${"•".repeat(hidden)}${phone.slice(-2)}`.replace(/(?<=.)(?=(..)+$)/gu, " ")
  return `+${phone.slice(0, 3)} ${rest}`
}
