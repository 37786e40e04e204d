/** Consumers that come, that come later, and that go: what each of them hears. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { type Consumer, Review, Payins, Payouts, PaymentStore, Worker } from "@cauri/core"
import { Deliveries } from "@cauri/core/adapter"
import {
  it,
  completed,
  layerScripted,
  newScript,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  type Script,
  waitingOf,
} from "./scripted.ts"
import { inDoubt, rule } from "./setups.ts"

const listening = (name: string, from?: number) => {
  const received: Array<string> = []
  const receive: Consumer = { name, receive: ({ id }) => Effect.sync(() => void received.push(id)) }
  return { consumer: from === undefined ? receive : { ...receive, from }, received }
}

/** Payouts that were cancelled, one after the other, a second apart. */
const cancelled = (...ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const payouts = yield* Payouts
    for (const id of ids) {
      yield* payouts.create(payout(id), { sendLater: true })
      yield* payouts.cancel(payoutKey(id), "A colleague")
      yield* TestClock.adjust("1 second")
    }
  })

const sweepAll = Effect.flatMap(Worker, ({ runOnce: sweep }) =>
  Effect.repeat(sweep, { until: ({ taken }) => taken === 0 }),
)

/** Works in a process of its own on the store of that script, with other consumers. */
const inProcess = (script: Script, ...consumers: ReadonlyArray<Consumer>) =>
  Layer.fresh(layerScripted({ ...newScript(), cell: script.cell, consumers: [...consumers] }))

const all = ["payout shop/a#2", "payout shop/b#2", "payout shop/c#2"]

describe("a consumer that is new", () => {
  it("hears of payments that are created from then on, and of older ones what happens from then on", function* (script) {
    yield* inDoubt(script)
    yield* cancelled("a")
    const { consumer, received } = listening("stock")
    yield* Effect.provide(sweepAll, inProcess(script, consumer))
    assert.deepStrictEqual(received, [])
    yield* cancelled("b")
    yield* rule(payoutKey("salary-1"), "completed")
    yield* Effect.provide(sweepAll, inProcess(script, consumer))
    assert.deepStrictEqual(received, ["payout shop/b#2", "payout shop/salary-1#5"])
  })

  it.under({ store: { pageSize: 2 } })(
    "hears what had happened before it came where it asks for it, once, page by page (S19, L3)",
    function* (script) {
      yield* cancelled("a", "b", "c")
      yield* sweepAll
      const { consumer, received } = listening("stock", 0)
      for (let n = 0; n < 2; n++) yield* Effect.provide(sweepAll, inProcess(script, consumer))
      assert.deepStrictEqual(received, all)
      assert.deepStrictEqual(yield* (yield* PaymentStore).deliveries({ limit: 10 }), [])
    },
  )

  it("may begin at a time of its choice, and move that back later without hearing anything again", function* (script) {
    yield* cancelled("a", "b", "c")
    const later = listening("stock", 1_000)
    yield* Effect.provide(sweepAll, inProcess(script, later.consumer))
    assert.deepStrictEqual(later.received, all.slice(1))
    const earlier = listening("stock", 0)
    yield* Effect.provide(sweepAll, inProcess(script, earlier.consumer))
    assert.deepStrictEqual(earlier.received, all.slice(0, 1))
    const latest = listening("stock", 2_000)
    yield* Effect.provide(sweepAll, inProcess(script, latest.consumer))
    assert.deepStrictEqual(latest.received, [])
  })

  it("moves no confirm, and hastens nothing that another one waits for", function* (script) {
    script.consumers.splice(0, 1, { name: "books", receive: () => Effect.fail("down") })
    yield* (yield* Payins).create(pushPayin("order-1"))
    script.confirms.set("token-1", completed(500))
    yield* (yield* Review).recheck(payinKey("order-1"))
    yield* (yield* Worker).runOnce
    const { tracking } = yield* recordOf(payinKey("order-1"))
    const { consumer } = listening("stock", 0)
    yield* Effect.provide((yield* Deliveries).subscribe, inProcess(script, consumer))
    yield* Effect.provide(
      Effect.flatMap(Deliveries, ({ subscribe }) => subscribe),
      inProcess(script, consumer),
    )
    assert.deepStrictEqual((yield* recordOf(payinKey("order-1"))).tracking, tracking)
    assert.deepStrictEqual(yield* waitingOf(payinKey("order-1")), [
      ["books", 0, 4, 1, 1_000],
      ["stock", 0, 4, 0, 0],
    ])
  })

  it("begins from its beginning under another name", function* (script) {
    yield* cancelled("a")
    const first = listening("stock", 0)
    const second = listening("stores", 0)
    yield* Effect.provide(sweepAll, inProcess(script, first.consumer))
    yield* Effect.provide(sweepAll, inProcess(script, second.consumer))
    assert.deepStrictEqual([first.received, second.received], [all.slice(0, 1), all.slice(0, 1)])
  })
})

describe("a consumer that hears in another process", () => {
  it("hears all that this process does, once, however long it was away (S19, L3)", function* (script) {
    const { consumer, received } = listening("stock")
    yield* Effect.provide(sweepAll, inProcess(script, consumer))
    yield* cancelled("a")
    yield* sweepAll
    assert.deepStrictEqual(yield* waitingOf(payoutKey("a")), [["stock", 0, 2, 0, 0]])
    yield* TestClock.adjust("30 days")
    yield* sweepAll
    yield* Effect.provide(sweepAll, inProcess(script, consumer))
    yield* Effect.provide(sweepAll, inProcess(script, consumer))
    assert.deepStrictEqual(received, ["payout shop/a#2"])
    assert.strictEqual(script.received.length, 1)
  })

  it("costs a process that does not know it no sweep and no save", function* (script) {
    yield* Effect.provide(sweepAll, inProcess(script, listening("stock").consumer))
    yield* (yield* Deliveries).subscribe
    yield* cancelled("a")
    assert.strictEqual((yield* (yield* Worker).runOnce).taken, 1)
    const { version } = yield* recordOf(payoutKey("a"))
    assert.deepInclude(yield* (yield* Worker).runOnce, { taken: 0, nextDueAt: null })
    assert.strictEqual((yield* recordOf(payoutKey("a"))).version, version)
  })
})

it("a consumer that goes is waited for no more, and comes back as a new one", function* (script, { store }) {
  const { consumer, received } = listening("stock")
  yield* Effect.provide(sweepAll, inProcess(script, consumer))
  yield* (yield* Deliveries).subscribe
  yield* cancelled("a")
  yield* store.unsubscribe("stock")
  yield* store.unsubscribe("stock")
  yield* cancelled("b")
  assert.deepStrictEqual(
    (yield* store.deliveries({ limit: 10 })).map(({ consumer: name, key }) => `${name} ${key.id}`),
    ["books a", "books b"],
  )
  yield* Effect.provide(sweepAll, inProcess(script, consumer))
  yield* cancelled("c")
  yield* Effect.provide(sweepAll, inProcess(script, consumer))
  assert.deepStrictEqual(received, all.slice(2))
})
