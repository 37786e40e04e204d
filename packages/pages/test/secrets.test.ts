import { assert, describe, it } from "@effect/vitest"
import { isSameSecret } from "../src/index.ts"

describe("isSameSecret", () => {
  it("compares secrets of any length", () => {
    assert.isTrue(isSameSecret("", ""))
    assert.isTrue(isSameSecret("secret", "secret"))
    assert.isFalse(isSameSecret("", "a"))
    assert.isFalse(isSameSecret("a", "aa"))
  })
})
