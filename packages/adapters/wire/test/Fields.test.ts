import { assert, describe, it } from "@effect/vitest"
import { Amount, HttpsAddress, PhoneNumber, PositiveAmount, WebAddress } from "../src/index.ts"
import { PayinAmount } from "../src/Fields.ts"
import { accepts } from "./support.ts"

const refusesAll = (schema: Parameters<typeof accepts>[0], values: ReadonlyArray<unknown>) => {
  for (const value of values) {
    assert.isFalse(accepts(schema, value), JSON.stringify(value))
  }
}

describe("Fields", () => {
  it("takes integers as amounts and nothing else #10 #245", () => {
    assert.isTrue(accepts(Amount, 4200))
    refusesAll(Amount, [4200.5, "4200", Number.NaN, 2 ** 53, null])
  })

  it("bounds payin amounts at 9 and 2,000,000 inclusive #35 #227 #243 #244", () => {
    assert.isTrue(accepts(PayinAmount, 9))
    assert.isTrue(accepts(PayinAmount, 2_000_000))
    refusesAll(PayinAmount, [8, 2_000_001, 9.5])
  })

  it("wants payout amounts positive and bounds them no further #61 #250", () => {
    assert.isTrue(accepts(PositiveAmount, 1))
    assert.isTrue(accepts(PositiveAmount, 2_000_001))
    refusesAll(PositiveAmount, [0, -1, 0.5])
  })

  it("wants phone numbers with country code, without plus or spaces #13 #63", () => {
    assert.isTrue(accepts(PhoneNumber, "22600000000"))
    refusesAll(PhoneNumber, [
      "+22600000000",
      "226 00 00 00 00",
      "0022600000",
      "2260000",
      "22600000000\n",
      22600000000,
      "",
    ])
  })

  it("wants absolute addresses, and HTTPS where payouts call back #57 #64 #210", () => {
    assert.isTrue(accepts(WebAddress, "http://shop.example"))
    assert.isTrue(accepts(HttpsAddress, "https://shop.example/callback?x=1"))
    refusesAll(WebAddress, [
      "",
      "/callback",
      "ftp://shop.example",
      "https://",
      "https:///x",
      "https://shop.example/a b",
    ])
    refusesAll(HttpsAddress, ["http://shop.example/callback", "HTTPS"])
  })
})
