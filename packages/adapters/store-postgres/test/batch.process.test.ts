/** Many writes, one commit; and what goes wrong with one of them stays with it. */
import { assert, describe } from "@effect/vitest"
import { newGround, payoutIn, type Step } from "@cauri/conformance"
import { PaymentStore, StoreError } from "@cauri/core"
import { type PaymentStoreDriver, toEventRow, toPaymentWrite } from "@cauri/core/adapter"
import { append, PaymentEvent } from "@cauri/core/model"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Result, Scope } from "effect"
import { it } from "@cauri/house/it"
import { layer } from "@cauri/store-postgres"
import { makeBatch } from "../src/batch.ts"
import { type Connection, connectionFrom } from "../src/connection.ts"
import { contextOf } from "../src/context.ts"
import { postgresDriver } from "../src/driver.ts"
import { poolLender } from "../src/lenders.ts"
import type { Executor } from "../src/statement.ts"
import { makeStoreMemory } from "../src/identity.ts"
import { settleMachine } from "../src/machine.ts"
import { migrate } from "../src/migrate.ts"
import { openPool } from "./host.ts"
import { freshStore, scopedSchema, url } from "./support.ts"

const together = { concurrency: "unbounded" } as const

/** A driver in a schema of its own, whose transactions are counted, with the scope of its batch. */
const counted = Effect.gen(function* () {
  const schema = yield* scopedSchema
  const pool = yield* openPool(url)
  const inner = connectionFrom(poolLender(pool), true, {})
  const counts = { transactions: 0, atOnce: 0, mostAtOnce: 0, shares: new Array<number>() }
  const connection: Connection = {
    ...inner,
    transact: (work) => {
      counts.transactions += 1
      counts.atOnce += 1
      counts.mostAtOnce = Math.max(counts.mostAtOnce, counts.atOnce)
      const counting = (executor: Executor): Executor => ({
        run: (each, values) => {
          if (each.name.endsWith("/insert")) counts.shares.push(JSON.parse(String(values[0])).length)
          return executor.run(each, values)
        },
      })
      const done = inner.transact((executor, client) => work(counting(executor), client))
      return done.finally(() => (counts.atOnce -= 1))
    },
  }
  yield* Effect.promise(() => migrate(connection, schema, true, 1))
  yield* Effect.promise(() => settleMachine(connection, schema))
  const { context, tables } = contextOf({ schema })
  const batchScope = yield* Scope.make()
  const batch = yield* Scope.provide(
    makeBatch({
      connection,
      context,
      tables,
      memory: makeStoreMemory(tables, schema, {}),
      notifier: { say: () => {} },
      maxBatch: 64,
    }),
    batchScope,
  )
  Object.assign(counts, { transactions: 0, mostAtOnce: 0, shares: [] })
  return {
    driver: postgresDriver(connection, connection, batch, context.statements, tables, schema),
    counts,
    batchScope,
    schema,
    pool,
  }
})

const rows = ({ change, tracking }: Step) =>
  [toPaymentWrite(change.payment, tracking), change.entries.map(toEventRow)] as const

const inserting = (driver: PaymentStoreDriver, steps: ReadonlyArray<Step>) =>
  Effect.forEach(steps, (step) => driver.insert(...rows(step)), together)

describe("a batch", () => {
  it.live("gathers what is written at the same moment into few commits", function* () {
    const { driver, counts } = yield* counted
    const ground = yield* newGround
    const steps = Array.from({ length: 200 }, (_, index) => payoutIn(ground, `salary-${index}`))
    yield* inserting(driver, steps)
    // 64 at most in each.
    assert.isAtMost(counts.transactions, 8)
    assert.isAtLeast(counts.transactions, 4)
    assert.strictEqual((yield* driver.list({ limit: 999 })).length, 200)
  })

  it.live("shares what waits between two transactions that run at once, if it is worth it", function* () {
    const { driver, counts } = yield* counted
    const ground = yield* newGround
    const named = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => payoutIn(ground, `${name}-${index}`))
    yield* inserting(driver, named("many", 100))
    assert.deepStrictEqual([counts.shares, counts.mostAtOnce], [[50, 50], 2])
    yield* inserting(driver, named("some", 40))
    assert.deepStrictEqual(
      counts.shares.slice(2).toSorted((one, other) => one - other),
      [8, 32],
    )
    yield* inserting(driver, named("few", 20))
    assert.deepStrictEqual(counts.shares.slice(4), [20])
    assert.strictEqual((yield* driver.list({ limit: 999 })).length, 160)
  })

  it.live("gives one share up for a step that the database refuses, and not the other", function* () {
    const { driver, counts } = yield* counted
    const ground = yield* newGround
    const steps = Array.from({ length: 80 }, (_, index) => rows(payoutIn(ground, `salary-${index}`)))
    const answers = yield* Effect.forEach(
      steps,
      ([row, events], index) => Effect.result(driver.insert(index === 0 ? { ...row, amount: -1 } : row, events)),
      together,
    )
    assert.deepStrictEqual(answers.map(Result.isFailure), [true, ...Array.from({ length: 79 }, () => false)])
    // One forty by themselves, after they failed together; the others as they were.
    const sharesOf = (size: number) => counts.shares.filter((share) => share === size).length
    assert.deepStrictEqual([sharesOf(40), sharesOf(1), counts.transactions], [2, 40, 42])
    assert.strictEqual((yield* driver.list({ limit: 999 })).length, 79)
  })

  it.live("writes the neighbours of a step that the database refuses, and fails that step alone", function* () {
    const { driver } = yield* counted
    const ground = yield* newGround
    const [poison, ...others] = Array.from({ length: 10 }, (_, index) => payoutIn(ground, `salary-${index}`))
    if (poison === undefined) return assert.fail("there is none")
    const [row, events] = rows(poison)
    const answers = yield* Effect.all(
      [
        Effect.result(driver.insert({ ...row, amount: -1 }, events)),
        ...others.map((step) => Effect.result(driver.insert(...rows(step)))),
      ],
      together,
    )
    const [refused, ...written] = answers
    assert.isTrue(Result.isFailure(refused ?? Result.succeed(null)))
    assert.isTrue(written.every((answer) => Result.isSuccess(answer) && answer.success._tag === "Inserted"))
    assert.strictEqual((yield* driver.list({ limit: 99 })).length, 9)
  })

  it.live("never says in an error what a row holds (S16)", function* () {
    const { driver } = yield* counted
    const [row, events] = rows(payoutIn(yield* newGround, "salary", "pending"))
    const attempts = row.attempts.map((attempt) => ({ ...attempt, outcome: "refused", token: "secret-token" }))
    const failure = yield* Effect.flip(driver.insert({ ...row, attempts }, events))
    assert.instanceOf(failure, StoreError)
    const told = [failure.message, String(failure.cause), JSON.stringify(failure)].join(" ")
    assert.include(told, "token_where_there_is_one")
    for (const secret of ["secret-token", row.party ?? "", row.body.slice(0, 40)]) assert.notInclude(told, secret)
  })

  it.live("refuses a text that Postgres cannot hold, and stores it as nothing else (T12)", function* () {
    const { driver } = yield* counted
    const [row, events] = rows(payoutIn(yield* newGround, "salary", "pending"))
    for (const operator of ["a\u0000b", "half \uD800 of a pair"]) {
      assert.instanceOf(yield* Effect.flip(driver.insert({ ...row, operator }, events)), StoreError)
    }
    // In a body they are escapes of JSON, and come back as they were.
    const body = JSON.stringify({ note: "a\u0000b \uD800" })
    assert.strictEqual((yield* driver.insert({ ...row, body }, events))._tag, "Inserted")
    const found = yield* driver.list({ limit: 1 })
    assert.deepStrictEqual(
      found.map((each) => each.body),
      [body],
    )
  })

  it.live("finishes what is under way when it is closed, and fails what was not begun", () =>
    Effect.gen(function* () {
      const { driver, batchScope, pool, schema } = yield* counted
      const ground = yield* newGround
      // This lock stops all of them: the first steps are under way, and the last one waits behind them.
      const client = yield* Effect.promise(() => pool.connect())
      yield* Effect.promise(() => client.query("begin"))
      yield* Effect.promise(() => client.query(`lock table "${schema}".payments in exclusive mode`))
      const begun = yield* Effect.forEach(
        [1, 2],
        (index) =>
          Effect.gen(function* () {
            const fiber = yield* Effect.forkChild(driver.insert(...rows(payoutIn(ground, `begun-${index}`))))
            const waiting = `select count(*)::int as count from pg_locks where not granted
                and relation = $1::regclass`
            for (;;) {
              const { rows: locks } = yield* Effect.promise(() => client.query(waiting, [`"${schema}".payments`]))
              if (locks[0]?.count === index) return fiber
              yield* Effect.sleep("5 millis")
            }
          }),
        { concurrency: 1 },
      )
      const late = yield* Effect.forkChild(driver.insert(...rows(payoutIn(ground, "late"))))
      const offered = yield* Deferred.make<void>()
      yield* Effect.forkChild(Effect.andThen(Effect.yieldNow, Deferred.succeed(offered, undefined)))
      yield* Deferred.await(offered)
      const closing = yield* Effect.forkChild(Scope.close(batchScope, Exit.void))
      yield* Effect.yieldNow
      yield* Effect.promise(() => client.query("rollback"))
      client.release()
      yield* Fiber.join(closing)
      for (const fiber of begun) assert.strictEqual((yield* Fiber.join(fiber))._tag, "Inserted")
      assert.instanceOf(yield* Effect.flip(Fiber.join(late)), StoreError)
      const after = yield* Effect.flip(driver.insert(...rows(payoutIn(ground, "after"))))
      assert.include(String(after.cause), "closed")
      assert.strictEqual((yield* driver.list({ limit: 9 })).length, 2)
    }),
  )
})

/** The store as one more process sees it. */
const openedIn = (schema: string) =>
  Effect.map(Layer.build(Layer.fresh(layer({ url, schema }))), (services) => Context.get(services, PaymentStore))

describe("twins", () => {
  it.live("of two processes: of two claims at the same moment exactly one is claimed", function* () {
    const schema = yield* scopedSchema
    const started = PaymentEvent.cases.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false })
    const ground = yield* newGround
    const one = yield* openedIn(schema)
    const two = yield* openedIn(schema)
    for (let round = 0; round < 20; round++) {
      const pair = ["a", "b"].map((name) => payoutIn(ground, `${name}-${round}`, "intended", { amount: 100 + round }))
      yield* Effect.forEach(pair, (step) => one.insert(step.change, step.tracking), together)
      const twin = { party: ground.phone(0), amount: 100 + round, completedSince: 0 }
      const answers = yield* Effect.forEach(
        pair,
        (step, index) => {
          const store = index === 0 ? one : two
          const change = Result.getOrThrow(append(step.change.payment, [started], ground.at))
          const terms = { version: 1, giveBack: null, now: ground.at }
          return store.claim(change, step.tracking, {
            ...terms,
            guards: { pauses: [], twin, refund: null },
            leaseUntil: ground.at + 9,
          })
        },
        together,
      )
      assert.deepStrictEqual(answers.map(({ _tag }) => _tag).toSorted(), ["Claimed", "Stopped"])
    }
  })
})

describe("an interrupted caller", () => {
  it.live("takes back a step that was not begun", () =>
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const ground = yield* newGround
      const step = payoutIn(ground, "salary")
      const fiber = yield* Effect.forkChild(store.insert(step.change, step.tracking))
      yield* Fiber.interrupt(fiber)
      const again = yield* store.insert(step.change, step.tracking)
      assert.strictEqual(again._tag, "Inserted")
    }).pipe(Effect.provide(freshStore())),
  )
})
