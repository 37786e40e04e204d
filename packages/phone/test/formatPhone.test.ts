import { assert, describe, it } from "@effect/vitest"
import { formatMaskedPhone, formatPhone, normalisePhone } from "../src/index.ts"
import { maskMsisdn } from "@cauri/core/model"
import { anySample, anyTail, msisdn, withTail } from "./support.ts"

describe("a number for display", () => {
  it("has its plus and its spaces #13", () => {
    assert.strictEqual(formatPhone(msisdn("22670000001")), "+226 70 00 00 01")
    assert.strictEqual(formatPhone(msisdn("2290197000001")), "+229 01 97 00 00 01")
  })

  it("that no numbering plan knows is shown as it is", () => {
    assert.strictEqual(formatPhone(msisdn("99970000001")), "+99970000001")
    assert.strictEqual(formatMaskedPhone(msisdn("99970000001")), "+999 •• •• •• 01")
  })

  it("can be masked: enough to recognise, too little to call", () => {
    assert.strictEqual(formatMaskedPhone(msisdn("22670000001")), "+226 •• •• •• 01")
    assert.strictEqual(formatMaskedPhone(msisdn("2250700000001")), "+225 •• •• •• •• 01")
  })

  it("is masked as core masks it, and a masked one stays as it is", () => {
    for (const digits of ["22670000001", "2250700000001", "237670000001"]) {
      assert.strictEqual(formatMaskedPhone(digits).replace(/[+ ]/g, ""), maskMsisdn(msisdn(digits)))
      assert.strictEqual(formatMaskedPhone(maskMsisdn(msisdn(digits))), formatMaskedPhone(digits))
    }
    assert.strictEqual(formatMaskedPhone("226"), "•••")
  })

  it.prop("is read back to the same number, and its mask never is", [anySample, anyTail], ([index, tail]) => {
    const number = msisdn(withTail(index, tail).msisdn)
    const shown = normalisePhone(formatPhone(number))
    return (
      shown.ok &&
      shown.phone === number &&
      !normalisePhone(formatMaskedPhone(number)).ok &&
      formatMaskedPhone(number).replace(/[^0-9]/g, "").length === 5
    )
  })
})
