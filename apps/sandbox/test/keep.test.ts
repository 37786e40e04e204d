import { assert, describe, it } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, HashMap, Layer } from "effect"
import { TestClock } from "effect/testing"
import { CallbackSender, Engine, layer, Phones } from "@cauri/simulator"
import { type Keeper, keepOn, openKeeper } from "../src/keep.ts"

/** The path of a file that goes with the scope. */
const newPath = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-sandbox-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "sandbox.db"),
)

const simulator = () => layer().pipe(Layer.provide(CallbackSender.layerNone))

/** Opens the file, keeps a simulator in it while something is done, and closes it. */
const whileKept = <A, E>(path: string, work: Effect.Effect<A, E, Engine | Phones>) =>
  Effect.gen(function* () {
    const keeper = yield* openKeeper(path)
    const engine = yield* Engine
    if (keeper.kept !== null) yield* engine.restore(keeper.kept.state)
    yield* keepOn(keeper, engine, "the token", () => assert.fail("everything can be written"))
    return yield* work
  }).pipe(Effect.scoped, Effect.provide(simulator()))

const phonesOf = Effect.map(
  Effect.flatMap(Engine, ({ state }) => state),
  ({ phones }) => [...HashMap.keys(phones)],
)

const refused = (path: string) => Effect.map(Effect.flip(Effect.scoped(openKeeper(path))), ({ reason }) => reason)

describe("the keeper", () => {
  it.effect("brings back what was there when the program was stopped, and the control token", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* whileKept(
        path,
        Effect.flatMap(Phones, ({ look }) => look("22660000001")),
      )
      assert.deepStrictEqual(yield* whileKept(path, phonesOf), ["22660000001"])
      const { kept } = yield* openKeeper(path)
      assert.strictEqual(kept?.controlToken, "the token")
    }),
  )

  it.effect("writes shortly after a change, for a program that is killed", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      const atWork = Effect.gen(function* () {
        yield* (yield* Phones).look("22660000001")
        yield* TestClock.adjust("300 millis")
        // The file as a killed program leaves it: nothing is written at the end any more.
        yield* Effect.sync(() => writeFileSync(`${path}-killed`, readFileSync(path)))
        yield* (yield* Phones).look("22660000002")
      })
      yield* whileKept(path, atWork)
      assert.deepStrictEqual(yield* whileKept(`${path}-killed`, phonesOf), ["22660000001"])
    }),
  )

  it.effect("goes on after a disk that was full, and says so once until it has room again", () =>
    Effect.gen(function* () {
      const disk = { full: false, kept: 0 }
      const said: Array<string> = []
      const keeper: Keeper = {
        kept: null,
        keep: () => {
          if (disk.full) throw new Error("database or disk is full")
          disk.kept += 1
        },
      }
      yield* keepOn(keeper, yield* Engine, "the token", (sentence) => said.push(sentence))
      for (const [full, phone, kept, sentences] of [
        [true, "22660000001", 1, 1],
        [true, "22660000002", 1, 1],
        [false, "22660000003", 2, 1],
        [true, "22660000004", 2, 2],
      ] as const) {
        disk.full = full
        yield* (yield* Phones).look(phone)
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual([disk.kept, said.length], [kept, sentences], phone)
      }
      assert.include(said[0], "SANDBOX_FILE")
    }).pipe(Effect.scoped, Effect.provide(simulator())),
  )

  it.effect("lets no other user read the file, for it holds credentials", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* whileKept(path, Effect.void)
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
    }),
  )

  it.effect("refuses a file that another program holds, one that is something else, and one that cannot be made", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* openKeeper(path)
      assert.strictEqual(yield* refused(path), "Busy")
      yield* Effect.sync(() => writeFileSync(`${path}-text`, "This is no database at all. ".repeat(200)))
      assert.strictEqual(yield* refused(`${path}-text`), "Foreign")
      yield* Effect.sync(() => {
        const other = new DatabaseSync(`${path}-other`)
        other.exec("CREATE TABLE payments (id)")
        other.close()
      })
      assert.strictEqual(yield* refused(`${path}-other`), "Foreign")
      assert.strictEqual(yield* refused(join(path, "below", "a-file")), "Unusable")
    }),
  )

  it.effect("refuses a state of another version, and leaves it as it is", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      yield* Effect.scoped(
        Effect.map(openKeeper(path), ({ keep }) => keep({ controlToken: "the token", state: { now: "yesterday" } })),
      )
      assert.strictEqual(yield* refused(path), "OtherVersion")
      assert.strictEqual(yield* refused(path), "OtherVersion")
    }),
  )
})
