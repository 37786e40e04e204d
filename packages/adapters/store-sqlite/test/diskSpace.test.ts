/**
 * A disk that fills up: new payments are refused while there is room, and answers of requests already sent are stored when there is none.
 */
import { type Ground, newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore, StoreError } from "@cauri/core"
import { append, CreationToken, issuedTokensOf, PaymentEvent, type PaymentRecord } from "@cauri/core/model"
import { assert, describe } from "@effect/vitest"
import { Context, Effect, Layer, Result } from "effect"
import { statSync } from "node:fs"
import { it } from "@cauri/house/it"
import { layer, SqliteStore, StoreRefused } from "../src/index.ts"
import { newFile, newStore } from "./support.ts"

const count = 100
const upTo = (length: number) => Array.from({ length }, (_, index) => index)
const token = (index: number) => CreationToken.make(`token-${index}-`.padEnd(1_024, "t"))

/** A hundred payouts whose requests are under way. */
const underWay = Effect.gen(function* () {
  const store = yield* PaymentStore
  const ground = yield* newGround
  const steps = upTo(count).map((index) => payoutIn(ground, `salary-${index}`, "submitting"))
  yield* Effect.forEach(steps, ({ change, tracking }) => store.insert(change, tracking), { concurrency: "unbounded" })
  const records = yield* store.list({ project: ground.project, limit: 1_000 })
  assert.strictEqual(records.length, count)
  return { store, ground, records }
})

/** The answer of the request that is under way. */
const answer = Effect.fnUntraced(function* (record: PaymentRecord, index: number) {
  const accepted = PaymentEvent.cases.accepted.make({ attempt: 1, token: token(index), url: null, to: "pending" })
  const change = Result.getOrThrow(append(record.payment, [accepted], 1))
  const terms = { version: record.version, giveBack: null, now: 1 }
  return yield* (yield* PaymentStore).save(change, record.tracking, terms)
})

const refusal = Effect.fnUntraced(function* <A>(work: Effect.Effect<A, StoreError>) {
  const failure = yield* Effect.flip(work)
  assert.instanceOf(failure, StoreError)
  assert.instanceOf(failure.cause, StoreRefused)
  return `${failure.operation} ${failure.cause.reason}`
})

describe("a disk that is low", () => {
  it("refuses new payments before money moves, and lets everything else go on (C8)", function* () {
    const file = yield* newFile
    const { ground, records } = yield* Effect.provide(underWay, layer({ file, reserve: 0 }))
    const low = layer({ file, reserve: 0, lowWater: Number.MAX_SAFE_INTEGER })
    yield* Effect.gen(function* () {
      const store = yield* PaymentStore
      const fresh = payoutIn(ground, "fresh")
      assert.strictEqual(yield* refusal(store.insert(fresh.change, fresh.tracking)), "insert disk_low")
      assert.isNull(yield* store.find(fresh.change.payment.key))
      const [first, second] = records
      if (first === undefined || second === undefined) return assert.fail("there are none")
      const again = yield* store.insert({ payment: first.payment, entries: [] }, first.tracking)
      assert.strictEqual(again._tag, "AlreadyThere")
      assert.strictEqual(yield* answer(first, 0), "Saved")
      const note = { key: second.payment.key, attempt: 1, fingerprint: "print", receivedAt: 1, body: null }
      assert.strictEqual(yield* store.noteCallback(note), "First")
      assert.strictEqual((yield* store.takeDue({ now: 1, limit: 1, until: 2 })).taken.length, 1)
    }).pipe(Effect.provide(low))
  })
})

/** Fills the file until a new payment is refused, and tells how. */
const fill = Effect.fnUntraced(function* (ground: Ground) {
  const { client } = yield* SqliteStore
  const store = yield* PaymentStore
  client.pragma(`max_page_count = ${Number(client.pragma("page_count", { simple: true }))}`)
  for (const index of upTo(1_000)) {
    const { change, tracking } = payoutIn(ground, `fresh-${index}`)
    const inserted = yield* Effect.exit(store.insert(change, tracking))
    if (inserted._tag === "Failure") return yield* refusal(store.insert(change, tracking))
  }
  return "never"
})

const ballast = Effect.map(SqliteStore, ({ client }) =>
  client.prepare<[], { size: number }>("SELECT length(room) AS size FROM cauri_ballast WHERE part = 1").get(),
)

describe("a file that cannot grow", () => {
  it.effect("takes every token of a request that was sent, and no new payment (T20, C9)", () =>
    Effect.gen(function* () {
      const { store, ground, records } = yield* underWay
      assert.strictEqual(yield* fill(ground), "insert disk_low")
      // Nothing was given up for a new payment.
      assert.deepStrictEqual(yield* ballast, { size: 1_048_576 })
      const answers = yield* Effect.forEach(records, answer, { concurrency: 1 })
      assert.deepStrictEqual(new Set(answers), new Set(["Saved"]))
      const stored = yield* store.list({ project: ground.project, states: ["pending"], limit: 1_000 })
      assert.deepStrictEqual(
        stored.map(({ payment }) => issuedTokensOf(payment.attempts).map((handle) => handle.token)),
        records.map((_, index) => [token(index)]),
      )
      assert.isUndefined(yield* ballast)
    }).pipe(Effect.provide(newStore({ reserve: 1_048_576 }))),
  )

  it.effect("would lose tokens if no room were kept (T20)", () =>
    Effect.gen(function* () {
      const { ground, records } = yield* underWay
      assert.strictEqual(yield* fill(ground), "insert disk_low")
      const exits = yield* Effect.forEach(records, (record, index) => Effect.exit(answer(record, index)), {
        concurrency: 1,
      })
      assert.isAbove(exits.filter(({ _tag }) => _tag === "Failure").length, 0)
    }).pipe(Effect.provide(newStore({ reserve: 0 }))),
  )

  it.effect("sends nothing more once its reserve is spent, until there is room again", () =>
    Effect.gen(function* () {
      const { client } = yield* SqliteStore
      const { store, ground, records } = yield* underWay
      const next = payoutIn(ground, "next")
      yield* store.insert(next.change, next.tracking)
      yield* fill(ground)
      yield* Effect.forEach(records, answer, { concurrency: 1 })
      const begin = Effect.gen(function* () {
        const started = PaymentEvent.cases.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false })
        const change = Result.getOrThrow(append(next.change.payment, [started], 1))
        const terms = { version: 1, giveBack: null, now: 1 }
        return yield* store.claim(change, next.tracking, {
          ...terms,
          guards: { pauses: [], twin: null, refund: null },
          leaseUntil: 9,
        })
      })
      assert.strictEqual(yield* refusal(begin), "claim disk_low")
      client.pragma("max_page_count = 1073741823")
      assert.strictEqual((yield* begin)._tag, "Claimed")
      assert.deepStrictEqual(yield* ballast, { size: 1_048_576 })
    }).pipe(Effect.provide(newStore({ reserve: 1_048_576 }))),
  )
})

describe("a store that is opened again", () => {
  it.effect("has room in its log for answers, behind what others have written there (T20)", () =>
    Effect.gen(function* () {
      const file = yield* newFile
      const reserve = 1_048_576
      // The first to be closed, and the log goes with it.
      yield* Effect.scoped(Layer.build(layer({ file, reserve })))
      const { store, ground } = yield* Effect.gen(function* () {
        const small = Context.get(yield* Layer.build(layer({ file, reserve: 0 })), PaymentStore)
        const written = yield* Effect.provideService(underWay, PaymentStore, small)
        assert.isBelow(statSync(`${file}-wal`).size, reserve)
        yield* Layer.build(layer({ file, reserve }))
        assert.isAtLeast(statSync(`${file}-wal`).size, reserve)
        return written
      })
      const fresh = payoutIn(ground, "fresh")
      yield* store.insert(fresh.change, fresh.tracking)
      const again = Context.get(yield* Layer.build(layer({ file, reserve, check: "full" })), PaymentStore)
      assert.isNotNull(yield* again.find(fresh.change.payment.key))
    }),
  )
})
