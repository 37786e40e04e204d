/**
 * Deliveries in the tables: what the trigger on events writes, and that every step comes to the same as in core's memory. What they mean is
 * the contract's affair.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import {
  type DeliveryLease,
  emptyMemory,
  memoryDriver,
  type PaymentStoreDriver,
  StoreStatus,
  toEventRow,
  toPaymentWrite,
} from "@cauri/core/adapter"
import { append, type Payment, PaymentEvent, type Tracking } from "@cauri/core/model"
import { assert, describe, it } from "@effect/vitest"
import { Array, Effect, Random, Result } from "effect"
import { SqliteStore } from "../src/index.ts"
import { newStore, openRaw } from "./support.ts"

const store = newStore({ reserve: 0 })

/** A payout of which hosts hear as soon as it is stored: it is held, as its second event. */
const held = (ground: Effect.Success<typeof newGround>, id: string, at = ground.at) =>
  payoutIn(ground, id, "held", { at })

const put = ({ insert }: PaymentStoreDriver, { change: { entries, payment }, tracking }: ReturnType<typeof payoutIn>) =>
  insert(toPaymentWrite(payment, tracking), entries.map(toEventRow))

const add = Effect.fnUntraced(function* (
  { save }: PaymentStoreDriver,
  { payment, version, tracking }: { readonly payment: Payment; readonly version: number; readonly tracking: Tracking },
  event: PaymentEvent,
  at: number,
) {
  const change = Result.getOrThrow(append(payment, [event], at))
  const terms = { version, giveBack: null, now: at, readNote: 0 }
  const saved = yield* save(toPaymentWrite(change.payment, tracking), change.entries.map(toEventRow), terms)
  assert.strictEqual(saved, "Saved")
  return { payment: change.payment, version: version + 1, tracking }
})

const flagged = (subject: string) => PaymentEvent.cases.flagged.make({ kind: "overdue", subject })
const closed = (subject: string) =>
  PaymentEvent.cases.flag_closed.make({ kind: "overdue", subject, by: "shared", reason: "looked at" })

const all = { limit: 1_000 }

describe("what is deliverable", () => {
  it.effect("waits for each consumer, in the transaction that stores it, and for no other", () =>
    Effect.gen(function* () {
      const { driver, step } = yield* SqliteStore
      const ground = yield* newGround
      yield* put(driver, held(ground, "before"))
      assert.deepStrictEqual(yield* driver.deliveries(all), [])
      assert.isTrue(yield* driver.subscribe({ consumer: "ledger", from: ground.at + 1, limit: 10 }))
      assert.deepStrictEqual(yield* driver.deliveries(all), [])
      yield* put(driver, held(ground, "after", ground.at + 1))
      const [waiting] = yield* driver.deliveries(all)
      assert.deepInclude(waiting, { consumer: "ledger", newest: 2, delivered: 0, tries: 0, since: ground.at + 1 })
      const undone = held(ground, "undone", ground.at + 1)
      const failing = step("insert", (_, steps) => {
        steps.insert(toPaymentWrite(undone.change.payment, undone.tracking), undone.change.entries.map(toEventRow))
        throw new Error("the host changes its mind")
      })
      assert.strictEqual((yield* Effect.exit(failing))._tag, "Failure")
      assert.strictEqual((yield* driver.deliveries(all)).length, 1)
    }).pipe(Effect.provide(store)),
  )
})

describe("faults", () => {
  it.effect("tell deliveries that do not agree with what was deliverable", () =>
    Effect.gen(function* () {
      const { client, driver } = yield* SqliteStore
      const status = yield* StoreStatus
      const ground = yield* newGround
      yield* driver.subscribe({ consumer: "ledger", from: 0, limit: 10 })
      for (const id of ["a", "b", "c", "d"]) yield* put(driver, held(ground, id))
      assert.deepStrictEqual(yield* status.contradictions, [])
      const hand = yield* openRaw(client.name)
      hand.exec(`UPDATE cauri_deliveries SET due_at = NULL WHERE id = 'a';
        UPDATE cauri_deliveries SET newest = 3 WHERE id IN ('b', 'c');
        DELETE FROM cauri_deliveries WHERE id = 'd';
        INSERT INTO cauri_events SELECT id, kind, project, 4, 1, 'flag_closed', NULL, '' FROM cauri_payments WHERE id = 'a'`)
      assert.deepStrictEqual(yield* status.contradictions, [
        "1 payments whose events are not numbered from 1 to their newest",
        "2 deliveries that do not end with the newest event that their consumer wants",
        "1 deliveries that are due with nothing to deliver, or are not due with something to deliver",
        "1 payments without a delivery for a consumer that was caught up with them",
      ])
    }).pipe(Effect.provide(store)),
  )
})

/** Two stores that are told the same, and must say the same. */
const twins = Effect.gen(function* () {
  const { driver: inFile } = yield* SqliteStore
  const inMemory = memoryDriver({ current: emptyMemory })
  return Effect.fnUntraced(function* <A>(ask: (driver: PaymentStoreDriver) => Effect.Effect<A, unknown>) {
    const [found, expected] = [yield* ask(inFile), yield* ask(inMemory)]
    assert.deepStrictEqual(found, expected)
    return found
  })
})

/** One of the numbers from 0 on that are less than this. */
const below = (bound: number) => Random.nextIntBetween(0, bound, { halfOpen: true })

/** A life of a store of so many steps, each of them chosen at random. */
const liveOn = Effect.fnUntraced(function* (steps: number) {
  const both = yield* twins
  const ground = yield* newGround
  const payments: Array<{ payment: Payment; version: number; tracking: Tracking }> = []
  const leases: Array<DeliveryLease & { readonly seq: number }> = []
  const consumer = Effect.map(below(2), (number) => ["ledger", "mail"][number] ?? "")
  let now = ground.at
  const insert = Effect.gen(function* () {
    const step = held(ground, `p-${payments.length}`, now - (yield* below(5)))
    payments.push({ payment: step.change.payment, version: 1, tracking: step.tracking })
    yield* both((driver) => put(driver, step))
  })
  const save = Effect.gen(function* () {
    const index = yield* below(payments.length + 1)
    const before = payments[index]
    if (before === undefined) return
    const subject = `flag-${before.version >> 1}`
    const event = before.version % 2 === 0 ? closed(subject) : flagged(subject)
    payments[index] = yield* both((driver) => add(driver, before, event, now))
  })
  const subscribe = Effect.gen(function* () {
    const [name, from, limit] = [yield* consumer, now - (yield* below(20)), 1 + (yield* below(3))]
    yield* both(({ subscribe }) => subscribe({ consumer: name, from, limit }))
  })
  const take = Effect.gen(function* () {
    const [name, limit, until] = [yield* consumer, 1 + (yield* below(3)), now + (yield* below(10))]
    const { taken } = yield* both((driver) => driver.takeDeliveries({ consumer: name, now, limit, until }))
    leases.push(...taken.map(({ consumer, event: { seq }, key, lease }) => ({ consumer, key, lease, seq })))
  })
  /** Ends a lease; one that was ended already only to hear the same again. */
  const end = Effect.gen(function* () {
    const lease = leases[yield* below(leases.length + 1)]
    if (lease === undefined) return
    if ((yield* below(2)) === 0) {
      yield* both(({ markDelivered: delivered }) => delivered(lease, { seq: lease.seq, now }))
      return
    }
    leases.splice(leases.indexOf(lease), 1)
    const retryAt = now + (yield* below(10))
    const waiting = yield* both(({ deliveries }) => deliveries({ ...all, consumer: lease.consumer, key: lease.key }))
    if (waiting.length > 0) yield* both(({ retryDelivery: undelivered }) => undelivered(lease, retryAt))
  })
  const look = Effect.gen(function* () {
    const name = yield* consumer
    yield* both(({ deliveries }) => deliveries({ limit: 5 }))
    yield* both(({ deliveries }) => deliveries({ ...all, consumer: name }))
    now += yield* below(4)
  })
  const leave = Effect.gen(function* () {
    const name = yield* consumer
    if ((yield* below(8)) === 0) yield* both(({ unsubscribe }) => unsubscribe(name))
  })
  const deeds = [insert, save, save, subscribe, take, take, end, end, look, leave]
  for (let step = 0; step < steps; step++) yield* deeds[yield* below(deeds.length)] ?? Effect.void
  yield* both(({ deliveries }) => deliveries(all))
})

describe("deliveries in a file", () => {
  for (const seed of Array.range(1, 12)) {
    it.effect(`are those in memory, whatever is done (${seed})`, () =>
      Effect.gen(function* () {
        yield* liveOn(150).pipe(Random.withSeed(`deliveries ${seed}`))
        const faults = yield* (yield* StoreStatus).contradictions
        assert.deepStrictEqual(faults, [])
      }).pipe(Effect.provide(store)),
    )
  }
})
