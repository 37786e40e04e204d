/** What the shop sells. The picture of a good is `public/<id>.svg`. */
import type { Language } from "@cauri/promise"
import goods from "./goods.json" with { type: "json" }

export { goods }

/** How many pieces of which goods. */
export type Lines = Readonly<Record<string, number>>

/** The lines with their goods; what is no longer sold is left out. */
export const linesOf = (lines: Lines) =>
  goods.flatMap((good) => ((lines[good.id] ?? 0) > 0 ? [{ good, pieces: lines[good.id] ?? 0 }] : []))

/** What they cost together, in whole francs. */
export const totalOf = (lines: Lines): number =>
  linesOf(lines).reduce((sum, { good, pieces }) => sum + good.price * pieces, 0)

/** An amount as customers read it. */
export const francs = (amount: number, language: Language): string =>
  `${String(amount).replace(/\B(?=([0-9]{3})+$)/g, language === "fr" ? "\u00A0" : ",")}\u00A0F\u00A0CFA`
