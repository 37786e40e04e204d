/** Waiting for a payment: who waits wakes at each write, and asks the store for nothing else. */
import { assert, describe } from "@effect/vitest"
import { type Consumer, DeliveryRefused, Payins, Payouts, Worker } from "@cauri/core"
import { StoreStatus } from "@cauri/core/adapter"
import { type Duration, Effect, Fiber, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import {
  completed,
  it,
  layerScripted,
  newScript,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  type Script,
  stateOf,
  tokenNumber,
  reconcileFor,
} from "./scripted.ts"

const key = payinKey("order-1")

/** So long that a wait which no write wakes is seen. */
const patient = { worker: { sleep: "1 day" } } as const

/** Counts how often a payment is read. */
const countReads = (script: Script) => {
  const counted = { reads: 0 }
  script.beforeStore = (step) => Effect.sync(() => void (step === "find" && counted.reads++))
  return counted
}

const waitFor = Effect.flatMap(Payins, (payins) => payins.waitFor(key))

describe("waitFor", () => {
  it.under(patient)("returns the payin as soon as it closes", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    yield* reconcile
    const waiting = yield* Effect.forkChild(waitFor)
    yield* TestClock.adjust("10 seconds")
    assert.isUndefined(waiting.pollUnsafe())
    script.confirms.set(tokenNumber(1), completed(500))
    yield* TestClock.adjust("1 minute")
    assert.deepInclude(yield* Fiber.join(waiting), { next: { _tag: "nothing" } })
    assert.strictEqual((yield* waitFor).payment.state._tag, "completed")
  })

  it.under(patient)("reads the payment once, and again only when something was written", function* (script) {
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1"), { sendLater: true })
    const counted = countReads(script)
    const waiting = yield* Effect.forkChild(waitFor)
    yield* TestClock.adjust("12 hours")
    assert.strictEqual(counted.reads, 1)
    yield* payins.create(pushPayin("order-2"))
    yield* payins.send(key)
    yield* TestClock.adjust("1 second")
    const sent = counted.reads
    yield* TestClock.adjust("6 hours")
    assert.strictEqual(counted.reads, sent)
    yield* Fiber.interrupt(waiting)
  })

  it("looks after the worker's longest sleep in any case", function* (script) {
    yield* (yield* Payins).create(pushPayin("order-1"), { sendLater: true })
    const counted = countReads(script)
    yield* Effect.forkChild(waitFor)
    yield* TestClock.adjust("31 seconds")
    assert.strictEqual(counted.reads, 2)
  })

  it.under(patient)("ends at once when it is interrupted", function* () {
    yield* (yield* Payins).create(pushPayin("order-1"))
    const waiting = yield* Effect.forkChild(waitFor)
    yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(waiting)
  })

  it("finds no payment that is not there, and none of the other kind", function* (_, { payins }) {
    yield* (yield* Payouts).create(payout("salary-1"))
    for (const missing of [key, payoutKey("salary-1")]) {
      assert.strictEqual((yield* Effect.flip(payins.waitFor(missing)))._tag, "PaymentNotFound")
    }
  })

  it.under(patient)("waits for the consumers where that is asked for", function* (script, { payouts }) {
    let ready = false
    const received: Array<string> = []
    const books: Consumer = {
      name: "books",
      from: 0,
      receive: ({ id }) =>
        Effect.suspend(() =>
          ready ? Effect.sync(() => void received.push(id)) : new DeliveryRefused({ message: "Not yet." }),
        ),
    }
    script.consumers.splice(0, 1, books)
    yield* payouts.create(payout("salary-1"))
    script.confirms.set(tokenNumber(1), completed(700))
    yield* reconcile
    const closed = yield* Effect.forkChild(payouts.waitFor(payoutKey("salary-1")))
    const delivered = yield* Effect.forkChild(payouts.waitFor(payoutKey("salary-1"), { untilDelivered: true }))
    yield* TestClock.adjust("30 minutes")
    yield* Fiber.join(closed)
    assert.isUndefined(delivered.pollUnsafe())
    ready = true
    while (received.length === 0) yield* TestClock.adjust("10 seconds")
    yield* TestClock.adjust(1)
    assert.isDefined(delivered.pollUnsafe())
  })
})

/** Two programs over one store. `here` runs in one of them, the body in the other; after `tell` the store of the first reports a write. */
const inTwo = <A>(
  here: Effect.Effect<A, unknown, Payins | Worker>,
  body: (
    running: Fiber.Fiber<A, unknown>,
    tell: Effect.Effect<unknown>,
    script: Script,
  ) => Effect.Effect<void, unknown, Payins>,
  writesIn = (heard: Stream.Stream<void>): Stream.Stream<void> => heard,
) =>
  Effect.gen(function* () {
    const script = newScript()
    const heard = yield* Queue.unbounded<void>()
    const running = yield* Effect.provide(here, layerScripted(script, patient), { local: true }).pipe(
      Effect.provideService(StoreStatus, { ...Object(null), writesByOthers: writesIn(Stream.fromQueue(heard)) }),
      Effect.forkChild,
    )
    const tell = Effect.andThen(Queue.offer(heard, undefined), TestClock.adjust("1 second"))
    yield* Effect.provide(body(running, tell, script), layerScripted(script, patient), { local: true })
  })

describe("a write by another program", () => {
  const create = Effect.flatMap(Payins, (payins) => payins.create(pushPayin("order-1"), { sendLater: true }))

  it.effect("wakes who waits for a payment", () =>
    inTwo(Effect.delay(waitFor, "1 second"), (waiting, tell) =>
      Effect.gen(function* () {
        yield* create
        yield* TestClock.adjust("2 seconds")
        yield* (yield* Payins).cancel(key, "A colleague")
        yield* TestClock.adjust("1 second")
        assert.isUndefined(waiting.pollUnsafe())
        yield* tell
        assert.strictEqual((yield* Fiber.join(waiting)).payment.state._tag, "cancelled")
      }),
    ),
  )

  /** A worker that has run for so long sends what the other program stored once it hears of it, and not before. */
  const worksAfter = (running: Duration.Input, writesIn?: (heard: Stream.Stream<void>) => Stream.Stream<void>) =>
    inTwo(
      Effect.flatMap(Worker, ({ run }) => run),
      (working, tell, script) =>
        Effect.gen(function* () {
          yield* TestClock.adjust(running)
          yield* create
          yield* TestClock.adjust("1 minute")
          assert.lengthOf(script.seen, 0)
          yield* tell
          assert.lengthOf(script.seen, 1)
          yield* Fiber.interrupt(working)
        }),
      writesIn,
    )

  it.effect("wakes the worker", () => worksAfter("1 second"))

  it.effect("wakes the worker although the store could not report writes for a while", () => {
    let isFirst = true
    const failing = (heard: Stream.Stream<void>) =>
      Stream.suspend(() => {
        if (!isFirst) return heard
        isFirst = false
        return Stream.die(new Error("The file is locked."))
      })
    return worksAfter("1441 minutes", failing)
  })
})

describe("changes", () => {
  it.under(patient)("gives the payin now and after each change, and ends with the closed one", function* (script) {
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-1"), { sendLater: true })
    const watching = yield* Effect.forkChild(Stream.runCollect(payins.changes(key)))
    yield* TestClock.adjust("1 second")
    yield* payins.send(key)
    script.confirms.set(tokenNumber(1), completed(500))
    yield* reconcileFor("10 minutes")
    const states = [...(yield* Fiber.join(watching))].map(({ payment: { state } }) => state._tag)
    assert.deepStrictEqual(states, ["intended", "submitting", "pending", "completed"])
  })

  it.under(patient)("gives the flag of money that came twice, although a consumer hangs", function* (script) {
    script.consumers.splice(0, 1, { name: "books", from: 0, receive: () => Effect.never })
    const payins = yield* Payins
    yield* payins.create(pushPayin("order-2", { orderRef: "17" }))
    yield* payins.create(pushPayin("order-1", { orderRef: "17" }))
    let flags: ReadonlyArray<string> = []
    const changes = payins.changes(key, { untilDelivered: true })
    yield* Effect.forkChild(
      Stream.runForEach(changes, ({ payment }) => Effect.sync(() => (flags = payment.flags.map(({ kind }) => kind)))),
    )
    yield* reconcile
    for (const number of [1, 2]) script.confirms.set(tokenNumber(number), completed(500))
    while ((yield* stateOf(key)) !== "completed") yield* TestClock.adjust("1 second")
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(flags, ["double_collection"])
  })
})
