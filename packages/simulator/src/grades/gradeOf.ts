/** From what was seen to the verdict: every line over every order, and the sum weighed by money. */
import { tools, type Tools } from "@cauri/catalogue/tools"
import { Effect } from "effect"
import { Engine } from "../ports/Engine.ts"
import { RequestLog } from "../log/RequestLog.ts"
import type { Bilingual } from "../model/Bilingual.ts"
import { ofUnmatched, orderValueXof, tracesOf, unmatchedWords } from "./OrderTrace.ts"
import type { Grade, GradeCode, GradeLine } from "./Grade.ts"
import { gradeLines } from "./gradeLines.ts"
import type { MerchantWord } from "../log/OffWireEvent.ts"
import { type Seen, seenIn } from "./Seen.ts"

/** The points of an integration without a mistake. */
const allPoints = 48
const maximumEvidence = 20

/** How long a merchant has for what it should do, where it is watched. */
const watchedMillis = 10 * 60_000

/** Grades what was seen, of all orders or of one. `graceMillis`: how long the merchant has for what it should do. */
export const gradeOf = (seen: Seen, graceMillis = watchedMillis, only?: string): Grade => {
  const traces = tracesOf(seen)
  const graded = only === undefined ? traces : traces.filter(({ order }) => order === only)
  const lines = gradeLines.map(({ code, look, rules }): GradeLine => {
    const looked = graded.flatMap((trace) => {
      const evidence = look(trace, { traces, graceMillis, seen })
      return evidence === undefined ? [] : [{ evidence, xof: orderValueXof(trace) }]
    })
    const failed = looked.filter(({ evidence }) => evidence.length > 0)
    return {
      code,
      verdict: looked.length === 0 ? "NotSeen" : failed.length === 0 ? "Passed" : "Failed",
      orders: looked.length,
      lookedAtXof: sumOf(looked),
      atRiskXof: sumOf(failed),
      evidence: failed.flatMap(({ evidence }) => evidence).slice(0, maximumEvidence),
      says: both(({ gradeLines: texts }) => texts[code].says),
      read: both(({ gradeLines: texts }) => texts[code].read),
      rules,
    }
  })
  const lookedAtXof = lines.reduce((sum, line) => sum + line.lookedAtXof, 0)
  const atRiskXof = lines.reduce((sum, line) => sum + line.atRiskXof, 0)
  const most = lines.some(({ verdict }) => verdict === "Failed") ? allPoints - 1 : allPoints
  return {
    points: lines.every(({ verdict }) => verdict === "NotSeen")
      ? null
      : Math.min(most, Math.floor(allPoints * (1 - atRiskXof / Math.max(1, lookedAtXof)))),
    of: allPoints,
    lookedAtXof,
    atRiskXof,
    lines,
    unjudged: unmatchedWords(seen).map(ofUnmatched).slice(-maximumEvidence),
  }
}

/** The codes of the lines that failed. */
export const failedLines = ({ lines }: Grade): ReadonlyArray<GradeCode> =>
  lines.filter(({ verdict }) => verdict === "Failed").map(({ code }) => code)

/** Grades what this sandbox has seen, of all orders or of one. */
export const gradeNow = Effect.fnUntraced(function* (graceMillis?: number, only?: string) {
  const log = yield* RequestLog
  const { state } = yield* Engine
  return gradeOf(seenIn(yield* state, yield* log.lines, yield* log.offWire), graceMillis, only)
})

/** Keeps what the merchant says of an order. */
export const merchantSays = Effect.fnUntraced(function* (word: MerchantWord) {
  const log = yield* RequestLog
  yield* log.logOffWire({ _tag: "Word", at: yield* (yield* Engine).now, word })
})

const sumOf = (looked: ReadonlyArray<{ readonly xof: number }>): number => looked.reduce((sum, { xof }) => sum + xof, 0)

const both = (choose: (texts: Tools) => string): Bilingual => ({ fr: choose(tools.fr), en: choose(tools.en) })
