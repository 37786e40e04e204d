/**
 * Many writes, one commit: who hears what and when, who is undone, and what happens while others hold the lock.
 */
import { StoreError } from "@cauri/core"
import { assert, describe } from "@effect/vitest"
import Database from "better-sqlite3"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Clock, Deferred, Effect, Exit, Fiber, Scope } from "effect"
import { TestClock } from "effect/testing"
import { Worker } from "node:worker_threads"
import { it } from "@cauri/house/it"
import { type Gate, makeGate } from "../src/batch.ts"
import type { Connection } from "../src/connection.ts"
import { StoreRefused } from "../src/index.ts"
import { newFile, openRaw } from "./support.ts"

/** A gate on a table of its own, with a list of everything that SQLite was told. */
const newGate = Effect.fnUntraced(function* (
  wish: { maxBatch?: number; maxWait?: number; borrowed?: boolean; tidy?: (idle: boolean) => void } = {},
) {
  const file = yield* newFile
  const told: Array<string> = []
  const client = yield* openRaw(file, { timeout: 20, verbose: (sql) => void told.push(String(sql)) })
  client.pragma("journal_mode = WAL")
  client.pragma("synchronous = FULL")
  client.exec("CREATE TABLE lines (text TEXT NOT NULL UNIQUE) STRICT")
  const connection: Connection = { client, db: drizzle(client), file, borrowed: wish.borrowed ?? false }
  const room = { giveUp: () => false, tidy: wish.tidy ?? (() => {}) }
  const gate = yield* makeGate(connection, { maxBatch: 256, maxWait: 5_000, ...wish, room, look: () => {} })
  told.length = 0
  const insert = client.prepare("INSERT INTO lines (text) VALUES (?)")
  const write = (text: string) => gate.write("write", () => insert.run(text).changes)
  const count = (word: string) => told.filter((sql) => sql === word).length
  const other = yield* openRaw(file, { timeout: 0 })
  const lines = () =>
    other
      .prepare<[], { text: string }>("SELECT text FROM lines ORDER BY rowid")
      .all()
      .map(({ text }) => text)
  return { file, client, gate, write, count, told, other, lines }
})

const upTo = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`)
const together = { concurrency: "unbounded" } as const

const causeOf = Effect.fnUntraced(function* <A>(work: Effect.Effect<A, StoreError>) {
  const failure = yield* Effect.flip(work)
  assert.instanceOf(failure, StoreError)
  return failure.cause
})

/** A clock that moves on only when it is told to. */
const showing = (nanos: () => bigint): Clock.Clock => ({
  currentTimeMillisUnsafe: () => Number(nanos() / 1_000_000n),
  currentTimeMillis: Effect.sync(() => Number(nanos() / 1_000_000n)),
  currentTimeNanosUnsafe: nanos,
  currentTimeNanos: Effect.sync(nanos),
  monotonicTimeNanosUnsafe: nanos,
  monotonicTimeNanos: Effect.sync(nanos),
  sleep: () => Effect.never,
})

describe("a commit", () => {
  it.effect("gathers all writes that wait at the same time, also when the writer was asleep", () =>
    Effect.gen(function* () {
      const { write, count, lines } = yield* newGate()
      const answers = yield* Effect.forEach(upTo(100), write, together)
      assert.deepStrictEqual(new Set(answers), new Set([1]))
      assert.strictEqual(count("COMMIT"), 1)
      // The writer tells its callers before it looks for more, so it needs a moment to fall asleep.
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      yield* Effect.forEach(upTo(50), (text) => write(`later ${text}`), together)
      assert.strictEqual(count("COMMIT"), 2)
      assert.deepStrictEqual(lines(), [...upTo(100), ...upTo(50).map((text) => `later ${text}`)])
    }),
  )

  it("gathers no more than it may", function* () {
    const { write, count, lines } = yield* newGate({ maxBatch: 10 })
    yield* Effect.forEach(upTo(25), write, together)
    assert.deepStrictEqual([count("COMMIT"), lines().length], [3, 25])
  })

  it("gathers no more than there is time for, and the others come next in their order", function* () {
    let nanos = 0n
    const { gate, client, count, lines } = yield* Effect.provideService(
      newGate(),
      Clock.Clock,
      showing(() => nanos),
    )
    const insert = client.prepare("INSERT INTO lines (text) VALUES (?)")
    const delivered: Array<string> = []
    const slow = (text: string) =>
      Effect.map(
        gate.write("write", () => {
          nanos += 10_000_000n
          return insert.run(text)
        }),
        () => delivered.push(text),
      )
    yield* Effect.forEach(upTo(7), slow, together)
    assert.deepStrictEqual([count("COMMIT"), lines(), delivered], [3, upTo(7), upTo(7)])
  })

  it.effect(
    "that fails on a full disk is tried again step by step, and no longer in one turn than there is time for",
    () =>
      Effect.gen(function* () {
        let nanos = 0n
        const turns: Array<bigint> = []
        const gated = newGate({ tidy: () => void turns.push(nanos) })
        const { gate, client, lines } = yield* Effect.provideService(
          gated,
          Clock.Clock,
          showing(() => nanos),
        )
        const insert = client.prepare("INSERT INTO lines (text) VALUES (?)")
        const slow = (text: string) =>
          gate.write("write", () => {
            nanos += 10_000_000n
            if (text === "line 1") throw new Database.SqliteError("database or disk is full", "SQLITE_FULL")
            return insert.run(text)
          })
        const exits = yield* Effect.forEach(upTo(9), (text) => Effect.exit(slow(text)), together)
        for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
        assert.deepStrictEqual(
          upTo(9).filter((_, index) => exits[index]?._tag === "Failure"),
          ["line 1"],
        )
        assert.deepStrictEqual(
          lines(),
          upTo(9).filter((text) => text !== "line 1"),
        )
        // Twenty for the commit that failed, and thirty for three of its steps; the others are one commit each time.
        assert.deepStrictEqual(
          turns.map((at) => Number(at / 1_000_000n)),
          [50, 80, 110],
        )
      }),
  )

  it.effect("is followed by tidying up, thoroughly when few were in it and no step waits", () =>
    Effect.gen(function* () {
      const delivered: Array<boolean> = []
      const { write } = yield* newGate({ maxBatch: 10, tidy: (idle) => void delivered.push(idle) })
      // Whoever is told goes on before anything is tidied up.
      const told = Effect.forEach(upTo(10), () => Effect.yieldNow, { discard: true, concurrency: 1 })
      yield* Effect.andThen(write("alone"), told)
      // Ten while two wait, and then those two; and ten after which nobody waits, but all of them may come again at once.
      yield* Effect.andThen(
        Effect.forEach(upTo(12), (text) => write(`a ${text}`), together),
        told,
      )
      yield* Effect.andThen(
        Effect.forEach(upTo(10), (text) => write(`b ${text}`), together),
        told,
      )
      assert.deepStrictEqual(delivered, [true, false, true, false])
    }),
  )

  it("takes the lock before anything is read in it (T13)", function* () {
    const { write, told } = yield* newGate()
    yield* Effect.forEach(upTo(3), write, together)
    yield* write("alone")
    const begun = told.filter((sql) => sql.startsWith("BEGIN"))
    assert.deepStrictEqual(begun, ["BEGIN IMMEDIATE", "BEGIN IMMEDIATE"])
    assert.strictEqual(told[0], "BEGIN IMMEDIATE")
  })

  it("would be refused at once if it read first and another connection had written (T13)", function* () {
    const { client, other } = yield* newGate()
    client.exec("BEGIN")
    client.prepare("SELECT count(*) FROM lines").get()
    other.exec("INSERT INTO lines VALUES ('theirs')")
    assert.throws(() => client.exec("INSERT INTO lines VALUES ('ours')"), /locked/)
    client.exec("ROLLBACK")
  })

  it("is there before any caller hears of it", function* () {
    const { write, lines } = yield* newGate()
    const seen = yield* Effect.forEach(upTo(20), (text) => Effect.map(write(text), () => lines()), together)
    for (const all of seen) assert.deepStrictEqual(all, upTo(20))
  })

  it("undoes the step that throws, and no other", function* () {
    const { gate, client, write, count, lines } = yield* newGate()
    const failing = gate.write("fail", () => {
      client.exec("INSERT INTO lines VALUES ('half')")
      throw new Error("no")
    })
    const answers = yield* Effect.all(
      [write("first"), Effect.exit(failing), write("second"), Effect.exit(write("first")), write("third")],
      together,
    )
    assert.deepStrictEqual(
      answers.map((answer) => (typeof answer === "number" ? answer : answer._tag)),
      [1, "Failure", 1, "Failure", 1],
    )
    assert.strictEqual(count("COMMIT"), 1)
    assert.deepStrictEqual(lines(), ["first", "second", "third"])
  })

  it("tells the caller of a failed step what SQLite said, and nothing that it was given", function* () {
    const { write } = yield* newGate()
    yield* write("secret")
    const cause = yield* causeOf(write("secret"))
    assert.instanceOf(cause, Database.SqliteError)
    assert.notInclude(cause.message, "secret")
  })
})

describe("a caller that is interrupted", () => {
  it("before its step begins withdraws it, and the others go on", function* () {
    const { write, other, lines } = yield* newGate()
    other.exec("BEGIN IMMEDIATE")
    const gone = yield* Effect.forkChild(write("gone"), { startImmediately: true })
    const stays = yield* Effect.forkChild(write("stays"), { startImmediately: true })
    yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(gone)
    other.exec("COMMIT")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(stays), 1)
    assert.deepStrictEqual(lines(), ["stays"])
  })

  it.effect("never leaves half of a step behind", () =>
    Effect.gen(function* () {
      const { gate, client, lines } = yield* newGate()
      const pair = (text: string) =>
        gate.write("pair", () => {
          client.prepare("INSERT INTO lines VALUES (?)").run(`${text} one`)
          client.prepare("INSERT INTO lines VALUES (?)").run(`${text} two`)
        })
      const fibers = yield* Effect.forEach(upTo(50), (text) => Effect.forkChild(pair(text)), { concurrency: 1 })
      const exits = yield* Effect.forEach(
        fibers,
        (fiber, index) =>
          Effect.gen(function* () {
            for (let turn = 0; turn < index % 7; turn++) yield* Effect.yieldNow
            yield* Fiber.interrupt(fiber)
            return yield* Fiber.await(fiber)
          }),
        together,
      )
      const written = upTo(50).flatMap((text) => (lines().includes(`${text} one`) ? [text] : []))
      assert.deepStrictEqual(lines().toSorted(), written.flatMap((text) => [`${text} one`, `${text} two`]).toSorted())
      // Whoever heard of success was written.
      const delivered = upTo(50).filter((_, index) => exits[index]?._tag === "Success")
      assert.includeMembers(written, delivered)
    }),
  )
})

describe("while others hold the lock", () => {
  it.live("for seconds, the event loop goes on and no write fails (T14)", function* () {
    const { file, write, lines } = yield* newGate()
    const worker = new Worker(new URL("fixtures/holdLock.ts", import.meta.url), {
      workerData: { file, millis: 3_000 },
    })
    yield* Effect.callback<void>((resume) => void worker.once("message", () => resume(Effect.void)))
    let longest = 0
    let last = performance.now()
    const beat = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 2)
    const before = performance.now()
    yield* Effect.forEach(upTo(20), write, together)
    clearInterval(beat)
    assert.isAbove(performance.now() - before, 500)
    assert.strictEqual(lines().length, 20)
    // A synchronous wait would be all of the time that is left. The bound leaves room for a busy machine.
    assert.isBelow(longest, 1_500)
  })

  it("longer than allowed, the step fails and is not written later", function* () {
    const { write, other, lines } = yield* newGate({ maxWait: 1_000 })
    other.exec("BEGIN IMMEDIATE")
    const waiting = yield* Effect.forkChild(causeOf(write("late")), { startImmediately: true })
    yield* TestClock.adjust("2 seconds")
    const cause = yield* Fiber.join(waiting)
    assert.instanceOf(cause, StoreRefused)
    assert.strictEqual(cause.reason, "busy")
    other.exec("COMMIT")
    yield* write("next")
    assert.deepStrictEqual(lines(), ["next"])
  })

  it("longer than allowed, the step fails though the clock of the machine is set back all the time (C11)", function* () {
    const clock = yield* Clock.Clock
    let now = 0
    const back = () => (now -= 3_600_000)
    const setBack: Clock.Clock = {
      currentTimeMillisUnsafe: back,
      currentTimeMillis: Effect.sync(back),
      currentTimeNanosUnsafe: () => BigInt(back()) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(back()) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: clock.monotonicTimeNanos,
      sleep: (duration) => clock.sleep(duration),
    }
    const gate = newGate({ maxWait: 1_000 })
    const { write, other } = yield* Effect.provideService(gate, Clock.Clock, setBack)
    other.exec("BEGIN IMMEDIATE")
    const waiting = yield* Effect.forkChild(causeOf(write("late")), { startImmediately: true })
    yield* TestClock.adjust("2 seconds")
    assert.isDefined(waiting.pollUnsafe())
    other.exec("COMMIT")
  })

  it("reads go on", function* () {
    const { gate, client, other } = yield* newGate()
    other.exec("BEGIN IMMEDIATE; INSERT INTO lines VALUES ('theirs')")
    const read = gate.read("read", () => client.prepare("SELECT count(*) AS n FROM lines").get())
    assert.deepStrictEqual(yield* read, { n: 0 })
    other.exec("ROLLBACK")
  })
})

describe("while the host has a transaction open on its own connection", () => {
  it("writes and reads of the store wait, and are no part of it", function* () {
    const { gate, client, write, lines } = yield* newGate({ borrowed: true })
    client.exec("BEGIN; INSERT INTO lines VALUES ('order')")
    const writing = yield* Effect.forkChild(write("payment"), { startImmediately: true })
    const reading = yield* Effect.forkChild(
      gate.read("read", () => client.prepare("SELECT count(*) AS n FROM lines").get()),
      { startImmediately: true },
    )
    yield* TestClock.adjust("1 second")
    assert.isUndefined(writing.pollUnsafe())
    assert.isUndefined(reading.pollUnsafe())
    client.exec("ROLLBACK")
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* Fiber.join(writing), 1)
    yield* Fiber.join(reading)
    assert.deepStrictEqual(lines(), ["payment"])
  })

  it("for longer than allowed, a read fails", function* () {
    const { gate, client } = yield* newGate({ borrowed: true, maxWait: 1_000 })
    client.exec("BEGIN")
    const waiting = yield* Effect.forkChild(causeOf(gate.read("read", () => 1)), { startImmediately: true })
    yield* TestClock.adjust("2 seconds")
    assert.include(String(yield* Fiber.join(waiting)), "busy")
    client.exec("ROLLBACK")
  })

  it("the time that the host's connection waits for locks stays the host's (T14)", function* () {
    const { client, write } = yield* newGate({ borrowed: true })
    client.pragma("busy_timeout = 4000")
    yield* write("line")
    assert.strictEqual(client.pragma("busy_timeout", { simple: true }), 4_000)
  })
})

const damage = (code: string) => () => {
  throw new Database.SqliteError("damaged", code)
}

describe("a gate that must not be used any more", () => {
  const ways: Readonly<Record<string, (gate: Gate, code: string) => Effect.Effect<unknown, StoreError>>> = {
    writing: (gate, code) => gate.write("write", damage(code)),
    reading: (gate, code) => gate.read("read", damage(code)),
  }
  for (const code of ["SQLITE_CORRUPT", "SQLITE_CORRUPT_INDEX", "SQLITE_NOTADB", "SQLITE_IOERR_FSYNC"]) {
    for (const [way, fail] of Object.entries(ways)) {
      it(`writes and reads nothing after ${code} while ${way}, and says what to exit with (C7)`, function* () {
        const { gate, write, lines } = yield* newGate()
        yield* write("before")
        for (const cause of [
          yield* causeOf(fail(gate, code)),
          yield* causeOf(write("after")),
          yield* causeOf(gate.read("read", () => 1)),
          yield* Effect.flip(gate.failed),
        ]) {
          assert.instanceOf(cause, StoreRefused)
          assert.deepStrictEqual([cause.reason, cause.exitCode], ["corrupt", 74])
          assert.include(cause.message, code)
        }
        assert.deepStrictEqual(lines(), ["before"])
      })
    }
  }

  it("names a quota where one looks like a disk that fails, and nowhere else", function* () {
    const said = Effect.fnUntraced(function* (code: string) {
      const { gate } = yield* newGate()
      return String(yield* causeOf(gate.write("write", damage(code))))
    })
    for (const code of ["SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC"]) assert.include(yield* said(code), "quota")
    for (const code of ["SQLITE_CORRUPT", "SQLITE_IOERR_READ"]) assert.notInclude(yield* said(code), "quota")
  })

  it("undoes all steps of the commit in which damage was met", function* () {
    const { gate, write, lines } = yield* newGate()
    const exits = yield* Effect.all(
      [
        Effect.exit(write("one")),
        Effect.exit(gate.write("write", damage("SQLITE_CORRUPT"))),
        Effect.exit(write("two")),
      ],
      together,
    )
    assert.deepStrictEqual(
      exits.map(({ _tag }) => _tag),
      ["Failure", "Failure", "Failure"],
    )
    assert.deepStrictEqual(lines(), [])
  })

  it("does not mind a log that cannot be emptied, unless that is damage", function* () {
    const codes = ["SQLITE_FULL", "SQLITE_BUSY", "SQLITE_IOERR_WRITE"]
    const { gate, write, lines } = yield* newGate({ tidy: () => damage(codes.shift() ?? "")() })
    for (const line of ["one", "two", "three"]) yield* write(line)
    assert.strictEqual((yield* Effect.flip(gate.failed)).reason, "corrupt")
    assert.instanceOf(yield* causeOf(write("four")), StoreRefused)
    assert.deepStrictEqual(lines(), ["one", "two", "three"])
  })

  it("keeps no caller waiting when its writer ends by a mistake of its own", function* () {
    const { client, gate, write } = yield* newGate()
    yield* write("one")
    client.close()
    assert.instanceOf(yield* causeOf(write("two")), Error)
    assert.instanceOf(yield* causeOf(gate.read("read", () => client.prepare("SELECT 1").get())), Error)
  })

  it("fails what still waits when it is closed", function* () {
    const scope = yield* Scope.make()
    const { write, other } = yield* Effect.provideService(newGate(), Scope.Scope, scope)
    other.exec("BEGIN IMMEDIATE")
    const waiting = yield* Effect.forkChild(causeOf(write("late")), { startImmediately: true })
    yield* TestClock.adjust("1 second")
    yield* Scope.close(scope, Exit.void)
    const cause = yield* Fiber.join(waiting)
    assert.instanceOf(cause, StoreRefused)
    assert.strictEqual(cause.reason, "unavailable")
    assert.include(String(yield* causeOf(write("later"))), "closed")
  })

  it("raises no report while the store is sound", function* () {
    const { gate, write } = yield* newGate()
    const delivered = yield* Deferred.make<void>()
    yield* Effect.forkChild(Effect.andThen(Effect.exit(gate.failed), Deferred.succeed(delivered, undefined)))
    yield* write("line")
    yield* Effect.exit(gate.write("fail", damage("SQLITE_CONSTRAINT")))
    assert.isFalse(yield* Deferred.isDone(delivered))
  })
})
