/**
 * Small pieces that several pages show alike.
 */
import type { PaymentKey } from "@cauri/core"
import { html, type Markup } from "./html.ts"
import type { Texts } from "./texts.ts"
import { stateTones } from "./tones.ts"
import { nameOf } from "../words.ts"

/** Does the table have this name? The names come as plain texts from what lists and figures give. */
export const nameIn = <Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> =>
  Object.hasOwn(table, name)

/** Whatever somebody typed: kept apart from the direction of the text around it. */
export const said = (text: string): Markup => html`<bdi class="said">${text}</bdi>`

/** An id, as ids are set. */
export const idText = (text: string): Markup => html`<bdi class="mono">${text}</bdi>`

/** The state of a payment. */
export const statePill = (state: string, texts: Texts): Markup => {
  const tone = nameIn(stateTones, state) ? stateTones[state] : "closed"
  return html`<span class="${`pill ${tone}`}">${nameOf(texts.words.states, state)}</span>`
}

/** A payment by its kind, project and id. */
export const paymentName = ({ id, kind, project }: PaymentKey, texts: Texts): Markup =>
  html`${texts.words.kinds[kind]} ${idText(`${project}/${id}`)}`

/** Nothing to show, and what that means. */
export const emptyState = ([title, hint]: readonly [string, string]): Markup =>
  html`<p class="empty"><strong>${title}</strong>${hint}</p>`
