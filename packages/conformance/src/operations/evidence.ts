/**
 * What a store keeps for people: callbacks as they came, and what people did.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { type PaymentKey, PaymentStore } from "@cauri/core"
import { Evidence, type StorePorts } from "@cauri/core/adapter"
import type { Facet } from "../Facet.ts"
import { absent, newGround, payinIn, payoutIn } from "../samples.ts"
import { look, put } from "../steps.ts"
import { noteOf } from "../store/callbacks.ts"

const ring = (key: PaymentKey, fingerprint: string, receivedAt: number, body: Uint8Array | null) =>
  PaymentStore.use((store) => store.noteCallback(noteOf(key, fingerprint, { receivedAt, body })))

const notesOf = (key: PaymentKey) => Evidence.use((evidence) => evidence.notes(key))
const bodiesOf = (key: PaymentKey) =>
  Effect.map(notesOf(key), (notes) => notes.map(({ body }) => (body === null ? null : [...body])))
const deeds = (limit: number) => Evidence.use((evidence) => evidence.deeds(limit))
const prune = (before: number) => Evidence.use((evidence) => evidence.pruneBodies(before))

export const evidence: Facet<StorePorts> = {
  name: "evidence for people",
  alone: true,
  cases: {
    "callbacks come back as they came, the first one first": Effect.gen(function* () {
      const { payment } = yield* put(payoutIn(yield* newGround, "salary", "Pending"))
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      yield* ring(payment.key, "late", 9, bytes)
      yield* ring(payment.key, "early", 7, null)
      assert.deepStrictEqual(
        [...(yield* notesOf(payment.key))],
        [
          { number: 1, attempt: 1, fingerprint: "late", receivedAt: 9, body: bytes },
          { number: 2, attempt: 1, fingerprint: "early", receivedAt: 7, body: null },
        ],
      )
    }),

    "callbacks of payments of one id are told apart by kind and project": Effect.gen(function* () {
      const ground = yield* newGround
      const payout = yield* put(payoutIn(ground, "one", "Pending"))
      const payin = yield* put(payinIn(ground, "one", "Pending"))
      const elsewhere = yield* put(payoutIn(ground, "one", "Pending", { project: ground.elsewhere }))
      for (const [index, { payment }] of [payout, payin, elsewhere].entries()) {
        yield* ring(payment.key, "print", 1, Uint8Array.of(index))
      }
      assert.deepStrictEqual(yield* bodiesOf(payout.payment.key), [[0]])
      assert.deepStrictEqual(yield* bodiesOf(payin.payment.key), [[1]])
      assert.deepStrictEqual(yield* bodiesOf(elsewhere.payment.key), [[2]])
      assert.deepStrictEqual(yield* notesOf(absent(ground)), [])
    }),

    "bodies from before a time are removed once and counted; everything else stays": Effect.gen(function* () {
      const { payment } = yield* put(payoutIn(yield* newGround, "salary", "Pending"))
      for (const at of [10, 20, 30]) yield* ring(payment.key, `print ${at}`, at, Uint8Array.of(at))
      yield* ring(payment.key, "empty", 10, null)
      const before = yield* look(payment.key)
      assert.deepStrictEqual([yield* prune(10), yield* prune(30), yield* prune(30)], [0, 2, 0])
      assert.deepStrictEqual(yield* bodiesOf(payment.key), [null, null, [30], null])
      assert.deepStrictEqual(yield* look(payment.key), before)
      assert.strictEqual(yield* ring(payment.key, "print 10", 99, null), "Repeat")
    }),

    "deeds come back letter for letter, the newest first, as many as asked for": Effect.gen(function* () {
      assert.deepStrictEqual(yield* deeds(9), [])
      const first = { at: 7, body: '{"record":"reveal"}' }
      const second = { at: 5, body: '{"record": "lift", "by":"\\u0000 \\ud800"}' }
      const { record } = yield* Evidence
      yield* record(first)
      yield* record(second)
      assert.deepStrictEqual([yield* deeds(9), yield* deeds(1)], [[second, first], [second]])
    }),

    "deeds about one payment come back without those about others": Effect.gen(function* () {
      const { deeds: read, record } = yield* Evidence
      for (const [number, payment] of [
        [1, "payout shop/one"],
        [2, "payout shop/two"],
        [3, "payout shop/one"],
      ] as const) {
        yield* record({ at: number, body: "{}", payment })
      }
      yield* record({ at: 4, body: "{}" })
      const numbers = (limit: number, payment?: string) =>
        Effect.map(read(limit, payment), (found) => found.map(({ at }) => at))
      assert.deepStrictEqual(yield* numbers(9, "payout shop/one"), [3, 1])
      assert.deepStrictEqual(yield* numbers(1, "payout shop/one"), [3])
      assert.deepStrictEqual(yield* numbers(9, "payout shop/on"), [])
      assert.deepStrictEqual(yield* numbers(9), [4, 3, 2, 1])
    }),

    "a deed that is no JSON object is refused, and none is kept": Effect.gen(function* () {
      const { record } = yield* Evidence
      for (const body of ["no JSON", '"a text"', "[]"]) {
        const refusal = yield* Effect.flip(record({ at: 9, body })).pipe(Effect.orElseSucceed(() => null))
        assert.deepInclude(refusal, { _tag: "StoreError", operation: "record" }, body)
      }
      assert.deepStrictEqual(yield* deeds(9), [])
    }),
  },
}
