/** Which claims wait for one another, and which must not. */
import { assert, describe } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentId, ProjectId } from "@cauri/core"
import { type PaymentWrite, toPaymentWrite } from "@cauri/core/adapter"
import { it } from "@cauri/house/it"
import { claimNames } from "../src/steps.ts"

const namesOf = (row: PaymentWrite) =>
  claimNames({
    row,
    events: [],
    terms: {
      version: 1,
      giveBack: null,
      now: 1,
      readNote: 0,
      leaseUntil: 2,
      guards: {
        pauses: [],
        twin: { party: row.party ?? "", amount: row.amount, completedSince: 0 },
        refund:
          row.refundOf === null
            ? null
            : { of: PaymentId.make(row.refundOf), project: ProjectId.make(row.project), atMost: row.amount },
      },
    },
  })

describe("claims", () => {
  it("wait for one another when they could be twins or refund one payin, and for no other", function* () {
    const { change, tracking } = payoutIn(yield* newGround, "salary")
    const row = { ...toPaymentWrite(change.payment, tracking), party: "22670000001", amount: 500, project: "shop" }
    const twin = "twin 500 22670000001"
    assert.deepStrictEqual(new Set(namesOf(row)), new Set([twin]))
    const refund = "refund shop/order-1"
    assert.deepStrictEqual(new Set(namesOf({ ...row, refundOf: "order-1" })), new Set([twin, refund]))
  })
})
