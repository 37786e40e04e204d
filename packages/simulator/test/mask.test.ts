import { assert, describe, it } from "@effect/vitest"
import { formMediaType, jsonMediaType } from "@cauri/wire"
import { maskedBody, maskedUrl } from "../src/pages.ts"

describe("mask", () => {
  it("shows a callback without its tokens and telephone numbers, whatever a forger made of it", () => {
    const form = new URLSearchParams({
      token: "abc",
      "details[otp]": "1234",
      customer: "22660000001",
      status: "pending",
    })
    assert.deepStrictEqual(maskedBody(formMediaType, form.toString()).split("\n"), [
      "token = ***",
      "details[otp] = ***",
      "customer = 22660****01",
      "status = pending",
    ])
    assert.deepStrictEqual(JSON.parse(maskedBody(jsonMediaType, '{"token":"abc","n":[1,null],"hash":""}')), {
      token: "***",
      n: [1, null],
      hash: "",
    })
    assert.strictEqual(maskedBody(jsonMediaType, "{ token"), "{ token")
  })

  it("shows an address without what may be a secret of it", () => {
    assert.strictEqual(maskedUrl("https://shop.example/a?b=c"), "https://shop.example/***")
    assert.strictEqual(maskedUrl("https://shop.example/"), "https://shop.example/")
  })
})
