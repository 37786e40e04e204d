/** What the shop sells. The picture of a good is `public/<id>.svg`. */
import goods from "./goods.json" with { type: "json" }

export { goods }

/** How many pieces of which goods. */
export type Lines = Readonly<Record<string, number>>

/** The lines with their goods; what is no longer sold is left out. */
export const linesOf = (lines: Lines) =>
  goods.map((good) => ({ good, quantity: lines[good.id] ?? 0 })).filter(({ quantity }) => quantity > 0)

/** What they cost together, in whole francs. */
export const totalOf = (lines: Lines): number =>
  linesOf(lines).reduce((sum, { good, quantity }) => sum + good.price * quantity, 0)
