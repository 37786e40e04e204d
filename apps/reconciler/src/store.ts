/**
 * The store that `STORE_URL` names, with its own side: what wakes a sleeper when another process has written, what ends the program,
 * and how much is waiting.
 */
import { Context, Effect, Layer, Redacted, Stream } from "effect"
import { Nudge, type DeskStore, type PaymentStore, StoreError } from "@cauri/core"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import type { StoreSettings } from "./config.ts"

/** What waits, and what needs a person. */
export interface Standing {
  /** Payments that are due and not being worked on. */
  readonly due: number
  /** Since when the longest of them is due; null: none is. */
  readonly oldestDueAt: number | null
  readonly inDoubt: number
  readonly held: number
  /** Payments with an open flag. */
  readonly flagged: number
}

/** What a store offers beside the two ports of core. */
export class StoreSide extends Context.Service<
  StoreSide,
  {
    standing(now: number): Effect.Effect<Standing, StoreError>
    /** Something for each time that others have written, for ever. */
    readonly changes: Stream.Stream<unknown>
    /** Never ends while the store is sound. */
    readonly failed: Effect.Effect<never, Postgres.StoreRefused | Sqlite.StoreRefused>
  }
>()("@cauri/reconciler/StoreSide") {}

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
const standingOf = (row: unknown): Standing => {
  const figures = new Map(Object.entries(row ?? {}))
  const read = (name: string): number | null => {
    const value: unknown = figures.get(name) ?? null
    return value === null ? null : Number(value)
  }
  const [free, lost] = [read("free"), read("lost")]
  return {
    due: read("due") ?? 0,
    oldestDueAt: free === null || lost === null ? (free ?? lost) : Math.min(free, lost),
    inDoubt: read("in_doubt") ?? 0,
    held: read("held") ?? 0,
    flagged: read("flagged") ?? 0,
  }
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
}: StoreSettings): Layer.Layer<PaymentStore | DeskStore | StoreSide, Postgres.StoreRefused | Sqlite.StoreRefused> => {
  const identity = expected === null ? {} : { expected }
  if (place._tag === "Sqlite") {
    return Layer.provideMerge(sqliteSide, Sqlite.layer({ file: place.file, create, ...identity }))
  }
  const timeline = acceptTimeline === null ? {} : { acceptTimeline }
  const store = Postgres.layer({ url: Redacted.value(place.url), create, ...identity, ...timeline })
  return Layer.provideMerge(postgresSide(place.url), store)
}

/** Wakes the sleeping reconciler whenever others have written. */
export const layerWaking: Layer.Layer<never, never, StoreSide | Nudge> = Layer.effectDiscard(
  Effect.gen(function* () {
    const { changes } = yield* StoreSide
    const nudge = yield* Nudge
    yield* Effect.forkScoped(Stream.runForEach(changes, () => nudge.wake))
  }),
)
