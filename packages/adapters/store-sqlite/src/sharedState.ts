/**
 * `SharedState`: what people and processes share, through the same gate as the payments.
 */
import { SharedState, heartbeatsKeptFor, pausedByCauri, type StoreIdentity, takeToken } from "@cauri/core/adapter"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { and, asc, eq, lt, sql } from "drizzle-orm"
import type { Gate } from "./batch.ts"
import { given } from "./statements.ts"
import { heartbeats, pauses, store, rateTokens } from "./tables.ts"

const prepare = (db: BetterSQLite3Database) => ({
  pause: db
    .insert(pauses)
    .values({
      scope: given("scope"),
      reason: given("reason"),
      by: given("by"),
      since: given("since"),
      credentials: given("credentials"),
    })
    .onConflictDoNothing()
    .prepare(),
  /** The pause already in force for the scope: a person's for a person, the library's for the library. */
  standing: db
    .select()
    .from(pauses)
    .where(
      and(
        eq(pauses.scope, given("scope")),
        sql`(${pauses.by} = ${pausedByCauri}) = (${given("by")} = ${pausedByCauri})`,
      ),
    )
    .prepare(),
  resume: db
    .delete(pauses)
    .where(eq(pauses.scope, given("scope")))
    .prepare(),
  liftSeen: db
    .delete(pauses)
    .where(and(eq(pauses.scope, given("scope")), eq(pauses.by, given("by")), eq(pauses.since, given("since"))))
    .prepare(),
  pauses: db
    .select()
    .from(pauses)
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
  rateToken: db
    .select({ nextAt: rateTokens.nextAt })
    .from(rateTokens)
    .where(eq(rateTokens.rate, given("rate")))
    .prepare(),
  takeRateToken: db
    .insert(rateTokens)
    .values({ rate: given("rate"), nextAt: given("nextAt") })
    .onConflictDoUpdate({ target: rateTokens.rate, set: { nextAt: sql`excluded.next_at` } })
    .prepare(),
  acceptRestored: db.update(store).set({ copiedAt: null }).prepare(),
})

export const makeShared = (
  db: BetterSQLite3Database,
  gate: Gate,
  look: () => StoreIdentity,
): SharedState["Service"] => {
  const statements = prepare(db)
  return SharedState.of({
    pause: (pause) =>
      gate.write("pause", () => {
        statements.pause.run({ ...pause })
        return statements.standing.get({ ...pause }) ?? pause
      }),
    resume: (scope, seen) =>
      gate.write("resume", () => {
        const { changes } =
          seen === undefined
            ? statements.resume.run({ scope })
            : statements.liftSeen.run({ scope, by: seen.by, since: seen.since })
        return changes > 0
      }),
    pauses: () => gate.read("pauses", () => statements.pauses.all()),
    beat: (heartbeat) =>
      gate.write("beat", () => {
        statements.beat.run({ ...heartbeat })
        statements.forgetBeats.run({ role: heartbeat.role, before: heartbeat.at - heartbeatsKeptFor })
      }),
    heartbeats: () => gate.read("heartbeats", () => statements.heartbeats.all()),
    takeRateToken: ({ rate, limit, now }) =>
      gate.write(
        "takeRateToken",
        () => {
          const { nextAt, wait } = takeToken(statements.rateToken.get({ rate })?.nextAt, limit, now)
          if (wait === 0) statements.takeRateToken.run({ rate, nextAt })
          return wait
        },
        { mayBeLost: true },
      ),
    identity: () => gate.read("identity", look),
    acceptRestored: () => gate.write("acceptRestored", () => void statements.acceptRestored.run()),
  })
}
