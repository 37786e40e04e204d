import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { maskMsisdn, Msisdn } from "../src/model/Identifiers.ts"

describe("Msisdn", () => {
  it("takes the country code and the local number in digits #13", () => {
    for (const number of ["22670000001", "2250700000001", "12345678", "123456789012345"]) {
      assert.isTrue(Schema.is(Msisdn)(number), number)
    }
  })

  it("takes no plus, no spaces and no letters #13", () => {
    const wrong = [
      "+22670000001",
      "226 70 00 00 01",
      " 22670000001",
      "22670000001 ",
      "22670000001\n",
      "226-70-00-00-01",
      "2267000000x",
      "2267000000O",
      "(226)70000001",
      "٢٢٦٧٠٠٠٠٠٠١",
    ]
    for (const number of wrong) assert.isFalse(Schema.is(Msisdn)(number), JSON.stringify(number))
  })

  it("takes no number without a country code, too short, too long, or not a text #13", () => {
    for (const number of ["0022670000001", "070000001", "", "1234567", "1234567890123456", 22670000001, null]) {
      assert.isFalse(Schema.is(Msisdn)(number), String(number))
    }
  })

  it("shows of a number its first three and last two digits", () => {
    assert.strictEqual(maskMsisdn(Msisdn.make("22670000001")), "226••••••01")
    assert.strictEqual(maskMsisdn(Msisdn.make("12345678")), "123•••78")
  })

  it.prop("never shows more than five digits of any number, and keeps its length", [Msisdn], ([number]) => {
    const masked = maskMsisdn(number)
    return masked.length === number.length && masked.replace(/[^0-9]/g, "").length === 5
  })
})
