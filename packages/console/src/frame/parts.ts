/** Small pieces that several pages share. */
import type { PaymentKey } from "@cauri/core"
import { html, type Markup } from "@cauri/pages"
import type { Texts } from "./texts.ts"
import { stateTones } from "./tones.ts"
import { nameOf } from "../words/nameOf.ts"

/** Is this a name of the table? The names come as plain texts from lists and figures. */
export const nameIn = <Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> =>
  Object.hasOwn(table, name)

/** Typed text, isolated from the text direction around it. */
export const said = (text: string): Markup => html`<bdi class="said">${text}</bdi>`

/** An id, in its own typeface. */
export const idText = (text: string): Markup => html`<bdi class="mono">${text}</bdi>`

export const statePill = (state: string, texts: Texts): Markup => {
  const tone = nameIn(stateTones, state) ? stateTones[state] : "closed"
  return html`<span class="${`pill ${tone}`}">${nameOf(texts.words.states, state)}</span>`
}

/** A payment by its kind, project and id. */
export const paymentName = ({ id, kind, project }: PaymentKey, texts: Texts): Markup =>
  html`${texts.words.kinds[kind]} ${idText(`${project}/${id}`)}`

/** An empty list, and what that means. */
export const emptyState = ([title, hint]: readonly [string, string]): Markup =>
  html`<p class="empty"><strong>${title}</strong>${hint}</p>`
