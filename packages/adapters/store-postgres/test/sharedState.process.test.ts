/** What people and processes share is asked for in a bounded number of questions. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { connectionFrom } from "../src/connection.ts"
import { postgresShared } from "../src/sharedState.ts"
import { makeStoreMemory } from "../src/identity.ts"
import { tablesIn } from "../src/tables.ts"

const pause = { scope: "payouts", reason: "recall", by: "A colleague", since: 1, credentials: null }

describe("setting a hold", () => {
  it("is one question, however often others lift the hold in its way meanwhile", function* () {
    let questions = 0
    const query = () => {
      questions += 1
      return questions > 10 ? Promise.reject(new Error("It asks for ever.")) : Promise.resolve([])
    }
    const idle = connectionFrom(
      { lend: () => Promise.reject(new Error("no connection")), end: () => Promise.resolve() },
      true,
      {},
    )
    const memory = makeStoreMemory(tablesIn("cauri"), "cauri", {})
    yield* Effect.exit(postgresShared({ ...idle, query }, tablesIn("cauri"), memory, "cauri").pause(pause))
    assert.strictEqual(questions, 1)
  })
})
