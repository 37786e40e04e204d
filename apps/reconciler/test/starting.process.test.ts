/** How the program starts, and with what it refuses to; each by its exit code and one sentence that names the variable. */
import { assert, describe, it } from "@effect/vitest"
import { closeSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { Context, Effect, Schema } from "effect"
import { Payouts } from "@cauri/core"
import { appVersion, spawnApp, type SpawnAppOptions, waitUntil } from "@cauri/programs"
import { RequestLog } from "@cauri/simulator"
import { payout } from "./payments.ts"
import { slowAnswers } from "./stopping.ts"
import { newWorld, startIn, stateOf } from "./world.ts"

const run = Effect.fnUntraced(function* (
  environment: SpawnAppOptions["environment"],
  given: ReadonlyArray<string> = [],
  nodeFlags: ReadonlyArray<string> = [],
) {
  const app = yield* spawnApp({ app: "reconciler", environment, arguments: given, nodeFlags })
  const exit = yield* app.ended
  return { exit, text: (yield* app.lines).join("\n"), stdout: yield* app.out }
}, Effect.scoped)

const hour = 3_600_000
/** A policy that asks about no payout before the run is over, however long the machine takes for it. */
const unhurried = {
  schedules: { mobile_money_payout: { first: hour, next: [], afterwards: [{ every: hour, until: null }] } },
}

const decodeSummary = Schema.decodeEffect(
  Schema.fromJsonString(
    Schema.Struct({
      taken: Schema.Int,
      failed: Schema.Int,
      due: Schema.Int,
      inDoubt: Schema.Int,
      flagged: Schema.Int,
      held: Schema.Int,
      pauses: Schema.Array(Schema.String),
      sends: Schema.Boolean,
      events: Schema.Record(Schema.String, Schema.Int),
    }),
  ),
)

describe("the program", () => {
  it.live("explains itself, tells its version and refuses what it does not know", () =>
    Effect.gen(function* () {
      const help = yield* run({}, ["--help"])
      assert.strictEqual(help.exit, 0)
      assert.include(help.stdout, "STORE_URL")
      assert.deepInclude(yield* run({}, ["--version"]), { exit: 0, stdout: `${appVersion("reconciler")}\n` })
      const unknown = yield* run({}, ["--twice"])
      assert.strictEqual(unknown.exit, 64)
      assert.include(unknown.text, "--twice")
    }),
  )

  it.live("exits with 74 on a damaged store, and writes nothing into it", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite")
      const path = join(world.folder, "damaged.db")
      yield* Effect.sync(() => {
        const file = openSync(path, "w", 0o600)
        writeSync(file, "This is no database at all. ".repeat(1_000))
        closeSync(file)
      })
      const damaged = yield* run({ ...world.environment, STORE_URL: `sqlite:${path}` })
      assert.strictEqual(damaged.exit, 74)
      assert.include(damaged.text, "corrupt")
    }),
  )
})

describe("--once", () => {
  it.live("works through what is due, tells what came of it, and exits with 1 only when something needs a person", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite", {}, unhurried)
      const payouts = Context.get(world.merchant, Payouts)
      yield* payouts.create(payout("fine", "22660000090"), { sendLater: true })
      const first = yield* run(world.environment, ["--once", "--json"])
      assert.strictEqual(first.exit, 0, first.text)
      const summary = yield* decodeSummary(first.stdout)
      assert.deepInclude(summary, { failed: 0, due: 0, inDoubt: 0, flagged: 0, held: 0, pauses: [], sends: true })
      assert.deepInclude(summary.events, { attempt_started: 1, accepted: 1 })
      assert.notStrictEqual(yield* stateOf(world, "payout", "fine"), "intended")
      // Where there is no terminal, progress is plain lines.
      assert.include(first.text, "of 1 due payments")

      // The creation is executed and its answer is lost: only a person can tell what became of it.
      yield* payouts.create(payout("lost", "22660000082"), { sendLater: true })
      const second = yield* run(world.environment, ["--once"])
      assert.strictEqual(second.exit, 1)
      assert.include(second.stdout, "In doubt 1")
      assert.strictEqual(yield* stateOf(world, "payout", "lost"), "in_doubt")
    }),
  )

  it.live("exits with 1 and says so, when it sent nothing because the mark of the store is not there", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite", {}, unhurried)
      yield* Context.get(world.merchant, Payouts).create(payout("waits", "22660000090"), { sendLater: true })
      const elsewhere = { ...world.environment, STORE_MARK_FILE: join(world.folder, "not-mounted", "mark") }
      const ended = yield* run(elsewhere, ["--once"])
      assert.strictEqual(ended.exit, 1, ended.text)
      assert.include(ended.stdout, "No new payment was sent")
      assert.strictEqual(yield* stateOf(world, "payout", "waits"), "intended")
    }),
  )

  it.live("works through it all and ends as it would, when its output is no longer read", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite", {}, unhurried)
      const payouts = Context.get(world.merchant, Payouts)
      for (const [index, id] of ["one", "two", "three"].entries()) {
        yield* payouts.create(payout(id, `2266000009${index}`), { sendLater: true })
      }
      const app = yield* spawnApp({
        app: "reconciler",
        environment: world.environment,
        arguments: ["--once"],
        unread: ["stdout", "stderr"],
      })
      assert.strictEqual(yield* app.ended, 0)
      for (const id of ["one", "two", "three"]) assert.strictEqual(yield* stateOf(world, "payout", id), "pending", id)
    }),
  )

  it.live("ends with 75 when it was told to stop before it had finished, and saves what it had sent", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite", slowAnswers)
      yield* Context.get(world.merchant, Payouts).create(payout("sent", "22660000093"), { sendLater: true })
      const app = yield* spawnApp({ app: "reconciler", environment: world.environment, arguments: ["--once"] })
      const { lines } = Context.get(world.simulator.services, RequestLog)
      yield* waitUntil(lines, (all) => all.some(({ transactionId }) => transactionId === "sent"))
      yield* app.kill("SIGTERM")
      assert.strictEqual(yield* app.ended, 75)
      assert.include(yield* app.err, "was stopped before it had finished")
      assert.strictEqual(yield* stateOf(world, "payout", "sent"), "pending")
    }),
  )
})

describe("operations", () => {
  it.live("tell life, readiness and metrics on the loopback alone", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite")
      const app = yield* startIn(world)
      yield* app.says("The reconciler works.")
      const port = yield* app.operations
      const ask = (path: string) => Effect.promise(() => fetch(`http://127.0.0.1:${port}${path}`))
      assert.strictEqual((yield* ask("/livez")).status, 200)
      const metrics = Effect.promise(async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text())
      // Its first run may still be under way.
      yield* waitUntil(metrics, (text) => text.includes("cauri_reconciler_runs"))
      assert.strictEqual((yield* ask("/payments")).status, 404)
      yield* app.kill("SIGTERM")
      assert.strictEqual(yield* app.ended, 0)
    }),
  )
})
