/** Deliveries in the tables: what the trigger on events writes. What they mean is the contract's affair. */
import { newGround, payoutIn } from "@cauri/conformance"
import { type PaymentStoreDriver, StoreStatus, toEventRow, toPaymentWrite } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { itOver } from "@cauri/house/it"
import { SqliteStore } from "../src/index.ts"
import { newStore, openRaw } from "./support.ts"

const it = itOver(() => store)

const store = newStore({ reserve: 0 })

/** A payout of which hosts hear as soon as it is stored: it is held, as its second event. */
const held = (ground: Effect.Success<typeof newGround>, id: string, at = ground.at) =>
  payoutIn(ground, id, "held", { at })

const put = ({ insert }: PaymentStoreDriver, { change: { entries, payment }, tracking }: ReturnType<typeof payoutIn>) =>
  insert(toPaymentWrite(payment, tracking), entries.map(toEventRow))

const all = { limit: 1_000 }

describe("what is deliverable", () => {
  it("waits for each consumer, in the transaction that stores it, and for no other", function* () {
    const { driver, step } = yield* SqliteStore
    const ground = yield* newGround
    yield* put(driver, held(ground, "before"))
    assert.deepStrictEqual(yield* driver.deliveries(all), [])
    assert.isTrue(yield* driver.subscribe({ consumer: "ledger", from: ground.at + 1, limit: 10 }))
    assert.deepStrictEqual(yield* driver.deliveries(all), [])
    yield* put(driver, held(ground, "after", ground.at + 1))
    const [waiting] = yield* driver.deliveries(all)
    assert.deepInclude(waiting, { consumer: "ledger", newest: 2, delivered: 0, tries: 0, since: ground.at + 1 })
    const undone = held(ground, "undone", ground.at + 1)
    const failing = step("insert", (_, steps) => {
      steps.insert(toPaymentWrite(undone.change.payment, undone.tracking), undone.change.entries.map(toEventRow))
      throw new Error("the host changes its mind")
    })
    assert.strictEqual((yield* Effect.exit(failing))._tag, "Failure")
    assert.strictEqual((yield* driver.deliveries(all)).length, 1)
  })
})

describe("faults", () => {
  it.effect("tell deliveries that do not agree with what was deliverable", () =>
    Effect.gen(function* () {
      const { client, driver } = yield* SqliteStore
      const status = yield* StoreStatus
      const ground = yield* newGround
      yield* driver.subscribe({ consumer: "ledger", from: 0, limit: 10 })
      for (const id of ["a", "b", "c", "d"]) yield* put(driver, held(ground, id))
      assert.deepStrictEqual(yield* status.contradictions, [])
      const hand = yield* openRaw(client.name)
      hand.exec(`UPDATE cauri_deliveries SET due_at = NULL WHERE id = 'a';
        UPDATE cauri_deliveries SET newest = 3 WHERE id IN ('b', 'c');
        DELETE FROM cauri_deliveries WHERE id = 'd';
        INSERT INTO cauri_events SELECT id, kind, project, 4, 1, 'flag_closed', NULL, '' FROM cauri_payments WHERE id = 'a'`)
      assert.deepStrictEqual(yield* status.contradictions, [
        "1 payments whose events are not numbered from 1 to their newest",
        "2 deliveries that do not end with the newest event that their consumer wants",
        "1 deliveries that are due with nothing to deliver, or are not due with something to deliver",
        "1 payments without a delivery for a consumer that was caught up with them",
      ])
    }).pipe(Effect.provide(store)),
  )
})
