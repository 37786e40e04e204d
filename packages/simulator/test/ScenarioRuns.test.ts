import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import {
  Backstage,
  CallbackSender,
  Engine,
  layerFetch,
  RequestLog,
  Scenario,
  type ScenarioChoice,
  ScenarioRuns,
  scenarios,
} from "../src/index.ts"
import { create, directBody, hostedBody, layerWith } from "./support.ts"

const it = itOver(() => layerWith())

const runOf = (number: number) =>
  Effect.map(
    Effect.flatMap(ScenarioRuns, ({ runs }) => runs),
    (all) => all.find((each) => each.number === number),
  )

/** Starts a scenario and gives its payment, its number, and what becomes of it after some time. */
const begun = Effect.fnUntraced(function* (name: string, choice: ScenarioChoice = {}) {
  const { amountXof, number, phone } = yield* (yield* ScenarioRuns).start(name, choice)
  yield* TestClock.adjust("1 second")
  const pays = create("createDirectInvoice", directBody({ customer: phone, total_amount: amountXof }))
  return { number, pays, run: runOf(number) }
})

const amountXof = 2_500

describe("the catalogue", () => {
  it("is data: every scenario is what its schema says", () => {
    for (const each of scenarios) assert.isTrue(Schema.is(Scenario)(each), each.name)
  })
})

describe("ScenarioRuns", () => {
  it("waits for the merchant, and plays the customer then", function* () {
    const { pays, run } = yield* begun("push-completes")
    yield* TestClock.adjust("1 hour")
    assert.deepInclude(yield* run, { step: 0, state: "Running" })
    yield* pays
    yield* TestClock.adjust("10 seconds")
    assert.deepInclude(yield* run, { step: 2, state: "Done", because: null })
    const { invoices } = yield* (yield* Engine).state
    assert.deepStrictEqual(
      [...invoices].map(([, { status }]) => status),
      ["completed"],
    )
  })

  it.effect("notes that the customer asked for another try, so that a grade does not blame the further call", () =>
    Effect.gen(function* () {
      const { number, pays } = yield* begun("answer-lost-tried-again")
      const { offWire } = yield* RequestLog
      yield* Effect.ignore(pays)
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual(yield* offWire, [])
      yield* (yield* ScenarioRuns).goOn(number)
      yield* TestClock.adjust("1 minute")
      const { amountXof: asked, phone } = (yield* runOf(number)) ?? assert.fail("it is gone")
      assert.deepInclude((yield* offWire)[0], { _tag: "CustomerAsked", amountXof: asked, phone })
    }).pipe(
      Effect.provide(layerFetch().pipe(Layer.provide(CallbackSender.layerInProcess(async () => new Response())))),
    ),
  )

  it("lets time pass as it says, unless the player wants to wait no longer", function* () {
    const { number, pays, run } = yield* begun("late-completion")
    yield* pays
    yield* TestClock.adjust("10 minutes")
    assert.deepInclude(yield* run, { step: 1, state: "Running" })
    yield* (yield* ScenarioRuns).goOn(number)
    yield* TestClock.adjust("1 second")
    assert.deepInclude(yield* run, { state: "Done" })
    assert.strictEqual((yield* Effect.result((yield* ScenarioRuns).goOn(number)))._tag, "Failure")
  })

  it("sees that a merchant has acted whose call was refused, and leaves no rule behind", function* () {
    const { pays, run } = yield* begun("daily-limit")
    assert.strictEqual((yield* (yield* Engine).state).faultRules.length, 1)
    yield* pays
    yield* TestClock.adjust("1 second")
    assert.deepInclude(yield* run, { step: 2, state: "Done" })
    const { faultRules, invoices } = yield* (yield* Engine).state
    assert.deepStrictEqual([faultRules.length, [...invoices].length], [0, 0])
  })

  it("takes a call and what it brings a little later for one act of the merchant", function* () {
    const { pays, run } = yield* begun("sms-otp")
    const fault = { _tag: "Delay", millis: 200, executed: false } as const
    yield* (yield* Backstage).act({ _tag: "PutFaultRule", rule: { id: "slow", fault } })
    yield* TestClock.adjust("100 millis")
    yield* Effect.forkChild(pays)
    yield* TestClock.adjust("10 seconds")
    assert.strictEqual([...(yield* (yield* Engine).state).invoices].length, 1)
    assert.deepInclude(yield* run, { step: 1, state: "Running" })
  })

  it.effect("lets simulated time pass: where it runs sixty times faster, twenty minutes take twenty seconds", () =>
    Effect.gen(function* () {
      const { pays, run } = yield* begun("late-completion")
      yield* pays
      yield* TestClock.adjust("18 seconds")
      assert.deepInclude(yield* run, { step: 1, state: "Running" })
      yield* TestClock.adjust("4 seconds")
      assert.deepInclude(yield* run, { state: "Done" })
    }).pipe(Effect.provide(layerWith({ timeFactor: 60 }))),
  )

  it("does not wait for time that was pushed forward", function* () {
    const { pays, run } = yield* begun("late-completion")
    yield* pays
    yield* TestClock.adjust("1 minute")
    yield* (yield* Engine).passTime(19 * 60_000)
    yield* TestClock.adjust("2 seconds")
    assert.deepInclude(yield* run, { state: "Done" })
  })

  it("fails with a reason when the payment that it is about is not there", function* () {
    const { number, run } = yield* begun("push-completes")
    yield* (yield* ScenarioRuns).goOn(number)
    yield* TestClock.adjust("5 minutes")
    assert.deepInclude(yield* run, { state: "Failed", because: "nothing_asked" })
  })

  it("knows an earlier payment of the same scenario from the new one, and its faults strike again", function* () {
    for (let times = 0; times < 2; times++) {
      const { pays, run } = yield* begun("callbacks-lost")
      yield* pays
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* run, { state: "Done" })
      const { faultCounts } = yield* (yield* Engine).state
      assert.deepStrictEqual(
        Object.values(faultCounts).flatMap(({ struck }) => (struck > 0 ? [struck] : [])),
        [1],
      )
    }
  })

  it.effect(
    "knows payments of one price by their phone: scenarios beside each other keep their own faults and steps",
    () =>
      Effect.gen(function* () {
        const lost = yield* begun("callbacks-lost", { amountXof })
        const other = yield* begun("push-completes", { amountXof })
        const twice = yield* begun("callbacks-lost", { amountXof, phones: ["22660000801"] })
        yield* other.pays
        yield* TestClock.adjust("10 seconds")
        assert.deepInclude(yield* lost.run, { step: 1, state: "Running" })
        assert.deepInclude(yield* other.run, { state: "Done" })
        assert.strictEqual((yield* (yield* Engine).state).callbackLog.length, 2)
        for (const { pays, run } of [twice, lost]) {
          yield* pays
          yield* TestClock.adjust("10 seconds")
          assert.deepInclude(yield* run, { state: "Done" })
        }
        assert.strictEqual((yield* (yield* Engine).state).callbackLog.length, 2)
      }).pipe(Effect.provide(layerWith())),
  )

  it("knows a page of one price from a direct payment of it", function* () {
    const page = yield* begun("hosted-pays", { amountXof })
    const direct = yield* begun("push-completes", { amountXof })
    yield* direct.pays
    yield* TestClock.adjust("10 seconds")
    assert.deepInclude(yield* page.run, { step: 0, state: "Running" })
    assert.deepInclude(yield* direct.run, { state: "Done" })
    yield* create("createHostedInvoice", hostedBody({ total_amount: amountXof }))
    yield* TestClock.adjust("10 seconds")
    assert.deepInclude(yield* page.run, { state: "Done" })
  })

  it("stops the older of two that cannot be told apart, says so, and ends its faults", function* () {
    const choice = { amountXof, phones: ["22660000801"] }
    const older = yield* begun("answer-lost", choice)
    const newer = yield* begun("push-completes", choice)
    assert.deepInclude(yield* older.run, { state: "Failed", because: "replaced" })
    yield* newer.pays
    yield* TestClock.adjust("10 seconds")
    assert.deepInclude(yield* newer.run, { state: "Done" })
    assert.deepStrictEqual((yield* (yield* Engine).state).faultRules, [])
    const first = yield* begun("hosted-cancelled", { amountXof })
    const second = yield* begun("hosted-pays", { amountXof })
    assert.deepInclude(yield* first.run, { state: "Failed", because: "replaced" })
    assert.deepInclude(yield* second.run, { state: "Running" })
  })

  it("knows no scenario of another name, and forgets the oldest of very many", function* () {
    const { runs, start } = yield* ScenarioRuns
    assert.strictEqual((yield* Effect.result(start("nothing")))._tag, "Failure")
    for (let count = 0; count < 60; count++) yield* start("prompt-ignored")
    const all = yield* runs
    assert.strictEqual(all.length, 50)
    assert.strictEqual(all[0]?.number, 60)
    assert.isUndefined(yield* runOf(1))
  })
})
