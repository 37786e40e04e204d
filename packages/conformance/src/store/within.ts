/**
 * One transaction with the host: what a host writes beside the payments is saved with the payment's step, or neither is.
 */
import { assert } from "@effect/vitest"
import { Clock, Effect, Layer, Logger } from "effect"
import { keyText, Consumers, PaymentStore, type Prepared } from "@cauri/core"
import {
  Deliveries,
  type Delivery,
  type SharedState,
  type DeliveryTerms,
  type Inserted,
  type PaymentRow,
  contentDifferences,
  toEventRow,
  toRecord,
  toPaymentWrite,
  type TransactionalConsumer,
  WakeSignal,
} from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { HostTable } from "../HostTable.ts"
import { absent, flagged, type Ground, keyOf, newGround, payoutIn, type Step } from "../samples.ts"
import { firstOf, historyOf, look, put, stored } from "../steps.ts"
import { subscribeAll, receive, receiveAll, heldOut, takeFor, takeOne, waiting } from "./deliveries.ts"

type Host = PaymentStore | SharedState | HostTable

const nothing = (): void => {}

const fails = (): never => {
  throw new Error("the host could not write")
}

const minute = 60_000

/** Stores a payout with two events for the ledger to receive: that it was held, and a flag. */
const toReceive = Effect.fnUntraced(function* (ground: Ground, id = "salary") {
  yield* subscribeAll("ledger")
  return yield* put(heldOut(ground, id, { followedBy: [flagged("late")] }))
})

const idOf = ({ key, entry }: Delivery) => `${key.kind} ${key.project}/${key.id}#${entry.seq}`

/** Lets the ledger receive an event in the transaction that marks it. */
const receiveWithin = Effect.fnUntraced(function* (
  { consumer, entry, key, lease, payment }: Delivery,
  then: (id: string) => void = nothing,
  terms: Partial<DeliveryTerms["lease"]> = {},
) {
  const ledger = (yield* HostTable).deliverWithin("ledger", then)
  const deliveredEvent = {
    id: `${keyText(payment.key)}#${entry.seq}`,
    key: payment.key,
    seq: entry.seq,
    at: entry.at,
    _tag: "held",
    detail: { because: "twin" },
    state: payment.state._tag,
    amount: payment.content.amount,
    rail: "mobile_money_payout",
    orderRef: null,
  } as const
  return yield* ledger.receiveWithin(deliveredEvent, { lease: { consumer, key, lease, ...terms }, now: entry.at })
})

const linesOf = Effect.gen(function* () {
  return (yield* (yield* HostTable).lines).toSorted()
})

/** Delivers what is due to this consumer, as a worker does. */
const deliverTo = (consumer: TransactionalConsumer) =>
  Effect.provide(
    Deliveries.use(({ deliver }) => deliver),
    Deliveries.layer.pipe(Layer.provide([Layer.succeed(Consumers, [{ ...consumer, from: 0 }]), WakeSignal.layer])),
  )

export const receivingWithin: Facet<Host> = {
  name: "receiving within a transaction",
  alone: true,
  cases: {
    "what a handler writes and the mark of the event land in one step, and the next event is due": Effect.gen(
      function* () {
        const ground = yield* newGround
        const { payment } = yield* toReceive(ground)
        const before = yield* look(payment.key)
        const first = yield* takeOne("ledger", ground.at)
        assert.strictEqual(yield* receiveWithin(first), "Delivered")
        assert.deepStrictEqual(
          (yield* waiting()).map(({ delivered, dueAt }) => [delivered, dueAt]),
          [[2, ground.at]],
        )
        const second = yield* takeOne("ledger", ground.at)
        assert.strictEqual(yield* receiveWithin(second), "Delivered")
        assert.deepStrictEqual(yield* waiting(), [])
        assert.deepStrictEqual((yield* takeFor("ledger", ground.at + minute)).nextDueAt, null)
        assert.deepStrictEqual(yield* linesOf, [idOf(first), idOf(second)])
        assert.deepStrictEqual(yield* look(payment.key), before)
      },
    ),

    "a handler that throws leaves nothing: no line and no mark, and the lease runs on": Effect.gen(function* () {
      const ground = yield* newGround
      yield* toReceive(ground)
      const delivery = yield* takeOne("ledger", ground.at)
      const before = yield* waiting()
      assert.strictEqual((yield* Effect.exit(receiveWithin(delivery, fails)))._tag, "Failure")
      assert.deepStrictEqual(yield* waiting(), before)
      assert.deepStrictEqual(yield* linesOf, [])
      assert.strictEqual((yield* takeFor("ledger", ground.at)).nextDueAt, ground.at + minute)
      assert.strictEqual(yield* receiveWithin(delivery), "Delivered")
      assert.deepStrictEqual(yield* linesOf, [idOf(delivery)])
    }),

    "a handler under an older lease, or under none, leaves nothing": Effect.gen(function* () {
      const ground = yield* newGround
      yield* toReceive(ground)
      const early = yield* takeOne("ledger", ground.at, ground.at + 1)
      const late = yield* takeOne("ledger", ground.at + 1)
      const before = yield* waiting()
      assert.strictEqual(yield* receiveWithin(early), "Stale")
      assert.strictEqual(yield* receiveWithin(late, nothing, { consumer: "no consumer" }), "Stale")
      assert.strictEqual(yield* receiveWithin(late, nothing, { key: absent(ground) }), "Stale")
      assert.deepStrictEqual(yield* waiting(), before)
      assert.deepStrictEqual(yield* linesOf, [])
      assert.strictEqual((yield* takeFor("ledger", ground.at + 1)).nextDueAt, ground.at + 1 + minute)
      assert.strictEqual(yield* receiveWithin(late), "Delivered")
    }),

    "what was heard outside of a transaction is Stale within it": Effect.gen(function* () {
      const ground = yield* newGround
      yield* toReceive(ground)
      const early = yield* takeOne("ledger", ground.at, ground.at + 1)
      assert.strictEqual(yield* receive(yield* takeOne("ledger", ground.at + 1), ground.at + 1), "Delivered")
      assert.strictEqual(yield* receiveWithin(early), "Stale")
      assert.deepStrictEqual(yield* linesOf, [])
    }),

    "of 20 who had the delivery one after the other and are heard at the same moment, the last one is": Effect.gen(
      function* () {
        const ground = yield* newGround
        yield* toReceive(ground)
        const leases = yield* Effect.forEach(
          Array.from({ length: 20 }, (_, index) => ground.at + index),
          (now) => takeOne("ledger", now, now + 1),
          { concurrency: 1 },
        )
        const answers = yield* Effect.forEach(
          leases.toReversed(),
          (delivery) => Effect.andThen(Effect.yieldNow, receiveWithin(delivery)),
          { concurrency: "unbounded" },
        )
        assert.deepStrictEqual(answers, ["Delivered", ...Array.from({ length: 19 }, () => "Stale" as const)])
        assert.deepStrictEqual(yield* linesOf, [idOf(firstOf(leases))])
      },
    ),

    "every event is heard exactly once and in order, however many workers deliver": Effect.gen(function* () {
      const ground = yield* newGround
      const payments = ["a", "b", "c"]
      for (const id of payments) yield* toReceive(ground, id)
      const order: Array<string> = []
      const ledger = (yield* HostTable).deliverWithin("ledger", (id) => void order.push(id))
      yield* Effect.all([deliverTo(ledger), deliverTo(ledger), deliverTo(ledger)], { concurrency: "unbounded" })
      yield* deliverTo(ledger)
      const ids = payments.flatMap((id) => [2, 3].map((seq) => `payout ${ground.project}/${id}#${seq}`))
      assert.deepStrictEqual(yield* linesOf, ids)
      for (const id of payments) {
        const numbers = order.flatMap((each) => (each.includes(`/${id}#`) ? [each.slice(-1)] : []))
        assert.deepStrictEqual([...new Set(numbers)], ["2", "3"])
      }
      assert.deepStrictEqual(yield* waiting(), [])
    }),

    "a handler that throws receives the event again after a while, and none twice": Effect.gen(function* () {
      const ground = yield* newGround
      const { payment } = yield* toReceive(ground)
      const ledger = (yield* HostTable).deliverWithin("ledger", (id) => {
        if (id.endsWith("#3")) fails()
      })
      const before = yield* Clock.currentTimeMillis
      yield* deliverTo(ledger)
      const put = firstOf(yield* waiting())
      assert.deepStrictEqual([put.delivered, put.tries], [2, 1])
      assert.isAtLeast(put.dueAt, before + 1_000)
      assert.deepStrictEqual(yield* linesOf, [`${keyText(payment.key)}#2`])
      assert.strictEqual(yield* receiveWithin(yield* takeOne("ledger", put.dueAt)), "Delivered")
      assert.deepStrictEqual(yield* linesOf, [`${keyText(payment.key)}#2`, `${keyText(payment.key)}#3`])
    }).pipe(Effect.provide(Logger.layer([]))),
  },
}

const prepared = (step: Step): Prepared => ({
  key: keyOf(step),
  row: toPaymentWrite(step.change.payment, step.tracking),
  events: step.change.entries.map(toEventRow),
})

const foundIn = (answer: Inserted<PaymentRow>): PaymentRow =>
  answer._tag === "AlreadyThere" ? answer.found : assert.fail("it was inserted once more")

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

    "who follows the store hears of a prepared payment": Effect.gen(function* () {
      const ground = yield* newGround
      yield* subscribeAll("books", ground.at)
      yield* (yield* HostTable).insertWithin(prepared(heldOut(ground, "salary")), "order 17", nothing)
      assert.deepStrictEqual(yield* receiveAll("books", ground.at), ["salary#2"])
    }),

    "a host that throws keeps neither its line nor the payment, and no consumer receives it": Effect.gen(function* () {
      const step = heldOut(yield* newGround, "salary")
      yield* subscribeAll("books")
      const exit = yield* Effect.exit((yield* HostTable).insertWithin(prepared(step), "order 17", fails))
      assert.strictEqual(exit._tag, "Failure")
      assert.isNull(yield* (yield* PaymentStore).find(keyOf(step)))
      assert.deepStrictEqual(yield* historyOf(keyOf(step)), [])
      assert.deepStrictEqual(yield* waiting(), [])
      assert.deepStrictEqual(yield* linesOf, [])
    }),

    "an id that is there gives its payment back, and the transaction goes on": Effect.gen(function* () {
      const ground = yield* newGround
      const record = yield* put(payoutIn(ground, "salary", "pending"))
      const before = yield* look(record.payment.key)
      const host = yield* HostTable
      const same = prepared(payoutIn(ground, "salary"))
      const other = prepared(payoutIn(ground, "salary", "intended", { amount: 501 }))
      const found = foundIn(yield* host.insertWithin(same, "order 17", nothing))
      assert.strictEqual(toRecord(found).payment.state._tag, "pending")
      assert.isEmpty(contentDifferences(same, found))
      assert.isNotEmpty(contentDifferences(other, foundIn(yield* host.insertWithin(other, "order 18", nothing))))
      assert.deepStrictEqual(yield* look(record.payment.key), before)
      assert.deepStrictEqual(yield* linesOf, ["order 17", "order 18"])
    }),
  },
}
