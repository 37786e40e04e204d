/** The table of operators is open data from one source. These tests hold its shape and its limits, and the rows that were seen. */
import { assert, describe, it } from "@effect/vitest"
import { DirectMode, minimumPayinAmount, Operator } from "@cauri/core/model"
import { Schema } from "effect"
import { isCountry, operators, suggestModes, suggestOperators } from "../src/index.ts"
import { msisdn } from "./support.ts"

/** The modes of core, as the facade writes them. */
const modes: ReadonlyArray<string> = DirectMode.literals.map((mode) =>
  mode.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase(),
)

const direct = operators.filter(({ method }) => method === "direct")

describe("the operators that were seen", () => {
  it("are the rows of the source, with their modes in the facade's words #111 #149 #150 #152", () => {
    assert.deepStrictEqual(
      direct.map(({ country, name, operatorId, modes, minimumXof }) => [country, name, operatorId, modes, minimumXof]),
      [
        ["BJ", "Moov", "2", ["ussd_push"], 100],
        ["BJ", "MTN", "1", ["ussd_push"], 100],
        ["BF", "Orange", "11", ["ussd_otp"], 10],
        ["BF", "Moov", "12", ["ussd_push", "guided_ussd"], 100],
        ["CI", "Orange", "16", ["operator_redirect"], 10],
        ["CI", "Moov", "14", ["ussd_push", "guided_ussd"], 100],
        ["CI", "MTN", "15", ["guided_ussd"], 10],
        ["GN", "Orange", "33", ["service_redirect"], 200],
        ["GN", "MTN", "51", ["service_redirect"], 200],
        ["ML", "Orange", "18", ["operator_redirect"], 100],
        ["NE", "Airtel", "27", ["ussd_push"], 10],
        ["NE", "Zamani", "28", ["guided_ussd"], 10],
        ["NE", "Moov", "29", ["ussd_push"], null],
        ["CD", "Orange", "34", [], null],
        ["SN", "Wave", "39", ["service_redirect"], null],
        ["TG", "YAS (ex-Togocom)", "3", ["ussd_push"], null],
      ],
    )
  })

  it("say how little is known of them: one source each #111 #249", () => {
    assert.isTrue(operators.every(({ strength }) => strength === "one_source"))
  })

  it("fit core: a country, known modes, a name that a payout may declare, no minimum below the service's #243", () => {
    for (const operator of direct) {
      assert.isTrue(operator.country !== null && isCountry(operator.country), operator.name)
      assert.isTrue(
        operator.modes.every((mode) => modes.includes(mode)),
        operator.name,
      )
      assert.isTrue(Schema.is(Operator)(operator.name), operator.name)
      assert.isAtLeast(operator.minimumXof ?? minimumPayinAmount, minimumPayinAmount)
    }
  })

  it("have each an identifier of their own #85", () => {
    assert.strictEqual(new Set(direct.map(({ operatorId }) => operatorId)).size, direct.length)
  })

  it("hold the one code to dial that was seen, where customers dial before they pay #149", () => {
    const dialled = operators.filter(({ dialCode }) => dialCode !== null)
    assert.deepStrictEqual(
      dialled.map(({ country, name, modes, dialCode }) => [country, name, modes, dialCode]),
      [["BF", "Orange", ["ussd_otp"], "*144*4*6#"]],
    )
  })

  it("hold the service's wallet under a plain name, without a direct mode #157 #171", () => {
    const wallets = operators.filter(({ method }) => method === "wallet")
    assert.deepStrictEqual(
      wallets.map(({ country, name, operatorId, operatorName, modes }) => [
        country,
        name,
        operatorId,
        operatorName,
        modes,
      ]),
      [[null, "wallet", null, null, []]],
    )
  })
})

const names = (digits: string) => suggestOperators(msisdn(digits)).map(({ name }) => name)

describe("suggestions for a number", () => {
  it("are all operators seen in its country, whatever its prefix, and never the wallet #111", () => {
    assert.deepStrictEqual(names("22670000001"), ["Orange", "Moov"])
    assert.deepStrictEqual(names("22660000001"), ["Orange", "Moov"])
    assert.deepStrictEqual(names("2250700000001"), ["Orange", "Moov", "MTN"])
  })

  it("are none where none was seen, and none for a number without a country", () => {
    assert.deepStrictEqual(names("237670000001"), [])
    assert.deepStrictEqual(names("80012345678"), [])
    assert.deepStrictEqual(suggestModes(msisdn("237670000001")), [])
  })

  it("name the modes of the country once each, those of most operators first #149 #150 #152", () => {
    assert.deepStrictEqual(suggestModes(msisdn("22790000001")), ["ussd_push", "guided_ussd"])
    assert.deepStrictEqual(suggestModes(msisdn("2250700000001")), ["guided_ussd", "operator_redirect", "ussd_push"])
    assert.deepStrictEqual(suggestModes(msisdn("22670000001")), ["ussd_otp", "ussd_push", "guided_ussd"])
    assert.deepStrictEqual(suggestModes(msisdn("243840000001")), [])
  })
})
