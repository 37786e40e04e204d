/** What a consumer wants, what programs of two versions want, and how a program finds out that another one has its consumer. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { Worker } from "@cauri/core"
import { consumerIsAlive, SharedState } from "@cauri/core/adapter"
import { it, payoutKey, type Script, scripted, waitingOf } from "./scripted.ts"
import { inDoubt, rule, sweep, sweepAfter } from "./setups.ts"
import { collectLines } from "./spoil.ts"

const ids = (script: Script) => script.received.map(({ id }) => id)

/** The script's consumer, which wants this alone. */
const wanting = (script: Script, wanted: { readonly events?: ReadonlyArray<"completed" | "in_doubt"> }) => {
  const [books] = script.consumers
  assert.isDefined(books)
  script.consumers.splice(0, Infinity, { ...books, ...wanted })
}

/** A payout that was in doubt and then decided: its fourth and fifth events. */
const decided = (script: Script) => Effect.andThen(inDoubt(script), rule(payoutKey("salary-1"), "completed"))

const told = (lines: ReadonlyArray<string>) =>
  lines.filter((line) => line.includes("Another program delivers to the consumer"))

describe("a consumer that names its events", () => {
  it("receives those alone, and the store keeps no other for it", function* (script) {
    wanting(script, { events: ["completed"] })
    yield* sweep
    yield* inDoubt(script)
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
    yield* rule(payoutKey("salary-1"), "completed")
    yield* sweep
    assert.deepStrictEqual(ids(script), ["payout shop/salary-1#5"])
  })

  it("passes over what only a program of before wanted", function* (script, { store }) {
    wanting(script, { events: ["completed"] })
    yield* store.subscribe({
      consumer: script.consumers[0]?.name ?? "",
      from: 0,
      limit: 9,
      wanted: ["payout.in_doubt"],
    })
    yield* decided(script)
    yield* sweep
    assert.deepStrictEqual(ids(script), ["payout shop/salary-1#5"])
    assert.deepStrictEqual(yield* waitingOf(payoutKey("salary-1")), [])
  })

  it("leaves to another living program what only that one wants", function* (script, { store }) {
    const shared = yield* SharedState
    wanting(script, { events: ["completed"] })
    const name = script.consumers[0]?.name ?? ""
    yield* store.subscribe({ consumer: name, from: 0, limit: 9, wanted: ["payout.in_doubt"] })
    yield* shared.beat({ process: `consumer ${name}`, role: "consumer payout.in_doubt", at: 0 })
    yield* decided(script)
    yield* sweep
    assert.deepStrictEqual(ids(script), [])
    assert.lengthOf(yield* waitingOf(payoutKey("salary-1")), 1)
    yield* sweepAfter("11 minutes")
    assert.deepStrictEqual(ids(script), ["payout shop/salary-1#5"])
  })
})

describe("a program's consumer", () => {
  it.effect("says once that another program wants other events for it", () => {
    const { lines, logger } = collectLines()
    return scripted((script) =>
      Effect.gen(function* () {
        const shared = yield* SharedState
        const process = `consumer ${script.consumers[0]?.name ?? ""}`
        yield* Effect.forkChild((yield* Worker).run)
        yield* TestClock.adjust("1 second")
        yield* shared.beat({ process, role: "consumer payin.completed", at: 1_001 })
        yield* TestClock.adjust("1 minute")
        assert.lengthOf(told(lines), 1)
        assert.include(told(lines)[0], "and wants other events")
      }),
    ).pipe(Effect.provide(logger))
  })

  it.effect("gives a sign of life, and its program says once that another one has it too", () => {
    const { lines, logger } = collectLines()
    return scripted((script) =>
      Effect.gen(function* () {
        const shared = yield* SharedState
        const name = script.consumers[0]?.name ?? ""
        assert.isFalse(yield* consumerIsAlive(name))
        const working = yield* Effect.forkChild((yield* Worker).run)
        yield* TestClock.adjust("1 second")
        assert.isTrue(yield* consumerIsAlive(name))
        yield* TestClock.adjust("5 minutes")
        assert.deepStrictEqual(told(lines), [])
        for (const role of ["consumer", "consumer payin.completed"]) {
          const [own] = (yield* shared.heartbeats()).filter(({ process }) => process === `consumer ${name}`)
          yield* shared.beat({ process: `consumer ${name}`, role, at: (own?.at ?? 0) + 1 })
          yield* TestClock.adjust("1 minute")
        }
        assert.lengthOf(told(lines), 1)
        assert.include(told(lines)[0], "each event reaches one of them")
        yield* Fiber.interrupt(working)
        yield* TestClock.adjust("61 seconds")
        assert.isFalse(yield* consumerIsAlive(name))
      }),
    ).pipe(Effect.provide(logger))
  })
})
