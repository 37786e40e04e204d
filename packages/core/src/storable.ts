/**
 * Texts from outside, made fit to be kept: no store refuses them, and no column overflows. Gateways are written by others, and an
 * answer that cannot be written down would be lost.
 */

/** The text without control and broken characters, cut to a length; what is no text is empty. */
export const storable = (text: unknown, maximum: number): string =>
  typeof text === "string"
    ? // oxlint-disable-next-line no-control-regex -- naming the control characters is the point
      text.slice(0, maximum).replace(/[\u0000-\u001F\u007F\p{Cs}]/gu, "\uFFFD")
    : ""
