/** The style of all pages: small on the way, and nothing in it loads anything. */
import { assert, describe, it } from "@effect/vitest"
import { gzipSync } from "node:zlib"
import { style } from "../src/shell.ts"

describe("the style sheet", () => {
  it("weighs at most 20 KB on the way", () => assert.isAtMost(gzipSync(style.text).length, 20 * 1_024))

  it("loads nothing, and has a dark variant and one for paper", () => {
    assert.notMatch(style.text, /url\(|@import|@font-face/)
    assert.match(style.text, /prefers-color-scheme: dark/)
    assert.match(style.text, /@media print/)
  })
})
