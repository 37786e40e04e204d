/** Every sample is read. Their shapes come from public sources; tokens, phones and hosts in them are placeholders. */
import { readdirSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  confirmInvoiceTarget,
  readCreationEnvelope,
  readPayinRecord,
  readPayoutRecord,
  readWalletOtp,
  valuesOf,
} from "../src/index.ts"
import { sample } from "./support.ts"

const created = (name: string) => Option.getOrThrow(readCreationEnvelope(sample(name)))

describe("samples", () => {
  it("are all read by a test", () => {
    const names = readdirSync(new URL("samples", import.meta.url)).toSorted()
    assert.lengthOf(names, 19)
  })

  it("create-direct-success-documented reads as a success with its token #73 #148", () => {
    const body = sample("create-direct-success-documented")
    assert.deepStrictEqual(Option.getOrThrow(readCreationEnvelope(body)).token, Option.some("<JWT>"))
  })

  it("create-direct-success-operator-redirect-described keeps the address that the customer must open #26", () => {
    const reading = created("create-direct-success-operator-redirect-described")
    assert.deepStrictEqual(reading.responseText, Option.some("https://operator.example/ci/<...>"))
    assert.isTrue(Option.isNone(reading.wiki))
  })

  it("create-direct-success-text-variant reads as a success with a token #73", () => {
    const reading = created("create-direct-success-text-variant")
    assert.strictEqual(reading.responseCode, "00")
    assert.deepStrictEqual(reading.token, Option.some("<JWT>"))
  })

  it("create-hosted-failure-code04-details keeps the code and the extra reason #26 #216", () => {
    const reading = created("create-hosted-failure-code04-details")
    assert.deepStrictEqual(reading.subCode, Option.some("04"))
    assert.isTrue(Option.isSome(reading.responseTextDetails))
    assert.isTrue(Option.isNone(reading.token))
  })

  it("create-hosted-success-documented reads with the page's address #71", () => {
    const reading = created("create-hosted-success-documented")
    assert.deepStrictEqual(reading.responseText, Option.some("https://service.example/pay/invoice/<JWT>"))
  })

  it("create-hosted-success-observed-2023 reads another address and an object as custom_data #26 #99", () => {
    const reading = created("create-hosted-success-observed-2023")
    assert.deepStrictEqual(reading.responseText, Option.some("https://service.example/directpayment/invoice/<JWT>"))
    assert.deepStrictEqual(valuesOf(reading.customData, "transaction_id"), ["2021000000001"])
    assert.lengthOf(reading.customData.entries, 3)
  })

  it("debitotp-success reads as sent #163 #164", () => {
    const body = sample("debitotp-success")
    assert.deepStrictEqual(Option.getOrThrow(readWalletOtp(body)).error, Option.some(false))
  })

  it("jwt-payload-shapes make tokens of a thousand characters, which stay whole #25 #143", () => {
    const token = `eyJ.${btoa(JSON.stringify(sample("jwt-payload-shapes"))).padEnd(1024, "x")}.s+/=`
    assert.deepStrictEqual(
      Option.getOrThrow(readCreationEnvelope({ response_code: "00", token })).token,
      Option.some(token),
    )
    const target = Option.getOrThrow(confirmInvoiceTarget(token))
    assert.strictEqual(new URL(target, "https://service.example").searchParams.get("invoiceToken"), token)
  })

  it("operators are open data, read from text or number alike #85 #111", () => {
    const rows = Schema.decodeUnknownSync(
      Schema.Array(Schema.Struct({ operator_id: Schema.String, operator_name: Schema.String })),
    )(sample("operators"))
    assert.isAbove(rows.length, 10)
    for (const { operator_id, operator_name } of rows) {
      const number = Number(operator_id)
      for (const id of Number.isNaN(number) ? [operator_id] : [operator_id, number]) {
        const reading = Option.getOrThrow(readPayoutRecord({ response_code: "00", operator_id: id, operator_name }))
        assert.deepStrictEqual(reading.operatorId, Option.some(operator_id))
        assert.deepStrictEqual(reading.operatorName, Option.some(operator_name))
      }
    }
  })

  it("payin-confirm-fields-documented reads every field by its documented type #79 #94", () => {
    const reading = Option.getOrThrow(readPayinRecord(sample("payin-confirm-fields-documented")))
    assert.deepStrictEqual(reading.status, { _tag: "Unknown", text: "<string>" })
    assert.deepStrictEqual(reading.montant, { _tag: "Read", xof: 123 })
    assert.deepStrictEqual(reading.amount, { _tag: "Read", xof: 123 })
    for (const field of [
      reading.customer,
      reading.date,
      reading.externalId,
      reading.operatorReference,
      reading.requestId,
    ]) {
      assert.deepStrictEqual(field, Option.some("<string>"))
    }
    assert.lengthOf(reading.customData.entries, 1)
  })

  it("payin-confirm-fields-older-typing reads nulls, texts as amounts and entries without a time #94 #95", () => {
    const reading = Option.getOrThrow(readPayinRecord(sample("payin-confirm-fields-older-typing")))
    assert.deepStrictEqual(reading.amount, { _tag: "Unreadable" })
    assert.isTrue(Option.isNone(reading.externalId))
    assert.deepStrictEqual(reading.transactionId, Option.some("<string>"))
    assert.deepStrictEqual(reading.customData, {
      entries: [{ key: "<string>", value: "<string>", createdAt: Option.none() }],
      unreadable: 0,
    })
  })

  it("payout-confirm-success reads as a completed payout #107 #108", () => {
    const body = sample("payout-confirm-success")
    assert.deepStrictEqual(Option.getOrThrow(readPayoutRecord(body)).status, { _tag: "Stated", status: "completed" })
  })

  it("sub-codes-by-wiki-page holds codes that all read back from Echec #216", () => {
    const pages = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Array(Schema.String)))(
      sample("sub-codes-by-wiki-page"),
    )
    for (const code of Object.values(pages).flat()) {
      const reading = Option.getOrThrow(
        readCreationEnvelope({ response_code: "01", response_text: `Echec (Code${code})` }),
      )
      assert.deepStrictEqual(reading.subCode, Option.some(code))
    }
  })

  it("wallet-submit-failure-code08 keeps the reason in description #26 #216", () => {
    const reading = created("wallet-submit-failure-code08")
    assert.deepStrictEqual(reading.subCode, Option.some("08"))
    assert.isTrue(Option.isSome(reading.description))
  })

  it("wallet-submit-failure-code15 reads extra fields without harm #25 #216", () => {
    const reading = created("wallet-submit-failure-code15")
    assert.deepStrictEqual(reading.subCode, Option.some("15"))
    assert.isTrue(Option.isNone(reading.token))
    assert.isTrue(Option.isNone(reading.description))
  })

  it("wiki-page-format is text for people and no answer of an endpoint #217", () => {
    assert.isTrue(Option.isNone(readCreationEnvelope(sample("wiki-page-format"))))
  })
})
