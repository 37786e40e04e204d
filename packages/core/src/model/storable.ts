/**
 * Texts from outside, made fit to be kept: no store refuses them, and no column overflows. Gateways are written by others, and an
 * answer that cannot be written down would be lost.
 */

/** Control characters but line breaks, and broken characters, as they stand in a class of a regular expression. */
export const unkeepable = String.raw`\u0000-\u0009\u000B-\u001F\u007F\p{Cs}`

const unstorable = new RegExp(`[\\n${unkeepable}]`, "gu")

/** The text without control and broken characters, cut to a length; what is no text is empty. */
export const storable = (text: unknown, maximum: number): string =>
  typeof text === "string" ? text.slice(0, maximum).replace(unstorable, "\uFFFD") : ""
