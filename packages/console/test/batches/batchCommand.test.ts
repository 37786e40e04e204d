/** `batch`: the same as the pages, for a terminal and for programs. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { runBatches } from "@cauri/batches"
import { Review } from "@cauri/core"
import { Context, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { newWorld } from "../world.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-batch-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true })),
)

const text = "id;number;amount\nA1;22670000001;500\nA2;22670000001;500\nA3;22670000003;12.5\n"

describe("batch", () => {
  it.effect("checks a list, keeps it, starts, stops and cancels it, and prints it with what became of it", () =>
    Effect.gen(function* () {
      const file = join(yield* folder, "may.csv")
      writeFileSync(file, text)
      const world = yield* newWorld({ policy: { merchant: { project: "shop" } } })
      const batch = (what: string, ...more: ReadonlyArray<string>) =>
        world.console("batch", what, "--batch", "may", ...more)
      const why = ["--reason", "salaries of May"]
      assert.include((yield* batch("list")).out, "cauri console batch add")
      const check = yield* batch("check", "--file", file, "--description", "Salary")
      assert.strictEqual(check.code, 0)
      assert.match(check.out, /2 lines to pay, 1,000.F.CFA in all\nDigest of the lines: [0-9a-f]{64}\n/)
      for (const part of ["A3 · its amount is no whole", "more than once · A1", "Orange BF / Moov BF: 2"])
        assert.include(check.out, part)
      assert.strictEqual((yield* batch("show")).code, 1)
      const add = yield* batch("add", "--file", file, "--description", "Salary", ...why)
      assert.include(add.out, "The batch is kept. Nothing is sent before it is started.")
      assert.match(add.err, /"record":"batch".*"act":"add","scope":"batch shop\/may"/)
      assert.include((yield* batch("add", "--file", file, "--description", "Salary", ...why)).out, "was here already")
      assert.strictEqual((yield* batch("add", "--file", file, "--description", "Bonus", ...why)).code, 1)
      assert.include((yield* batch("start", ...why)).out, "Being sent")
      yield* Context.get(world.services, Review).pause("payouts", "The manager", "lunch")
      const sending = yield* Effect.forkChild(Effect.provideContext(runBatches, world.services))
      yield* TestClock.adjust("5 seconds")
      const stopped = yield* batch("show")
      assert.strictEqual(stopped.code, 1)
      assert.match(stopped.out, /2 lines left, 1,000.F.CFA/)
      assert.match(stopped.out, /by a pause of payouts: lunch\. At least 1,000.F.CFA are needed/)
      assert.include((yield* batch("pause", ...why)).out, "Paused")
      assert.include((yield* batch("resume", ...why)).out, "Being sent")
      assert.include((yield* batch("cancel", ...why)).out, "Cancelled")
      yield* Fiber.interrupt(sending)
      const shown: unknown = JSON.parse((yield* batch("show", "--json")).out)
      assert.deepInclude(shown, { state: "cancelled", lines: 3, wrong: 1, sum: 1_000 })
      const result = yield* batch("result", ...why)
      assert.include(result.out, "A1;22670000001;500;Cancelled;;\r\n")
      assert.match(result.err, /"record":"reveal".*"scope":"batch shop\/may"/)
      assert.include((yield* batch("pause", ...why)).err, "The batch does not allow this as it stands.")
      writeFileSync(file, "a;b\n")
      assert.deepInclude(yield* batch("check", "--file", file), { code: 1, out: "" })
      assert.strictEqual((yield* batch("approve", ...why)).code, 64)
      assert.include((yield* batch("list", "--json")).out, '"id": "may"')
    }).pipe(Effect.scoped),
  )
})
