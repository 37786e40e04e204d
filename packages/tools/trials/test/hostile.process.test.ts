/** The API under a hostile client. `pnpm --filter @cauri/trials campaign hostile` makes a million requests. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { hostileRun, wrongIn } from "./hostile.ts"

describe("the API", () => {
  it.live(
    "answers 5,000 hostile requests as its document says, none with a 500, and holds no more memory afterwards",
    () =>
      Effect.gen(function* () {
        const run = yield* hostileRun({ requests: 5_000, seed: 20_261_130, warm: 1_000 })
        assert.deepStrictEqual(wrongIn(run), [])
        // The requests reach everything that the API says.
        assert.containsAllKeys(run.statuses, [200, 201, 400, 401, 403, 404, 405, 409, 413, 415, 431, 503])
      }),
  )
})
