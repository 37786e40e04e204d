/** The policy of the options. */
import { assert, describe, it } from "@effect/vitest"
import { defaultPolicy } from "../src/index.ts"
import { policyOf } from "../src/choices/policy.ts"

describe("the policy", () => {
  it("by default is an override that changes nothing", () => {
    assert.deepStrictEqual(policyOf(defaultPolicy), defaultPolicy)
  })
})
