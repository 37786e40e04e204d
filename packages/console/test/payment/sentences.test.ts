import { assert, describe, it } from "@effect/vitest"
import { noAnswer } from "@cauri/core/adapter"
import { PaymentEvent, CallFailure } from "@cauri/core/model"
import { nothingMasked } from "../../src/words/masking.ts"
import { detailOf, outcomeText, whoOf } from "../../src/payment/sentences.ts"
import { Schema } from "effect"

const whoCancelled = (by: string | null) => whoOf(PaymentEvent.cases.cancelled.make({ because: "asked", by }), "en")

describe("sentences", () => {
  it.prop("tell the detail of any event in both languages, and who did it", [PaymentEvent], ([event]) => {
    for (const language of ["en", "fr"] as const) {
      const detail = detailOf(event, nothingMasked, language)
      assert.notInclude(detail, "undefined")
      assert.notInclude(detail, "[object")
    }
    assert.isTrue(Schema.is(Schema.String)(whoOf(event, "fr")))
    if ("by" in event && event.by !== null) assert.strictEqual(whoOf(event, "en"), event.by)
  })

  it("tell what the service said of a failure, of a refusal and of a payment in doubt (#164)", () => {
    const reason = CallFailure.cases.otp_not_sent.make({ code: "", detail: "No account for …" })
    const refused = PaymentEvent.cases.attempt_refused.make({ attempt: 1, reason, to: "refused" })
    assert.include(detailOf(refused, nothingMasked, "en"), "No account for …")
    const doubt = { ...noAnswer("unrecognised_code", "Code07"), detail: "already there" }
    assert.include(outcomeText(doubt, nothingMasked, "fr"), "(Code07) – already there")
    const { _tag, ...told } = doubt
    const unanswered = { ...told, _tag: "attempt_unanswered", attempt: 1, to: "in_doubt" }
    assert.include(detailOf(Schema.decodeUnknownSync(PaymentEvent)(unanswered), nothingMasked, "en"), "already there")
  })

  it("take no person's name for the service, the merchant or the program", () => {
    for (const name of ["service", "the Service", "merchant", "cauri", "Le marchand", "the program", "ser\u00ADvice"]) {
      assert.strictEqual(whoCancelled(name), `“${name}”`)
    }
    assert.strictEqual(whoCancelled("A. Colleague"), "A. Colleague")
    assert.strictEqual(whoCancelled(null), "cauri")
  })
})
