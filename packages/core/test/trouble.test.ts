/** What logs may say about trouble: names, codes and our own sentences, and nothing that others wrote. */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Data, Effect, Exit, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, Worker, StoreError } from "@cauri/core"
import { illegal } from "../src/machine/decide.ts"
import { nameOf, troubleOf } from "../src/work/lanes.ts"
import { payout, payoutKey, reconcile, type Script, scripted } from "./scripted.ts"

const canary = "CANARY 22670000001 token-1"

class HostError extends Data.TaggedError("HostError")<{ readonly row: string }> {}

/** An error with the code that a database gives it. */
const coded = (code: unknown) => Object.assign(new Error(canary), { code })

const failure = (cause: unknown) => new StoreError({ operation: "save", cause })

/** What is logged while something runs. */
const logged = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const lines: Array<string> = []
    const collect = Logger.make<unknown, void>((line) => void lines.push(JSON.stringify([line.message, line.cause])))
    yield* Effect.provide(work, Logger.layer([collect]))
    return lines.join("\n")
  })

const failing = (script: Script, cause: unknown) =>
  Effect.gen(function* () {
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* TestClock.adjust("6 seconds")
    script.beforeStore = (step) => (step === "claim" ? Effect.fail(failure(cause)) : Effect.void)
    return yield* logged(Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep))
  })

describe("the name of what went wrong", () => {
  it("is our own sentence where we wrote it, with the code of the database", () => {
    assert.match(nameOf(failure(coded("SQLITE_FULL"))), /^SQLITE_FULL: The payment store failed during save\./)
    assert.match(nameOf(failure(coded("23505"))), /^23505: The payment store failed/)
    const defect = illegal("The payout shop/salary-1 is Held and cannot take Accepted.")
    assert.strictEqual(nameOf(defect), defect.message)
  })

  it("is a tag or the name of a class otherwise", () => {
    assert.strictEqual(nameOf(new HostError({ row: canary })), "HostError")
    assert.strictEqual(nameOf(new TypeError(canary)), "TypeError")
    assert.strictEqual(nameOf({ _tag: "LeaseOver" }), "LeaseOver")
    assert.strictEqual(nameOf({ _tag: "WebhookRefused", status: 503 }), "WebhookRefused 503")
    assert.strictEqual(nameOf({ _tag: "WebhookRefused", status: null }), "WebhookRefused")
  })

  it("is nothing that others wrote: no text, no message, no code that is a sentence (S16)", () => {
    for (const error of [
      canary,
      "CANARY",
      { _tag: canary },
      { name: canary },
      { name: "22670000001a" },
      { status: 22670000001 },
      { status: 599.5 },
      { status: "503" },
      null,
      undefined,
      7,
    ]) {
      assert.strictEqual(nameOf(error), "an unnamed error")
    }
    for (const cause of [canary, null, coded(canary), coded(7), coded("x".repeat(41).toUpperCase())]) {
      assert.match(nameOf(failure(cause)), /^The payment store failed during save\./)
    }
  })

  it("is reported once for everything that went wrong together", () => {
    const both = Cause.combine(Cause.fail(new HostError({ row: "1" })), Cause.die(new TypeError(canary)))
    assert.strictEqual(troubleOf(both), "HostError; TypeError")
    assert.strictEqual(troubleOf(Cause.combine(both, Cause.fail(new HostError({ row: "2" })))), "HostError; TypeError")
    assert.strictEqual(troubleOf(Cause.interrupt(1)), "it was interrupted")
  })
})

describe("the log of a worker", () => {
  it.effect("says why a payment could not be worked on, and nothing that is secret (S16)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const said = yield* failing(script, coded("SQLITE_FULL"))
        assert.include(said, "The payout shop/salary-1 could not be worked on; it is tried again after its lease.")
        assert.include(said, "SQLITE_FULL: The payment store failed during save.")
        assert.notInclude(said, "CANARY")
      }),
    ),
  )

  it.effect("says that the lease was over", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
        yield* TestClock.adjust("6 seconds")
        script.beforeStore = (step) => (step === "save" ? Effect.never : Effect.void)
        yield* (yield* Payouts).create(payout("salary-2", { amount: 701 }), { sendLater: true })
        const sweep = Effect.flatMap(Worker, (each) => each.runOnce)
        const said = yield* logged(
          Effect.gen(function* () {
            const sweeping = yield* Effect.forkChild(sweep)
            yield* TestClock.adjust("61 seconds")
            sweeping.interruptUnsafe()
          }),
        )
        assert.include(said, "LeaseOver")
      }),
    ),
  )

  it.effect("says why a sweep broke off, and why a consumer refused, by name only (S16)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.consumers.push({ name: "stock", receive: () => Effect.fail(new HostError({ row: canary })) })
        yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
        yield* (yield* Payouts).cancel(payoutKey("salary-1"), "A colleague")
        const refused = yield* logged(Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep))
        assert.include(refused, "stock refused payout shop/salary-1#2 (try 1): HostError")
        script.beforeStore = () => Effect.die(new RangeError(canary))
        const broken = yield* logged(Effect.andThen(reconcile, TestClock.adjust("1 second")))
        assert.include(broken, "A sweep broke off and is tried again: RangeError")
        assert.notInclude(refused + broken, "CANARY")
      }),
    ),
  )

  it.effect("is silent while all is well", () =>
    scripted(() =>
      Effect.gen(function* () {
        assert.strictEqual(yield* logged(Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep)), "")
        assert.isTrue(Exit.isSuccess(Exit.void))
      }),
    ),
  )
})
