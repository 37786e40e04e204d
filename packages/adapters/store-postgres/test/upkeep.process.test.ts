/** What keeps a store healthy: bodies that are kept, and a look for what does not agree. */
import { assert, describe, it } from "@effect/vitest"
import { newGround, payoutIn } from "@cauri/conformance"
import { PaymentStore } from "@cauri/core"
import { notesPerPayment, StoreStatus } from "@cauri/core/adapter"
import { Effect } from "effect"
import { inNewStore, withClient } from "./support.ts"

const ask = (text: string) => Effect.promise(() => withClient(async (client) => (await client.query(text)).rows))

const noted = Effect.fnUntraced(function* (count: number, fingerprint = "print") {
  const store = yield* PaymentStore
  const { change, tracking } = payoutIn(yield* newGround, "salary", "pending")
  yield* store.insert(change, tracking)
  const flagged = payoutIn(yield* newGround, "flagged", "completed")
  yield* store.insert(flagged.change, flagged.tracking)
  yield* store.subscribe({ consumer: "shop", from: 0, limit: 10 })
  yield* Effect.forEach(
    Array.from({ length: count }, (_, index) => index),
    (index) =>
      store.noteCallback({
        key: change.payment.key,
        attempt: 1,
        fingerprint: `${fingerprint} ${index}`,
        receivedAt: 1_000 + index,
        body: Uint8Array.of(1, 2, 3),
      }),
    { concurrency: "unbounded" },
  )
  return change.payment.key
})

describe("bodies of callbacks", () => {
  it.live("are kept for the first callbacks of an attempt, and later ones are only noted", () =>
    inNewStore(function* (schema) {
      yield* noted(30)
      const [row] = yield* ask(
        `select count(*)::int as notes, count(body)::int as bodies, max(number) filter (where body is not null)::int as last
           from "${schema}".callback_notes`,
      )
      assert.deepStrictEqual(row, { notes: 30, bodies: 20, last: 20 })
    }),
  )
})

describe("the check of integrity", () => {
  it.live("finds nothing in a payment that more callbacks came for than are kept", () =>
    inNewStore(function* () {
      yield* noted(notesPerPayment + 2)
      assert.deepStrictEqual(yield* (yield* StoreStatus).contradictions, [])
    }),
  )

  const damages: Readonly<Record<string, string>> = {
    "events are missing": `delete from "cauri".events where seq = 2`,
    "an event belongs to nobody": `insert into "cauri".events (id, kind, project, seq, at, tag, delivered_as, body)
      values ('stray', 'payout', 'shop', 1, 1, 'intended', null, '{}')`,
    "an open payment is not listed": `delete from "cauri".open_payments`,
    "a payment is listed that is not open": `insert into "cauri".open_payments (id, kind, project, created_at) values ('stray', 'payout', 'shop', 1)`,
    "a delivery belongs to nobody": `update "cauri".deliveries set id = 'stray'`,
    "a delivery waits for another event": `update "cauri".deliveries set newest = 9`,
    "a delivery is missing": `delete from "cauri".deliveries`,
    "a note is missing": `delete from "cauri".callback_notes where number = 2`,
    "an attempt is missing": `update "cauri".attempts set number = 2`,
    "the high water is another": `update "cauri".high_water set mark = mark + 1 where part = 7`,
  }
  for (const [title, damage] of Object.entries(damages)) {
    it.live(`tells that ${title}`, () =>
      inNewStore(function* (schema) {
        if (title === "an attempt is missing") yield* noted(0)
        else yield* noted(3)
        // The owner of the tables can switch their guards off: the check finds that.
        yield* Effect.promise(() =>
          withClient(async (client) => {
            await client.query("set session_replication_role = replica")
            await client.query(damage.replaceAll('"cauri"', `"${schema}"`))
          }),
        )
        const found = yield* (yield* StoreStatus).contradictions
        assert.isAtLeast(found.length, 1)
        for (const each of found) assert.match(each, /^\d+ \w/)
      }),
    )
  }
})
