/**
 * What noting a callback costs the file: which rows and indexes it touches. What it means is the contract's affair.
 */
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { itOver } from "@cauri/house/it"
import { SqliteStore } from "../src/index.ts"
import { newStore } from "./support.ts"

const it = itOver(() => newStore({ reserve: 0 }))

/** A payout that was sent and wants somebody at 1,000; its notes; and how many rows a note writes, as SQLite counts them. */
const newBell = Effect.gen(function* () {
  const { client } = yield* SqliteStore
  const store = yield* PaymentStore
  const { change, tracking } = payoutIn(yield* newGround, "salary", "pending")
  yield* store.insert(change, { ...tracking, actAt: 1_000 })
  const { key } = change.payment
  const total = client.prepare("SELECT total_changes()").pluck()
  const note = (fingerprint: string, receivedAt: number, body: Uint8Array | null = null) =>
    store.noteCallback({ key, attempt: 1, fingerprint, receivedAt, body })
  const written = Effect.fnUntraced(function* (fingerprint: string, receivedAt: number) {
    const before = Number(total.get())
    const noted = yield* note(fingerprint, receivedAt)
    return [noted, Number(total.get()) - before] as const
  })
  const actAt = () => client.prepare("SELECT act_at FROM cauri_queue").pluck().get()
  return { client, note, written, actAt }
})

describe("a callback that is noted", () => {
  it("makes its payment due by the first note, and leaves the queue alone while it is due already", function* () {
    const { written, actAt } = yield* newBell
    // The note, its number in the attempt and in the payment, and the place in the queue.
    assert.deepStrictEqual(yield* written("first", 500), ["First", 4])
    assert.strictEqual(actAt(), 500)
    assert.deepStrictEqual(yield* written("second", 600), ["First", 3])
    assert.strictEqual(actAt(), 500)
    assert.deepStrictEqual(yield* written("third", 400), ["First", 4])
    assert.strictEqual(actAt(), 400)
  })

  it("wakes a payment that waits for nothing", function* () {
    const { client, note, actAt } = yield* newBell
    client.prepare("UPDATE cauri_queue SET act_at = NULL").run()
    yield* note("first", 700)
    assert.strictEqual(actAt(), 700)
  })

  it("writes nothing when it repeats another (#197)", function* () {
    const { written } = yield* newBell
    yield* written("one", 500)
    assert.deepStrictEqual(yield* written("one", 300), ["Repeat", 0])
  })

  it.effect("keeps bodies up to their limit, also when notes without a body came before", () =>
    Effect.gen(function* () {
      const { client, note } = yield* newBell
      for (const name of ["a", "b", "c"]) yield* note(name, 500)
      for (const name of ["d", "e", "f"]) yield* note(name, 500, Uint8Array.of(1))
      const kept = client.prepare("SELECT number FROM cauri_callback_notes WHERE body IS NOT NULL ORDER BY 1").pluck()
      assert.deepStrictEqual(kept.all(), [4, 5])
    }).pipe(Effect.provide(newStore({ reserve: 0, bodiesPerAttempt: 2 }))),
  )
})
