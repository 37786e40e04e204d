/** The store in a file of SQLite, with what it offers beside core's ports. Loaded only where it is the one that is named. */
import { Clock, Effect, Layer } from "effect"
import { StoreError } from "@cauri/core"
import * as Sqlite from "@cauri/store-sqlite"
import type { OpeningTerms } from "./commonSettings.ts"
import { deedOf, deedsSql, noteOf, notesSql } from "./evidenceRows.ts"
import { standingOf, standingSql } from "./standing.ts"
import { StoreEvidence } from "./StoreEvidence.ts"
import { StoreSide } from "./StoreSide.ts"

const attempted = <A>(operation: string, work: () => A) =>
  Effect.try({ try: work, catch: (cause) => new StoreError({ operation, cause }) })

const standing = standingSql({
  payments: "cauri_payments",
  open: "cauri_payments where closed_at is null",
  queue: "cauri_queue",
  time: ":now",
})

const side = Layer.effect(
  StoreSide,
  Effect.gen(function* () {
    const { changes, client, failed } = yield* Sqlite.SqliteStore
    const statement = client.prepare<{ readonly now: number }>(standing)
    return StoreSide.of({
      standing: (now) => attempted("standing", () => standingOf(statement.get({ now }))),
      changes,
      failed,
    })
  }),
)

/** The evidence in a file of SQLite. */
const evidence = Layer.effect(
  StoreEvidence,
  Effect.gen(function* () {
    const { client, pruneBodies, step } = yield* Sqlite.SqliteStore
    const notes = client.prepare(notesSql("cauri_callback_notes", [":id", ":kind", ":project"]))
    const deeds = client.prepare(deedsSql("cauri_deeds", ":limit"))
    const record = client.prepare("insert into cauri_deeds (at, body) values (:at, :body)")
    return StoreEvidence.of({
      notes: ({ id, kind, project }) => attempted("notes", () => notes.all({ id, kind, project }).map(noteOf)),
      record: ({ at, body }) => step("record", () => void record.run({ at, body })),
      deeds: (limit) => attempted("deeds", () => deeds.all({ limit }).map(deedOf)),
      clock: Clock.currentTimeMillis,
      pruneBodies,
      copyTo: (file) => Sqlite.backup(client.name, file),
      faults: attempted("faults", () => {
        const broken = client.prepare<[], { readonly integrity_check: string }>("PRAGMA integrity_check").all()
        const orphans = client.prepare("PRAGMA foreign_key_check").all()
        return [
          ...broken.flatMap(({ integrity_check: words }) => (words === "ok" ? [] : [words])),
          ...(orphans.length === 0 ? [] : [`rows that belong to no payment: ${orphans.length}`]),
        ]
      }),
    })
  }),
)

/** The store in this file. */
export const layerSqlite = (file: string, { create, expected, restoring }: OpeningTerms) =>
  Layer.provideMerge(
    Layer.merge(side, evidence),
    Sqlite.layer({ file, create, restoring, ...(expected === null ? {} : { expected }) }),
  )
