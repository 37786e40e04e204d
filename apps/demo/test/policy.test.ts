import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, it } from "@effect/vitest"
import { Duration, Effect } from "effect"
import { temporaryFolder } from "@cauri/programs"
import { readPolicy } from "@cauri/runtime"
import { demoPolicy } from "../src/policy.ts"

it.effect("the demo's policy is one that its reconcilers accept", () =>
  Effect.gen(function* () {
    const file = join(yield* temporaryFolder, "policy.json")
    writeFileSync(file, JSON.stringify(demoPolicy))
    const { calls, delivery } = yield* readPolicy(file)
    const { lease } = demoPolicy.calls
    assert.deepStrictEqual([Duration.toMillis(calls.lease), Duration.toMillis(delivery.timeout)], [lease, lease / 2])
  }),
)
