/** `batch`: checks and brings a list of payouts, shows batches, decides about one, and prints its lines with what became of them. */
import { Effect, FileSystem, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { type Batch, findBatch, importBatch, listBatches, type Preview, previewBatch, type Sheet } from "@cauri/batches"
import { type Language, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { Policy, ProjectId } from "@cauri/core"
import { recordDeed } from "../deeds/recordDeed.ts"
import { OwnPlace, whoDecides } from "../deeds/who.ts"
import { reasonText } from "../pausing/pauses.ts"
import { by, json, text } from "../terminal/flags.ts"
import { needsPerson, Screen } from "../terminal/Screen.ts"
import { tableOf } from "../terminal/table.ts"
import { momentText } from "../words/momentText.ts"
import { printable, printableJson } from "../words/printable.ts"
import { WrongInput } from "../words/WrongInput.ts"
import {
  type BatchAct,
  batchInFull,
  batchResult,
  becauseText,
  decideBatch,
  lineStateText,
  readList,
} from "./batches.ts"

const input = {
  what: Argument.Literals("what", [
    "check",
    "add",
    "list",
    "show",
    "start",
    "approve",
    "pause",
    "resume",
    "cancel",
    "result",
  ]),
  batch: text("batch"),
  project: text("project"),
  file: text("file"),
  country: text("country"),
  description: text("description"),
  digest: text("digest"),
  by,
  reason: text("reason"),
  limit: Flag.Int("limit").pipe(Flag.withDefault(50)),
  json,
}

type Given = {
  readonly [
    Name in "batch" | "project" | "file" | "country" | "description" | "digest" | "by" | "reason"
  ]: Option.Option<string>
} & { readonly limit: number; readonly json: boolean }

const wanted = (name: "batch" | "project" | "file" | "digest", given: Given) =>
  Option.match(given[name], {
    onNone: () =>
      Effect.fail(new WrongInput({ name: `--${name}`, expected: name === "project" ? ["project"] : ["text"] })),
    onSome: Effect.succeed,
  })

const projectOf = Effect.fnUntraced(function* (given: Given) {
  const project = Option.getOrNull(given.project) ?? (yield* Policy).merchant.project
  return Schema.is(ProjectId)(project) ? project : yield* new WrongInput({ name: "--project", expected: ["project"] })
})

const meant = Effect.fnUntraced(function* (given: Given) {
  return yield* findBatch(yield* projectOf(given), yield* wanted("batch", given))
})

/** The list in the file, and under which id. */
const listIn = Effect.fnUntraced(function* (given: Given) {
  const { language } = yield* Screen
  const project = yield* projectOf(given)
  const id = yield* wanted("batch", given)
  const path = yield* wanted("file", given)
  const files = yield* FileSystem.FileSystem
  const bytes = yield* Effect.catchTag(
    files.readFile(path),
    "PlatformError",
    () => new WrongInput({ name: "--file", expected: ["readable_file"] }),
  )
  const description = Option.getOrElse(given.description, () => "")
  const read = readList(bytes, {
    batch: id,
    project,
    country: Option.getOrNull(given.country),
    description,
    policy: yield* Policy,
  })
  if (Result.isSuccess(read)) {
    const name = path.split(/[/\\]/).at(-1) ?? path
    const found: { readonly sheet: Sheet | null } = { sheet: read.success }
    return { ...found, id, project, fileName: name }
  }
  yield* (yield* Screen).err(`${tools[language].batches.files[read.failure]}\n`)
  yield* needsPerson
  return { sheet: null, id, project, fileName: path }
})

const previewText = (preview: Preview, language: Language): string => {
  const { batches: words } = tools[language]
  const found = [
    ...preview.wrong.map((line) => [words.findings.wrong, line.id, becauseText({ because: line.wrong }, language)]),
    ...preview.doubtful.map(({ id }) => [words.findings.doubtful, id, ""]),
    ...preview.twice.map(({ id }) => [words.findings.twice, id, ""]),
    ...preview.twins.map(({ line, payout }) => [words.findings.twins, line.id, payout]),
    ...preview.above.map(({ amount, id }) => [words.findings.above, id, money(amount, language)]),
    ...preview.operators.map(({ count, name, sum }) => [
      words.findings.operators,
      `${name === "" ? words.unknownOperator : name}: ${count}`,
      money(sum, language),
    ]),
  ]
  const rows = found.map((cells) => `  ${printable(cells.filter((cell) => cell !== "").join(" · "))}\n`).join("")
  return `${words.payable(preview.payable, preview.sum)}\n${words.facts.digest}: ${preview.digest}\n${rows}`
}

const batchData = ({ at, importedAt, imported: _imported, leftOut: _left, number: _number, ...batch }: Batch) => ({
  ...batch,
  importedAt: new Date(importedAt).toISOString(),
  at: new Date(at).toISOString(),
})

const listText = (all: ReadonlyArray<Batch>, colours: boolean, language: Language): string => {
  const { batches: words } = tools[language]
  const names = ["id", "project", "state", "lines", "sum", "by", "at"] as const
  if (all.length === 0) return `${words.noneShort}\n`
  return tableOf(
    names.map((name) => ({ title: words.columns[name], right: name === "lines" || name === "sum" })),
    all.map(({ at, by: who, id, lines, project, state, sum }) => [
      id,
      project,
      words.states[state],
      String(lines),
      money(sum, language),
      who,
      momentText(at),
    ]),
    colours,
  )
}

const shown = Effect.fnUntraced(function* (batch: Batch, given: Given) {
  const screen = yield* Screen
  const { language } = screen
  const { batches: words } = tools[language]
  const { lines, progress } = yield* batchInFull(batch)
  const { counts, left, millisLeft, stoppedBy } = progress
  if (given.json) {
    const own = lines.map(({ because, line: { amount, id }, payout, reference, state }) => ({
      id,
      amount,
      state,
      because,
      reference,
      payout: payout?.key.id ?? null,
    }))
    return yield* screen.out(printableJson({ ...batchData(batch), ...progress, lineStates: own }))
  }
  yield* screen.out(listText([batch], screen.colours, language))
  yield* screen.out(`${words.facts.digest}: ${batch.digest}\n`)
  if (batch.state === "requested") yield* screen.out(`${printable(words.requested(batch.requestedBy ?? ""))}\n`)
  if (batch.state === "interrupted") yield* screen.out(`${words.interrupted}\n`)
  const titles = [{ title: words.columns.state }, { title: words.columns.lines, right: true }]
  yield* screen.out(
    tableOf(
      [...titles, { title: words.columns.sum, right: true }],
      counts.map(({ count, state, sum }) => [lineStateText(state, language), String(count), money(sum, language)]),
      screen.colours,
    ),
  )
  const time = millisLeft === null || left.count === 0 ? "" : `, ${words.timeLeft(millisLeft)}`
  yield* screen.out(`${words.left(left.count, left.sum)}${time}\n`)
  if (stoppedBy === null) return
  const stop = words.stopped(stoppedBy.scope, momentText(stoppedBy.since), reasonText(stoppedBy, language), left.sum)
  yield* screen.out(`${printable(stop)}\n`)
  yield* needsPerson
})

const decided = Effect.fnUntraced(function* (what: BatchAct, given: Given) {
  const reason = Option.getOrElse(given.reason, () => "")
  const name = yield* whoDecides({ by: given.by, reason })
  const who = { by: name, reason, place: yield* OwnPlace }
  const batch = yield* meant(given)
  const screen = yield* Screen
  if (what === "result") return yield* screen.out(yield* batchResult(batch, who, screen.language))
  // Only an approval rests on what the person saw.
  const digest = what === "approve" ? yield* wanted("digest", given) : batch.digest
  yield* shown(yield* decideBatch(batch, what, { ...who, digest }), given)
})

export const batch = Command.make(
  "batch",
  input,
  Effect.fnUntraced(function* ({ what, ...given }) {
    const screen = yield* Screen
    const { language } = screen
    if (what === "list") {
      const project = Option.isSome(given.project) ? { project: yield* projectOf(given) } : {}
      const all = yield* listBatches({ ...project, limit: given.limit })
      return yield* screen.out(given.json ? printableJson(all.map(batchData)) : listText(all, screen.colours, language))
    }
    if (what === "show") return yield* shown(yield* meant(given), given)
    if (what !== "check" && what !== "add") return yield* decided(what, given)
    const { fileName, id, project, sheet } = yield* listIn(given)
    if (sheet === null) return
    const preview = yield* previewBatch(id, project, sheet)
    if (!given.json) yield* screen.out(previewText(preview, language))
    if (what === "check")
      return given.json
        ? yield* screen.out(printableJson({ ...preview, wrong: preview.wrong.map((line) => line.id) }))
        : undefined
    const reason = Option.getOrElse(given.reason, () => "")
    const name = yield* whoDecides({ by: given.by, reason })
    const about = { act: "add", scope: `batch ${project}/${id}`, digest: preview.digest }
    const onAllowed = recordDeed("batch", { by: name, reason, from: yield* OwnPlace, ...about })
    const kept = yield* importBatch({ by: name, reason, onAllowed, id, project, sheet, fileName })
    const { batches: words } = tools[language]
    yield* screen.out(
      given.json
        ? printableJson({ ...batchData(kept.batch), isNew: kept.isNew })
        : `${kept.isNew ? words.kept : words.already}\n`,
    )
  }),
).pipe(
  Command.withExamples([
    { command: "cauri console batch check --batch salaries-05 --file may.csv --country BF --description Salary" },
    { command: 'cauri console batch add --batch salaries-05 --file may.csv --country BF --reason "salaries of May"' },
    { command: 'cauri console batch start --batch salaries-05 --reason "salaries of May"' },
    { command: 'cauri console batch result --batch salaries-05 --reason "for the accountant" > may-result.csv' },
  ]),
)
