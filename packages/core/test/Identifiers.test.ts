import { assert, describe, it } from "@effect/vitest"
import { Redacted, Schema } from "effect"
import {
  CreationToken,
  isOtp,
  keyText,
  PaymentId,
  PaymentKey,
  ProjectId,
  webAddressPattern,
} from "../src/model/Identifiers.ts"

const takes = (schema: Schema.ConstraintDecoder<unknown>, value: unknown) => Schema.is(schema)(value)
const key = (kind: "payin" | "payout", project: string, id: string) =>
  keyText(PaymentKey.make({ kind, project: ProjectId.make(project), id: PaymentId.make(id) }))

describe("Identifiers", () => {
  it("names a payment by 1 to 64 letters, digits, hyphens and underscores #60 #70", () => {
    for (const id of ["a", "order-17", "ORDER_17", "0", "-", "x".repeat(64)]) assert.isTrue(takes(PaymentId, id), id)
    for (const id of ["", "x".repeat(65), "order 17", "order.17", "order/17", "é", "a\n", "a\u0000", "#1", 17, null]) {
      assert.isFalse(takes(PaymentId, id), JSON.stringify(id))
    }
  })

  it("tells payments apart by kind, project and id", () => {
    assert.strictEqual(key("payin", "shop", "order-17"), "payin shop/order-17")
    const texts = [key("payin", "a", "b"), key("payout", "a", "b"), key("payin", "a-b", "c"), key("payin", "a", "b-c")]
    assert.strictEqual(new Set(texts).size, 4)
  })

  it("keeps a creation token as it came, whatever it looks like #8 #78", () => {
    for (const token of ["t", "a.b-c_d~", "A+B&c=d", "%2e%2e", "x".repeat(1_024), "x".repeat(16_384)]) {
      assert.strictEqual(CreationToken.make(token), token)
    }
  })

  it("takes for a token nothing empty, nothing with white space or control characters, nothing without end", () => {
    for (const token of ["", " ", "a b", "a\n", "\tb", "a\u0000", "é", "x".repeat(16_385), 7, null]) {
      assert.isFalse(takes(CreationToken, token), JSON.stringify(token)?.slice(0, 40))
    }
  })

  it("takes as a customer's code 1 to 32 printable characters without spaces, and never an empty one #46", () => {
    for (const code of ["1234", "a-B.9", "x".repeat(32)]) assert.isTrue(isOtp(Redacted.make(code)), code)
    for (const code of ["", " ", "12 34", "1234\n", "é", "x".repeat(33)]) {
      assert.isFalse(isOtp(Redacted.make(code)), JSON.stringify(code))
    }
  })

  it("takes as a web address only an absolute one that every browser reads alike", () => {
    const addresses = [
      "https://shop.example",
      "http://shop.example:8080/",
      "HTTPS://SHOP.EXAMPLE/a/b?c=d&e=%20#f",
      "http://127.0.0.1:3000/x",
      "https://shop.example?x",
      "https://shop.example#x",
    ]
    for (const address of addresses) assert.isTrue(webAddressPattern.test(address), address)
    const others = [
      "",
      "shop.example",
      "//shop.example",
      "/pay/invoice/1",
      "ftp://shop.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "https:/shop.example",
      "https://",
      "https://user@shop.example",
      "https://user:word@shop.example/",
      "https://shop.example\\@evil.example",
      "https:\\\\shop.example",
      "https://shop.example/a b",
      "https://shop.example/a\\b",
      "https://shop.example/\n",
      " https://shop.example",
      "https://shop.example:port/",
      "https://shop.example:123456/",
      "https://é.example/",
      "see https://shop.example",
    ]
    for (const address of others) assert.isFalse(webAddressPattern.test(address), JSON.stringify(address))
  })
})
