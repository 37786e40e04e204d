import { assert, it } from "@effect/vitest"
import { run } from "../src/glass/run.ts"
import { World } from "../src/glass/time.ts"

it("a simulated town loses nothing, and comes out the same when it is run again", async () => {
  const first = await run({ seed: 7, payments: 4, days: 2, store: "memory" })
  assert.deepStrictEqual(first.wrong, [])
  assert.isAbove(first.struck.length, 10)
  const second = await run({ seed: 7, payments: 4, days: 2, store: "memory" })
  assert.strictEqual(second.fingerprint, first.fingerprint)
})

it("what a program opens after its end is closed at once: an open file of a dead one tore the file of all", () => {
  const program = new World(1).program("late")
  program.die()
  let isClosed = false
  program.atEnd(() => (isClosed = true))
  assert.isTrue(isClosed)
})
