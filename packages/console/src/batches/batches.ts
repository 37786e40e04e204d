/** Batches of payouts as people see and decide them: what the page and the command have in common. */
import {
  approveBatch,
  type Batch,
  type BatchRefused,
  cancelBatch,
  delimiterIn,
  type LineStanding,
  type LineState,
  pauseBatch,
  readSheet,
  resultOf,
  resumeBatch,
  type SheetTerms,
  standingOf,
  progressOf,
  startBatch,
  textIn,
} from "@cauri/batches"
import { catalogue, type Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { parse } from "csv-parse/sync"
import { Effect, Result } from "effect"
import { recordDeed } from "../deeds/recordDeed.ts"
import type { Permission } from "../frame/Visitor.ts"
import { largestFile } from "../statements/readStatement.ts"
import { momentText } from "../words/momentText.ts"
import { nameOf } from "../words/nameOf.ts"

/** What a person may do with a batch, and what it takes. `result`: read all of it, with the numbers. */
export const batchActs = {
  start: "release",
  approve: "approve",
  pause: "decide",
  resume: "release",
  cancel: "decide",
  result: "reveal",
} as const satisfies Readonly<Record<string, Permission>>
/** One of the things that a person may do with a batch. */
export type BatchAct = keyof typeof batchActs

/** What a batch allows as it stands. */
export const actsOn = ({ state }: Batch): ReadonlyArray<BatchAct> => {
  if (state === "imported") return ["start", "cancel", "result"]
  if (state === "requested") return ["approve", "cancel", "result"]
  if (state === "sending") return ["pause", "cancel", "result"]
  return state === "paused" || state === "interrupted" ? ["resume", "cancel", "result"] : ["result"]
}

/** Reads a file that a spreadsheet wrote. */
export const readList = (bytes: Uint8Array, terms: SheetTerms) => {
  if (bytes.length > largestFile) return Result.fail("too_large" as const)
  const text = textIn(bytes)
  const delimiter = delimiterIn(text)
  const options = { delimiter, relax_column_count: true, skip_empty_lines: true, bom: true } as const
  try {
    const sheet = readSheet(parse(text, options), delimiter, terms)
    return sheet === null ? Result.fail("header" as const) : Result.succeed(sheet)
  } catch {
    return Result.fail("quotes" as const)
  }
}

/** Does what a person has decided. It is recorded first, unless it is refused. */
export const decideBatch = Effect.fn("decideBatch")(function* (
  batch: Batch,
  act: Exclude<BatchAct, "result">,
  {
    digest,
    place,
    ...person
  }: { readonly by: string; readonly reason: string; readonly place: string; readonly digest: string },
) {
  const scope = `batch ${batch.project}/${batch.id}`
  const who = { ...person, onAllowed: recordDeed("batch", { ...person, from: place, act, scope, digest }) }
  switch (act) {
    case "start":
      return yield* startBatch(batch, who)
    case "approve":
      return yield* approveBatch(batch, digest, who)
    case "pause":
      return yield* pauseBatch(batch, who)
    case "resume":
      return yield* resumeBatch(batch, who)
    case "cancel":
      return yield* cancelBatch(batch, who)
  }
})

/** A batch with its lines and how far it is. */
export const batchInFull = Effect.fnUntraced(function* (batch: Batch) {
  const lines = yield* standingOf(batch)
  return { batch, lines, progress: yield* progressOf(batch, lines) }
})

/** Where a line stands, in words. */
export const lineStateText = (state: LineState, language: Language): string =>
  nameOf({ ...catalogue[language].states, ...tools[language].batches.lineStates }, state)

/** Why it stands there, in words. */
export const becauseText = ({ because }: Pick<LineStanding, "because">, language: Language): string =>
  because === null
    ? ""
    : nameOf(
        { ...catalogue[language].reasons, ...catalogue[language].heldBecause, ...tools[language].batches.wrong },
        because,
      )

/** Why something about a batch was refused, in words. */
export const batchRefusedText = ({ because, missing }: BatchRefused, language: Language): string => {
  const sentence = tools[language].batches.refusals[because]
  if (missing === null) return sentence
  return `${sentence} ${tools[language].statements.missing(momentText(missing.from), momentText(missing.before))}`
}

/** The list with what has become of each line. It shows all numbers, so reading it is recorded first. */
export const batchResult = Effect.fn("batchResult")(function* (
  batch: Batch,
  { place, ...who }: { readonly by: string; readonly reason: string; readonly place: string },
  language: Language,
) {
  yield* recordDeed("reveal", { ...who, from: place, scope: `batch ${batch.project}/${batch.id}` })
  const { columns } = tools[language].batches
  return yield* resultOf(batch, [columns.state, columns.reference, columns.reason], (line) => [
    lineStateText(line.state, language),
    becauseText(line, language),
  ])
})
