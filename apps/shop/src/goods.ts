/** What the shop sells, and what it costs. The picture of a good is `public/<id>.svg`. */
import goods from "./goods.json" with { type: "json" }

export { goods }

/** How many pieces of which goods a basket or an order holds. */
export const quantitiesIn = (lines: string): Readonly<Record<string, number>> => JSON.parse(lines)

/** The same with the goods; what is no longer sold is left out. */
export const linesOf = (lines: string) => {
  const quantities = quantitiesIn(lines)
  return goods
    .map((good) => ({ good, quantity: quantities[good.id] ?? 0 }))
    .filter(({ quantity }) => quantity > 0)
}

/** What they cost together, in whole francs. */
export const totalOf = (lines: string): number =>
  linesOf(lines).reduce((sum, { good, quantity }) => sum + good.price * quantity, 0)
