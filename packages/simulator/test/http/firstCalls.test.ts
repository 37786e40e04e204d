/** The first call in each language, as text; the sandbox's tests run them. */
import { assert, describe, it } from "@effect/vitest"
import { firstCalls } from "../../src/index.ts"

describe("the first calls", () => {
  it("name the address, both keys and an order's own reference, in each language once", () => {
    const calls = firstCalls("http://localhost:4010", { apiKey: "sandbox-key-1", apiToken: "sandbox-token-1" })
    assert.sameMembers(
      calls.map(({ language }) => language),
      ["curl", "JavaScript", "PHP", "Python", "Dart", "Go"],
    )
    for (const { code, language } of calls) {
      for (const part of ["http://localhost:4010/pay/v01/", "sandbox-key-1", "Bearer sandbox-token-1", "order-1042"]) {
        assert.include(code, part, language)
      }
    }
  })
})
