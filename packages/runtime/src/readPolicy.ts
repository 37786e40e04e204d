/** The policy of core with the parts that `POLICY_FILE` replaces. Core defines a policy, and refuses any other by its keys. */
import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { defaultPolicy, makePolicy, type PolicyInput } from "@cauri/core"
import { Misconfigured } from "./Misconfigured.ts"

/** The variable of the policy, with what it must be. */
export const policyVariables = { POLICY_FILE: "the path of a JSON file that overrides parts of the policy" } as const

const wrong = (expected: string) => new Misconfigured({ variable: "POLICY_FILE", expected })

/** The policy in force. */
export const readPolicy = Effect.fnUntraced(function* (path: string | null) {
  if (path === null) return defaultPolicy
  const overrides = yield* Effect.tryPromise({
    try: async (): Promise<PolicyInput> => JSON.parse(await readFile(path, "utf8")),
    catch: () => wrong(policyVariables.POLICY_FILE),
  })
  return yield* Effect.fromResult(makePolicy(overrides)).pipe(
    Effect.mapError(({ problems }) =>
      wrong(`a policy: ${problems.map(({ key, rule }) => `${key} ${rule}`).join("; ")}`),
    ),
  )
})
