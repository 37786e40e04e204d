import { assert, describe } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Duration, Effect, Result } from "effect"
import { it } from "@cauri/house/it"
import { defaultPolicy } from "@cauri/core"
import { makePolicy } from "@cauri/core/adapter"
import { readPolicy } from "../src/readPolicy.ts"
import { newFolder } from "./support.ts"

const reading = Effect.fnUntraced(function* (text: string) {
  const path = join(yield* newFolder, "policy.json")
  writeFileSync(path, text)
  return yield* readPolicy(path)
})

const calls = { lease: "2 minutes", creationRate: null, breaker: { calls: 20 } } as const
const schedule = { deadline: 60_000, afterwards: [{ every: 5_000, until: null }] } as const
const fee = { basisPoints: 150, fixedXof: 10 } as const
const statusAliases = { nocompleted: "not_completed" } as const

const overrides = {
  calls,
  schedules: { hosted: schedule },
  merchant: { fees: [{ rail: "ussd_push", ...fee }], statusAliases },
} as const

describe("the policy", () => {
  it("is core's own where no file or nothing is named", function* () {
    assert.strictEqual(yield* readPolicy(null), defaultPolicy)
    assert.deepStrictEqual(yield* reading("{}"), defaultPolicy)
  })

  it("is what core makes of the parts that the file names", function* () {
    const policy = yield* reading(JSON.stringify(overrides))
    assert.deepStrictEqual(policy, Result.getOrThrow(makePolicy(overrides)))
    assert.strictEqual(Duration.toMillis(policy.schedules.hosted.deadline), 60_000)
    assert.deepStrictEqual(policy.calls.breaker.openFor, defaultPolicy.calls.breaker.openFor)
  })

  const wrong: ReadonlyArray<readonly [key: string, overrides: unknown]> = [
    ["calls.confirmrate is no key of the policy", { calls: { confirmrate: "canary" } }],
    ["schedules.hosted.deadlines is no key of the policy", { schedules: { hosted: { deadlines: "canary" } } }],
    ["schedules.ussd_puch is no key of the policy", { schedules: { ussd_puch: { first: "canary" } } }],
    ['merchant.fees.0.rail must be "hosted" | ', { merchant: { fees: [{ rail: "canary", ...fee }] } }],
    ["calls.lease must be a duration", { calls: { lease: "canary" } }],
    ["calls.lease must be longer than", { calls: { lease: 30_000 } }],
    ["delivery.timeout must be at most half of calls.lease", { delivery: { timeout: 30_001 } }],
    [
      "limits.maxAttempts must be a whole number of 1 or more; worker.batch must be",
      { limits: { maxAttempts: 0 }, worker: { batch: 0 } },
    ],
    ["the whole must be object", ["canary"]],
  ]
  it.effect.each(wrong)("says that %s, by its variable and without a value", ([said, overrides]) =>
    Effect.gen(function* () {
      const { message, variable } = yield* Effect.flip(reading(JSON.stringify(overrides)))
      assert.strictEqual(variable, "POLICY_FILE")
      assert.include(message, `POLICY_FILE must be a policy: ${said}`)
      assert.notInclude(message, "canary")
    }),
  )

  it("refuses a file that cannot be read or is no JSON without its content", function* () {
    for (const each of [reading("canary"), readPolicy(join(yield* newFolder, "other.json"))]) {
      const refusal = yield* Effect.flip(each)
      assert.include(refusal.message, "POLICY_FILE")
      assert.notInclude(refusal.message, "canary")
    }
  })
})
