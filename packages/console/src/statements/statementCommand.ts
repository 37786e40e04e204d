/** `statement`: imports a statement of the service, lists what was imported, and compares a period with our payments. It decides nothing. */
import { Effect, FileSystem, Option, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { catalogue, type Language, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { keyText, ProjectId } from "@cauri/core"
import { dayOf, readDay } from "../words/days.ts"
import { printableJson } from "../words/printable.ts"
import { needsPerson, Screen } from "../terminal/Screen.ts"
import { type AccountStatement, statementsIn } from "./kept.ts"
import type { Line, Proposal } from "./match.ts"
import { coverNames } from "./readStatement.ts"
import { compareStatements, importStatement, type StatementComparison } from "./statements.ts"
import { momentText } from "../words/momentText.ts"
import { nameOf } from "../words/nameOf.ts"
import { tableOf } from "../terminal/table.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { WrongInput } from "../words/WrongInput.ts"
import { by, json, readAs, text } from "../terminal/flags.ts"

const input = {
  what: Argument.Literals("what", ["import", "list", "compare"]),
  file: text("file"),
  project: text("project"),
  from: text("from"),
  until: text("until"),
  replaces: Flag.Int("replaces").pipe(Flag.optional),
  by,
  reason: text("reason"),
  limit: Flag.Int("limit").pipe(Flag.withDefault(50)),
  json,
}

type Given = {
  readonly [Name in "file" | "project" | "from" | "until" | "by" | "reason"]: Option.Option<string>
} & { readonly replaces: Option.Option<number>; readonly limit: number; readonly json: boolean }

const wanted = (name: "file" | "project" | "from" | "until", given: Given) =>
  Option.match(given[name], {
    onNone: () =>
      Effect.fail(
        new WrongInput({
          name: `--${name}`,
          expected: name === "project" ? ["project"] : name === "file" ? ["text"] : ["day"],
        }),
      ),
    onSome: Effect.succeed,
  })

const projectOf = Effect.fnUntraced(function* (given: Given) {
  const project = yield* wanted("project", given)
  return Schema.is(ProjectId)(project) ? project : yield* new WrongInput({ name: "--project", expected: ["project"] })
})

const periodOf = Effect.fnUntraced(function* (given: Given) {
  const from = yield* readAs("--from", readDay(yield* wanted("from", given)))
  const until = yield* readAs("--until", readDay(yield* wanted("until", given)))
  if (until.from <= from.from) return yield* new WrongInput({ name: "--until", expected: ["day"] })
  return { from: from.from, before: until.from }
})

const bring = Effect.fnUntraced(function* (given: Given) {
  const screen = yield* Screen
  const words = tools[screen.language].statements
  const reason = Option.getOrElse(given.reason, () => "")
  const name = yield* whoDecides({ by: given.by, reason })
  const project = yield* projectOf(given)
  const path = yield* wanted("file", given)
  const files = yield* FileSystem.FileSystem
  const bytes = yield* Effect.catchTag(
    files.readFile(path),
    "PlatformError",
    () => new WrongInput({ name: "--file", expected: ["readable_file"] }),
  )
  const imported = yield* importStatement({
    name: path.split(/[/\\]/).at(-1) ?? path,
    bytes,
    project,
    replaces: Option.getOrNull(given.replaces),
    by: name,
    place: yield* OwnPlace,
    reason,
  })
  if (given.json) yield* screen.out(printableJson(imported))
  if (imported._tag === "Refused" || imported._tag === "BadRows") {
    const bad = imported._tag === "Refused" ? [] : imported.bad
    const rows = bad.map(({ because, number }) => `  ${words.bad_row(number, words.rows[because])}\n`).join("")
    const sentence = imported._tag === "Refused" ? words.files[imported.because] : `${words.bad_rows}\n${rows}`
    if (!given.json) yield* screen.err(`${sentence.trimEnd()}\n`)
    return yield* needsPerson
  }
  const added =
    imported._tag === "AlreadyThere"
      ? words.already(imported.number)
      : words.added(imported.number, imported.lines, imported.counted)
  const contradicted = imported.contradicted === 0 ? "" : `${words.contradicted(imported.contradicted)}\n`
  if (!given.json)
    yield* screen.out(
      `${added}\n${imported.covers.length === 0 ? words.covers_nothing : words.covers(coverNames(imported.covers, words.covers_all))}\n${contradicted}`,
    )
  if (imported.contradicted > 0) yield* needsPerson
})

const listText = (all: ReadonlyArray<AccountStatement>, colours: boolean, language: Language): string => {
  const words = tools[language].statements
  if (all.length === 0) return `${words.nothing}\n`
  const names = ["number", "project", "covers", "from", "before", "lines", "by", "at", "file"] as const
  return tableOf(
    names.map((name) => ({ title: words.columns[name], right: name === "number" || name === "lines" })),
    all.map((each) => [
      String(each.number),
      each.project,
      coverNames(each.covers, words.covers_all),
      momentText(each.from),
      momentText(each.before),
      String(each.lines),
      each.by,
      dayOf(each.at),
      each.replacedBy === null ? each.fileName : `${each.fileName} (${words.replaced(each.replacedBy)})`,
    ]),
    colours,
  )
}

const enumerate = Effect.fnUntraced(function* (given: Given) {
  const screen = yield* Screen
  if (given.limit < 1 || given.limit > 1_000)
    return yield* new WrongInput({ name: "--limit", expected: ["between", 1, 1_000] })
  const project = Option.isSome(given.project) ? { project: yield* projectOf(given) } : {}
  const all = yield* statementsIn({ ...project, limit: given.limit })
  yield* screen.out(given.json ? printableJson(all) : listText(all, screen.colours, screen.language))
})

const lineData = ({ amount, at, number, statement }: Line) => ({
  statement,
  line: number,
  amount,
  at: new Date(at).toISOString(),
})
const proposalData = (proposal: Proposal) => {
  const payment = keyText(proposal.payment.key)
  if (proposal._tag === "Unclear")
    return { payment, proposal: "unclear", because: proposal.because, lines: proposal.lines.map(lineData) }
  const lines = proposal.line === null ? [] : [lineData(proposal.line)]
  return { payment, proposal: proposal._tag === "completed" ? "completed" : "not_completed", because: null, lines }
}

const comparisonData = (compared: StatementComparison) => ({
  statements: compared.statements.map(({ number }) => number),
  missing: compared.missing.map(({ before, from }) => ({
    from: new Date(from).toISOString(),
    before: new Date(before).toISOString(),
  })),
  contradictions: compared.contradictions.map(({ line, payment }) => ({
    payment: keyText(payment.key),
    here: payment.state,
    there: line.moved === "yes" ? "moved" : "not_moved",
    ...lineData(line),
  })),
  both: compared.both.map(({ by: found, line, payment, sameAmount }) => ({
    payment: keyText(payment.key),
    by: found,
    sameAmount,
    ...lineData(line),
  })),
  ours: compared.ours.map(({ amount, key }) => ({ payment: keyText(key), amount })),
  theirs: compared.theirs.map(lineData),
  several: compared.several.map(({ line, payments }) => ({
    ...lineData(line),
    payments: payments.map(({ key }) => keyText(key)),
  })),
  inDoubt: compared.proposals.map(proposalData),
  unreadable: compared.unreadable,
})

const comparisonText = (compared: StatementComparison, colours: boolean, language: Language): string => {
  const words = tools[language].statements
  const lineText = ({ amount, at, number, statement }: Line) =>
    words.line(statement, number, money(amount, language), momentText(at))
  const proposalText = (proposal: Proposal): string => {
    if (proposal._tag === "completed") return words.proposals.completed(lineText(proposal.line))
    if (proposal._tag === "Unclear") return words.proposals[proposal.because]
    return proposal.line === null ? words.proposals.not_completed : words.proposals.failed(lineText(proposal.line))
  }
  const rows = [
    ...compared.contradictions.map(({ line, payment }) => [
      words.answers[line.moved === "yes" ? "moved_there" : "not_moved_there"](
        nameOf(catalogue[language].states, payment.state),
      ),
      keyText(payment.key),
      money(payment.amount, language),
      lineText(line),
    ]),
    ...compared.both.map(({ line, payment, sameAmount }) => [
      sameAmount ? words.answers.both : words.answers.other_amount,
      keyText(payment.key),
      money(payment.amount, language),
      lineText(line),
    ]),
    ...compared.ours.map(({ amount, key }) => [words.answers.ours, keyText(key), money(amount, language), "–"]),
    ...compared.theirs.map((line) => [
      words.answers.theirs,
      "–",
      money(Math.abs(line.amount), language),
      lineText(line),
    ]),
    ...compared.several.map(({ line, payments }) => [
      words.answers.several,
      payments.map(({ key }) => keyText(key)).join(", "),
      money(Math.abs(line.amount), language),
      lineText(line),
    ]),
  ]
  const { columns } = words
  return [
    ...compared.missing.map(({ before, from }) => `${words.missing(momentText(from), momentText(before))}\n`),
    tableOf(
      [
        { title: columns.answer },
        { title: columns.payment },
        { title: columns.amount, right: true },
        { title: columns.line },
      ],
      rows,
      colours,
    ),
    ...(compared.proposals.length === 0
      ? []
      : [
          `\n${words.in_doubt}\n`,
          tableOf(
            [{ title: columns.payment }, { title: columns.proposal }],
            compared.proposals.map((proposal) => [keyText(proposal.payment.key), proposalText(proposal)]),
            colours,
          ),
        ]),
    ...(compared.unreadable === 0 ? [] : [`${words.unreadable(compared.unreadable)}\n`]),
  ].join("")
}

const compare = Effect.fnUntraced(function* (given: Given) {
  const screen = yield* Screen
  const project = yield* projectOf(given)
  const { before, from } = yield* periodOf(given)
  const compared = yield* compareStatements(project, from, before)
  yield* screen.out(
    given.json ? printableJson(comparisonData(compared)) : comparisonText(compared, screen.colours, screen.language),
  )
  const { contradictions, missing, ours, proposals, several, theirs, both } = compared
  const open = [contradictions, missing, ours, proposals, several, theirs, both.filter(({ sameAmount }) => !sameAmount)]
  if (open.some((each) => each.length > 0)) yield* needsPerson
})

export const statement = Command.make(
  "statement",
  input,
  Effect.fnUntraced(function* ({ what, ...given }) {
    if (what === "import") yield* bring(given)
    else if (what === "list") yield* enumerate(given)
    else yield* compare(given)
  }),
).pipe(
  Command.withExamples([
    {
      command: 'cauri console statement import --file may.csv --project shop --reason "monthly"',
    },
    { command: "cauri console statement list --project shop" },
    { command: "cauri console statement compare --project shop --from 2026-05-01 --until 2026-06-01 --json" },
  ]),
)
