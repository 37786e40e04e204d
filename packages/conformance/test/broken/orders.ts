/**
 * Stores that do the right things in a wrong order, under a wrong lease or in a wrong transaction, and those that an engine makes wrong: what
 * no operator of mutation testing makes out of the memory store.
 */
import { assert } from "@effect/vitest"
import { Data, Effect } from "effect"
import type { DeliveredEvent } from "@cauri/core"
import { insertWithin, type PaymentRow, type PaymentStoreDriver, type TransactionalConsumer } from "@cauri/core/adapter"
import {
  afterwards,
  alter,
  alterDeliveries,
  type Broken,
  broken,
  brokenHost,
  isRow,
  replace,
  nameOf,
  rowOf,
  type World,
} from "./world.ts"

type ReceiveWithin = TransactionalConsumer["receiveWithin"]

/** A store that lets its host receive in another way. */
const receiving = (
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

const line = ({ cell }: World, text: string): void => {
  cell.current = { ...cell.current, host: new Map(cell.current.host).set(String(cell.current.host.size), text) }
}

const write = (world: World, { id }: DeliveredEvent) => Effect.sync(() => line(world, id))

class HostThrew extends Data.TaggedError("HostThrew")<{ readonly cause: unknown }> {}
const calling = (then: () => void) => Effect.try({ try: then, catch: (cause) => new HostThrew({ cause }) })

const throws = "a handler that throws leaves nothing: no line and no mark, and the lease runs on"
const stale = "a handler under an older lease, or under none, leaves nothing"
const once = "of 20 who had the delivery one after the other and are heard at the same moment, the last one is"
const backsOff = "a handler that throws receives the event again after a while, and none twice"
const insertThrows = "a host that throws keeps neither its line nor the payment, and no consumer receives it"

const transactions: ReadonlyArray<Broken> = [
  receiving("a handler runs before the transaction", [throws, stale, once, backsOff], (world, _right, then) =>
    Effect.fnUntraced(function* (deliveredEvent, { lease, now }) {
      yield* write(world, deliveredEvent)
      yield* calling(() => then(deliveredEvent.id))
      return yield* world.driver.markDelivered(lease, { seq: deliveredEvent.seq, now })
    }),
  ),
  receiving("a handler runs after the transaction", [throws, backsOff], (world, _right, then) =>
    Effect.fnUntraced(function* (deliveredEvent, { lease, now }) {
      const received = yield* world.driver.markDelivered(lease, { seq: deliveredEvent.seq, now })
      if (received === "Stale") return received
      yield* calling(() => then(deliveredEvent.id))
      yield* write(world, deliveredEvent)
      return received
    }),
  ),
  receiving(
    "a handler that runs twice in its transaction",
    [
      "what a handler writes and the mark of the event land in one step, and the next event is due",
      "every event is heard exactly once and in order, however many workers deliver",
    ],
    (world, right) => (deliveredEvent, terms) =>
      Effect.tap(right(deliveredEvent, terms), () => write(world, deliveredEvent)),
  ),
  receiving(
    "a stale handler keeps its line",
    [stale, once],
    (world, right) => (deliveredEvent, terms) =>
      Effect.tap(right(deliveredEvent, terms), (done) =>
        done === "Stale" ? write(world, deliveredEvent) : Effect.void,
      ),
  ),
  brokenHost("a payment is stored before the host's transaction", insertThrows, (world) => ({
    insertWithin: (prepared, text, then) =>
      Effect.gen(function* () {
        const inserted = insertWithin(world.cell, prepared)
        yield* calling(then)
        line(world, text)
        return inserted
      }),
  })),
  brokenHost("the host's line is written before the transaction", insertThrows, (world) => ({
    insertWithin: (prepared, text, then) =>
      Effect.andThen(
        calling(() => {
          line(world, text)
          then()
        }),
        Effect.sync(() => insertWithin(world.cell, prepared)),
      ),
  })),
]

const staleSave = "a stale save changes nothing: no row, no attempt, no event, no lease"
const apart = "deliveries and payments are leased apart, and a delivery changes nothing of its payment"
const olderLease = "an older lease marks nothing, counts nothing and ends nothing"

const leases: ReadonlyArray<Broken> = [
  broken(
    "claim waits for the lease that runs",
    "every claim takes a new lease number, even while another lease runs",
    (world) => ({
      claim: (row, events, terms) =>
        (rowOf(world, row)?.leaseUntil ?? 0) > terms.now
          ? Effect.succeed({ _tag: "Stale" })
          : world.driver.claim(row, events, terms),
    }),
  ),
  broken("a claim that is stopped takes its lease", "a claim that was stopped leaves the payment due", (world) => ({
    claim: (row, events, terms) =>
      afterwards(world.driver.claim(row, events, terms), ({ _tag }) => {
        if (_tag === "Stopped") alter(world, isRow(row), (each) => ({ ...each, leaseUntil: terms.leaseUntil }))
      }),
  })),
  broken("a stale save gives its lease back", staleSave, (world) => ({
    save: (row, events, terms) => {
      const gives = (each: PaymentRow) => each.leaseNumber === terms.giveBack
      alter(world, isRow(row), (each) => (gives(each) ? { ...each, leaseUntil: 0 } : each))
      return world.driver.save(row, events, terms)
    },
  })),
  broken("a stale save adds its events", staleSave, (world) => ({
    save: (row, events, terms) => {
      const found = rowOf(world, row)
      if (found === undefined || found.version === terms.version) return world.driver.save(row, events, terms)
      const saved = world.driver.save(found, events, { ...terms, version: found.version, giveBack: null })
      return Effect.as(
        afterwards(saved, () => alter(world, isRow(row), () => found)),
        "Stale",
      )
    },
  })),
  broken("takeDeliveries leases the payment", apart, (world) => ({
    takeDeliveries: (terms) =>
      afterwards(world.driver.takeDeliveries(terms), ({ taken }) => {
        for (const { row } of taken) alter(world, isRow(row), (each) => ({ ...each, leaseUntil: terms.until }))
      }),
  })),
  broken("an answer under an older lease frees the delivery", olderLease, (world) => ({
    markDelivered: (lease, terms) =>
      afterwards(world.driver.markDelivered(lease, terms), () =>
        alterDeliveries(world, (each) => ({ ...each, leaseUntil: 0 })),
      ),
  })),
  broken(
    "what is delivered after its lease is stale",
    "a delivery may still be marked after its lease, while no other worker has it",
    (world) => ({
      markDelivered: (lease, terms) =>
        Effect.suspend(() => {
          const { deliveries = [] } = world.cell.current.payments.get(nameOf(lease.key)) ?? {}
          const isOver = deliveries.some((each) => each.consumer === lease.consumer && each.leaseUntil <= terms.now)
          return isOver ? Effect.succeed("Stale" as const) : world.driver.markDelivered(lease, terms)
        }),
    }),
  ),
]

const orders: ReadonlyArray<Broken> = [
  broken("claim looks at the pauses first", "a stale claim is stale whatever stands in its way", (world) => ({
    claim: (row, events, terms) => {
      const scope = terms.guards.pauses.find((each) => world.cell.current.pauses.has(each))
      return scope === undefined ? world.driver.claim(row, events, terms) : Effect.succeed({ _tag: "Paused", scope })
    },
  })),
  broken(
    "markDelivered takes for delivered what came meanwhile",
    "an event that comes while a lease runs is not lost, and does not break it",
    (world) => ({
      markDelivered: (lease, terms) => {
        const { events = [] } = world.cell.current.payments.get(nameOf(lease.key)) ?? {}
        return world.driver.markDelivered(lease, { ...terms, seq: events.at(-1)?.seq ?? terms.seq })
      },
    }),
  ),
  {
    name: "a document is marked as replaced before its successor is kept",
    caughtBy: ["what cannot be kept whole is refused, and nothing of it is kept"],
    wrong: ({ cell, documents }) => ({
      documents: {
        keep: (document) =>
          Effect.tapError(documents.keep(document), () =>
            Effect.sync(() => {
              const marked = cell.current.documents.map((each) =>
                each.number === document.replaces ? { ...each, replacedBy: 99 } : each,
              )
              cell.current = { ...cell.current, documents: marked }
            }),
          ),
      },
    }),
  },
  broken(
    "the bytes of a callback stay its sender's",
    "a body lies there as it was received, whatever its sender does with the bytes later",
    (world) => ({
      noteCallback: (note) =>
        afterwards(world.driver.noteCallback(note), () => {
          const { notes = [] } = world.cell.current.payments.get(nameOf(note.key)) ?? {}
          replace(world, nameOf(note.key), { notes: notes.map((each) => ({ ...each, body: note.body })) })
        }),
    }),
  ),
]

/** A store that keeps another text than it was given. */
const writing =
  (change: (body: string) => string) =>
  ({ driver }: World): Partial<PaymentStoreDriver> => ({
    insert: (row, events) => driver.insert({ ...row, body: change(row.body) }, events),
    save: (row, events, terms) => driver.save({ ...row, body: change(row.body) }, events, terms),
  })

/** A store that dies on a row that it cannot read. */
const read = ({ body }: PaymentRow) => assert.isTrue(body.endsWith("}"), "a row cannot be read")

const engines: ReadonlyArray<Broken> = [
  broken(
    "ids are compared without case",
    "nothing is found under another id, another project or the other kind",
    (world) => ({
      find: (key) =>
        Effect.sync(() => {
          const name = nameOf(key).toLowerCase()
          const rows = [...world.cell.current.payments.values()].map(({ row }) => row)
          return rows.find((row) => nameOf(row).toLowerCase() === name) ?? null
        }),
    }),
  ),
  broken(
    "texts are normalised",
    "texts come back byte for byte, in content and in history",
    writing((body) => body.normalize("NFC")),
  ),
  broken(
    "amounts are kept as floats of 32 bits",
    "amounts from the smallest to the largest safe integer come back to the franc (#10, #243-#245)",
    writing((body) =>
      body.replaceAll(
        /"amount":(\d+)/g,
        (_, digits: string) => `"amount":${Math.min(Math.fround(Number(digits)), Number.MAX_SAFE_INTEGER)}`,
      ),
    ),
  ),
  broken(
    "an operator is looked for as a pattern",
    "texts are compared letter for letter, not as patterns",
    ({ driver }) => ({
      list: ({ operator, ...query }) => {
        const pattern = new RegExp(`^${(operator ?? "%").replaceAll("%", ".*").replaceAll("_", ".")}$`)
        return Effect.map(driver.list(query), (rows) => rows.filter((row) => pattern.test(row.operator ?? "")))
      },
    }),
  ),
  broken(
    "a list dies on a row that cannot be read",
    "is left out of lists, and no page is taken for the last one because of it",
    ({ driver }) => ({ list: (query) => afterwards(driver.list(query), (rows) => rows.forEach(read)) }),
  ),
  broken(
    "deliveries die on a row that cannot be read",
    "is left out of what is delivered, and the others are heard of: the first of them too",
    ({ driver }) => ({
      takeDeliveries: (terms) =>
        afterwards(driver.takeDeliveries(terms), ({ taken }) => taken.forEach(({ row }) => read(row))),
    }),
  ),
]

/** Every store that is wrong in one of these ways. */
export const wrongOrders: ReadonlyArray<Broken> = [...transactions, ...leases, ...orders, ...engines]
