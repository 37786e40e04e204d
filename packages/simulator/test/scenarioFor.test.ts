/** A scenario with a price and phones of the caller's choice. */
import { assert, describe, it } from "@effect/vitest"
import { operators } from "../src/options/Assumptions.ts"
import { type ScenarioPaymentKind, scenarioNamed } from "../src/index.ts"
import { scenarioFor } from "../src/scenarios/scenarioFor.ts"

const base = scenarioNamed("push-completes") ?? assert.fail("no such scenario")

describe("a scenario that is chosen", () => {
  it("keeps its own price and phone where none is chosen", () =>
    assert.deepStrictEqual(scenarioFor(base, {}, operators), base))

  it("takes the first phone that its kind can be played on, and the price", () => {
    const phones = ["22660000001", "22650000001", "22670000001", "22640000001", "22699000001"]
    const takes: Readonly<Record<ScenarioPaymentKind, string>> = {
      hosted: "22660000001",
      ussd_push: "22660000001",
      guided_ussd: "22650000001",
      ussd_otp: "22670000001",
      sms_otp: "22640000001",
      wallet: "22699000001",
      wallet_payout: "22699000001",
      mobile_money_payout: "22660000001",
    }
    for (const [kind, phone] of Object.entries(takes)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table are the kinds
      const scenario = { ...base, payment: { ...base.payment, kind: kind as ScenarioPaymentKind } }
      const { payment } = scenarioFor(scenario, { amountXof: 2_500, phones }, operators)
      assert.deepInclude(payment, { phone, amountXof: 2_500 })
    }
  })

  it("keeps its own phone where none of the chosen ones can play it", () =>
    assert.strictEqual(
      scenarioFor(base, { phones: ["22650000001", "99999999999"] }, operators).payment.phone,
      base.payment.phone,
    ))
})
