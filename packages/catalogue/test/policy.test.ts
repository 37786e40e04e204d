/** The policy as people write it: rails by the words that every other place uses. */
import { assert, describe, it } from "@effect/vitest"
import { policyFromWords } from "../src/index.ts"

const rails = ["Hosted", "UssdPush", "WalletPayout"]
const read = (written: unknown) => {
  const { explain, overrides } = policyFromWords(rails, written)
  return { overrides, problems: explain([]) }
}

describe("a policy in words", () => {
  it("is core's with the names of its rails, and with everything else as it was written", () => {
    const fees = [
      { rail: "wallet_payout", basisPoints: 150, fixedXof: 10 },
      { project: "hosted", basisPoints: 1 },
    ]
    assert.deepStrictEqual(
      read({
        calls: { lease: "2 minutes" },
        schedules: { ussd_push: { first: 5 }, hosted: {} },
        merchant: { fees, shops: { hosted: { name: "ussd_push" } } },
      }),
      {
        overrides: {
          calls: { lease: "2 minutes" },
          schedules: { UssdPush: { first: 5 }, Hosted: {} },
          merchant: {
            fees: [{ rail: "WalletPayout", basisPoints: 150, fixedXof: 10 }, fees[1]],
            shops: { hosted: { name: "ussd_push" } },
          },
        },
        problems: [],
      },
    )
    assert.deepStrictEqual(read({}), { overrides: {}, problems: [] })
  })

  it("refuses core's own name with the word to write, and any other with those that there are", () => {
    const every = "must be one of hosted, ussd_push, wallet_payout"
    assert.deepStrictEqual(
      read({
        schedules: { UssdPush: {}, ussd_puch: {}, hosted: {} },
        merchant: { fees: [{ rail: "WalletPayout" }, { rail: 7 }, "none"] },
      }),
      {
        overrides: { schedules: { Hosted: {} }, merchant: { fees: [{}, {}, "none"] } },
        problems: [
          { key: "schedules.UssdPush", rule: "must be written ussd_push" },
          { key: "schedules.ussd_puch", rule: every },
          { key: "merchant.fees.0.rail", rule: "must be written wallet_payout" },
          { key: "merchant.fees.1.rail", rule: every },
        ],
      },
    )
  })

  it("leaves what is no table for core to refuse, except the whole", () => {
    const odd = { schedules: "soon", merchant: { fees: {} }, limits: null }
    assert.deepStrictEqual(read(odd), { overrides: odd, problems: [] })
    assert.deepStrictEqual(read({ schedules: [], merchant: [] }).problems, [])
    for (const whole of [null, "{}", ["canary"]]) {
      assert.deepStrictEqual(read(whole), {
        overrides: {},
        problems: [{ key: "the whole", rule: "must be an object" }],
      })
    }
  })

  it("names the keys of which core complains as they were written", () => {
    const { explain } = policyFromWords(rails, {})
    const rule = "must be a duration"
    const keys = ["schedules.UssdPush.first", "schedules.Hosted", "merchant.shops.Hosted.name", "calls.lease"]
    assert.deepStrictEqual(
      explain(keys.map((key) => ({ key, rule }))).map(({ key }) => key),
      ["schedules.ussd_push.first", "schedules.hosted", "merchant.shops.Hosted.name", "calls.lease"],
    )
  })
})
