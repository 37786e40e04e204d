/** Stores whose transactions with the host are none. */
import { Data, Effect } from "effect"
import type { DeliveredEvent } from "@cauri/core"
import {
  type DeliveryTerms,
  type Inserted,
  insertWithin,
  type PaymentRow,
  type TransactionalConsumer,
} from "@cauri/core/adapter"
import { alter, type Broken, brokenHost, isRow, rowOf, type World, nameOf } from "./world.ts"

const together = "what a handler writes and the mark of the event land in one step, and the next event is due"
const throws = "a handler that throws leaves nothing: no line and no mark, and the lease runs on"
const stale = "a handler under an older lease, or under none, leaves nothing"
const outside = "what was heard outside of a transaction is Stale within it"
const once = "of 20 who had the delivery one after the other and are heard at the same moment, the last one is"
const everyEvent = "every event is heard exactly once and in order, however many workers deliver"
const backsOff = "a handler that throws receives the event again after a while, and none twice"
const insertThrows = "a host that throws keeps neither its line nor the payment, and no consumer receives it"

type ReceiveWithin = TransactionalConsumer["receiveWithin"]

/** A store that lets its host hear in another way. */
const hears = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  how: (world: World, right: ReceiveWithin, then: (id: string) => void) => ReceiveWithin,
): Broken =>
  brokenHost(name, caughtBy, (world) => ({
    deliverWithin: (consumer, then) => ({
      name: consumer,
      receiveWithin: how(world, world.host.deliverWithin(consumer, then).receiveWithin, then),
    }),
  }))

/** A store that passes another hearing on. */
const marks = (
  name: string,
  caughtBy: string | ReadonlyArray<string>,
  change: (terms: DeliveryTerms, world: World) => DeliveryTerms,
): Broken =>
  hears(name, caughtBy, (world, right) => (deliveredEvent, terms) => right(deliveredEvent, change(terms, world)))

const line = ({ cell }: World, text: string): void => {
  cell.current = { ...cell.current, host: new Map(cell.current.host).set(String(cell.current.host.size), text) }
}

const leaseOf = ({ cell }: World, { lease: { consumer, key, lease } }: DeliveryTerms): number =>
  cell.current.payments.get(nameOf(key))?.deliveries?.find((each) => each.consumer === consumer)?.leaseNumber ?? lease

const write = (world: World, { id }: DeliveredEvent) => Effect.sync(() => line(world, id))

const insert = ({ cell }: World, prepared: Parameters<typeof insertWithin>[1]): Inserted<PaymentRow> =>
  insertWithin(cell, prepared)

class HostThrew extends Data.TaggedError("HostThrew")<{ readonly cause: unknown }> {}
const threw = (cause: unknown) => new HostThrew({ cause })

export const brokenHosts: ReadonlyArray<Broken> = [
  hears("a handler runs before the transaction", [throws, stale, outside, once, backsOff], (world, _right, then) =>
    Effect.fnUntraced(function* (deliveredEvent, { lease, now }) {
      yield* write(world, deliveredEvent)
      yield* Effect.try({ try: () => then(deliveredEvent.id), catch: threw })
      return yield* world.driver.markDelivered(lease, { seq: deliveredEvent.seq, now })
    }),
  ),
  hears("a handler runs after the transaction", [throws, backsOff], (world, _right, then) =>
    Effect.fnUntraced(function* (deliveredEvent, { lease, now }) {
      const received = yield* world.driver.markDelivered(lease, { seq: deliveredEvent.seq, now })
      if (received === "Stale") return received
      yield* Effect.try({ try: () => then(deliveredEvent.id), catch: threw })
      yield* write(world, deliveredEvent)
      return received
    }),
  ),
  hears(
    "a handler that throws is not heard of",
    [throws, backsOff],
    (_world, right) => (deliveredEvent, terms) =>
      Effect.orElseSucceed(right(deliveredEvent, terms), () => "Delivered" as const),
  ),
  hears(
    "the mark is lost",
    [together, everyEvent],
    (world) => (deliveredEvent) => Effect.as(write(world, deliveredEvent), "Delivered" as const),
  ),
  hears(
    "the line is lost",
    [together, everyEvent],
    (world) =>
      ({ seq }, { lease, now }) =>
        world.driver.markDelivered(lease, { seq, now }),
  ),
  hears(
    "a handler hears twice",
    [together, everyEvent],
    (world, right) => (deliveredEvent, terms) =>
      Effect.tap(right(deliveredEvent, terms), () => write(world, deliveredEvent)),
  ),
  hears(
    "a stale hearing keeps its line",
    [stale, once],
    (world, right) => (deliveredEvent, terms) =>
      Effect.tap(right(deliveredEvent, terms), (done) =>
        done === "Stale" ? write(world, deliveredEvent) : Effect.void,
      ),
  ),
  hears(
    "a stale hearing says that it was heard",
    [stale, once],
    (_world, right) => (deliveredEvent, terms) => Effect.as(right(deliveredEvent, terms), "Delivered" as const),
  ),
  {
    ...hears(
      "a stale hearing fails",
      [stale],
      (_world, right) => (deliveredEvent, terms) =>
        Effect.filterOrFail(
          right(deliveredEvent, terms),
          (done) => done === "Delivered",
          () => "Stale",
        ),
    ),
    breaksDown: true,
  },
  marks("a hearing takes the lease of today", stale, (terms, world) => ({
    ...terms,
    lease: { ...terms.lease, lease: leaseOf(world, terms) },
  })),
  brokenHost("a payment is stored before the host's transaction", insertThrows, (world) => ({
    insertWithin: (prepared, text, then) =>
      Effect.gen(function* () {
        const inserted = insert(world, prepared)
        yield* Effect.try({ try: () => then(), catch: threw })
        line(world, text)
        return inserted
      }),
  })),
  brokenHost("the host's line is written before the transaction", insertThrows, (world) => ({
    insertWithin: (prepared, text, then) =>
      Effect.try({
        try: () => {
          line(world, text)
          then()
          return insert(world, prepared)
        },
        catch: threw,
      }),
  })),
  brokenHost(
    "a prepared payment lands without its events",
    "a prepared payment and what the host writes beside it land in one step",
    (world) => ({
      insertWithin: (prepared, text, then) => world.host.insertWithin({ ...prepared, events: [] }, text, then),
    }),
  ),
  brokenHost("nobody hears of a prepared payment", "who follows the store hears of a prepared payment", (world) => ({
    insertWithin: (prepared, text, then) => {
      const events = prepared.events.map((event) => ({ ...event, deliveredAs: null }))
      return world.host.insertWithin({ ...prepared, events }, text, then)
    },
  })),
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
