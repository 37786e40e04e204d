/**
 * How long a payment was in which state: its history, folded step by step.
 */
import { Result } from "effect"
import { append, fold, type HistoryEntry, type StateTag } from "@cauri/core/model"

/** One stay in a state. */
export interface Span {
  readonly state: StateTag
  readonly from: number
  /** Null: it is still there. */
  readonly to: number | null
  /** The times of events during the stay that did not change the state. */
  readonly ticks: ReadonlyArray<number>
}

/** The stays of a history, the oldest first. A line that cannot come after the others ends the picture, not the page. */
export const spansOf = (history: ReadonlyArray<HistoryEntry>): ReadonlyArray<Span> => {
  const [first, ...others] = history
  if (first === undefined) return []
  const folded = fold([first])
  if (Result.isFailure(folded)) return []
  let payment = folded.success
  let current: Span = { state: payment.state._tag, from: first.at, to: null, ticks: [] }
  const spans: Array<Span> = []
  for (const { at, event } of others) {
    const next = append(payment, [event], at)
    if (Result.isFailure(next)) break
    payment = next.success.payment
    const state = payment.state._tag
    if (state === current.state) {
      current = { ...current, ticks: [...current.ticks, at] }
    } else {
      spans.push({ ...current, to: at })
      current = { state, from: at, to: null, ticks: [] }
    }
  }
  return [...spans, current]
}
