/**
 * A restored store has forgotten payouts that it never saw answered, and payouts that it never saw at all. Only a statement of the service
 * shows them: where the policy asks for it, payouts are released and resumed when imported statements cover what was forgotten.
 */
import { Array, Effect, Option, Result, Schema, Stream, Struct } from "effect"
import { counterparty } from "../model/Content.ts"
import { lastStartedAt } from "../model/Payment.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import type { Payout } from "../model/Payout.ts"
import { Policy } from "../model/Policy.ts"
import { DecisionRefused } from "../model/stimulus.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { Documents, type KeptDocument } from "../ports/Documents.ts"

/** More statements than anyone imports for one gap. */
const most = 1_000

/** A time, from its first millisecond to the first after it. */
export interface Period {
  readonly from: number
  readonly before: number
}

/**
 * The parts of a time that none of these periods covers.
 *
 * ```ts
 * uncovered([{ from: 0, before: 10 }, { from: 15, before: 20 }], 5, 30) // => [{ from: 10, before: 15 }, { from: 20, before: 30 }]
 * ```
 */
export const uncovered = (periods: ReadonlyArray<Period>, from: number, before: number): ReadonlyArray<Period> => {
  const gaps: Array<Period> = []
  let reached = from
  for (const period of periods.toSorted((one, other) => one.from - other.from)) {
    if (reached >= before) break
    if (period.from > reached) gaps.push({ from: reached, before: Math.min(period.from, before) })
    reached = Math.max(reached, period.before)
  }
  if (reached < before) gaps.push({ from: reached, before })
  return gaps
}

/** A time that a restored store has forgotten, for one project: only a statement shows what was paid out in it. */
export interface StatementGap extends Period {
  readonly project: string
}

/** The period of a document; none where it has none. */
const periodOf = ({ before, from }: KeptDocument): ReadonlyArray<Period> =>
  from === null || before === null ? [] : [{ from, before }]

/** For which operators a statement is evidence; empty text: for the whole project. */
const decodeHead = Schema.decodeOption(Schema.fromJsonString(Schema.Struct({ covers: Schema.Array(Schema.String) })))

/**
 * From where on statements leave a gap for this operator; null: they cover it whole.
 *
 * ```ts
 * const gap = { project: "shop", from: 1, before: 9 }
 * yield* uncoveredIn(yield* Documents, gap, "Baobab") // => { from: 1, before: 10 }
 * ```
 */
export const uncoveredIn = Effect.fnUntraced(function* (
  documents: Documents["Service"],
  { before, from, project }: StatementGap,
  operator: string,
) {
  // The last moment belongs to what was forgotten.
  const end = Math.max(from, before) + 1
  const all = yield* documents.list({ kind: "statement", project, touching: { from, before: end }, limit: most })
  const counted = all.filter(({ head, replacedBy }) => {
    const covers = Option.match(decodeHead(head), {
      onNone: (): ReadonlyArray<string> => [],
      onSome: (read) => read.covers,
    })
    return replacedBy === null && (covers.includes("") || covers.includes(operator))
  })
  const [missing] = uncovered(counted.flatMap(periodOf), from, end)
  return missing === undefined ? null : { from: missing.from, before: end }
})

/** What the lines of a statement say of payouts. */
const Lines = Schema.fromJsonString(
  Schema.Array(
    Schema.Struct({
      at: Schema.Int,
      span: Schema.Finite,
      amount: Schema.Int,
      kind: Schema.String,
      reference: Schema.String,
      phone: Schema.NullOr(Schema.String),
      moved: Schema.String,
      digest: Schema.String,
    }),
  ),
)
const decodeLines = Schema.decodeResult(Lines)
const lineFeed = 10

/**
 * The lines of a statement: the first line of its body is their JSON, and behind it stands the file.
 *
 * ```ts
 * const statement = { kind: "statement", digest: "abc", at: 1, head: "{}" } as const
 * const kept = yield* (yield* Documents).keep({ ...statement, body: new TextEncoder().encode("[]") })
 * yield* linesOfStatement(yield* Documents, kept.number) // => Result.succeed([])
 * ```
 */
export const linesOfStatement = Effect.fnUntraced(function* (documents: Documents["Service"], number: number) {
  const body = (yield* documents.find({ kind: "statement", number }))?.body ?? new Uint8Array()
  const end = body.indexOf(lineFeed)
  return decodeLines(
    yield* Stream.mkString(Stream.decodeText(Stream.make(body.subarray(0, end === -1 ? undefined : end)))),
  )
})

/** How far clocks differ, how long after its call a payout may move, and how long after a gap one may be asked for again. */
const [early, late, afterwards] = [15 * 60_000, 8 * 86_400_000, 7 * 86_400_000]

/** Could this payout stand on a statement from this time on? One that had ended before could not, nor one that moved nothing. */
const mayExplain = ({ payment: { state } }: PaymentRecord, from: number): boolean =>
  ["submitting", "pending", "in_doubt"].includes(state._tag) || (state._tag === "completed" && state.at >= from)

/**
 * Does a statement show a payout as paid in a time that a restoration forgot? By its id, or, for a week, because it shows more payouts of this
 * amount to this number, or to numbers that it does not show, than the store has: a program that repeats its request cannot know that it was
 * forgotten.
 */
export const paidInGapBy = (documents: Documents["Service"], store: PaymentStore["Service"]) => {
  // What was imported does not change.
  const read = new Map<number, typeof Lines.Type>()
  const linesOf = Effect.fnUntraced(function* (number: number) {
    const lines = read.get(number) ?? Result.getOrElse(yield* linesOfStatement(documents, number), () => [])
    read.set(number, lines)
    return lines
  })
  return Effect.fnUntraced(function* ({ content: { amount, phone }, createdAt, key: { id, project } }: Payout) {
    const gaps = yield* documents.list({ kind: "gap", limit: Number.MAX_SAFE_INTEGER })
    const forgotten = gaps.filter(({ project: own }) => own === null || own === project).flatMap(periodOf)
    for (const gap of forgotten.filter(({ before }) => createdAt >= before)) {
      const touching = { from: Math.min(gap.from, gap.before) - early, before: gap.before + late }
      const kept = yield* documents.list({ kind: "statement", project, touching, limit: most })
      const shown = new Map<string, string | null>()
      // A line may stand for a whole day: what ended on it before may be such a line.
      let longest = 0
      for (const { number } of kept.filter(({ replacedBy }) => replacedBy === null)) {
        for (const line of yield* linesOf(number)) {
          if (line.kind !== "payout" || line.moved === "no") continue
          if (line.reference === id) return true
          const isThen = line.at + line.span >= touching.from && line.at < touching.before
          if (!isThen || Math.abs(line.amount) !== amount) continue
          shown.set(line.digest, line.phone?.slice(-8) ?? null)
          longest = Math.max(longest, line.span)
        }
      }
      const endings = [...shown.values()]
      if (endings.length === 0 || createdAt >= gap.before + afterwards) continue
      const span = { createdFrom: touching.from - late, createdBefore: touching.before }
      const all = yield* store.list({ kind: "payout", project, amount, ...span, limit: most })
      const known = all
        .filter((each) => mayExplain(each, touching.from - longest))
        .map(({ payment }) => counterparty(payment.content))
      const to = (numbers: ReadonlyArray<string | null>) =>
        numbers.filter((each) => each?.endsWith(phone.slice(-8))).length
      if (to(endings) > to(known) || (endings.includes(null) && endings.length > known.length)) return true
    }
    return false
  })
}

/** The gaps of a project, or of all projects with payouts; the oldest first. */
const gapsOf = Effect.fnUntraced(function* (documents: Documents["Service"], project: string | null) {
  const which = project === null ? {} : { project }
  const all = yield* documents.list({ kind: "gap", ...which, limit: Number.MAX_SAFE_INTEGER })
  return all.toReversed().flatMap((gap) => {
    const { project: own } = gap
    // Of a project without payouts none can be released.
    return own === null ? [] : periodOf(gap).map((period) => ({ ...period, project: own }))
  })
})

/** The operators that pay out for a project, by its newest payouts; empty text: one that no payout names. */
const operatorsOf = Effect.fnUntraced(function* (project: string) {
  const store = yield* PaymentStore
  const page = yield* store.page({ kind: "payout", project, order: "newest", limit: most })
  const operators = page.map((each) =>
    Result.match(each, {
      onSuccess: ({ payment: { content } }) => (content.kind === "payout" ? content.operator : null),
      onFailure: ({ operator }) => operator,
    }),
  )
  return new Set(operators.map((operator) => operator ?? ""))
})

/** Refuses while the policy asks for a statement over a gap and there is none. `own`: a payout's own gap, where the store recorded none. */
const requireCovered = Effect.fnUntraced(function* (project: string | null, own: StatementGap | null) {
  if (!(yield* Policy).approvals.statementAfterRestore) return null
  const documents = yield* Effect.serviceOption(Documents)
  // Without the port nothing can be known to be covered.
  if (Option.isNone(documents)) return own
  const recorded = yield* gapsOf(documents.value, project)
  const gaps = recorded.length === 0 && own !== null ? [own] : recorded
  for (const gap of gaps) {
    for (const operator of yield* operatorsOf(gap.project)) {
      const missing = yield* uncoveredIn(documents.value, gap, operator)
      if (missing !== null) return { project: gap.project, ...missing }
    }
  }
  return null
})

/**
 * Refuses to count a payout of a restored store as unsent while no statement covers what was forgotten.
 *
 * ```ts
 * const { payment } = yield* payouts.create(payout, { sendLater: true })
 * yield* review.restored("The manager", "the disk was replaced")
 * const record = yield* review.recheck(payment.key)
 * const refused = yield* Effect.flip(requireStatementFor(record))
 * refused._tag === "DecisionRefused" && refused.because // => "statement_missing"
 * ```
 */
export const requireStatementFor = Effect.fnUntraced(function* ({ payment }: PaymentRecord) {
  const { key, restoredAt } = payment
  if (payment._tag === "Payin" || restoredAt === null) return
  // The copy knows this call at least: from then on anything may have happened to the payout.
  const own = { project: key.project, from: lastStartedAt(payment), before: restoredAt }
  const missing = yield* requireCovered(key.project, own)
  if (missing === null) return
  return yield* new DecisionRefused({ key, because: "statement_missing", missing: Struct.omit(missing, ["project"]) })
})

/** Refuses to resume `payouts` while no statement covers what a restoration forgot. It names the oldest payout of the project. */
export const requireStatements = Effect.fnUntraced(function* (scope: string) {
  if (scope !== "payouts") return
  const missing = yield* requireCovered(null, null)
  if (missing === null) return
  const { before, from, project } = missing
  // Only a project with payouts has a gap.
  const payout = Array.getUnsafe(yield* (yield* PaymentStore).page({ kind: "payout", project, limit: 1 }), 0)
  const { key } = Result.match(payout, { onSuccess: ({ payment }) => payment, onFailure: (unreadable) => unreadable })
  return yield* new DecisionRefused({ key, because: "statement_missing", missing: { from, before } })
})
