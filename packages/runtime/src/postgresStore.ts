/** The store in a Postgres, with what it offers beside core's ports. Loaded only where it is the one that is named. */
import { Effect, Layer, Redacted } from "effect"
import * as Postgres from "@cauri/store-postgres"
import type { OpeningTerms } from "./commonSettings.ts"
import { deedOf, deedsSql, noteOf, notesSql } from "./evidenceRows.ts"
import { standingOf, standingSql } from "./standing.ts"
import { StoreEvidence } from "./StoreEvidence.ts"
import { StoreSide } from "./StoreSide.ts"

/**
 * How much is waiting. No index of the payments tells which are open, there would be one write more in each step; a list of its own does,
 * and each payment on it is looked up by its key, whatever the planner believes about the tables.
 */
export const standingOnPostgres = standingSql({
  payments: '"cauri".payments',
  open: `"cauri".open_payments as o cross join lateral (
      select p.state, p.closed_at from "cauri".payments as p where p.id = o.id and p.kind = o.kind and p.project = o.project limit 1
    ) as p where p.closed_at is null`,
  queue: '"cauri".queue',
  time: "$1::bigint",
})

const sideOf = (url: Redacted.Redacted) =>
  Layer.effect(
    StoreSide,
    Effect.gen(function* () {
      const { failed, transact } = yield* Postgres.PostgresStore
      return StoreSide.of({
        standing: (now) =>
          transact("standing", async (client) => {
            const { rows } = await client.query(standingOnPostgres, [now])
            return standingOf(rows[0])
          }),
        changes: Postgres.dueTimes({ url: Redacted.value(url) }),
        failed,
      })
    }),
  )

/** The evidence in a Postgres. */
const evidence = Layer.effect(
  StoreEvidence,
  Effect.gen(function* () {
    const { checkIntegrity, pruneBodies, transact } = yield* Postgres.PostgresStore
    return StoreEvidence.of({
      notes: ({ id, kind, project }) =>
        transact("notes", async (client) => {
          const sql = notesSql('"cauri".callback_notes', ["$1", "$2", "$3"])
          const { rows } = await client.query(sql, [id, kind, project])
          return rows.map(noteOf)
        }),
      record: ({ at, body }) =>
        transact("record", async (client) => {
          await client.query('insert into "cauri".deeds (at, body) values ($1, $2)', [at, body])
        }),
      deeds: (limit) =>
        transact("deeds", async (client) => {
          const { rows } = await client.query(deedsSql('"cauri".deeds', "$1"), [limit])
          return rows.map(deedOf)
        }),
      clock: transact("clock", async (client) => {
        const { rows } = await client.query("select extract(epoch from clock_timestamp()) * 1000 as now", [])
        return Number(new Map<string, unknown>(Object.entries(Object(rows[0]))).get("now"))
      }),
      faults: checkIntegrity,
      pruneBodies,
      copyTo: null,
    })
  }),
)

/** The store behind this address. */
export const layerPostgres = (url: Redacted.Redacted, { acceptTimeline, create, expected, restoring }: OpeningTerms) =>
  Layer.provideMerge(
    Layer.merge(sideOf(url), evidence),
    Postgres.layer({
      url: Redacted.value(url),
      create,
      restoring,
      ...(expected === null ? {} : { expected }),
      ...(acceptTimeline === null ? {} : { acceptTimeline }),
    }),
  )
