/** The question by which a merchant recognises the service, at the sandbox. */
import { assert, describe, it } from "@effect/vitest"
import { serve } from "@cauri/simulator"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const examples = fileURLToPath(new URL("../examples/", import.meta.url))
const answer = (text: string): unknown => JSON.parse(text.replace(/"http[^"]*\/wiki/, '"/wiki'))

describe("the question without keys", () => {
  it.live("is answered as the page says", () =>
    Effect.gen(function* () {
      const { url } = yield* serve({ seed: 7 }, { port: 0 })
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)("sh", [`${examples}whoAreYou.sh`], { env: { ...process.env, SERVICE_URL: url } }),
      )
      assert.deepStrictEqual(answer(stdout), answer(readFileSync(`${examples}whoAreYou.json`, "utf8")))
    }),
  )
})
