/**
 * `DeskStore`: what people and processes share, through the same gate as the payments.
 */
import { DeskStore, heartbeatsKeptFor, holdsByItself, type StoreIdentity, takeToken } from "@cauri/core/adapter"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { and, asc, eq, lt, sql } from "drizzle-orm"
import type { Gate } from "./batch.ts"
import { given } from "./statements.ts"
import { heartbeats, holds, store, turns } from "./tables.ts"

const prepare = (db: BetterSQLite3Database) => ({
  hold: db
    .insert(holds)
    .values({
      scope: given("scope"),
      reason: given("reason"),
      by: given("by"),
      since: given("since"),
      credentials: given("credentials"),
    })
    .onConflictDoNothing()
    .prepare(),
  /** The hold that stands where another one would, which is of a person or of the library as that is. */
  standing: db
    .select()
    .from(holds)
    .where(
      and(eq(holds.scope, given("scope")), sql`(${holds.by} = ${holdsByItself}) = (${given("by")} = ${holdsByItself})`),
    )
    .prepare(),
  lift: db
    .delete(holds)
    .where(eq(holds.scope, given("scope")))
    .prepare(),
  liftSeen: db
    .delete(holds)
    .where(and(eq(holds.scope, given("scope")), eq(holds.by, given("by")), eq(holds.since, given("since"))))
    .prepare(),
  holds: db
    .select()
    .from(holds)
    .orderBy(asc(sql`rowid`))
    .prepare(),
  beat: db
    .insert(heartbeats)
    .values({ process: given("process"), role: given("role"), at: given("at") })
    .onConflictDoUpdate({ target: heartbeats.process, set: { role: sql`excluded.role`, at: sql`excluded.at` } })
    .prepare(),
  forgetBeats: db
    .delete(heartbeats)
    .where(and(eq(heartbeats.role, given("role")), lt(heartbeats.at, given("before"))))
    .prepare(),
  heartbeats: db
    .select()
    .from(heartbeats)
    .orderBy(asc(sql`rowid`))
    .prepare(),
  turn: db
    .select({ nextAt: turns.nextAt })
    .from(turns)
    .where(eq(turns.rate, given("rate")))
    .prepare(),
  takeTurn: db
    .insert(turns)
    .values({ rate: given("rate"), nextAt: given("nextAt") })
    .onConflictDoUpdate({ target: turns.rate, set: { nextAt: sql`excluded.next_at` } })
    .prepare(),
  acceptRestored: db.update(store).set({ copiedAt: null }).prepare(),
})

/** The rest of a store. */
export const makeDesk = (db: BetterSQLite3Database, gate: Gate, look: () => StoreIdentity): DeskStore["Service"] => {
  const statements = prepare(db)
  return DeskStore.of({
    hold: (hold) =>
      gate.write("hold", () => {
        statements.hold.run({ ...hold })
        return statements.standing.get({ ...hold }) ?? hold
      }),
    lift: (scope, seen) =>
      gate.write("lift", () => {
        const { changes } =
          seen === undefined ? statements.lift.run({ scope }) : statements.liftSeen.run({ scope, ...seen })
        return changes > 0
      }),
    holds: () => gate.read("holds", () => statements.holds.all()),
    beat: (heartbeat) =>
      gate.write("beat", () => {
        statements.beat.run({ ...heartbeat })
        statements.forgetBeats.run({ role: heartbeat.role, before: heartbeat.at - heartbeatsKeptFor })
      }),
    heartbeats: () => gate.read("heartbeats", () => statements.heartbeats.all()),
    takeTurn: (rate, limit, now) =>
      gate.write("takeTurn", () => {
        const { nextAt, wait } = takeToken(statements.turn.get({ rate })?.nextAt, limit, now)
        if (wait === 0) statements.takeTurn.run({ rate, nextAt })
        return wait
      }),
    identity: () => gate.read("identity", look),
    acceptRestored: () => gate.write("acceptRestored", () => void statements.acceptRestored.run()),
  })
}
