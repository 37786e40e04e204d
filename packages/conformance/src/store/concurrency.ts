/**
 * Everything at once: each method is one atomic step, whatever else runs. On a store with one thread these cases show that the steps are
 * really one; on an engine they show that its locks hold.
 */
import { assert } from "@effect/vitest"
import { Deferred, Effect } from "effect"
import { PaymentId, PaymentStore } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import type { Case, Facet } from "../Facet.ts"
import { accepted, flagged, idsOf, newGround, payinIn, payoutIn } from "../samples.ts"
import { claim, foundBy, historyOf, look, move, put, putAll, sameRecord, save, stored } from "../steps.ts"
import { noteOf } from "./callbacks.ts"
import { subscribeAll, receive, receiveAll, heldOut, takeFor, waiting } from "./deliveries.ts"
import { take } from "./due.ts"

const together = { concurrency: "unbounded" } as const

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

/** Does something with all of them at once. A step aside first: all are under way before the first one is done. */
const atOnce = <I, A, E, R>(all: ReadonlyArray<I>, work: (each: I) => Effect.Effect<A, E, R>) =>
  Effect.forEach(all, (each) => Effect.andThen(Effect.yieldNow, work(each)), together)

const countOf = <A>(all: ReadonlyArray<A>, one: A): number => all.filter((each) => each === one).length

const whileNotesCome: Case<PaymentStore | SharedState> = Effect.gen(function* () {
  const ground = yield* newGround
  const store = yield* PaymentStore
  const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
  const saves = atOnce(upTo(40), () =>
    Effect.gen(function* () {
      const record = yield* stored(payment.key)
      yield* Effect.yieldNow
      yield* save(record, [], ground.at, { tracking: { actAt: null, notesSeen: record.newestNote } })
    }),
  )
  const notes = atOnce(upTo(40), (index) =>
    store.noteCallback(noteOf(payment.key, String(index), { receivedAt: ground.at })),
  )
  yield* Effect.all([saves, notes], together)
  const record = yield* stored(payment.key)
  assert.strictEqual(record.newestNote, 40)
  const unread = record.tracking.notesSeen < record.newestNote
  assert.strictEqual((yield* take(ground.at)).taken.length === 1, unread)
})

const whileEventsCome: Case<PaymentStore | SharedState> = Effect.gen(function* () {
  const ground = yield* newGround
  yield* subscribeAll("books")
  yield* putAll(upTo(20).map((index) => heldOut(ground, `salary-${index}`)))
  const { taken } = yield* takeFor("books", ground.at)
  assert.strictEqual(taken.length, 20)
  const subscribe = atOnce(taken, ({ payment }) =>
    Effect.flatMap(stored(payment.key), (record) => move(record, [flagged("late")], ground.at)),
  )
  yield* Effect.all([atOnce(taken, (delivery) => receive(delivery, ground.at)), subscribe], together)
  assert.deepStrictEqual(
    (yield* receiveAll("books", ground.at)).toSorted(),
    taken.map(({ entry, key }) => `${key.id}#${entry.seq + 1}`).toSorted(),
  )
})

export const concurrency: Facet = {
  name: "many at once",
  alone: true,
  cases: {
    "of 50 inserts of one id exactly one inserts, and the others get what it stored": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const steps = Array.from({ length: 50 }, (_, index) =>
        payoutIn(ground, "salary", "intended", { amount: index + 1 }),
      )
      const answers = yield* atOnce(steps, (step) => store.insert(step.change, step.tracking))
      const record = yield* stored({ kind: "payout", project: ground.project, id: PaymentId.make("salary") })
      const winners = answers.flatMap((answer, index) => (answer._tag === "Inserted" ? [index + 1] : []))
      assert.deepStrictEqual(winners, [record.payment.content.amount])
      for (const answer of answers.filter(({ _tag }) => _tag === "AlreadyThere")) sameRecord(foundBy(answer), record)
      assert.strictEqual((yield* historyOf(record.payment.key)).length, 1)
    }),

    "of 50 saves from one version exactly one is saved": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending"))
      const answers = yield* atOnce(upTo(50), (index) => save(record, [flagged(String(index))], ground.at))
      assert.deepStrictEqual([countOf(answers, "Saved"), countOf(answers, "Stale")], [1, 49])
      const after = yield* stored(record.payment.key)
      assert.strictEqual(after.version, 2)
      assert.strictEqual(after.payment.flags[0]?.subject, String(answers.indexOf("Saved")))
      assert.strictEqual((yield* historyOf(record.payment.key)).length, record.payment.seq + 1)
    }),

    "saves that read again after a stale one all arrive, one version each": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      yield* atOnce(upTo(20), (index) =>
        Effect.gen(function* () {
          for (let tries = 0; tries < 100; tries++) {
            const record = yield* stored(payment.key)
            if ((yield* save(record, [flagged(String(index))], ground.at)) === "Saved") return
          }
          assert.fail("stale a hundred times")
        }),
      )
      const { version } = yield* stored(payment.key)
      assert.strictEqual(version, 21)
      assert.deepStrictEqual(
        (yield* historyOf(payment.key)).map(({ seq }) => seq),
        Array.from({ length: payment.seq + 20 }, (_, index) => index + 1),
      )
    }),

    "of 50 claims of one payment exactly one is claimed": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const answers = yield* atOnce(upTo(50), () => claim(record, ground.at))
      assert.strictEqual(answers.filter(({ _tag }) => _tag === "Claimed").length, 1)
      const { version, lease } = yield* stored(record.payment.key)
      assert.deepStrictEqual([version, lease.number], [2, 1])
    }),

    "of claims and saves from one version exactly one is written": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary"))
      const written = yield* atOnce(upTo(40), (index) =>
        index % 2 === 0
          ? Effect.map(save(record, [], ground.at), (answer) => answer === "Saved")
          : Effect.map(claim(record, ground.at), ({ _tag }) => _tag === "Claimed"),
      )
      assert.strictEqual(countOf(written, true), 1)
      assert.strictEqual((yield* stored(record.payment.key)).version, 2)
    }),

    "of 20 twins that are claimed at once exactly one is claimed": Effect.gen(function* () {
      const ground = yield* newGround
      const records = yield* putAll(Array.from({ length: 20 }, (_, index) => payoutIn(ground, `twin-${index}`)))
      const twin = { party: ground.phone(0), amount: 500, completedSince: 0 }
      const answers = yield* atOnce(records, (record) => claim(record, ground.at, { twin }))
      const tags = answers.map(({ _tag }) => _tag)
      assert.deepStrictEqual([countOf(tags, "Claimed"), countOf(tags, "Stopped")], [1, 19])
    }),

    "refunds that are claimed at once never exceed their payin, and use it up": Effect.gen(function* () {
      const ground = yield* newGround
      const of = PaymentId.make("order")
      const wish = { refundOf: of, amount: 300 }
      const records = yield* putAll(
        Array.from({ length: 12 }, (_, index) => payoutIn(ground, `refund-${index}`, "intended", wish)),
      )
      const refund = { of, project: ground.project, atMost: 1_000 }
      const answers = yield* atOnce(records, (record) => claim(record, ground.at, { refund }))
      const tags = answers.map(({ _tag }) => _tag)
      assert.deepStrictEqual([countOf(tags, "Claimed"), countOf(tags, "Stopped")], [3, 9])
    }),

    "once a hold has been set, no claim that begins afterwards passes": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const scope = `project/${ground.project}`
      const records = yield* putAll(Array.from({ length: 40 }, (_, index) => payoutIn(ground, `salary-${index}`)))
      const isSet = yield* Deferred.make<void>()
      const holding = Effect.gen(function* () {
        for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
        yield* shared.pause({ scope, reason: "asked", by: "shared", since: ground.at, credentials: null })
        yield* Deferred.succeed(isSet, undefined)
      })
      const claims = Effect.forEach(
        records,
        Effect.fnUntraced(function* (record, index) {
          // The later half waits for the pause, the earlier half races it.
          if (index >= 20) yield* Deferred.await(isSet)
          yield* Effect.yieldNow
          const beganAfter = yield* Deferred.isDone(isSet)
          const { _tag } = yield* claim(record, ground.at, { pauses: [scope] })
          return { beganAfter, _tag }
        }),
        { concurrency: 4 },
      )
      const [answers] = yield* Effect.all([claims, holding], together)
      const after = answers.filter(({ beganAfter }) => beganAfter)
      assert.isAtLeast(after.length, 20)
      assert.deepStrictEqual(new Set(after.map(({ _tag }) => _tag)), new Set(["Paused"]))
    }),

    "workers that take what is due at once never get one payment twice, and get all": Effect.gen(function* () {
      const ground = yield* newGround
      yield* putAll(
        Array.from({ length: 60 }, (_, index) =>
          (index % 2 === 0 ? payoutIn : payinIn)(ground, `due-${index}`, "pending", { actAt: ground.at + (index % 7) }),
        ),
      )
      const worker = Effect.gen(function* () {
        const mine: Array<string> = []
        for (;;) {
          const { taken } = yield* take(ground.at + 10, 7)
          // A store that gives them again and again is to be told so, and not to run for ever.
          if (taken.length === 0 || mine.length > 60) return mine
          mine.push(...idsOf(taken))
          yield* Effect.yieldNow
        }
      })
      const shares = yield* atOnce(upTo(8), () => worker)
      const all = shares.flat()
      assert.deepStrictEqual([all.length, new Set(all).size], [60, 60])
      const records = yield* (yield* PaymentStore).list({ project: ground.project, limit: 100 })
      assert.deepStrictEqual(new Set(records.map(({ lease }) => lease.number)), new Set([1]))
    }),

    "workers that take what is to be delivered at once never get one event twice, and get all": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* subscribeAll("books")
        yield* putAll(upTo(40).map((index) => heldOut(ground, `held-${index}`, { endedAt: ground.at + (index % 7) })))
        const worker = Effect.gen(function* () {
          const mine: Array<string> = []
          for (;;) {
            const { taken } = yield* takeFor("books", ground.at + 10, 7)
            if (taken.length === 0 || mine.length > 40) return mine
            mine.push(...idsOf(taken))
            yield* Effect.yieldNow
          }
        })
        const all = (yield* atOnce(upTo(8), () => worker)).flat()
        assert.deepStrictEqual([all.length, new Set(all).size], [40, 40])
      },
    ),

    "events that come while others are heard are all heard, once each and in order": whileEventsCome,

    "processes that follow the store at once, while payments come, catch a consumer up with all, and once": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* putAll(upTo(20).map((index) => heldOut(ground, `old-${index}`, { at: ground.at + (index % 3) })))
        const news = atOnce(upTo(20), (index) => put(heldOut(ground, `new-${index}`, { at: ground.at + (index % 3) })))
        // The earliest of their times counts.
        yield* atOnce(upTo(8), (index) => subscribeAll("stock", ground.at + (index % 2), 2))
        assert.strictEqual((yield* waiting({ consumer: "stock" })).length, 20)
        const subscribe = atOnce(upTo(8), () => subscribeAll("books", ground.at, 3))
        yield* Effect.all([subscribe, news], together)
        const waits = yield* waiting({ consumer: "books" })
        assert.deepStrictEqual([waits.length, new Set(waits.map(({ key }) => key.id)).size], [40, 40])
        assert.deepStrictEqual(new Set(waits.map(({ delivered: received }) => received)), new Set([0]))
      },
    ),

    "of 100 notes with one fingerprint exactly one is First (#199)": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      const answers = yield* atOnce(upTo(100), () => store.noteCallback(noteOf(payment.key, "print")))
      assert.deepStrictEqual([countOf(answers, "First"), countOf(answers, "Repeat")], [1, 99])
      assert.strictEqual((yield* stored(payment.key)).newestNote, 1)
    }),

    "100 different notes are all First and numbered without gaps": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      const { payment } = yield* put(payoutIn(ground, "salary", "pending"))
      const answers = yield* atOnce(upTo(100), (index) => store.noteCallback(noteOf(payment.key, String(index))))
      assert.strictEqual(countOf(answers, "First"), 100)
      const { newestNote, notes } = yield* stored(payment.key)
      assert.deepStrictEqual([newestNote, notes], [100, [{ attempt: 1, newest: 100 }]])
    }),

    "saves and notes at once lose neither a save nor a wake-up": whileNotesCome,

    "a payment that is saved while others are is not touched by them": Effect.gen(function* () {
      const ground = yield* newGround
      const quiet = yield* put(payoutIn(ground, "quiet", "pending"))
      const before = yield* look(quiet.payment.key)
      const busy = yield* putAll(
        Array.from({ length: 20 }, (_, index) => payoutIn(ground, `busy-${index}`, "submitting")),
      )
      yield* Effect.forEach(busy, (record) => move(record, [accepted(1)], ground.at), together)
      assert.deepStrictEqual(yield* look(quiet.payment.key), before)
      for (const { payment } of busy) assert.strictEqual((yield* stored(payment.key)).version, 2)
    }),

    "of 50 turns that are taken at once only the burst is granted": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const rate = { perSecond: 1, burst: 5 }
      const waits = yield* atOnce(upTo(50), () =>
        shared.takeRateToken({ rate: `own/${ground.project}`, limit: rate, now: ground.at }),
      )
      assert.strictEqual(countOf(waits, 0), 5)
    }),

    "of many holds of one scope at once one is kept, and of many lifts one lifts": Effect.gen(function* () {
      const ground = yield* newGround
      const shared = yield* SharedState
      const scope = `project/${ground.project}`
      yield* atOnce(upTo(20), (index) =>
        shared.pause({ scope, reason: `reason ${index}`, by: "shared", since: index, credentials: null }),
      )
      const kept = (yield* shared.pauses()).filter((pause) => pause.scope === scope)
      assert.deepStrictEqual(
        kept.map(({ reason, since }) => reason === `reason ${since}`),
        [true],
      )
      assert.strictEqual(countOf(yield* atOnce(upTo(20), () => shared.resume(scope)), true), 1)
    }),
  },
}
