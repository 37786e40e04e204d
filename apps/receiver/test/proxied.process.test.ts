/** What comes through a real proxy: it and the server agree on how many requests there are, and which (A17). */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { disagreementOf, noNginx, throughNginx, troubleWithNginx } from "./proxied.ts"
import { rows } from "./wireTable.ts"

const why = noNginx ? ", skipped: no nginx is installed on this machine" : ""

describe.skipIf(noNginx)(`nginx before a receiver that is not there${why}`, () => {
  it.live("writes no address into its log of errors (A19, S16)", () =>
    Effect.gen(function* () {
      const { path, statuses, written } = yield* troubleWithNginx
      assert.deepStrictEqual(statuses, [502, 413])
      assert.notInclude(written, path)
    }),
  )
})

describe.skipIf(noNginx)(`the wire table through nginx${why}`, () => {
  it.live("is read by both in the same way, and nothing of it reaches the next caller's (A17)", () =>
    Effect.gen(function* () {
      const results = yield* throughNginx
      assert.lengthOf(results, rows.length)
      for (const result of results) assert.isNull(disagreementOf(result), JSON.stringify(result))
      const passedOn = results.flatMap((each) => each.passedOn)
      assert.isAbove(passedOn.length, 20, "the proxy passes something on")
    }),
  )
})
