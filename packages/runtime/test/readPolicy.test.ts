import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, Result } from "effect"
import { defaultPolicy } from "@cauri/core"
import { overridePolicy, readPolicy } from "../src/readPolicy.ts"
import { newFolder } from "./support.ts"

const refusalOf = (overrides: unknown) => {
  const result = overridePolicy(overrides)
  return Result.isFailure(result) ? result.failure.message : "accepted"
}

describe("the policy", () => {
  it("is core's own where nothing is overridden", () => {
    assert.deepStrictEqual(Result.getOrThrow(overridePolicy({})), defaultPolicy)
  })

  it("replaces what is named, of a rail or the breaker only the parts that are named", () => {
    const policy = Result.getOrThrow(
      overridePolicy({
        confirmRate: { perSecond: 2, burst: 4 },
        creationRate: null,
        fees: [{ rail: "UssdPush", basisPoints: 150, fixedXof: 10 }],
        shops: { shop: { name: "Shop", siteUrl: "https://shop.example" } },
        statusAliases: { nocompleted: "notcompleted" },
        breaker: { calls: 20 },
        schedules: { Hosted: { deadline: 60_000, afterwards: [{ every: 5_000, until: null }] } },
      }),
    )
    assert.deepStrictEqual(policy, {
      ...defaultPolicy,
      confirmRate: { perSecond: 2, burst: 4 },
      creationRate: null,
      fees: [{ rail: "UssdPush", basisPoints: 150, fixedXof: 10 }],
      shops: { shop: { name: "Shop", siteUrl: "https://shop.example" } },
      statusAliases: { nocompleted: "notcompleted" },
      breaker: { ...defaultPolicy.breaker, calls: 20 },
      schedules: {
        ...defaultPolicy.schedules,
        Hosted: {
          ...defaultPolicy.schedules.Hosted,
          deadline: 60_000,
          afterwards: [{ every: 5_000, until: Number.POSITIVE_INFINITY }],
        },
      },
    })
  })

  it("can be written down as a whole: every key of core's is known here", () => {
    const forJson = JSON.stringify(defaultPolicy, (_, value: unknown) =>
      value === Number.POSITIVE_INFINITY ? null : value,
    )
    assert.deepStrictEqual(Result.getOrThrow(overridePolicy(JSON.parse(forJson))), defaultPolicy)
  })

  const wrong: ReadonlyArray<readonly [key: string, overrides: unknown]> = [
    ["confirmrate", { confirmrate: null }],
    ["schedules.Hosted.deadlines", { schedules: { Hosted: { deadlines: 5 } } }],
    ["schedules.Hostd", { schedules: { Hostd: {} } }],
    ["breaker.share", { breaker: { share: 1.5 } }],
    ["lease", { lease: "60s" }],
    ["lease", { lease: null }],
    ["payinIntentLimit", { payinIntentLimit: -1 }],
    ["maxAttempts", { maxAttempts: 0 }],
    ["confirmRate.perSecond", { confirmRate: { perSecond: 0, burst: 1 } }],
    ["confirmBackoff", { confirmBackoff: [] }],
    ["audits.1", { audits: [1, "2"] }],
    ["statusAliases.paid", { statusAliases: { paid: "done" } }],
    ["the file", ["lease"]],
  ]
  it.each(wrong)("names %s when it is unknown or cannot be what it says", (key, overrides) => {
    const refusal = refusalOf(overrides)
    assert.include(refusal, "POLICY_FILE")
    assert.include(refusal, key)
  })

  it("refuses a lease that ends before a call may: its answer would be nobody's", () => {
    assert.include(refusalOf({ lease: 30_000 }), "lease")
  })

  it("refuses a host's hearing that outlasts its lease: it would hear the same for ever", () => {
    assert.include(refusalOf({ hearTimeout: 30_001 }), "hearTimeout is at most half of lease")
    assert.strictEqual(Result.getOrThrow(overridePolicy({ hearTimeout: 30_000 })).hearTimeout, 30_000)
  })

  it.effect("is read from a file, and a file that cannot be read or is no JSON is refused without its content", () =>
    Effect.gen(function* () {
      const folder = yield* newFolder
      const path = join(folder, "policy.json")
      writeFileSync(path, '{ "maxItems": 7 }')
      assert.strictEqual((yield* readPolicy(path)).maxItems, 7)
      assert.strictEqual(yield* readPolicy(null), defaultPolicy)
      writeFileSync(path, "canary")
      for (const each of [path, join(folder, "other.json")]) {
        const refusal = yield* Effect.flip(readPolicy(each))
        assert.include(refusal.message, "POLICY_FILE")
        assert.notInclude(refusal.message, "canary")
      }
    }),
  )
})
