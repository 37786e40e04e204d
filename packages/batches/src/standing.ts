/** How a batch stands, line by line: read off the payouts that are stored, so there is nothing that could say otherwise. */
import { PaymentStore, Policy } from "@cauri/core"
import { type PaymentFilter, pauseScopes, SharedState, type Pause, visitPayments } from "@cauri/core/adapter"
import { issuedTokensOf, type Payout, type StateTagOf } from "@cauri/core/model"
import { Effect, Result } from "effect"
import { type Batch, leftOutOf, sheetOf } from "./Batch.ts"
import { type Line, payableIn, payoutOf } from "./Sheet.ts"

/**
 * Where a line stands: the state of its payout, or why it has none. `waiting`: not yet. `taken`: its id is that of another payout. `paid`,
 * `maybe`: left out because of a statement. `unsent`: the batch has ended without it. `unreadable`: a newer program stored it.
 */
export type LineState =
  | StateTagOf["payout"]
  | "wrong"
  | "waiting"
  | "taken"
  | "paid"
  | "maybe"
  | "unsent"
  | "unreadable"

/** A line, and what has become of it. */
export interface LineStanding {
  readonly line: Line
  readonly state: LineState
  readonly payout: Payout | null
  /** The service's newest name for it. */
  readonly reference: string | null
  /** Why it is wrong, held or failed, as a code. */
  readonly because: string | null
}

const isOver = ({ state }: Batch): boolean => state === "sent" || state === "cancelled"

type Stored = Map<string, Payout | null>

/** Adds the payouts of this batch that match, by the ids of their lines; null: one that cannot be read. */
const addStored = Effect.fnUntraced(function* (found: Stored, { id, project }: Batch, more: PaymentFilter) {
  const prefix = `${id}_`
  const query = { ...more, kind: "payout", project } as const
  yield* visitPayments(yield* PaymentStore, yield* Policy, query, (entry) =>
    Effect.sync(() => {
      const payment = Result.isSuccess(entry) ? entry.success.payment : null
      const key = Result.isSuccess(entry) ? entry.success.payment.key : entry.failure.key
      if (key.id.startsWith(prefix)) found.set(key.id.slice(prefix.length), payment?._tag === "Payout" ? payment : null)
    }),
  )
})

/** The stored payouts of a batch by the ids of their lines; null: one that cannot be read. */
export const storedOf = Effect.fnUntraced(function* (batch: Batch) {
  const found: Stored = new Map()
  // What ended creates nothing more; clocks may differ by some seconds.
  const ended = isOver(batch) ? { createdBefore: batch.at + 60_000 } : {}
  yield* addStored(found, batch, { createdFrom: batch.importedAt - 60_000, ...ended })
  return found
})

/**
 * The payable lines of a batch, and its stored payouts. What was stored outside the time of the batch, by another clock or before its list was
 * brought again, is looked up line by line.
 */
const lookUpLines = Effect.fnUntraced(function* (batch: Batch) {
  const stored = yield* storedOf(batch)
  const { payable } = payableIn(yield* sheetOf(batch))
  const missing = payable.filter(({ id }) => !stored.has(id))
  yield* Effect.forEach(missing, (line) => addStored(stored, batch, { id: payoutOf(batch, line).id }), {
    concurrency: 8,
    discard: true,
  })
  return { payable, stored }
})

const isSame = ({ content }: Payout, batch: Batch, line: Line): boolean => {
  const asked = payoutOf(batch, line)
  // An erased payout has lost its number and its description.
  const isErased = content.erasedAt !== undefined
  const says = isErased || (content.phone === asked.phone && content.description === asked.description)
  return says && content.amount === asked.amount && content.operator === asked.operator
}

const becauseOf = ({ attempts, state }: Payout): string | null => {
  if (state._tag === "held") return state.because
  const outcome = attempts.at(-1)?.outcome
  return outcome !== undefined && "reason" in outcome ? outcome.reason._tag : null
}

/** All lines of a batch, in the order of its list. */
export const standingOf = Effect.fn("Batches.standing")(function* (batch: Batch) {
  const { lines } = yield* sheetOf(batch)
  const stored = isOver(batch) ? (yield* lookUpLines(batch)).stored : yield* storedOf(batch)
  const leftOut = yield* leftOutOf(batch)
  const [paid, maybe] = [new Set(leftOut.paid), new Set(leftOut.maybe)]
  return lines.map((line): LineStanding => {
    const none = { line, payout: null, reference: null, because: null }
    if (line.wrong !== null) return { ...none, state: "wrong", because: line.wrong }
    const payout = stored.get(line.id)
    if (payout === null) return { ...none, state: "unreadable" }
    if (payout === undefined)
      return {
        ...none,
        state: paid.has(line.id) ? "paid" : maybe.has(line.id) ? "maybe" : isOver(batch) ? "unsent" : "waiting",
      }
    if (!isSame(payout, batch, line)) return { ...none, state: "taken" }
    const reference = issuedTokensOf(payout.attempts)[0]?.token ?? null
    return { line, state: payout.state._tag, payout, reference, because: becauseOf(payout) }
  })
})

/** How many lines are in one state, and their sum. */
export interface LineCount {
  readonly state: LineState
  readonly count: number
  readonly sum: number
}

/** How far a batch is. */
export interface Progress {
  /** In the order in which the states first occur in the list. */
  readonly counts: ReadonlyArray<LineCount>
  /** What has not left yet, whatever stops it: so much money has to be there. */
  readonly left: Omit<LineCount, "state">
  /** How long the rest takes at the rate of the policy; null: it is not being sent, or has no rate. */
  readonly millisLeft: number | null
  /** What stops it now. */
  readonly stoppedBy: Pause | null
}

/** How far a batch is, counted over its lines. */
export const progressOf = Effect.fn("Batches.progress")(function* (batch: Batch, lines: ReadonlyArray<LineStanding>) {
  const counts = new Map<LineState, { readonly count: number; readonly sum: number }>()
  for (const { line, state } of lines) {
    const { count, sum } = counts.get(state) ?? { count: 0, sum: 0 }
    counts.set(state, { count: count + 1, sum: sum + (state === "wrong" ? 0 : line.amount) })
  }
  const ahead = lines.filter(({ state }) => state === "waiting" || state === "intended")
  const left = { count: ahead.length, sum: ahead.reduce((sum, { line }) => sum + line.amount, 0) }
  const scopes = new Set(
    ahead.flatMap(({ line: { operator } }): ReadonlyArray<string> => pauseScopes("payout", batch.project, operator)),
  )
  const pauses = batch.state === "sending" ? yield* (yield* SharedState).pauses() : []
  const { creationRate } = (yield* Policy).calls
  const progress: Progress = {
    counts: [...counts].map(([state, each]) => ({ state, ...each })),
    left,
    millisLeft:
      batch.state === "sending" && creationRate !== null
        ? Math.ceil((left.count / creationRate.perSecond) * 1_000)
        : null,
    stoppedBy: pauses.find(({ scope }) => scopes.has(scope)) ?? null,
  }
  return progress
})

/** A cell of a file. A spreadsheet would run what begins like a formula. */
const cell = (text: string): string => {
  const safe = /^\s*(?:[=@＝＠]|[+-](?![\d\s]*$))/.test(text) ? `'${text}` : text
  return /["\r\n;,\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The list of a batch with what has become of each line: three more columns, as a text for the same spreadsheet. */
export const resultOf = Effect.fn("Batches.result")(function* (
  batch: Batch,
  headings: readonly [state: string, reference: string, reason: string],
  say: (line: LineStanding) => readonly [state: string, reason: string],
) {
  const { columns, delimiter } = yield* sheetOf(batch)
  const rows = (yield* standingOf(batch)).map((each) => {
    const [state, reason] = say(each)
    return [...columns.map((_, at) => each.line.cells[at] ?? ""), state, each.reference ?? "", reason]
  })
  return `\uFEFF${[[...columns, ...headings], ...rows].map((row) => `${row.map(cell).join(delimiter)}\r\n`).join("")}`
})

/** The payable lines whose payouts are not stored. */
export const unknownOf = Effect.fnUntraced(function* (batch: Batch) {
  const { payable, stored } = yield* lookUpLines(batch)
  return payable.filter(({ id }) => !stored.has(id))
})

/** The payouts that this batch has stored: those that say what its lines say. */
export const payoutsOf = Effect.fnUntraced(function* (batch: Batch) {
  const { payable, stored } = yield* lookUpLines(batch)
  return payable.flatMap((line) => {
    const payout = stored.get(line.id) ?? null
    return payout !== null && isSame(payout, batch, line) ? [payout] : []
  })
})
