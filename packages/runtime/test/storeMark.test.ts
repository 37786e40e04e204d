/** A mark outside the store: what a store forgot when it was put back as a whole is not sent again. */
import { Payouts, Worker } from "@cauri/core"
import { SharedState, noAnswer } from "@cauri/core/adapter"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { StoreSettings } from "../src/commonSettings.ts"
import { layerStoreMark, layerStore } from "../src/index.ts"
import { type Answers, layerOn, newFolder, payout, settingsFor } from "./support.ts"

const identity = SharedState.use((shared) => shared.identity())

/** A store, and a mark in a folder of its own. */
const newSettings = Effect.gen(function* () {
  const [folder, other] = [yield* newFolder, yield* newFolder]
  const file = join(folder, "payments.db")
  const markFile = join(other, "mark")
  return { file, markFile, settings: settingsFor(file, { markFile }) }
})

/** The store as the reconciler has it. */
const reconciler = (settings: StoreSettings) =>
  Layer.provideMerge(layerStoreMark(settings.markFile), layerStore(settings))

const intendPayout = Effect.gen(function* () {
  yield* (yield* Payouts).create(payout("salary", "22660000001"), { sendLater: true })
})

/** How many payouts a reconciler sends that is started with these settings. */
const sentFrom = Effect.fnUntraced(function* (settings: StoreSettings) {
  let sent = 0
  const counting: Answers = {
    createMobileMoneyPayout: () =>
      Effect.sync(() => {
        sent += 1
        return noAnswer("TimedOut")
      }),
  }
  const sweep = TestClock.adjust("10 seconds").pipe(Effect.andThen(Effect.flatMap(Worker, (it) => it.runOnce)))
  yield* Effect.exit(Effect.provide(sweep, layerOn(reconciler(settings), counting)))
  return sent
})

const refusal = (settings: StoreSettings) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(layerStore(settings)))), ({ message }) => message)

/** A store whose file was copied, and put back after its payout was sent. */
const putBack = Effect.gen(function* () {
  const { file, markFile, settings } = yield* newSettings
  yield* Effect.provide(intendPayout, layerOn(reconciler(settings)))
  copyFileSync(file, `${file}.copy`)
  assert.strictEqual(yield* sentFrom(settings), 1)
  copyFileSync(`${file}.copy`, file)
  return { file, markFile, settings }
})

describe("the mark of a store", () => {
  it.effect("keeps an old copy of the file from being sent from again, until it was restored", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* putBack
      assert.strictEqual(yield* sentFrom(settings), 0)
      assert.match(yield* refusal(settings), /Restored.*console restored/)
      const found = yield* Effect.gen(function* () {
        yield* SharedState.use((shared) => shared.acceptRestored())
        return yield* identity
      }).pipe(Effect.provide(layerStore(settings, { restoring: true })))
      assert.strictEqual(readFileSync(markFile, "utf8"), `${found.id}@${found.highWater}\n`)
      yield* Effect.scoped(Layer.build(layerStore(settings)))
    }),
  )

  it.effect("refuses an old copy also where the store itself was opened without it", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* putBack
      const embedded = Layer.provideMerge(layerStoreMark(markFile), layerStore({ ...settings, markFile: null }))
      const { message } = yield* Effect.flip(Effect.scoped(Layer.build(embedded)))
      assert.match(message, /Restored.*console restored/)
    }),
  )

  it.effect("is advanced every second and at the end, and nothing is left beside it", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const written = Effect.sync(() => Number(readFileSync(markFile, "utf8").trim().split("@")[1]))
      yield* Effect.gen(function* () {
        assert.strictEqual(yield* written, 0)
        yield* intendPayout
        yield* TestClock.adjust("1 second")
        assert.strictEqual(yield* written, 1)
        yield* TestClock.adjust("10 seconds")
        yield* (yield* Worker).runOnce
      }).pipe(Effect.provide(layerOn(reconciler(settings))))
      assert.strictEqual(yield* written, 3)
      assert.deepStrictEqual(readdirSync(join(markFile, "..")), ["mark"])
    }),
  )

  it.effect("of another store, or one that cannot be read or written, is named and nothing is opened", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const { id } = yield* Effect.provide(identity, layerStore(settings))
      writeFileSync(markFile, "another@3\n")
      assert.match(yield* refusal(settings), /Foreign/)
      const expected = { id, highWater: 0 }
      assert.match(yield* refusal({ ...settings, expected }), /STORE_MARK_FILE names the mark of the store another/)
      writeFileSync(markFile, "")
      assert.match(yield* refusal(settings), /STORE_MARK_FILE names a file in which no program wrote how far/)
      const elsewhere = { ...settings, markFile: join(markFile, "..", "gone", "mark") }
      assert.match(yield* refusal(elsewhere), /STORE_MARK_FILE names a file in a folder that is not there/)
    }),
  )

  it.effect("counts beside the identity of the settings, and the greater number of the two is expected", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const { id } = yield* Effect.provide(identity, layerStore(settings))
      yield* Effect.scoped(Layer.build(layerStore({ ...settings, expected: { id, highWater: 0 } })))
      writeFileSync(markFile, `${id}@3\n`)
      assert.match(yield* refusal({ ...settings, expected: { id, highWater: 1 } }), /Restored/)
      writeFileSync(markFile, `${id}@0\n`)
      assert.match(yield* refusal({ ...settings, expected: { id, highWater: 3 } }), /Restored/)
    }),
  )

  it.effect(
    "that cannot be read keeps the store closed, and one that cannot be written keeps the reconciler from starting",
    () =>
      Effect.gen(function* () {
        const { markFile, settings } = yield* newSettings
        mkdirSync(markFile)
        assert.match(yield* refusal(settings), /STORE_MARK_FILE names a file that cannot be read/)
        yield* Effect.scoped(Layer.build(layerStore(settings, { restoring: true })))
        const tooLong = { ...settings, markFile: join(markFile, "m".repeat(240)) }
        const unstarted = yield* Effect.flip(Effect.scoped(Layer.build(reconciler(tooLong))))
        assert.match(unstarted.message, /STORE_MARK_FILE names a file that cannot be written/)
      }),
  )

  it.effect("whose folder goes is reported, and the reconciler goes on; a restoration fails", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const folder = join(markFile, "..")
      const warnings: Array<string> = []
      const logger = Logger.make(({ message }) => void warnings.push(String(message)))
      yield* Effect.gen(function* () {
        rmSync(folder, { recursive: true })
        yield* intendPayout
        yield* TestClock.adjust("1 second")
        assert.match(warnings.join(), /STORE_MARK_FILE names a file in a folder that is not there/)
        mkdirSync(folder)
        yield* TestClock.adjust("1 second")
        assert.match(readFileSync(markFile, "utf8"), /@1\n$/)
      }).pipe(Effect.provide(Layer.provideMerge(layerOn(reconciler(settings)), Logger.layer([logger]))))
      rmSync(folder, { recursive: true })
      const failed = yield* SharedState.use((shared) => Effect.flip(shared.acceptRestored())).pipe(
        Effect.provide(layerStore(settings, { restoring: true })),
      )
      assert.strictEqual(failed.operation, "acceptRestored")
    }),
  )

  it.effect("is not kept where no file is named", () =>
    Effect.gen(function* () {
      const { file } = yield* newSettings
      const settings = settingsFor(file)
      yield* Effect.scoped(Layer.build(reconciler(settings)))
      assert.deepStrictEqual(
        readdirSync(join(file, "..")).filter((name) => name.includes("mark")),
        [],
      )
    }),
  )
})
