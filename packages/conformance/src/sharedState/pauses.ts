/**
 * A pause stops creations for all who share the store, until a person or the library resumes.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SharedState, type Pause, pauseScopes } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { type Ground, newGround, payoutIn } from "../samples.ts"
import { claim, put } from "../steps.ts"
import { texts } from "../store/keeping.ts"

const pauseOn = (ground: Ground, wish: Partial<Pause> = {}): Pause => ({
  scope: `project/${ground.project}`,
  reason: "authentication_failed",
  by: "cauri",
  since: ground.at,
  credentials: "generation-1",
  ...wish,
})

const pausesOf = Effect.fnUntraced(function* (ground: Ground) {
  const pauses = yield* (yield* SharedState).pauses()
  return pauses
    .filter(({ scope }) => scope.includes(ground.project))
    .toSorted((one, other) => (one.scope < other.scope ? -1 : 1))
})

export const pauses: Facet = {
  name: "pausing and resuming",
  alone: false,
  cases: {
    "a pause is returned as it was set": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const all = [
        pauseOn(ground),
        pauseOn(ground, { scope: `project/${ground.project}/payouts`, by: "a person", credentials: null, since: 0 }),
      ]
      for (const each of all) yield* shared.pause(each)
      assert.deepStrictEqual(yield* pausesOf(ground), all)
    }),

    "a paused scope stays as it was, and a second caller learns who paused it": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const first = pauseOn(ground, { by: "a person", credentials: null })
      assert.deepStrictEqual(yield* shared.pause(first), first)
      assert.deepStrictEqual(
        yield* shared.pause(pauseOn(ground, { ...first, reason: "asked", by: "another", since: 1 })),
        first,
      )
      assert.deepStrictEqual(yield* pausesOf(ground), [first])
      const own = pauseOn(ground)
      assert.deepStrictEqual(yield* shared.pause(own), own)
      assert.deepStrictEqual(
        yield* shared.pause(pauseOn(ground, { reason: "ip_denied", since: 1, credentials: null })),
        own,
      )
    }),

    "a person's hold and the library's own stand beside each other": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const record = yield* put(payoutIn(ground, "salary"))
      const guards = { pauses: pauseScopes("payout", ground.project, null) }
      const [own, persons] = [pauseOn(ground), pauseOn(ground, { reason: "asked", by: "a person", credentials: null })]
      yield* shared.pause(own)
      yield* shared.pause(persons)
      assert.deepStrictEqual(new Set(yield* pausesOf(ground)), new Set([own, persons]))
      assert.isTrue(yield* shared.resume(own.scope, own))
      assert.deepStrictEqual(yield* pausesOf(ground), [persons])
      assert.strictEqual((yield* claim(record, ground.at, guards))._tag, "Paused")
      yield* shared.pause(own)
      assert.isTrue(yield* shared.resume(own.scope))
      assert.deepStrictEqual(yield* pausesOf(ground), [])
    }),

    "only the pause that a person saw ends, and none that was set since": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const pause = pauseOn(ground, { by: "a person", credentials: null })
      yield* shared.pause(pause)
      assert.isFalse(yield* shared.resume(pause.scope, { ...pause, since: pause.since - 1 }))
      assert.isFalse(yield* shared.resume(pause.scope, { ...pause, by: "another" }))
      assert.deepStrictEqual(yield* pausesOf(ground), [pause])
      assert.isTrue(yield* shared.resume(pause.scope, pause))
      assert.deepStrictEqual(yield* pausesOf(ground), [])
    }),

    "lifting tells whether there was a hold": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const { scope } = pauseOn(ground)
      assert.isFalse(yield* shared.resume(scope))
      yield* shared.pause(pauseOn(ground))
      assert.isTrue(yield* shared.resume(scope))
      assert.isFalse(yield* shared.resume(scope))
      assert.deepStrictEqual(yield* pausesOf(ground), [])
    }),

    "lifting one scope leaves the wider and the narrower ones": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const scopes = pauseScopes("payout", ground.project, "Operator One").filter((scope) => scope !== "payouts")
      for (const scope of scopes) yield* shared.pause(pauseOn(ground, { scope }))
      yield* shared.resume(`project/${ground.project}/payouts`)
      assert.deepStrictEqual(
        (yield* pausesOf(ground)).map(({ scope }) => scope),
        [`operator/${ground.project}/Operator One`, `project/${ground.project}`],
      )
    }),

    "a lifted scope can be held again, with a new reason": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      yield* shared.pause(pauseOn(ground))
      yield* shared.resume(pauseOn(ground).scope)
      const again = pauseOn(ground, { reason: "asked", since: ground.at + 1 })
      yield* shared.pause(again)
      assert.deepStrictEqual(yield* pausesOf(ground), [again])
    }),

    "scopes and reasons are any text, told apart letter for letter": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const scopes = [...Object.values(texts), "a", "A", "%", "_"].map((text) => `operator/${ground.project}/${text}`)
      for (const scope of scopes) {
        yield* shared.pause(pauseOn(ground, { scope, reason: scope, by: scope, credentials: scope }))
      }
      const found = yield* pausesOf(ground)
      assert.deepStrictEqual(new Set(found.map(({ scope }) => scope)), new Set(scopes))
      for (const { scope, reason, by, credentials } of found) {
        assert.deepStrictEqual([reason, by, credentials], [scope, scope, scope])
      }
      for (const scope of scopes) assert.isTrue(yield* shared.resume(scope))
    }),

    "a claim is stopped from the moment a hold is set until the moment it is lifted": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const record = yield* put(payoutIn(ground, "salary"))
      const guards = { pauses: pauseScopes("payout", ground.project, null) }
      yield* shared.pause(pauseOn(ground))
      assert.strictEqual((yield* claim(record, ground.at, guards))._tag, "Paused")
      yield* shared.resume(pauseOn(ground).scope)
      assert.strictEqual((yield* claim(record, ground.at, guards))._tag, "Claimed")
    }),
  },
}
