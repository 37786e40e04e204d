/** What logs may say about trouble: names, codes and our own sentences, and nothing that others wrote. */
import { assert, describe } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { Cause, Data, Effect, Exit, Logger } from "effect"
import { TestClock } from "effect/testing"
import { DeliveryRefused, PaymentId, Payouts, ProjectId, StoreError, Worker } from "@cauri/core"
import { StoreRefused, UnreadableRow } from "@cauri/core/adapter"
import { illegal, issuePage } from "../src/machine/decide.ts"
import { describeCause, describeError } from "../src/services/describeError.ts"
import { it, payout, payoutKey, reconcile, type Script } from "./scripted.ts"

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

const says = (name: string) =>
  `It failed with ${name}; look in your own consumers and adapters for what threw it, or report it at ${issuePage}.`

describe("what a log says of what went wrong", () => {
  it("is our own sentence where we wrote it, with the code of the database", () => {
    assert.match(describeError(failure(coded("SQLITE_FULL"))), /^SQLITE_FULL: The payment store failed during save\./)
    assert.match(describeError(failure(coded("23505"))), /^23505: The payment store failed/)
    const ours = [
      illegal("The payout shop/salary-1 is held, and no row allows accepted there."),
      new DeliveryRefused({ message: "The webhook answered 503: look at its log." }),
      new StoreRefused({ reason: "disk_low", detail: "1 byte is free." }),
      new UnreadableRow({ key: { kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-1") } }),
    ]
    for (const error of ours) assert.strictEqual(describeError(error), error.message)
  })

  it("is the advice about the store where that is the cause, such as of a clock that cannot be trusted", () => {
    const cause = new StoreRefused({ reason: "clock_ahead", detail: "Its time is 90 s ahead of this program's." })
    assert.strictEqual(describeError(new StoreError({ operation: "clock", cause })), cause.message)
  })

  it("is a tag or the name of a class otherwise", () => {
    assert.strictEqual(describeError(new HostError({ row: canary })), says("HostError"))
    assert.strictEqual(describeError(new TypeError(canary)), says("TypeError"))
    assert.strictEqual(describeError({ _tag: "DeliveryRefused", message: canary }), says("DeliveryRefused"))
  })

  it("is nothing that others wrote: no text, no message, no code that is a sentence (S16)", () => {
    for (const error of [
      canary,
      "CANARY",
      { _tag: canary },
      { name: canary },
      { name: "22670000001a" },
      null,
      undefined,
      7,
    ]) {
      assert.match(describeError(error), /^It failed with an unnamed error;/)
    }
    for (const cause of [canary, null, coded(canary), coded(7), coded("x".repeat(41).toUpperCase())]) {
      assert.match(describeError(failure(cause)), /^The payment store failed during save\./)
    }
  })

  it("is reported once for everything that went wrong together", () => {
    const both = Cause.combine(Cause.fail(new HostError({ row: "1" })), Cause.die(new TypeError(canary)))
    const together = `${says("HostError")} ${says("TypeError")}`
    assert.strictEqual(describeCause(both), together)
    assert.strictEqual(describeCause(Cause.combine(both, Cause.fail(new HostError({ row: "2" })))), together)
    assert.strictEqual(describeCause(Cause.interrupt(1)), "It was interrupted.")
  })
})

it("a defect is reported where the repository says", () => {
  const { bugs } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"))
  assert.strictEqual(issuePage, bugs.url)
})

describe("the log of a worker", () => {
  it("says why a payment could not be worked on, and nothing that is secret (S16)", function* (script) {
    const said = yield* failing(script, coded("SQLITE_FULL"))
    assert.include(
      said,
      "The payout shop/salary-1 could not be worked on; it stays as the store has it, and is tried again after its lease.",
    )
    assert.include(said, "SQLITE_FULL: The payment store failed during save.")
    assert.notInclude(said, "CANARY")
  })

  it("says that the lease was over", function* (script) {
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
    assert.include(said, "The call or the store took longer than its lease.")
  })

  it("says why a sweep broke off, and why a consumer refused, by name only (S16)", function* (script) {
    script.consumers.push({ name: "stock", receive: () => Effect.fail(new HostError({ row: canary })) })
    yield* (yield* Payouts).create(payout("salary-1"), { sendLater: true })
    yield* (yield* Payouts).cancel(payoutKey("salary-1"), "A colleague")
    const refused = yield* logged(Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep))
    assert.include(
      refused,
      "The consumer stock refused the event payout shop/salary-1#2 (try 1 of 20). It failed with HostError;",
    )
    script.beforeStore = () => Effect.die(new RangeError(canary))
    const broken = yield* logged(Effect.andThen(reconcile, TestClock.adjust("1 second")))
    assert.include(broken, "The worker could not take what is due, and tries again soon. It failed with RangeError;")
    assert.notInclude(refused + broken, "CANARY")
  })

  it("is silent while all is well", function* () {
    assert.strictEqual(yield* logged(Effect.flatMap(Worker, ({ runOnce: sweep }) => sweep)), "")
    assert.isTrue(Exit.isSuccess(Exit.void))
  })
})
