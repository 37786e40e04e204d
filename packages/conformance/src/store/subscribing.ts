/**
 * Subscribing to a store: which payments a consumer receives from their first event, and which only from its registration on.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { PaymentStore } from "@cauri/core"
import type { Facet } from "../Facet.ts"
import { cancelled, flagged, newGround, payinIn, payoutIn } from "../samples.ts"
import { everything, firstOf, move, put, putAll } from "../steps.ts"
import { subscribeAll, receive, receiveAll, heldOut, takeFor, takeOne, waiting } from "./deliveries.ts"
import { texts } from "./keeping.ts"

const minute = 60_000

export const subscribing: Facet = {
  name: "subscribing to a store",
  alone: true,
  cases: {
    "a consumer hears what is there already, from its beginning: all that was created at its time or later": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* putAll([
          heldOut(ground, "before", { at: ground.at - 1, endedAt: ground.at + 7 }),
          heldOut(ground, "at", { followedBy: [flagged("a")] }),
          payoutIn(ground, "quiet", "pending"),
          payinIn(ground, "later", "completed", { at: ground.at + 5 }),
        ])
        yield* subscribeAll("books", ground.at)
        assert.deepStrictEqual(
          (yield* waiting()).map(({ key, newest, delivered, since, dueAt }) => [
            key.id,
            newest,
            delivered,
            since,
            dueAt,
          ]),
          [
            ["at", 3, 0, ground.at, ground.at],
            ["later", 4, 0, ground.at + 5, ground.at + 5],
          ],
        )
        assert.deepStrictEqual(yield* receiveAll("books", ground.at + 5), ["at#2", "later#4", "at#3"])
      },
    ),

    "of older payments a consumer hears what happens from its registration on": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(heldOut(ground, "salary"))
      yield* subscribeAll("books", ground.at + 10)
      assert.deepStrictEqual(yield* waiting(), [])
      yield* move(record, [flagged("a")], ground.at + 5)
      yield* put(heldOut(ground, "old", { endedAt: ground.at + 6 }))
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), ["salary#3", "old#2"])
    }),

    "no page is longer than its limit, and a consumer is caught up once every payment was on one": Effect.gen(
      function* () {
        const ground = yield* newGround
        const ids = ["a", "b", "c", "d", "e"]
        // Payments of one millisecond, so that a page ends between them.
        yield* putAll(ids.flatMap((id) => [heldOut(ground, id), payinIn(ground, id, "pending")]))
        const store = yield* PaymentStore
        let found = 0
        for (let page = 1; ; page++) {
          assert.isAtMost(page, everything, "it is never caught up")
          const isCaughtUp = yield* store.subscribe({ consumer: "books", from: ground.at, limit: 3 })
          const now = (yield* waiting()).length
          assert.isAtMost(now - found, 3)
          found = now
          if (isCaughtUp) break
        }
        assert.strictEqual(found, ids.length)
        assert.deepStrictEqual(
          yield* receiveAll("books", ground.at),
          ids.map((id) => `${id}#2`),
        )
      },
    ),

    "an empty store catches a consumer up at once, and to be caught up again does no harm": Effect.gen(function* () {
      const ground = yield* newGround
      assert.strictEqual(yield* subscribeAll("books", ground.at), 1)
      assert.strictEqual(yield* subscribeAll("books", ground.at), 1)
      yield* put(heldOut(ground, "salary"))
      yield* subscribeAll("books", ground.at)
      // Another one's beginning leaves what waits where it is.
      yield* subscribeAll("stock", ground.at)
      for (const consumer of ["books", "stock"])
        assert.deepStrictEqual(yield* receiveAll(consumer, ground.at), ["salary#2"])
    }),

    "what happens while a consumer is caught up is heard in its order, and nothing twice": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      yield* put(heldOut(ground, "first", { at: ground.at + 1 }))
      const second = yield* put(heldOut(ground, "second", { at: ground.at + 2 }))
      yield* put(heldOut(ground, "third", { at: ground.at + 3 }))
      assert.isFalse(yield* store.subscribe({ consumer: "books", from: ground.at, limit: 1 }))
      // A payment that no page has reached, and one behind the page.
      yield* move(second, [flagged("a")], ground.at + 9)
      yield* put(heldOut(ground, "new", { at: ground.at }))
      const early = yield* receiveAll("books", ground.at + 1)
      yield* subscribeAll("books", ground.at, 1)
      const all = [...early, ...(yield* receiveAll("books", ground.at + 9))]
      assert.deepStrictEqual(all.toSorted(), ["first#2", "new#2", "second#2", "second#3", "third#2"])
      assert.isBelow(all.indexOf("second#2"), all.indexOf("second#3"))
    }),

    "a later time changes nothing, and an earlier one is caught up with": Effect.gen(function* () {
      const ground = yield* newGround
      yield* putAll(
        [0, 1, 2, 3].map((index) =>
          heldOut(ground, `p${index}`, { at: ground.at + index, endedAt: ground.at + index }),
        ),
      )
      const store = yield* PaymentStore
      assert.isFalse(yield* store.subscribe({ consumer: "books", from: ground.at + 2, limit: 1 }))
      yield* subscribeAll("books", ground.at + 9)
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), ["p2#2", "p3#2"])
      yield* subscribeAll("books", ground.at + 1)
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), ["p1#2"])
      yield* subscribeAll("books", ground.at, 1)
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), ["p0#2"])
    }),

    "following again makes nothing heard again, ends no lease and forgets no refusal": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      for (const id of ["markDelivered", "leased", "refused"]) yield* put(heldOut(ground, id, { at: ground.at + 5 }))
      yield* subscribeAll("books", ground.at + 5)
      yield* receive(yield* takeOne("books", ground.at + 5), ground.at + 5)
      const leased = yield* takeOne("books", ground.at + 5)
      yield* store.retryDelivery(yield* takeOne("books", ground.at + 5), ground.at + 30)
      const before = yield* waiting()
      for (const from of [ground.at + 5, ground.at, ground.at + 9, 0]) {
        yield* subscribeAll("books", from, 1)
        assert.deepStrictEqual(yield* waiting(), before)
        const { nextDueAt, taken } = yield* takeFor("books", ground.at + 29)
        assert.deepStrictEqual([taken, nextDueAt], [[], ground.at + 30])
      }
      assert.strictEqual(yield* store.markDelivered(leased, { seq: 2, now: ground.at + 30 }), "Delivered")
    }),

    "a consumer has deliveries of what it wants alone": Effect.gen(function* () {
      const ground = yield* newGround
      yield* put(heldOut(ground, "past"))
      yield* subscribeAll("books", ground.at, everything, ["payout.flagged", "payin.completed"])
      const record = yield* put(heldOut(ground, "salary"))
      yield* put(payoutIn(ground, "paid", "completed"))
      yield* put(payinIn(ground, "order", "completed"))
      assert.deepStrictEqual(
        (yield* waiting()).map(({ key }) => key.id),
        ["order"],
      )
      yield* move(record, [flagged("a")], ground.at)
      assert.deepStrictEqual((yield* receiveAll("books", ground.at)).toSorted(), ["order#4", "salary#3"])
      assert.deepStrictEqual(yield* waiting(), [])
    }),

    "each of several consumers has what it wants of a payment, whatever the others have of it": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* subscribeAll("books", ground.at, everything, ["payout.held"])
        yield* subscribeAll("stock", ground.at, everything, ["payout.flagged"])
        yield* subscribeAll("log", ground.at)
        yield* move(yield* put(heldOut(ground, "salary")), [flagged("a")], ground.at)
        assert.deepStrictEqual(yield* receiveAll("books", ground.at), ["salary#2"])
        assert.deepStrictEqual(yield* receiveAll("stock", ground.at), ["salary#3"])
        assert.deepStrictEqual(yield* receiveAll("log", ground.at), ["salary#2", "salary#3"])
      },
    ),

    "what a consumer wants later is heard from the history, before newer events, and nothing twice": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* put(heldOut(ground, "old", { at: ground.at - 1, endedAt: ground.at - 1 }))
        const old = yield* put(payoutIn(ground, "older", "held", { at: ground.at - 1 }))
        yield* subscribeAll("books", ground.at, everything, ["payout.flagged"])
        // Received up to its fourth event, up to none, and of an older payment.
        const ahead = yield* put(heldOut(ground, "ahead", { followedBy: [flagged("a"), flagged("b")] }))
        const never = yield* put(heldOut(ground, "never"))
        yield* move(old, [flagged("a")], ground.at)
        assert.deepStrictEqual((yield* receiveAll("books", ground.at)).toSorted(), ["ahead#3", "ahead#4", "older#3"])
        yield* subscribeAll("books", ground.at, 1, ["payout.held"])
        yield* move(ahead, [flagged("c")], ground.at)
        yield* move(never, [flagged("c")], ground.at)
        const rest = yield* receiveAll("books", ground.at)
        assert.deepStrictEqual(rest.toSorted(), ["ahead#2", "ahead#5", "never#2", "never#3"])
        assert.isBelow(rest.indexOf("ahead#2"), rest.indexOf("ahead#5"))
        assert.deepStrictEqual(yield* waiting(), [])
        yield* subscribeAll("books", ground.at)
        assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), [])
      },
    ),

    "what happens while a consumer is caught up with what it wants later is heard once": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      yield* subscribeAll("books", ground.at, everything, ["payout.flagged"])
      yield* put(heldOut(ground, "first", { at: ground.at, followedBy: [flagged("a")] }))
      const second = yield* put(heldOut(ground, "second", { at: ground.at + 1, followedBy: [flagged("a")] }))
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + 1), ["first#3", "second#3"])
      assert.isFalse(
        yield* store.subscribe({
          consumer: "books",
          from: ground.at,
          limit: 1,
          wanted: ["payout.held", "payout.cancelled"],
        }),
      )
      // Of a payment that no page has reached.
      yield* move(second, [cancelled], ground.at + 2)
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), ["first#2", "second#2", "second#4"])
      yield* subscribeAll("books", ground.at, 1, ["payout.held"])
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), [])
    }),

    "programs of two versions want what either wants, and of an unwanted event nothing is left in between": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* subscribeAll("books", ground.at, everything, ["payout.held"])
        yield* subscribeAll("books", ground.at, everything, ["payout.completed"])
        yield* subscribeAll("books", ground.at, everything, ["payout.held"])
        yield* subscribeAll("log", ground.at)
        yield* subscribeAll("log", ground.at, everything, ["payout.held"])
        const { followedBy } = { followedBy: [flagged("a")] }
        yield* put(heldOut(ground, "salary", { followedBy }))
        yield* put(payoutIn(ground, "wages", "completed", { followedBy }))
        const { newest } = firstOf((yield* waiting({ consumer: "books" })).filter(({ key }) => key.id === "salary"))
        assert.strictEqual(newest, 2)
        assert.deepStrictEqual(yield* receiveAll("books", ground.at), ["salary#2", "wages#4"])
        assert.isAbove((yield* receiveAll("log", ground.at)).length, 2)
      },
    ),

    "a consumer that unfollowed has no deliveries and gets none, and the others keep theirs": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      for (const consumer of ["books", "stock"]) yield* subscribeAll(consumer)
      const record = yield* put(heldOut(ground, "salary"))
      yield* put(heldOut(ground, "wages"))
      const delivery = yield* takeOne("books", ground.at)
      yield* store.unsubscribe("books")
      yield* store.unsubscribe("no consumer")
      assert.strictEqual(yield* store.markDelivered(delivery, { seq: 2, now: ground.at }), "Stale")
      yield* store.retryDelivery(delivery, ground.at)
      yield* move(record, [flagged("a")], ground.at + 1)
      assert.deepStrictEqual(yield* waiting({ consumer: "books" }), [])
      const nothing = { taken: [], unreadable: 0, nextDueAt: null }
      assert.deepStrictEqual(yield* takeFor("books", ground.at + minute), nothing)
      assert.deepStrictEqual(yield* receiveAll("stock", ground.at + 1), ["salary#2", "wages#2", "salary#3"])
    }),

    "a consumer that follows again after it unfollowed is a new one": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      yield* putAll([heldOut(ground, "old"), heldOut(ground, "new", { at: ground.at + 5, endedAt: ground.at + 5 })])
      yield* subscribeAll("books", ground.at)
      yield* receiveAll("books", ground.at + minute)
      yield* store.unsubscribe("books")
      yield* subscribeAll("books", ground.at + 5, 1)
      assert.deepStrictEqual(yield* receiveAll("books", ground.at + minute), ["new#2"])
    }),

    "consumers are told apart letter for letter, whatever their names": Effect.gen(function* () {
      const ground = yield* newGround
      const names = [...Object.values(texts), "books", "Books", "books ", " books", "", "%", "_", "é", "e\u0301"]
      for (const name of names) yield* subscribeAll(name)
      yield* put(heldOut(ground, "salary"))
      for (const name of names) assert.deepStrictEqual(yield* receiveAll(name, ground.at), ["salary#2"], name)
      for (const name of names) assert.deepStrictEqual(yield* waiting({ consumer: name }), [], name)
    }),
  },
}
