import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Act, Backstage, type CallbackPost, defaultProject, Engine, factorOf } from "../src/index.ts"
import { create, directBody, layerWith, payinRecordOf, payoutBody, payoutRecordOf, numbers } from "./support.ts"

const act = (what: Act) => Effect.flatMap(Backstage, (backstage) => backstage.act(what))
const project = defaultProject.id
const day = 86_400_000
/** Pays two days after the creation. */
const late = directBody({ customer: "22660000096" })

const statusOf = (token: string) => Effect.map(payinRecordOf(token), (record) => record["status"])

const world = <A>(body: (received: Array<CallbackPost>) => Effect.gen.Return<A, unknown, Engine | Backstage>) =>
  Effect.suspend(() => {
    const received: Array<CallbackPost> = []
    return Effect.gen(() => body(received)).pipe(Effect.provide(layerWith({}, received)))
  })

const settled = Effect.flatMap(Engine, (engine) => engine.settled)

describe("timeActs", () => {
  it.effect("a payment is three days older: it is decided and its callbacks are sent, and no other one feels it", () =>
    world(function* (received) {
      const token = yield* create("createDirectInvoice", late)
      const other = yield* create("createDirectInvoice", late)
      const before = yield* (yield* Engine).now
      const date = (yield* payinRecordOf(token))["date"]
      yield* act({ _tag: "AdvancePayment", token, millis: day })
      assert.deepStrictEqual([yield* statusOf(token), yield* statusOf(other)], ["pending", "pending"])
      yield* act({ _tag: "AdvancePayment", token, millis: 2 * day })
      yield* settled
      assert.deepStrictEqual([yield* statusOf(token), yield* statusOf(other)], ["completed", "pending"])
      assert.deepStrictEqual([...new Set(received.map(({ payment }) => payment))], [token])
      assert.strictEqual(received.length, 2)
      assert.strictEqual(yield* (yield* Engine).now, before)
      assert.notStrictEqual((yield* payinRecordOf(token))["date"], date)
      yield* TestClock.adjust("2 days")
      assert.strictEqual(yield* statusOf(other), "completed")
    }),
  )

  it.effect("the prompt of an older payin is gone, and its token expires as it would have", () =>
    world(function* () {
      yield* act({ _tag: "PutFaultRule", rule: { id: "a", fault: { _tag: "TokenExpires", afterMillis: day } } })
      const token = yield* create("createDirectInvoice", directBody({}))
      const prompts = Effect.map(
        Effect.flatMap(Engine, ({ state }) => state),
        ({ phones }) => [...phones].flatMap(([, each]) => each.prompts),
      )
      assert.strictEqual((yield* prompts).length, 1)
      yield* act({ _tag: "AdvancePayment", token, millis: 2 * day })
      assert.strictEqual((yield* prompts).length, 0)
      assert.notStrictEqual((yield* payinRecordOf(token))["response_code"], "00")
    }),
  )

  it.effect("a payout gets older, too", () =>
    world(function* () {
      const token = yield* create("createDirectPayout", payoutBody({ customer: numbers.ussdPush }))
      yield* act({ _tag: "AdvancePayment", token, millis: 30 * day })
      yield* settled
      assert.strictEqual((yield* payoutRecordOf(token))["status"], "completed")
    }),
  )

  it.effect("a project stands still, is moved ahead step by step, and goes on with what was left of each wait", () =>
    world(function* () {
      const token = yield* create("createDirectInvoice", late)
      yield* TestClock.adjust("1 day")
      yield* act({ _tag: "SetProjectTimeFactor", projectId: project, factor: 0 })
      const second = yield* create("createDirectInvoice", late)
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* statusOf(token), "pending")
      yield* act({ _tag: "AdvanceProject", projectId: project, millis: day })
      assert.deepStrictEqual([yield* statusOf(token), yield* statusOf(second)], ["completed", "pending"])
      yield* act({ _tag: "SetProjectTimeFactor", projectId: project, factor: 1 })
      yield* TestClock.adjust("23 hours")
      assert.strictEqual(yield* statusOf(second), "pending")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* statusOf(second), "completed")
    }),
  )

  it.effect("a project runs faster than another one, also what is planned later, and through a saved state", () =>
    world(function* () {
      const engine = yield* Engine
      const first = yield* create("createDirectInvoice", late)
      yield* act({ _tag: "SetProjectTimeFactor", projectId: project, factor: 24 })
      yield* engine.restore(yield* engine.save)
      const second = yield* create("createDirectInvoice", late)
      yield* TestClock.adjust("119 minutes")
      assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(second)], ["pending", "pending"])
      yield* TestClock.adjust("1 minute")
      assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(second)], ["completed", "completed"])
      assert.strictEqual(factorOf(yield* engine.state, project), 24)
      assert.strictEqual(factorOf(yield* engine.state, "another"), 1)
    }),
  )

  it.effect("callbacks of an older payment are held back where they are held back", () =>
    world(function* (received) {
      const token = yield* create("createDirectInvoice", late)
      yield* act({ _tag: "HoldCallbacks", token })
      yield* act({ _tag: "AdvancePayment", token, millis: 3 * day })
      yield* settled
      assert.strictEqual(received.length, 0)
      assert.strictEqual((yield* (yield* Engine).state).held.length, 2)
    }),
  )

  it.effect("all of time stands still, and is moved ahead by hand", () =>
    world(function* () {
      const engine = yield* Engine
      const token = yield* create("createDirectInvoice", late)
      yield* act({ _tag: "SetTimeFactor", factor: 0 })
      const before = yield* engine.now
      yield* TestClock.adjust("30 days")
      assert.strictEqual(yield* engine.now, before)
      yield* engine.passTime(2 * day)
      assert.deepStrictEqual([yield* engine.now, yield* statusOf(token)], [before + 2 * day, "completed"])
    }),
  )

  it.effect("a project or payment that is not there, a pace and a span that are none, are refused", () =>
    world(function* () {
      const token = yield* create("createDirectInvoice", late)
      const acts: ReadonlyArray<Act> = [
        { _tag: "SetProjectTimeFactor", projectId: "none", factor: 1 },
        { _tag: "SetProjectTimeFactor", projectId: project, factor: -1 },
        { _tag: "AdvanceProject", projectId: "none", millis: 1 },
        { _tag: "AdvanceProject", projectId: project, millis: 0 },
        { _tag: "AdvancePayment", token: "none", millis: 1 },
        { _tag: "AdvancePayment", token, millis: 1.5 },
      ]
      for (const each of acts) assert.strictEqual((yield* Effect.result(act(each)))._tag, "Failure", each._tag)
    }),
  )
})
