/** With an empty, a foreign or a restored store every payment looks new: a program that knows its store starts with no other. */
import { assert, describe } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { layer, type StoreOptions, StoreRefused } from "@cauri/store-postgres"
import { scopedSchema, url, withClient } from "./support.ts"

const identity = Effect.flatMap(SharedState, (shared) => shared.identity())

const inStore = <A, E>(
  schema: string,
  work: Effect.Effect<A, E, PaymentStore | SharedState>,
  options: Partial<StoreOptions> = {},
) => Effect.scoped(Effect.provide(work, layer({ url, schema, ...options })))

const refusal = Effect.fnUntraced(function* (schema: string, options: Partial<StoreOptions>) {
  const failure = yield* Effect.flip(inStore(schema, identity, options))
  assert.instanceOf(failure, StoreRefused)
  return failure
})

const setTimeline = (schema: string, timeline: string | null) =>
  Effect.promise(() => withClient((client) => client.query(`update "${schema}".store set timeline = $1`, [timeline])))

const timelineIn = (schema: string) =>
  Effect.promise(() =>
    withClient(async (client) => (await client.query(`select timeline from "${schema}".store`)).rows),
  )

describe("the expected store", () => {
  it.live("is opened, and one that has come further too", function* () {
    const schema = yield* scopedSchema
    const { id, highWater } = yield* inStore(schema, identity)
    const step = payoutIn(yield* newGround, "salary", "pending")
    const insert = Effect.flatMap(PaymentStore, (store) => store.insert(step.change, step.tracking))
    yield* inStore(schema, insert, { expected: { id, highWater } })
    const after = yield* inStore(schema, identity, { expected: { id, highWater: 3 } })
    assert.deepStrictEqual(after, { id, highWater: 3 })
  })

  it.live("is no other store, however empty (C12)", function* () {
    const schema = yield* scopedSchema
    const { id } = yield* inStore(schema, identity)
    const other = yield* refusal(yield* scopedSchema, { expected: { id } })
    assert.strictEqual(other.reason, "foreign")
    assert.include(other.message, id)
  })

  it.live("is not itself with less history than it had (C13)", function* () {
    const schema = yield* scopedSchema
    const { id } = yield* inStore(schema, identity)
    const { reason, message } = yield* refusal(schema, { expected: { id, highWater: 1 } })
    assert.strictEqual(reason, "restored")
    assert.include(message, "holds 0 events, and had 1")
  })
})

describe("the timeline of the server", () => {
  it.live("is remembered at the first start", function* () {
    const schema = yield* scopedSchema
    yield* inStore(schema, identity)
    const [row] = yield* timelineIn(schema)
    assert.match(row?.timeline, /^[0-9A-F]{8}$/)
  })

  it.live("is refused when it is another, until a person names it (C13)", function* () {
    const schema = yield* scopedSchema
    yield* inStore(schema, identity)
    const [{ timeline: now } = { timeline: "" }] = yield* timelineIn(schema)
    yield* setTimeline(schema, "000000FE")
    const refused = yield* refusal(schema, {})
    assert.strictEqual(refused.reason, "restored")
    assert.include(refused.message, `timeline ${now} and was on 000000FE`)
    assert.strictEqual((yield* refusal(schema, { acceptTimeline: "000000FD" })).reason, "restored")
    yield* inStore(schema, identity, { acceptTimeline: now })
    // It is remembered from now on.
    yield* inStore(schema, identity)
    yield* setTimeline(schema, "000000FE")
    yield* inStore(schema, identity, { acceptTimeline: "any" })
  })
})
