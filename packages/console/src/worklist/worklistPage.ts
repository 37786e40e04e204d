/** The worklist: what waits for a person, in tabs, with filters and pages; and the undelivered events. */
import { Effect, Result, Schema, Struct } from "effect"
import { money, number } from "@cauri/catalogue"
import { keyText } from "@cauri/core"
import type { ListOrder } from "@cauri/core/adapter"
import { PaymentKind, Rail, stateTraits } from "@cauri/core/model"
import { cursorText, readCursor } from "./cursor.ts"
import {
  worklist,
  type Worklist,
  type WorklistFilter,
  type WorklistName,
  worklists,
  type WorklistRow,
} from "./worklist.ts"
import { attributes, field, html, type Markup, nothing, problemSummary, selection } from "@cauri/pages"
import { emptyState, nameIn } from "../frame/parts.ts"
import { searchForm } from "../frame/searchForm.ts"
import { pageResponse } from "../frame/shell.ts"
import { undelivered } from "../deliveries/undelivered.ts"
import { addressWith, type Visit } from "../frame/visit.ts"
import { pickForm } from "./worklistTable.ts"
import { undeliveredCard } from "../deliveries/undeliveredCard.ts"

const stateTags = Struct.keys(stateTraits)
const pageSize = 25
/** Tabs count up to this number. */
const mostCounted = 99
const counted: ReadonlyArray<WorklistName> = ["inDoubt", "flagged", "held"]

interface Asked {
  readonly list: WorklistName
  readonly kind: string
  readonly project: string
  readonly rail: Rail | ""
  readonly operator: string
  readonly state: string
  readonly order: "age" | ""
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
    order: text("order") === "age" ? "age" : "",
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

/** Most money first, or the oldest; of all payments most risk nothing, so they come by their age. */
const orderOf = ({ list, order }: Asked): ListOrder => (order === "age" || list === "all" ? "oldest" : "largest")

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
    <form class="card" method="get" action="/">
      <input type="hidden" name="list" value="${list}" />
      <input type="hidden" name="order" value="${given.order}" />
      <div class="grid">
        ${selection({ name: "kind", label: words.kind, value: kind }, words.any, Object.entries(texts.words.kinds))}
        ${plain("project")}
        ${selection(
          { name: "rail", label: words.rail, value: rail },
          words.any,
          Rail.literals.map((rail) => [rail, texts.words.rails[rail]]),
        )}
        ${plain("operator")}
        ${selection(
          { name: "state", label: words.state, value: state },
          words.any,
          stateTags.map((state) => [state, texts.words.states[state].name]),
        )}
      </div>
      <p class="actions">
        <button class="button" type="submit">${words.apply}</button>
        ${active ? html`<a href="${addressOf({ list })}">${words.clear}</a>` : nothing}
      </p>
    </form>
  </details>`
}

/** Both orders, as links; a list of all payments has one. */
const orders = (given: Asked, { texts }: Visit): Markup => {
  if (given.list === "all") return nothing
  const words = texts.tools.worklistOrder
  const link = (order: Asked["order"], name: string) => {
    const address = addressOf({ ...given, order, after: "" })
    return html`<a ${attributes({ href: address, "aria-current": order === given.order ? "true" : null })}>${name}</a>`
  }
  return html`<p class="small muted">${words.label} ${link("", words.money)} · ${link("age", words.age)}</p>`
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

/** The sum of what may have left or may be owed; a payment in two lists counts once. Of what is held nothing has left. */
const atRisk = (
  lists: ReadonlyArray<{ readonly rows: ReadonlyArray<WorklistRow>; readonly count: number }>,
  { language, texts }: Visit,
): Markup => {
  const rows = [...new Map(lists.flatMap((each) => each.rows).map((row) => [keyText(row.key), row])).values()]
  if (rows.length === 0) return nothing
  const { atLeast, atRisk: say } = texts.tools.worklistOrder
  const sum = money(
    rows.reduce((total, { amount }) => total + amount, 0),
    language,
  )
  const isPartial = lists.some(({ count }) => count > mostCounted)
  return html`<p>${say(isPartial ? atLeast(sum) : sum, rows.length)}</p>`
}

export const worklistPage = Effect.fn("Page.worklist")(function* (visit: Visit) {
  const { language, texts } = visit
  const given = asked(visit)
  const read = given.after === "" ? undefined : Result.getOrNull(readCursor(given.after))
  // The cursor of one order leads nowhere in another.
  const cursor = read && (read.amount === undefined) === (orderOf(given) === "largest") ? null : read
  const count = (list: WorklistName) =>
    Effect.map(
      worklist({ filter: { ...filterOf(given), list }, order: "largest", limit: mostCounted }),
      ({ next, rows }) => ({ list, rows, count: next === null ? rows.length : mostCounted + 1 }),
    )
  const looked = yield* Effect.forEach(counted, count, { concurrency: 1 })
  const counts = Object.fromEntries(looked.map(({ count: found, list }) => [list, found]))
  const listed =
    cursor === null
      ? { rows: [], next: null }
      : yield* worklist({
          filter: filterOf(given),
          order: orderOf(given),
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
        : pickForm(listed.rows, caption, visit)
  const inDoubt = counts["inDoubt"] ?? 0
  const title = inDoubt > 0 ? `(${number(inDoubt, language)}) ${texts.worklist.title}` : texts.worklist.title
  const body = html`<div class="headline">
      <div>
        <h1>${texts.worklist.title}</h1>
        ${atRisk(
          looked.filter(({ list }) => list !== "held"),
          visit,
        )}
      </div>
    </div>
    ${searchForm("", visit)} ${tabs(given, counts, visit)} ${filtersForm(given, visit)} ${orders(given, visit)}
    ${content} ${paging(given, listed.next, visit)} ${undeliveredCard(yield* undelivered(pageSize), pageSize, visit)}`
  return pageResponse(visit, { title, section: "worklist", body }, cursor === null ? 404 : 200)
})
