/**
 * The statements of the write steps. Each takes any number of steps at once, as JSON, and finds every row by its key.
 */
import { spendingStates } from "@cauri/core/model"
import { type SQL, sql } from "drizzle-orm"
import { attemptColumns, eventColumns, insertColumns, keyColumns, saveColumns } from "./inputs.ts"
import { statement } from "./statement.ts"
import type { Tables } from "./tables.ts"

const sameKey = (one: SQL, other: SQL): SQL =>
  sql`${one}.id = ${other}.id and ${one}.kind = ${other}.kind and ${one}.project = ${other}.project`

const p = sql`p`
const i = sql`i`
const q = sql`q`
const w = sql`w`

/** Writes the attempts and the events of what was `written`, in the same statement. Changed attempts are replaced, events are added. */
const addLines = (t: Tables): SQL => sql`
  lines_of_attempts as (
    insert into ${t.attempts} (id, kind, project, number, attempt_kind, outcome, token, started_at)
    select w.id, w.kind, w.project, l.number, l.attempt_kind, l.outcome, l.token, l.started_at
    from written as w cross join lateral json_to_recordset(w.attempts) as l (${attemptColumns})
    -- One look-up per attempt: in a join, statistics of an empty table would make the planner compare each with all.
    left join lateral (
      select a.attempt_kind, a.outcome, a.token, a.started_at from ${t.attempts} as a
      where a.id = w.id and a.kind = w.kind and a.project = w.project and a.number = l.number limit 1
    ) as a on true
    where (a.attempt_kind, a.outcome, a.token, a.started_at)
      is distinct from (l.attempt_kind, l.outcome, l.token, l.started_at)
    order by w.id, w.kind, w.project, l.number
    on conflict (id, kind, project, number) do update
    set attempt_kind = excluded.attempt_kind, outcome = excluded.outcome, token = excluded.token, started_at = excluded.started_at
  ),
  lines_of_events as (
    insert into ${t.events} (id, kind, project, seq, at, tag, delivered_as, body)
    select w.id, w.kind, w.project, l.seq, l.at, l.tag, l.delivered_as, l.body
    from written as w cross join lateral json_to_recordset(w.events) as l (${eventColumns})
  )`

const listOpen = (t: Tables): SQL => sql`
  opened as (
    insert into ${t.openPayments} (created_at, kind, project, id)
    select created_at, kind, project, id from written where closed_at is null
    on conflict do nothing
  ),
  closed as (
    delete from ${t.openPayments} as o using written as w
    where w.closed_at is not null and o.created_at = w.created_at and ${sameKey(sql`o`, w)}
  )`

const newValues: SQL = sql`
  state = i.state, seq = i.seq, closed_at = i.closed_at, amount_paid = i.amount_paid, service_operator = i.service_operator,
  open_flags = i.open_flags, body = i.body, version = p.version + 1`

/** When a payment is due after a save. A note newer than the one that was read keeps the payment due: no save loses a wake signal. */
const newTimes: SQL = sql`
  case when p.newest_note > i.read_note then least(i.act_at, i.now) else i.act_at end as act_at`

const isCurrent: SQL = sql`p.version = i.version and (i.unless_note_after is null or p.newest_note <= i.unless_note_after)`

const insertStatement = (t: Tables, schema: string) =>
  statement(
    schema,
    "insert",
    (rows) => sql`
    with input as materialized (select * from json_to_recordset(${rows}::json) as i (${insertColumns})),
    inserted as (
      insert into ${t.payments} (id, kind, project, state, seq, rail, amount, operator, party, order_ref, refund_of, created_at,
        closed_at, amount_paid, service_operator, open_flags, body, version, newest_note)
      select id, kind, project, state, seq, rail, amount, operator, party, order_ref, refund_of, created_at,
        closed_at, amount_paid, service_operator, open_flags, body, 1, 0
      from input
      on conflict do nothing
      returning id, kind, project
    ),
    written as materialized (
      -- Not a join: hundreds of rows would be compared with hundreds.
      select * from input
      where (select jsonb_object_agg(concat_ws(' ', id, kind, project), 1) from inserted) ? concat_ws(' ', id, kind, project)
    ),
    queued as (
      insert into ${t.queue} (id, kind, project, created_at, act_at, lease_number, lease_until)
      select id, kind, project, created_at, act_at, 0, 0 from written
    ),
    ${listOpen(t)},
    ${addLines(t)}
    select id, kind, project from inserted`,
  )

const saveStatement = (t: Tables, schema: string) =>
  statement(
    schema,
    "save",
    (rows) => sql`
    with input as materialized (select * from json_to_recordset(${rows}::json) as i (${saveColumns})),
    written as (
      update ${t.payments} as p
      set ${newValues}
      from input as i
      where ${sameKey(p, i)} and ${isCurrent}
      returning i.ord, p.id, p.kind, p.project, p.created_at, p.closed_at, i.attempts, i.events, i.give_back, ${newTimes}
    ),
    queued as (
      update ${t.queue} as q
      set act_at = w.act_at,
        lease_until = case when q.lease_number = w.give_back then 0 else q.lease_until end
      from written as w where ${sameKey(q, w)}
    ),
    ${listOpen(t)},
    ${addLines(t)}
    select ord from written`,
  )

/** Written as constants, so that the statement is planned once. */
const spending: SQL = sql.raw(spendingStates.map((state) => `'${state}'`).join(", "))

/** What stops a claim is read after its locks were taken, in a statement that sees all that was done before. */
const claimStatement = (t: Tables, schema: string) =>
  statement(
    schema,
    "claim",
    (rows) => sql`
    with input as materialized (
      select * from json_to_recordset(${rows}::json) as i (${saveColumns}, amount bigint, lease_until bigint, pauses json,
        twin_party text, twin_amount bigint, twin_since bigint, refund_of text, refund_project text, refund_limit bigint)
    ),
    judged as materialized (
      select i.ord,
        (select true from ${t.payments} as p where ${sameKey(p, i)} and ${isCurrent} limit 1) is not null as is_current,
        (
          select s.scope from json_array_elements_text(i.pauses) with ordinality as s (scope, place)
          where exists (select from ${t.pauses} as h where h.scope = s.scope) order by s.place limit 1
        ) as pause,
        i.twin_party is not null and (
          select true from ${t.payments} as other
          where other.kind = 'payout' and other.party = i.twin_party and other.amount = i.twin_amount
            and (other.state in (${spending}) or (other.state = 'completed' and other.closed_at >= i.twin_since))
            and (other.id, other.kind, other.project) <> (i.id, i.kind, i.project)
          limit 1
        ) is not null as twin,
        i.refund_of is not null and i.refund_limit < i.amount + coalesce((
          select sum(other.amount) from ${t.payments} as other
          where other.kind = 'payout' and other.refund_of = i.refund_of and other.project = i.refund_project
            and (other.state in (${spending}) or other.state = 'completed')
            and (other.id, other.kind, other.project) <> (i.id, i.kind, i.project)
        ), 0) as too_high
      from input as i
    ),
    written as (
      update ${t.payments} as p
      set ${newValues}
      from judged as j join input as i on i.ord = j.ord
      where ${sameKey(p, i)} and ${isCurrent} and j.pause is null and not j.twin and not j.too_high
      returning i.ord, p.id, p.kind, p.project, p.created_at, p.closed_at, i.attempts, i.events, i.lease_until, ${newTimes}
    ),
    queued as (
      update ${t.queue} as q
      set act_at = w.act_at, lease_number = q.lease_number + 1, lease_until = w.lease_until
      from written as w where ${sameKey(q, w)}
      returning w.ord, q.lease_number
    ),
    ${listOpen(t)},
    ${addLines(t)}
    select j.ord, j.is_current, j.pause, j.twin, j.too_high, q.lease_number
    from judged as j left join queued as q on q.ord = j.ord`,
  )

/** A note is numbered under the lock of its payment, so numbers have no gaps and no note is counted twice. */
const noteStatement = (t: Tables, schema: string) =>
  statement(
    schema,
    "note",
    (limit, notes, bodies) => sql`
    with input as materialized (
      select i.*, p.newest_note as before, ${limit}::bigint - p.newest_note as room, a.newest_note is not null as has_note,
        a.attempt_kind, a.outcome, a.token, a.started_at,
        (
          select true from ${t.callbackNotes} as c
          where ${sameKey(sql`c`, i)} and c.attempt = i.attempt and c.fingerprint = i.fingerprint limit 1
        ) is not null as seen,
        (
          select count(*) from ${t.callbackNotes} as c
          where ${sameKey(sql`c`, i)} and c.attempt = i.attempt and c.body is not null
        ) as bodies
      from json_to_recordset(${notes}::json)
        as i (ord integer, ${keyColumns}, attempt integer, fingerprint text, received_at bigint, body text)
      cross join lateral (
        select a.* from ${t.attempts} as a where ${sameKey(sql`a`, i)} and a.number = i.attempt limit 1
      ) as a
      cross join lateral (select p.newest_note from ${t.payments} as p where ${sameKey(p, i)} limit 1) as p
    ),
    fresh as materialized (
      select *, before + row_number() over (partition by id, kind, project order by ord) as number,
        bodies + count(body) over (partition by id, kind, project, attempt order by ord) as body_number,
        row_number() over (partition by id, kind, project order by ord) <= room
          or not has_note and row_number() over (partition by id, kind, project, attempt order by ord) = 1 as is_kept
      from input where not seen
    ),
    added as (
      insert into ${t.callbackNotes} (id, kind, project, number, attempt, fingerprint, received_at, body)
      select id, kind, project, number, attempt, fingerprint, received_at,
        case when body_number <= ${bodies}::bigint then decode(body, 'base64') end
      from fresh where is_kept
    ),
    summed as (
      -- All of these exist: the planner looks up one key each, which it need not do for an update with a join.
      insert into ${t.attempts} (id, kind, project, number, attempt_kind, outcome, token, started_at, newest_note)
      select id, kind, project, attempt, attempt_kind, outcome, token, started_at, max(number) from fresh
      group by id, kind, project, attempt, attempt_kind, outcome, token, started_at
      on conflict (id, kind, project, number) do update set newest_note = excluded.newest_note
    ),
    numbered as (
      update ${t.payments} as p set newest_note = i.newest
      from (
        select id, kind, project, max(number) as newest, min(received_at) as earliest from fresh group by id, kind, project
      ) as i
      where ${sameKey(p, i)}
      returning p.id, p.kind, p.project, i.earliest
    ),
    made_due as (
      update ${t.queue} as q set act_at = least(q.act_at, i.earliest) from numbered as i where ${sameKey(q, i)}
    )
    select ord, ord in (select ord from fresh where is_kept) as kept, seen as repeated from input`,
  )

export const writeStatements = (t: Tables, schema: string) => ({
  // Sorted before they are taken, so that two transactions take the same locks in the same order.
  lockClaims: statement(
    schema,
    "lock claims",
    (names) => sql`
    select pg_advisory_xact_lock(lock) from (
      select distinct hashtextextended(name, 0) as lock from json_array_elements_text(${names}::json) as name order by lock
    ) as sorted`,
  ),
  // The rows come sorted, and are locked as they come.
  lockRows: statement(
    schema,
    "lock rows",
    (keys) => sql`
    select from json_to_recordset(${keys}::json) as i (${keyColumns})
    cross join lateral (select from ${t.payments} as p where ${sameKey(p, i)} for no key update) as locked`,
  ),
  insert: insertStatement(t, schema),
  save: saveStatement(t, schema),
  claim: claimStatement(t, schema),
  note: noteStatement(t, schema),
})
export type WriteStatements = ReturnType<typeof writeStatements>
