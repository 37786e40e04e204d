/** A statement before its import, as a person's form says it: how its file is read, and what is imported. */
import { Effect, Option, Result, Schema } from "effect"
import { type StatementFile, type Statement, Statements } from "@cauri/core/adapter"
import { isPersonsText } from "@cauri/core/model"
import { type Problems, typed } from "@cauri/pages"
import { readDay } from "../payments/report.ts"
import { columnNames, StatementForm } from "../statement/form.ts"
import { guessForm } from "../statement/guess.ts"
import { type ReadStatement, readStatement } from "../statement/read.ts"
import { formIn } from "../statement/statements.ts"
import { textOf } from "../statement/text.ts"
import { readAmount, readMoment } from "../statement/values.ts"
import { personIn, personProblems } from "./person.ts"
import { projectIn } from "./statementParts.ts"
import { type Visit } from "../frame/visit.ts"

const longestName = 100

const linesIn = (text: string): ReadonlyArray<string> =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")

const decodeForm = Schema.decodeUnknownOption(StatementForm)

/** The form as a person corrected it. What no field of the page can send is as it was guessed. */
const correctedForm = (source: URLSearchParams, guessed: StatementForm): StatementForm => {
  const whole = (name: string) => (/^\d{1,7}$/.test(typed(source, name)) ? Number(typed(source, name)) : null)
  const given = {
    ...Object.fromEntries(["delimiter", "plus", "decimal", "day", "fees"].map((name) => [name, source.get(name)])),
    first: whole("first") ?? guessed.first,
    foot: whole("foot") ?? guessed.foot,
    columns: Object.fromEntries(columnNames.map((name) => [name, whole(`column-${name}`)])),
    zone: typed(source, "zone"),
    completed: linesIn(typed(source, "completed")),
    failed: linesIn(typed(source, "failed")),
  }
  return Option.getOrElse(decodeForm(given), () => guessed)
}

/** A file as it would be imported now. */
export interface Preview {
  readonly file: StatementFile
  readonly form: StatementForm
  readonly read: ReadStatement
  /** What was typed, or stands in the address. */
  readonly source: URLSearchParams
  /** The statements of the project that count. */
  readonly others: ReadonlyArray<Statement>
}

/** Reads the file that a form or an address names; null: it is not kept here. */
export const previewOf = Effect.fnUntraced(function* (source: URLSearchParams) {
  const statements = yield* Statements
  const digest = typed(source, "file")
  const file = /^[0-9a-f]{64}$/.test(digest) ? yield* statements.file(digest) : Option.none<StatementFile>()
  if (Option.isNone(file)) return null
  const text = textOf(file.value.bytes)
  if (Result.isFailure(text)) return null
  const kept = (yield* statements.profiles()).find(({ name }) => name === typed(source, "profile"))
  const start = Option.getOrElse(kept === undefined ? Option.none<StatementForm>() : formIn(kept.form), () =>
    guessForm(text.success),
  )
  const form = source.has("delimiter") ? correctedForm(source, start) : start
  const all = yield* statements.list({ project: typed(source, "project"), limit: 1_000 })
  const others = all.filter(({ replacedBy }) => replacedBy === null)
  const preview: Preview = { file: file.value, form, read: readStatement(text.success, form), source, others }
  return preview
})

export const balanceIn = (source: URLSearchParams, name: "opening" | "closing", { decimal }: StatementForm) => {
  const text = typed(source, name)
  return text === "" ? Result.succeed(null) : readAmount(text, decimal)
}

/** What is wrong with the form of the file. */
export const formProblems = (source: URLSearchParams, { texts }: Visit): Problems => {
  const { badNumber, badZone } = texts.tools.statementPages.preview
  const zone = readMoment("2026-01-31", { day: "ymd", zone: typed(source, "zone") })
  return {
    ...(/^0*[1-9]\d{0,6}$/.test(typed(source, "first")) ? {} : { first: badNumber }),
    ...(/^\d{1,7}$/.test(typed(source, "foot")) ? {} : { foot: badNumber }),
    ...(zone === null ? { zone: badZone } : {}),
  }
}

const isName = (text: string): boolean => text === "" || (text.length <= longestName && isPersonsText(text))

/** What is imported beside the file; a failure names each wrong field. */
export const importOf = ({ form, others, source }: Preview, visit: Visit) => {
  const { statementPages: words } = visit.texts.tools
  const project = projectIn(typed(source, "project"))
  const [from, to] = [readDay(typed(source, "from")), readDay(typed(source, "to"))]
  const [opening, closing] = [balanceIn(source, "opening", form), balanceIn(source, "closing", form)]
  const [account, keep] = [typed(source, "account"), typed(source, "keep")]
  const asked = typed(source, "replaces")
  const replaces = others.find((each) => String(each.number) === asked)?.number ?? null
  const given = { by: personIn(visit), reason: typed(source, "reason") }
  const { badAmount, badDay, badName, badPeriod, noSuchStatement } = words.preview
  const isBackwards = Result.isSuccess(from) && Result.isSuccess(to) && to.success.before <= from.success.from
  const problems: Problems = {
    ...formProblems(source, visit),
    ...(project === null ? { project: words.needProject } : {}),
    ...(isName(account) ? {} : { account: badName }),
    ...(Result.isFailure(from) ? { from: badDay } : {}),
    ...(Result.isFailure(to) ? { to: badDay } : isBackwards ? { to: badPeriod } : {}),
    ...(Result.isFailure(opening) ? { opening: badAmount } : {}),
    ...(Result.isFailure(closing) ? { closing: badAmount } : {}),
    ...(asked === "" || replaces !== null ? {} : { replaces: noSuchStatement }),
    ...(isName(keep) ? {} : { keep: badName }),
    ...personProblems(given, visit),
  }
  if (
    Object.keys(problems).length > 0 ||
    project === null ||
    Result.isFailure(from) ||
    Result.isFailure(to) ||
    Result.isFailure(opening) ||
    Result.isFailure(closing)
  )
    return Result.fail(problems)
  return Result.succeed({
    ...given,
    project,
    account,
    replaces,
    from: from.success.from,
    before: to.success.before,
    opening: opening.success,
    closing: closing.success,
    profile: keep === "" ? null : keep,
  })
}
