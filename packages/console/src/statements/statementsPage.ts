/** The imported statements of a project: what each says and covers, what none covers, and the form that takes a file. */
import { Effect } from "effect"
import { number } from "@cauri/catalogue"
import { Documents } from "@cauri/core/adapter"
import {
  actions,
  attributes,
  cell,
  field,
  html,
  type Markup,
  nothing,
  notice,
  type Problems,
  problemSummary,
  row,
  rowHead,
  selection,
  table,
  typed,
} from "@cauri/pages"
import { maskedText } from "../words/masking.ts"
import { dayOf } from "../words/days.ts"
import { personText } from "../words/personText.ts"
import { type AccountStatement, mostStatements, statementsIn } from "./kept.ts"
import { overlapping, uncoveredFor } from "./match.ts"
import { coverNames } from "./readStatement.ts"
import { type Imported, importStatement } from "./statements.ts"
import { moment } from "../frame/moments.ts"
import { emptyState, said } from "../frame/parts.ts"
import { personFields, personIn, personProblems } from "../deeds/personFields.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { daysText, projectIn } from "./statementParts.ts"
import { momentText } from "../words/momentText.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

const pageSize = 10

const numberIn = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

const compareAddress = ({ before, from, project }: AccountStatement): string =>
  addressWith("/statements/compare", { project, from: dayOf(from), to: dayOf(before - 1) })

const statementRow = (statement: AccountStatement, { language, texts }: Visit) => {
  const { statementPages: words, statements } = texts.tools
  const { at, by, covers, fileName, lines, number: index, replacedBy } = statement
  const replaced = replacedBy === null ? nothing : html` (${statements.replaced(replacedBy)})`
  return row([
    rowHead(
      html`<a href="${compareAddress(statement)}">${words.statement(number(index, language))}</a>${replaced}
        <span class="small muted under">
          ${said(maskedText(fileName, language))}<br />${words.by} ${said(personText(by, language))} ·
          ${moment(at, language)}
        </span>`,
    ),
    cell(daysText(statement).join(" – "), { label: words.period }),
    cell(said(maskedText(coverNames(covers, statements.covers_all), language)), { label: statements.columns.covers }),
    cell(number(lines, language), { kind: "number", label: words.lines }),
  ])
}

const statementTable = (shown: ReadonlyArray<AccountStatement>, visit: Visit) => {
  const { statementPages: words, statements } = visit.texts.tools
  return table({
    caption: words.imported,
    heads: [words.title, words.period, statements.columns.covers, [words.lines, "number"]],
    rows: shown.map((each) => statementRow(each, visit)),
  })
}

/** What the statements of a project do not cover, and what they cover twice. */
const coverage = Effect.fnUntraced(function* (project: string, all: ReadonlyArray<AccountStatement>, visit: Visit) {
  const words = visit.texts.tools.statementPages
  const counted = all.filter(({ replacedBy }) => replacedBy === null)
  const operators = [...new Set(counted.flatMap(({ covers }) => covers))]
  const gaps = yield* (yield* Documents).list({ kind: "gap", project, limit: mostStatements })
  const forgotten = gaps
    .toReversed()
    .flatMap(({ before, from }) =>
      from === null || before === null
        ? []
        : uncoveredFor(counted, operators, from, Math.max(from, before) + 1).map((missing) =>
            words.forgotten(momentText(missing.from), momentText(missing.before)),
          ),
    )
  const covering = counted.filter(({ covers }) => covers.length > 0)
  const [first, last] = [
    Math.min(...covering.map(({ from }) => from)),
    Math.max(...covering.map(({ before }) => before)),
  ]
  const remarks = [
    ...uncoveredFor(covering, operators, first, last).map((gap) => words.gap(...daysText(gap))),
    ...overlapping(counted).map(([one, other]) => words.overlap(String(one.number), String(other.number))),
  ]
  const items = [...forgotten, ...remarks].map((text) => html`<li>${text}</li>`)
  return items.length === 0
    ? nothing
    : notice(
        "careful",
        html`<ul>
          ${items}
        </ul>`,
      )
})

interface Given {
  readonly project: string
  readonly replaces: string
  readonly by: string
  readonly reason: string
}

const uploadForm = (
  given: Given,
  counted: ReadonlyArray<AccountStatement>,
  problems: Problems,
  visit: Visit,
): Markup => {
  const words = visit.texts.tools.statementPages
  const sent = {
    method: "post",
    action: "/statements",
    enctype: "multipart/form-data",
    novalidate: true,
    class: "card",
  }
  return html`<form ${attributes(sent)}>
    <h2>${words.upload}</h2>
    ${field({ name: "project", label: words.project, value: given.project, problems })}
    ${field({ name: "file", label: words.file, hint: words.fileHint, value: "", problems, as: "file", more: { accept: ".csv,text/csv" } })}
    ${
      counted.length === 0
        ? nothing
        : selection(
            { name: "replaces", label: words.replaces, value: given.replaces, problems },
            words.replacesNone,
            counted.map((each) => [String(each.number), words.statement(number(each.number, visit.language))]),
          )
    }
    ${personFields(given, problems, visit)} ${actions(words.import)}
  </form>`
}

/** What was just imported, as the address says. */
const outcome = Effect.fnUntraced(function* ({ language, query, texts }: Visit) {
  const { statementPages: words, statements } = texts.tools
  const already = numberIn(query.get("already"))
  if (already !== null) return notice("careful", statements.already(already))
  const done = numberIn(query.get("done")) ?? 0
  const [statement] = yield* statementsIn({ below: done + 1, limit: 1 })
  if (statement?.number !== done) return nothing
  const counted = number(numberIn(query.get("counted")) ?? 0, language)
  const contradicted = numberIn(query.get("contradicted")) ?? 0
  const { covers } = statement
  return notice(
    contradicted > 0 || covers.length === 0 ? "careful" : "good",
    html`${words.done(words.statement(number(statement.number, language)), statement.lines, counted)}
      ${
        covers.length === 0
          ? statements.covers_nothing
          : statements.covers(maskedText(coverNames(covers, statements.covers_all), language))
      }
      ${contradicted === 0 ? nothing : statements.contradicted(contradicted)}
      <a href="${compareAddress(statement)}">${words.compare}</a>`,
  )
})

const page = Effect.fnUntraced(function* (given: Given, problems: Problems, rows: Markup, visit: Visit) {
  const { query, texts, visitor } = visit
  const words = texts.tools.statementPages
  const everything = yield* statementsIn({ limit: mostStatements })
  const projects = [...new Set(everything.map((each) => each.project))].toSorted()
  const project = given.project === "" ? (everything[0]?.project ?? "") : given.project
  const all = yield* statementsIn({ project, limit: mostStatements })
  const below = numberIn(query.get("below"))
  const shown = yield* statementsIn({ project, limit: pageSize, ...(below === null ? {} : { below }) })
  const last = shown.at(-1)
  const older =
    last === undefined || all.every((each) => each.number >= last.number)
      ? nothing
      : html`<p class="paging">
          <a class="button" rel="next" href="${addressWith("/statements", { project, below: String(last.number) })}"
            >${words.older}</a
          >
        </p>`
  const chooser =
    projects.length < 2
      ? nothing
      : html`<form class="day" method="get" action="/statements">
          ${selection(
            { name: "project", scope: "chosen", label: words.project, value: project },
            null,
            projects.map((each) => [each, each]),
          )}
          <button class="button" type="submit">${words.show}</button>
        </form>`
  const wrong = Object.keys(problems).length > 0
  const mayImport = visitor.may("import")
  const counted = all.filter(({ replacedBy }) => replacedBy === null)
  const body = html`<div class="headline">
      <div>
        <h1>${words.title}</h1>
        <p>${words.explained}</p>
      </div>
      ${chooser}
    </div>
    ${wrong ? problemSummary(words.wrong, problems, rows) : yield* outcome(visit)}
    <div class="stack">
      ${yield* coverage(project, all, visit)}
      ${
        shown.length === 0
          ? html`<div class="card">${emptyState(mayImport ? words.empty : words.emptyForReader)}</div>`
          : statementTable(shown, visit)
      }
      ${older} ${mayImport ? uploadForm({ ...given, project }, counted, problems, visit) : nothing}
    </div>`
  return pageResponse(
    { ...visit, address: addressWith("/statements", { project }) },
    { title: words.title, section: "statements", body },
    wrong ? 422 : 200,
  )
})

/** The statements of the project that the address names, or of the newest statement. */
export const statementsPage = Effect.fn("Page.statements")(function* (visit: Visit) {
  const project = (visit.query.get("project") ?? "").slice(0, 64)
  return yield* page({ project, replaces: "", by: visit.visitor.name, reason: "" }, {}, nothing, visit)
})

const mostBad = 20

/** Why nothing was imported, and the rows that cannot be read. */
const refusedBy = (
  imported: Extract<Imported, { readonly _tag: "Refused" | "BadRows" }>,
  { language, texts }: Visit,
) => {
  const { statementPages, statements: words } = texts.tools
  if (imported._tag === "Refused") return { problem: words.files[imported.because], rows: nothing }
  const { bad } = imported
  const items = bad
    .slice(0, mostBad)
    .map((each) => html`<li>${words.bad_row(each.number, words.rows[each.because])}</li>`)
  const rest =
    bad.length > mostBad
      ? html`<p>${statementPages.comparison.shown(number(mostBad, language), number(bad.length, language))}</p>`
      : nothing
  return {
    problem: words.bad_rows,
    rows: html`<ul>
        ${items}
      </ul>
      ${rest}`,
  }
}

/** Imports a file, or says which of its rows cannot be read. */
export const takeFile = Effect.fn("Page.takeFile")(function* (visit: Visit) {
  const { file, form, texts, visitor } = visit
  const words = texts.tools.statementPages
  const given = {
    project: typed(form, "project"),
    replaces: typed(form, "replaces"),
    by: personIn(visit),
    reason: typed(form, "reason"),
  }
  const project = projectIn(given.project)
  const all = yield* statementsIn({ project: given.project, limit: mostStatements })
  const replaces =
    all.find((each) => each.replacedBy === null && String(each.number) === given.replaces)?.number ?? null
  const problems: Problems = {
    ...(project === null ? { project: words.needProject } : {}),
    ...(file === null ? { file: words.needFile } : {}),
    ...(given.replaces === "" || replaces !== null ? {} : { replaces: words.noSuchStatement }),
    ...personProblems(given, visit),
  }
  if (file === null || project === null || Object.keys(problems).length > 0)
    return yield* page(given, problems, nothing, visit)
  visitor.name = given.by
  const name = file.name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, 200)
  const imported = yield* importStatement({
    ...given,
    project,
    replaces,
    name,
    bytes: file.bytes,
    place: visitor.from,
  }).pipe(
    // The name and the reason were checked.
    Effect.catchTag("InvalidInput", Effect.die),
  )
  if (imported._tag === "Refused" || imported._tag === "BadRows") {
    const { problem, rows } = refusedBy(imported, visit)
    return yield* page(given, { file: problem }, rows, visit)
  }
  const at = String(imported.number)
  return seeOther(
    addressWith(
      "/statements",
      imported._tag === "AlreadyThere"
        ? { project, already: at }
        : { project, done: at, counted: String(imported.counted), contradicted: String(imported.contradicted) },
    ),
  )
})
