/** Payments as a table, with what each waits for, and with boxes for a person who may decide about several. */
import { duration, money } from "@cauri/catalogue"
import type { WorklistRow } from "./worklist.ts"
import { attributes, cell, html, type Markup, nothing, row, rowHead, table } from "@cauri/pages"
import { idText, statePill } from "../frame/parts.ts"
import { pickText, togetherActs } from "../deciding/togetherPage.ts"
import { nameOf } from "../words/nameOf.ts"
import { paymentAddress, type Visit } from "../frame/visit.ts"

const marksOf = (payment: WorklistRow, { language, now, texts }: Visit): Markup => {
  const flags = payment.openFlags.map((kind) => html`<li class="mark flag">${nameOf(texts.words.flags, kind)}</li>`)
  const late =
    payment.overdueSince === null
      ? []
      : [html`<li class="mark late">${texts.worklist.overdueBy(duration(now - payment.overdueSince, language))}</li>`]
  const { because } = payment
  const held = because === null ? [] : [html`<li class="mark held">${nameOf(texts.words.heldBecause, because)}</li>`]
  const asked = payment.waitsForSecondPerson ? [html`<li class="mark held">${texts.words.approvals.mark}</li>`] : []
  const unread = payment.readable ? [] : [html`<li class="mark flag">${texts.worklist.cannotBeRead}</li>`]
  const { amount, amountPaid } = payment
  const paid =
    amountPaid === null || amountPaid === amount
      ? []
      : [html`<li class="mark flag">${texts.words.details.paid(amountPaid)}</li>`]
  const marks = [...unread, ...late, ...asked, ...held, ...flags, ...paid]
  return marks.length === 0
    ? nothing
    : html`<ul class="marks" role="list">
        ${marks}
      </ul>`
}

const rowMarkup = (payment: WorklistRow, isPickable: boolean, visit: Visit): Markup => {
  const { language, texts } = visit
  const name = texts.tools.together.pick(`${texts.words.kinds[payment.kind]} ${payment.key.project}/${payment.key.id}`)
  const box = attributes({ type: "checkbox", name: "pick", value: pickText(payment.key), "aria-label": name })
  const way = [nameOf(texts.words.rails, payment.rail), ...(payment.operator === null ? [] : [payment.operator])].join(
    " · ",
  )
  return row([
    rowHead(html`
      ${isPickable ? html`<input ${box} />` : nothing}
      <a href="${paymentAddress(payment.key)}">${idText(payment.key.id)}</a>
      <span class="small muted under">${texts.words.kinds[payment.kind]} · ${payment.key.project}</span>
    `),
    cell(html`<strong>${money(payment.amount, language)}</strong>`, { kind: "number" }),
    cell(statePill(payment.state, texts)),
    cell(duration(payment.ageMillis, language), { kind: "age unbroken" }),
    cell(way, { kind: "wide" }),
    cell(marksOf(payment, visit), { kind: "wide" }),
  ])
}

/** Payments as a table; narrow windows show them as cards. */
export const worklistTable = (
  rows: ReadonlyArray<WorklistRow>,
  caption: string,
  visit: Visit,
  isPickable = false,
): Markup => {
  const words = visit.texts.worklist
  return table({
    caption,
    heads: [words.payment, [words.amount, "number"], words.state, words.age, words.way, words.look],
    rows: rows.map((payment) => rowMarkup(payment, isPickable, visit)),
  })
}

/** The rows with tick boxes, and the decisions that can be taken about several; for a person who may decide. */
export const pickForm = (rows: ReadonlyArray<WorklistRow>, caption: string, visit: Visit): Markup => {
  const { texts, visitor } = visit
  if (!visitor.may("decide")) return worklistTable(rows, caption, visit)
  const buttons = togetherActs.map(
    (act) =>
      html`<button class="button" type="submit" name="act" value="${act}">${texts.words.decisions[act].name}</button>`,
  )
  return html`<form method="get" action="/together">
    ${worklistTable(rows, caption, visit, true)}
    <p class="small muted">${texts.tools.together.picked}</p>
    <p class="actions">${buttons}</p>
  </form>`
}
