/** Numbers as programs hold them: complete, or local with a country that was chosen. Every number here is made up. */
import { assert, describe, it } from "@effect/vitest"
import { completePhone } from "../src/index.ts"
import { anySample, anyTail, withTail } from "./support.ts"

const outcome = (phone: string, country?: string): string => {
  const read = completePhone(phone, country)
  return read.ok ? read.phone : read.problem.because
}

describe("a number that a program holds", () => {
  it("is taken as it is with a country code of the region, whatever the country that was chosen #13", () => {
    for (const country of [undefined, "BF", "CI", "NG"]) {
      assert.strictEqual(outcome("22670000001", country), "22670000001")
      assert.strictEqual(outcome("2250700000001", country), "2250700000001")
    }
  })

  it("is refused when it is local and no country was chosen, also where it reads as a number of elsewhere #13", () => {
    // The last one would be a number in Indonesia, the one before it one in Singapore.
    for (const local of ["70000001", "0700000001", "770000001", "8030000001", "6581000001", "620000000"]) {
      assert.strictEqual(outcome(local), "country_needed", local)
    }
  })

  it("is completed when it is local and a country was chosen #13", () => {
    assert.strictEqual(outcome("70000001", "BF"), "22670000001")
    assert.strictEqual(outcome("0700000001", "CI"), "2250700000001")
    assert.strictEqual(outcome("620000001", "GN"), "224620000001")
    assert.strictEqual(outcome("22670000", "BF"), "22622670000")
  })

  it("is refused with a digit too few or too many, in the region's lengths of today", () => {
    assert.strictEqual(outcome("7000001", "BF"), "too_short")
    assert.strictEqual(outcome("700000011", "BF"), "too_long")
    assert.strictEqual(outcome("2267000001"), "country_needed")
    assert.strictEqual(outcome("22997000001", "BJ"), "too_short")
  })

  it("is taken with a prefix that no plan knows yet, because regulators open new ones", () => {
    assert.strictEqual(outcome("22690000001"), "22690000001")
  })

  it("of another region needs its plus, which the service is not sent #13", () => {
    assert.strictEqual(outcome("+6581000001"), "6581000001")
    assert.strictEqual(outcome("+22670000001"), "22670000001")
    assert.strictEqual(outcome("+99970000001"), "country_unknown")
  })

  it("that the service could not take is refused, though it is one: Niue's have seven digits #13", () => {
    assert.strictEqual(outcome("+6834000"), "wrong_length")
  })

  it("is digits, whatever people put between them behind a plus, and nothing else: it may be a date or a sum", () => {
    for (const typed of ["+226 70 00 00 01", "+226 70-00-00-01", "+(226) 70000001"])
      assert.strictEqual(outcome(typed), "22670000001", typed)
    for (const typed of [
      "",
      "22670000001.0",
      "226••••••01",
      "tel:22670000001",
      "2025-11-30",
      "-22500000",
      "22 500 000",
    ])
      assert.strictEqual(outcome(typed, "BF"), "not_a_number", typed)
    assert.strictEqual(outcome("70000001", "XX"), "country_unknown")
  })

  it.prop(
    "is the same for the complete and the local form, in each country of the region #13",
    [anySample, anyTail],
    ([index, tail]) => {
      const { country, local, msisdn } = withTail(index, tail)
      return outcome(msisdn) === msisdn && outcome(msisdn, country) === msisdn && outcome(local, country) === msisdn
    },
  )
})
