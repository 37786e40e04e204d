/** The worker, its log, and what happens when the store fails under it. */
import { assert, describe, it } from "@effect/vitest"
import { SharedState, StoreRefused, StoreStatus } from "@cauri/core/adapter"
import { Context, Deferred, Effect, Layer } from "effect"
import { makeStore, storeParts } from "../src/choices/choices.ts"
import { createPayments, type LogLine, memory, type MemoryHost, PaymentsError } from "../src/index.ts"
import { insideOf } from "../src/inside.ts"
import { simulated, simulatedPayments } from "../src/simulated.ts"
import { failureOf, numbers, payin, payout, silent, test } from "./samples.ts"

/** A store that can be told that it must not be used any more. */
const failingStore = () => {
  const failed = Deferred.makeUnsafe<never, StoreRefused>()
  const status = Layer.mock(StoreStatus, { failed: Deferred.await(failed), copyTo: "" })
  return {
    store: makeStore<MemoryHost>(Layer.provideMerge(status, storeParts(memory()))),
    fail: () =>
      Deferred.doneUnsafe(failed, Effect.fail(new StoreRefused({ reason: "corrupt", detail: "It is damaged." }))),
  }
}

describe("the worker", () => {
  it("stops when the store must not be used any more, and tells it once", async () => {
    const { fail, store } = failingStore()
    const told: Array<PaymentsError> = []
    const lines: Array<LogLine> = []
    const payments = await simulatedPayments({
      store,
      onFailure: (error) => told.push(error),
      logger: (line) => lines.push(line),
    })
    await payments.payins.create(payin("order"), { sendLater: true })
    await payments.advance("1 second")
    fail()
    await payments.advance("1 minute")
    assert.deepStrictEqual(
      told.map(({ code, message }) => [code, message.split(".")[0]]),
      [["store_refused", "The payment store is refused (corrupt): It is damaged"]],
    )
    assert.include(lines.at(-1)?.message ?? "", "The worker has stopped and does not start again by itself")
    assert.strictEqual((await payments.payins.get("order")).status, "intended")
    await payments.close()
  })

  test("may be started twice and works once", async (payments) => {
    payments.start()
    payments.start()
    await payments.payouts.create(payout("salary"), { sendLater: true })
    await payments.advance("5 minutes")
    assert.strictEqual((await payments.payouts.get("salary")).status, "completed")
    assert.strictEqual(await payments.service.creations("salary"), 1)
  })
})

it("a sign of life is given while the worker runs, for cauri doctor", async () => {
  await using payments = await createPayments({ gateway: simulated(), store: memory(), logger: silent })
  const beats = () => {
    const { context, runner } = insideOf(payments)
    return runner.run(Context.get(context, SharedState).heartbeats())
  }
  const roles = async () => (await beats()).map(({ role }) => role)
  assert.notInclude(await roles(), "embedded")
  payments.start()
  while (!(await roles()).includes("embedded")) await new Promise(setImmediate)
})

it("telemetry counts and traces through the host's own objects, with no number and no token", async () => {
  const counts = new Map<string, number>()
  const gauges: Array<(result: { observe: (value: number) => void }) => void> = []
  const made = (name: string) => (value: number, attributes: object) => {
    const key = [name, ...Object.values(attributes)].join(" ")
    counts.set(key, (counts.get(key) ?? 0) + value)
  }
  const spans: Array<{ readonly name: string; readonly parent: unknown; ended: boolean }> = []
  const texts: Array<unknown> = []
  await using payments = await simulatedPayments({
    logger: silent,
    telemetry: {
      meter: {
        createCounter: (name) => ({ add: (value, attributes = {}) => made(name)(value, attributes) }),
        createHistogram: (name) => ({ record: (value, attributes = {}) => made(name)(value, attributes) }),
        createObservableGauge: () => ({ addCallback: (callback) => void gauges.push(callback) }),
      },
      tracer: {
        startSpan: (name, _options, context) => {
          const parent = context && Reflect.get(context, "getValue")(Symbol.for("OpenTelemetry Context Key SPAN"))
          const span = { name, parent: parent?.spanContext().spanId, ended: false }
          const id = String(spans.push(span))
          return {
            spanContext: () => ({ traceId: "1", spanId: id }),
            setAttribute: (...given) => texts.push(given),
            addEvent: (...given) => texts.push(given),
            setStatus: silent,
            end: () => void (span.ended = true),
          }
        },
      },
    },
  })
  await payments.payouts.create(payout("salary"))
  await payments.advance("2 minutes")
  assert.strictEqual(counts.get("cauri_reconciler_events payout completed"), 1)
  assert.isAbove(counts.get("cauri_reconciler_runs") ?? 0, 0)
  let observed = 0
  for (const gauge of gauges) gauge({ observe: () => void (observed += 1) })
  assert.isAbove(observed, 0)
  const names = spans.map(({ name }) => name)
  assert.includeMembers(names, ["Payouts.create", "Submission.submit"])
  const outer = String(names.indexOf("Payouts.create") + 1)
  assert.strictEqual(spans.find(({ name }) => name === "Submission.submit")?.parent, outer)
  assert.isTrue(spans.find(({ name }) => name === "Payouts.create")?.ended)
  assert.notInclude(JSON.stringify([...counts, spans, texts]), numbers.pushPaysAtOnce)
})

describe("the log", () => {
  it("warns of each payment that needs a person, once per change", async () => {
    const lines: Array<LogLine> = []
    await using payments = await simulatedPayments({ logger: (line) => lines.push(line) })
    void payments.payouts.create(payout("lost", { phone: "22660000080" })).catch(silent)
    await payments.advance("2 minutes")
    await payments.payouts.create(payout("first"), { sendLater: true })
    await payments.payouts.create(payout("twin"), { sendLater: true })
    await payments.advance("1 day")
    assert.deepStrictEqual(
      lines.filter(({ level }) => level === "warn").map(({ message }) => message),
      [
        "The payout default/lost needs a person. Its outcome is unknown.",
        "The payout default/lost needs a person. It has the flag callback_without_token.",
        "The payout default/twin needs a person. It is held until a person releases or cancels it.",
      ],
    )
  })

  it("is the host's, in plain lines, without a number, a token, a key or an address (S16)", async () => {
    const lines: Array<LogLine> = []
    await using payments = await simulatedPayments({ logger: (line) => lines.push(line) })
    payments.on("payout.in_doubt", () => {
      throw new Error(`The handler knows ${numbers.push}.`)
    })
    await payments.service.act({ _tag: "ReissueCredentials", projectId: "project-1" })
    await payments.payins.create(payin("order"))
    await payments.review.resume("project/default")
    void payments.payouts.create(payout("lost", { phone: "22660000080" })).catch(silent)
    await payments.advance("2 minutes")
    assert.isAbove(lines.length, 1)
    assert.include(
      lines.map(({ level }) => level),
      "error",
    )
    for (const secret of [numbers.push, "22660000080", "sandbox-key", "sandbox-token", "/callbacks/", "eyJ"]) {
      assert.notInclude(JSON.stringify(lines), secret)
    }
    for (const line of lines) assert.isObject(line.fields)
  })

  it("may fail without harm to a payment", async () => {
    await using payments = await simulatedPayments({
      logger: () => {
        throw new Error("The disk is full.")
      },
    })
    await payments.service.act({ _tag: "ReissueCredentials", projectId: "project-1" })
    const turnedAway = await payments.payins.create(payin("order"))
    assert.strictEqual(turnedAway.problem?.reason, "authentication_failed")
    assert.isFalse(turnedAway.problem?.mayHaveReachedService)
  })
})

describe("simulated people", () => {
  test("refuse a prompt, run out of money, leave the payment page, and get an error for what makes no sense", async (payments) => {
    await payments.payins.create(payin("no"))
    await payments.service.phones.refuse(numbers.push)
    await payments.service.phones.setBalance(numbers.guided, 0)
    const urls = { returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
    const hosted = await payments.payins.create(payin("page", { method: { type: "hosted", phone: null, ...urls } }))
    if (hosted.next.type === "open_url") await payments.service.page.cancel(hosted.next.url)
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("no")).status, "not_completed")
    assert.strictEqual((await payments.payins.get("page")).status, "pending")
    for (const senseless of [
      () => payments.service.phones.approve(numbers.smsOtp),
      () => payments.service.page.cancel("nowhere"),
    ]) {
      const error = await failureOf(senseless())
      assert.strictEqual(error.code, "invalid_input")
    }
  })

  test("see their money move, franc by franc (S15)", async (payments) => {
    const before = await payments.service.balances()
    await payments.payins.create(
      payin("order", { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } }),
    )
    await payments.advance("1 minute")
    const after = await payments.service.balances()
    const moved = Object.keys(after).map((account) => (after[account] ?? 0) - (before[account] ?? 0))
    assert.include(moved, 1_500)
  })

  it("act on the clock that a test moves, and on no other", async () => {
    await using payments = await simulatedPayments({ logger: silent, startsAt: 0 })
    assert.strictEqual(payments.now(), "1970-01-01T00:00:00.000Z")
    await payments.advance(1_500)
    await payments.advance("2 hours")
    assert.strictEqual(payments.now(), "1970-01-01T02:00:01.500Z")
  })
})
