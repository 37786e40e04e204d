import { assert, describe, it } from "@effect/vitest"
import { both } from "@cauri/catalogue"
import { tools } from "../src/tools.ts"

const dial = { amount: 1_000, fees: 15, total: 1_015 }
const known = { operator: "an operator", phone: "226•••001", dialCode: "*144*4*6#" }

const dialling = (fees: number, details: Partial<typeof known>) =>
  both(({ steps }) => steps.dial_this_code_first({ ...dial, fees }, details))
const push = (details: Partial<typeof known>) => both(({ steps }) => steps.confirm_on_phone.enter_pin(details))

describe("a customer's sentence", () => {
  it("names the code to dial, the operator and the fees where they are known, in both languages (#123, #124)", () => {
    for (const text of Object.values(dialling(15, known))) {
      assert.include(text, known.dialCode)
      assert.match(text, /1.015/)
      assert.match(text, /\b15\b/)
    }
    for (const text of Object.values(dialling(0, { operator: known.operator }))) {
      assert.include(text, known.operator)
      assert.notMatch(text, /\b15\b/)
    }
    for (const text of Object.values(dialling(0, {}))) assert.notInclude(text, "undefined")
  })

  it("names the phone where it is known, and no number where it is not", () => {
    for (const text of Object.values(push(known))) assert.include(text, known.phone)
    for (const text of Object.values(push({}))) assert.notMatch(text, /[0-9•]/)
  })
})

const restsOn = (count: number) => both(({ approvals: { callbacks, calls } }) => `${calls(count)}, ${callbacks(count)}`)
const counts = (count: number) => [tools.en, tools.fr].map((words) => words.console.day.payments(count))

describe("a count of the tools", () => {
  it("says one payment and several, in both languages", () => {
    assert.deepStrictEqual(counts(1), ["1 payment", "1 paiement"])
    assert.deepStrictEqual(counts(2_000), ["2,000 payments", "2\u00A0000 paiements"])
  })

  it("says what an approval rests on", () => {
    assert.deepStrictEqual(restsOn(1), {
      en: "1 call was made, 1 callback came",
      fr: "1 appel effectué, 1 notification reçue",
    })
    assert.deepStrictEqual(restsOn(2), {
      en: "2 calls were made, 2 callbacks came",
      fr: "2 appels effectués, 2 notifications reçues",
    })
  })
})
