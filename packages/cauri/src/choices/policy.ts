/** The policy as the options take it. */
import { defaultPolicy as coreDefaults, type PolicyInput, type PolicyShape } from "@cauri/core"
import { makePolicy } from "@cauri/core/adapter"
import { Result } from "effect"
import { PaymentsError } from "@cauri/plain"

/**
 * The default of every limit, schedule and deadline. It knows no fees.
 *
 * ```ts
 * defaultPolicy.merchant.fees.length // => 0
 * ```
 */
export const defaultPolicy: PolicyShape = coreDefaults

/** The policy with these overrides. Throws what is wrong with it, under the first wrong key. */
export const policyOf = (overrides: PolicyInput = {}): PolicyShape => {
  const made = makePolicy(overrides)
  if (Result.isSuccess(made)) return made.success
  const { message, problems } = made.failure
  const [field = "policy"] = problems.map(({ key }) => `policy.${key}`)
  throw new PaymentsError({ code: "invalid_input", message: `${message} Nothing was stored or sent.`, field })
}
