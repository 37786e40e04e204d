import { assert, describe, it } from "@effect/vitest"
import {
  currency,
  endpoints,
  errorCode,
  pageUrl,
  processingText,
  serviceUrl,
  statuses,
  successCode,
  wikiUrl,
} from "../src/index.ts"

describe("Texts", () => {
  it("spells the response codes, the statuses, the currency and the fixed text #11 #22 #36 #73 #80 #108", () => {
    assert.deepStrictEqual([successCode, errorCode], ["00", "01"])
    assert.deepStrictEqual([...statuses], ["completed", "pending", "notcompleted"])
    assert.strictEqual(currency, "XOF")
    assert.strictEqual(processingText, "Votre requête est en cours de traitement")
  })

  it("makes every address relative to the base, whose own path is kept #1 #14", () => {
    const path = endpoints.createWalletPayout.path
    for (const base of ["https://service.example/prefix", "https://service.example/prefix/"]) {
      assert.strictEqual(serviceUrl(base, path), "https://service.example/prefix/pay/v01/withdrawal/create")
    }
  })

  it("addresses the payment page below the base with the token #71", () => {
    assert.strictEqual(pageUrl("https://service.example", "t"), "https://service.example/pay/invoice/t")
  })

  it("addresses a sub-code page below the base of such pages #28", () => {
    assert.strictEqual(
      wikiUrl("https://wiki.example/", "/wiki/createInvoice"),
      "https://wiki.example/wiki/createInvoice",
    )
  })
})
