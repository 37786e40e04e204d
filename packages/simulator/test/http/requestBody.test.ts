import { assert, describe } from "@effect/vitest"
import { DirectPayoutRefused, InvoiceRefused } from "../../src/spec/CreateResponses.ts"
import { Effect, HashMap } from "effect"
import { itOver } from "@cauri/house/it"
import { Engine } from "../../src/index.ts"
import { jsonObject } from "../../src/http/requestBody.ts"
import { directBody, faces, payoutBody } from "../support.ts"
import { call, isPromised, jsonOf, layerHttp, refusalStatus } from "./client.ts"

const it = itOver(() => layerHttp())

const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`

const broken: ReadonlyArray<readonly [name: string, body: string]> = [
  ["nothing", ""],
  ["a broken text", '{"commande":'],
  ["a list", "[1]"],
  ["null", "null"],
  ["a number", "1"],
  ["a text", '"commande"'],
  ["another root", '{"command":{}}'],
  ["a NUL", '{"commande":\u0000}'],
  ["an object in the place of a prototype", '{"__proto__":{"commande":{}}}'],
  ["100,000 lists inside each other", nested(100_000)],
  ["100,000 lists inside the right root", `{"commande":${nested(100_000)}}`],
  ["10 MB", `{"commande":"${"x".repeat(10_000_000)}"}`],
]

const typed = (type: string) => call("createDirectInvoice", { body: directBody({}), headers: { "Content-Type": type } })

describe("requestBody", () => {
  it("reads an object and nothing else", () => {
    assert.deepStrictEqual(jsonObject('{"commande":1}'), { commande: 1 })
    for (const text of [undefined, "", "[]", "[1]", "null", "1", '"x"', "{"]) assert.isUndefined(jsonObject(text))
  })

  for (const [name, body, face, options] of broken.flatMap((each) => faces.map((one) => [...each, ...one] as const))) {
    it.effect(`answers ${name} in the service's own envelope, and goes on (${face}) #17 #216`, () =>
      Effect.gen(function* () {
        const payin = yield* call("createDirectInvoice", { body })
        const payout = yield* call("createDirectPayout", { body })
        assert.isTrue(isPromised(options, InvoiceRefused, payin))
        assert.isTrue(isPromised(options, DirectPayoutRefused, payout))
        for (const got of [payin, payout]) assert.strictEqual(got.status, refusalStatus(options, 422))
        const after = yield* call("createDirectPayout", { body: payoutBody() })
        assert.strictEqual(jsonOf(after)["response_code"], "00")
      }).pipe(Effect.provide(layerHttp(options, { bodyBytes: 1024 * 1024 }))),
    )
  }

  it.effect("takes a body of the limit's size and refuses one byte more", () =>
    Effect.gen(function* () {
      const text = JSON.stringify(payoutBody())
      const right = yield* call("createDirectPayout", { body: text.padEnd(1_000) })
      const larger = yield* call("createDirectPayout", { body: text.padEnd(1_001) })
      assert.strictEqual(jsonOf(right)["response_code"], "00")
      assert.strictEqual(jsonOf(larger)["response_code"], "01")
    }).pipe(Effect.provide(layerHttp({}, { bodyBytes: 1_000 }))),
  )

  it("refuses a body that is no UTF-8, which could mean two things", function* () {
    const text = new TextEncoder().encode(JSON.stringify(payoutBody({ description: "x" })))
    const broken = text.map((byte, index) => (text[index - 1] === 0x22 && byte === 0x78 ? 0xff : byte))
    const got = yield* call("createDirectPayout", { bytes: broken })
    assert.strictEqual(jsonOf(got)["response_code"], "01")
    assert.strictEqual(jsonOf(yield* call("createDirectPayout", { bytes: text }))["response_code"], "00")
  })

  it("takes the last of two keys, as parsers of JSON do", function* () {
    const twice = JSON.stringify(payoutBody()).replace('"amount":500', '"amount":100,"amount":500')
    yield* call("createDirectPayout", { body: twice })
    const { payouts } = yield* (yield* Engine).state
    assert.deepStrictEqual(
      [...HashMap.values(payouts)].map(({ amountXof }) => amountXof),
      [500],
    )
  })

  for (const [face, options] of faces) {
    it.effect(`refuses JSON of another media type, and takes the right one with parameters (${face}) #17 #132`, () =>
      Effect.gen(function* () {
        assert.strictEqual(jsonOf(yield* typed("application/json; charset=utf-8"))["response_code"], "00")
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"]) {
          const got = yield* typed(type)
          assert.strictEqual(jsonOf(got)["response_text"], "Echec (Code00)")
          assert.strictEqual(got.status, refusalStatus(options, 401))
        }
      }).pipe(Effect.provide(layerHttp(options))),
    )
  }
})
