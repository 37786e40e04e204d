/** How much is waiting, as both stores are asked for it. */
import { Schema } from "effect"
import type { Standing } from "./StoreSide.ts"

/** One row of figures. Every part of it is answered by an index of what is open, so it may be asked often. */
export const standingSql = (payments: string, queue: string, time: string): string => `
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

/** What the row says. */
export const standingOf = (row: unknown): Standing => {
  const { due, flagged, free, held, in_doubt: inDoubt, lost } = decodeStanding(row)
  const since = [free, lost].filter((at) => at !== null)
  return { due, oldestDueAt: since.length === 0 ? null : Math.min(...since), inDoubt, held, flagged }
}
