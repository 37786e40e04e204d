/** The store that `STORE_URL` names, with its own side. */
import { Effect, Layer, Redacted, Schema } from "effect"
import { type DeskStore, type PaymentStore, StoreError, type StoreRefused } from "@cauri/core"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import type { StoreSettings } from "./commonSettings.ts"
import { postgresEvidence, sqliteEvidence, type StoreEvidence } from "./StoreEvidence.ts"
import { type Standing, StoreSide } from "./StoreSide.ts"

/** One row of figures. Every part of it is answered by an index of what is open, so it may be asked often. */
const standingSql = (payments: string, queue: string, time: string): string => `
  select
    (select count(*) from ${queue} where due_at is not null and lease_until = 0 and due_at <= ${time})
      + (select count(*) from ${queue} where due_at is not null and lease_until > 0 and lease_until <= ${time}
        and due_at <= ${time}) as due,
    (select min(due_at) from ${queue} where due_at is not null and lease_until = 0 and due_at <= ${time}) as free,
    (select min(due_at) from ${queue} where due_at is not null and lease_until > 0 and lease_until <= ${time}
      and due_at <= ${time}) as lost,
    (select count(*) from ${payments} where closed_at is null and state = 'InDoubt') as in_doubt,
    (select count(*) from ${payments} where closed_at is null and state = 'Held') as held,
    (select count(*) from ${payments} where open_flags > 0) as flagged`

/** Postgres gives its long numbers as texts. */
const Figure = Schema.Union([Schema.Int, Schema.FiniteFromString])

const decodeStanding = Schema.decodeUnknownSync(
  Schema.Struct({
    due: Figure,
    free: Schema.NullOr(Figure),
    lost: Schema.NullOr(Figure),
    in_doubt: Figure,
    held: Figure,
    flagged: Figure,
  }),
)

const standingOf = (row: unknown): Standing => {
  const { due, flagged, free, held, in_doubt: inDoubt, lost } = decodeStanding(row)
  const since = [free, lost].filter((at) => at !== null)
  return { due, oldestDueAt: since.length === 0 ? null : Math.min(...since), inDoubt, held, flagged }
}

const sqliteSide = Layer.effect(
  StoreSide,
  Effect.gen(function* () {
    const { changes, client, failed } = yield* Sqlite.SqliteStore
    const statement = client.prepare<{ readonly now: number }>(standingSql("cauri_payments", "cauri_queue", ":now"))
    return StoreSide.of({
      standing: (now) =>
        Effect.try({
          try: () => standingOf(statement.get({ now })),
          catch: (cause) => new StoreError({ operation: "standing", cause }),
        }),
      changes,
      failed,
    })
  }),
)

const postgresSide = (url: Redacted.Redacted) =>
  Layer.effect(
    StoreSide,
    Effect.gen(function* () {
      const { failed, transact } = yield* Postgres.PostgresStore
      return StoreSide.of({
        standing: (now) =>
          transact("standing", async (client) => {
            const { rows } = await client.query(standingSql('"cauri".payments', '"cauri".queue', "$1::bigint"), [now])
            return standingOf(rows[0])
          }),
        changes: Postgres.dueTimes({ url: Redacted.value(url) }),
        failed,
      })
    }),
  )

/** The store, checked and open. */
export const layerStore = ({
  acceptTimeline,
  create,
  expected,
  place,
}: StoreSettings): Layer.Layer<PaymentStore | DeskStore | StoreSide | StoreEvidence, StoreRefused> => {
  const identity = expected === null ? {} : { expected }
  if (place._tag === "Sqlite") {
    return Layer.provideMerge(
      Layer.merge(sqliteSide, sqliteEvidence),
      Sqlite.layer({ file: place.file, create, ...identity }),
    )
  }
  const timeline = acceptTimeline === null ? {} : { acceptTimeline }
  const store = Postgres.layer({ url: Redacted.value(place.url), create, ...identity, ...timeline })
  return Layer.provideMerge(Layer.merge(postgresSide(place.url), postgresEvidence), store)
}
