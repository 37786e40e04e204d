/**
 * Connections that fail: what was acknowledged is there, what was not is told as not written, and nobody waits for ever.
 */
import { assert, describe } from "@effect/vitest"
import { type Ground, newGround, payoutIn, type Step } from "@cauri/conformance"
import { PaymentStore, StoreError } from "@cauri/core"
import { append, PaymentEvent } from "@cauri/core/model"
import { sql } from "drizzle-orm"
import { Context, Deferred, Effect, Exit, Fiber, Layer, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { createServer } from "node:net"
import { it } from "@cauri/house/it"
import { type ClientBase, default as pg } from "pg"
import { layer, layerFrom, PostgresStore, type StoreOptions, StoreRefused, type Stores } from "@cauri/store-postgres"
import { connectionFrom, lookEvery, looksBeforeSilence } from "../src/connection.ts"
import { CommitUnknown } from "../src/faults.ts"
import { loadPg, poolLender } from "../src/lenders.ts"
import { setAll } from "../src/settings.ts"
import { hostPool, hostPoolTo, openPool } from "./host.ts"
import { layLine, type Mischief } from "./proxy.ts"
import { freshStore, scopedSchema, url, withClient } from "./support.ts"

const started = PaymentEvent.cases.attempt_started.make({ attempt: 1, kind: "pay", carriesOtp: false })

const claimable = Effect.fnUntraced(function* (ground: Ground, id: string) {
  const store = yield* PaymentStore
  const step: Step = payoutIn(ground, id)
  yield* store.insert(step.change, step.tracking)
  const change = Result.getOrThrow(append(step.change.payment, [started], ground.at))
  const guards = { pauses: [], twin: null, refund: null }
  const terms = { version: 1, giveBack: null, now: ground.at }
  return {
    key: step.change.payment.key,
    claim: store.claim(change, step.tracking, { ...terms, guards, leaseUntil: ground.at + 60_000 }),
  }
})

const behindLine = <A>(
  work: (play: (mischief: Mischief) => void, played: () => number) => Effect.gen.Return<A, unknown, Stores>,
  options: Partial<StoreOptions> = {},
) =>
  Effect.scoped(
    Effect.gen(function* () {
      const line = yield* layLine(url)
      const schema = yield* scopedSchema
      const store = layer({ url: line.url, schema, ...options })
      return yield* Effect.provide(
        Effect.gen(() => work(line.play, line.played)),
        store,
      )
    }),
  )

/** Lets work end while the time of the store passes, and what comes over the line has its own. */
const whileTimePasses = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    work,
    Effect.forever(Effect.andThen(TestClock.adjust("50 millis"), TestClock.withLive(Effect.sleep("5 millis")))),
  )

const commitNothing = () => Promise.resolve()

const endConnectionsOf = (name: string) =>
  Effect.promise(() =>
    withClient((client) =>
      client.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1", [name]),
    ),
  )

describe("a connection that dies during the commit", () => {
  for (const [mischief, becomes] of [
    ["CutAfter", "has committed: the claim is reported as claimed, and is there once"],
    ["CutBefore", "has not committed: the claim is written again, once"],
    ["Late", "commits a moment later: no step concludes before it has ended"],
  ] as const) {
    it.live(`${becomes} (C4)`, () =>
      behindLine(function* (play, played) {
        const { key, claim } = yield* claimable(yield* newGround, "salary")
        play(mischief)
        const answer = yield* claim
        assert.strictEqual(played(), 1)
        assert.strictEqual(answer._tag, "Claimed")
        const found = yield* Effect.fromNullishOr(yield* (yield* PaymentStore).find(key))
        assert.deepStrictEqual([found.version, found.lease.number, found.payment.attempts.length], [2, 1, 1])
      }),
    )
  }

  it.live("of an insert and of a note: both are told as they are, once", () =>
    behindLine(function* (play) {
      const store = yield* PaymentStore
      const step = payoutIn(yield* newGround, "salary", "pending")
      play("CutAfter")
      assert.strictEqual((yield* store.insert(step.change, step.tracking))._tag, "Inserted")
      const note = { key: step.change.payment.key, attempt: 1, fingerprint: "print", receivedAt: 5, body: null }
      play("CutAfter")
      assert.strictEqual(yield* store.noteCallback(note), "First")
      assert.strictEqual(yield* store.noteCallback(note), "Repeat")
    }),
  )
})

describe("a transaction with the host whose connection dies during the commit", () => {
  const table = "create table if not exists pg_temp.probe (line text)"

  it.live("has committed: what the work gave is given", () =>
    behindLine(function* (play, played) {
      const own = yield* PostgresStore
      play("CutAfter")
      const given = yield* own.transact("probe", async (client) => {
        await client.query(table)
        return "done"
      })
      assert.deepStrictEqual([given, played()], ["done", 1])
    }),
  )

  it.live("has not committed: it fails, and the work is not done a second time", () =>
    behindLine(function* (play) {
      const own = yield* PostgresStore
      let times = 0
      play("CutBefore")
      const failure = yield* Effect.flip(
        own.transact("probe", async (client) => {
          times += 1
          await client.query(table)
        }),
      )
      assert.deepStrictEqual([failure.operation, times], ["probe", 1])
    }),
  )
})

describe("a connection that dies at another time", () => {
  it.live("is replaced: a server that ended all sessions costs no write (57P01)", () =>
    Effect.gen(function* () {
      const ground = yield* newGround
      const name = `cauri ${ground.project} ${process.pid}`
      yield* Effect.gen(function* () {
        const store = yield* PaymentStore
        for (let round = 0; round < 4; round++) {
          const steps = Array.from({ length: 5 }, (_, index) => payoutIn(ground, `salary-${round}-${index}`))
          yield* endConnectionsOf(name)
          const answers = yield* Effect.forEach(steps, (step) => store.insert(step.change, step.tracking), {
            concurrency: "unbounded",
          })
          assert.deepStrictEqual(
            answers.map(({ _tag }) => _tag),
            steps.map(() => "Inserted" as const),
          )
        }
        assert.strictEqual((yield* store.list({ project: ground.project, limit: 100 })).length, 20)
      }).pipe(Effect.provide(freshStore({ pool: { application_name: name } })))
    }),
  )

  for (const mischief of ["Silence", "SilenceFromTheBeginning"] as const) {
    it.effect(`is given up when it says nothing any more, and its locks with it: ${mischief} (C5)`, () =>
      behindLine(function* (play, played) {
        const { key, claim } = yield* claimable(yield* newGround, "salary")
        play(mischief)
        assert.strictEqual((yield* whileTimePasses(claim))._tag, "Claimed")
        assert.strictEqual(played(), 1)
        const found = yield* Effect.fromNullishOr(yield* (yield* PaymentStore).find(key))
        assert.deepStrictEqual([found.version, found.lease.number], [2, 1])
      }),
    )
  }

  for (const [way, question] of [
    ["by a promise", (client: ClientBase) => client.query("select 1")],
    [
      "by a callback",
      (client: ClientBase) =>
        new Promise((resolve, reject) =>
          client.query("select 1", (error: Error | null) => (error === null ? resolve(1) : reject(error))),
        ),
    ],
  ] as const) {
    it.effect(`is given up in the middle of a host's own work, which asks ${way} (C5)`, () =>
      behindLine(function* (play, played) {
        const { transact } = yield* PostgresStore
        const work = transact("probe", async (client) => {
          await question(client)
          play("SilenceAtOnce")
          await question(client)
        })
        const failure = yield* whileTimePasses(Effect.flip(work))
        assert.deepStrictEqual([failure.operation, played()], ["probe", 1])
        assert.isTrue(yield* transact("again", () => Promise.resolve(true)))
      }),
    )
  }

  it.effect(
    "of a host is given up as its pool says: the timeout of its queries is all that a silent one needs (C5)",
    () =>
      Effect.gen(function* () {
        const line = yield* layLine(url)
        const pool = yield* hostPoolTo({ connectionString: line.url, keepAlive: true, query_timeout: 3_000 })
        const schema = yield* scopedSchema
        const played = yield* Effect.provide(
          Effect.gen(function* () {
            const { key, claim } = yield* claimable(yield* newGround, "salary")
            line.play("Silence")
            assert.strictEqual((yield* whileTimePasses(claim))._tag, "Claimed")
            const found = yield* Effect.fromNullishOr(yield* (yield* PaymentStore).find(key))
            assert.deepStrictEqual([found.version, found.lease.number], [2, 1])
            return line.played()
          }),
          layerFrom(pool, { schema }),
        )
        assert.strictEqual(played, 1)
      }),
  )

  it("keeps no store from closing, though its borrower never gives it back", function* () {
    const lent = yield* Deferred.make<void>()
    const never = new Promise<never>(() => {})
    const scope = yield* Scope.make()
    const name = `cauri kept ${process.pid}`
    const options = { url, schema: yield* scopedSchema, pool: { application_name: name } }
    const store = yield* Layer.buildWithScope(layer(options), scope)
    const work = Context.get(store, PostgresStore).transact("probe", () => {
      Deferred.doneUnsafe(lent, Effect.void)
      return never
    })
    yield* Effect.forkDetach(work)
    yield* Deferred.await(lent)
    yield* whileTimePasses(Scope.close(scope, Exit.void))
    yield* endConnectionsOf(name)
  })

  it.live("is left alone while a host's own work asks nothing of it", function* () {
    const pool = yield* openPool(url)
    const connection = connectionFrom(poolLender(pool), true, {})
    const answers = yield* Effect.promise(() =>
      connection.transact(async (_, client) => {
        const first = await client.query("select 1 as line")
        for (let count = 0; count <= looksBeforeSilence; count++) connection.look()
        return [...first.rows, ...(await client.query("select 2 as line")).rows]
      }),
    )
    assert.deepStrictEqual(answers, [{ line: 1 }, { line: 2 }])
  })

  it("is given at least the time that the server itself takes to end a statement, and two seconds", () => {
    for (const statementTimeout of [500, 5_000, 60_000]) {
      const shortest = lookEvery({ statementTimeout }) * (looksBeforeSilence - 1)
      assert.isAtLeast(Math.round(shortest), statementTimeout + 2_000)
    }
  })

  it.live("is ended by the last look when it owes an answer, and left alone when it answered", function* () {
    const line = yield* layLine(url)
    const pool = yield* openPool(line.url)
    const connection = connectionFrom(poolLender(pool), true, {})
    const ask = Effect.tryPromise(() => connection.query(sql`select pg_backend_pid() as pid`))
    const lookOften = (times: number) =>
      Effect.sync(() => Array.from({ length: times }).forEach(() => connection.look()))
    const first = yield* ask
    yield* lookOften(looksBeforeSilence)
    assert.deepStrictEqual(yield* ask, first)
    line.play("Silence")
    const waiting = yield* Effect.forkChild(Effect.flip(Effect.tryPromise(() => connection.transact(commitNothing))))
    for (; line.played() === 0;) yield* Effect.sleep("1 millis")
    yield* lookOften(looksBeforeSilence - 1)
    assert.strictEqual(waiting.pollUnsafe(), undefined)
    yield* lookOften(1)
    const { cause } = yield* Fiber.join(waiting)
    assert.instanceOf(cause, CommitUnknown)
    assert.notDeepEqual(yield* ask, first)
  })

  it.live("leaves no step waiting where no server is: every step fails with a StoreError", function* () {
    const failure = yield* Effect.flip(
      Effect.scoped(Layer.build(layer({ url: "postgres://nobody@127.0.0.1:9/nothing", schema: "cauri" }))),
    )
    assert.instanceOf(failure, StoreRefused)
    assert.strictEqual(failure.reason, "unavailable")
  })
})

/** The bytes of a server that shuts down just after it has accepted a connection: ready, and session ended, in one piece. */
const readyAndOver = Buffer.from("R\0\0\0\x08\0\0\0\0Z\0\0\0\x05IE\0\0\0\x13SFATAL\0C57P01\0\0", "latin1")

describe("a server that shuts down while it lets the store in", () => {
  it.live("ends no program: the store is unavailable (57P01)", function* () {
    const server = createServer((socket) => socket.once("data", () => socket.end(readyAndOver)).on("error", () => {}))
    yield* Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening"))
    yield* Effect.addFinalizer(() => Effect.promise(() => new Promise<unknown>((closed) => server.close(closed))))
    const address = server.address()
    const port = address !== null && typeof address === "object" ? address.port : 0
    const failure = yield* Effect.flip(Effect.scoped(Layer.build(layer({ url: `postgres://127.0.0.1:${port}/x` }))))
    assert.strictEqual(failure.reason, "unavailable")
  })
})

describe("what others hold", () => {
  it.live("is waited for no longer than the lock time-out, and the step fails alone", function* () {
    const schema = yield* scopedSchema
    const pool = yield* hostPool
    yield* Effect.gen(function* () {
      const store = yield* PaymentStore
      const ground = yield* newGround
      const busy = yield* claimable(ground, "busy")
      const free = yield* claimable(ground, "free")
      const client = yield* Effect.promise(() => pool.connect())
      yield* Effect.promise(() => client.query("begin"))
      yield* Effect.promise(() => client.query(`select from "${schema}".payments where id = 'busy' for update`))
      const answers = yield* Effect.all([Effect.result(busy.claim), Effect.result(free.claim)], {
        concurrency: "unbounded",
      })
      yield* Effect.promise(() => client.query("rollback"))
      client.release()
      const [failed, claimed] = answers
      assert.isTrue(Result.isFailure(failed) && failed.failure instanceof StoreError)
      assert.isTrue(Result.isSuccess(claimed) && claimed.success._tag === "Claimed")
      assert.strictEqual((yield* Effect.fromNullishOr(yield* store.find(busy.key))).version, 1)
      assert.strictEqual((yield* busy.claim)._tag, "Claimed")
    }).pipe(Effect.provide(layer({ url, schema, lockTimeout: 100 })))
  })

  it.live("is an idle connection's settings: each is set on ours and left alone on the host's", function* () {
    const schema = yield* scopedSchema
    const pool = yield* hostPool
    const before = yield* Effect.promise(() => pool.query("select current_setting('statement_timeout') as was"))
    yield* Effect.gen(function* () {
      const step = payoutIn(yield* newGround, "salary")
      yield* (yield* PaymentStore).insert(step.change, step.tracking)
    }).pipe(Effect.provide(layerFrom(pool, { schema })))
    const after = yield* Effect.promise(() =>
      pool.query("select current_setting('statement_timeout') as was, current_setting('enable_seqscan') as way"),
    )
    assert.deepStrictEqual(after.rows, [{ ...before.rows[0], way: "on" }])
  })
})

describe("what a role or a server sets by default", () => {
  it.live.each([
    [
      "default_transaction_isolation=serializable",
      "transaction_isolation",
      "read committed",
      "delays no single statement",
    ],
    ["jit=on", "jit", "off", "compiles none of our statements, as a server with LLVM would"],
  ])("%s: %s is %s for the session, which %s", ([given, name, level]) =>
    Effect.promise(async () => {
      const client = new pg.Client({ connectionString: url, options: `-c ${given}` })
      await client.connect()
      await setAll(client, {}, false)
      const { rows } = await client.query(`select current_setting('${name}') as level`)
      await client.end()
      assert.deepStrictEqual(rows, [{ level }])
    }),
  )
})

describe("the driver", () => {
  it("that is not installed is named with the line that installs it", async () => {
    const refusal = await loadPg(() => Promise.reject(new Error("Cannot find package 'pg'"))).catch(
      (thrown: unknown) => thrown,
    )
    assert.instanceOf(refusal, StoreRefused)
    assert.match(refusal.message, /pg, which talks to Postgres, is not installed.*npm install pg/)
  })
})
