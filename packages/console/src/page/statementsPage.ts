/** The imported statements of a project: what each says and covers, what none covers, and the form that takes a file. */
import { Clock, Effect, Option, Result } from "effect"
import { money, number } from "@cauri/catalogue"
import { type Statement, Statements } from "@cauri/core/adapter"
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
import { maskedText } from "../payments/masking.ts"
import { dayOf } from "../payments/report.ts"
import { personText } from "../payments/sentences.ts"
import { overlapping, uncovered } from "../statement/match.ts"
import { differenceIn, digestOf } from "../statement/statements.ts"
import { textOf } from "../statement/text.ts"
import { textProblem } from "./textProblem.ts"
import { moment } from "./moments.ts"
import { emptyState, said } from "./parts.ts"
import { nameField, personIn } from "./person.ts"
import { pageResponse, seeOther } from "../frame/shell.ts"
import { daysText, projectIn } from "./statementParts.ts"
import { momentText } from "../payments/moment.ts"
import { addressWith, type Visit } from "../frame/visit.ts"

/** More statements than a project has. */
const most = 1_000
const pageSize = 10

const numberIn = (text: string | null): number | null => (text !== null && /^\d{1,9}$/.test(text) ? Number(text) : null)

const compareAddress = ({ before, from, project }: Statement): string =>
  addressWith("/statements/compare", { project, from: dayOf(from), to: dayOf(before - 1) })

const statementRow = Effect.fnUntraced(function* (statement: Statement, visit: Visit) {
  const { language, texts } = visit
  const { statementPages: words, statements } = texts.tools
  const { account, at, by, closing, fileName, lines, number: index, opening, replacedBy } = statement
  const difference = yield* differenceIn(statement)
  const amount = (francs: number | null) => (francs === null ? words.unchecked : money(francs, language))
  const balances = opening === null && closing === null ? words.unchecked : `${amount(opening)} → ${amount(closing)}`
  const replaced = replacedBy === null ? nothing : html` (${statements.replaced(replacedBy)})`
  return row([
    rowHead(
      html`<a href="${compareAddress(statement)}">${words.statement(number(index, language))}</a>${replaced}
        <span class="small muted under">
          ${said(maskedText(fileName, language))}<br />${words.by} ${said(personText(by, language))} ·
          ${moment(at, language)}
        </span>`,
    ),
    cell(
      html`${daysText(statement).join(" – ")}<br />${
          account === "" ? words.wholeProject : said(maskedText(account, language))
        }`,
      { label: words.period },
    ),
    cell(number(lines, language), { kind: "number", label: words.lines }),
    cell(balances, { kind: "number", label: words.balances }),
    cell(difference === 0 ? words.none : amount(difference), { kind: "number", label: words.difference }),
  ])
})

const numbers = (name: string) => [name, "number"] as const

const statementTable = Effect.fnUntraced(function* (shown: ReadonlyArray<Statement>, visit: Visit) {
  const words = visit.texts.tools.statementPages
  return table({
    caption: words.imported,
    heads: [words.title, words.period, numbers(words.lines), numbers(words.balances), numbers(words.difference)],
    rows: yield* Effect.forEach(shown, (each) => statementRow(each, visit), { concurrency: 1 }),
  })
})

/** What the statements of a project do not cover, and what they cover twice. */
const coverage = Effect.fnUntraced(function* (project: string, all: ReadonlyArray<Statement>, visit: Visit) {
  const words = visit.texts.tools.statementPages
  const counted = all.filter(({ replacedBy }) => replacedBy === null)
  const whole = counted.filter(({ account }) => account === "")
  const gaps = (yield* (yield* Statements).gaps()).filter((gap) => gap.project === project)
  const forgotten = gaps.flatMap((gap) =>
    uncovered(whole, gap.from, Math.max(gap.from, gap.before) + 1).map(({ before, from }) =>
      words.forgotten(momentText(from), momentText(before)),
    ),
  )
  const told = [...Map.groupBy(counted, ({ account }) => account)].flatMap(([account, own]) => {
    const [first, last] = [Math.min(...own.map(({ from }) => from)), Math.max(...own.map(({ before }) => before))]
    return [
      ...uncovered(own, first, last).map((gap) => {
        const [from, to] = daysText(gap)
        return account === "" ? words.gap(from, to) : words.gapOf(maskedText(account, visit.language), from, to)
      }),
      ...overlapping(own).map(([one, other]) => words.overlap(String(one.number), String(other.number))),
    ]
  })
  const items = [...forgotten, ...told].map((text) => html`<li>${text}</li>`)
  return items.length === 0
    ? nothing
    : notice(
        "careful",
        html`<ul>
          ${items}
        </ul>`,
      )
})

const uploadForm = (
  given: { readonly project: string; readonly profile: string; readonly by: string },
  profiles: ReadonlyArray<string>,
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
    ${field({ name: "file", label: words.file, hint: words.fileHint, value: "", problems, as: "file", more: { accept: ".csv,.txt,.tsv,text/csv" } })}
    ${
      profiles.length === 0
        ? nothing
        : selection(
            { name: "profile", label: words.readAs, value: given.profile, problems },
            words.guess,
            profiles.map((name) => [name, maskedText(name, visit.language)]),
          )
    }
    ${nameField(given.by, problems, visit)} ${actions(words.read)}
  </form>`
}

/** What was just imported, as the address says. */
const outcome = Effect.fnUntraced(function* ({ language, query, texts }: Visit) {
  const { statementPages: words, statements } = texts.tools
  const already = numberIn(query.get("already"))
  if (already !== null) return notice("careful", statements.already(already))
  const found = yield* (yield* Statements).find(numberIn(query.get("done")) ?? 0)
  if (Option.isNone(found)) return nothing
  const statement = found.value
  const counted = number(numberIn(query.get("counted")) ?? 0, language)
  const difference = yield* differenceIn(statement)
  const told = words.done(words.statement(number(statement.number, language)), statement.lines, counted)
  const balance =
    difference === null
      ? nothing
      : difference === 0
        ? statements.agrees
        : statements.differs(money(difference, language))
  return notice(
    difference === null || difference === 0 ? "good" : "careful",
    html`${told} ${balance} <a href="${compareAddress(statement)}">${words.compare}</a>`,
  )
})

const page = Effect.fnUntraced(function* (
  given: { readonly project: string; readonly profile: string; readonly by: string },
  problems: Problems,
  visit: Visit,
) {
  const { query, texts, visitor } = visit
  const words = texts.tools.statementPages
  const statements = yield* Statements
  const everything = yield* statements.list({ limit: most })
  const projects = [...new Set(everything.map((each) => each.project))].toSorted()
  const project = given.project === "" ? (everything[0]?.project ?? "") : given.project
  const all = yield* statements.list({ project, limit: most })
  const below = numberIn(query.get("below"))
  const shown = yield* statements.list({ project, limit: pageSize, ...(below === null ? {} : { below }) })
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
  const profiles = mayImport ? (yield* statements.profiles()).map(({ name }) => name) : []
  const body = html`<div class="headline">
      <div>
        <h1>${words.title}</h1>
        <p>${words.explained}</p>
      </div>
      ${chooser}
    </div>
    ${wrong ? problemSummary(texts.decision.problem, problems) : yield* outcome(visit)}
    <div class="stack">
      ${yield* coverage(project, all, visit)}
      ${
        shown.length === 0
          ? html`<div class="card">${emptyState(mayImport ? words.empty : words.emptyForReader)}</div>`
          : yield* statementTable(shown, visit)
      }
      ${older} ${mayImport ? uploadForm({ ...given, project }, profiles, problems, visit) : nothing}
    </div>`
  return pageResponse(
    { ...visit, address: addressWith("/statements", { project }) },
    { title: words.title, section: "statements", body },
    wrong ? 422 : 200,
  )
})

/** The statements of the project that the address names, or of the newest statement. */
export const statementsPage = Effect.fn("Page.statements")(function* (visit: Visit) {
  const { query, visitor } = visit
  return yield* page({ project: (query.get("project") ?? "").slice(0, 64), profile: "", by: visitor.name }, {}, visit)
})

/**
 * Keeps a file, and shows what was read. The preview names the file by its digest, so that what is imported is what was shown: the browser
 * carries no content back, and any machine of the host can answer.
 */
export const takeFile = Effect.fn("Page.takeFile")(function* (visit: Visit) {
  const { file, form, texts, visitor } = visit
  const { statementPages: words, statements } = texts.tools
  const given = { project: typed(form, "project"), profile: typed(form, "profile"), by: personIn(visit) }
  const { needName, tooLong, unprintable } = texts.decision
  const named = textProblem(given.by, { missing: needName, tooLong, unprintable })
  const text = file === null ? null : textOf(file.bytes)
  const problems: Problems = {
    ...(projectIn(given.project) === null ? { project: words.needProject } : {}),
    ...(text === null
      ? { file: words.needFile }
      : Result.isFailure(text)
        ? { file: statements.files[text.failure] }
        : {}),
    ...(named === null ? {} : { by: named }),
  }
  if (file === null || Object.keys(problems).length > 0) return yield* page(given, problems, visit)
  visitor.name = given.by
  const digest = digestOf(file.bytes)
  const name = file.name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "")
    .slice(0, 200)
  const at = yield* Clock.currentTimeMillis
  yield* (yield* Statements).keepFile({ digest, name, bytes: file.bytes, by: given.by, at })
  return seeOther(addressWith("/statements/preview", { file: digest, project: given.project, profile: given.profile }))
})
