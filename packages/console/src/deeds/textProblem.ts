/** What core keeps of the texts that people type. */
import { isPersonsText } from "@cauri/core/model"

const longest = 2_000

export const textProblem = (
  text: string,
  words: { readonly missing: string; readonly tooLong: string; readonly unprintable: string },
): string | null => {
  if (!/[\p{L}\p{N}]/u.test(text)) return words.missing
  if (text.length > longest) return words.tooLong
  return isPersonsText(text) ? null : words.unprintable
}
