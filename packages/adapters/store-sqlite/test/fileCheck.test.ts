/** A file that is taken away, or replaced, while the store works on it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { copyFileSync, linkSync, renameSync, rmSync } from "node:fs"
import { StoreError } from "@cauri/core"
import { SharedState, StoreStatus } from "@cauri/core/adapter"
import { layer, layerFrom, StoreRefused } from "../src/index.ts"
import { newFile, openRaw, silence } from "./support.ts"

const beat = (at: number) =>
  Effect.flatMap(Effect.service(SharedState), (shared) => shared.beat({ process: "one", role: "receiver", at }))

const replace = (file: string) => {
  copyFileSync(file, `${file}.copy`)
  renameSync(`${file}.copy`, file)
}

/** What becomes of the store when this is done to its file. */
const after = (work: (file: string) => void, file: string) =>
  Effect.gen(function* () {
    yield* beat(1)
    work(file)
    const failure = yield* Effect.flip(beat(2))
    assert.instanceOf(failure, StoreError)
    assert.instanceOf(failure.cause, StoreRefused)
    const refused = yield* Effect.flip((yield* StoreStatus).failed)
    assert.strictEqual(failure.cause, refused)
    return refused
  })

const whatHappens = [
  ["taken away", "foreign", "payments.db is not there any more", (file: string) => rmSync(file)],
  ["moved", "foreign", "payments.db is not there any more", (file: string) => renameSync(file, `${file}.old`)],
  ["replaced", "foreign", "payments.db is another file than it was", replace],
  ["given a second name", "aliased", "payments.db has 2 names", (file: string) => linkSync(file, `${file}.link`)],
  ["without its log", "foreign", "payments.db-wal is not there any more", (file: string) => rmSync(`${file}-wal`)],
] as const

describe("a store whose file is", () => {
  it.effect.each(whatHappens)(
    "%s while it works acknowledges nothing more and fails (S18)",
    ([, reason, words, work]) =>
      Effect.gen(function* () {
        const file = yield* newFile
        const refused = yield* Effect.provide(after(work, file), layer({ file, reserve: 65_536 }))
        assert.strictEqual(refused.reason, reason)
        assert.include(refused.message, words)
        assert.strictEqual(refused.exitCode, 64)
      }).pipe(Effect.provide(silence)),
  )

  it.effect("the host's own, and taken away, fails as well", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const host = yield* openRaw(file)
      host.pragma("journal_mode = WAL")
      const refused = yield* Effect.provide(after(rmSync, file), layerFrom(host))
      assert.strictEqual(refused.reason, "foreign")
    }).pipe(Effect.provide(silence)),
  )

  it.effect("in memory works without one", () =>
    Effect.gen(function* () {
      yield* beat(1)
      yield* beat(2)
      assert.lengthOf(yield* (yield* SharedState).heartbeats(), 1)
    }).pipe(Effect.provide(Layer.provide(layer({ file: ":memory:", acceptDataLoss: "a test" }), silence))),
  )
})
