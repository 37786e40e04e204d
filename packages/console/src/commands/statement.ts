/** `statement`: imports a statement of the service, lists what was imported, and compares a period with our payments. It decides nothing. */
import { Effect, FileSystem, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type Language, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { keyText, ProjectId } from "@cauri/core"
import { type Statement, Statements } from "@cauri/core/adapter"
import { dayOf, readDay } from "../payments/report.ts"
import { printableJson } from "../payments/printable.ts"
import { needsPerson, Screen } from "../program/Screen.ts"
import type { StatementForm } from "../statement/form.ts"
import { guessForm } from "../statement/guess.ts"
import type { Line, Proposal } from "../statement/match.ts"
import { differenceOf } from "../statement/read.ts"
import { compareStatements, formIn, importStatement, type StatementComparison } from "../statement/statements.ts"
import { textOf } from "../statement/text.ts"
import { momentText } from "../payments/moment.ts"
import { tableOf } from "../program/table.ts"
import { OwnPlace, whoDecides, WrongInput } from "../payments/who.ts"
import { by, json, readAs, text } from "./flags.ts"

const maybeInt = (name: "opening" | "closing" | "replaces") => Flag.Int(name).pipe(Flag.optional)

const input = {
  what: Argument.Literals("what", ["import", "list", "compare"]),
  file: text("file"),
  form: text("form"),
  profile: text("profile"),
  project: text("project"),
  account: text("account"),
  from: text("from"),
  until: text("until"),
  opening: maybeInt("opening"),
  closing: maybeInt("closing"),
  replaces: maybeInt("replaces"),
  by,
  reason: text("reason"),
  limit: Flag.Int("limit").pipe(Flag.withDefault(50)),
  json,
}

type Given = {
  readonly [
    Name in "file" | "form" | "profile" | "project" | "account" | "from" | "until" | "by" | "reason"
  ]: Option.Option<string>
} & {
  readonly [Name in "opening" | "closing" | "replaces"]: Option.Option<number>
} & { readonly limit: number; readonly json: boolean }

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

const bytesOf = Effect.fnUntraced(function* (path: string, flag: "--file" | "--form") {
  const files = yield* FileSystem.FileSystem
  return yield* Effect.catchTag(
    files.readFile(path),
    "PlatformError",
    () => new WrongInput({ name: flag, expected: ["readable_file"] }),
  )
})

/** The form: from a file, from a kept profile, or guessed. A kept one is not kept once more. */
const formOf = Effect.fnUntraced(function* (given: Given, content: string) {
  if (Option.isSome(given.form)) {
    const form = formIn(new TextDecoder().decode(yield* bytesOf(given.form.value, "--form")))
    if (Option.isNone(form)) return yield* new WrongInput({ name: "--form", expected: ["statement_form"] })
    return { form: form.value, profile: Option.getOrNull(given.profile) }
  }
  if (Option.isSome(given.profile)) {
    const name = given.profile.value
    const kept = (yield* (yield* Statements).profiles()).find((each) => each.name === name)
    const form = kept === undefined ? Option.none<StatementForm>() : formIn(kept.form)
    if (Option.isSome(form)) return { form: form.value, profile: null }
  }
  return { form: guessForm(content), profile: Option.getOrNull(given.profile) }
})

const bring = Effect.fnUntraced(function* (given: Given) {
  const screen = yield* Screen
  const { language } = screen
  const words = tools[language].statements
  const reason = Option.getOrElse(given.reason, () => "")
  const name = yield* whoDecides({ by: given.by, reason })
  const project = yield* projectOf(given)
  const period = yield* periodOf(given)
  const path = yield* wanted("file", given)
  const bytes = yield* bytesOf(path, "--file")
  const refuse = Effect.fnUntraced(function* (sentence: string) {
    yield* screen.err(`${sentence}\n`)
    yield* needsPerson
  })
  const content = textOf(bytes)
  if (Result.isFailure(content)) return yield* refuse(words.files[content.failure])
  const { form, profile } = yield* formOf(given, content.success)
  const [opening, closing] = [Option.getOrNull(given.opening), Option.getOrNull(given.closing)]
  const others = yield* (yield* Statements).list({ project, touching: period, limit: 100 })
  const done = yield* importStatement({
    name: path.split(/[/\\]/).at(-1) ?? path,
    bytes,
    form,
    profile,
    project,
    account: Option.getOrElse(given.account, () => ""),
    ...period,
    opening,
    closing,
    replaces: Option.getOrNull(given.replaces),
    by: name,
    place: yield* OwnPlace,
    reason,
  })
  if (Result.isFailure(done)) return yield* refuse(words.files[done.failure])
  const { read, ...imported } = done.success
  const difference = differenceOf(read.rows, opening, closing)
  if (given.json) {
    const bad = read.bad.map(({ because, number }) => ({ line: number, because }))
    yield* screen.out(printableJson({ ...imported, form, lines: read.rows.length, bad, difference }))
    return yield* imported._tag === "Refused" ? needsPerson : Effect.void
  }
  if (imported._tag === "Refused") {
    const bad = read.bad.map(({ because, number }) => `  ${words.bad_row(number, words.rows[because])}\n`).join("")
    return yield* refuse(`${words.refused[imported.because]}\n${bad}`.trimEnd())
  }
  if (imported._tag === "AlreadyThere") return yield* screen.out(`${words.already(imported.number)}\n`)
  const balance =
    difference === null
      ? words.not_checked
      : difference === 0
        ? words.agrees
        : words.differs(money(difference, language))
  const overlaps = others
    .filter(({ number, replacedBy }) => replacedBy === null && number !== Option.getOrNull(given.replaces))
    .map(({ number }) => `${words.overlap(number)}\n`)
  yield* screen.out(
    `${words.added(imported.number, read.rows.length, imported.counted)}\n${balance}\n${overlaps.join("")}`,
  )
  if (difference !== null && difference !== 0) yield* needsPerson
})

const listText = (all: ReadonlyArray<Statement>, colours: boolean, language: Language): string => {
  const words = tools[language].statements
  if (all.length === 0) return `${words.nothing}\n`
  const names = ["number", "project", "account", "from", "before", "lines", "by", "at", "file"] as const
  return tableOf(
    names.map((name) => ({ title: words.columns[name], right: name === "number" || name === "lines" })),
    all.map((each) => [
      String(each.number),
      each.project,
      each.account === "" ? "–" : each.account,
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
  const all = yield* (yield* Statements).list({ ...project, limit: given.limit })
  yield* screen.out(
    given.json
      ? printableJson(all.map(({ form: _form, ...statement }) => statement))
      : listText(all, screen.colours, screen.language),
  )
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
  return { payment, proposal: proposal._tag === "Completed" ? "completed" : "not_completed", because: null, lines }
}

const comparisonData = (compared: StatementComparison) => ({
  statements: compared.statements.map(({ number }) => number),
  missing: compared.missing.map(({ before, from }) => ({
    from: new Date(from).toISOString(),
    before: new Date(before).toISOString(),
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
    if (proposal._tag === "Completed") return words.proposals.completed(lineText(proposal.line))
    if (proposal._tag === "Unclear") return words.proposals[proposal.because]
    return proposal.line === null ? words.proposals.not_completed : words.proposals.failed(lineText(proposal.line))
  }
  const rows = [
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
  const { missing, ours, proposals, several, theirs, both } = compared
  const open = [missing, ours, proposals, several, theirs, both.filter(({ sameAmount }) => !sameAmount)]
  if (open.some((each) => each.length > 0)) yield* needsPerson
})

/** `statement`. */
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
      command:
        'cauri console statement import --file may.csv --project shop --from 2026-05-01 --until 2026-06-01 --reason "monthly"',
    },
    { command: "cauri console statement list --project shop" },
    { command: "cauri console statement compare --project shop --from 2026-05-01 --until 2026-06-01 --json" },
  ]),
)
