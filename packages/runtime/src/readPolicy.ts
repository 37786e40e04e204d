/** The policy of core with the parts that `POLICY_FILE` replaces. Core defines a policy, and refuses any other by its keys. */
import { readFile } from "node:fs/promises"
import { Effect, Result } from "effect"
import { inBoth, variableTexts, type Wording } from "@cauri/catalogue/tools"
import { defaultPolicy } from "@cauri/core"
import { makePolicy } from "@cauri/core/adapter"
import { Misconfigured } from "./Misconfigured.ts"

/** The variable of the policy, with what it must be. */
export const policyVariables = variableTexts("POLICY_FILE")

const wrong = (expected: Wording) => new Misconfigured({ variable: "POLICY_FILE", expected })

/** The policy in force. */
export const readPolicy = Effect.fnUntraced(function* (path: string | null) {
  if (path === null) return defaultPolicy
  const written = yield* Effect.tryPromise({
    try: async (): Promise<unknown> => JSON.parse(await readFile(path, "utf8")),
    catch: () => wrong(policyVariables.POLICY_FILE),
  })
  const made: ReturnType<typeof makePolicy> = Reflect.apply(makePolicy, null, [written])
  if (Result.isSuccess(made)) return made.success
  const listed = made.failure.problems.map(({ key, rule }) => `${key} ${rule}`).join("; ")
  return yield* wrong(inBoth(({ settings }) => settings.a_policy(listed)))
})
