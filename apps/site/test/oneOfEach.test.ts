import { assert, describe, it } from "@effect/vitest"
import { oneOfEach } from "../src/oneOfEach.ts"

const mine = () => "mine"

describe("tables from several files", () => {
  it("have one name each, so that a page never shows another than it names", () => {
    assert.throws(() => oneOfEach({ refusals: mine }, { refusals: () => "theirs" }), "Two tables are named refusals.")
    assert.deepStrictEqual(oneOfEach({ refusals: mine }, {}), { refusals: mine })
  })
})
