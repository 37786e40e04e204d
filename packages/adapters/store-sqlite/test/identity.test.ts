/** A store has a name that stays, and a program that knows it refuses any other one. */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { it } from "@cauri/house/it"
import { type CommonOptions, layer } from "../src/index.ts"
import { newFile } from "./support.ts"

type Expected = NonNullable<CommonOptions["expected"]>

const open = (file: string, expected?: Expected) =>
  layer(expected === undefined ? { file, reserve: 0 } : { file, reserve: 0, expected })

const identityOf = (file: string) => SharedState.use((shared) => shared.identity()).pipe(Effect.provide(open(file)))

const refused = (file: string, expected: Expected) =>
  Effect.map(
    Effect.flip(Effect.scoped(Layer.build(open(file, expected)))),
    ({ reason, message }) => `${reason}: ${message}`,
  )

describe("the identity of a store", () => {
  it("is a UUID that stays when the store is opened again, and is another one in another store", function* () {
    const [file, other] = [yield* newFile, yield* newFile]
    const { id } = yield* identityOf(file)
    assert.match(id, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.strictEqual((yield* identityOf(file)).id, id)
    assert.notStrictEqual((yield* identityOf(other)).id, id)
  })

  it("is checked: a foreign or an empty store is refused (C12)", function* () {
    const [file, other] = [yield* newFile, yield* newFile]
    const { id } = yield* identityOf(file)
    assert.match(yield* refused(other, { id }), /^foreign: /)
    yield* Effect.scoped(Layer.build(open(file, { id, highWater: 0 })))
  })

  it("is checked: a store with less history than it had is refused as restored (C13)", function* () {
    const file = yield* newFile
    const grown = Effect.gen(function* () {
      const step = payoutIn(yield* newGround, "salary", "pending")
      yield* (yield* PaymentStore).insert(step.change, step.tracking)
      return yield* (yield* SharedState).identity()
    })
    const { id, highWater } = yield* Effect.provide(grown, open(file))
    assert.strictEqual(highWater, 3)
    assert.match(yield* refused(file, { id, highWater: 4 }), /^restored: .* 3 events, and had 4 /)
    yield* Effect.scoped(Layer.build(open(file, { id, highWater: 3 })))
  })
})
