import { assert, describe, it } from "@effect/vitest"
import { formMediaType, jsonMediaType } from "@cauri/wire"
import { laidOut, maskedPost, maskedUrl } from "../src/pages.ts"
import type { CallbackPost } from "../src/index.ts"

const post: CallbackPost = {
  id: "1.1-Form",
  event: "1.1",
  kind: "payin",
  payment: "t",
  requestId: "r",
  projectId: "p",
  url: "https://shop.example/callback?secret=1",
  encoding: "Form",
  contentType: formMediaType,
  body: "",
  at: 0,
  attempt: 1,
  forged: false,
}

describe("mask", () => {
  it("shows a callback without its tokens and telephone numbers, whatever a forger made of it", () => {
    const form = new URLSearchParams({
      token: "abc",
      "details[otp]": "1234",
      customer: "22660000001",
      status: "pending",
    })
    const shown = maskedPost({ ...post, contentType: formMediaType, body: form.toString() })
    assert.strictEqual(shown.url, "https://shop.example/***")
    assert.deepStrictEqual(laidOut(shown).split("\n"), [
      "token = ***",
      "details[otp] = ***",
      "customer = 22660****01",
      "status = pending",
    ])
    const json = (body: string) => maskedPost({ ...post, contentType: jsonMediaType, body })
    assert.strictEqual(json('{"token":"abc","n":[1,null],"hash":""}').body, '{"token":"***","n":[1,null],"hash":""}')
    assert.strictEqual(laidOut(json('{"token":"abc"}')), '{\n  "token": "***"\n}')
    assert.strictEqual(laidOut(json("{ token")), "{ token")
    const deep = json(`${"[".repeat(200)}"abc"${"]".repeat(200)}`).body
    assert.include(deep, "…")
    assert.notInclude(deep, "abc")
  })

  it("shows an address without what may be a secret of it", () => {
    assert.strictEqual(maskedUrl("https://shop.example/a?b=c"), "https://shop.example/***")
    assert.strictEqual(maskedUrl("https://shop.example/"), "https://shop.example/")
    assert.strictEqual(maskedUrl("no address at all"), "/***")
  })
})
