/** The policy of core with the parts that `POLICY_FILE` replaces. Core defines a policy, and refuses any other by its keys. */
import { readFile } from "node:fs/promises"
import { Effect, Result } from "effect"
import { policyFromWords } from "@cauri/catalogue"
import { defaultPolicy, makePolicy } from "@cauri/core"
import { Rail } from "@cauri/core/model"
import { Misconfigured } from "./Misconfigured.ts"

/** The variable of the policy, with what it must be. */
export const policyVariables = { POLICY_FILE: "the path of a JSON file that overrides parts of the policy" } as const

const wrong = (expected: string) => new Misconfigured({ variable: "POLICY_FILE", expected })

/** The policy in force. A file names rails by their words, such as `ussd_push`. */
export const readPolicy = Effect.fnUntraced(function* (path: string | null) {
  if (path === null) return defaultPolicy
  const written = yield* Effect.tryPromise({
    try: async (): Promise<unknown> => JSON.parse(await readFile(path, "utf8")),
    catch: () => wrong(policyVariables.POLICY_FILE),
  })
  const { explain, overrides } = policyFromWords(Rail.literals, written)
  const made = makePolicy(Object(overrides))
  const problems = explain(Result.isSuccess(made) ? [] : made.failure.problems)
  if (Result.isSuccess(made) && problems.length === 0) return made.success
  return yield* wrong(`a policy: ${problems.map(({ key, rule }) => `${key} ${rule}`).join("; ")}`)
})
