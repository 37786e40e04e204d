/** A rolling upgrade: a newer program has brought the tables up to date while this version's program still works on them. */
import { assert, describe, it } from "@effect/vitest"
import { DatabaseSync } from "node:sqlite"
import { Context, Effect } from "effect"
import { Payouts } from "@cauri/core"
import { waitUntil } from "@cauri/programs"
import pg from "pg"
import { payout } from "./payments.ts"
import { creationsOf, newWorld, startIn, stateOf, type StoreKind } from "./world.ts"

/** What the next version's first migration may do: it adds, and takes nothing away. */
const additions = (prefix: string): string => `
  alter table ${prefix}payments add column of_the_next_version text;
  insert into ${prefix}migrations (number, name, applied_at) values (2, '0002_next', 0);
`

/** Brings the tables up to the next version, as its first program does when it starts. */
const upgradeStore = async (url: string): Promise<void> => {
  if (url.startsWith("sqlite:")) {
    const client = new DatabaseSync(url.slice("sqlite:".length))
    client.exec("pragma busy_timeout = 5000")
    client.exec(`begin immediate; ${additions("cauri_")} commit`)
    client.close()
    return
  }
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`begin; ${additions("cauri.")} commit`)
  await client.end()
}

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]

describe.each(kinds)("while a newer version starts on the same store (%s)", (kind) => {
  it.live("the running program goes on and loses nothing, and an older one that starts ends with a sentence", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind)
      const payouts = Context.get(world.merchant, Payouts)
      const sent = (id: string, phone: string) =>
        Effect.gen(function* () {
          yield* payouts.create(payout(id, phone), { sendLater: true })
          yield* waitUntil(stateOf(world, "payout", id), (state) => state === "completed")
          assert.strictEqual(yield* creationsOf(world, id), 1)
        })
      const running = yield* startIn(world)
      yield* sent("before", "22660000190")
      yield* Effect.promise(() => upgradeStore(world.environment["STORE_URL"] ?? ""))
      yield* sent("after", "22660000290")
      yield* waitUntil(world.host.received, (events) =>
        ["before", "after"].every((id) => events.some((each) => each.id.startsWith(`payout shop/${id}#`))),
      )

      const older = yield* startIn(world)
      assert.strictEqual(yield* older.ended, 64)
      assert.include(
        (yield* older.lines).join("\n"),
        "Its tables are of version 2, and this program knows versions up to 1.",
      )

      yield* running.kill("SIGTERM")
      assert.strictEqual(yield* running.ended, 0)
    }),
  )
})
