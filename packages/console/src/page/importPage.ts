/** A statement before its import: how it is read, what was read beside the file, what cannot be read; and its import, with a name and a reason. */
import { Array, Effect, Result } from "effect"
import { money, number } from "@cauri/catalogue"
import {
  cell,
  facts,
  field,
  html,
  type Markup,
  nothing,
  type Problems,
  problemSummary,
  row,
  rowHead,
  selection,
  table,
  typed,
} from "@cauri/pages"
import { maskedText } from "../payments/masking.ts"
import { dayOf } from "../payments/report.ts"
import { columnNames, delimiters, StatementForm } from "../statement/form.ts"
import { isMoment } from "../statement/guess.ts"
import { differenceOf, type ReadStatement, type StatementRow } from "../statement/read.ts"
import { importStatement } from "../statement/statements.ts"
import { recordsOf } from "../statement/text.ts"
import { momentText } from "../payments/moment.ts"
import { said } from "./parts.ts"
import { personFields } from "./person.ts"
import { pageResponse, problemResponse, seeOther } from "../frame/shell.ts"
import { addressWith, type Visit } from "../frame/visit.ts"
import { type Preview, previewOf, balanceIn, formProblems, importOf } from "./importInput.ts"

const mostRows = 10
const mostBad = 20
const longestRaw = 300
/** The text of a line, without what looks personal in the cells that are neither times nor amounts. */
const rawText = (text: string, { columns, delimiter }: StatementForm, { language }: Visit): Markup => {
  const [record] = recordsOf(text, delimiter)
  const { amount, at, balance, credit, debit, fee, hour } = columns
  const plain = new Set([amount, at, balance, credit, debit, fee, hour])
  const cells = record === undefined || record.broken ? [text] : record.cells
  const shown = cells.map((each, index) =>
    plain.has(index) || isMoment(each.trim()) ? each : maskedText(each, language),
  )
  const raw = shown.join(delimiter)
  return html`<code><bdi>${raw.length > longestRaw ? `${raw.slice(0, longestRaw)}…` : raw}</bdi></code>`
}

const rowsTable = (caption: string, rows: ReadonlyArray<StatementRow>, { form }: Preview, visit: Visit): Markup => {
  const { language, texts } = visit
  const words = texts.tools.statementPages.preview
  const amount = (francs: number | null) => (francs === null ? "" : money(francs, language))
  const { columns } = form
  const shown = [
    { name: words.at, value: ({ at }: StatementRow) => momentText(at), kind: null, is: true },
    { name: words.amount, value: (each: StatementRow) => amount(each.amount), kind: "number", is: true },
    { name: words.fee, value: ({ fee }: StatementRow) => amount(fee), kind: "number", is: columns.fee !== null },
    {
      name: words.reference,
      value: ({ reference }: StatementRow) => said(maskedText(reference, language)),
      kind: null,
      is: columns.reference !== null,
    },
    {
      name: words.number,
      value: ({ phone }: StatementRow) => (phone === null ? "" : maskedText(phone, language)),
      kind: null,
      is: columns.phone !== null,
    },
    {
      name: words.status,
      value: ({ moved, status }: StatementRow) => html`${said(maskedText(status, language))} · ${words.moved[moved]}`,
      kind: null,
      is: columns.status !== null,
    },
    {
      name: words.balance,
      value: ({ balance }: StatementRow) => amount(balance),
      kind: "number",
      is: columns.balance !== null,
    },
    { name: words.raw, value: ({ text }: StatementRow) => rawText(text, form, visit), kind: "text", is: true },
  ].filter(({ is }) => is)
  return table({
    caption,
    seen: true,
    heads: [words.line, ...shown.map(({ kind, name }) => (kind === "number" ? ([name, kind] as const) : name))],
    rows: rows.map((each) =>
      row([
        rowHead(html`${words.line} ${String(each.number)}`),
        ...shown.map(({ kind, name, value }) => cell(value(each), { kind, label: name })),
      ]),
    ),
  })
}

const badCard = ({ form, read: { bad } }: Preview, visit: Visit): Markup => {
  if (bad.length === 0) return nothing
  const { language, texts } = visit
  const words = texts.tools.statementPages.preview
  const items = bad
    .slice(0, mostBad)
    .map(
      ({ because, number: line, text }) =>
        html`<li>
          ${words.badLine(String(line), texts.tools.statements.rows[because])}<br />${rawText(text, form, visit)}
        </li>`,
    )
  const more = bad.length > mostBad ? html`<p>${words.more(number(bad.length - mostBad, language))}</p>` : nothing
  return html`<section class="notice bad" aria-labelledby="bad">
    <h2 id="bad">${words.badTitle}</h2>
    <ul>
      ${items}
    </ul>
    ${more}
  </section>`
}

const aroundCard = (title: string, records: ReadStatement["head"], { form }: Preview, visit: Visit): Markup =>
  records.length === 0
    ? nothing
    : html`<details>
        <summary>${title} (${number(records.length, visit.language)})</summary>
        <ul class="plain">
          ${records.slice(0, mostRows).map(({ text }) => html`<li>${rawText(text, form, visit)}</li>`)}
        </ul>
      </details>`

const formFields = (preview: Preview, problems: Problems, visit: Visit): Markup => {
  const words = visit.texts.tools.statementPages.preview
  const { form, read, source } = preview
  const heading = read.head.at(-1)?.cells ?? []
  const width = Math.max(
    heading.length,
    ...read.rows.slice(0, 100).map(({ text }) => recordsOf(text, form.delimiter)[0]?.cells.length ?? 0),
    ...columnNames.map((name) => (form.columns[name] ?? 0) + 1),
  )
  const columns = Array.makeBy(Math.min(width, 200), (index) => {
    const title = maskedText((heading[index] ?? "").slice(0, 40), visit.language)
    return [String(index), title === "" ? String(index + 1) : `${index + 1} · ${title}`] as const
  })
  const choice = <Value extends string>(
    name: string,
    label: string,
    value: Value,
    options: Readonly<Record<Value, string>>,
  ) => selection({ name, label, value, problems }, null, Object.entries<string>(options))
  const asTyped = (name: "first" | "foot" | "zone", value: string) => source.get(name) ?? value
  return html`<fieldset>
    <legend>${words.form}</legend>
    <div class="grid">
      ${selection(
        { name: "delimiter", label: words.delimiter, value: form.delimiter, problems },
        null,
        delimiters.map((each) => [each, words.delimiters[each]]),
      )}
      ${field({ name: "first", label: words.firstLine, value: asTyped("first", String(form.first)), problems })}
      ${field({ name: "foot", label: words.footLines, value: asTyped("foot", String(form.foot)), problems })}
      ${choice("plus", words.plus, form.plus, words.pluses)}
      ${choice("decimal", words.decimal, form.decimal, words.decimals)}
      ${choice("day", words.day, form.day, words.days)} ${choice("fees", words.fees, form.fees, words.feesWays)}
      ${field({ name: "zone", label: words.zone, hint: words.zoneHint, value: asTyped("zone", form.zone), problems })}
      ${field({ name: "completed", label: words.completed, value: form.completed.join("\n"), problems, as: "area" })}
      ${field({ name: "failed", label: words.failed, value: form.failed.join("\n"), problems, as: "area" })}
    </div>
    <p><strong>${words.columns}</strong></p>
    <div class="grid">
      ${columnNames.map((name) => {
        const chosen = form.columns[name]
        const value = chosen === null ? "" : String(chosen)
        return selection({ name: `column-${name}`, label: words.names[name], value }, words.noColumn, columns)
      })}
    </div>
  </fieldset>`
}

/** The first and the last day of what was read, where the person has typed no other. */
const daysOf = ({ read: { rows }, source }: Preview) => {
  const times = rows.map(({ at }) => at)
  const ofAll = (choose: (one: number, other: number) => number) =>
    times.length === 0 ? "" : dayOf(times.reduce((one, other) => choose(one, other)))
  return { from: source.get("from") ?? ofAll(Math.min), to: source.get("to") ?? ofAll(Math.max) }
}

const importFields = (preview: Preview, problems: Problems, visit: Visit): Markup => {
  const { language, texts, visitor } = visit
  const words = texts.tools.statementPages
  const { others, source } = preview
  const { from, to } = daysOf(preview)
  const asked = (name: string, label: string, hint?: string) =>
    field({ name, label, value: typed(source, name), problems, ...(hint === undefined ? {} : { hint }) })
  const date = (name: string, label: string, value: string) => field({ name, label, value, problems, as: "date" })
  const person = {
    by: visitor.known ? visitor.name : (source.get("by") ?? visitor.name),
    reason: typed(source, "reason"),
  }
  return html`<fieldset>
    <legend>${words.preview.what}</legend>
    <div class="grid">
      ${asked("project", words.project)} ${asked("account", words.account, words.preview.accountHint)}
      ${date("from", words.preview.from, from)} ${date("to", words.preview.to, to)}
      ${asked("opening", words.opening, words.preview.balanceHint)}
      ${asked("closing", words.closing, words.preview.balanceHint)}
      ${
        others.length === 0
          ? nothing
          : selection(
              { name: "replaces", label: words.preview.replaces, value: typed(source, "replaces"), problems },
              words.preview.replacesNone,
              others.map((each) => [String(each.number), words.statement(number(each.number, language))]),
            )
      }
      ${asked("keep", words.preview.keep, words.preview.keepHint)}
    </div>
    ${personFields(person, problems, visit)}
  </fieldset>`
}

const page = (preview: Preview, problems: Problems, told: Markup | null, visit: Visit) => {
  const { language, texts } = visit
  const { statementPages: words, statements } = texts.tools
  const { file, form, read, source } = preview
  const [opening, closing] = [balanceIn(source, "opening", form), balanceIn(source, "closing", form)]
  const difference =
    Result.isSuccess(opening) && Result.isSuccess(closing)
      ? differenceOf(read.rows, opening.success, closing.success)
      : null
  const wrong = told !== null || Object.keys(problems).length > 0
  const send = html`<p class="actions">
    <button class="button" type="submit" name="act" value="read">${words.preview.again}</button>
    ${
      read.bad.length > 0
        ? nothing
        : html`<button class="button primary" type="submit" name="act" value="import">${words.preview.import}</button>`
    }
    <a href="/statements">${texts.decision.back}</a>
  </p>`
  const body = html`<a class="back" href="/statements">← ${words.title}</a>
    <div class="stack">
      <h1>${words.preview.title}</h1>
      <p>${words.preview.explained}</p>
      ${wrong ? problemSummary(words.preview.wrong, problems, told ?? nothing) : nothing}
      <div class="card">
        ${facts([
          [words.file, said(maskedText(file.name, language))],
          [words.preview.readSoFar, html`${words.preview.rows(read.rows.length)}`],
          [words.preview.bad, html`${words.preview.rows(read.bad.length)}`],
          ...(difference === null
            ? []
            : [
                [
                  words.difference,
                  html`${difference === 0 ? statements.agrees : statements.differs(money(difference, language))}`,
                ] as const,
              ]),
        ])}
      </div>
      ${badCard(preview, visit)} ${aroundCard(words.preview.before, read.head, preview, visit)}
      ${rowsTable(words.preview.first, read.rows.slice(0, mostRows), preview, visit)}
      ${
        read.rows.length > mostRows
          ? rowsTable(words.preview.last, read.rows.slice(mostRows).slice(-mostRows), preview, visit)
          : nothing
      }
      ${aroundCard(words.preview.foot, read.foot, preview, visit)}
      <form class="card stack" method="post" action="/statements/preview" novalidate>
        <input type="hidden" name="file" value="${file.digest}" />
        ${formFields(preview, problems, visit)} ${importFields(preview, problems, visit)} ${send}
      </form>
    </div>`
  // A posted form has no query, and the language link must lead to this page again.
  const asRead = [...source].filter(([name]) => !["by", "reason", "act", "language"].includes(name))
  const at = { ...visit, address: addressWith("/statements/preview", Object.fromEntries(asRead)) }
  return pageResponse(at, { title: words.preview.title, section: "statements", body }, wrong ? 422 : 200)
}

const missing = (visit: Visit) => problemResponse(visit, visit.texts.tools.statementPages.noSuchFile, 404)

/** What was read of a file, and the forms that correct and import it. */
export const askImport = Effect.fn("Page.askImport")(function* (visit: Visit) {
  const preview = yield* previewOf(visit.query)
  return preview === null ? missing(visit) : page(preview, {}, null, visit)
})

/** Reads the file again, or imports it. */
export const takeImport = Effect.fn("Page.takeImport")(function* (visit: Visit) {
  const preview = yield* previewOf(visit.form)
  if (preview === null) return missing(visit)
  if (typed(visit.form, "act") !== "import") return page(preview, formProblems(visit.form, visit), null, visit)
  const given = importOf(preview, visit)
  if (Result.isFailure(given)) return page(preview, given.failure, null, visit)
  const { visitor } = visit
  visitor.name = given.success.by
  const { bytes, name } = preview.file
  const { form } = preview
  const done = yield* importStatement({ ...given.success, name, bytes, form, place: visitor.from }).pipe(
    // The name and the reason were checked.
    Effect.catchTag("InvalidInput", Effect.die),
  )
  if (Result.isFailure(done)) return missing(visit)
  const imported = done.success
  if (imported._tag === "Refused") {
    return page(preview, {}, html`<p>${visit.texts.tools.statements.refused[imported.because]}</p>`, visit)
  }
  const { project } = given.success
  const at = String(imported.number)
  return seeOther(
    addressWith(
      "/statements",
      imported._tag === "AlreadyThere"
        ? { project, already: at }
        : { project, done: at, counted: String(imported.counted) },
    ),
  )
})
