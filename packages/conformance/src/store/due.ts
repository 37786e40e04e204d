/**
 * One queue: each due payment is leased to one worker at a time, the longest due first.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentStore, type ProjectId } from "@cauri/core"
import type { Due } from "@cauri/core/adapter"
import type { PaymentRecord } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import { idsOf, newGround, payinIn, payinStates, payoutIn, payoutStates } from "../samples.ts"
import { claim, everything, firstOf, look, move, noGuards, put, putAll, sameRecord, stored } from "../steps.ts"

const minute = 60_000

export const take = Effect.fnUntraced(function* (now: number, limit = everything, leaseUntil = now + minute) {
  return yield* (yield* PaymentStore).takeDue({ now, limit, until: leaseUntil })
})

/** Takes what is due for a worker that can act on no payment of this project. */
const takeExcept = Effect.fnUntraced(function* (project: ProjectId, now: number, limit = everything) {
  return yield* (yield* PaymentStore).takeDue({ now, limit, until: now + minute, except: [project] })
})

const outline = (due: Due<PaymentRecord>) => ({ taken: idsOf(due.taken), nextDueAt: due.nextDueAt })

export const due: Facet = {
  name: "taking what is due",
  alone: true,
  cases: {
    "a payment is due from the very millisecond of its time": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at + 10 }))
      assert.deepStrictEqual(outline(yield* take(ground.at + 9)), { taken: [], nextDueAt: ground.at + 10 })
      assert.deepStrictEqual(outline(yield* take(ground.at + 10)), { taken: ["salary"], nextDueAt: null })
    }),

    "a payment that waits for nothing is never due, not even at the end of time": Effect.gen(function* () {
      const ground = yield* newGround
      for (const state of payoutStates) yield* put(payoutIn(ground, state, state))
      const end = Number.MAX_SAFE_INTEGER
      assert.deepStrictEqual(outline(yield* take(end, everything, end)), { taken: [], nextDueAt: null })
    }),

    "nothing is due in an empty store, and nothing will be": Effect.gen(function* () {
      assert.deepStrictEqual(outline(yield* take((yield* newGround).at)), { taken: [], nextDueAt: null })
    }),

    "payments of every state, both kinds and all projects are due alike": Effect.gen(function* () {
      const ground = yield* newGround
      const steps = [
        ...payinStates.map((state) => payinIn(ground, state, state, { actAt: ground.at })),
        ...payoutStates.map((state) => payoutIn(ground, state, state, { actAt: ground.at, project: ground.elsewhere })),
      ]
      yield* putAll(steps)
      assert.strictEqual((yield* take(ground.at)).taken.length, steps.length)
    }),

    "the longest due comes first": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "third", "pending", { actAt: ground.at + 30 }))
      yield* put(payoutIn(ground, "first", "pending", { actAt: ground.at + 10 }))
      yield* put(payinIn(ground, "second", "pending", { actAt: ground.at + 20 }))
      yield* put(payoutIn(ground, "fourth", "pending", { actAt: ground.at + 50 }))
      assert.deepStrictEqual(outline(yield* take(ground.at + 100)).taken, ["first", "second", "third", "fourth"])
    }),

    "what is due at the same time comes in the order of lists: by creation, then by name": Effect.gen(function* () {
      const ground = yield* newGround
      const actAt = ground.at + 50
      yield* put(payoutIn(ground, "a", "pending", { actAt, at: ground.at + 2 }))
      yield* put(payoutIn(ground, "b", "pending", { actAt, at: ground.at + 1 }))
      yield* put(payoutIn(ground, "B", "pending", { actAt, at: ground.at + 1 }))
      yield* put(payinIn(ground, "z", "pending", { actAt, at: ground.at + 1 }))
      assert.deepStrictEqual(outline(yield* take(actAt, 3)).taken, ["z", "B", "b"])
      assert.deepStrictEqual(outline(yield* take(actAt, 3)).taken, ["a"])
    }),

    "the limit is kept, and what is left over is next, with its own time": Effect.gen(function* () {
      const ground = yield* newGround
      for (const index of [3, 1, 2, 4]) {
        yield* put(payoutIn(ground, `p${index}`, "pending", { actAt: ground.at + index }))
      }
      const now = ground.at + 10
      assert.deepStrictEqual(outline(yield* take(now, 3)), { taken: ["p1", "p2", "p3"], nextDueAt: ground.at + 4 })
      assert.deepStrictEqual(outline(yield* take(now, 3)), { taken: ["p4"], nextDueAt: now + minute })
    }),

    "of what is due at the same time the next is returned as well": Effect.gen(function* () {
      const ground = yield* newGround
      for (const id of ["b", "c", "a"]) yield* put(payoutIn(ground, id, "pending", { actAt: ground.at + 1 }))
      assert.deepStrictEqual(outline(yield* take(ground.at + 9, 2)), { taken: ["a", "b"], nextDueAt: ground.at + 1 })
    }),

    "what is free and what was leased until now is taken in one order": Effect.gen(function* () {
      const ground = yield* newGround
      for (const [index, id] of [
        [2, "second"],
        [4, "fourth"],
      ] as const) {
        yield* put(payoutIn(ground, id, "pending", { actAt: ground.at + index }))
      }
      yield* take(ground.at + 4, everything, ground.at + 10)
      for (const [index, id] of [
        [5, "fifth"],
        [1, "first"],
        [3, "third"],
      ] as const) {
        yield* put(payoutIn(ground, id, "pending", { actAt: ground.at + index }))
      }
      const now = ground.at + 20
      const nextDueAt = ground.at + 5
      assert.deepStrictEqual(outline(yield* take(now, 3)), { taken: ["first", "second", "third"], nextDueAt })
      assert.deepStrictEqual(outline(yield* take(now, 1)), { taken: ["fourth"], nextDueAt })
      assert.deepStrictEqual(outline(yield* take(now, 1)), { taken: ["fifth"], nextDueAt: now + minute })
    }),

    "what was taken is leased: no other worker gets it until the lease ends": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      const until = ground.at + minute
      assert.deepStrictEqual(outline(yield* take(ground.at, 1, until)).taken, ["salary"])
      assert.deepStrictEqual(outline(yield* take(ground.at, 1, until)), { taken: [], nextDueAt: until })
      assert.deepStrictEqual(outline(yield* take(until - 1)), { taken: [], nextDueAt: until })
      assert.deepStrictEqual(outline(yield* take(until)), { taken: ["salary"], nextDueAt: null })
    }),

    "what is taken tells its lease, and the store keeps it": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      const taken = firstOf((yield* take(ground.at + 3, 1, ground.at + minute)).taken)
      const lease = { number: 1, until: ground.at + minute }
      sameRecord(taken, { ...record, lease })
      sameRecord(yield* stored(record.payment.key), { ...record, lease })
    }),

    "lease numbers grow by one, and a lease is not a new version": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      const leases: Array<ReadonlyArray<number>> = []
      for (let round = 1; round <= 4; round++) {
        const { taken } = yield* take(ground.at + round * minute)
        leases.push(...taken.map(({ lease, version }) => [lease.number, version]))
      }
      assert.deepStrictEqual(leases, [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
      ])
    }),

    "a lease that is given back frees the payment at once": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      const taken = firstOf((yield* take(ground.at)).taken)
      yield* move(taken, [], ground.at, { giveBack: taken.lease.number })
      const again = yield* take(ground.at)
      assert.deepStrictEqual(
        again.taken.map(({ lease }) => lease),
        [{ number: 2, until: ground.at + minute }],
      )
    }),

    "what comes next is given by its time or by the end of its lease, whichever is later": Effect.gen(function* () {
      const ground = yield* newGround
      const later = ground.at + 5 * minute
      const record = yield* put(payoutIn(ground, "claimed", "intended", { actAt: later }))
      yield* claim(record, ground.at, {}, ground.at + minute)
      assert.strictEqual((yield* take(ground.at)).nextDueAt, later)
      yield* put(payoutIn(ground, "leased", "pending", { actAt: ground.at }))
      yield* take(ground.at, 1, ground.at + 3 * minute)
      assert.strictEqual((yield* take(ground.at)).nextDueAt, ground.at + 3 * minute)
    }),

    "a save moves the time at which a payment is due": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending", { actAt: ground.at }))
      const later = yield* move(record, [], ground.at, { tracking: { actAt: ground.at + 77 } })
      assert.deepStrictEqual(outline(yield* take(ground.at)), { taken: [], nextDueAt: ground.at + 77 })
      const sooner = yield* move(later, [], ground.at, { tracking: { actAt: ground.at + 5 } })
      assert.deepStrictEqual(outline(yield* take(ground.at)), { taken: [], nextDueAt: ground.at + 5 })
      yield* move(sooner, [], ground.at, { tracking: { actAt: null } })
      assert.deepStrictEqual(outline(yield* take(ground.at + minute)), { taken: [], nextDueAt: null })
    }),

    "a claimed payment is left alone until its lease ends": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "intended", { actAt: ground.at }))
      yield* claim(record, ground.at, {}, ground.at + minute)
      assert.deepStrictEqual(outline(yield* take(ground.at + minute - 1)), { taken: [], nextDueAt: ground.at + minute })
      assert.deepStrictEqual(outline(yield* take(ground.at + minute)).taken, ["salary"])
    }),

    "a claim that was stopped leaves the payment due": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(payoutIn(ground, "twin", "pending"))
      const record = yield* put(payoutIn(ground, "salary", "intended", { actAt: ground.at }))
      const twin = { party: ground.phone(0), amount: 500, completedSince: 0 }
      assert.strictEqual((yield* claim(record, ground.at, { ...noGuards, twin }))._tag, "Stopped")
      assert.deepStrictEqual(outline(yield* take(ground.at)).taken, ["salary"])
    }),

    "a project that is left out is neither taken nor waited for, and stays there for other workers": Effect.gen(
      function* () {
        const ground = yield* newGround
        const project = ground.elsewhere
        yield* put(payoutIn(ground, "strange", "pending", { project, actAt: ground.at }))
        yield* put(payoutIn(ground, "strange-later", "pending", { project, actAt: ground.at + 5 }))
        yield* put(payoutIn(ground, "own", "pending", { actAt: ground.at + 10 }))
        const own = { taken: ["own"], nextDueAt: null }
        assert.deepStrictEqual(outline(yield* takeExcept(project, ground.at + 20)), own)
        assert.deepStrictEqual(outline(yield* take(ground.at + 20)).taken, ["strange", "strange-later"])
        const nothing = { taken: [], nextDueAt: ground.at + 20 + minute }
        assert.deepStrictEqual(outline(yield* takeExcept(project, ground.at + 30)), nothing)
        const lapsed = ground.at + 20 + minute
        assert.deepStrictEqual(outline(yield* takeExcept(project, lapsed)), own)
        assert.deepStrictEqual(outline(yield* take(lapsed)).taken, ["strange", "strange-later"])
      },
    ),

    "taking leaves what is not due as it was": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "later", "pending", { actAt: ground.at + 50 }))
      yield* put(payoutIn(ground, "now", "pending", { actAt: ground.at }))
      const before = yield* look(payment.key)
      yield* take(ground.at)
      assert.deepStrictEqual(yield* look(payment.key), before)
    }),
  },
}
