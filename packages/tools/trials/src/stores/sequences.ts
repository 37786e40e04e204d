/**
 * Random sequences of commands.
 */
import { type PayinStateName, payinStates, type PayoutStateName, payoutStates } from "@cauri/conformance"
import type { Change, Command, Made, Name } from "./Command.ts"
import { type Draws, drawsFrom } from "./draws.ts"

/** The ids of the payments, in an order that only bytes have. */
export const ids = ["a", "B", "a-1"] as const
const operators = ["Operator One", "operator one"] as const

/** Where a sequence has come to: its draws, and the payments that it has made. */
interface Sequence {
  readonly draws: Draws
  readonly made: Array<Name>
}

const anyName = (draws: Draws): Name => ({
  kind: draws.oneOf(["payin", "payout", "payout"]),
  elsewhere: draws.onceIn(5),
  id: draws.oneOf(ids),
})

/** Mostly one that was made: there is little to see of payments that are not there. */
const nameOf = ({ draws, made }: Sequence): Name => {
  const [first, ...others] = made
  return first === undefined || draws.onceIn(12) ? anyName(draws) : draws.oneOf([first, ...others])
}

const orNull = <A>(draws: Draws, times: number, choices: readonly [A, ...ReadonlyArray<A>]): A | null =>
  draws.onceIn(times) ? draws.oneOf(choices) : null

const actAtOf = (draws: Draws): number | null => (draws.onceIn(3) ? null : draws.below(8) * 10)

/** The states are drawn by place; states that can still change come up more often, because more can be done with them. */
const placeOfState = (draws: Draws): number => (draws.onceIn(3) ? draws.below(payinStates.length) : draws.below(4))

export const payinStateAt = (place: number): PayinStateName => payinStates[place % payinStates.length] ?? "intended"
/** The state at a place, of the kind's own. */
export const payoutStateAt = (place: number): PayoutStateName => payoutStates[place % payoutStates.length] ?? "intended"

const insert = ({ draws, made }: Sequence): Command => {
  const name = anyName(draws)
  made.push(name)
  return { _tag: "Insert", name, ...contentOf(draws), actAt: actAtOf(draws) }
}

const contentOf = (draws: Draws): Made => ({
  state: placeOfState(draws),
  amount: draws.onceIn(4) ? 501 : 500,
  at: draws.below(3),
  party: draws.onceIn(4) ? 1 : 0,
  operator: orNull(draws, 2, operators),
  orderRef: orNull(draws, 2, ["order/1", "order/2"]),
  refundOf: orNull(draws, 2, ids),
  flagged: draws.onceIn(4),
})

const change = (sequence: Sequence): Change => changeOf(nameOf(sequence), sequence.draws)

const changeOf = (name: Name, draws: Draws): Change => ({
  name,
  move: draws.below(1_000),
  now: draws.below(10) * 10,
  stale: draws.onceIn(5) ? draws.oneOf([-1, 1]) : 0,
  giveBack: draws.oneOf(["None", "None", "Newest", "Older"]),
  readsNotes: draws.onceIn(2),
  unlessNote: draws.onceIn(3),
  actAt: actAtOf(draws),
})

const claim = (sequence: Sequence): Command => claimOf(change(sequence), sequence.draws)

const claimOf = (change: Change, draws: Draws): Command => ({
  _tag: "Claim",
  ...change,
  lease: 1 + draws.below(6) * 10,
  pauses: draws.onceIn(2),
  twinSince: draws.onceIn(2) ? draws.below(6) * 10 : null,
  refundAtMost: orNull(draws, 3, [499, 500, 1_000, 1_001]),
})

const note = (sequence: Sequence): Command => noteOf(nameOf(sequence), sequence.draws)

const noteOf = (name: Name, draws: Draws): Command => ({
  _tag: "Note",
  name,
  attempt: draws.onceIn(4) ? draws.below(3) : 1,
  fingerprint: draws.oneOf(["x", "y", "X"]),
  at: draws.below(10) * 10,
  body: orNull(draws, 2, ["", "status=completed", "é\u0000\uFFFD"]),
})

const list = ({ draws }: Sequence): Command => ({
  _tag: "List",
  filter: {
    kind: orNull(draws, 4, ["payin", "payout"]),
    elsewhere: orNull(draws, 3, [true, false]),
    states: draws.onceIn(4)
      ? [payinStateAt(draws.below(10)), payoutStateAt(draws.below(9)), payoutStateAt(draws.below(9))]
      : null,
    rail: orNull(draws, 6, ["ussd_push", "mobile_money_payout"]),
    operator: orNull(draws, 6, operators),
    orderRef: orNull(draws, 6, ["order/1", "order/2"]),
    refundOf: orNull(draws, 6, ids),
    withOpenFlags: orNull(draws, 5, [true, false]),
    from: draws.onceIn(4) ? 1 : 0,
    before: draws.onceIn(4) ? 2 : 1_000,
  },
  limit: 1 + draws.below(4),
})

const turn = ({ draws }: Sequence): Command => ({
  _tag: "Turn",
  rate: draws.oneOf(["one", "other"]),
  perSecond: draws.oneOf([3, 7, 3, 0.7]),
  burst: draws.oneOf([1, 2, 3]),
  // Some of them are far behind the others: that is a clock which was set back.
  at: draws.onceIn(5) ? draws.below(100) : 5_000 + draws.below(500),
})

const takeDue = ({ draws }: Sequence): Command => ({
  _tag: "TakeDue",
  now: draws.below(12) * 10,
  limit: 1 + draws.below(4),
  lease: draws.below(6) * 10,
  exceptElsewhere: draws.onceIn(4),
})

export const consumers = ["mail", "Mail", "books"] as const

const subscribe = ({ draws }: Sequence): Command => ({
  _tag: "Follow",
  consumer: draws.oneOf(consumers),
  from: draws.below(4),
  limit: 1 + draws.below(4),
})

const takeDeliveries = ({ draws }: Sequence): Command => ({
  _tag: "TakeDeliveries",
  consumer: draws.oneOf(consumers),
  now: draws.below(12) * 10,
  limit: 1 + draws.below(4),
  lease: draws.below(6) * 10,
})

const placeOfLease = (draws: Draws): number => (draws.onceIn(3) ? draws.below(3) : 0)

const received = ({ draws }: Sequence): Command => ({
  _tag: "Delivered",
  lease: placeOfLease(draws),
  now: draws.below(12) * 10,
})

const undelivered = ({ draws }: Sequence): Command => ({
  _tag: "Undelivered",
  lease: placeOfLease(draws),
  retryAt: draws.below(14) * 10,
})

const deliveries = (sequence: Sequence): Command => ({
  _tag: "Deliveries",
  consumer: sequence.draws.oneOf(consumers),
  name: sequence.draws.onceIn(3) ? nameOf(sequence) : null,
  limit: 1 + sequence.draws.below(5),
})

const history = (sequence: Sequence): Command => ({
  _tag: "History",
  name: nameOf(sequence),
  after: sequence.draws.below(3),
  limit: 1 + sequence.draws.below(3),
})

const scopeOf = (draws: Draws) => ({ scope: draws.below(4), elsewhere: draws.onceIn(4) })

const beat = ({ draws }: Sequence): Command => ({
  _tag: "Beat",
  process: draws.oneOf(["p", "P"]),
  role: draws.oneOf(["r", "s"]),
  at: draws.below(99),
})

const makers: ReadonlyArray<readonly [weight: number, (sequence: Sequence) => Command]> = [
  [14, insert],
  [2, (sequence) => ({ _tag: "Find", name: nameOf(sequence) })],
  [20, (sequence) => ({ _tag: "Save", ...change(sequence) })],
  [16, claim],
  [9, takeDue],
  [8, subscribe],
  [10, takeDeliveries],
  [8, received],
  [3, undelivered],
  [3, deliveries],
  [1, ({ draws }) => ({ _tag: "Unfollow", consumer: draws.oneOf(consumers) })],
  [14, note],
  [7, list],
  [3, history],
  [4, ({ draws }) => ({ _tag: "Pause", ...scopeOf(draws), reason: `r${draws.below(9)}` })],
  [3, ({ draws }) => ({ _tag: "Lift", ...scopeOf(draws) })],
  [6, turn],
  [2, beat],
  [3, ({ draws }) => ({ _tag: "Figures", from: draws.below(3), before: draws.oneOf([1, 2, 1_000]) })],
  [1, () => ({ _tag: "Identity" })],
]
const weights = makers.reduce((sum, [weight]) => sum + weight, 0)

const command = (sequence: Sequence): Command => {
  let left = sequence.draws.below(weights)
  for (const [weight, make] of makers) {
    if (left < weight) return make(sequence)
    left -= weight
  }
  return insert(sequence)
}

/** So many payments are made before anything else is done. */
const first = 3

/** The sequence of a seed: 10 to 30 commands. */
export const sequenceOf = (seed: number): ReadonlyArray<Command> => {
  const sequence: Sequence = { draws: drawsFrom(seed), made: [] }
  return Array.from({ length: 10 + sequence.draws.below(21) }, (_, index) =>
    index < first ? insert(sequence) : command(sequence),
  )
}

/** The same, with every other save forged: for stores that have rules of their own against it. */
export const forgedSequenceOf = (seed: number): ReadonlyArray<Command> =>
  sequenceOf(seed).map((command, index) =>
    command._tag === "Save" && index % 2 === 0 ? { ...command, _tag: "Forge" } : command,
  )
