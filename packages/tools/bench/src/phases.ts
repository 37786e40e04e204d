/**
 * One thing done many times, one after the other, and how long each took. Nothing runs side by side, so each time measures the code and no
 * waiting.
 */
import { Clock, Effect } from "effect"

export interface Phase {
  readonly steps: number
  readonly totalMillis: number
  readonly medianMicros: number
  readonly p99Micros: number
}

export type Progress = (phase: string, done: number) => void

export const measured = Effect.fnUntraced(function* <E, R>(
  phase: string,
  steps: number,
  progress: Progress,
  each: (index: number) => Effect.Effect<unknown, E, R>,
) {
  const clock = yield* Clock.Clock
  const now = () => Number(clock.monotonicTimeNanosUnsafe()) / 1_000
  const durations = new Float64Array(steps)
  const begun = now()
  for (let index = 0; index < steps; index++) {
    const stepBegun = now()
    yield* each(index)
    durations[index] = now() - stepBegun
    if ((index + 1) % reportEvery === 0 || index + 1 === steps) progress(phase, index + 1)
  }
  const totalMillis = (now() - begun) / 1_000
  const sorted = durations.toSorted()
  const result: Phase = {
    steps,
    totalMillis,
    medianMicros: quantile(sorted, 0.5),
    p99Micros: quantile(sorted, 0.99),
  }
  return result
})

/** Steps between two reports of progress. */
const reportEvery = 100

/** The smallest value that is not below this share of all; of nothing it is nothing. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN

/** What several runs make of one figure. */
export interface Spread {
  readonly median: number
  readonly lowest: number
  readonly highest: number
}

export const spreadOf = (values: ReadonlyArray<number>): Spread => {
  const sorted = values.toSorted((one, other) => one - other)
  return { median: quantile(sorted, 0.5), lowest: quantile(sorted, 0), highest: quantile(sorted, 1) }
}
