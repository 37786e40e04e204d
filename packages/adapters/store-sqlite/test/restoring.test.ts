/** An old state that was put back: what the store forgot may have been sent, so no payout leaves it before a person has looked. */
import {
  doubtWhatWasForgotten,
  intendPayout,
  payoutsSent,
  storeAfterCopy,
  storePayoutsToCopy,
} from "@cauri/conformance"
import { SharedState, StoreStatus } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Layer } from "effect"
import { copyFileSync, renameSync } from "node:fs"
import { it } from "@cauri/house/it"
import { backup, layer, type StoreOptions } from "../src/index.ts"
import { newFile, openRaw } from "./support.ts"

const open = (file: string, options: Partial<StoreOptions> = {}) => layer({ file, reserve: 0, ...options })

const identity = SharedState.use((shared) => shared.identity())

/** Sends a payout once, after its store was copied so; tells how far the store and its copy came. */
const sentAfterCopy = Effect.fnUntraced(function* (
  copy: (file: string, to: string) => Effect.Effect<unknown, unknown>,
) {
  const [file, to] = [yield* newFile, yield* newFile]
  const before = yield* Effect.provide(Effect.andThen(intendPayout, identity), open(file))
  yield* copy(file, to)
  const after = yield* Effect.gen(function* () {
    assert.strictEqual(yield* payoutsSent, 1)
    return yield* identity
  }).pipe(Effect.provide(open(file)))
  renameSync(to, file)
  return { file, before, after }
})

const copyFile = (file: string, to: string) => Effect.sync(() => copyFileSync(file, to))

/** What a program with these options sends from the file; one that is not opened sends nothing. */
const sentFrom = (file: string, options: Partial<StoreOptions> = {}) =>
  Effect.map(Effect.exit(Effect.provide(payoutsSent, open(file, options))), (exit) =>
    Exit.isSuccess(exit) ? exit.value : 0,
  )

const refusal = (file: string, options: Partial<StoreOptions> = {}) =>
  Effect.map(Effect.flip(Effect.scoped(Layer.build(open(file, options)))), ({ message }) => message)

describe("an old state of a store sends nothing again", () => {
  it("that `backup` copied, whatever the program expects", function* () {
    const { before, file } = yield* sentAfterCopy(backup)
    assert.strictEqual(yield* sentFrom(file), 0)
    assert.strictEqual(yield* sentFrom(file, { expected: { id: before.id } }), 0)
    assert.strictEqual(yield* sentFrom(file, { expected: before }), 0)
    assert.strictEqual(yield* sentFrom(file, { restoring: true }), 0)
    assert.match(yield* refusal(file), /restored.*copy.*Review.restored/)
  })

  it("that was copied by hand, to a program that knows how far the store came", function* () {
    const { after, file } = yield* sentAfterCopy(copyFile)
    assert.strictEqual(yield* sentFrom(file, { expected: after }), 0)
    assert.match(yield* refusal(file, { expected: after }), /restored.*Review.restored/)
  })

  it.effect("that is written into the file under a program", () =>
    Effect.gen(function* () {
      const [file, copy] = [yield* newFile, yield* newFile]
      yield* Effect.gen(function* () {
        const { failed } = yield* StoreStatus
        yield* intendPayout
        copyFileSync(file, copy)
        copyFileSync(`${file}-wal`, `${copy}-wal`)
        assert.strictEqual(yield* payoutsSent, 1)
        // As the shell of SQLite does by `.restore`.
        yield* Effect.scoped(
          Effect.gen(function* () {
            const old = yield* openRaw(copy)
            yield* Effect.promise(() => old.backup(file))
          }),
        )
        assert.strictEqual(yield* payoutsSent, 0)
        assert.strictEqual((yield* Effect.flip(failed)).reason, "restored")
      }).pipe(Effect.provide(open(file)))
    }),
  )
})

describe("a store that was restored from a copy", () => {
  it("is opened to restore it, holds each payout that was not accepted, and is a store again (O16)", function* () {
    const [file, copy] = [yield* newFile, yield* newFile]
    const { id, highWater, keys } = yield* Effect.gen(function* () {
      const copied = yield* storePayoutsToCopy
      yield* backup(file, copy)
      return { keys: copied.keys, ...(yield* storeAfterCopy(copied)) }
    }).pipe(Effect.provide(open(file)))
    const restoring = open(copy, { create: "never", restoring: true, expected: { id, highWater } })
    yield* Effect.provide(doubtWhatWasForgotten(keys), restoring)
    yield* Effect.scoped(Layer.build(open(copy, { create: "never", expected: { id } })))
  })
})
