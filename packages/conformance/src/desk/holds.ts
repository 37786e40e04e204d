/**
 * Holds stop creations for everybody who shares the store, until somebody lifts them.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { DeskStore, type Hold, holdScopes } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { type Ground, newGround, payoutIn } from "../samples.ts"
import { claim, put } from "../steps.ts"
import { texts } from "../store/keeping.ts"

const holdOn = (ground: Ground, wish: Partial<Hold> = {}): Hold => ({
  scope: `project/${ground.project}`,
  reason: "AuthenticationFailed",
  by: "cauri",
  since: ground.at,
  credentials: "generation-1",
  ...wish,
})

const holdsOf = Effect.fnUntraced(function* (ground: Ground) {
  const holds = yield* (yield* DeskStore).holds()
  return holds
    .filter(({ scope }) => scope.includes(ground.project))
    .toSorted((one, other) => (one.scope < other.scope ? -1 : 1))
})

/** Holds. */
export const holds: Facet = {
  name: "holding and lifting",
  alone: false,
  cases: {
    "a hold is told as it was set": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const all = [
        holdOn(ground),
        holdOn(ground, { scope: `project/${ground.project}/payouts`, by: "a person", credentials: null, since: 0 }),
      ]
      for (const each of all) yield* desk.hold(each)
      assert.deepStrictEqual(yield* holdsOf(ground), all)
    }),

    "a scope that is on hold stays as it was, and whoever asked is told by whom": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const first = holdOn(ground, { by: "a person", credentials: null })
      assert.deepStrictEqual(yield* desk.hold(first), first)
      assert.deepStrictEqual(
        yield* desk.hold(holdOn(ground, { ...first, reason: "Asked", by: "another", since: 1 })),
        first,
      )
      assert.deepStrictEqual(yield* holdsOf(ground), [first])
      const own = holdOn(ground)
      assert.deepStrictEqual(yield* desk.hold(own), own)
      assert.deepStrictEqual(yield* desk.hold(holdOn(ground, { reason: "IpDenied", since: 1, credentials: null })), own)
    }),

    "a person's hold and the library's own stand beside each other": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const record = yield* put(payoutIn(ground, "salary"))
      const guards = { holds: holdScopes("payout", ground.project, null) }
      const [own, persons] = [holdOn(ground), holdOn(ground, { reason: "Asked", by: "a person", credentials: null })]
      yield* desk.hold(own)
      yield* desk.hold(persons)
      assert.deepStrictEqual(new Set(yield* holdsOf(ground)), new Set([own, persons]))
      assert.isTrue(yield* desk.lift(own.scope, own))
      assert.deepStrictEqual(yield* holdsOf(ground), [persons])
      assert.strictEqual((yield* claim(record, ground.at, guards))._tag, "OnHold")
      yield* desk.hold(own)
      assert.isTrue(yield* desk.lift(own.scope))
      assert.deepStrictEqual(yield* holdsOf(ground), [])
    }),

    "only the hold that somebody saw is lifted, and none that was set since": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const hold = holdOn(ground, { by: "a person", credentials: null })
      yield* desk.hold(hold)
      assert.isFalse(yield* desk.lift(hold.scope, { ...hold, since: hold.since - 1 }))
      assert.isFalse(yield* desk.lift(hold.scope, { ...hold, by: "another" }))
      assert.deepStrictEqual(yield* holdsOf(ground), [hold])
      assert.isTrue(yield* desk.lift(hold.scope, hold))
      assert.deepStrictEqual(yield* holdsOf(ground), [])
    }),

    "lifting tells whether there was a hold": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const { scope } = holdOn(ground)
      assert.isFalse(yield* desk.lift(scope))
      yield* desk.hold(holdOn(ground))
      assert.isTrue(yield* desk.lift(scope))
      assert.isFalse(yield* desk.lift(scope))
      assert.deepStrictEqual(yield* holdsOf(ground), [])
    }),

    "lifting one scope leaves the wider and the narrower ones": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const scopes = holdScopes("payout", ground.project, "Operator One").filter((scope) => scope !== "payouts")
      for (const scope of scopes) yield* desk.hold(holdOn(ground, { scope }))
      yield* desk.lift(`project/${ground.project}/payouts`)
      assert.deepStrictEqual(
        (yield* holdsOf(ground)).map(({ scope }) => scope),
        [`operator/${ground.project}/Operator One`, `project/${ground.project}`],
      )
    }),

    "a lifted scope can be held again, with a new reason": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      yield* desk.hold(holdOn(ground))
      yield* desk.lift(holdOn(ground).scope)
      const again = holdOn(ground, { reason: "Asked", since: ground.at + 1 })
      yield* desk.hold(again)
      assert.deepStrictEqual(yield* holdsOf(ground), [again])
    }),

    "scopes and reasons are any text, told apart letter for letter": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const scopes = [...Object.values(texts), "a", "A", "%", "_"].map((text) => `operator/${ground.project}/${text}`)
      for (const scope of scopes) {
        yield* desk.hold(holdOn(ground, { scope, reason: scope, by: scope, credentials: scope }))
      }
      const found = yield* holdsOf(ground)
      assert.deepStrictEqual(new Set(found.map(({ scope }) => scope)), new Set(scopes))
      for (const { scope, reason, by, credentials } of found) {
        assert.deepStrictEqual([reason, by, credentials], [scope, scope, scope])
      }
      for (const scope of scopes) assert.isTrue(yield* desk.lift(scope))
    }),

    "a claim is stopped from the moment a hold is set until the moment it is lifted": Effect.gen(function* () {
      const ground = yield* newGround
      const desk = yield* DeskStore
      const record = yield* put(payoutIn(ground, "salary"))
      const guards = { holds: holdScopes("payout", ground.project, null) }
      yield* desk.hold(holdOn(ground))
      assert.strictEqual((yield* claim(record, ground.at, guards))._tag, "OnHold")
      yield* desk.lift(holdOn(ground).scope)
      assert.strictEqual((yield* claim(record, ground.at, guards))._tag, "Claimed")
    }),
  },
}
