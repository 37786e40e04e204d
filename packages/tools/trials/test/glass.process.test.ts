import { assert, it } from "@effect/vitest"
import { run } from "../src/glass/run.ts"

it("300 towns lose nothing in five days each", async () => {
  const wrong: Array<string> = []
  for (let seed = 1; seed <= 300; seed++) {
    const found = await run({ seed, payments: 4, days: 5 })
    if (found.wrong.length > 0) wrong.push(`seed ${seed}: ${found.wrong.join(" ")}`)
  }
  assert.deepStrictEqual(wrong, [])
})
