/** The worklist: what waits for a person, in tabs, with filters and pages; and the undelivered events. */
import { Effect, Result, Schema, Struct } from "effect"
import { duration, money, number, wordOf } from "@cauri/catalogue"
import { PaymentKind, Rail, stateTraits } from "@cauri/core/model"
import { cursorText, readCursor } from "../cursor.ts"
import {
  worklist,
  type Worklist,
  type WorklistFilter,
  type WorklistName,
  worklists,
  type WorklistRow,
} from "../worklist.ts"
import { field, problemSummary, selection } from "./fields.ts"
import { attributes, html, type Markup, nothing } from "@cauri/pages"
import { emptyState, idText, nameIn, statePill } from "./parts.ts"
import { pageResponse } from "./shell.ts"
import { type Undelivered, undelivered } from "../undelivered.ts"
import { nameOf } from "../words.ts"
import { addressWith, paymentAddress, type Visit } from "./visit.ts"

const stateTags = Struct.keys(stateTraits)
const pageSize = 25
/** Tabs count up to this number. */
const mostCounted = 99
const counted: ReadonlyArray<WorklistName> = ["inDoubt", "flagged", "held"]

/** The query of the page. */
interface Asked {
  readonly list: WorklistName
  readonly kind: string
  readonly project: string
  readonly rail: Rail | ""
  readonly operator: string
  readonly state: string
  readonly after: string
}

const asked = ({ query }: Visit): Asked => {
  const text = (name: string) => (query.get(name) ?? "").trim().slice(0, 200)
  const list = worklists.find((name) => name === query.get("list"))
  const [kind, project, rail] = [text("kind"), text("project"), text("rail")]
  return {
    list: list ?? "inDoubt",
    kind: Schema.is(PaymentKind)(kind) ? kind : "",
    project,
    rail: Schema.is(Rail)(rail) ? rail : "",
    operator: text("operator"),
    state: text("state"),
    after: text("after"),
  }
}

const filterOf = ({ kind, list, operator, project, rail, state }: Asked): WorklistFilter => ({
  list,
  ...(Schema.is(PaymentKind)(kind) ? { kind } : {}),
  ...(project === "" ? {} : { project }),
  ...(rail === "" ? {} : { rail }),
  ...(operator === "" ? {} : { operator }),
  // An unknown state matches no payment.
  ...(state === "" ? {} : { states: nameIn(stateTraits, state) ? [state] : [] }),
})

const addressOf = (given: Partial<Asked>): string => addressWith("/", { ...given })

const tabs = ({ list, ...filters }: Asked, counts: Readonly<Partial<Record<WorklistName, number>>>, visit: Visit) => {
  const { texts } = visit
  const entries = worklists.map((name) => {
    const link = attributes({
      href: addressOf({ ...filters, list: name, after: "" }),
      "aria-current": name === list ? "page" : null,
    })
    const count = counts[name]
    const shown = count === undefined ? "" : count > mostCounted ? `${mostCounted}+` : String(count)
    const badge =
      shown === ""
        ? nothing
        : html`<span class="${count === 0 || name === "held" ? "count" : "count alert"}">${shown}</span>`
    return html`<li><a ${link}>${texts.worklist.lists[name]} ${badge}</a></li>`
  })
  return html`<nav class="tabs" aria-label="${texts.worklist.tabsLabel}">
    <ul>
      ${entries}
    </ul>
  </nav>`
}

const isFiltered = ({ kind, operator, project, rail, state }: Asked): boolean =>
  [kind, project, rail, operator, state].some((text) => text !== "")

const filtersForm = (given: Asked, { texts }: Visit): Markup => {
  const words = texts.worklist
  const { kind, list, rail, state } = given
  const active = isFiltered(given)
  const plain = (name: "project" | "operator") => field({ name, label: words[name], value: given[name], problems: {} })
  return html`<details class="filters" ${attributes({ open: active })}>
    <summary>${active ? words.filtersActive : words.filters}</summary>
    <form class="card find" method="get" action="/find" role="search">
      ${field({ name: "id", label: words.id, hint: words.idHint, value: "", problems: {}, as: "search" })}
      <p class="actions"><button class="button" type="submit">${words.find}</button></p>
    </form>
    <form class="card" method="get" action="/">
      <input type="hidden" name="list" value="${list}" />
      <div class="grid">
        ${selection({ name: "kind", label: words.kind, value: kind }, words.any, Object.entries(texts.words.kinds))}
        ${plain("project")}
        ${selection(
          { name: "rail", label: words.rail, value: rail },
          words.any,
          Rail.literals.map((rail) => [rail, texts.words.rails[wordOf(rail)]]),
        )}
        ${plain("operator")}
        ${selection(
          { name: "state", label: words.state, value: state },
          words.any,
          stateTags.map((state) => [state, texts.words.states[wordOf(state)].name]),
        )}
      </div>
      <p class="actions">
        <button class="button" type="submit">${words.apply}</button>
        ${active ? html`<a href="${addressOf({ list })}">${words.clear}</a>` : nothing}
      </p>
    </form>
  </details>`
}

const marksOf = (row: WorklistRow, { language, now, texts }: Visit): Markup => {
  const flags = row.openFlags.map((kind) => html`<li class="mark flag">${nameOf(texts.words.flags, kind)}</li>`)
  const late =
    row.overdueSince === null
      ? []
      : [html`<li class="mark late">${texts.worklist.overdueBy(duration(now - row.overdueSince, language))}</li>`]
  const { because } = row
  const held = because === null ? [] : [html`<li class="mark held">${nameOf(texts.words.heldBecause, because)}</li>`]
  const unread = row.readable ? [] : [html`<li class="mark flag">${texts.worklist.cannotBeRead}</li>`]
  const marks = [...unread, ...late, ...held, ...flags]
  return marks.length === 0
    ? nothing
    : html`<ul class="marks" role="list">
        ${marks}
      </ul>`
}

const rowMarkup = (row: WorklistRow, visit: Visit): Markup => {
  const { language, texts } = visit
  const way = [nameOf(texts.words.rails, row.rail), ...(row.operator === null ? [] : [row.operator])].join(" · ")
  return html`<tr role="row">
    <th role="rowheader" scope="row">
      <a href="${paymentAddress(row.key)}">${idText(row.key.id)}</a>
      <span class="small muted under">${texts.words.kinds[row.kind]} · ${row.key.project}</span>
    </th>
    <td role="cell" class="number"><strong>${money(row.amount, language)}</strong></td>
    <td role="cell">${statePill(row.state, texts)}</td>
    <td role="cell" class="age unbroken">${duration(row.ageMillis, language)}</td>
    <td role="cell" class="wide"><span>${way}</span></td>
    <td role="cell" class="wide">${marksOf(row, visit)}</td>
  </tr>`
}

const table = (rows: ReadonlyArray<WorklistRow>, caption: string, visit: Visit): Markup => {
  const words = visit.texts.worklist
  // The roles keep it a table for screen readers when a narrow window shows it as cards.
  return html`<div class="card list">
    <table role="table">
      <caption class="unseen">
        ${caption}
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">${words.payment}</th>
          <th role="columnheader" scope="col" class="number">${words.amount}</th>
          <th role="columnheader" scope="col">${words.state}</th>
          <th role="columnheader" scope="col">${words.age}</th>
          <th role="columnheader" scope="col">${words.way}</th>
          <th role="columnheader" scope="col">${words.look}</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${rows.map((row) => rowMarkup(row, visit))}
      </tbody>
    </table>
  </div>`
}

const paging = (given: Asked, next: Worklist["next"], { texts }: Visit): Markup => {
  const words = texts.worklist
  if (next === null && given.after === "") return nothing
  const first =
    given.after === ""
      ? nothing
      : html`<a class="button" href="${addressOf({ ...given, after: "" })}">${words.first}</a>`
  const onward =
    next === null
      ? nothing
      : html`<a class="button" rel="next" href="${addressOf({ ...given, after: cursorText(next) })}">${words.next}</a>`
  return html`<nav class="paging" aria-label="${words.paging}"><span>${first}</span><span>${onward}</span></nav>`
}

const undeliveredRow = (
  { consumer, key, newest, since, tries }: Undelivered,
  { language, now, texts }: Visit,
): Markup => {
  const words = texts.worklist.undelivered
  const refusals = tries === 0 ? nothing : html`<li class="mark flag">${words.refusals(number(tries, language))}</li>`
  return html`<tr role="row">
    <th role="rowheader" scope="row">
      <a href="${paymentAddress(key)}">${idText(key.id)}</a>
      <span class="small muted under">${texts.words.kinds[key.kind]} · ${key.project}</span>
    </th>
    <td role="cell" class="age unbroken">${duration(now - since, language)}</td>
    <td role="cell" class="wide"><strong>${consumer}</strong></td>
    <td role="cell" class="wide">
      <ul class="marks" role="list">
        <li>${words.upToEvent(number(newest, language))}</li>
        ${refusals}
      </ul>
    </td>
  </tr>`
}

/** The undelivered events; nothing when all are delivered. */
const undeliveredCard = (rows: ReadonlyArray<Undelivered>, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.worklist.undelivered
  if (rows.length === 0) return nothing
  const more = rows.length < pageSize ? nothing : html`<p class="muted">${words.more(number(pageSize, language))}</p>`
  return html`<section aria-labelledby="undelivered">
    <h2 id="undelivered">${words.title}</h2>
    <p class="muted">${words.explained}</p>
    <div class="card list">
      <table role="table">
        <caption class="unseen">
          ${words.title}
        </caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">${texts.worklist.payment}</th>
            <th role="columnheader" scope="col">${words.waiting}</th>
            <th role="columnheader" scope="col">${words.consumer}</th>
            <th role="columnheader" scope="col">${words.upTo}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${rows.map((row) => undeliveredRow(row, visit))}
        </tbody>
      </table>
    </div>
    ${more}
  </section>`
}

/** The worklist. */
export const worklistPage = Effect.fn("Page.worklist")(function* (visit: Visit) {
  const { language, texts } = visit
  const given = asked(visit)
  const cursor = given.after === "" ? undefined : Result.getOrNull(readCursor(given.after))
  const count = (list: WorklistName) =>
    Effect.map(
      worklist({ filter: { ...filterOf(given), list }, limit: mostCounted }),
      ({ next, rows }) => [list, next === null ? rows.length : mostCounted + 1] as const,
    )
  const counts = Object.fromEntries(yield* Effect.forEach(counted, count, { concurrency: 1 }))
  const listed =
    cursor === null
      ? { rows: [], next: null }
      : yield* worklist({
          filter: filterOf(given),
          limit: pageSize,
          ...(cursor === undefined ? {} : { after: cursor }),
        })
  const caption = texts.worklist.caption(texts.worklist.lists[given.list])
  const content =
    cursor === null
      ? problemSummary(texts.worklist.badPage, {})
      : listed.rows.length === 0
        ? html`<div class="card">
            ${emptyState(isFiltered(given) ? texts.worklist.emptyFiltered : texts.worklist.emptyLists[given.list])}
          </div>`
        : table(listed.rows, caption, visit)
  const inDoubt = counts["inDoubt"] ?? 0
  const title = inDoubt > 0 ? `(${number(inDoubt, language)}) ${texts.worklist.title}` : texts.worklist.title
  const body = html`<div class="headline"><h1>${texts.worklist.title}</h1></div>
    ${tabs(given, counts, visit)} ${filtersForm(given, visit)} ${content} ${paging(given, listed.next, visit)}
    ${undeliveredCard(yield* undelivered(pageSize), visit)}`
  return pageResponse(visit, { title, section: "worklist", body }, cursor === null ? 404 : 200)
})
