import { assert, describe, it } from "@effect/vitest"
import { isCallbackBase } from "../src/ports/Gateway.ts"

const kinds = ["payin", "payout"] as const

describe("isCallbackBase", () => {
  it("takes https for payins and payouts, with or without a port and a path #57 #64", () => {
    for (const base of ["https://pay.shop.example", "https://shop.example:8443/hooks", "HTTPS://SHOP.EXAMPLE/"]) {
      for (const kind of kinds) assert.isTrue(isCallbackBase(kind, base), `${kind} ${base}`)
    }
  })

  it("takes http for payins and refuses it for payouts #210 #64", () => {
    for (const base of [
      "http://shop.example",
      "http://shop.example:8080/hooks",
      "http://10.0.0.1",
      "HTTP://shop.example",
      "http://shop.example/https://shop.example",
    ]) {
      assert.isTrue(isCallbackBase("payin", base), base)
      assert.isFalse(isCallbackBase("payout", base), base)
    }
  })

  it("takes http for payouts on this machine's loopback only, for practice #64", () => {
    for (const base of [
      "http://localhost",
      "http://localhost:3000",
      "http://LOCALHOST/hooks",
      "http://127.0.0.1:3000/hooks",
      "http://127.1.2.3",
      "http://127.0.0.100:3000",
    ]) {
      assert.isTrue(isCallbackBase("payout", base), base)
    }
  })

  it("takes no host for the loopback that only begins like it #64", () => {
    for (const base of [
      "http://localhost.shop.example",
      "http://localhosts",
      "http://127.0.0.1.shop.example",
      "http://127.0.0.1000",
      "http://127.shop.example",
      "http://128.0.0.1",
      "http://shop.example/localhost",
      "http://shop.example/http://localhost/",
      "http://0.0.0.0",
    ]) {
      assert.isFalse(isCallbackBase("payout", base), base)
    }
  })

  it("takes nothing to which a path could not be added, and nothing that is no web address", () => {
    const wrong = [
      "",
      "shop.example",
      "//shop.example",
      "ftp://shop.example",
      "https://",
      "https://user@shop.example",
      "https://shop.example?x=1",
      "https://shop.example/#x",
      "https://shop.example/a b",
      "https://localhost\\@shop.example",
      " https://shop.example",
      "https://shop.example\n",
    ]
    for (const base of wrong) {
      for (const kind of kinds) assert.isFalse(isCallbackBase(kind, base), `${kind} ${JSON.stringify(base)}`)
    }
  })
})
