/** Stores that lease what is due wrongly. */
import { Effect } from "effect"
import type { PaymentRow, PaymentStoreDriver } from "@cauri/core/adapter"
import { afterwards, alter, type Broken, broken, isRow, rowOf, rowsOf, type World } from "./world.ts"

const timeOf = (row: PaymentRow): number => row.actAt ?? Infinity
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const inLists = (one: PaymentRow, other: PaymentRow) =>
  one.createdAt - other.createdAt ||
  compare(one.kind, other.kind) ||
  compare(one.project, other.project) ||
  compare(one.id, other.id)

/** What a queue does, to be got wrong piece by piece. */
interface Queue {
  readonly time: (row: PaymentRow) => number
  readonly leavesOut: boolean
  readonly waits: (row: PaymentRow, isLeftOut: boolean) => boolean
  readonly isDue: (time: number, now: number) => boolean
  readonly isFree: (row: PaymentRow, now: number) => boolean
  readonly order: (one: PaymentRow, other: PaymentRow) => number
  readonly limit: (limit: number) => number
  readonly lease: (row: PaymentRow, until: number) => PaymentRow
  readonly tell: (taken: PaymentRow, before: PaymentRow) => PaymentRow
  readonly next: (left: ReadonlyArray<PaymentRow>, taken: ReadonlyArray<PaymentRow>, now: number) => number | null
}

const earliest = (times: ReadonlyArray<number>): number | null => (times.length === 0 ? null : Math.min(...times))
const freeAt = (row: PaymentRow) => Math.max(timeOf(row), row.leaseUntil)

const right: Queue = {
  time: timeOf,
  leavesOut: true,
  waits: (_, isLeftOut) => !isLeftOut,
  isDue: (time, now) => time <= now,
  isFree: (row, now) => row.leaseUntil <= now,
  order: (one, other) => timeOf(one) - timeOf(other) || inLists(one, other),
  limit: (limit) => limit,
  lease: (row, until) => ({ ...row, leaseNumber: row.leaseNumber + 1, leaseUntil: until }),
  tell: (taken) => taken,
  next: (left) => earliest(left.map(freeAt)),
}

const queueing =
  (wrong: Partial<Queue>) =>
  (world: World): Pick<PaymentStoreDriver, "takeDue"> => {
    const queue = { ...right, ...wrong }
    return {
      takeDue: ({ now, limit, until, except = [] }) =>
        Effect.sync(() => {
          const isLeftOut = (row: PaymentRow) => queue.leavesOut && except.some((project) => project === row.project)
          const waiting = rowsOf(world)
            .filter((row) => queue.time(row) < Infinity)
            .filter((row) => queue.waits(row, isLeftOut(row)))
          const due = waiting
            .filter((row) => !isLeftOut(row))
            .filter((row) => queue.isDue(queue.time(row), now) && queue.isFree(row, now))
          const before = due.toSorted(queue.order).slice(0, queue.limit(limit))
          const taken = before.map((row) => queue.lease(row, until))
          for (const row of taken) alter(world, isRow(row), () => row)
          const left = waiting.filter((row) => taken.every((each) => !isRow(each)(row)))
          return {
            taken: taken.map((row, index) => queue.tell(row, before[index] ?? row)),
            nextDueAt: queue.next(left, taken, now),
          }
        }),
    }
  }

const leftOut = "a project that is left out is neither taken nor waited for, and stays there for other workers"
const ends = "what was taken is leased: no other worker gets it until the lease ends"
const next = "what comes next is given by its time or by the end of its lease, whichever is later"

export const brokenQueue: ReadonlyArray<Broken> = [
  broken(
    "takeDue waits a millisecond",
    "a payment is due from the very millisecond of its time",
    queueing({ isDue: (time, now) => time < now }),
  ),
  broken(
    "takeDue takes nothing to do for due since ever",
    "a payment that waits for nothing is never due, not even at the end of time",
    queueing({ time: (row) => row.actAt ?? 0 }),
  ),
  broken(
    "takeDue says that nothing is due at infinity",
    "nothing is due in an empty store, and nothing will be",
    queueing({ next: (left) => Math.min(Infinity, ...left.map(freeAt)) }),
  ),
  broken(
    "takeDue leaves closed payments",
    "payments of every state, both kinds and all projects are due alike",
    queueing({ time: (row) => (row.closedAt === null ? timeOf(row) : Infinity) }),
  ),
  broken("takeDue orders by creation", "the longest due comes first", queueing({ order: inLists })),
  broken(
    "takeDue leaves ties as they come",
    "what is due at the same time comes in the order of lists: by creation, then by name",
    queueing({ order: (one, other) => timeOf(one) - timeOf(other) }),
  ),
  broken(
    "takeDue ignores the limit",
    "the limit is kept, and what is left over is next, with its own time",
    queueing({ limit: () => Infinity }),
  ),
  broken(
    "takeDue looks for the next at later times only",
    "of what is due at the same time the next is returned as well",
    queueing({
      next: (left, taken) =>
        earliest(left.filter((row) => taken.every((each) => timeOf(each) < timeOf(row))).map(freeAt)),
    }),
  ),
  broken(
    "takeDue prefers what was never leased",
    "what is free and what was leased until now is taken in one order",
    queueing({
      order: (one, other) => Math.sign(one.leaseUntil) - Math.sign(other.leaseUntil) || right.order(one, other),
    }),
  ),
  broken(
    "takeDue ignores leases",
    [ends, "a claimed payment is left alone until its lease ends"],
    queueing({ isFree: () => true }),
  ),
  broken(
    "takeDue does not lease",
    [ends, "lease numbers grow by one, and a lease is not a new version"],
    queueing({ lease: (row) => row }),
  ),
  broken("a lease lasts a millisecond longer", ends, queueing({ isFree: (row, now) => row.leaseUntil < now })),
  broken(
    "takeDue counts what it took",
    ends,
    queueing({ next: (left, taken) => earliest([...left, ...taken].map(freeAt)) }),
  ),
  broken(
    "takeDue tells the lease before its own",
    "what is taken tells its lease, and the store keeps it",
    queueing({ tell: (_, before) => before }),
  ),
  broken(
    "a lease is a new version",
    "lease numbers grow by one, and a lease is not a new version",
    queueing({ lease: (row, until) => ({ ...right.lease(row, until), version: row.version + 1 }) }),
  ),
  broken(
    "a lease that was given back is kept for a while",
    "a lease that is given back frees the payment at once",
    (world) => ({
      save: (row, events, terms) =>
        afterwards(world.driver.save(row, events, terms), () => {
          if (terms.giveBack !== null) alter(world, isRow(row), (each) => ({ ...each, leaseUntil: terms.now + 1 }))
        }),
    }),
  ),
  broken(
    "takeDue does not count what is leased",
    next,
    queueing({ next: (left, _, now) => earliest(left.filter((row) => row.leaseUntil <= now).map(freeAt)) }),
  ),
  broken("takeDue tells the time of what is leased", next, queueing({ next: (left) => earliest(left.map(timeOf)) })),
  broken(
    "takeDue tells the lease of what is later",
    next,
    queueing({ next: (left) => earliest(left.map((row) => row.leaseUntil || timeOf(row))) }),
  ),
  broken("save never moves the time to act back", "a save moves the time at which a payment is due", (world) => ({
    save: (row, events, terms) => {
      const before = rowOf(world, row)?.actAt ?? Infinity
      return world.driver.save({ ...row, actAt: Math.min(row.actAt ?? before, before) }, events, terms)
    },
  })),
  broken("claim frees its payment at once", "a claimed payment is left alone until its lease ends", (world) => ({
    claim: (row, ...rest) =>
      afterwards(world.driver.claim(row, ...rest), () =>
        alter(world, isRow(row), (each) => ({ ...each, leaseUntil: 0 })),
      ),
  })),
  broken("a claim that is stopped takes its lease", "a claim that was stopped leaves the payment due", (world) => ({
    claim: (row, events, terms) =>
      afterwards(world.driver.claim(row, events, terms), ({ _tag }) => {
        if (_tag === "Stopped") alter(world, isRow(row), (each) => ({ ...each, leaseUntil: terms.leaseUntil }))
      }),
  })),
  broken("takeDue leaves no project out", leftOut, queueing({ leavesOut: false })),
  broken("takeDue waits for a project that is left out", leftOut, queueing({ waits: () => true })),
  broken("takeDue leases everything that waits", "taking leaves what is not due as it was", (world) => ({
    takeDue: (terms) =>
      afterwards(world.driver.takeDue(terms), () =>
        alter(
          world,
          () => true,
          (row) => ({ ...row, leaseUntil: terms.until }),
        ),
      ),
  })),
]
