/**
 * How texts and amounts are set. One non-breaking space (U+00A0) serves everywhere: French would have a narrower one before `;`,
 * `!` and `?`, but cheap phones show that one as an empty box.
 */
import type { Language } from "./words.ts"

const noBreak = "\u00A0"

/** A French text with a non-breaking space before the signs that stand apart. */
export const typeset = (french: string): string => french.replace(/ (?=[;:!?])/g, noBreak)

const groupSeparator: Readonly<Record<Language, string>> = { fr: noBreak, en: "," }

/**
 * An amount in whole francs as customers read it: `1 000 F CFA`, `1,000 F CFA`. "F CFA" is the symbol that the Unicode locale data give XOF, so it is
 * what phones and browsers print as well; and it is spelled the same in both languages.
 */
export const formatXof = (amount: number, language: Language): string =>
  `${String(amount).replace(/\B(?=([0-9]{3})+$)/g, groupSeparator[language])}${noBreak}F${noBreak}CFA`
