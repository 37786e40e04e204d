/** Tables that become cards in a narrow window, and stay tables for a screen reader: so each part says its role. */
import { attributes, html, type Markup, nothing } from "./html.ts"

/** The head of a column, marked when the column holds numbers. */
export type Head = string | readonly [text: string, kind: "number"]

/** A cell. `label`: what it says of itself in a narrow window, where the head of the table is not seen. */
export const cell = (
  body: Markup | string,
  { kind = null, label = null }: { readonly kind?: string | null; readonly label?: string | null } = {},
): Markup =>
  html`<td ${attributes({ role: "cell", "data-label": label, class: kind })}>
    ${typeof body === "string" ? body : html`<div>${body}</div>`}
  </td>`

/** The first cell of a row, by which the row is known. */
export const rowHead = (body: Markup): Markup => html`<th role="rowheader" scope="row">${body}</th>`

/** A row. */
export const row = (cells: ReadonlyArray<Markup>): Markup =>
  html`<tr role="row">
    ${cells}
  </tr>`

/** A table. `seen`: its caption is for every reader, not only for those who hear the page. */
export const table = (parts: {
  readonly caption: string
  readonly seen?: boolean
  readonly heads: ReadonlyArray<Head>
  readonly rows: ReadonlyArray<Markup>
  readonly foot?: Markup
}): Markup => {
  const heads = parts.heads.map((head) => {
    const [text, kind] = typeof head === "string" ? [head, null] : head
    return html`<th ${attributes({ role: "columnheader", scope: "col", class: kind })}>${text}</th>`
  })
  return html`<div class="card list">
    <table role="table">
      <caption class="${parts.seen === true ? "small muted" : "unseen"}">
        ${parts.caption}
      </caption>
      <thead role="rowgroup">
        ${row(heads)}
      </thead>
      <tbody role="rowgroup">
        ${parts.rows}
      </tbody>
      ${parts.foot ?? nothing}
    </table>
  </div>`
}
