/**
 * Delivering events: each consumer receives those of a payment in order, under a lease of its own, beside the lane that acts on payments.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type PaymentKey, PaymentStore } from "@cauri/core"
import type { DeliveriesQuery, Delivery, Due, Wanted } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import {
  absent,
  after,
  flagClosed,
  flagged,
  type Ground,
  keyOf,
  newGround,
  payinIn,
  payoutIn,
  type SampleTimes,
  started,
  type Step,
} from "../samples.ts"
import { everything, firstOf, look, move, noGuards, plain, put, putAll, save, stored } from "../steps.ts"

const minute = 60_000

/** Subscribes a consumer until it is caught up, which must happen before more pages than there can be payments. */
export const subscribeAll = Effect.fnUntraced(function* (
  consumer: string,
  from = 0,
  limit = everything,
  wanted?: ReadonlyArray<Wanted>,
) {
  const store = yield* PaymentStore
  for (let page = 0; page < everything; page++)
    if (yield* store.subscribe({ consumer, from, limit, wanted })) return page + 1
  return assert.fail("it is never caught up")
})

/** Leases what is due for a consumer for a minute. */
export const takeFor = Effect.fnUntraced(function* (
  consumer: string,
  now: number,
  limit = everything,
  leaseUntil = now + minute,
) {
  return yield* (yield* PaymentStore).takeDeliveries({ consumer, now, limit, until: leaseUntil })
})

/** Takes the one delivery that must be due for a consumer. */
export const takeOne = Effect.fnUntraced(function* (consumer: string, now: number, leaseUntil = now + minute) {
  return firstOf((yield* takeFor(consumer, now, 1, leaseUntil)).taken)
})

const eventOf = ({ entry, payment }: Delivery): string => `${payment.content.id}#${entry.seq}`

const outline = ({ nextDueAt, taken }: Due<Delivery>) => ({ taken: taken.map(eventOf), nextDueAt })

export const receive = Effect.fnUntraced(function* (delivery: Delivery, now: number, seq = delivery.entry.seq) {
  return yield* (yield* PaymentStore).markDelivered(delivery, { seq, now })
})

const refuse = Effect.fnUntraced(function* (delivery: Delivery, retryAt: number) {
  return yield* (yield* PaymentStore).retryDelivery(delivery, retryAt)
})

export const waiting = Effect.fnUntraced(function* (query: Partial<DeliveriesQuery> = {}) {
  return yield* (yield* PaymentStore).deliveries({ limit: everything, ...query })
})

/** Delivers everything that is due for a consumer, in the order in which it comes, and returns it. */
export const receiveAll = Effect.fnUntraced(function* (consumer: string, now: number) {
  const received: Array<string> = []
  for (;;) {
    const { taken } = yield* takeFor(consumer, now)
    if (taken.length === 0) return received
    for (const delivery of taken) {
      received.push(eventOf(delivery))
      yield* receive(delivery, now)
    }
  }
})

/** A payout with a deliverable second event: that it was held. */
export const heldOut = (ground: Ground, id: string, times: SampleTimes = {}): Step =>
  payoutIn(ground, id, "held", times)

/** A payout whose second and fourth events are deliverable. */
const twice = (ground: Ground, id = "salary"): Step =>
  payoutIn(ground, id, "intended", { followedBy: [flagged("a"), flagClosed("a"), flagged("b")] })

const shortKey = ({ id, kind, project }: PaymentKey) => ({ kind, project, id })

const delivered = Effect.fnUntraced(function* (step: Step, consumer = "books") {
  yield* subscribeAll(consumer)
  return yield* put(step)
})

const writing: Facet["cases"] = {
  "an event that hosts hear of is due for every consumer from the millisecond at which it happened": Effect.gen(
    function* () {
      const ground = yield* newGround
      for (const consumer of ["books", "stock"]) yield* subscribeAll(consumer)
      yield* put(heldOut(ground, "salary", { endedAt: ground.at + 10 }))
      for (const consumer of ["books", "stock"]) {
        assert.deepStrictEqual(outline(yield* takeFor(consumer, ground.at + 9)), {
          taken: [],
          nextDueAt: ground.at + 10,
        })
        const due = { taken: ["salary#2"], nextDueAt: null }
        assert.deepStrictEqual(outline(yield* takeFor(consumer, ground.at + 10)), due)
      }
    },
  ),

  "a save and a claim deliver their events as an insert does": Effect.gen(function* () {
    const ground = yield* newGround
    const saved = yield* delivered(payoutIn(ground, "saved", "pending"))
    const claimed = yield* put(payoutIn(ground, "claimed"))
    yield* move(saved, [flagged("a")], ground.at + 1)
    const step = after(claimed, [started(1), flagged("a")], ground.at + 2)
    const terms = { version: 1, giveBack: null, now: ground.at + 2 }
    yield* (yield* PaymentStore).claim(step.change, step.tracking, {
      ...terms,
      guards: noGuards,
      leaseUntil: ground.at + minute,
    })
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 2)).taken, ["saved#4", "claimed#3"])
  }),

  "what hosts do not hear of is not delivered, and is left out between what they hear": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(payoutIn(ground, "quiet", "pending"))
    const record = yield* put(twice(ground))
    assert.deepStrictEqual(yield* receiveAll("books", ground.at), ["salary#2", "salary#4"])
    yield* move(record, [flagClosed("b")], ground.at)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + minute)), { taken: [], nextDueAt: null })
    assert.deepStrictEqual(yield* waiting(), [])
  }),

  "the event after the one to hear is no reason to wait": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(payoutIn(ground, "salary", "pending"))
    const flaggedOnce = yield* move(record, [flagged("a")], ground.at + 5)
    yield* move(flaggedOnce, [flagged("b")], ground.at + 50)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 5)).taken, ["salary#4"])
  }),

  "a stale save, a claim that is stopped and an id that is taken deliver nothing": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(payoutIn(ground, "salary"))
    yield* put(payoutIn(ground, "twin", "pending"))
    assert.strictEqual(yield* save(record, [flagged("a")], ground.at, { version: 9 }), "Stale")
    const step = after(record, [started(1), flagged("a")], ground.at)
    const terms = { version: 1, giveBack: null, now: ground.at }
    const twin = { party: ground.phone(0), amount: 500, completedSince: 0 }
    const store = yield* PaymentStore
    const guards = { ...noGuards, twin }
    assert.strictEqual(
      (yield* store.claim(step.change, step.tracking, { ...terms, guards, leaseUntil: ground.at + 1 }))._tag,
      "Stopped",
    )
    const again = heldOut(ground, "salary")
    assert.strictEqual((yield* store.insert(again.change, again.tracking))._tag, "AlreadyThere")
    assert.deepStrictEqual(yield* waiting(), [])
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + minute)), { taken: [], nextDueAt: null })
  }),
}

/** Which deliveries are taken, in which order, and for how long. */
const taking: Facet["cases"] = {
  "a delivery brings the payment as it stands, its oldest event that was not heard, and how often that was refused":
    Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* delivered(heldOut(ground, "salary"))
      const later = yield* move(record, [flagged("late")], ground.at + 1)
      const { entry, payment, ...rest } = yield* takeOne("books", ground.at + 1)
      assert.deepStrictEqual(rest, { consumer: "books", key: shortKey(payment.key), lease: 1, tries: 0 })
      assert.deepStrictEqual(plain({ ...later, payment }), plain(later))
      assert.deepStrictEqual([entry.seq, entry.at, entry.event._tag], [2, ground.at, "held"])
    }),

  "nothing is due for an unknown consumer, nor for one without events": Effect.gen(function* () {
    const ground = yield* newGround
    const nothing = { taken: [], nextDueAt: null }
    yield* delivered(heldOut(ground, "salary"), "stock")
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + minute)), nothing)
    yield* subscribeAll("books", ground.at + 1)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + minute)), nothing)
  }),

  "of deliveries the longest due comes first, and of one time what comes first in lists": Effect.gen(function* () {
    const ground = yield* newGround
    const endedAt = ground.at + 50
    yield* subscribeAll("books")
    yield* put(heldOut(ground, "a", { endedAt, at: ground.at + 2 }))
    yield* put(heldOut(ground, "b", { endedAt, at: ground.at + 1 }))
    yield* put(heldOut(ground, "B", { endedAt, at: ground.at + 1 }))
    yield* put(payinIn(ground, "z", "completed", { endedAt, at: ground.at + 1 }))
    yield* put(heldOut(ground, "first", { endedAt: endedAt - 1, at: ground.at + 9 }))
    yield* put(heldOut(ground, "last", { endedAt: endedAt + 1 }))
    assert.deepStrictEqual(outline(yield* takeFor("books", endedAt + 1)).taken, [
      "first#2",
      "z#4",
      "B#2",
      "b#2",
      "a#2",
      "last#2",
    ])
  }),

  "of deliveries no more are taken than the limit, and what is left over is next": Effect.gen(function* () {
    const ground = yield* newGround
    yield* subscribeAll("books")
    for (const index of [3, 1, 2]) yield* put(heldOut(ground, `p${index}`, { endedAt: ground.at + index }))
    const now = ground.at + 10
    assert.deepStrictEqual(outline(yield* takeFor("books", now, 2)), {
      taken: ["p1#2", "p2#2"],
      nextDueAt: ground.at + 3,
    })
    assert.deepStrictEqual(outline(yield* takeFor("books", now, 2)), { taken: ["p3#2"], nextDueAt: now + minute })
  }),

  "a delivery is leased: no other worker gets it until the lease ends, and every lease has a number of its own":
    Effect.gen(function* () {
      const ground = yield* newGround
      yield* delivered(heldOut(ground, "salary"))
      const until = ground.at + minute
      const first = yield* takeOne("books", ground.at, until)
      assert.deepStrictEqual(outline(yield* takeFor("books", until - 1)), { taken: [], nextDueAt: until })
      const second = yield* takeOne("books", until, until + minute)
      yield* refuse(second, until)
      const third = yield* takeOne("books", until)
      assert.strictEqual(new Set([first, second, third].map(({ lease }) => lease)).size, 3)
      assert.isTrue(first.lease < second.lease && second.lease < third.lease)
    }),

  "one event of a payment is under way at a time, and those of other payments beside it": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(twice(ground, "one"))
    yield* put(twice(ground, "two"))
    const { taken } = yield* takeFor("books", ground.at)
    assert.deepStrictEqual(taken.map(eventOf), ["one#2", "two#2"])
    for (const delivery of taken.slice(1)) yield* receive(delivery, ground.at)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at)).taken, ["two#4"])
  }),

  "deliveries and payments are leased apart, and a delivery changes nothing of its payment": Effect.gen(function* () {
    const ground = yield* newGround
    const store = yield* PaymentStore
    const { payment } = yield* delivered(heldOut(ground, "salary", { actAt: ground.at }))
    const before = yield* look(payment.key)
    const delivery = yield* takeOne("books", ground.at)
    assert.deepStrictEqual(yield* look(payment.key), before)
    assert.strictEqual((yield* store.takeDue({ now: ground.at, limit: 1, until: ground.at + minute })).taken.length, 1)
    yield* refuse(delivery, ground.at)
    const again = yield* takeOne("books", ground.at)
    assert.strictEqual((yield* store.takeDue({ now: ground.at, limit: 1, until: ground.at + minute })).taken.length, 0)
    yield* receive(again, ground.at)
    assert.strictEqual((yield* stored(payment.key)).version, 1)
    assert.strictEqual(
      (yield* store.takeDue({ now: ground.at + minute, limit: 1, until: ground.at + 2 * minute })).taken.length,
      1,
    )
  }),
}

const answering: Facet["cases"] = {
  "what was heard never comes again, and the next event is due when it happened": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(heldOut(ground, "salary"))
    yield* move(record, [flagged("late")], ground.at + 20)
    assert.strictEqual(yield* receive(yield* takeOne("books", ground.at), ground.at + 7), "Delivered")
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 19)), { taken: [], nextDueAt: ground.at + 20 })
    assert.strictEqual(yield* receive(yield* takeOne("books", ground.at + 20), ground.at + 20), "Delivered")
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 2 * minute)), { taken: [], nextDueAt: null })
  }),

  "events are heard up to a number: all of them at once": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(twice(ground))
    assert.strictEqual(yield* receive(yield* takeOne("books", ground.at), ground.at, 4), "Delivered")
    assert.deepStrictEqual(yield* waiting(), [])
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + minute)), { taken: [], nextDueAt: null })
  }),

  "a delivery may still be marked after its lease, while no other worker has it": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(heldOut(ground, "salary"))
    const delivery = yield* takeOne("books", ground.at, ground.at + 1)
    assert.strictEqual(yield* receive(delivery, ground.at + minute), "Delivered")
    assert.deepStrictEqual(yield* waiting(), [])
  }),

  "an older lease marks nothing, counts nothing and ends nothing": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(twice(ground))
    const early = yield* takeOne("books", ground.at, ground.at + 1)
    const late = yield* takeOne("books", ground.at + 1, ground.at + minute)
    const before = yield* waiting()
    assert.strictEqual(yield* receive(early, ground.at + 1), "Stale")
    yield* refuse(early, ground.at + 1)
    assert.deepStrictEqual(yield* waiting(), before)
    const nothing = { taken: [], nextDueAt: ground.at + minute }
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 1)), nothing)
    assert.strictEqual(yield* receive(late, ground.at + 1), "Delivered")
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 1)).taken, ["salary#4"])
  }),

  "a lease ends once: a second answer under it changes nothing": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(twice(ground))
    const received = yield* takeOne("books", ground.at)
    assert.strictEqual(yield* receive(received, ground.at), "Delivered")
    const next = yield* waiting()
    assert.strictEqual(yield* receive(received, ground.at), "Stale")
    yield* refuse(received, ground.at + minute)
    assert.deepStrictEqual(yield* waiting(), next)
    const refused = yield* takeOne("books", ground.at)
    yield* refuse(refused, ground.at + 5)
    assert.strictEqual(yield* receive(refused, ground.at), "Stale")
    yield* refuse(refused, ground.at + minute)
    assert.deepStrictEqual(
      (yield* waiting()).map(({ dueAt, delivered: last, tries }) => [last, tries, dueAt]),
      [[2, 1, ground.at + 5]],
    )
  }),

  "a delivery that is not there is Stale": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(heldOut(ground, "salary"))
    const delivery = yield* takeOne("books", ground.at)
    const others = [
      { ...delivery, key: absent(ground) },
      { ...delivery, consumer: "stock" },
      { ...delivery, key: { ...delivery.key, kind: "payin" as const } },
      { ...delivery, key: { ...delivery.key, project: ground.elsewhere } },
    ]
    const before = yield* waiting()
    for (const other of others) {
      yield* refuse(other, ground.at)
      assert.strictEqual(yield* receive(other, ground.at), "Stale")
    }
    assert.deepStrictEqual(yield* waiting(), before)
  }),

  "a refusal is counted, and the same event is due again at its time": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(twice(ground))
    for (const tries of [0, 1, 2]) {
      const retryAt = ground.at + tries * 10 + 10
      const delivery = yield* takeOne("books", retryAt - 10)
      assert.deepStrictEqual([delivery.entry.seq, delivery.tries], [2, tries])
      yield* refuse(delivery, retryAt)
      assert.deepStrictEqual(outline(yield* takeFor("books", retryAt - 1)), { taken: [], nextDueAt: retryAt })
    }
    const waits = firstOf(yield* waiting())
    assert.deepStrictEqual([waits.tries, waits.delivered, waits.dueAt], [3, 0, ground.at + 30])
    assert.strictEqual(yield* receive(yield* takeOne("books", ground.at + 30), ground.at + 30), "Delivered")
    const next = yield* takeOne("books", ground.at + 30)
    assert.deepStrictEqual([next.entry.seq, next.tries], [4, 0])
  }),

  "a refusal is counted after its lease too, while no other worker has the delivery": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(heldOut(ground, "salary"))
    yield* refuse(yield* takeOne("books", ground.at, ground.at + 1), ground.at + minute)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 1)), {
      taken: [],
      nextDueAt: ground.at + minute,
    })
    assert.strictEqual((yield* takeOne("books", ground.at + minute)).tries, 1)
  }),
}

const meanwhile: Facet["cases"] = {
  "an event that comes while a lease runs is not lost, and does not break it": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(heldOut(ground, "salary"))
    const delivery = yield* takeOne("books", ground.at)
    yield* move(record, [flagged("late")], ground.at + 5)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 6)), {
      taken: [],
      nextDueAt: ground.at + minute,
    })
    assert.strictEqual(yield* receive(delivery, ground.at + 7), "Delivered")
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 7)).taken, ["salary#3"])
  }),

  "an event that comes after all others were heard is due when it happened": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(heldOut(ground, "salary"))
    assert.deepStrictEqual(yield* receiveAll("books", ground.at), ["salary#2"])
    yield* move(record, [flagged("late")], ground.at + 5)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 4)), { taken: [], nextDueAt: ground.at + 5 })
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 5)).taken, ["salary#3"])
  }),

  "an event that comes while another is put off waits behind it": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(heldOut(ground, "salary"))
    yield* refuse(yield* takeOne("books", ground.at), ground.at + 50)
    yield* move(record, [flagged("late")], ground.at + 5)
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at + 49)), { taken: [], nextDueAt: ground.at + 50 })
    assert.deepStrictEqual(yield* receiveAll("books", ground.at + 50), ["salary#2", "salary#3"])
  }),

  "consumers do not disturb each other: each has its leases, its pace and its refusals": Effect.gen(function* () {
    const ground = yield* newGround
    yield* subscribeAll("stock")
    yield* delivered(twice(ground))
    const books = yield* takeOne("books", ground.at)
    assert.strictEqual((yield* takeFor("books", ground.at)).nextDueAt, ground.at + minute)
    const stock = yield* takeOne("stock", ground.at, ground.at + 2 * minute)
    yield* refuse(stock, ground.at + 99)
    assert.strictEqual(yield* receive(books, ground.at), "Delivered")
    assert.deepStrictEqual(yield* receiveAll("books", ground.at), ["salary#4"])
    assert.deepStrictEqual(outline(yield* takeFor("books", ground.at)), { taken: [], nextDueAt: null })
    assert.deepStrictEqual(outline(yield* takeFor("stock", ground.at)), { taken: [], nextDueAt: ground.at + 99 })
    const again = yield* takeOne("stock", ground.at + 99)
    assert.deepStrictEqual([again.entry.seq, again.tries], [2, 1])
  }),

  "payments of the same id are heard of apart": Effect.gen(function* () {
    const ground = yield* newGround
    yield* delivered(heldOut(ground, "same"))
    yield* put(payinIn(ground, "same", "completed", { endedAt: ground.at + 1 }))
    yield* put(payoutIn(ground, "same", "held", { project: ground.elsewhere, endedAt: ground.at + 2 }))
    const { taken } = yield* takeFor("books", ground.at + 2)
    assert.deepStrictEqual(taken.map(eventOf), ["same#2", "same#4", "same#2"])
    for (const [place, each] of taken.entries()) {
      assert.strictEqual(yield* receive(each, ground.at + 2), "Delivered")
      assert.strictEqual((yield* waiting()).length, 2 - place)
    }
  }),
}

const namesOf = (all: Effect.Success<ReturnType<typeof waiting>>) =>
  all.map(({ consumer, key }) => `${consumer} ${key.id}`)

const looking: Facet["cases"] = {
  "what was not delivered is listed whole, also while it is leased": Effect.gen(function* () {
    const ground = yield* newGround
    const record = yield* delivered(twice(ground))
    const { key } = record.payment
    const first = { consumer: "books", key: shortKey(key), newest: 4, delivered: 0, tries: 0, since: ground.at }
    assert.deepStrictEqual(yield* waiting(), [{ ...first, dueAt: ground.at }])
    yield* refuse(yield* takeOne("books", ground.at), ground.at + 30)
    assert.deepStrictEqual(yield* waiting(), [{ ...first, tries: 1, dueAt: ground.at + 30 }])
    yield* receive(yield* takeOne("books", ground.at + 30), ground.at + 40)
    yield* move(record, [flagged("c")], ground.at + 60)
    const second = { ...first, newest: 5, delivered: 2, dueAt: ground.at }
    assert.deepStrictEqual(yield* waiting(), [second])
    const leased = yield* takeOne("books", ground.at + 60)
    assert.deepStrictEqual(namesOf(yield* waiting()), ["books salary"])
    yield* receive(leased, ground.at + 70)
    assert.deepStrictEqual(yield* waiting(), [
      { ...second, delivered: 4, since: ground.at + 60, dueAt: ground.at + 60 },
    ])
    yield* receive(yield* takeOne("books", ground.at + 60), ground.at + 70)
    assert.deepStrictEqual(yield* waiting(), [])
  }),

  "what was not heard comes by the time of its event, then as payments in lists, then by consumer": Effect.gen(
    function* () {
      const ground = yield* newGround
      for (const consumer of ["b", "a", "B"]) yield* subscribeAll(consumer)
      yield* put(heldOut(ground, "new", { endedAt: ground.at + 9 }))
      yield* put(payoutIn(ground, "old", "held", { at: ground.at + 2, endedAt: ground.at + 5 }))
      yield* put(payinIn(ground, "z", "completed", { at: ground.at + 1, endedAt: ground.at + 5 }))
      yield* put(heldOut(ground, "y", { at: ground.at + 1, endedAt: ground.at + 5 }))
      // Neither when it is due nor whether it is leased changes the order.
      yield* refuse(yield* takeOne("a", ground.at + 5), ground.at + minute)
      yield* takeOne("b", ground.at + 5)
      const names = ["B z", "a z", "b z", "B y", "a y", "b y", "B old", "a old", "b old", "B new", "a new", "b new"]
      assert.deepStrictEqual(namesOf(yield* waiting()), names)
      assert.deepStrictEqual(namesOf(yield* waiting({ limit: 4 })), names.slice(0, 4))
    },
  ),

  "what was not heard is found by consumer, by payment and by both": Effect.gen(function* () {
    const ground = yield* newGround
    for (const consumer of ["books", "stock"]) yield* subscribeAll(consumer)
    const one = heldOut(ground, "one")
    yield* putAll([
      one,
      heldOut(ground, "two", { at: ground.at + 1 }),
      payinIn(ground, "one", "completed", { at: ground.at + 2 }),
      payoutIn(ground, "one", "held", { project: ground.elsewhere, at: ground.at + 3 }),
    ])
    const key = keyOf(one)
    assert.deepStrictEqual(namesOf(yield* waiting({ consumer: "books" })), [
      "books one",
      "books two",
      "books one",
      "books one",
    ])
    assert.deepStrictEqual(namesOf(yield* waiting({ key })), ["books one", "stock one"])
    const found = yield* waiting({ key, consumer: "stock" })
    assert.deepStrictEqual(
      found.map((each) => [each.consumer, each.key]),
      [["stock", shortKey(key)]],
    )
    assert.deepStrictEqual(yield* waiting({ consumer: "no consumer" }), [])
    assert.deepStrictEqual(yield* waiting({ key: absent(ground) }), [])
    assert.deepStrictEqual(namesOf(yield* waiting({ consumer: "stock", limit: 1 })), ["stock one"])
  }),
}

export const deliveries: Facet = {
  name: "delivering events",
  alone: true,
  cases: { ...writing, ...taking, ...answering, ...meanwhile, ...looking },
}
