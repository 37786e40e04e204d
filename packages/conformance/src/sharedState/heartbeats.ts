/**
 * Which processes work on a store, and the newest sign of life of each.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { SharedState, type Heartbeat } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { day, type Ground, newGround } from "../samples.ts"
import { texts } from "../store/keeping.ts"

const beatsOf = Effect.fnUntraced(function* (ground: Ground) {
  const beats = yield* (yield* SharedState).heartbeats()
  return beats
    .filter((beat) => beat.process.startsWith(ground.project))
    .toSorted((one, other) => (one.process < other.process ? -1 : 1))
})

/** Roles of its own: a heartbeat removes old ones of its role, and other cases beat in the same store at other times. */
const rolesOf = ({ project }: Ground) => ({ receiver: `${project}/receiver`, reconciler: `${project}/reconciler` })

export const heartbeats: Facet = {
  name: "heartbeats",
  alone: false,
  cases: {
    "each process is listed once, with its role and its newest beat": Effect.gen(function* () {
      const ground = yield* newGround
      const roles = rolesOf(ground)
      const shared = yield* SharedState
      const [one, other] = [`${ground.project}/1`, `${ground.project}/2`]
      yield* shared.beat({ process: one, role: roles.receiver, at: ground.at })
      yield* shared.beat({ process: other, role: roles.reconciler, at: ground.at + 1 })
      yield* shared.beat({ process: one, role: roles.receiver, at: ground.at + 2 })
      assert.deepStrictEqual(yield* beatsOf(ground), [
        { process: one, role: roles.receiver, at: ground.at + 2 },
        { process: other, role: roles.reconciler, at: ground.at + 1 },
      ])
    }),

    "a process that comes back in another role has the new one": Effect.gen(function* () {
      const ground = yield* newGround
      const roles = rolesOf(ground)
      const shared = yield* SharedState
      yield* shared.beat({ process: ground.project, role: roles.receiver, at: ground.at })
      const newest: Heartbeat = { process: ground.project, role: roles.reconciler, at: ground.at + 1 }
      yield* shared.beat(newest)
      assert.deepStrictEqual(yield* beatsOf(ground), [newest])
    }),

    "processes have any name, told apart letter for letter": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const names = [...Object.values(texts), "a", "A"].map((text) => `${ground.project}/${text}`)
      for (const process of names) yield* shared.beat({ process, role: process, at: ground.at })
      const found = yield* beatsOf(ground)
      assert.deepStrictEqual(new Set(found.map(({ process }) => process)), new Set(names))
      for (const { process, role } of found) assert.strictEqual(role, process)
    }),

    "a beat removes those of its own role that are older than a day, and no others": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const { receiver: role, reconciler: another } = rolesOf(ground)
      const named = (name: string) => `${ground.project}/${name}`
      const [old, young, alone, newest] = [named("1"), named("2"), named("3"), named("4")]
      yield* shared.beat({ process: old, role, at: ground.at })
      yield* shared.beat({ process: young, role, at: ground.at + 1 })
      // The last heartbeat of a role that no process has any more: a person wants to know how long ago it was.
      yield* shared.beat({ process: alone, role: another, at: ground.at - day })
      const last = { process: newest, role, at: ground.at + 1 + day }
      yield* shared.beat(last)
      assert.deepStrictEqual(yield* beatsOf(ground), [
        { process: young, role, at: ground.at + 1 },
        { process: alone, role: another, at: ground.at - day },
        last,
      ])
      // A process that stood still comes back under its own name.
      const back = { process: young, role, at: ground.at + 1 + 3 * day }
      yield* shared.beat(back)
      assert.deepStrictEqual(yield* beatsOf(ground), [back, { process: alone, role: another, at: ground.at - day }])
    }),

    "many beats at once leave one of them": Effect.gen(function* () {
      const ground = yield* newGround
      const roles = rolesOf(ground)
      const shared = yield* SharedState
      yield* Effect.forEach(
        Array.from({ length: 30 }, (_, index) => ground.at + index),
        (at) => shared.beat({ process: ground.project, role: roles.receiver, at }),
        { concurrency: "unbounded" },
      )
      assert.strictEqual((yield* beatsOf(ground)).length, 1)
    }),
  },
}
