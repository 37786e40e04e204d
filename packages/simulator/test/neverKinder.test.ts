/** The sandbox is never kinder than the service: a program that leans on what the service lacks must fail here first. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, HashMap, Schema } from "effect"
import { TestClock } from "effect/testing"
import { asObserved, Backstage, type CallbackPost, Engine, Phones, strict } from "../src/index.ts"
import { bodyOf, call, create, directBody, layerWith, numbers, payoutBody, receiving, request } from "./support.ts"

const settled = Effect.gen(function* () {
  yield* TestClock.adjust("3 days")
  yield* (yield* Engine).settled
})

const Posted = Schema.fromJsonString(
  Schema.Struct({
    custom_data: Schema.Array(Schema.Struct({ keyof_customdata: Schema.String, valueof_customdata: Schema.String })),
  }),
)

const hashOf = ({ body }: CallbackPost) =>
  Schema.decodeUnknownSync(Posted)(body).custom_data.find((each) => each.keyof_customdata === "hash")
    ?.valueof_customdata

for (const profile of [strict, asObserved]) {
  describe(`what the service lacks (${profile.name})`, () => {
    it.effect("no idempotency: the same creation twice is two payments, and two payouts pay twice #199", () =>
      Effect.gen(function* () {
        const headers = { ...request("createDirectPayout").headers, "idempotency-key": "one", "x-request-id": "one" }
        const replies = [
          yield* call("createDirectPayout", { headers, body: payoutBody() }),
          yield* call("createDirectPayout", { headers, body: payoutBody() }),
          yield* call("createDirectInvoice", { headers, body: directBody({}) }),
          yield* call("createDirectInvoice", { headers, body: directBody({}) }),
        ].map(bodyOf)
        assert.deepStrictEqual(
          replies.map((body) => body["response_code"]),
          ["00", "00", "00", "00"],
        )
        assert.strictEqual(new Set(replies.map((body) => body["token"])).size, 4)
        yield* settled
        const { payouts } = yield* (yield* Engine).state
        assert.deepStrictEqual(
          HashMap.toValues(payouts).map(({ amountXof, status }) => [amountXof, status]),
          [
            [500, "completed"],
            [500, "completed"],
          ],
        )
      }).pipe(Effect.provide(layerWith({ profile }))),
    )

    it.effect("no retries: what the merchant did not take is never sent again #213", () =>
      receiving(
        function* (received) {
          yield* create("createDirectPayout", payoutBody())
          yield* settled
          assert.deepStrictEqual(
            received.map(({ encoding }) => encoding),
            ["Form", "Json"],
          )
        },
        { profile },
        () => 500,
      ),
    )

    it.effect(
      "no signature: `hash` is other random text each time, and no field or header proves an origin #212",
      () => {
        const received: Array<CallbackPost> = []
        return Effect.gen(function* () {
          const token = yield* create("createDirectInvoice", directBody({}))
          yield* (yield* Phones).approve(numbers.ussdPush)
          yield* settled
          yield* (yield* Backstage).act({ _tag: "RepeatCallbacks", token })
          yield* settled
          const json = received.filter(({ encoding }) => encoding === "Json")
          const [first, second] = json.map(hashOf)
          assert.isString(first)
          assert.notStrictEqual(first, second)
          for (const { body, contentType } of received) {
            assert.notMatch(body, /signature|hmac/i)
            assert.include(["application/json", "application/x-www-form-urlencoded"], contentType)
          }
        }).pipe(Effect.provide(layerWith({ profile }, received)))
      },
    )
  })
}
