/** What a server throws, told apart by what can be done about it; and a server that found damage is asked nothing more. */
import { assert, describe } from "@effect/vitest"
import { StoreError } from "@cauri/core"
import { sql } from "drizzle-orm"
import { Effect, Layer } from "effect"
import { it } from "@cauri/house/it"
import { default as pg } from "pg"
import { layer, StoreRefused } from "@cauri/store-postgres"
import { connectionFrom } from "../src/connection.ts"
import { faultOf, storeError } from "../src/faults.ts"
import { type Lender, poolLender } from "../src/lenders.ts"
import { openPool } from "./host.ts"
import { url } from "./support.ts"

/** An error as pg makes one of what the server says. */
const said = (code: string, severity = "ERROR") =>
  Object.assign(new Error(`Key (token)=(secret) of ${code}`), { code, severity, detail: "Failing row: secret" })

describe("a fault", () => {
  it.each([
    [said("40P01"), "Conflict"],
    [said("40001"), "Conflict"],
    [said("55P03"), "Conflict"],
    [said("23505"), "Conflict"],
    [said("23514"), "Refused"],
    [said("57014"), "Refused"],
    [said("53100"), "Refused"],
    [said("08006"), "Lost"],
    [said("57P01", "FATAL"), "Lost"],
    [new Error("Connection terminated unexpectedly"), "Lost"],
    [new TypeError("a mistake of ours"), "Refused"],
    [said("XX001"), "corrupt"],
    [said("XX002"), "corrupt"],
    [new StoreRefused({ reason: "durability", detail: "" }), "Unusable"],
    [new StoreRefused({ reason: "corrupt", detail: "" }), "corrupt"],
  ] as const)("is what can be done about it: %s", (error, fault) => assert.strictEqual(faultOf(error), fault))

  it("is named by its code, and by nothing that a row holds (S16)", () => {
    const error = storeError("save", said("23514"))
    assert.instanceOf(error, StoreError)
    assert.strictEqual(String(error.cause), "Error: Postgres answered 23514.")
    assert.notInclude(JSON.stringify([error, error.message, String(error.stack)]), "secret")
  })
})

describe("a server that found damage", () => {
  it.live("is asked nothing more, and the program has to stop with exit code 74 (C7)", function* () {
    const pool = yield* openPool(url)
    let lent = 0
    const counting: Lender = {
      ...poolLender(pool),
      lend: () => {
        lent += 1
        return poolLender(pool).lend()
      },
    }
    const refusals: Array<StoreRefused> = []
    const connection = connectionFrom(counting, true, {}, (refusal) => void refusals.push(refusal))
    const raise = () => connection.transact((_, client) => client.query("do $$ begin raise sqlstate 'XX001'; end $$"))
    const first = yield* Effect.flip(Effect.tryPromise(raise))
    assert.instanceOf(first.cause, StoreRefused)
    assert.deepStrictEqual(
      refusals.map((refusal) => [refusal.reason, refusal.exitCode]),
      [["corrupt", 74]],
    )
    const again = yield* Effect.flip(Effect.tryPromise(() => connection.query(sql`select 1`)))
    assert.strictEqual(again.cause, first.cause)
    assert.strictEqual(lent, 1)
  })
})

describe("a connection to a server that is another one", () => {
  it.live("is refused while the program runs, and no other is used from then on (C13)", function* () {
    const pool = yield* openPool(url)
    const told: Array<StoreRefused> = []
    const connection = connectionFrom(poolLender(pool), true, {}, (refusal) => told.push(refusal))
    const refusal = new StoreRefused({ reason: "restored", detail: "It was restored." })
    connection.greetEach(() => Promise.reject(refusal))
    const ask = Effect.flip(Effect.tryPromise(() => connection.query(sql`select 1`)))
    assert.strictEqual((yield* ask).cause, refusal)
    connection.greetEach(() => Promise.resolve())
    assert.strictEqual((yield* ask).cause, refusal)
    assert.deepStrictEqual(told, [refusal])
    assert.strictEqual(pool.totalCount, 0)
  })
})

describe("a whole number", () => {
  it.live("is decoded whole, and refused where JavaScript could not hold it (T12)", () =>
    Effect.promise(async () => {
      const { integer } = await import("../src/rows.ts")
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const { rows } = await client.query(
        "select 9007199254740991::bigint as greatest, 9007199254740992::bigint as beyond, 1.5 as broken, sum(1) as sum",
      )
      await client.end()
      const [row] = rows
      assert.strictEqual(integer(row, "greatest"), Number.MAX_SAFE_INTEGER)
      assert.strictEqual(integer(row, "sum"), 1)
      for (const column of ["beyond", "broken", "missing"]) {
        assert.throws(() => integer(row, column), `The column ${column} holds something else`)
      }
    }),
  )
})

const another = (change: (at: URL) => void) => {
  const at = new URL(url)
  change(at)
  return at.href
}

describe("a store that cannot be opened", () => {
  it.effect.each([
    ["ECONNREFUSED", another((at) => (at.port = "1"))],
    ["3D000", another((at) => (at.pathname = "/no-such-database"))],
  ] as const)("says by its code what was in the way, and no more: %s", ([code, address]) =>
    Effect.gen(function* () {
      const refusal = yield* Layer.build(layer({ url: address })).pipe(Effect.scoped, Effect.flip)
      assert.strictEqual(refusal.reason, "unavailable")
      assert.strictEqual(refusal.detail, `It could not be opened (${code}).`)
    }),
  )
})
