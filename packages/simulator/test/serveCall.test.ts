import { endpointNames, type EndpointName } from "@cauri/wire"
import { assert, describe } from "@effect/vitest"
import { Clock, Effect, Fiber, HashMap, Schema } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import {
  Backstage,
  type CallbackPost,
  Engine,
  type FaultRule,
  type OptionsInput,
  Phones,
  type Reply,
} from "../src/index.ts"
import {
  bodyOf,
  call,
  create,
  directBody,
  hostedBody,
  layerWith,
  ledgerSum,
  numbers,
  payinRecordOf,
  payoutBody,
  payoutRecordOf,
} from "./support.ts"

const rule = (fault: FaultRule["fault"], conditions: Partial<FaultRule> = {}): FaultRule => ({
  id: "r1",
  fault,
  ...conditions,
})

const withRules = (rules: ReadonlyArray<FaultRule>, received: Array<CallbackPost> = [], more: OptionsInput = {}) =>
  layerWith({ ...more, faultRules: rules }, received)

const payments = Effect.gen(function* () {
  const { invoices, payouts } = yield* (yield* Engine).state
  return HashMap.size(invoices) + HashMap.size(payouts)
})

/** The reply to one direct payout, and how many payments there are afterwards. */
const struck = (fault: FaultRule["fault"]) =>
  Effect.gen(function* () {
    const reply = yield* call("createDirectPayout", { body: payoutBody() })
    return [reply, yield* payments] as const
  }).pipe(Effect.provide(withRules([rule(fault)])))

const executedAfter = (code: string, refusalsExecuteNothing: boolean) =>
  Effect.gen(function* () {
    const body = bodyOf(yield* call("createDirectPayout", { body: payoutBody() }))
    assert.strictEqual(body["response_text"], `Echec (Code${code})`)
    return yield* payments
  }).pipe(
    Effect.provide(
      withRules([rule({ _tag: "SubCode", code, executed: true })], [], {
        assumptions: { refusalsExecuteNothing },
      }),
    ),
  )

const cutWhen = (conditions: Partial<FaultRule>) => rule({ _tag: "ConnectionReset", executed: false }, conditions)

const tagsWhen = (conditions: Partial<FaultRule>) =>
  Effect.gen(function* () {
    const calls: ReadonlyArray<readonly [EndpointName, unknown]> = [
      ["createDirectPayout", payoutBody()],
      ["createDirectPayout", payoutBody({ customer: numbers.ussdOtp })],
      ["createDirectPayout", payoutBody({ amount: 501 })],
      ["createDirectPayout", payoutBody({ custom_data: { transaction_id: "W2" } })],
      ["createDirectInvoice", directBody({ total_amount: 500 })],
    ]
    const replies = yield* Effect.forEach(calls, ([endpoint, body]) => call(endpoint, { body }))
    return replies.map(({ _tag }) => (_tag === "Cut" ? "x" : ".")).join("")
  }).pipe(Effect.provide(withRules([cutWhen(conditions)])))

const repliesOf = (seed: number, probability: number | null) =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    for (let count = 0; count < 200; count++) {
      const reply = yield* call("createHostedInvoice", { body: hostedBody() })
      seen.push(reply._tag === "Truncated" ? "x" : String(bodyOf(reply)["token"]))
    }
    return seen
  }).pipe(
    Effect.provide(
      withRules(probability === null ? [] : [rule({ _tag: "TruncatedJson" }, { probability })], [], { seed }),
    ),
  )

const confirmedTwice = (fault: FaultRule["fault"]) =>
  Effect.gen(function* () {
    const token = yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
    yield* TestClock.adjust("10 seconds")
    return [yield* payinRecordOf(token), yield* payinRecordOf(token)] as const
  }).pipe(Effect.provide(withRules([rule(fault, { times: 1 })])))

const postsAfter = (fault: FaultRule["fault"]) => {
  const received: Array<CallbackPost> = []
  return Effect.gen(function* () {
    const start = yield* Clock.currentTimeMillis
    yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
    yield* TestClock.adjust("1 day")
    yield* (yield* Engine).settled
    return received.map(({ at, encoding, forged }) => `${encoding}@${(at - start) / 1_000}${forged ? " forged" : ""}`)
  }).pipe(Effect.provide(withRules([rule(fault)], received)))
}

describe("serveCall", () => {
  it("an answer that is dropped, cut, replaced or truncated was executed or not, as the fault says", function* () {
    const cases: ReadonlyArray<readonly [FaultRule["fault"], Reply["_tag"], number]> = [
      [{ _tag: "AnswerDropped" }, "Silence", 1],
      [{ _tag: "ConnectionReset", executed: false }, "Cut", 0],
      [{ _tag: "ConnectionReset", executed: true }, "Cut", 1],
      [{ _tag: "HtmlPage", status: 429, executed: false }, "Page", 0],
      [{ _tag: "HtmlPage", status: 503, executed: true }, "Page", 1],
      [{ _tag: "TruncatedJson" }, "Truncated", 1],
      [{ _tag: "SubCode", code: "77", executed: false }, "Json", 0],
      [{ _tag: "SubCode", code: "77", executed: true }, "Json", 1],
      [{ _tag: "EmptyToken" }, "Json", 1],
      [{ _tag: "FailureWithToken", responseCode: "01" }, "Json", 1],
    ]
    for (const [fault, tag, executed] of cases) {
      const [reply, count] = yield* struck(fault)
      assert.deepStrictEqual([reply._tag, count], [tag, executed], JSON.stringify(fault))
    }
  })

  it.effect(
    "a stated refusal executes nothing, whatever the rule says, unless that is assumed otherwise (U15) #218",
    () => {
      return Effect.gen(function* () {
        assert.strictEqual(yield* executedAfter("08", true), 0)
        assert.strictEqual(yield* executedAfter("08", false), 1)
        assert.strictEqual(yield* executedAfter("77", true), 1)
      })
    },
  )

  it("spoiled bodies are what the fault says #22 #25", function* () {
    const [truncated] = yield* struck({ _tag: "TruncatedJson" })
    const text = truncated._tag === "Truncated" ? truncated.text : "{}"
    assert.throws(() => JSON.parse(text))
    assert.match(text, /^\{"response_code":"00"/)
    const empty = bodyOf((yield* struck({ _tag: "EmptyToken" }))[0])
    assert.deepStrictEqual([empty["response_code"], empty["token"]], ["00", ""])
    const failure = bodyOf((yield* struck({ _tag: "FailureWithToken", responseCode: "02" }))[0])
    assert.strictEqual(failure["response_code"], "02")
    assert.match(String(failure["token"]), /^\w{32}$/)
    const code = bodyOf((yield* struck({ _tag: "SubCode", code: "77", executed: true }))[0])
    assert.deepStrictEqual([code["response_code"], code["token"], code["response_text"]], ["01", "", "Echec (Code77)"])
    const page = (yield* struck({ _tag: "HtmlPage", status: 502, executed: true }))[0]
    assert.match(page._tag === "Page" ? page.html : "", /^<!doctype html>.*502/)
  })

  it.effect("a hosted creation with an empty token does not give the token away in its address #71", () =>
    Effect.gen(function* () {
      const body = bodyOf(yield* call("createHostedInvoice", { body: hostedBody() }))
      assert.strictEqual(body["response_text"], "http://127.0.0.1:4010/pay/invoice/")
    }).pipe(Effect.provide(withRules([rule({ _tag: "EmptyToken" })]))),
  )

  it.effect("a delay holds the execution or the answer back, and a caller who leaves does not stop it", () =>
    Effect.gen(function* () {
      const early = yield* Effect.forkChild(call("createDirectPayout", { body: payoutBody({ amount: 1 }) }))
      yield* TestClock.adjust("59 seconds")
      assert.strictEqual(yield* payments, 0)
      yield* Fiber.interrupt(early)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* payments, 1)
      const late = yield* Effect.forkChild(call("createDirectPayout", { body: payoutBody({ amount: 2 }) }))
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* payments, 2)
      assert.isUndefined(late.pollUnsafe())
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* Fiber.join(late))._tag, "Json")
    }).pipe(
      Effect.provide(
        withRules([
          rule({ _tag: "Delay", millis: 60_000, executed: false }, { amountXof: 1 }),
          { ...rule({ _tag: "Delay", millis: 60_000, executed: true }, { amountXof: 2 }), id: "r2" },
        ]),
      ),
    ),
  )

  it.effect("a rule strikes by endpoint, phone, amount, identifier, count and number of times", () => {
    return Effect.gen(function* () {
      assert.strictEqual(yield* tagsWhen({}), "xxxxx")
      assert.strictEqual(yield* tagsWhen({ endpoints: ["createDirectPayout"] }), "xxxx.")
      assert.strictEqual(yield* tagsWhen({ phone: numbers.ussdOtp }), ".x...")
      assert.strictEqual(yield* tagsWhen({ amountXof: 501 }), "..x..")
      assert.strictEqual(yield* tagsWhen({ transactionId: "W2" }), "...x.")
      assert.strictEqual(yield* tagsWhen({ nth: 2 }), ".x...")
      assert.strictEqual(yield* tagsWhen({ nth: 2, amountXof: 500 }), ".x...")
      assert.strictEqual(yield* tagsWhen({ times: 3 }), "xxx..")
      assert.strictEqual(yield* tagsWhen({ probability: 0 }), ".....")
      assert.strictEqual(yield* tagsWhen({ probability: 1 }), "xxxxx")
    })
  })

  it.effect("a probability strikes its share, the same calls for the same seed, and leaves tokens alone", () => {
    return Effect.gen(function* () {
      const first = yield* repliesOf(7, 0.3)
      const share = first.filter((each) => each === "x").length
      assert.isTrue(share > 30 && share < 90, String(share))
      assert.deepStrictEqual(yield* repliesOf(7, 0.3), first)
      assert.notDeepEqual(yield* repliesOf(8, 0.3), first)
      const calm = yield* repliesOf(7, null)
      for (const [index, each] of first.entries()) if (each !== "x") assert.strictEqual(each, calm[index])
    })
  })

  it.effect(
    "a confirm may say another status, another amount or a sub-code, and the payment is unharmed #80 #88",
    () => {
      return Effect.gen(function* () {
        const [status, after] = yield* confirmedTwice({ _tag: "OtherStatus", text: "COMPLETED" })
        assert.deepStrictEqual([status["status"], after["status"]], ["COMPLETED", "completed"])
        const [amount, right] = yield* confirmedTwice({ _tag: "OtherAmount", byXof: -1 })
        assert.deepStrictEqual([amount["montant"], amount["amount"], right["montant"]], [4_199, 4_199, 4_200])
        const [refused, answered] = yield* confirmedTwice({ _tag: "ConfirmRefused", code: "03" })
        assert.deepStrictEqual([refused["response_text"], answered["status"]], ["Echec (Code03)", "completed"])
      })
    },
  )

  it.effect("a token may expire, and a final status may move with its money and a callback #130", () => {
    const received: Array<CallbackPost> = []
    return Effect.gen(function* () {
      const backstage = yield* Backstage
      const token = yield* create("createDirectInvoice", directBody({ customer: "22660000090" }))
      const payout = yield* create("createDirectPayout", payoutBody({ customer: "22660000090" }))
      yield* TestClock.adjust("1 minute")
      assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual((yield* payinRecordOf(token))["status"], "notcompleted")
      assert.strictEqual((yield* payoutRecordOf(payout))["status"], "notcompleted")
      const { balances } = yield* backstage.ledger
      assert.strictEqual(balances["merchant:project-1:12"], 10_000_000)
      assert.strictEqual(balances["customer:12:22660000090"], 5_000_000)
      yield* (yield* Engine).settled
      assert.strictEqual(received.length, 8)
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* payinRecordOf(token))["response_text"], "Echec (Code02)")
      assert.strictEqual(yield* ledgerSum, 0)
    }).pipe(
      Effect.provide(
        withRules(
          [
            rule({ _tag: "FinalStatusMoves", afterMillis: 3_600_000 }),
            { ...rule({ _tag: "TokenExpires", afterMillis: 86_400_000 }), id: "r2" },
          ],
          received,
        ),
      ),
    )
  })

  it.effect("callbacks may be lost, single, repeated, reordered, late or forged #196 #205 #209", () => {
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* postsAfter({ _tag: "CallbackLost" }), [])
      assert.deepStrictEqual(yield* postsAfter({ _tag: "CallbackSingle", encoding: "Json" }), ["Json@2"])
      assert.deepStrictEqual(yield* postsAfter({ _tag: "CallbackReordered" }), ["Json@2", "Form@2"])
      assert.deepStrictEqual(yield* postsAfter({ _tag: "CallbackLate", millis: 60_000 }), ["Form@62", "Json@62"])
      assert.deepStrictEqual(yield* postsAfter({ _tag: "CallbackRepeated", times: 1, everyMillis: 10_000 }), [
        "Form@2",
        "Json@2",
        "Form@12",
        "Json@12",
      ])
      assert.deepStrictEqual(yield* postsAfter({ _tag: "CallbackForged", status: "notcompleted" }), [
        "Form@0.5 forged",
        "Json@0.5 forged",
        "Form@2",
        "Json@2",
      ])
    })
  })

  it.effect("an early callback is delivered before the creation answers", () => {
    const received: Array<CallbackPost> = []
    return Effect.gen(function* () {
      const reply = yield* call("createDirectInvoice", { body: directBody({ customer: "22660000090" }) })
      assert.strictEqual(received.length, 2)
      assert.strictEqual(JSON.parse(received[1]?.body ?? "{}").status, "completed")
      assert.strictEqual(bodyOf(reply)["response_code"], "00")
      yield* TestClock.adjust("1 day")
      assert.strictEqual(received.length, 2)
      assert.strictEqual((yield* (yield* Backstage).callbacks).length, 2)
    }).pipe(Effect.provide(withRules([rule({ _tag: "CallbackEarly" })], received)))
  })

  it.effect("a lost callback is lost for a wallet payout too, which ends inside its creation", () => {
    const received: Array<CallbackPost> = []
    return Effect.gen(function* () {
      yield* create("createWalletPayout", {
        commande: { ...payoutBody().commande, customer: numbers.wallet, top_up_wallet: 1 },
      })
      yield* TestClock.adjust("1 day")
      assert.strictEqual(received.length, 0)
    }).pipe(Effect.provide(withRules([rule({ _tag: "CallbackLost" })], received)))
  })

  it.effect("beyond the rate limit a page with 429 comes, until the window is over (N15) #251", () =>
    Effect.gen(function* () {
      const tag = Effect.map(call("createHostedInvoice", { body: hostedBody() }), ({ _tag }) => _tag)
      assert.deepStrictEqual(yield* Effect.all([tag, tag, tag]), ["Json", "Json", "Page"])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* tag, "Json")
      assert.strictEqual(yield* payments, 3)
    }).pipe(Effect.provide(layerWith({ assumptions: { rateLimit: { calls: 2, windowMillis: 60_000 } } }))),
  )

  it.effect("a rule that is removed and put again under its id strikes as a new one", () =>
    Effect.gen(function* () {
      const backstage = yield* Backstage
      const once = cutWhen({ times: 1 })
      const seen: Array<string> = []
      for (let round = 0; round < 2; round++) {
        yield* backstage.act({ _tag: "PutFaultRule", rule: once })
        for (let calls = 0; calls < 2; calls++)
          seen.push((yield* call("createDirectPayout", { body: payoutBody() }))._tag)
        yield* backstage.act({ _tag: "RemoveFaultRule", ruleId: once.id })
      }
      assert.deepStrictEqual(seen, ["Cut", "Json", "Cut", "Json"])
      assert.deepStrictEqual((yield* (yield* Engine).state).faultCounts, {})
    }).pipe(Effect.provide(withRules([]))),
  )

  it.effect("counts what its rules matched and struck, and rules can be put and removed while it runs", () =>
    Effect.gen(function* () {
      const backstage = yield* Backstage
      const cut = rule({ _tag: "ConnectionReset", executed: false }, { nth: 2 })
      yield* backstage.act({ _tag: "PutFaultRule", rule: cut })
      for (let count = 0; count < 3; count++) yield* call("createHostedInvoice", { body: hostedBody() })
      assert.deepStrictEqual((yield* (yield* Engine).state).faultCounts, { r1: { matched: 3, struck: 1 } })
      yield* backstage.act({ _tag: "RemoveFaultRule", ruleId: "r1" })
      assert.deepStrictEqual((yield* (yield* Engine).state).faultRules, [])
      assert.strictEqual(yield* payments, 2)
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect.prop(
    "any JSON at all gets an envelope of the service from every endpoint #22 #27 #216",
    { json: Schema.Json, text: Schema.String },
    ({ json, text }) =>
      Effect.gen(function* () {
        for (const endpoint of endpointNames) {
          for (const body of [
            json,
            { commande: json },
            { commande: { ...payoutBody().commande, custom_data: json } },
          ]) {
            const parameters = { invoiceToken: text, withdrawalToken: text, phone_number: text, amount: text }
            const answer = bodyOf(yield* call(endpoint, { body, parameters }))
            if (endpoint === "sendWalletOtp") assert.isBoolean(answer["error"])
            else {
              assert.include(["00", "01"], answer["response_code"])
              assert.match(String(answer["wiki"]), /\/wiki\//)
            }
          }
        }
      }).pipe(Effect.provide(layerWith())),
    { arbitrary: { runs: 50 } },
  )

  it.effect("a body that is very deep or very large is refused like any wrong field", () =>
    Effect.gen(function* () {
      const deep = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`)
      const large = Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, 0]))
      for (const custom_data of [{ deep }, large]) {
        const body = bodyOf(yield* call("createDirectPayout", { body: payoutBody({ custom_data }) }))
        assert.strictEqual(body["response_text"], "Echec (Code15)")
      }
      assert.strictEqual(yield* payments, 0)
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("any garbage gets an answer of the service, and nothing happens #216", () =>
    Effect.gen(function* () {
      const deep = Array.from({ length: 2_000 }).reduce<unknown>((inner) => ({ commande: inner }), {})
      for (const body of [
        deep,
        { commande: { __proto__: null } },
        JSON.parse('{"commande":{"__proto__":{"a":1}}}'),
        NaN,
      ]) {
        for (const endpoint of ["createHostedInvoice", "createWalletPayout", "createDirectPayout"] as const) {
          assert.strictEqual(bodyOf(yield* call(endpoint, { body }))["response_code"], "01")
        }
      }
      for (const parameters of [{ phone_number: "__proto__", amount: "constructor" }, {}]) {
        assert.strictEqual(bodyOf(yield* call("sendWalletOtp", { parameters }))["error"], true)
      }
      assert.strictEqual(yield* payments, 0)
      assert.strictEqual((yield* Effect.result((yield* Phones).look("x")))._tag, "Failure")
    }).pipe(Effect.provide(layerWith())),
  )
})
