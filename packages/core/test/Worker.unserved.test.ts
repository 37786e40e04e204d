/** A worker without the credentials of a project: it leaves its payments to those that have them, and tells what became of them. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, Worker } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import {
  it,
  code00,
  completed,
  layerScripted,
  newScript,
  payout,
  payoutKey,
  recordOf,
  type Script,
  scripted,
  stateOf,
  turnedAway,
  reconcileFor,
} from "./scripted.ts"
import { stubborn } from "./setups.ts"

const key = payoutKey("salary-1")

/** A worker on the same store that has the credentials. */
const helper = (script: Script) => {
  const other: Script = { ...newScript(), cell: script.cell }
  const work = Effect.flatMap(Worker, ({ run }) => run)
  return Effect.as(Effect.forkChild(Effect.provide(work, Layer.fresh(layerScripted(other)))), other)
}

const deny = Effect.flatMap(SharedState, (shared) =>
  shared.pause({ scope: "project/shop", reason: "authentication_failed", by: "cauri", since: 0, credentials: "none" }),
)

describe("a worker without the credentials of a project", () => {
  it("sends none of its payments and leaves them due for the worker that has them", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    const before = yield* recordOf(key)
    script.without.add("shop")
    yield* reconcileFor("5 minutes")
    assert.deepStrictEqual((yield* recordOf(key)).tracking, before.tracking)
    const other = yield* helper(script)
    yield* TestClock.adjust("1 second")
    assert.deepStrictEqual([script.seen.length, other.seen.length], [0, 1])
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("asks about none of its payments, and works for the other projects", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"))
    yield* (yield* Payouts).create(payout("salary-1", { project: "kiosk", amount: 800 }))
    script.without.add("shop")
    yield* reconcileFor("10 minutes")
    assert.isAbove(script.asked.length, 2)
    assert.deepStrictEqual(new Set(script.asked.map(({ token }) => token)), new Set(["token-2"]))
  })

  it("looks at the store no more often for what it leaves to others", function* (script) {
    for (const n of [1, 2, 3])
      yield* (yield* Payouts).create(payout(`salary-${n}`, { amount: 700 + n }), { sendLater: true })
    script.without.add("shop")
    let steps = 0
    script.beforeStore = (step) => Effect.sync(() => void (steps += step === "clock" ? 0 : 1))
    yield* reconcileFor("10 minutes")
    // A look every half a minute, by each lane.
    assert.isAtMost(steps, 50)
  })

  it("tells the host what became of them", function* (script) {
    const books = stubborn("books")
    script.consumers.splice(0, 1, books.consumer)
    yield* (yield* Payouts).create(payout("salary-1"))
    script.confirms.set("token-1", completed(700, { tokenIsOurs: true }))
    yield* reconcileFor("1 minute")
    assert.strictEqual(yield* stateOf(key), "completed")
    script.without.add("shop")
    books.state.refuses = false
    yield* TestClock.adjust("2 hours")
    assert.strictEqual(books.received.length, 1)
    assert.strictEqual(script.asked.length, 1, "and audits nothing")
  })

  it("acts on them once the credentials have come", function* (script) {
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    script.without.add("shop")
    yield* reconcileFor("5 minutes")
    script.without.clear()
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* stateOf(key), "pending")
  })

  it("neither lifts nor sets the project's holds", function* (script) {
    script.without.add("shop")
    script.creations = [turnedAway(code00)]
    yield* (yield* Payouts).create(payout("salary-1"))
    const pauses = Effect.flatMap(SharedState, (shared) => shared.pauses())
    assert.deepStrictEqual(yield* pauses, [])
    yield* deny
    yield* reconcileFor("5 minutes")
    assert.strictEqual((yield* pauses).length, 1)
  })

  it.effect("says so in its log, once, and once more when the credentials have come", () => {
    const about: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (String(message).includes("credentials")) about.push(`${logLevel} ${String(message)}`)
    })
    return scripted((script) =>
      Effect.gen(function* () {
        for (const n of [1, 2, 3])
          yield* (yield* Payouts).create(payout(`salary-${n}`, { amount: 700 + n }), { sendLater: true })
        script.without.add("shop")
        yield* reconcileFor("5 minutes")
        assert.strictEqual(about.length, 1)
        assert.match(about[0] ?? "", /^Error .*shop/)
        script.without.clear()
        yield* TestClock.adjust("1 minute")
        assert.match(about[1] ?? "", /^Info .*shop/)
      }),
    ).pipe(Effect.provide(Logger.layer([logger])))
  })
})
