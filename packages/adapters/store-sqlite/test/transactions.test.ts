/** One transaction for many parts, and what is run again when one of them throws. */
import { assert, describe } from "@effect/vitest"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import { makeTransactions } from "../src/transactions.ts"
import { newFile, openRaw } from "./support.ts"

/** Transactions on a table of their own, with everything that SQLite was told and what callers heard. */
const newTransactions = Effect.gen(function* () {
  const file = yield* newFile
  const told: Array<string> = []
  const delivered: Array<string> = []
  const client = yield* openRaw(file, { verbose: (sql) => void told.push(String(sql)) })
  client.exec("CREATE TABLE lines (text TEXT NOT NULL) STRICT")
  const clock = { now: 0 }
  const connection = { client, db: drizzle(client), file, borrowed: false }
  const { together } = makeTransactions(
    connection,
    () => clock.now,
    () => {},
  )
  const insert = client.prepare("INSERT INTO lines (text) VALUES (?)")
  const all = client.prepare<[], { text: string }>("SELECT text FROM lines ORDER BY rowid")
  const lines = () => all.all().map(({ text }) => text)
  const runs = new Map<string, number>()
  /** Writes a line that tells which run it is, answers with all that it sees then, and may throw after it wrote. */
  const part = (name: string, throws: (run: number) => boolean = () => false) => ({
    run: () => {
      const run = (runs.get(name) ?? 0) + 1
      runs.set(name, run)
      insert.run(`${name} ${run}`)
      if (throws(run)) throw new Error(`${name} threw`)
      const seen = lines().join(", ")
      return () => void delivered.push(`${name} saw ${seen}`)
    },
    fail: (thrown: unknown) => void delivered.push(thrown instanceof Error ? thrown.message : "no error"),
  })
  told.length = 0
  return { together, part, clock, lines, delivered, told, runs }
})

describe("parts that are written together", () => {
  it("are each run once, without a savepoint, where none throws", function* () {
    const { together, part, lines, told, runs } = yield* newTransactions
    assert.strictEqual(together([part("a"), part("b")])._tag, "Written")
    assert.deepStrictEqual(
      [...runs],
      [
        ["a", 1],
        ["b", 1],
      ],
    )
    assert.deepStrictEqual(lines(), ["a 1", "b 1"])
    assert.isFalse(told.some((sql) => sql.includes("SAVEPOINT")))
  })

  it("are only the first ones where all would take too long, with a savepoint or without", function* () {
    for (const throws of [false, true]) {
      const { together, part, clock, lines } = yield* newTransactions
      const slow = (name: string) => {
        const { run, fail } = part(name, () => throws && name === "a")
        const late = () => {
          clock.now += 10
          return run()
        }
        return { run: late, fail }
      }
      const written = together(["a", "b", "c", "d", "e"].map(slow))
      if (written._tag !== "Written") return assert.fail(written._tag)
      assert.lengthOf(written.tell, 3)
      assert.deepStrictEqual(lines(), throws ? ["b 1", "c 1"] : ["a 1", "b 1", "c 1"])
    }
  })

  it("are at least one, however long it takes", function* () {
    const { together, part, clock, lines } = yield* newTransactions
    const { run, fail } = part("a")
    const late = () => {
      clock.now += 1_000
      return run()
    }
    assert.strictEqual(together([{ run: late, fail }, part("b")])._tag, "Written")
    assert.deepStrictEqual(lines(), ["a 1"])
  })

  it("are all run again where one throws: nothing of the first run stays, and callers hear of the second", function* () {
    const { together, part, lines, delivered, told } = yield* newTransactions
    const written = together([part("a"), part("b", () => true), part("c")])
    if (written._tag !== "Written") return assert.fail(written._tag)
    // No other program sees anything before the commit.
    assert.deepStrictEqual(delivered, [])
    for (const tell of written.tell) tell()
    // The third was not reached the first time.
    assert.deepStrictEqual(lines(), ["a 2", "c 1"])
    assert.deepStrictEqual(delivered, ["a saw a 2", "b threw", "c saw a 2, c 1"])
    assert.strictEqual(told.filter((sql) => sql === "COMMIT").length, 1)
  })

  it("are all written when what one threw does not come again", function* () {
    const { together, part, lines, delivered } = yield* newTransactions
    const written = together([part("a"), part("b", (run) => run === 1)])
    if (written._tag !== "Written") return assert.fail(written._tag)
    for (const tell of written.tell) tell()
    assert.deepStrictEqual(lines(), ["a 2", "b 2"])
    assert.deepStrictEqual(delivered, ["a saw a 2", "b saw a 2, b 2"])
  })

  it("fail and leave nothing, where there is one and it throws", function* () {
    const { together, part, lines, runs } = yield* newTransactions
    assert.strictEqual(together([part("a", () => true)])._tag, "Failed")
    assert.deepStrictEqual([lines(), runs.get("a")], [[], 1])
  })
})
