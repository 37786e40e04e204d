/**
 * `Evidence`: callbacks as they came, and what people did.
 */
import { bodiesPerCommit, Evidence, type KeptNote, pruneInCommits } from "@cauri/core/adapter"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { asc, desc, eq, inArray, sql } from "drizzle-orm"
import type { Gate } from "./batch.ts"
import { bound, given, isOfPayment } from "./statements.ts"
import { callbackNotes, deeds } from "./tables.ts"

const statements = (db: BetterSQLite3Database) => ({
  notes: db
    .select({
      number: callbackNotes.number,
      attempt: callbackNotes.attempt,
      fingerprint: callbackNotes.fingerprint,
      receivedAt: callbackNotes.receivedAt,
      body: callbackNotes.body,
    })
    .from(callbackNotes)
    .where(isOfPayment(callbackNotes))
    .orderBy(asc(callbackNotes.number))
    .prepare(),
  prune: db
    .update(callbackNotes)
    .set({ body: null })
    .where(
      inArray(
        sql`rowid`,
        db
          .select({ rowid: sql<number>`rowid` })
          .from(callbackNotes)
          .where(sql`${callbackNotes.body} IS NOT NULL AND ${callbackNotes.receivedAt} < ${given("before")}`)
          .limit(bodiesPerCommit),
      ),
    )
    .prepare(),
  record: db
    .insert(deeds)
    .values({ at: given("at"), body: given("body"), payment: given("payment") })
    .prepare(),
  deeds: db
    .select({ at: deeds.at, body: deeds.body })
    .from(deeds)
    .orderBy(desc(deeds.number))
    .limit(bound("limit"))
    .prepare(),
  deedsAbout: db
    .select({ at: deeds.at, body: deeds.body })
    .from(deeds)
    .where(eq(deeds.payment, given("payment")))
    .orderBy(desc(deeds.number))
    .limit(bound("limit"))
    .prepare(),
})

export const makeEvidence = (db: BetterSQLite3Database, gate: Gate): Evidence["Service"] => {
  const { deeds, deedsAbout, notes, prune, record } = statements(db)
  return Evidence.of({
    notes: ({ id, kind, project }) =>
      gate.read("notes", () =>
        notes
          .all({ id, kind, project })
          .map((note): KeptNote => ({ ...note, body: note.body === null ? null : new Uint8Array(note.body) })),
      ),
    pruneBodies: (before) => pruneInCommits(gate.write("pruneBodies", () => prune.run({ before }).changes)),
    record: ({ at, body, payment = null }) => gate.write("record", () => void record.run({ at, body, payment })),
    deeds: (limit, payment) =>
      gate.read("deeds", () => (payment === undefined ? deeds.all({ limit }) : deedsAbout.all({ limit, payment }))),
  })
}
