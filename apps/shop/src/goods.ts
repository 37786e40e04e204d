/** The first page: what the shop sells. The picture of a good is `public/<id>.svg`. */
import { form, html } from "@cauri/pages"
import goods from "./goods.json" with { type: "json" }
import { type Page, page, xof } from "./page.ts"

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

/** `GET /` */
export const showGoods: Page = (_, c, t) => {
  const cards = goods.map(({ about, id, name, price }) => {
    const hidden = { good: id, pieces: "+1" }
    const add = html`<p class="actions">
      <button class="button primary">${t.add}<span class="unseen"> : ${name[t.language]}</span></button>
    </p>`
    return html`<li><div class="card">
      <img src="${`/${id}.svg`}" alt="" width="160" height="120" />
      <h2>${name[t.language]}</h2>
      <p class="muted">${about[t.language]}</p>
      <p><strong>${xof(price, t)}</strong></p>
      ${form({ action: "/basket", hidden }, add)}
    </div></li>`
  })
  return page(c, { title: t.madeByHand, broad: true, body: html`<ul class="grid" role="list">${cards}</ul>` })
}
