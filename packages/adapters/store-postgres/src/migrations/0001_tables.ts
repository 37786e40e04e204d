/** The tables, with the constraints and triggers that repeat core's rules. A published migration is never changed. */
export const sql = String.raw`
-- Payments, their attempts, events and callback notes, and what people and processes share.
--
-- Times are milliseconds. Texts are compared byte for byte, whatever the database's own collation is. Every name is qualified: the
-- search path is never relied upon, and "cauri" is replaced when the store is given another schema. The rules of core are repeated
-- here for programs that write without the library.

create domain "cauri".safe_integer as bigint check (value between -9007199254740991 and 9007199254740991);
create domain "cauri".name as text collate "C" check (value ~ '^[A-Za-z0-9_-]{1,64}$');

-- Half of each page is left free, and no index has a column that steps change: a step writes its new row beside the old one and touches no
-- index. So there is none on the state either; open payments are listed in a table of their own.
create table "cauri".payments (
  id "cauri".name not null,
  kind text collate "C" not null check (kind in ('payin', 'payout')),
  project "cauri".name not null,
  state text collate "C" not null,
  seq "cauri".safe_integer not null check (seq >= 1),
  rail text collate "C" not null,
  amount "cauri".safe_integer not null,
  operator text collate "C",
  party text collate "C",
  order_ref text collate "C",
  refund_of text collate "C",
  created_at "cauri".safe_integer not null,
  closed_at "cauri".safe_integer,
  amount_paid "cauri".safe_integer,
  -- The operator that the service names.
  service_operator text collate "C",
  open_flags integer not null check (open_flags >= 0),
  body text not null,
  version "cauri".safe_integer not null check (version >= 1),
  newest_note "cauri".safe_integer not null check (newest_note >= 0),
  primary key (id, kind, project),
  constraint payin_amount check (kind <> 'payin' or amount between 9 and 2000000),
  constraint payout_amount check (kind <> 'payout' or amount >= 1)
) with (fillfactor = 50);

-- The open payments, in the order of lists: what people look for among the millions that are closed.
create table "cauri".open_payments (
  created_at "cauri".safe_integer not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  id text collate "C" not null,
  primary key (created_at, kind, project, id)
);

-- The queue: when a payment is due, and which worker has it. One narrow row per payment beside the wide one, so that taking a hundred of
-- them writes a hundred short rows into two indexes, and not a hundred long ones into all of them.
create table "cauri".queue (
  id text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  -- Of the payment: an older payment is taken first.
  created_at "cauri".safe_integer not null,
  act_at "cauri".safe_integer,
  lease_number "cauri".safe_integer not null check (lease_number >= 0),
  lease_until "cauri".safe_integer not null check (lease_until >= 0),
  primary key (id, kind, project) with (fillfactor = 70)
) with (
  fillfactor = 50,
  -- Dead rows of taken payments slow every later taking until vacuum removes them, so it must run however many payments are finished.
  autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01, vacuum_index_cleanup = on
);

-- Free payments are found in the order in which they are taken; leased ones are in an index of their own, by the time at which they may be
-- taken, so that taking passes over no lease. Finished payments are in neither.
create index queue_free on "cauri".queue (act_at, created_at, kind, project, id)
  where act_at is not null and lease_until = 0;
create index queue_leased on "cauri".queue (greatest(act_at, lease_until))
  where act_at is not null and lease_until > 0;

-- Lists, reports and guards.
create index payments_created on "cauri".payments (created_at, kind, project, id);
create index payments_flagged on "cauri".payments (created_at, kind, project, id) where open_flags > 0;
create index payments_order on "cauri".payments (order_ref, created_at) where order_ref is not null;
create index payments_refund on "cauri".payments (refund_of, created_at) where refund_of is not null;
create index payments_twin on "cauri".payments (party, amount) where kind = 'payout';

create table "cauri".attempts (
  id text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  number integer not null check (number >= 1),
  attempt_kind text collate "C" not null,
  outcome text collate "C" not null,
  token text collate "C",
  started_at "cauri".safe_integer not null,
  -- The newest callback for this attempt.
  newest_note "cauri".safe_integer,
  primary key (id, kind, project, number),
  constraint token_where_there_is_one check (
    case when outcome = 'accepted' then token is not null and token <> '' else token is null or outcome = 'no_answer' end
  )
);

-- Not unique: a token that the service gives to two payments is kept for both.
create index attempts_token on "cauri".attempts (token) where token is not null;
-- There is never more than one call under way.
create unique index attempts_in_flight on "cauri".attempts (id, kind, project) where outcome = 'in_flight';

create table "cauri".events (
  id text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  seq "cauri".safe_integer not null check (seq >= 1),
  at "cauri".safe_integer not null,
  tag text collate "C" not null,
  -- As what consumers receive it; null: they do not.
  delivered_as text collate "C",
  body text not null,
  primary key (id, kind, project, seq)
);
-- The day on which a payment completed. An index of its row would make each completion write to all indexes of payments.
create index events_completed on "cauri".events (at) where delivered_as in ('completed', 'underpaid');

-- The consumers of events that are delivered. Storing such an event reads this table under a share lock; subscribing, moving a beginning back and
-- unsubscribing lock it exclusively. So every event is either there when catching up begins, or written for the consumer.
create table "cauri".subscribers (
  consumer text collate "C" primary key,
  -- The consumer receives payments created at or after that time from their first event.
  "from" "cauri".safe_integer not null,
  -- What it wants, such as {payin.completed}; null: everything.
  wanted text[] collate "C",
  -- The last payment that was caught up with, in the order of lists; null: none yet.
  reached_at "cauri".safe_integer,
  reached_kind text collate "C",
  reached_project text collate "C",
  reached_id text collate "C",
  caught_up boolean not null default false
);

-- What a consumer has received of a payment, and when it receives more: one narrow row for both, which only deliveries write.
create table "cauri".deliveries (
  id text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  consumer text collate "C" not null,
  -- Of the payment: what is due at one time comes in the order of lists.
  created_at "cauri".safe_integer not null,
  -- The newest event to deliver, and the last one that was delivered.
  newest "cauri".safe_integer not null check (newest >= 1),
  delivered "cauri".safe_integer not null check (delivered >= 0),
  -- What "delivered" counts; null: everything. And of what was wanted later, the last event delivered of each.
  counted text[] collate "C",
  later jsonb not null default '{}',
  due_at "cauri".safe_integer,
  -- How often the consumer has failed on the oldest event that it has not received.
  tries "cauri".safe_integer not null default 0 check (tries >= 0),
  lease_number "cauri".safe_integer not null default 0 check (lease_number >= 0),
  lease_until "cauri".safe_integer not null default 0 check (lease_until >= 0),
  primary key (id, kind, project, consumer) with (fillfactor = 70),
  constraint due_while_undelivered check (due_at is not null or newest <= delivered or counted is not null)
) with (
  fillfactor = 50, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.01, vacuum_index_cleanup = on
);

-- Waiting deliveries, each consumer's in the order in which they are taken; and the leased ones, by the time at which they may be taken.
-- Finished ones are in neither.
create index deliveries_waiting on "cauri".deliveries (consumer, due_at, created_at, kind, project, id) where due_at is not null;
create index deliveries_leased on "cauri".deliveries (consumer, greatest(due_at, lease_until))
  where due_at is not null and lease_until > 0;

create table "cauri".callback_notes (
  id text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  number "cauri".safe_integer not null check (number >= 1),
  attempt integer not null check (attempt >= 1),
  fingerprint text collate "C" not null,
  received_at "cauri".safe_integer not null,
  -- The raw body: bytes, because what arrives need not be text.
  body bytea,
  primary key (id, kind, project, number),
  foreign key (id, kind, project, attempt) references "cauri".attempts (id, kind, project, number)
);

-- The same callback is noted once per attempt.
create unique index callback_notes_once on "cauri".callback_notes (id, kind, project, attempt, fingerprint);

-- The bodies of the events and callbacks of a payment that was closed long ago, by their numbers. There they are empty then. The server
-- compresses them.
create table "cauri".archive (
  id text collate "C" not null,
  kind text collate "C" not null,
  project text collate "C" not null,
  events jsonb not null,
  notes jsonb not null,
  primary key (id, kind, project),
  foreign key (id, kind, project) references "cauri".payments (id, kind, project)
);

create table "cauri".pauses (
  scope text collate "C" not null,
  reason text collate "C" not null,
  by text collate "C" not null,
  since "cauri".safe_integer not null,
  credentials text collate "C"
);

-- One of a person and one of the library: ending one leaves the other in force.
create unique index pauses_of on "cauri".pauses (scope, (by = 'cauri'));

create table "cauri".heartbeats (
  process text collate "C" primary key,
  role text collate "C" not null,
  at "cauri".safe_integer not null
);

-- What people keep beside payments: what they did, account statements, and what a restored store has forgotten. Rows are only added: a
-- document that was wrong is replaced by a later one.
create table "cauri".documents (
  kind text collate "C" not null,
  -- Given under a lock of the table, so that the numbers of a kind have no gaps and come in the order of the commits.
  number "cauri".safe_integer not null check (number >= 1),
  digest text collate "C" not null,
  at "cauri".safe_integer not null,
  head text not null check (json_typeof(head::json) = 'object'),
  -- The payment or other thing that it is about.
  about text collate "C",
  project text collate "C",
  "from" "cauri".safe_integer,
  before "cauri".safe_integer,
  replaces "cauri".safe_integer,
  replaced_by "cauri".safe_integer,
  body bytea,
  primary key (kind, number),
  foreign key (kind, replaces) references "cauri".documents (kind, number)
);
-- Each counts once; one that was replaced counts no longer.
create unique index documents_once on "cauri".documents (kind, digest) where replaced_by is null;
create unique index documents_replaced on "cauri".documents (kind, replaces) where replaces is not null;
create index documents_about on "cauri".documents (kind, about, number) where about is not null;
create index documents_project on "cauri".documents (kind, project, number) where project is not null;
create index documents_period on "cauri".documents (kind, before) where before is not null;

create table "cauri".rate_tokens (
  rate text collate "C" primary key,
  -- When the next rate token is free. Tokens at three per second lie a third of a second apart, so this is no whole number.
  next_at double precision not null
);

-- Which store this is. The place names the server, the database and this table: a loaded dump has another one. The timeline is the one that
-- the server was last seen on: a restore of its files and a fail-over begin a new one.
create table "cauri".store (
  only_one boolean primary key default true check (only_one),
  id text collate "C" not null check (length(id) = 36),
  created_at "cauri".safe_integer not null,
  place text collate "C",
  timeline text collate "C"
);

-- How far the store has come: the number of all events. It is kept in parts, and a writer takes any free part: with one row all
-- transactions of all machines would wait for one another, and for a host that keeps its own transaction open.
create table "cauri".high_water (
  part integer primary key check (part between 0 and 63),
  mark "cauri".safe_integer not null check (mark >= 0)
) with (fillfactor = 10);

insert into "cauri".high_water (part, mark) select part, 0 from generate_series(0, 63) as part;

-- Core's machine: its version, the states of each kind, the kinds and outcomes of attempts; and which event may lead from a state to which
-- other. A program that opens the store compares them with its own; a newer one of the tables' owner replaces them.
create table "cauri".words (
  list text collate "C" not null,
  word text collate "C" not null,
  primary key (list, word)
);
create table "cauri".moves (
  kind text collate "C" not null,
  from_state text collate "C" not null,
  event text collate "C" not null,
  to_state text collate "C" not null,
  primary key (kind, from_state, event, to_state)
);

-- Refuses with the words that the trigger gives. The trigger's condition says what is wrong, so a row that keeps the rules costs
-- no call.
create function "cauri".refuse() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'integrity_constraint_violation', message = tg_argv[0], constraint = tg_name;
end
$$;

create trigger words_are_fixed before insert or update or delete or truncate on "cauri".words
  for each statement execute function "cauri".refuse('the machine of core is replaced by a newer program only');
create trigger moves_are_fixed before insert or update or delete or truncate on "cauri".moves
  for each statement execute function "cauri".refuse('the machine of core is replaced by a newer program only');

create function "cauri".refuse_unknown_states() returns trigger language plpgsql as $$
begin
  if exists (
    select from added where (
      select true from "cauri".words as w
      where w.list = added.kind || case when added.closed_at is null then ' open' else ' closed' end and w.word = added.state limit 1
    ) is null
  ) then
    raise exception using errcode = 'integrity_constraint_violation',
      message = 'core has no such state of this kind, open or closed as this one is', constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger payments_known after insert on "cauri".payments referencing new table as added
  for each statement execute function "cauri".refuse_unknown_states();
create trigger payments_stay_known after update on "cauri".payments referencing new table as added
  for each statement execute function "cauri".refuse_unknown_states();

create function "cauri".refuse_unknown_attempts() returns trigger language plpgsql as $$
begin
  if exists (
    select from added where (
      select true from "cauri".words as k, "cauri".words as o
      where k.list = 'attempt kind' and k.word = added.attempt_kind and o.list = 'outcome' and o.word = added.outcome limit 1
    ) is null
  ) then
    raise exception using errcode = 'integrity_constraint_violation',
      message = 'core has no such kind or outcome of an attempt', constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger attempts_known after insert on "cauri".attempts referencing new table as added
  for each statement execute function "cauri".refuse_unknown_attempts();
create trigger attempts_stay_known after update on "cauri".attempts referencing new table as added
  for each statement execute function "cauri".refuse_unknown_attempts();

-- A row may go where the events of its step lead, one after the other without a gap, and nowhere else. All rows of a statement are checked
-- when the whole step is written: then the events of the step are there, in whichever order they came.
create function "cauri".refuse_moves() returns trigger language plpgsql as $$
declare
  changed record;
  reached text[];
  event record;
  next_seq bigint;
begin
  for changed in
    select * from (
      -- Grouped and not joined: a plan that is remembered from a statement with one row would compare each row with each.
      select id, kind, project, max(old_seq) as old_seq, max(old_state) as old_state, max(new_seq) as new_seq, max(new_state) as new_state
      from (
        select id::text, kind, project::text, seq::bigint as old_seq, state as old_state, null::bigint as new_seq, null as new_state
        from before
        union all
        select id::text, kind, project::text, null, null, seq, state from after
      ) as sides
      group by id, kind, project
    ) as c
    where (c.new_state <> c.old_state or c.new_seq <> c.old_seq)
      -- Most steps are one event.
      and (
        select true from "cauri".events as e
        join "cauri".moves as m
          on m.kind = e.kind and m.from_state = c.old_state and m.event = e.tag and m.to_state = c.new_state
        where e.id = c.id and e.kind = c.kind and e.project = c.project and e.seq = c.new_seq and c.new_seq = c.old_seq + 1
        limit 1
      ) is null
  loop
    reached := array[changed.old_state];
    next_seq := changed.old_seq;
    for event in
      select e.seq, e.tag from "cauri".events as e
      where e.id = changed.id and e.kind = changed.kind and e.project = changed.project
        and e.seq > changed.old_seq and e.seq <= changed.new_seq
      order by e.seq
    loop
      next_seq := next_seq + 1;
      exit when event.seq <> next_seq;
      reached := array(
        select m.to_state from "cauri".moves as m
        where m.kind = changed.kind and m.from_state = any (reached) and m.event = event.tag
      );
    end loop;
    if next_seq is distinct from changed.new_seq or (changed.new_state = any (reached)) is not true then
      raise exception using errcode = 'integrity_constraint_violation',
        message = 'no events of this payment lead to that state', constraint = tg_name;
    end if;
  end loop;
  return null;
end
$$;

create trigger payments_move after update on "cauri".payments referencing old table as before new table as after
  for each statement execute function "cauri".refuse_moves();

create trigger payments_count before update on "cauri".payments for each row
  when (
    new.version not in (old.version, old.version + 1)
    or (new.version = old.version and (new.seq <> old.seq or new.state <> old.state or new.body <> old.body))
    or new.newest_note < old.newest_note
  )
  execute function "cauri".refuse('versions are counted one by one, and notes only upwards');

create trigger queue_count before update on "cauri".queue for each row
  when (
    new.lease_number not in (old.lease_number, old.lease_number + 1)
    or (new.id, new.kind, new.project, new.created_at) is distinct from (old.id, old.kind, old.project, old.created_at)
  )
  execute function "cauri".refuse('leases are counted one by one, each for its own payment');

create trigger payments_content before update on "cauri".payments for each row
  when (
    (new.id, new.kind, new.project, new.rail, new.amount, new.operator, new.order_ref, new.refund_of, new.created_at)
    is distinct from
    (old.id, old.kind, old.project, old.rail, old.amount, old.operator, old.order_ref, old.refund_of, old.created_at)
    or (new.party is distinct from old.party and new.party is not null)
  )
  execute function "cauri".refuse('the content of a payment never changes');

-- What is archived is taken away where it was, and nothing else of it changes; of a payment, a person's number.
create function "cauri".refuse_unarchived() returns trigger language plpgsql as $$
begin
  if not exists (select from "cauri".archive as a where a.id = old.id and a.kind = old.kind and a.project = old.project) then
    raise exception using errcode = 'integrity_constraint_violation', message = tg_argv[0], constraint = tg_name;
  end if;
  return new;
end
$$;
create trigger payments_lose_parties before update on "cauri".payments for each row
  when (new.party is null and old.party is not null)
  execute function "cauri".refuse_unarchived('the content of a payment never changes');
create trigger archive_stays before delete or truncate on "cauri".archive
  for each statement execute function "cauri".refuse('archives are kept for ever');

create trigger payments_stay before delete or truncate on "cauri".payments
  for each statement execute function "cauri".refuse('payments are kept for ever');
create trigger queue_stays before delete or truncate on "cauri".queue
  for each statement execute function "cauri".refuse('payments are kept for ever');

-- A payout is sent again only when every call before is known to have moved nothing. A late answer may still give a token to an attempt
-- that was decided not executed: that is an update, and it is kept whatever is under way.
create function "cauri".refuse_second_attempt() returns trigger language plpgsql as $$
begin
  if exists (
    select from "cauri".attempts as other
    where other.id = new.id and other.kind = new.kind and other.project = new.project and other.number <> new.number
      and other.outcome in ('in_flight', 'no_answer', 'accepted')
  ) then
    raise exception using errcode = 'integrity_constraint_violation',
      message = 'another attempt of this payout is open', constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger attempts_one_open after insert on "cauri".attempts for each row
  when (new.kind = 'payout' and new.outcome = 'in_flight' and new.number > 1)
  execute function "cauri".refuse_second_attempt();

create trigger attempts_keep before update on "cauri".attempts for each row
  when (
    (old.token is not null and new.token is distinct from old.token)
    or (new.id, new.kind, new.project, new.number, new.attempt_kind, new.started_at)
      is distinct from (old.id, old.kind, old.project, old.number, old.attempt_kind, old.started_at)
    or (new.outcome = 'in_flight' and old.outcome <> 'in_flight')
  )
  execute function "cauri".refuse('an attempt is never sent twice, and its token is never given up');

create trigger attempts_stay before delete or truncate on "cauri".attempts
  for each statement execute function "cauri".refuse('attempts are kept for ever');

create trigger events_are_final before update on "cauri".events for each row
  when (
    new.body <> '' or (new.id, new.kind, new.project, new.seq, new.at, new.tag, new.delivered_as)
      is distinct from (old.id, old.kind, old.project, old.seq, old.at, old.tag, old.delivered_as)
  )
  execute function "cauri".refuse('history is only ever added to');
create trigger events_lose_bodies before update on "cauri".events for each row when (new.body = '')
  execute function "cauri".refuse_unarchived('history is only ever added to');
create trigger events_stay before delete or truncate on "cauri".events
  for each statement execute function "cauri".refuse('history is only ever added to');

create trigger deliveries_count before update on "cauri".deliveries for each row
  when (
    new.lease_number not in (old.lease_number, old.lease_number + 1)
    or new.newest < old.newest
    or (new.id, new.kind, new.project, new.consumer, new.created_at)
      is distinct from (old.id, old.kind, old.project, old.consumer, old.created_at)
  )
  execute function "cauri".refuse('leases are counted one by one, and a delivery stays with its payment');

-- Rows of the queue, events and attempts belong to a payment, as under a foreign key. It is looked up once for all rows of a statement;
-- payments are kept for ever, so deleting one needs no check.
create function "cauri".refuse_strays() returns trigger language plpgsql as $$
begin
  if exists (
    select from added where (
      -- One look per row, whatever the planner believes about the table.
      select true from "cauri".payments as p
      where p.id = added.id and p.kind = added.kind and p.project = added.project limit 1
    ) is null
  ) then
    raise exception using errcode = 'foreign_key_violation', message = tg_argv[0], constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger queue_belongs after insert on "cauri".queue referencing new table as added
  for each statement execute function "cauri".refuse_strays('a place in the queue belongs to a payment');
create trigger attempts_belong after insert on "cauri".attempts referencing new table as added
  for each statement execute function "cauri".refuse_strays('an attempt belongs to a payment');
create trigger events_belong after insert on "cauri".events referencing new table as added
  for each statement execute function "cauri".refuse_strays('an event belongs to a payment');

-- Open payments stay listed: a restore relies on the list. All that a statement takes off the list is looked up once, by key.
create function "cauri".refuse_unlisting() returns trigger language plpgsql as $$
begin
  if exists (
    select from removed where (
      select true from "cauri".payments as p
      where p.id = removed.id and p.kind = removed.kind and p.project = removed.project and p.closed_at is null limit 1
    )
  ) then
    raise exception using errcode = 'integrity_constraint_violation', message = tg_argv[0], constraint = tg_name;
  end if;
  return null;
end
$$;

create trigger open_payments_stay after delete on "cauri".open_payments referencing old table as removed
  for each statement execute function "cauri".refuse_unlisting('a payment is listed as long as it is open');
create trigger open_payments_same before update or truncate on "cauri".open_payments
  for each statement execute function "cauri".refuse('a payment is listed as long as it is open');

-- Raises the high water by the events of a statement, in the first part that no other transaction writes: this connection's own, or any.
create function "cauri".raise_high_water() returns trigger language plpgsql as $$
declare
  count bigint := (select count(*) from added);
  own integer := pg_backend_pid() % 64;
  free integer;
begin
  if count = 0 then
    return null;
  end if;
  select part into free from "cauri".high_water where part = own for no key update skip locked;
  if not found then
    select part into free from "cauri".high_water limit 1 for no key update skip locked;
  end if;
  update "cauri".high_water set mark = mark + count where part = coalesce(free, own);
  return null;
end
$$;

create trigger events_raise after insert on "cauri".events referencing new table as added
  for each statement execute function "cauri".raise_high_water();

-- The body of an event, wherever it lies.
create function "cauri".whole(e "cauri".events) returns text language sql stable as $$
  select case when e.body <> '' then e.body else (
    select a.events ->> e.seq::text from "cauri".archive as a where a.id = e.id and a.kind = e.kind and a.project = e.project
  ) end
$$;

-- The oldest event that is to be delivered of a delivery: its consumer wants it, and it was not delivered.
create function "cauri".next_event(d "cauri".deliveries) returns setof "cauri".events language sql stable rows 1 as $$
  select e.* from "cauri".subscribers as f cross join lateral (
    select * from "cauri".events as e
    where e.id = d.id and e.kind = d.kind and e.project = d.project and e.delivered_as is not null
      and (f.wanted is null or e.kind || '.' || e.delivered_as = any (f.wanted))
      and e.seq > case when d.counted is null or e.kind || '.' || e.delivered_as = any (d.counted) then d.delivered
        else coalesce((d.later ->> e.delivered_as)::bigint, 0) end
    order by e.seq limit 1
  ) as e
  where f.consumer = d.consumer
$$;

-- Marks the events of a delivery up to this number as delivered, under this lease: those that "delivered" counts, or those of the event's
-- own name. False: the lease was ended. Each statement sees what was committed before it, so an event whose step held the row is seen.
create function "cauri".mark_delivered(consumer text, id text, kind text, project text, lease bigint, seq bigint) returns boolean
language plpgsql as $$
declare
  d "cauri".deliveries;
  name text;
begin
  select * into d from "cauri".deliveries as o
  where o.id = $2 and o.kind = $3 and o.project = $4 and o.consumer = $1 and o.lease_number = $5 and o.lease_until > 0 for update;
  if not found then
    return false;
  end if;
  select e.delivered_as into name from "cauri".events as e where e.id = $2 and e.kind = $3 and e.project = $4 and e.seq = $6;
  if d.counted is null or name is null or $3 || '.' || name = any (d.counted) then
    d.delivered := $6;
  else
    d.later := d.later || jsonb_build_object(name, $6);
  end if;
  update "cauri".deliveries as o
  set delivered = d.delivered, later = d.later, tries = 0, lease_until = 0, due_at = (select e.at from "cauri".next_event(d) as e)
  where o.id = $2 and o.kind = $3 and o.project = $4 and o.consumer = $1;
  return true;
end
$$;

-- A subscribed consumer has a delivery of every event that it wants, from the step on that stores it. It is due at the time of the step's
-- first event, unless it waits already. Of payments older than its beginning a consumer receives events from now on.
create function "cauri".write_deliveries() returns trigger language plpgsql as $$
begin
  if not exists (select from added where delivered_as is not null) then
    return null;
  end if;
  -- First the lock, then the query: a consumer that subscribes at this moment is seen, or waits for this transaction.
  lock table "cauri".subscribers in access share mode;
  -- A transaction with an older snapshot must not miss consumers that subscribed since.
  if current_setting('transaction_isolation') <> 'read committed' then
    perform from "cauri".store for share;
  end if;
  insert into "cauri".deliveries as d (id, kind, project, consumer, created_at, newest, delivered, counted, due_at)
  select n.id, n.kind, n.project, n.consumer, p.created_at, n.newest,
    case when p.created_at >= n."from" then 0 else n.first - 1 end, case when p.created_at >= n."from" then n.wanted end, n.first_at
  from (
    select a.id, a.kind, a.project, f.consumer, f."from", f.wanted, min(a.seq) as first, max(a.seq) as newest,
      (array_agg(a.at order by a.seq))[1] as first_at
    from added as a join "cauri".subscribers as f
      on a.delivered_as is not null and (f.wanted is null or a.kind || '.' || a.delivered_as = any (f.wanted))
    group by a.id, a.kind, a.project, f.consumer, f."from", f.wanted
  ) as n
  cross join lateral (
    select p.created_at from "cauri".payments as p where p.id = n.id and p.kind = n.kind and p.project = n.project limit 1
  ) as p
  order by n.id, n.kind, n.project, n.consumer
  on conflict (id, kind, project, consumer) do update set
    newest = greatest(d.newest, excluded.newest),
    due_at = case when greatest(d.newest, excluded.newest) > d.delivered or d.counted is not null
      then coalesce(d.due_at, excluded.due_at) end;
  return null;
end
$$;

create trigger events_deliver after insert on "cauri".events referencing new table as added
  for each statement execute function "cauri".write_deliveries();

-- Registers a consumer, moves its beginning back or adds what it wants, with the table for itself. Writers queue behind it, so it times
-- out before they do.
create function "cauri".register(follower text, beginning bigint, words text[]) returns void language plpgsql set lock_timeout = '1s' as $$
begin
  lock table "cauri".subscribers in access exclusive mode;
  -- Makes transactions with an older snapshot fail.
  update "cauri".store set only_one = true;
  -- What an interrupted unsubscribing has left.
  if not exists (select from "cauri".subscribers where consumer = $1) then
    delete from "cauri".deliveries where consumer = $1;
  end if;
  insert into "cauri".subscribers as f (consumer, "from", wanted) values ($1, $2, $3)
  on conflict (consumer) do update set "from" = least(f."from", excluded."from"), caught_up = false,
    -- Null is everything, and what is added to it is nothing.
    wanted = (select array_agg(distinct word) from unnest(f.wanted || excluded.wanted) as word where f.wanted is not null and $3 is not null),
    reached_at = null, reached_kind = null, reached_project = null, reached_id = null
  where f."from" > excluded."from" or not (f.wanted is null or coalesce($3 <@ f.wanted, false));
end
$$;

-- Unsubscribes a consumer. From then on no delivery is written for it.
create function "cauri".deregister(follower text) returns void language plpgsql set lock_timeout = '1s' as $$
begin
  lock table "cauri".subscribers in access exclusive mode;
  update "cauri".store set only_one = true;
  delete from "cauri".subscribers where consumer = $1;
end
$$;

-- Catches a consumer up by a page: what was there before it subscribed. Null: it is not subscribed to that from that time on and has to be
-- registered first. True: there is no page left.
create function "cauri".catch_up(follower text, beginning bigint, most bigint, words text[]) returns boolean language plpgsql as $$
declare
  f record;
  page record;
begin
  -- Two callers that catch up the same consumer do so one after the other.
  select * into f from "cauri".subscribers where consumer = $1 for no key update;
  if not found or f."from" > $2 or not (f.wanted is null or coalesce($4 <@ f.wanted, false)) then
    return null;
  end if;
  if f.caught_up then
    return true;
  end if;
  with page as materialized (
    select p.id, p.kind, p.project, p.created_at from "cauri".payments as p
    where (p.created_at, p.kind, p.project, p.id) > (
      coalesce(f.reached_at, f."from"), coalesce(f.reached_kind, ''), coalesce(f.reached_project, ''), coalesce(f.reached_id, '')
    )
    order by p.created_at, p.kind, p.project, p.id limit $3
  ),
  added as (
    insert into "cauri".deliveries as d (id, kind, project, consumer, created_at, newest, delivered, counted, due_at)
    select p.id, p.kind, p.project, $1, p.created_at, e.newest, 0, f.wanted, e.first_at
    from page as p cross join lateral (
      select max(e.seq) as newest, (array_agg(e.at order by e.seq))[1] as first_at from "cauri".events as e
      where e.id = p.id and e.kind = p.kind and e.project = p.project and e.delivered_as is not null
        and (f.wanted is null or e.kind || '.' || e.delivered_as = any (f.wanted))
    ) as e
    where e.newest is not null
    order by p.id, p.kind, p.project
    on conflict (id, kind, project, consumer) do update set
      newest = greatest(d.newest, excluded.newest),
      due_at = coalesce(d.due_at, (select e.at from "cauri".next_event(d) as e))
  )
  select last.*, (select count(*) from page) as count into page
  from (values (1)) as one left join lateral (
    select * from page order by created_at desc, kind desc, project desc, id desc limit 1
  ) as last on true;
  update "cauri".subscribers set
    caught_up = page.count < $3,
    reached_at = coalesce(page.created_at, f.reached_at),
    reached_kind = coalesce(page.kind, f.reached_kind),
    reached_project = coalesce(page.project, f.reached_project),
    reached_id = coalesce(page.id, f.reached_id)
  where consumer = $1;
  return page.count < $3;
end
$$;

create trigger high_water_rises before update on "cauri".high_water for each row
  when (new.mark < old.mark or new.part <> old.part)
  execute function "cauri".refuse('the high water of a store only rises');
create trigger high_water_stays before delete or truncate on "cauri".high_water
  for each statement execute function "cauri".refuse('the high water of a store only rises');

-- Leases what is due, the longest due first, and returns it with its attempts, one row for each of them; and before that a row without a
-- name, which says when the next of all others is due. Free payments are found in their order; those whose lease is over are found by the
-- time at which they may be taken again, and are few. Rows that others are writing at this moment are skipped. It is a function because
-- its last statement must see what was written before the lease, in the same round trip. Projects in the fourth argument are excluded.
--
-- Its statements are planned once in a session: a plan for the values of one taking is the same plan, made again each time, and making it
-- is a tenth of the server's work. Without the limit the planner expects a tenth of the queue, and in a large one would compile the plan,
-- which takes longer than any taking.
create function "cauri".take_due(at bigint, most bigint, until bigint, except_projects text[]) returns table (
  id text, kind text, project text, state text, seq bigint, rail text, amount bigint, operator text, party text, order_ref text,
  refund_of text, created_at bigint, closed_at bigint, amount_paid bigint, service_operator text, act_at bigint, open_flags integer, body text,
  version bigint,
  lease_number bigint, lease_until bigint, newest_note bigint, number integer, attempt_kind text, outcome text, token text,
  started_at bigint, attempt_note bigint, next_due_at bigint
) language plpgsql set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  places tid[];
  lapsed tid[];
  -- The last one that is taken: the free ones behind it stay for later.
  last_due bigint := -9007199254740992;
  last_created bigint := 0;
  last_kind text := '';
  last_project text := '';
  last_id text := '';
begin
  select
    array(
      select q.ctid from "cauri".queue as q
      where q.act_at is not null and q.lease_until = 0 and q.act_at <= $1 and q.project <> all ($4)
      order by q.act_at, q.created_at, q.kind, q.project, q.id limit $2 for no key update skip locked
    ),
    array(
      select q.ctid from "cauri".queue as q
      where q.act_at is not null and q.lease_until > 0 and greatest(q.act_at, q.lease_until) <= $1 and q.project <> all ($4)
      order by q.act_at, q.created_at, q.kind, q.project, q.id limit $2 for no key update skip locked
    )
  into places, lapsed;
  if cardinality(lapsed) > 0 then
    places := array(
      select q.ctid from "cauri".queue as q where q.ctid = any (places || lapsed)
      order by q.act_at, q.created_at, q.kind, q.project, q.id limit $2
    );
  end if;
  if cardinality(places) > 0 then
    select q.act_at, q.created_at, q.kind, q.project, q.id into last_due, last_created, last_kind, last_project, last_id
    from "cauri".queue as q where q.ctid = places[cardinality(places)];
  end if;
  next_due_at := least(
    (
      select q.act_at from "cauri".queue as q
      where q.act_at is not null and q.lease_until = 0 and q.project <> all ($4)
        and (q.act_at, q.created_at, q.kind, q.project, q.id) > (last_due, last_created, last_kind, last_project, last_id)
      order by q.act_at, q.created_at, q.kind, q.project, q.id limit 1
    ),
    (
      select greatest(q.act_at, q.lease_until) from "cauri".queue as q
      where q.act_at is not null and q.lease_until > 0 and q.ctid <> all (places) and q.project <> all ($4)
      order by greatest(q.act_at, q.lease_until) limit 1
    )
  );
  return next;
  return query
    with leased as (
      update "cauri".queue as q set lease_number = q.lease_number + 1, lease_until = $3 where q.ctid = any (places)
      returning q.id, q.kind, q.project, q.act_at, q.lease_number, q.lease_until
    )
    select l.id, l.kind, l.project, p.state, p.seq::bigint, p.rail, p.amount::bigint, p.operator, p.party, p.order_ref, p.refund_of,
      p.created_at::bigint, p.closed_at::bigint, p.amount_paid::bigint, p.service_operator, l.act_at::bigint, p.open_flags, p.body, p.version::bigint,
      l.lease_number::bigint, l.lease_until::bigint, p.newest_note::bigint, a.number, a.attempt_kind, a.outcome, a.token,
      a.started_at::bigint, a.newest_note::bigint, null::bigint
    from leased as l
    -- Looked up one by one: with statistics of an empty table, the planner would read all of it for each row of a join.
    cross join lateral (
      select * from "cauri".payments as p where p.id = l.id and p.kind = l.kind and p.project = l.project limit 1
    ) as p
    left join lateral (
      select * from "cauri".attempts as a where a.id = l.id and a.kind = l.kind and a.project = l.project offset 0
    ) as a on true;
end
$$;

-- The same for a consumer: leases its deliveries, and returns each with the oldest event that it has not received. Waiting deliveries are
-- found in their order; few of them are leased.
create function "cauri".take_deliveries(consumer text, at bigint, most bigint, until bigint) returns table (
  delivery_lease bigint, tries bigint, due_at bigint, event_seq bigint, event_at bigint, event_tag text, event_delivered_as text,
  event_body text,
  id text, kind text, project text, state text, seq bigint, rail text, amount bigint, operator text, party text, order_ref text,
  refund_of text, created_at bigint, closed_at bigint, amount_paid bigint, service_operator text, act_at bigint, open_flags integer, body text, version bigint,
  lease_number bigint, lease_until bigint, newest_note bigint, number integer, attempt_kind text, outcome text, token text,
  started_at bigint, attempt_note bigint, next_due_at bigint
) language plpgsql set plan_cache_mode = force_generic_plan set jit = off as $$
#variable_conflict use_column
declare
  places tid[];
  lapsed tid[];
  last_due bigint := -9007199254740992;
  last_created bigint := 0;
  last_kind text := '';
  last_project text := '';
  last_id text := '';
begin
  select
    array(
      select d.ctid from "cauri".deliveries as d
      where d.consumer = $1 and d.due_at is not null and d.lease_until = 0 and d.due_at <= $2
      order by d.due_at, d.created_at, d.kind, d.project, d.id limit $3 for update skip locked
    ),
    array(
      select d.ctid from "cauri".deliveries as d
      where d.consumer = $1 and d.due_at is not null and d.lease_until > 0 and greatest(d.due_at, d.lease_until) <= $2
      order by d.due_at, d.created_at, d.kind, d.project, d.id limit $3 for update skip locked
    )
  into places, lapsed;
  if cardinality(lapsed) > 0 then
    places := array(
      select d.ctid from "cauri".deliveries as d where d.ctid = any (places || lapsed)
      order by d.due_at, d.created_at, d.kind, d.project, d.id limit $3
    );
  end if;
  if cardinality(places) > 0 then
    select d.due_at, d.created_at, d.kind, d.project, d.id into last_due, last_created, last_kind, last_project, last_id
    from "cauri".deliveries as d where d.ctid = places[cardinality(places)];
  end if;
  next_due_at := least(
    (
      select d.due_at from "cauri".deliveries as d
      where d.consumer = $1 and d.due_at is not null and d.lease_until = 0
        and (d.due_at, d.created_at, d.kind, d.project, d.id) > (last_due, last_created, last_kind, last_project, last_id)
      order by d.due_at, d.created_at, d.kind, d.project, d.id limit 1
    ),
    (
      select greatest(d.due_at, d.lease_until) from "cauri".deliveries as d
      where d.consumer = $1 and d.due_at is not null and d.lease_until > 0 and d.ctid <> all (places)
      order by greatest(d.due_at, d.lease_until) limit 1
    )
  );
  return next;
  return query
    with leased as (
      update "cauri".deliveries as d set lease_number = d.lease_number + 1, lease_until = $4 where d.ctid = any (places)
      returning d.*
    )
    select l.lease_number::bigint, l.tries::bigint, l.due_at::bigint, e.seq::bigint, e.at::bigint, e.tag, e.delivered_as, "cauri".whole(e),
      l.id, l.kind, l.project, p.state, p.seq::bigint, p.rail, p.amount::bigint, p.operator, p.party, p.order_ref, p.refund_of,
      p.created_at::bigint, p.closed_at::bigint, p.amount_paid::bigint, p.service_operator, q.act_at::bigint, p.open_flags, p.body, p.version::bigint,
      q.lease_number::bigint, q.lease_until::bigint, p.newest_note::bigint, a.number, a.attempt_kind, a.outcome, a.token,
      a.started_at::bigint, a.newest_note::bigint, null::bigint
    from leased as l
    cross join lateral "cauri".next_event(l::"cauri".deliveries) as e
    cross join lateral (
      select * from "cauri".payments as p where p.id = l.id and p.kind = l.kind and p.project = l.project limit 1
    ) as p
    cross join lateral (
      select * from "cauri".queue as q where q.id = l.id and q.kind = l.kind and q.project = l.project limit 1
    ) as q
    left join lateral (
      select * from "cauri".attempts as a where a.id = l.id and a.kind = l.kind and a.project = l.project offset 0
    ) as a on true;
end
$$;

create trigger callback_notes_keep before update on "cauri".callback_notes for each row
  when (
    new.body is not null
    or (new.id, new.kind, new.project, new.number, new.attempt, new.fingerprint, new.received_at)
      is distinct from (old.id, old.kind, old.project, old.number, old.attempt, old.fingerprint, old.received_at)
  )
  execute function "cauri".refuse('of a callback note only the body is ever taken away');
create trigger callback_notes_lose_bodies before update on "cauri".callback_notes for each row when (new.body is null)
  execute function "cauri".refuse_unarchived('of a callback note only the body is ever taken away');
create trigger callback_notes_stay before delete or truncate on "cauri".callback_notes
  for each statement execute function "cauri".refuse('callback notes are kept for ever');

-- Archives a payment that is closed and for which neither a step nor a delivery waits; false: it is not, or another version is stored than
-- the one that was read to erase a person's data in it.
create function "cauri".archive_payment(id text, kind text, project text, erased json) returns boolean language plpgsql as $$
#variable_conflict use_column
declare
  stored bigint;
begin
  select p.version into stored from "cauri".payments as p where p.id = $1 and p.kind = $2 and p.project = $3 for update;
  if not found or stored <> coalesce(($4 ->> 'version')::bigint, stored)
    or exists (select from "cauri".payments as p where p.id = $1 and p.kind = $2 and p.project = $3 and p.closed_at is null)
    or exists (select from "cauri".queue as q where q.id = $1 and q.kind = $2 and q.project = $3 and q.act_at is not null)
    or exists (select from "cauri".deliveries as d where d.id = $1 and d.kind = $2 and d.project = $3 and d.due_at is not null)
  then
    return false;
  end if;
  if $4 is null then
    insert into "cauri".archive as a (id, kind, project, events, notes) values ($1, $2, $3,
      (select jsonb_object_agg(e.seq, "cauri".whole(e)) from "cauri".events as e where e.id = $1 and e.kind = $2 and e.project = $3),
      coalesce((
        select jsonb_object_agg(n.number, encode(n.body, 'base64')) from "cauri".callback_notes as n
        where n.id = $1 and n.kind = $2 and n.project = $3 and n.body is not null
      ), '{}'))
    on conflict (id, kind, project) do update set events = excluded.events, notes = a.notes || excluded.notes;
  else
    insert into "cauri".archive as a (id, kind, project, events, notes) values ($1, $2, $3,
      (select jsonb_object_agg(l ->> 'seq', l ->> 'body') from json_array_elements($4 -> 'events') as l), '{}')
    on conflict (id, kind, project) do update set events = excluded.events, notes = excluded.notes;
    update "cauri".payments as p set body = $4 ->> 'body', party = $4 ->> 'party', version = p.version + 1
    where p.id = $1 and p.kind = $2 and p.project = $3;
  end if;
  update "cauri".events as e set body = '' where e.id = $1 and e.kind = $2 and e.project = $3 and e.body <> '';
  update "cauri".callback_notes as n set body = null where n.id = $1 and n.kind = $2 and n.project = $3 and n.body is not null;
  return true;
end
$$;

-- Keeps a document, or returns the one of its kind and digest that counts.
create function "cauri".keep_document(given json, content bytea) returns table (kept bigint, is_new boolean) language plpgsql as $$
declare
  d record;
begin
  -- Two people may keep the same one at once.
  perform pg_advisory_xact_lock(hashtextextended('cauri "cauri" documents ' || ($1 ->> 'kind'), 0));
  select * into d from json_to_record($1) as d (
    kind text, digest text, at bigint, head text, about text, project text, "from" bigint, before bigint, replaces bigint
  );
  is_new := false;
  select o.number into kept from "cauri".documents as o
  where o.kind = d.kind and o.digest = d.digest and o.replaced_by is null and o.number is distinct from d.replaces;
  if found then
    return next;
    return;
  end if;
  is_new := true;
  select coalesce(max(o.number), 0) + 1 into kept from "cauri".documents as o where o.kind = d.kind;
  if d.replaces is not null then
    update "cauri".documents as o set replaced_by = kept where o.kind = d.kind and o.number = d.replaces and o.replaced_by is null;
    if not found then
      raise exception using errcode = 'integrity_constraint_violation', message = 'there is no such document to replace';
    end if;
  end if;
  insert into "cauri".documents (kind, number, digest, at, head, about, project, "from", before, replaces, body)
  values (d.kind, kept, d.digest, d.at, d.head, d.about, d.project, d."from", d.before, d.replaces, $2);
  return next;
end
$$;

create trigger documents_are_final before update on "cauri".documents for each row
  when (
    old.replaced_by is not null or new.replaced_by is null
    or (new.kind, new.number, new.digest, new.at, new.head, new.about, new.project, new."from", new.before, new.replaces, new.body)
      is distinct from
      (old.kind, old.number, old.digest, old.at, old.head, old.about, old.project, old."from", old.before, old.replaces, old.body)
  )
  execute function "cauri".refuse('documents are kept for ever');
create trigger documents_stay before delete or truncate on "cauri".documents
  for each statement execute function "cauri".refuse('documents are kept for ever');

create trigger store_keeps before update on "cauri".store for each row
  when (new.id <> old.id or new.created_at <> old.created_at)
  execute function "cauri".refuse('a store keeps its name');
create trigger store_stays before delete or truncate on "cauri".store
  for each statement execute function "cauri".refuse('a store keeps its name');
`
