/**
 * What a benchmark is: a name, and a measurement that gives figures beside the outcome that it proved. The two are never apart: of a run
 * with a wrong outcome nothing is kept.
 */
import { Clock, Effect, type Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Spread, spreadOf } from "./spread.ts"

/** Figures by their names; the unit is the end of the name. */
export type Figures = Readonly<Record<string, Spread>>

export interface Bar {
  readonly what: string
  readonly figure: number
  readonly wanted: { readonly atMost: number } | { readonly atLeast: number }
}

export const bar = (what: string, figure: number, wanted: Bar["wanted"]): Bar => ({ what, figure, wanted })

export const isMet = ({ figure, wanted }: Bar): boolean =>
  "atMost" in wanted ? figure <= wanted.atMost : figure >= wanted.atLeast

export interface Findings {
  /** What was proved, as JSON to keep. */
  readonly outcome: unknown
  /** Wrong results, in words; then none of the figures counts. */
  readonly wrong: ReadonlyArray<string>
  readonly figures: Figures
  readonly bars: ReadonlyArray<Bar>
}

/** Reports progress: a step, and how far it is where that is known. */
export type Say = (step: string, done?: number, all?: number) => void

/** How a run differs from the one whose figures are kept. */
export interface Wish {
  /** How long a load lasts, where the benchmark is one; null: as long as it should. */
  readonly seconds: number | null
}

export interface Benchmark {
  readonly name: string
  readonly about: string
  readonly measure: (say: Say, wish: Wish) => Effect.Effect<Findings, unknown, Scope.Scope>
}

/** Figures of several rounds: each with its median, lowest and highest, rounded to what it is worth. */
export const figuresOver = <A>(
  rounds: ReadonlyArray<A>,
  figures: Readonly<Record<string, (round: A) => number>>,
): Figures =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [name, spreadOf(rounds.map((round) => rounded(figure(round))))]),
  )

/** A small number with two digits behind the point, a large one without any. */
const rounded = (value: number): number => (Math.abs(value) < 20 ? Math.round(value * 100) / 100 : Math.round(value))

/** The median of one figure over several rounds, exact enough to be held against a bar. */
export const medianOver = <A>(rounds: ReadonlyArray<A>, figure: (round: A) => number): number =>
  Math.round(spreadOf(rounds.map(figure)).median * 1_000) / 1_000

/** How long something took, in milliseconds. */
export const timed = Effect.fnUntraced(function* <A, E, R>(work: Effect.Effect<A, E, R>) {
  const clock = yield* Clock.Clock
  const begun = clock.monotonicTimeNanosUnsafe()
  const value = yield* work
  return { value, millis: Number(clock.monotonicTimeNanosUnsafe() - begun) / 1e6 }
})

/** A folder of its own on the disk, which goes with the scope. */
export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-bench-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)
