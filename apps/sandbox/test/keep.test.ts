import { assert, describe } from "@effect/vitest"
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, HashMap, Layer, type Schema } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { CallbackSender, defaultProject, emptyState, Engine, layer, Phones, StateKeeper } from "@cauri/simulator"
import { type Keeper, keepOn, openKeeper } from "../src/keep.ts"
import { payin } from "./site.ts"

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
    const keep = yield* keepOn(keeper, "the token", () => assert.fail("everything can be written"), "en")
    return yield* Effect.gen(function* () {
      if (keeper.kept !== null) yield* (yield* Engine).restore(keeper.kept.state)
      return yield* work
    }).pipe(Effect.provide(simulator().pipe(Layer.provide(Layer.succeed(StateKeeper, keep)))))
  }).pipe(Effect.scoped)

const phonesOf = Effect.map(
  Effect.flatMap(Engine, ({ state }) => state),
  ({ phones }) => [...HashMap.keys(phones)],
)

/** A saved state without the order of its tables, which have none, and without the time, which goes on. */
const comparable = (saved: Schema.Json): unknown => {
  const sorted = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.every((each) => Array.isArray(each) && each.length === 2)
        ? value.map(sorted).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
        : value.map(sorted)
    }
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === "now" ? 0 : sorted(each)]))
      : value
  }
  return sorted(saved)
}

const refused = (path: string) => Effect.map(Effect.flip(Effect.scoped(openKeeper(path))), ({ reason }) => reason)

describe("the keeper", () => {
  it("brings back what was there when the program was stopped, and the control token", function* () {
    const path = yield* newPath
    yield* whileKept(
      path,
      Effect.flatMap(Phones, ({ look }) => look("22660000001")),
    )
    assert.deepStrictEqual(yield* whileKept(path, phonesOf), ["22660000001"])
    const { kept } = yield* openKeeper(path)
    assert.strictEqual(kept?.controlToken, "the token")
  })

  it.effect("writes every change before its answer leaves, for a program that is killed", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      // The files as a killed program leaves them: nothing is written at the end any more.
      const killed = (name: string) =>
        Effect.sync(() => {
          for (const end of ["", "-wal"]) writeFileSync(`${path}-${name}${end}`, readFileSync(`${path}${end}`))
        })
      const atWork = Effect.gen(function* () {
        const phones = yield* Phones
        yield* phones.look("22660000001")
        yield* killed("first")
        yield* phones.look("22660000002")
        yield* killed("second")
      })
      yield* whileKept(path, atWork)
      assert.deepStrictEqual(yield* whileKept(`${path}-first`, phonesOf), ["22660000001"])
      assert.sameMembers([...(yield* whileKept(`${path}-second`, phonesOf))], ["22660000001", "22660000002"])
    }),
  )

  it.effect("brings back the whole state, whatever changed, was deleted or was reordered meanwhile", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      const busy = Effect.gen(function* () {
        const engine = yield* Engine
        const phones = yield* Phones
        const headers = {
          apikey: defaultProject.apiKey,
          authorization: `Bearer ${defaultProject.apiToken}`,
          accept: "application/json",
          "content-type": "application/json",
        }
        for (const phone of ["22660000001", "22660000002", "22650000001"]) {
          const body = payin(`order-${phone}`, phone)
          yield* engine.handle({ endpoint: "createDirectInvoice", headers, parameters: {}, ip: "127.0.0.1", body })
        }
        yield* phones.approve("22660000001")
        yield* phones.refuse("22660000002")
        yield* engine.passTime(600_000)
        yield* engine.settled
        return yield* engine.save
      })
      const saved = yield* whileKept(path, busy)
      const again = yield* whileKept(
        path,
        Effect.flatMap(Engine, ({ save }) => save),
      )
      assert.deepStrictEqual(comparable(again), comparable(saved))
    }),
  )

  it.effect("writes only what differs", () =>
    Effect.gen(function* () {
      const path = yield* newPath
      const size = () => statSync(`${path}-wal`).size
      yield* whileKept(
        path,
        Effect.gen(function* () {
          const phones = yield* Phones
          for (let phone = 0; phone < 500; phone++) yield* phones.look(`2266000${1_000 + phone}`)
          const before = size()
          yield* phones.look("22660009999")
          // A page of the file for each row that differs, and not the 500 phones.
          assert.isBelow(size() - before, 20 * 4_096)
        }),
      )
    }),
  )

  it("goes on after a disk that was full, and says so once until it has room again", function* () {
    const disk = { full: false, kept: 0 }
    const said: Array<string> = []
    const keeper: Keeper = {
      kept: null,
      keepToken: () => undefined,
      keep: () => {
        if (disk.full) throw new Error("database or disk is full")
        disk.kept += 1
      },
    }
    const keep = yield* keepOn(keeper, "the token", (sentence) => said.push(sentence), "en")
    for (const [full, kept, sentences] of [
      [false, 1, 0],
      [true, 1, 1],
      [true, 1, 1],
      [false, 2, 1],
      [true, 2, 2],
    ] as const) {
      disk.full = full
      keep(emptyState)
      assert.deepStrictEqual([disk.kept, said.length], [kept, sentences])
    }
    disk.full = false
    yield* TestClock.adjust("1 second")
    assert.strictEqual(disk.kept, 3)
    assert.include(said[0], "SANDBOX_FILE")
  })

  it("lets no other user read the file, for it holds credentials", function* () {
    const path = yield* newPath
    yield* whileKept(path, Effect.void)
    assert.strictEqual(statSync(path).mode & 0o777, 0o600)
  })

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

  it("refuses a state of another version, and leaves it as it is", function* () {
    const path = yield* newPath
    yield* whileKept(path, phonesOf)
    yield* Effect.sync(() => {
      const file = new DatabaseSync(path)
      file.exec("UPDATE part SET value = '\"yesterday\"' WHERE path = 'now'")
      file.close()
    })
    assert.strictEqual(yield* refused(path), "OtherVersion")
    assert.strictEqual(yield* refused(path), "OtherVersion")
  })
})
