/**
 * One state of the small world: the store, the service's ledger, the time, the use cases under way, and what may still go wrong.
 * All of it is a value. Names tell two of them apart (see keys.ts for what is left out of a name, and why).
 */
import type { PolicyShape } from "@cauri/core"
import { emptyMemory, type MemoryState } from "@cauri/core/adapter"
import { type Held, type Names, numbersIn } from "./keys.ts"
import type { Program, Thread } from "./machine.ts"
import { emptyLedger, type Ledger } from "./service.ts"
import { hostName } from "./tape.ts"
import type { View } from "./views.ts"

/** What can go wrong, each time at the cost of one fault. */
export type Fault =
  /** A worker dies between two calls. */
  | "crash"
  /** The service does what was asked and the answer is lost. */
  | "answer lost"
  /** The request is lost, and its sender does not know. */
  | "request lost"
  /** Nothing was sent. */
  | "not sent"
  /** The service says no. */
  | "refused"
  /** The service says "not now" to a payout, for its balance: payouts pause. */
  | "not now"
  /** The service accepts without giving a token. */
  | "empty token"
  /** The answer of a confirm is lost. */
  | "confirm failed"
  /** The service says that it does not know a token. */
  | "not found"
  /** The host throws while it receives an event. */
  | "host refuses"
  /** The rate of the confirms that callbacks cause is used up. */
  | "no turn"
  /** A callback that the service never sent. */
  | "forged callback"
  /** The customer pays another amount. */
  | "other amount"
  /** A person decides. */
  | "person"

/** Something that the merchant or the customer does, at most `times` times. */
export interface Errand {
  readonly program: Program
  readonly times: number
  /** Is there any point in doing it now? Only saves work: what core refuses changes nothing. */
  readonly when: (views: ReadonlyArray<View>) => boolean
}

/** A small world: who does what, and how much may go wrong. */
export interface Setting {
  readonly name: string
  readonly policy: PolicyShape
  readonly errands: ReadonlyArray<Errand>
  readonly faults: number
  readonly kinds: ReadonlyArray<Fault>
  /** How many times the clock may move. */
  readonly ticks: number
  /** Two workers meet in every way; one goes further in the same number of states. */
  readonly workers: 1 | 2
  /** The service can be asked by our id. */
  readonly looksUp?: boolean
}

export interface World {
  readonly now: number
  readonly store: MemoryState
  readonly ledger: Ledger
  /** At most two workers, and a person. */
  readonly threads: ReadonlyArray<Thread | null>
  readonly faults: number
  readonly ticks: number
  readonly errands: ReadonlyArray<number>
  /** Attempts that were in flight when their worker died. */
  readonly orphans: ReadonlyArray<string>
  /** What the host received, in order, without repetitions. */
  readonly received: ReadonlyArray<string>
}

/** The slot of the person in `threads`; the workers come before. */
export const personSlot = 2

/** A store without payments, to which the host is subscribed from the beginning. */
const followedStore: MemoryState = {
  ...emptyMemory,
  subscribers: [{ consumer: hostName, from: 0, wanted: null, reached: null, caughtUp: true }],
}

export const beginning = (setting: Setting): World => ({
  now: 0,
  store: followedStore,
  ledger: { ...emptyLedger, looksUp: setting.looksUp === true },
  threads: [null, null, null],
  faults: setting.faults,
  ticks: setting.ticks,
  errands: setting.errands.map(({ times }) => times),
  orphans: [],
  received: [],
})

const behindBy = (store: MemoryState) => (held: Held) => {
  const now = numbersIn(store, held.row)
  return now === null ? "gone" : `${now.version - held.version}/${now.lease - held.lease}`
}

const nameOfThread = (thread: Thread | null, store: MemoryState): string =>
  thread === null ? "-" : `${thread.name}:${thread.held.map(behindBy(store)).join()}`

const nameOfLedger = ({ posts, transactions, turnedAway }: Ledger): string => {
  const lines = transactions.map(
    (each) =>
      `${each.payment}#${each.attempt} ${each.amount} ${each.status} ${each.payable} ${each.posts} ${each.askedAt}`,
  )
  const calls = Object.entries(posts).map(([attempt, count]) => `${attempt} ${count}`)
  return `ledger ${lines.toSorted().join("|")} ${calls.toSorted().join("|")} ${turnedAway.toSorted().join("|")}`
}

/**
 * The name of a situation: a state without what may still go wrong in it. The two workers are interchangeable, so their order does
 * not count.
 */
export const situationOf = (world: World, names: Names): string => {
  const { store, threads } = world
  const [one = null, other = null, person = null] = threads
  const a = nameOfThread(one, store)
  const b = nameOfThread(other, store)
  const pair = a < b ? `${a} ${b}` : `${b} ${a}`
  const ledger = names.of(nameOfLedger(world.ledger))
  const past = names.of(`past ${world.orphans.join()} ${world.received.join()}`)
  return `${world.now} ${names.ofStore(store)} ${ledger} ${past} ${pair} ${nameOfThread(person, store)}`
}

/** The name of a state: its situation, and what is left of the budgets. */
export const nameOf = (world: World, situation: string): string =>
  `${situation} ${world.faults} ${world.ticks} ${world.errands.join()}`
