import { assert, describe, it } from "@effect/vitest"
import { isFromElsewhere, makePageTokens } from "../../src/pages.ts"

const base = "http://127.0.0.1:4010/service"

describe("isFromElsewhere", () => {
  it.each([
    [{ "sec-fetch-site": "same-origin" }, false],
    [{ "sec-fetch-site": "none" }, false],
    [{ "sec-fetch-site": "same-site" }, true],
    [{ "sec-fetch-site": "cross-site", origin: "http://127.0.0.1:4010" }, true],
    [{ origin: "http://127.0.0.1:4010" }, false],
    [{ origin: "http://sandbox.example", host: "sandbox.example" }, false],
    [{ origin: "http://evil.example", host: "127.0.0.1:4010" }, true],
    [{ origin: "null" }, true],
    [{}, false],
  ])("judges %j", (headers, expected) => {
    assert.strictEqual(isFromElsewhere(base, headers), expected)
  })
})

describe("makePageTokens", () => {
  it("knows its own, for the page that they were made for, and no other", () => {
    const tokens = makePageTokens()
    const own = tokens.issue("one")
    assert.isTrue(tokens.isOwn("one", own))
    for (const other of [`${own}x`, "", null, "made.up", makePageTokens().issue("one")]) {
      assert.isFalse(tokens.isOwn("one", other))
    }
    assert.isFalse(tokens.isOwn("two", own))
  })
})
