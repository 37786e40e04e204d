import { assert, describe, it } from "@effect/vitest"
import { maskMsisdn, Msisdn } from "../src/model/Identifiers.ts"

describe("Msisdn", () => {
  it("shows of a number its first three and last two digits", () => {
    assert.strictEqual(maskMsisdn(Msisdn.make("22670000001")), "226••••••01")
    assert.strictEqual(maskMsisdn(Msisdn.make("12345678")), "123•••78")
  })

  it.prop("never shows more than five digits of any number, and keeps its length", [Msisdn], ([number]) => {
    const masked = maskMsisdn(number)
    return masked.length === number.length && masked.replace(/[^0-9]/g, "").length === 5
  })
})
