/** The policy of the options. */
import { assert, it } from "@effect/vitest"
import { defaultPolicy } from "../src/index.ts"
import { policyOf } from "../src/choices/policy.ts"

it("the policy by default is an override that changes nothing", () => {
  assert.deepStrictEqual(policyOf(defaultPolicy), defaultPolicy)
})
