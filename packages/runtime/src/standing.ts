/** How much is waiting, as both stores are asked for it. */
import { Schema } from "effect"
import type { Standing } from "./StoreSide.ts"

/** Where the figures are found. */
export interface StandingPlaces {
  readonly payments: string
  /** The payments that are open, with the condition that says so: what follows it in a query is one condition more. */
  readonly open: string
  readonly queue: string
  /** The parameter that is the time of asking. */
  readonly time: string
}

/** One row of figures. Every part of it is answered by an index or a list of what is open, so it may be asked often. */
export const standingSql = ({ open, payments, queue, time }: StandingPlaces): string => `
  select
    (select count(*) from ${queue} where due_at is not null and lease_until = 0 and due_at <= ${time})
      + (select count(*) from ${queue} where due_at is not null and lease_until > 0 and lease_until <= ${time}
        and due_at <= ${time}) as due,
    (select min(due_at) from ${queue} where due_at is not null and lease_until = 0 and due_at <= ${time}) as free,
    (select min(due_at) from ${queue} where due_at is not null and lease_until > 0 and lease_until <= ${time}
      and due_at <= ${time}) as lost,
    waiting.in_doubt, waiting.held,
    (select count(*) from ${payments} where open_flags > 0) as flagged
  from (
    select count(case state when 'InDoubt' then 1 end) as in_doubt, count(case state when 'Held' then 1 end) as held
    from ${open} and state in ('InDoubt', 'Held')
  ) as waiting`

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
