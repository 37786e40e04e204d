import { assert, describe, it } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { Engine, Phones } from "../src/index.ts"
import { create, directBody, ledgerSum, numbers, payinRecordOf, receiving } from "./support.ts"

describe("Engine", () => {
  it.effect("a push payin waits for the PIN, completes, and calls back twice #150 #151 #196", () =>
    receiving(function* (received) {
      const token = yield* create("createDirectInvoice", directBody({}))
      assert.strictEqual((yield* payinRecordOf(token))["status"], "pending")
      yield* (yield* Phones).approve(numbers.ussdPush)
      yield* TestClock.adjust("10 seconds")
      assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
      yield* (yield* Engine).settled
      assert.deepStrictEqual(
        received.map(({ encoding }) => encoding),
        ["Form", "Json"],
      )
      assert.strictEqual(yield* ledgerSum, 0)
    }),
  )
})
