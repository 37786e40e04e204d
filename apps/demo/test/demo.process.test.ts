/** The command itself, as `pnpm demo` runs it: with everything that it starts. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { temporaryFolder } from "@cauri/programs"
import { contentOf, root, runs, scriptOf, start } from "./process.ts"

// Five programs and more at once, on a machine that has much else to do.
const patience = 600_000

/** A demo in the middle of its work, its folder, and the programs that it has started. */
const atWork = Effect.gen(function* () {
  const folder = yield* temporaryFolder
  const noted = join(yield* temporaryFolder, "pids")
  const fixture = import.meta.resolve("./fixtures/noted.ts")
  const demo = yield* start("demo", [], { TMPDIR: folder, NOTED_IN: noted }, fixture)
  yield* demo.says("two reconcilers begin to work")
  return { demo, folder, pids: readFileSync(noted, "utf8").trim().split("\n").map(Number) }
})

describe("pnpm demo", () => {
  it("runs this package's demo script", () => {
    // Not by way of another pnpm, which would make every exit code 1.
    assert.strictEqual(scriptOf("demo", root), "node apps/demo/src/main.ts demo")
    assert.strictEqual(scriptOf("demo"), "node src/main.ts demo")
  })

  it.live(
    "proves as one JSON line that everything agrees, and leaves nothing behind (S1, S2, S15, #199, #205)",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const demo = yield* start("demo", ["--json", "--seed", "7"], { TMPDIR: folder })
        assert.strictEqual(yield* demo.ended, 0, (yield* demo.out) + (yield* demo.err))
        assert.match(yield* demo.out, /^[^\n]+\n$/)
        const result = JSON.parse(yield* demo.out)
        assert.deepInclude(result, { agrees: true, seed: 7, doublePayouts: 0, disagreements: [] })
        assert.isAtLeast(result.payments, 200)
        assert.strictEqual(result.payins.there.francs, result.payins.here.francs + result.payins.forPerson.francs)
        assert.strictEqual(result.payouts.there.francs, result.payouts.here.francs + result.payouts.forPerson.francs)
        assert.strictEqual(result.completions.francs, result.payins.here.francs + result.payouts.here.francs)
        for (const [name, count] of Object.entries(result.faults)) assert.isAbove(Number(count), 0, name)
        assert.deepStrictEqual(contentOf(folder), [])
      }).pipe(Effect.scoped),
    patience,
  )

  it.live(
    "exits with 1 and names each lie, in the service's ledger and in our store",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const demo = yield* start(
          "demo",
          ["--seed", "8"],
          { TMPDIR: folder },
          import.meta.resolve("./fixtures/liars.ts"),
        )
        assert.strictEqual(yield* demo.ended, 1, (yield* demo.out) + (yield* demo.err))
        assert.match(
          yield* demo.out,
          /✗ wage-\S+: 0\u00A0F\u00A0CFA moved at the service, [\d,]+\u00A0F\u00A0CFA here \(completed\), and no flag says so/,
        )
        assert.match(yield* demo.out, /✗ order-\S+: the host received 0 completions of it, and it is completed here/)
        assert.notInclude(yield* demo.out, "Everything agrees")
        // No terminal, no colours and no picture.
        assert.notInclude(yield* demo.out, "\u001B")
        assert.include(yield* demo.out, "reconciler-1 was killed in the middle of its work")
        assert.deepStrictEqual(contentOf(folder), [])
      }).pipe(Effect.scoped),
    patience,
  )

  it.live(
    "ends with 70 and the last lines of a program that fails",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const demo = yield* start("demo", [], { TMPDIR: folder }, import.meta.resolve("./fixtures/brokenReceiver.ts"))
        assert.strictEqual(yield* demo.ended, 70)
        assert.include(yield* demo.err, "The receiver ended with SIGKILL. Its last lines:\n")
        assert.include(yield* demo.err, "The receiver listens.")
        assert.deepStrictEqual(contentOf(folder), [])
      }).pipe(Effect.scoped),
    patience,
  )

  it.live(
    "stops everything that it has started when Ctrl-C is pressed",
    () =>
      Effect.gen(function* () {
        const { demo, folder, pids } = yield* atWork
        assert.isAtLeast(pids.length, 4)
        yield* demo.kill("SIGINT")
        yield* demo.says("Stopping …")
        assert.strictEqual(yield* demo.ended, 130)
        assert.include(yield* demo.err, "Stopping …")
        assert.deepStrictEqual(pids.filter(runs), [])
        assert.deepStrictEqual(contentOf(folder), [])
      }).pipe(Effect.scoped),
    patience,
  )

  it.live(
    "ends at once when Ctrl-C is pressed again, though its programs do not stop, and leaves none of them and no file",
    () =>
      Effect.gen(function* () {
        const { demo, folder, pids } = yield* atWork
        // Programs that are told nothing any more: only a kill ends them.
        yield* Effect.sync(() => pids.filter(runs).forEach((pid) => process.kill(pid, "SIGSTOP")))
        yield* demo.kill("SIGINT")
        yield* demo.says("Stopping …")
        const again = Effect.repeat(demo.kill("SIGINT"), Schedule.spaced("100 millis"))
        assert.strictEqual(yield* Effect.raceFirst(demo.ended, Effect.andThen(again, Effect.never)), 130)
        assert.deepStrictEqual(pids.filter(runs), [])
        assert.deepStrictEqual(contentOf(folder), [])
      }).pipe(Effect.scoped),
    patience,
  )

  it.live(
    "refuses what it does not understand, and explains itself",
    () =>
      Effect.gen(function* () {
        const refused = yield* start("demo", ["--fast"], {})
        assert.strictEqual(yield* refused.ended, 64)
        assert.include(yield* refused.err, "--fast")
        const helped = yield* start("demo", ["--help"], {})
        assert.strictEqual(yield* helped.ended, 0)
        assert.include(yield* helped.out, "Usage: cauri demo")
      }).pipe(Effect.scoped),
    patience,
  )
})
