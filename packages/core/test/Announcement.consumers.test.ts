/** Consumers that come later, and consumers that hear in other processes: none of them loses an event. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import {
  Announcement,
  type Consumer,
  defaultPolicy,
  Desk,
  noAnswer,
  Payins,
  Payouts,
  PaymentStore,
  Reconciliation,
} from "@cauri/core"
import {
  completed,
  layerScripted,
  newScript,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  recordOf,
  reconcile,
  type Script,
  scripted,
} from "./scripted.ts"
import { collectLines, spoil } from "./spoil.ts"

const listening = (name: string) => {
  const heard: Array<string> = []
  const consumer: Consumer = { name, hear: ({ id }) => Effect.sync(() => void heard.push(id)) }
  return { consumer, heard }
}

const elsewhere = (name: string): Consumer => ({ name, elsewhere: true })

/** Payouts that were cancelled, one after the other. */
const cancelled = (...ids: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const payouts = yield* Payouts
    for (const id of ids) {
      yield* payouts.create(payout(id), { sendLater: true })
      yield* payouts.cancel(payoutKey(id), "A colleague")
      yield* TestClock.adjust("1 second")
    }
  })

const sweepAll = Effect.flatMap(Reconciliation, ({ sweep }) =>
  Effect.repeat(sweep, { until: ({ taken }) => taken === 0 }),
)

/** Works in a process of its own on the store of that script, with other consumers. */
const inProcess = (script: Script, consumers: ReadonlyArray<Consumer>) =>
  Layer.fresh(layerScripted({ ...newScript(), cell: script.cell, consumers: [...consumers] }))

describe("a consumer that is new", () => {
  it.effect("hears what had happened before it came, page by page, when it asks for it (S19, L3)", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          yield* cancelled("a", "b", "c")
          yield* sweepAll
          const { consumer, heard } = listening("stock")
          script.consumers.push(consumer)
          yield* sweepAll
          assert.deepStrictEqual(heard, [])
          const announcement = yield* Announcement
          const first = yield* announcement.catchUp({})
          assert.strictEqual(first.due, 2)
          assert.strictEqual(first.next?.key.id, "b")
          const second = yield* announcement.catchUp(first.next === null ? {} : { after: first.next })
          assert.deepStrictEqual(second, { due: 1, next: null })
          yield* sweepAll
          assert.deepStrictEqual(heard, ["payout shop/a#2", "payout shop/b#2", "payout shop/c#2"])
          assert.strictEqual(script.heard.length, 3)
          assert.deepStrictEqual(yield* announcement.catchUp({}), { due: 0, next: first.next })
        }),
      { walkPage: 2 },
    ),
  )

  it.effect(
    "hears of the others where one of them cannot be read, which the log names and does not repeat (L6, S16)",
    () => {
      const { lines, logger } = collectLines()
      return scripted(
        (script) =>
          Effect.gen(function* () {
            yield* cancelled("a", "b", "c", "d")
            yield* sweepAll
            const { consumer, heard } = listening("stock")
            script.consumers.push(consumer)
            spoil(script, "b", "d")
            const announcement = yield* Announcement
            const first = yield* announcement.catchUp({})
            assert.deepInclude(first, { due: 1, next: { createdAt: 1_000, key: payoutKey("b") } })
            const second = yield* announcement.catchUp(first.next === null ? {} : { after: first.next })
            assert.deepInclude(second, { due: 1, next: { createdAt: 3_000, key: payoutKey("d") } })
            yield* sweepAll
            assert.deepStrictEqual(heard, ["payout shop/a#2", "payout shop/c#2"])
            const why = "nobody hears what became of it before it is caught up again."
            assert.deepStrictEqual(
              lines.filter((line) => line.includes("passed over")),
              ["b", "d"].map(
                (id) => `The payout shop/${id} was passed over: ${why} Use a program as new as what wrote it.`,
              ),
            )
          }),
        { walkPage: 2 },
      ).pipe(Effect.provide(logger))
    },
  )

  it.effect("goes on behind the last payment of a page, however long the page is", () =>
    scripted(
      () =>
        Effect.gen(function* () {
          yield* cancelled("a", "b", "c")
          const { next } = yield* (yield* Announcement).catchUp({})
          assert.deepStrictEqual([next?.key.id, next?.createdAt], ["c", 2_000])
        }),
      { walkPage: 3 },
    ),
  )

  it.effect("may begin at a time of its choice", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* cancelled("a", "b", "c")
        yield* sweepAll
        const { consumer, heard } = listening("stock")
        script.consumers.push(consumer)
        yield* (yield* Announcement).catchUp({ createdFrom: 1_000 })
        yield* sweepAll
        assert.deepStrictEqual(heard, ["payout shop/b#2", "payout shop/c#2"])
      }),
    ),
  )

  it.effect("does not hasten what waits already, and moves no confirm", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.consumers.splice(0, 1, { name: "books", hear: () => Effect.fail("down") })
        yield* (yield* Payins).create(pushPayin("order-1"))
        script.confirms.set("token-1", completed(500))
        yield* (yield* Desk).recheck(payinKey("order-1"))
        yield* (yield* Reconciliation).sweep
        const { watch } = yield* recordOf(payinKey("order-1"))
        assert.strictEqual(watch.announceAt, 1_000)
        assert.deepStrictEqual(yield* (yield* Announcement).catchUp({}), { due: 0, next: null })
        assert.deepStrictEqual((yield* recordOf(payinKey("order-1"))).watch, watch)
        yield* (yield* Payouts).create(payout("salary-1"))
        const { actAt } = (yield* recordOf(payoutKey("salary-1"))).watch
        yield* TestClock.adjust("1 second")
        assert.strictEqual((yield* (yield* Announcement).catchUp({})).due, 1)
        const after = (yield* recordOf(payoutKey("salary-1"))).watch
        assert.deepStrictEqual([after.actAt, after.announceAt], [actAt, 1_000])
      }),
    ),
  )
})

describe("a consumer that hears elsewhere", () => {
  it.effect("hears all that this process has told its own, and once only (S19, L3)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const { consumer, heard } = listening("stock")
        script.consumers.push(elsewhere("stock"))
        yield* cancelled("a")
        yield* sweepAll
        assert.strictEqual(script.heard.length, 1)
        yield* TestClock.adjust("1 second")
        yield* Effect.provide(sweepAll, inProcess(script, [consumer, elsewhere("books")]))
        assert.deepStrictEqual(heard, ["payout shop/a#2"])
        const { watch } = yield* recordOf(payoutKey("a"))
        assert.deepStrictEqual(watch.cursors, { books: { seq: 2, tries: 0 }, stock: { seq: 2, tries: 0 } })
        assert.isNull(watch.announceAt)
        yield* TestClock.adjust("1 day")
        yield* sweepAll
        assert.strictEqual(script.heard.length, 1)
      }),
    ),
  )

  it.effect("is waited for with growing patience, up to an hour, and never given up", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const waits: Array<number> = []
        script.consumers.push(elsewhere("stock"))
        yield* cancelled("a")
        yield* reconcile
        for (let hours = 0; hours < 12; hours++) {
          const { watch } = yield* recordOf(payoutKey("a"))
          waits.push(watch.announceAt ?? Infinity)
          yield* TestClock.adjust("1 hour")
        }
        assert.isTrue(waits.every((at) => at < Infinity))
        const { watch, version } = yield* recordOf(payoutKey("a"))
        assert.isAtMost((watch.announceAt ?? Infinity) - 12 * 3_600_000, 3_600_000)
        // A dozen hours cost a few saves, and not one a second.
        assert.isAtMost(version, 45)
        assert.strictEqual(script.heard.length, 1)
      }),
    ),
  )

  it.effect("is looked for soon after something happened, whatever the day", () =>
    scripted((script) =>
      Effect.gen(function* () {
        yield* TestClock.adjust("30 days")
        script.consumers.push(elsewhere("stock"))
        yield* (yield* Payouts).create(payout("a"), { sendLater: true })
        yield* (yield* Payouts).cancel(payoutKey("a"), "A colleague")
        yield* sweepAll
        const { watch } = yield* recordOf(payoutKey("a"))
        assert.strictEqual(watch.announceAt, 30 * 86_400_000 + (defaultPolicy.announceBackoff[0] ?? 0))
      }),
    ),
  )

  it.effect("keeps nothing due that says nothing, and hears at once what happens while others hear", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.consumers.push(elsewhere("stock"))
        yield* (yield* Payouts).create(payout("quiet"))
        const quiet = yield* recordOf(payoutKey("quiet"))
        const announcement = yield* Announcement
        yield* announcement.announce(quiet, 0)
        assert.isNull((yield* recordOf(payoutKey("quiet"))).watch.announceAt)
        script.creations = [noAnswer("TimedOut")]
        yield* (yield* Payouts).create(payout("salary-1", { amount: 701 }))
        const desk = yield* Desk
        script.consumers.splice(0, 1, {
          name: "books",
          hear: () =>
            Effect.gen(function* () {
              const words = { by: "A colleague", reason: "it arrived", evidence: "a receipt", asOf: 4 }
              yield* Effect.ignore(desk.resolve(payoutKey("salary-1"), { to: "Completed", ...words }))
            }),
        })
        yield* TestClock.adjust("1 second")
        yield* announcement.announce(yield* recordOf(payoutKey("salary-1")), 0)
        assert.strictEqual((yield* recordOf(payoutKey("salary-1"))).watch.announceAt, 1_000)
      }),
    ),
  )

  it.effect("may be all that a process knows of, and nothing is told or marked by that one", () =>
    scripted((script) =>
      Effect.gen(function* () {
        script.consumers.splice(0, 1, elsewhere("books"))
        yield* cancelled("a")
        yield* sweepAll
        const { watch } = yield* recordOf(payoutKey("a"))
        assert.deepStrictEqual(watch.cursors, {})
        assert.isAtLeast(watch.announceAt ?? 0, 2_000)
        // What happens while such a process looks at the payment stays due as well.
        yield* (yield* Payouts).create(payout("b", { amount: 701 }), { sendLater: true })
        const read = yield* recordOf(payoutKey("b"))
        const cancel = (yield* Payouts).cancel(payoutKey("b"), "A colleague")
        script.afterStore = (step) => (step === "history" ? Effect.orDie(cancel) : Effect.void)
        yield* (yield* Announcement).announce(read, 0)
        script.afterStore = () => Effect.void
        assert.isNotNull((yield* recordOf(payoutKey("b"))).watch.announceAt)
        assert.strictEqual((yield* (yield* PaymentStore).history(payoutKey("a"), 0, 10)).length, 2)
      }),
    ),
  )
})
