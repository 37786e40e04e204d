/** What a store repeats of the machine, so that it refuses what core would never write. */
import { payinRows } from "../machine/payinRows.ts"
import { payoutRows } from "../machine/payoutRows.ts"
import { AttemptMark } from "../model/Attempt.ts"
import { CreationAnswer } from "../model/CreationAnswer.ts"
import { openStates, payinStates, payoutStates } from "../model/Payment.ts"
import { AttemptKind } from "../model/ValidationMode.ts"
import { StoreRefused } from "../ports/StoreRefused.ts"

/** The machine as rows of a store's tables. */
export interface StoredMachine {
  /** The list, and a word in it. */
  readonly words: ReadonlyArray<readonly [list: string, word: string]>
  /** In this state this event may lead to that one. */
  readonly moves: ReadonlyArray<readonly [kind: string, from: string, event: string, to: string]>
}

/**
 * Raise it with the first change of the lists below after a release: it tells a store which program is the newer one.
 * `storedMachine.test.ts` pins the lists of each released version.
 */
const version = 1

const lists: Readonly<Record<string, ReadonlyArray<string>>> = {
  version: [String(version)],
  "payin open": payinStates.filter((state) => openStates.includes(state)),
  "payin closed": payinStates.filter((state) => !openStates.includes(state)),
  "payout open": payoutStates.filter((state) => openStates.includes(state)),
  "payout closed": payoutStates.filter((state) => !openStates.includes(state)),
  "attempt kind": AttemptKind.literals,
  outcome: [AttemptMark, CreationAnswer].flatMap(({ cases }) => Object.keys(cases)),
}

const moves = Object.entries({ payin: payinRows, payout: payoutRows }).flatMap(([kind, rows]) =>
  rows.flatMap(({ event, from, to }) =>
    (from ?? []).flatMap((state) => (to === "same" ? [state] : to).map((next) => [kind, state, event, next] as const)),
  ),
)

/**
 * The lists of this version of core, each row once.
 *
 * ```ts
 * const moves = storedMachine.moves.map((move) => move.join(" "))
 * moves.includes("payin pending completed completed") // => true
 * moves.includes("payin completed expired expired") // => false
 * ```
 */
export const storedMachine: StoredMachine = {
  words: Object.entries(lists).flatMap(([list, words]) => words.map((word) => [list, word] as const)),
  moves: [...new Map(moves.map((move) => [move.join(" "), move])).values()],
}

const textsOf = ({ moves, words }: StoredMachine) => [...words, ...moves].map((row) => row.join(" ")).toSorted()

/**
 * Must the stored lists be replaced by `storedMachine`? True for the lists of an older program, and for none. Throws `StoreRefused` when a
 * newer program wrote them, and when they were changed since a program of this version did.
 *
 * ```ts
 * isOlderMachine(storedMachine) // => false
 * isOlderMachine({ words: [], moves: [] }) // => true
 * ```
 */
export const isOlderMachine = (found: StoredMachine): boolean => {
  const stored = Number(found.words.find(([list]) => list === "version")?.[1] ?? 0)
  if (stored > version) {
    const detail = `Its legal moves are of version ${stored}, and this program knows versions up to ${version}.`
    throw new StoreRefused({ reason: "newer_schema", detail })
  }
  if (stored < version) return true
  const [ours, theirs] = [textsOf(storedMachine), textsOf(found)]
  const other = [
    ...ours.filter((row) => !theirs.includes(row)).map((row) => `${row} is missing`),
    ...theirs.filter((row) => !ours.includes(row)).map((row) => `${row} is not core's`),
  ]
  if (other.length === 0) return false
  const detail = `Its legal moves are not those of version ${version}: ${other.slice(0, 3).join(", ")}.`
  throw new StoreRefused({ reason: "broken_migration", detail })
}
