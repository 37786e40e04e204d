/** Numbers as programs hand them over: complete, or local with a country that was chosen. None is guessed. */
import { assert, describe, it } from "@effect/vitest"
import { createPayments, memory, PaymentsError } from "../src/index.ts"
import { simulated, simulatedPayments } from "../src/simulated.ts"
import { numbers, payin, payout, silent, test } from "./samples.ts"

const rejection = async (promise: Promise<unknown>): Promise<PaymentsError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof PaymentsError ? error : assert.fail(String(error))
}

const local = numbers.push.slice(3)
const push = (phone: string) => ({ method: { type: "direct", mode: "ussd_push", phone } as const })

describe("a local number", () => {
  test("is refused before anything is stored, in every call that takes one #13 #63", async (payments) => {
    const calls: ReadonlyArray<readonly [call: Promise<unknown>, field: string]> = [
      [payments.payins.create(payin("order", push(local))), "method.phone"],
      [payments.payins.prepare(payin("order", push(local))), "method.phone"],
      [payments.payins.create(payin("order", { method: { type: "wallet", phone: local } })), "method.phone"],
      [payments.payouts.create(payout("salary", { phone: local })), "phone"],
    ]
    for (const [call, field] of calls) {
      const error = await rejection(call)
      assert.deepStrictEqual([error.code, error.field], ["invalid_input", field])
      assert.match(error.message, /country code/)
      assert.notInclude(error.message, local)
    }
    assert.deepStrictEqual((await payments.payins.list()).payments, [])
    assert.deepStrictEqual((await payments.payouts.list()).payments, [])
  })

  it("is completed with the country of the options, so it is the same payment as the full one #13", async () => {
    await using payments = await simulatedPayments({ logger: silent, country: "BF" })
    const { next } = await payments.payins.create(payin("order", push(local)))
    assert.deepStrictEqual(next, { type: "confirm_on_phone", how: "enter_pin" })
    await payments.payins.create(payin("order", push(numbers.push)))
    assert.strictEqual(await payments.service.creations("order"), 1)
    await payments.service.phones.approve(numbers.push)
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("order")).status, "completed")
  })

  it("of a length that the country does not have is refused", async () => {
    await using payments = await simulatedPayments({ logger: silent, country: "BF" })
    assert.strictEqual((await rejection(payments.payins.create(payin("order", push("7000001"))))).field, "method.phone")
  })

  it("is never read as one of a country that there is not", async () => {
    const opening = createPayments({ gateway: simulated(), store: memory(), logger: silent, country: "Burkina" })
    assert.strictEqual((await rejection(opening)).field, "country")
  })
})
