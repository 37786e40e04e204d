/** The fields of forms, and what core keeps of the texts typed into them. */
import { isPersonsText } from "@cauri/core/model"

export { choices, field, problemSummary, type Problems, selection, typed } from "@cauri/pages"

const longest = 2_000

/** The problem of a required text. */
export const textProblem = (
  text: string,
  words: { readonly missing: string; readonly tooLong: string; readonly unprintable: string },
): string | null => {
  if (!/[\p{L}\p{N}]/u.test(text)) return words.missing
  if (text.length > longest) return words.tooLong
  return isPersonsText(text) ? null : words.unprintable
}
