/** A store and a way to the service of one's own behind the facade. */
import { assert, describe, it } from "@effect/vitest"
import { blankConfirmRecord, CreationAnswer, Gateway, type StoredPayment } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { Effect } from "effect"
import { ownParts } from "../examples/ownParts.ts"
import { PaymentsError } from "../src/index.ts"
import { payThroughOwnStore } from "./fixtures/ownStore.ts"
import { payin } from "./samples.ts"

const accepted = () =>
  Effect.succeed(CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-1"), url: null }))
const confirmed = () =>
  Effect.succeed({
    ...blankConfirmRecord,
    status: "completed",
    amount: 1_500,
    requestId: "P1",
  } as const)

const gateway = Gateway.of({
  create: accepted,
  requestCode: accepted,
  confirm: confirmed,
})

describe("a store and a gateway of one's own", () => {
  it("fit the facade: a payin is stored in the one and asked about by the other", async () => {
    const stored = new Map<string, StoredPayment>()
    await using payments = await ownParts(stored, gateway)
    const { next, project } = await payments.payins.create(payin("order"))
    assert.deepStrictEqual([next, project], [{ type: "confirm_on_phone", how: "enter_pin" }, "shop"])
    assert.strictEqual(stored.size, 1)
    const checked = await payments.review.recheck({ kind: "payin", project: "shop", id: "order" })
    assert.deepStrictEqual([checked.status, checked.confirmed?.requestId], ["completed", "P1"])
  })

  it(
    "pay, deliver, and show themselves in the console; a broken one fails in words of this package",
    payThroughOwnStore,
  )

  it("show no confirmed amount while the gateway names none", async () => {
    const differing = {
      ...gateway,
      confirm: () => Effect.map(confirmed(), (record) => ({ ...record, amount: null })),
    }
    await using payments = await ownParts(new Map(), Gateway.of(differing))
    await payments.payins.create(payin("order"))
    const checked = await payments.review.recheck({ kind: "payin", project: "shop", id: "order" })
    assert.deepStrictEqual([checked.status, checked.confirmed?.amount], ["pending", null])
  })

  it("have no transaction of a host, and say so", async () => {
    await using payments = await ownParts(new Map(), gateway)
    const prepared = await payments.payins.prepare(payin("order"))
    for (const call of [
      () => Reflect.apply(Reflect.get(payments, "insertWithin"), null, [null, prepared]),
      () => Reflect.apply(Reflect.get(payments, "onWithin"), null, ["payin.completed", () => {}]),
    ]) {
      assert.throws(call, PaymentsError, /no transaction/)
    }
  })
})
