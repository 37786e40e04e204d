/** A mark outside the store: what a store forgot when it was put back as a whole is not sent again. */
import { Payouts, PaymentStore, Worker } from "@cauri/core"
import { SharedState, noAnswer } from "@cauri/core/adapter"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  type Environment,
  layerStore,
  layerStoreMark,
  readersOf,
  type ShippedStore,
  storeSettings,
  type StoreSettings,
  storeVariablesOf,
} from "../src/index.ts"
import { notReadyBecause } from "../src/operations.ts"
import { Stopping } from "../src/Stopping.ts"
import { type Answers, layerOn, newFolder, payout, settingsFor } from "./support.ts"

const stores = [
  { schemes: ["sqlite:"], address: "sqlite:<file>", load: () => import("@cauri/store-sqlite") },
] as const satisfies ReadonlyArray<ShippedStore>

const waterIn = (file: string) => Number(readFileSync(file, "utf8").trim().split("@")[1])

const identity = SharedState.use((shared) => shared.identity())

/** A store, and a mark in a folder of its own. */
const newSettings = Effect.gen(function* () {
  const [folder, other] = [yield* newFolder, yield* newFolder]
  const file = join(folder, "payments.db")
  const markFile = join(other, "mark")
  return { file, markFile, settings: settingsFor(file, { markFile }) }
})

const reconciler = (settings: StoreSettings) =>
  Layer.provideMerge(layerStoreMark(settings.markFile), layerStore(settings))

const intendPayout = Effect.gen(function* () {
  yield* (yield* Payouts).create(payout("salary", "22660000001"), { sendLater: true })
})

/** How many payouts a reconciler sends that is started with these settings. */
const sentFrom = Effect.fnUntraced(function* (settings: StoreSettings) {
  let sent = 0
  const counting: Answers = {
    create: () =>
      Effect.sync(() => {
        sent += 1
        return noAnswer("timed_out")
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

const create = (id: string, amount: number) =>
  Effect.flatMap(Payouts, (it) => it.create({ ...payout(id, "22660000001"), amount }))

const from = (environment: Environment) =>
  Effect.map(storeSettings(readersOf(environment, storeVariablesOf(stores)), stores), (found) => found.markFile)

describe("the mark of a store", () => {
  it.effect("keeps an old copy of the file from being sent from again, until it was restored", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* putBack
      assert.strictEqual(yield* sentFrom(settings), 0)
      assert.match(yield* refusal(settings), /restored.*Review.restored/)
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
      assert.match(message, /restored.*Review.restored/)
    }),
  )

  it.effect("is begun for a store without payments where its program may begin one", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const bare = layerStore({ ...settings, markFile: null })
      const opened = (mayBegin: boolean) =>
        Effect.scoped(Layer.build(Layer.provideMerge(layerStoreMark(markFile, { mayBegin }), bare)))
      yield* opened(false)
      assert.isFalse(existsSync(markFile))
      yield* opened(true)
      assert.strictEqual(waterIn(markFile), 0)
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
      assert.match(yield* refusal(settings), /foreign/)
      const expected = { id, highWater: 0 }
      assert.match(yield* refusal({ ...settings, expected }), /STORE_MARK_FILE names the mark of the store another/)
      writeFileSync(markFile, "")
      assert.match(yield* refusal(settings), /STORE_MARK_FILE names a file in which no program wrote how far/)
    }),
  )

  it.effect("counts beside the identity of the settings, and the greater number of the two is expected", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const { id } = yield* Effect.provide(identity, layerStore(settings))
      yield* Effect.scoped(Layer.build(layerStore({ ...settings, expected: { id, highWater: 0 } })))
      writeFileSync(markFile, `${id}@3\n`)
      assert.match(yield* refusal({ ...settings, expected: { id, highWater: 1 } }), /restored/)
      writeFileSync(markFile, `${id}@0\n`)
      assert.match(yield* refusal({ ...settings, expected: { id, highWater: 3 } }), /restored/)
    }),
  )

  it.effect("that cannot be read keeps the store closed", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      mkdirSync(markFile)
      assert.match(yield* refusal(settings), /STORE_MARK_FILE names a file that cannot be read/)
      yield* Effect.scoped(Layer.build(layerStore(settings, { restoring: true })))
    }),
  )

  it.effect("is on the disk before a payout leaves, and once for all that leave together", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const left: Array<number> = []
      const looking: Answers = {
        create: () =>
          Effect.sync(() => {
            left.push(waterIn(markFile))
            return noAnswer("timed_out")
          }),
      }
      let asked = 0
      const counted = Layer.effect(
        SharedState,
        Effect.map(SharedState, (shared) =>
          SharedState.of({
            ...shared,
            identity: () =>
              Effect.andThen(
                Effect.sync(() => void asked++),
                shared.identity(),
              ),
          }),
        ),
      ).pipe(Layer.provideMerge(layerStore(settings)))
      const sending = layerOn(Layer.provideMerge(layerStoreMark(markFile), counted), looking)
      const ids = ["a", "b", "c", "d", "e", "f", "g", "h"]
      yield* Effect.gen(function* () {
        const before = asked
        yield* Effect.forEach(
          ids,
          (id, index) =>
            Effect.flatMap(Payouts, (it) => it.create({ ...payout(id, "22660000001"), amount: 500 + index })),
          { concurrency: "unbounded" },
        )
        assert.isAtMost(asked - before, 3, "one mark for those that were claimed together")
      }).pipe(Effect.provide(sending))
      assert.lengthOf(left, ids.length)
      // Each was intended and claimed before any left.
      for (const water of left) assert.isAtLeast(water, 2 * ids.length)
    }),
  )

  it.effect("that is missing or cannot be written stops creations, says so once, and confirms go on", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const folder = join(markFile, "..")
      const said: Array<string> = []
      const logger = Logger.make(({ message }) => void said.push(String(message)))
      const body = Effect.gen(function* () {
        assert.isNull((yield* create("before", 500)).notNow)
        rmSync(folder, { recursive: true })
        // The first one is claimed before it is known: it is not sent, and stays to be sent.
        assert.strictEqual((yield* create("first", 501)).payment.state._tag, "intended")
        assert.strictEqual((yield* create("second", 502)).notNow?.because, "no_mark")
        yield* TestClock.adjust("5 seconds")
        const about = said.filter((text) => text.includes("STORE_MARK_FILE names a file that is not there"))
        assert.lengthOf(about, 1)
        assert.match(
          String(yield* notReadyBecause("test").pipe(Effect.provide(Stopping.layer))),
          /the mark of the store is missing or cannot be written/,
        )
        mkdirSync(folder)
        yield* TestClock.adjust("5 seconds")
        assert.strictEqual((yield* create("third", 503)).notNow?.because, "no_mark", "an empty disk is not the mark")
        yield* Effect.scoped(Layer.build(layerStore(settings, { newMark: true })))
        assert.isNull((yield* create("fourth", 504)).notNow)
        yield* TestClock.adjust("10 minutes")
        yield* (yield* Worker).runOnce
        yield* TestClock.adjust("10 minutes")
        yield* (yield* Worker).runOnce
        const states = (yield* (yield* PaymentStore).page({ limit: 10 })).map((entry) =>
          Result.match(entry, { onSuccess: ({ payment }) => payment.state._tag, onFailure: () => "unreadable" }),
        )
        assert.deepStrictEqual(states, ["pending", "pending", "pending", "pending", "pending"])
      })
      const sending = Layer.provideMerge(layerOn(reconciler(settings)), Logger.layer([logger]))
      yield* Effect.provide(body, sending)
      rmSync(folder, { recursive: true })
      const failed = yield* SharedState.use((shared) => Effect.flip(shared.acceptRestored())).pipe(
        Effect.provide(layerStore(settings, { restoring: true })),
      )
      assert.strictEqual(failed.operation, "acceptRestored")
    }),
  )

  it.effect("is made for a store without payments, but not where a person must say so (NODE_ENV=production)", () =>
    Effect.gen(function* () {
      const { markFile, settings } = yield* newSettings
      const open = (more: Partial<StoreSettings> = {}) =>
        Effect.scoped(Layer.build(layerStore({ ...settings, ...more })))
      yield* open({ markFile: null })
      const before = process.env["NODE_ENV"]
      process.env["NODE_ENV"] = "production"
      yield* open({ create: "never" }).pipe(Effect.ensuring(Effect.sync(() => void (process.env["NODE_ENV"] = before))))
      assert.isFalse(existsSync(markFile))
      yield* open({ create: "never" })
      assert.strictEqual(waterIn(markFile), 0)
      rmSync(markFile)
      yield* Effect.provide(intendPayout, layerOn(layerStore(settings)))
      rmSync(markFile)
      yield* open()
      assert.isFalse(existsSync(markFile), "it has payments, so this may be an old state of it")
    }),
  )

  it.effect("lies beside the file of a store when no place is named, and `none` switches it off", () =>
    Effect.gen(function* () {
      const { file, markFile } = yield* newSettings
      const of = { STORE_URL: `sqlite:${file}` }
      assert.strictEqual(yield* from(of), `${file}-mark`)
      assert.strictEqual(yield* from({ ...of, STORE_MARK_FILE: markFile }), markFile)
      assert.isNull(yield* from({ ...of, STORE_MARK_FILE: "none" }))
    }),
  )

  it.effect("is not kept where no file is named, and one warning says what that means", () =>
    Effect.gen(function* () {
      const { file } = yield* newSettings
      const settings = settingsFor(file)
      const said: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => void said.push(String(message)))])
      yield* Effect.scoped(Layer.build(Layer.provideMerge(reconciler(settings), logger)))
      assert.match(said.join(), /no mark outside of it: an old state of it that is put back sends again/)
      assert.deepStrictEqual(
        readdirSync(join(file, "..")).filter((name) => name.includes("mark")),
        [],
      )
    }),
  )
})
