/** Deliveries on Postgres are those of the memory store, whatever is asked in whatever order; and what two connections do at once. */
import { assert, describe, it } from "@effect/vitest"
import { type Ground, newGround } from "@cauri/conformance"
import {
  type DeliveryLease,
  emptyMemory,
  memoryDriver,
  type PaymentStoreDriver,
  type PaymentWrite,
  StoreStatus,
} from "@cauri/core/adapter"
import { Effect } from "effect"
import { layer, PostgresStore } from "@cauri/store-postgres"
import { flags, newRow } from "./deliveries.ts"
import { scopedSchema, url } from "./support.ts"

/** Numbers below a limit, the same for the same seed. */
const numbersFrom = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

interface Known {
  readonly row: PaymentWrite
  readonly version: number
}

/** What a program of many steps remembers of the payments and leases that it has met. */
interface Memory {
  readonly payments: Array<Known>
  readonly leases: Array<{ readonly lease: DeliveryLease; readonly seq: number }>
  clock: number
}

const consumers = ["books", "log", "shop"]

const some = <A>(all: ReadonlyArray<A>, next: (below: number) => number): A | undefined => all[next(all.length || 1)]

/** One step of a program, by the next numbers; both stores are asked the same. */
const step = (next: (below: number) => number, ground: Ground, memory: Memory) => {
  const consumer = some(consumers, next) ?? "log"
  const at = ground.at + memory.clock
  memory.clock += next(3)
  const kind = next(10)
  if (kind <= 1) {
    const { row, events } = newRow(ground, `salary-${memory.payments.length}`, ground.at + next(40))
    const news = flags(row, next(2) === 0 ? [] : [at], next(4) > 0 ? "flagged" : null)
    const whole = { ...row, seq: row.seq + news.length }
    memory.payments.push({ row: whole, version: 1 })
    return (driver: PaymentStoreDriver) => driver.insert(whole, [...events, ...news])
  }
  const place = next(memory.payments.length || 1)
  const payment = memory.payments[place]
  if (kind <= 3 && payment !== undefined) {
    const { row, version } = payment
    const news = flags(
      row,
      Array.from({ length: 1 + next(2) }, () => at - next(5)),
      next(4) > 0 ? "flagged" : null,
    )
    const whole = { ...row, seq: row.seq + news.length }
    memory.payments[place] = { row: whole, version: version + 1 }
    return (driver: PaymentStoreDriver) => driver.save(whole, news, { version, giveBack: null, now: at, readNote: 0 })
  }
  if (kind === 4) {
    const from = ground.at + next(40)
    const limit = 1 + next(4)
    return (driver: PaymentStoreDriver) => driver.subscribe({ consumer, from, limit })
  }
  if (kind === 5 && next(4) === 0) return (driver: PaymentStoreDriver) => driver.unsubscribe(consumer)
  if (kind <= 6) {
    const limit = 1 + next(3)
    const until = at + next(6)
    return (driver: PaymentStoreDriver) =>
      Effect.tap(driver.takeDeliveries({ consumer, now: at, limit, until }), ({ taken }) =>
        Effect.sync(() => {
          for (const { consumer, event, key, lease } of taken)
            if (!memory.leases.some((each) => JSON.stringify(each.lease) === JSON.stringify({ consumer, key, lease })))
              memory.leases.push({ lease: { consumer, key, lease }, seq: event.seq })
        }),
      )
  }
  const [held] = memory.leases.splice(next(memory.leases.length || 1), 1)
  if (kind <= 8 && held !== undefined) {
    return next(3) === 0
      ? (driver: PaymentStoreDriver) => driver.retryDelivery(held.lease, at + 2)
      : (driver: PaymentStoreDriver) => driver.markDelivered(held.lease, { seq: held.seq, now: at })
  }
  const query = { ...(next(2) === 0 ? {} : { consumer }), ...(payment && next(2) === 0 ? { key: payment.row } : {}) }
  const limit = 1 + next(9)
  return (driver: PaymentStoreDriver) => driver.deliveries({ ...query, limit })
}

const inStore = <A, E>(
  work: (schema: string) => Effect.Effect<A, E, PostgresStore | StoreStatus>,
): Effect.Effect<A, unknown> =>
  Effect.scoped(Effect.flatMap(scopedSchema, (schema) => Effect.provide(work(schema), layer({ url, schema }))))

describe("deliveries on Postgres", () => {
  it.live.each([1, 2, 3, 4, 5, 6])("are those of the memory store in a program of many steps (%s)", (seed) =>
    inStore(() =>
      Effect.gen(function* () {
        const { driver } = yield* PostgresStore
        const reference = memoryDriver({ current: emptyMemory })
        const next = numbersFrom(seed)
        const ground = yield* newGround
        const memory: Memory = { payments: [], leases: [], clock: 0 }
        let waited = 0
        for (let count = 0; count < 250; count++) {
          const ask = step(next, ground, memory)
          assert.deepStrictEqual(yield* ask(driver), yield* ask(reference), `step ${count}`)
          const all = { limit: 1_000 }
          const waiting = yield* reference.deliveries(all)
          assert.deepStrictEqual(yield* driver.deliveries(all), waiting, `after step ${count}`)
          waited = Math.max(waited, waiting.length)
        }
        assert.isAbove(waited, 9)
        assert.deepStrictEqual(yield* (yield* StoreStatus).contradictions, [])
      }),
    ),
  )
})
