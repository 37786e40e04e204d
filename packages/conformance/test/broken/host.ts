/** Stores whose transactions with the host are none. */
import { Data, Effect } from "effect"
import {
  type Announced,
  type HearingStep,
  type Inserted,
  insertWithin,
  type PaymentRow,
  type TransactionalListener,
} from "@cauri/core"
import { alter, type Broken, brokenHost, isRow, rowOf, type World } from "./world.ts"

const together = "what a handler writes and the mark of the event land in one step"
const throws = "a handler that throws leaves nothing: no line, no mark, no event, no lease"
const stale = "a stale step leaves nothing of what its handler wrote"
const terms = "a step keeps the terms of a save: its events, its lease, and a payment whose note was not read"
const lease = "a step keeps a lease that it does not give back"
const once = "of 20 who tell one event at the same moment exactly one is heard"
const everyEvent = "every event is heard exactly once, however often it is announced"
const backsOff = "a handler that throws is told again after a while, and hears nothing twice"
const outrun = "an event whose payment changes at the same moment is told again at once"

type Hear = TransactionalListener["hearWithin"]

/** A store that lets its host hear in another way. */
const hears = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  how: (world: World, right: Hear, then: (id: string) => void) => Hear,
): Broken =>
  brokenHost(name, caughtBy, (world) => ({
    announceWithin: (consumer, then) => ({
      name: consumer,
      hearWithin: how(world, world.host.announceWithin(consumer, then).hearWithin, then),
    }),
  }))

/** A store that passes another step on. */
const marks = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  change: (step: HearingStep, world: World) => HearingStep,
): Broken => hears(name, caughtBy, (world, right) => (announcement, step) => right(announcement, change(step, world)))

const line = ({ cell }: World, text: string): void => {
  cell.current = { ...cell.current, host: new Map(cell.current.host).set(String(cell.current.host.size), text) }
}

const write = (world: World, { id }: Announced) => Effect.sync(() => line(world, id))

const insert = ({ cell }: World, prepared: Parameters<typeof insertWithin>[1]): Inserted<PaymentRow> =>
  insertWithin(cell, prepared)

/** What a host threw. */
class HostThrew extends Data.TaggedError("HostThrew")<{ readonly cause: unknown }> {}
const threw = (cause: unknown) => new HostThrew({ cause })

export const brokenHosts: ReadonlyArray<Broken> = [
  hears("a handler runs before the transaction", [throws, stale, once, backsOff], (world, _right, then) =>
    Effect.fnUntraced(function* (announcement, step) {
      yield* write(world, announcement)
      yield* Effect.try({ try: () => then(announcement.id), catch: threw })
      return yield* world.driver.save(step.row, step.events, step.terms)
    }),
  ),
  hears("a handler runs after the transaction", [throws, backsOff], (world, _right, then) =>
    Effect.fnUntraced(function* (announcement, step) {
      const saved = yield* world.driver.save(step.row, step.events, step.terms)
      if (saved === "Stale") return saved
      yield* Effect.try({ try: () => then(announcement.id), catch: threw })
      yield* write(world, announcement)
      return saved
    }),
  ),
  hears(
    "a handler that throws is not heard of",
    [throws, backsOff],
    (_world, right) => (announcement, step) => Effect.orElseSucceed(right(announcement, step), () => "Saved" as const),
  ),
  hears(
    "the mark is lost",
    [together, everyEvent],
    (world) => (announcement) => Effect.as(write(world, announcement), "Saved" as const),
  ),
  hears(
    "the line is lost",
    [together, everyEvent, lease],
    (world) => (_announcement, step) => world.driver.save(step.row, step.events, step.terms),
  ),
  hears(
    "a handler hears twice",
    [together, everyEvent],
    (world, right) => (announcement, step) => Effect.tap(right(announcement, step), () => write(world, announcement)),
  ),
  hears(
    "a stale step keeps its line",
    [stale, once, outrun],
    (world, right) => (announcement, step) =>
      Effect.tap(right(announcement, step), (done) => (done === "Stale" ? write(world, announcement) : Effect.void)),
  ),
  hears(
    "a stale step says that it was saved",
    [stale, once, outrun],
    (_world, right) => (announcement, step) => Effect.as(right(announcement, step), "Saved" as const),
  ),
  hears(
    "a stale step fails",
    [outrun],
    (_world, right) => (announcement, step) =>
      Effect.filterOrFail(
        right(announcement, step),
        (done) => done === "Saved",
        () => "Stale",
      ),
  ),
  marks("a step ignores the version", [stale, once], (step, world) => ({
    ...step,
    terms: { ...step.terms, version: rowOf(world, step.row)?.version ?? step.terms.version },
  })),
  marks("a step loses its events", terms, (step) => ({ ...step, events: [] })),
  marks("a step gives no lease back", terms, (step) => ({ ...step, terms: { ...step.terms, giveBack: null } })),
  marks("a step gives every lease back", lease, (step, world) => ({
    ...step,
    terms: { ...step.terms, giveBack: rowOf(world, step.row)?.leaseNumber ?? null },
  })),
  marks("a step takes every note for read", terms, (step, world) => ({
    ...step,
    terms: { ...step.terms, readNote: rowOf(world, step.row)?.newestNote ?? 0 },
  })),
  brokenHost(
    "a payment is stored before the host's transaction",
    "a host that throws keeps neither its line nor the payment",
    (world) => ({
      insertWithin: (prepared, text, then) =>
        Effect.gen(function* () {
          const inserted = insert(world, prepared)
          yield* Effect.try({ try: () => then(), catch: threw })
          line(world, text)
          return inserted
        }),
    }),
  ),
  brokenHost(
    "the host's line is written before the transaction",
    "a host that throws keeps neither its line nor the payment",
    (world) => ({
      insertWithin: (prepared, text, then) =>
        Effect.try({
          try: () => {
            line(world, text)
            then()
            return insert(world, prepared)
          },
          catch: threw,
        }),
    }),
  ),
  brokenHost(
    "a prepared payment lands without its events",
    "a prepared payment and what the host writes beside it land in one step",
    (world) => ({
      insertWithin: (prepared, text, then) => world.host.insertWithin({ ...prepared, events: [] }, text, then),
    }),
  ),
  brokenHost(
    "an id that is there ends the transaction",
    "an id that is there gives its payment back, and the transaction goes on",
    (world) => ({
      insertWithin: (prepared, text, then) =>
        rowOf(world, prepared.row) === undefined
          ? world.host.insertWithin(prepared, text, then)
          : Effect.sync(() => insert(world, prepared)),
    }),
  ),
  brokenHost(
    "an id that is there is said to be new",
    "an id that is there gives its payment back, and the transaction goes on",
    (world) => ({
      insertWithin: (prepared, text, then) =>
        Effect.as(world.host.insertWithin(prepared, text, then), { _tag: "Inserted" as const }),
    }),
  ),
  brokenHost(
    "an id that is there is written over",
    "an id that is there gives its payment back, and the transaction goes on",
    (world) => ({
      insertWithin: (prepared, text, then) =>
        Effect.tap(world.host.insertWithin(prepared, text, then), () =>
          Effect.sync(() => alter(world, isRow(prepared.row), (row) => ({ ...row, body: prepared.row.body }))),
        ),
    }),
  ),
]
