/** The first page: everything that is sold. */
import { form, html } from "@cauri/pages"
import { goods } from "./goods.ts"
import { type Page, page, xof } from "./page.ts"

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
