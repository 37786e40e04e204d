/** Events as programs read them. */
import { assert, describe, it } from "@effect/vitest"
import { envelopeOf, type Delivered } from "../src/events.ts"

const delivered: Delivered = {
  id: "payin shop/order-17#3",
  key: { kind: "payin", project: "shop", id: "order-17" },
  seq: 3,
  at: 1_700_000_000_000,
  _tag: "completed",
  detail: { late: false, operator: "Operator" },
  state: "completed",
  amount: 5_000,
  rail: "ussd_push",
  orderRef: "cart-9",
}

describe("an event in its envelope", () => {
  it("holds what core delivers, with its time as text", () => {
    assert.deepStrictEqual<unknown>(envelopeOf(delivered), {
      type: "payin.completed",
      timestamp: "2023-11-14T22:13:20.000Z",
      data: {
        id: "payin shop/order-17#3",
        type: "payin.completed",
        payment: { kind: "payin", project: "shop", id: "order-17" },
        seq: 3,
        at: "2023-11-14T22:13:20.000Z",
        status: "completed",
        amount: 5_000,
        rail: "ussd_push",
        orderRef: "cart-9",
        late: false,
        operator: "Operator",
      },
    })
  })

  it("keeps the fields of its own type", () => {
    const { data } = envelopeOf({
      ...delivered,
      _tag: "refused",
      detail: { reason: "amount_refused", subCode: "Code02", by: "Ada Lovelace", because: true },
    })
    assert.deepInclude<object>(data, { reason: "amount_refused", subCode: "Code02", by: "Ada Lovelace", because: true })
  })
})
