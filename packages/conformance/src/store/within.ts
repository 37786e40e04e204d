/**
 * One transaction with the host: what a host writes beside the payments lands with the payment's step, or neither does.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer } from "effect"
import {
  Announcement,
  type Announced,
  type Consumer,
  type DeskStore,
  type HearingStep,
  keyText,
  type Inserted,
  Outcomes,
  type PaymentKey,
  type PaymentRecord,
  PaymentStore,
  type PaymentRow,
  type Prepared,
  sameContent,
  toEventRow,
  toRecord,
  toWrite,
  type Watch,
} from "@cauri/core"
import type { Facet } from "../Facet.ts"
import { HostTable } from "../HostTable.ts"
import { after, flagged, type Ground, keyOf, newGround, payoutIn, type Step } from "../samples.ts"
import { claim, historyOf, look, move, put, save, stored } from "../steps.ts"
import { noteOf } from "./callbacks.ts"

type Host = PaymentStore | DeskStore | HostTable

const nothing = (): void => {}

const fails = (): never => {
  throw new Error("the host could not write")
}

/** A payout of which there are two events to hear: that it was held, and a flag. */
const toHear = (ground: Ground, times: { readonly announceAt?: number } = {}): Step =>
  payoutIn(ground, "salary", "Held", { followedBy: [flagged("late")], ...times })

/** What a host hears of an event of this payment. */
const announcementOf = ({ payment }: PaymentRecord, seq: number): Announced => ({
  id: `${keyText(payment.key)}#${seq}`,
  key: payment.key,
  seq,
  at: payment.createdAt,
  event: "Held",
  detail: {},
  state: payment.state._tag,
  amount: payment.content.amount,
  rail: "MobileMoneyPayout",
  orderRef: null,
})

/** The step that marks an event as heard by the ledger. */
const marking = (
  record: PaymentRecord,
  seq: number,
  more: { readonly watch?: Partial<Watch>; readonly terms?: Partial<HearingStep["terms"]> } = {},
): HearingStep => {
  const watch = { ...record.watch, cursors: { ledger: { seq, tries: 0 } }, ...more.watch }
  return {
    row: toWrite(record.payment, watch),
    events: [],
    terms: {
      version: record.version,
      giveBack: null,
      now: record.payment.createdAt,
      readNote: watch.notesSeen,
      ...more.terms,
    },
  }
}

/** Lets the ledger hear an event in the step that marks it. */
const hear = Effect.fnUntraced(function* (
  record: PaymentRecord,
  seq: number,
  step: HearingStep,
  then: (id: string) => void = nothing,
) {
  const ledger = (yield* HostTable).announceWithin("ledger", then)
  return yield* ledger.hearWithin(announcementOf(record, seq), step)
})

const linesOf = Effect.gen(function* () {
  return (yield* (yield* HostTable).lines).toSorted()
})

const idOf = (key: PaymentKey, seq: number) => `${keyText(key)}#${seq}`

/** Tells the consumers of a payment, as the reconciler does. */
const announce = Effect.fnUntraced(function* (record: PaymentRecord, ...consumers: ReadonlyArray<Consumer>) {
  yield* Effect.flatMap(Announcement, (announcement) => announcement.announce(record, record.lease.number)).pipe(
    Effect.provide(Announcement.layer.pipe(Layer.provide(Layer.succeed(Outcomes, consumers)))),
  )
  return yield* stored(record.payment.key)
})

/** Hearing within a transaction. */
export const hearing: Facet<Host> = {
  name: "announcing within a transaction",
  alone: true,
  cases: {
    "what a handler writes and the mark of the event land in one step": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      assert.strictEqual(yield* hear(record, 2, marking(record, 2)), "Saved")
      const { watch, version } = yield* stored(record.payment.key)
      assert.deepStrictEqual(watch.cursors, { ledger: { seq: 2, tries: 0 } })
      assert.strictEqual(version, 2)
      assert.deepStrictEqual(yield* linesOf, [idOf(record.payment.key, 2)])
    }),

    "a handler that throws leaves nothing: no line, no mark, no event, no lease": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      const before = yield* look(record.payment.key)
      const exit = yield* Effect.exit(hear(record, 2, marking(record, 2, { terms: { giveBack: 0 } }), fails))
      assert.strictEqual(exit._tag, "Failure")
      assert.deepStrictEqual(yield* look(record.payment.key), before)
      assert.deepStrictEqual(yield* linesOf, [])
    }),

    "a stale step leaves nothing of what its handler wrote": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      const moved = yield* move(record, [], record.payment.createdAt)
      const before = yield* look(record.payment.key)
      assert.strictEqual(yield* hear(record, 2, marking(record, 2)), "Stale")
      assert.strictEqual(yield* hear(record, 2, marking({ ...moved, version: 3 }, 2)), "Stale")
      assert.deepStrictEqual(yield* look(record.payment.key), before)
      assert.deepStrictEqual(yield* linesOf, [])
    }),

    "a step keeps the terms of a save: its events, its lease, and a payment whose note was not read": Effect.gen(
      function* () {
        const ground = yield* newGround
        const store = yield* PaymentStore
        const intended = yield* put(payoutIn(ground, "salary"))
        assert.strictEqual((yield* claim(intended, ground.at))._tag, "Claimed")
        const claimed = yield* stored(intended.payment.key)
        yield* store.noteCallback(noteOf(claimed.payment.key, "one", { receivedAt: ground.at + 5 }))
        const step = after(claimed, [flagged("late")], ground.at)
        const next = { ...claimed, payment: step.change.payment }
        const terms = { giveBack: claimed.lease.number, now: ground.at + 7 }
        const marked = marking(next, 3, { watch: { actAt: null }, terms })
        assert.strictEqual(yield* hear(next, 3, { ...marked, events: step.change.entries.map(toEventRow) }), "Saved")
        const history = yield* historyOf(claimed.payment.key)
        assert.deepStrictEqual(
          history.map(({ event }) => event._tag),
          ["Intended", "AttemptStarted", "Flagged"],
        )
        const { taken } = yield* store.takeDue(ground.at + 7, 10, ground.at + 8)
        assert.deepStrictEqual(
          taken.map(({ lease }) => lease.number),
          [claimed.lease.number + 1],
        )
      },
    ),

    "a step keeps a lease that it does not give back": Effect.gen(function* () {
      const ground = yield* newGround
      const store = yield* PaymentStore
      yield* put(toHear(ground, { announceAt: ground.at }))
      const { taken } = yield* store.takeDue(ground.at, 10, ground.at + 60_000)
      for (const record of taken) yield* hear(record, 2, marking(record, 2))
      assert.strictEqual((yield* store.takeDue(ground.at + 59_999, 10, ground.at + 60_000)).taken.length, 0)
      assert.deepStrictEqual(yield* linesOf, [`payout ${ground.project}/salary#2`])
    }),

    "of 20 who tell one event at the same moment exactly one is heard": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      const answers = yield* Effect.forEach(
        Array.from({ length: 20 }),
        () => Effect.andThen(Effect.yieldNow, hear(record, 2, marking(record, 2))),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(answers.filter((answer) => answer === "Saved").length, 1)
      assert.deepStrictEqual(yield* linesOf, [idOf(record.payment.key, 2)])
      assert.strictEqual((yield* stored(record.payment.key)).version, 2)
    }),

    "every event is heard exactly once, however often it is announced": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      const { key } = record.payment
      const ledger = (yield* HostTable).announceWithin("ledger", nothing)
      // Workers whose leases were over announce what they read, however long ago.
      yield* Effect.all([announce(record, ledger), announce(record, ledger)], { concurrency: "unbounded" })
      yield* announce(record, ledger)
      const { watch } = yield* announce(yield* stored(key), ledger)
      assert.deepStrictEqual(yield* linesOf, [idOf(key, 2), idOf(key, 3)])
      assert.deepStrictEqual(watch.cursors, { ledger: { seq: 3, tries: 0 } })
      assert.isNull(watch.announceAt)
    }),

    "a handler that throws is told again after a while, and hears nothing twice": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      const { payment } = record
      let refuses = true
      const ledger = (yield* HostTable).announceWithin("ledger", (id) => {
        if (refuses && id.endsWith("#3")) fails()
      })
      const before = yield* Clock.currentTimeMillis
      const refused = yield* announce(record, ledger)
      assert.isAtLeast(refused.watch.announceAt ?? 0, before + 1_000)
      assert.deepStrictEqual(refused.watch.cursors, { ledger: { seq: 2, tries: 1 } })
      assert.deepStrictEqual(yield* linesOf, [idOf(payment.key, 2)])
      refuses = false
      yield* announce(refused, ledger)
      assert.deepStrictEqual(yield* linesOf, [idOf(payment.key, 2), idOf(payment.key, 3)])
    }),

    "an event whose payment changes at the same moment is told again at once": Effect.gen(function* () {
      const record = yield* put(toHear(yield* newGround))
      const { payment } = record
      const services = yield* Effect.context<PaymentStore>()
      const within = (yield* HostTable).announceWithin("ledger", nothing)
      let tries = 0
      const outrun: Consumer = {
        name: "ledger",
        hearWithin: (announcement, step) =>
          Effect.gen(function* () {
            tries += 1
            if (tries === 1) yield* save(yield* stored(payment.key), [], payment.createdAt)
            return yield* within.hearWithin(announcement, step)
          }).pipe(Effect.provide(services)),
      }
      const { watch } = yield* announce(record, outrun)
      assert.deepStrictEqual(watch.cursors, { ledger: { seq: 3, tries: 0 } })
      assert.deepStrictEqual(yield* linesOf, [idOf(payment.key, 2), idOf(payment.key, 3)])
      assert.strictEqual(tries, 3)
    }),
  },
}

const prepared = (step: Step): Prepared => ({
  key: keyOf(step),
  row: toWrite(step.change.payment, step.watch),
  events: step.change.entries.map(toEventRow),
})

const foundIn = (answer: Inserted<PaymentRow>): PaymentRow =>
  answer._tag === "AlreadyThere" ? answer.found : assert.fail("it was inserted once more")

/** Inserting within a transaction. */
export const insertingWithin: Facet<Host> = {
  name: "inserting within a transaction",
  alone: true,
  cases: {
    "a prepared payment and what the host writes beside it land in one step": Effect.gen(function* () {
      const step = payoutIn(yield* newGround, "salary")
      const host = yield* HostTable
      assert.strictEqual((yield* host.insertWithin(prepared(step), "order 17", nothing))._tag, "Inserted")
      const { payment, version, lease } = yield* stored(keyOf(step))
      assert.deepStrictEqual([payment.seq, version, lease.number], [1, 1, 0])
      assert.strictEqual((yield* historyOf(keyOf(step))).length, 1)
      assert.deepStrictEqual(yield* linesOf, ["order 17"])
    }),

    "a host that throws keeps neither its line nor the payment": Effect.gen(function* () {
      const step = payoutIn(yield* newGround, "salary")
      const exit = yield* Effect.exit((yield* HostTable).insertWithin(prepared(step), "order 17", fails))
      assert.strictEqual(exit._tag, "Failure")
      assert.strictEqual((yield* (yield* PaymentStore).find(keyOf(step)))._tag, "None")
      assert.deepStrictEqual(yield* historyOf(keyOf(step)), [])
      assert.deepStrictEqual(yield* linesOf, [])
    }),

    "an id that is there gives its payment back, and the transaction goes on": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "Pending"))
      const before = yield* look(record.payment.key)
      const host = yield* HostTable
      const same = prepared(payoutIn(ground, "salary"))
      const other = prepared(payoutIn(ground, "salary", "Intended", { amount: 501 }))
      const found = foundIn(yield* host.insertWithin(same, "order 17", nothing))
      assert.strictEqual(toRecord(found).payment.state._tag, "Pending")
      assert.isTrue(sameContent(same.row, found))
      assert.isFalse(sameContent(other.row, foundIn(yield* host.insertWithin(other, "order 18", nothing))))
      assert.deepStrictEqual(yield* look(record.payment.key), before)
      assert.deepStrictEqual(yield* linesOf, ["order 17", "order 18"])
    }),
  },
}
