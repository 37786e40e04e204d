import { type FormEncoding, formEncodings } from "../src/spec/callbackForm.ts"
import { PayinCallback, PayoutCallback } from "../src/spec/CallbackPayloads.ts"
import { requestFaults } from "@cauri/wire"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { asObserved, Backstage, type CallbackPost, Engine, type Limits, Phones, strict } from "../src/index.ts"
import {
  create,
  directBody,
  layerWith,
  numbers,
  payinRecordOf,
  payoutBody,
  receiving,
  walletPayoutBody,
} from "./support.ts"

const paid = Effect.gen(function* () {
  const token = yield* create("createDirectInvoice", directBody({}))
  yield* (yield* Phones).approve(numbers.ussdPush)
  yield* TestClock.adjust("1 minute")
  yield* (yield* Engine).settled
  return token
})

const payout = Effect.gen(function* () {
  const token = yield* create("createDirectPayout", payoutBody())
  yield* TestClock.adjust("3 days")
  yield* (yield* Engine).settled
  return token
})

const jsonOf = (posts: ReadonlyArray<CallbackPost>): Record<string, unknown> =>
  JSON.parse(posts.find(({ encoding }) => encoding === "Json")?.body ?? "{}")

const keysOf = (body: Record<string, unknown>) =>
  (Array.isArray(body["custom_data"]) ? body["custom_data"] : []).map((entry) => entry.keyof_customdata)

const postsOf = (retries: ReadonlyArray<number>, status: number, limits: Partial<Limits> = {}) => {
  const received: Array<CallbackPost> = []
  const layer = layerWith({ assumptions: { callbackRetries: retries }, limits }, received, () => status)
  return Effect.provide(
    Effect.gen(function* () {
      yield* paid
      yield* TestClock.adjust("1 day")
      yield* (yield* Engine).settled
      return received.length
    }),
    layer,
  )
}

describe("callbacks", () => {
  it.effect("two POSTs per event, form and then JSON, to the address of the creation (U13) #9 #195 #196 #214", () =>
    receiving(function* (received) {
      const token = yield* paid
      assert.deepStrictEqual(
        received.map(({ contentType, encoding, event, payment, url }) => [
          encoding,
          contentType,
          event === received[0]?.event,
          payment === token,
          url,
        ]),
        [
          ["Form", "application/x-www-form-urlencoded", true, true, "https://shop.example/callback"],
          ["Json", "application/json", true, true, "https://shop.example/callback"],
        ],
      )
    }),
  )

  it.effect("confirm and callback give the same result #118", () =>
    receiving(function* (received) {
      const record = yield* payinRecordOf(yield* paid)
      assert.strictEqual(record["status"], "completed")
      assert.strictEqual(jsonOf(received)["status"], record["status"])
    }),
  )

  it("a POST is sent again although the log has forgotten it already", function* () {
    assert.strictEqual(yield* postsOf([1_000], 500, { callbackLog: 1 }), 4)
  })

  for (const formEncoding of formEncodings) {
    it.effect(`both POSTs say the same (${formEncoding}) #197 #202`, () =>
      receiving(
        function* (received) {
          yield* paid
          const form = Object.fromEntries(new URLSearchParams(received[0]?.body ?? ""))
          const json = jsonOf(received)
          for (const [name, value] of Object.entries(json)) {
            if (typeof value === "string" || typeof value === "number") assert.strictEqual(form[name], `${value}`, name)
          }
          assert.deepStrictEqual(customDataOf(form, formEncoding, json), flatEntries(json))
        },
        { formEncoding },
      ),
    )
  }

  it.effect(
    "a payin's callback carries another token, the merchant's entries, hash and logfile #59 #98 #200 #201 #202 #203",
    () => {
      const received: Array<CallbackPost> = []
      return Effect.gen(function* () {
        const token = yield* paid
        const body = jsonOf(received)
        assert.deepStrictEqual(requestFaults(PayinCallback, body), [])
        assert.deepStrictEqual(keysOf(body), ["transaction_id", "hash", "logfile"])
        assert.strictEqual(body["status"], "completed")
        assert.isString(body["token"])
        assert.notStrictEqual(body["token"], token)
        assert.notStrictEqual(body["token"], "")
        for (const post of received) assert.isFalse(post.body.includes(token))
      }).pipe(Effect.provide(layerWith({}, received)))
    },
  )

  it.effect("its token is empty by option #200", () =>
    receiving(
      function* (received) {
        yield* paid
        assert.strictEqual(jsonOf(received)["token"], "")
      },
      { profile: { ...strict, callbackToken: "Empty" } },
    ),
  )

  it.effect("a payout's callback carries the same entries, also instantly for a wallet #196 #202 #203 #214", () =>
    receiving(function* (received) {
      yield* payout
      const body = jsonOf(received)
      assert.deepStrictEqual(requestFaults(PayoutCallback, body), [])
      assert.deepStrictEqual(keysOf(body), ["transaction_id", "hash", "logfile"])
      assert.deepStrictEqual([body["status"], body["transaction_id"], body["amount"]], ["completed", "W1", 500])
      received.length = 0
      yield* create("createWalletPayout", walletPayoutBody())
      assert.strictEqual(received.length, 0)
      yield* TestClock.adjust("1 second")
      yield* (yield* Engine).settled
      assert.strictEqual(received.length, 2)
    }),
  )

  it.effect("a payout's callback names the identifier at its top level only where that is assumed (U14) #202", () =>
    receiving(
      function* (received) {
        yield* payout
        const body = jsonOf(received)
        assert.deepStrictEqual([body["custom_data"], body["transaction_id"], body["external_id"]], [[], "W1", "W1"])
      },
      { assumptions: { payoutCallbackIdentifiers: "TopLevel" } },
    ),
  )

  it.effect("as observed, a payout's callback is flat, with texts for amounts and a number for the operator", () =>
    receiving(
      function* (received) {
        yield* payout
        assert.deepStrictEqual(Object.keys(jsonOf(received)).toSorted(), [
          "amount",
          "custom_data",
          "external_id",
          "montant",
          "operator_id",
          "operator_name",
          "response_code",
          "response_text",
          "status",
          "token",
          "transaction_id",
          "url",
          "url_method",
        ])
        const { amount, montant, operator_id } = jsonOf(received)
        assert.deepStrictEqual([amount, montant, operator_id], ["500", "500", 12])
      },
      { profile: asObserved },
    ),
  )

  it.effect("a pending payment is not called back (U13) #209 #215", () =>
    receiving(function* (received) {
      yield* create("createDirectInvoice", directBody({}))
      yield* TestClock.adjust("60 days")
      assert.strictEqual(received.length, 0)
    }),
  )

  it.effect("a pending payment is called back where that is assumed (U13) #209", () => {
    const received: Array<CallbackPost> = []
    const callbackSequence = { order: ["Form", "Json"], delayMillis: [], statuses: ["pending", "completed"] } as const
    return Effect.gen(function* () {
      yield* paid
      assert.deepStrictEqual(
        received.filter(({ encoding }) => encoding === "Json").map(({ body }) => JSON.parse(body).status),
        ["pending", "completed"],
      )
    }).pipe(Effect.provide(layerWith({ assumptions: { callbackSequence } }, received)))
  })

  it.effect("order and delay of the two POSTs are an assumption (U13) #196", () => {
    const received: Array<CallbackPost> = []
    const callbackSequence = { order: ["Json", "Form"], delayMillis: [5_000, 9_000], statuses: ["completed"] } as const
    return Effect.gen(function* () {
      yield* paid
      assert.deepStrictEqual(
        received.map(({ at, encoding }) => [encoding, at]),
        [
          ["Json", 7_000],
          ["Form", 11_000],
        ],
      )
    }).pipe(Effect.provide(layerWith({ assumptions: { callbackSequence } }, received)))
  })

  it.effect(
    "nothing is repeated, whatever the receiver answers; by option it is, and at most nine times (N9, N10) #213",
    () => {
      const twelve = Array.from({ length: 12 }, () => 1_000)
      return Effect.gen(function* () {
        assert.strictEqual(yield* postsOf([], 500), 2)
        assert.strictEqual(yield* postsOf([1_000, 60_000], 500), 6)
        assert.strictEqual(yield* postsOf([1_000, 60_000], 200), 2)
        assert.strictEqual(yield* postsOf(twelve, 500), 20)
      })
    },
  )

  it.effect("the log tells what came of each POST", () =>
    Effect.gen(function* () {
      yield* paid
      const log = yield* (yield* Backstage).callbacks
      assert.deepStrictEqual(
        log.map(({ result }) => result),
        [
          { _tag: "Answered", status: 404 },
          { _tag: "Answered", status: 404 },
        ],
      )
    }).pipe(Effect.provide(layerWith({}, [], () => 404))),
  )
})

const flatEntries = (json: Record<string, unknown>) =>
  (Array.isArray(json["custom_data"]) ? json["custom_data"] : []).map((entry) => [
    entry.keyof_customdata,
    entry.valueof_customdata,
  ])

const customDataOf = (form: Record<string, string>, encoding: FormEncoding, json: Record<string, unknown>) => {
  const entries = flatEntries(json)
  switch (encoding) {
    case "JsonString":
      return flatEntries({ custom_data: JSON.parse(form["custom_data"] ?? "[]") })
    case "BracketList":
      return entries.map((_, index) => [
        form[`custom_data[${index}][keyof_customdata]`],
        form[`custom_data[${index}][valueof_customdata]`],
      ])
    case "BracketMap":
      return entries.map(([key]) => [key, form[`custom_data[${key}]`]])
  }
}
