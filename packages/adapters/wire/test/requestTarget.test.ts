import { assert, describe, it } from "@effect/vitest"
import { Option, Schema } from "effect"
import {
  confirmInvoiceTarget,
  confirmPayoutTarget,
  Credential,
  endpointNames,
  endpoints,
  requestHeaders,
  sendWalletOtpTarget,
} from "../src/index.ts"
import { accepts } from "./support.ts"

const credentials = { apiKey: "<API_KEY>", apiToken: "<API_TOKEN>" }

describe("requestTarget", () => {
  it("puts phone number and amount of the OTP request into the path #136 #158", () => {
    assert.deepStrictEqual(sendWalletOtpTarget("22600000000", 4200), Option.some("/pay/v02/debitotp/22600000000/4200"))
  })

  it("refuses a phone number that could change the path of the OTP request #159", () => {
    for (const phone of [
      "",
      "..",
      "%2e%2e",
      "+22600000000",
      "226 00000000",
      "226/00000000",
      "2260000000?",
      "2260000000#",
      "２２６00000000",
    ]) {
      assert.isTrue(Option.isNone(sendWalletOtpTarget(phone, 4200)), phone)
    }
  })

  it("refuses an OTP amount that is not a positive integer #160 #245", () => {
    for (const amount of [0, -1, 4200.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      assert.isTrue(Option.isNone(sendWalletOtpTarget("22600000000", amount)), String(amount))
    }
  })

  it("never writes an OTP amount in exponent notation #160", () => {
    assert.deepStrictEqual(
      sendWalletOtpTarget("22600000000", Number.MAX_SAFE_INTEGER),
      Option.some("/pay/v02/debitotp/22600000000/9007199254740991"),
    )
  })

  it("asks the payin confirm with its token in invoiceToken #143", () => {
    assert.deepStrictEqual(
      confirmInvoiceTarget("a.b_c-d"),
      Option.some("/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=a.b_c-d"),
    )
  })

  it("asks the payout confirm with its token in the query string, under a name that can be changed #175 #178", () => {
    assert.deepStrictEqual(confirmPayoutTarget("t"), Option.some("/pay/v01/withdrawal/confirm/?withdrawalToken=t"))
    assert.deepStrictEqual(confirmPayoutTarget("t", "token"), Option.some("/pay/v01/withdrawal/confirm/?token=t"))
  })

  it("keeps a token one parameter, whatever it holds #143", () => {
    assert.deepStrictEqual(
      confirmInvoiceTarget("A+B&c=d#e"),
      Option.some("/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=A%2BB%26c%3Dd%23e"),
    )
  })

  it("has no target for an empty token or one that cannot be encoded #143 #175", () => {
    for (const token of ["", "\uD800"]) {
      assert.isTrue(Option.isNone(confirmInvoiceTarget(token)))
      assert.isTrue(Option.isNone(confirmPayoutTarget(token)))
    }
    assert.isTrue(Option.isNone(confirmPayoutTarget("t", "\uD800")))
  })

  it.prop("gives every token back that it puts into a query #143 #175", [Schema.NonEmptyString], ([token]) => {
    const query = Option.map(
      confirmInvoiceTarget(token),
      (target) => new URL(target, "https://service.example").searchParams,
    )
    const back = Option.map(query, (parameters) => [...parameters])
    return token.isWellFormed()
      ? Option.exists(back, (pairs) => pairs.length === 1 && pairs[0]?.[0] === "invoiceToken" && pairs[0][1] === token)
      : Option.isNone(back)
  })

  it("sends exactly the headers that each endpoint lists #131 #132 #141 #145 #161 #176 #180", () => {
    for (const name of endpointNames) {
      assert.deepStrictEqual(Object.keys(requestHeaders(endpoints[name], credentials)), [...endpoints[name].headers])
    }
  })

  it("fills the four headers as the specification spells them #17 #181 #182 #183", () => {
    assert.deepStrictEqual(requestHeaders(endpoints.createHostedInvoice, credentials), {
      Apikey: "<API_KEY>",
      Authorization: "Bearer <API_TOKEN>",
      Accept: "application/json",
      "Content-Type": "application/json",
    })
  })

  it("takes no credential that could break a header #181 #182", () => {
    assert.isTrue(accepts(Credential, "a.b-c_D~"))
    for (const credential of ["", "a b", "a\r\nX-Evil: 1", "é", "a".repeat(4097)]) {
      assert.isFalse(accepts(Credential, credential))
    }
  })
})
