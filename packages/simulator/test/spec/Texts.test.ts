import { assert, describe, it } from "@effect/vitest"
import { errorCode, pageUrl, processingText, wikiUrl } from "../../src/spec/Texts.ts"

describe("Texts of the service", () => {
  it("spell the code of a failure and the fixed text #22 #73", () => {
    assert.strictEqual(errorCode, "01")
    assert.strictEqual(processingText, "Votre requête est en cours de traitement")
  })

  it("address the payment page below the base with the token #71", () => {
    assert.strictEqual(pageUrl("https://service.example", "t"), "https://service.example/pay/invoice/t")
  })

  it("address a sub-code page below the base of such pages #28", () => {
    assert.strictEqual(
      wikiUrl("https://wiki.example/", "/wiki/createInvoice"),
      "https://wiki.example/wiki/createInvoice",
    )
  })
})
