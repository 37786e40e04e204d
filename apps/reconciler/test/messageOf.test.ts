import { assert, describe, it } from "@effect/vitest"
import { messageOf } from "../src/messageOf.ts"
import { announced } from "./announced.ts"

describe("a message", () => {
  it("names the kind and the event, and holds what core announces", () => {
    assert.deepStrictEqual(messageOf(announced()), {
      type: "payin.completed",
      timestamp: "2023-11-14T22:13:20.000Z",
      data: {
        id: "payin shop/order-17#3",
        project: "shop",
        paymentId: "order-17",
        seq: 3,
        state: "Completed",
        amount: 5_000,
        rail: "UssdPush",
        orderRef: "cart-9",
        detail: { late: false, operator: "Operator" },
      },
    })
  })

  it("writes an event of two words with an underscore", () => {
    assert.strictEqual(messageOf(announced({ event: "NotCompleted" })).type, "payin.not_completed")
    assert.strictEqual(messageOf(announced({ event: "InDoubt" })).type, "payin.in_doubt")
  })
})
