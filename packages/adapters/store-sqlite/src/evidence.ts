/**
 * `Evidence`: callbacks as they came, and what people did.
 */
import { Evidence } from "@cauri/core/adapter"
import type { BetterSQLite3Database } from "drizzle-orm/better-sqlite3"
import { desc, eq } from "drizzle-orm"
import type { Gate } from "./batch.ts"
import type { Steps } from "./steps.ts"
import { bound, given } from "./statements.ts"
import { deeds } from "./tables.ts"

const statements = (db: BetterSQLite3Database) => ({
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

export const makeEvidence = (
  db: BetterSQLite3Database,
  gate: Gate,
  { archivable, archive, notes }: Pick<Steps, "archivable" | "archive" | "notes">,
): Evidence["Service"] => {
  const { deeds, deedsAbout, record } = statements(db)
  return Evidence.of({
    notes: (key) => gate.read("notes", () => notes(key)),
    archivable: (query) => gate.read("archivable", () => archivable(query)),
    archive: (key, erased) => gate.write("archive", () => archive(key, erased)),
    record: ({ at, body, payment = null }) => gate.write("record", () => void record.run({ at, body, payment })),
    deeds: (limit, payment) =>
      gate.read("deeds", () => (payment === undefined ? deeds.all({ limit }) : deedsAbout.all({ limit, payment }))),
  })
}
