/** The tables, with the constraints and triggers that repeat core's rules. A published migration is never changed. */
export const sql = String.raw`
-- Payments, their attempts, events and callback notes, and what people and processes share.
--
-- Times are milliseconds. Texts are compared byte for byte (SQLite's BINARY collation, which is the default). Every table is STRICT, so a
-- column has its type. The rules of core are repeated here for programs that write without the library.

CREATE TABLE cauri_payments (
  id TEXT NOT NULL CHECK (length(id) BETWEEN 1 AND 64 AND id NOT GLOB '*[^A-Za-z0-9_-]*'),
  kind TEXT NOT NULL CHECK (kind IN ('payin', 'payout')),
  project TEXT NOT NULL CHECK (length(project) BETWEEN 1 AND 64 AND project NOT GLOB '*[^A-Za-z0-9_-]*'),
  state TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  rail TEXT NOT NULL,
  amount INTEGER NOT NULL,
  operator TEXT,
  party TEXT,
  order_ref TEXT,
  refund_of TEXT,
  created_at INTEGER NOT NULL,
  closed_at INTEGER,
  amount_paid INTEGER,
  -- The operator that the service names.
  service_operator TEXT,
  open_flags INTEGER NOT NULL CHECK (open_flags >= 0),
  body TEXT NOT NULL,
  version INTEGER NOT NULL CHECK (version >= 1),
  newest_note INTEGER NOT NULL CHECK (newest_note >= 0),
  PRIMARY KEY (id, kind, project),
  CONSTRAINT payin_amount CHECK (kind <> 'payin' OR amount BETWEEN 9 AND 2000000),
  CONSTRAINT payout_amount CHECK (kind <> 'payout' OR amount BETWEEN 1 AND 9007199254740991)
) STRICT;

-- The queue: when a payment is due, and which worker has it. One narrow row per payment beside the wide one, so that taking a hundred of
-- them writes a few pages and not a hundred.
CREATE TABLE cauri_queue (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  project TEXT NOT NULL,
  -- Of the payment: an older payment is taken first.
  created_at INTEGER NOT NULL,
  -- When the payment is due. Null: it waits for nothing.
  act_at INTEGER,
  lease_number INTEGER NOT NULL CHECK (lease_number >= 0),
  lease_until INTEGER NOT NULL CHECK (lease_until >= 0),
  -- When a payment under a lease may be taken. Derived, so it cannot disagree with its parts.
  wake_at INTEGER GENERATED ALWAYS AS (max(act_at, lease_until)) VIRTUAL,
  PRIMARY KEY (id, kind, project),
  FOREIGN KEY (id, kind, project) REFERENCES cauri_payments (id, kind, project)
) STRICT;

-- Free payments are found in the order in which they are taken; leased ones are in an index of their own, so that taking passes over no
-- lease. Finished payments are in neither.
CREATE INDEX cauri_queue_free ON cauri_queue (act_at, created_at, kind, project, id)
  WHERE act_at IS NOT NULL AND lease_until = 0;
CREATE INDEX cauri_queue_leased ON cauri_queue (wake_at)
  WHERE act_at IS NOT NULL AND lease_until > 0;

-- Lists, reports and guards.
CREATE INDEX cauri_payments_created ON cauri_payments (created_at, kind, project, id);
CREATE INDEX cauri_payments_open ON cauri_payments (state, created_at, kind, project, id) WHERE closed_at IS NULL;
CREATE INDEX cauri_payments_flagged ON cauri_payments (created_at, kind, project, id) WHERE open_flags > 0;
CREATE INDEX cauri_payments_order ON cauri_payments (order_ref, created_at) WHERE order_ref IS NOT NULL;
CREATE INDEX cauri_payments_refund ON cauri_payments (refund_of, created_at) WHERE refund_of IS NOT NULL;
CREATE INDEX cauri_payments_paid ON cauri_payments (closed_at) WHERE amount_paid IS NOT NULL;
CREATE INDEX cauri_payments_twin ON cauri_payments (party, amount) WHERE kind <> 'payin';

CREATE TABLE cauri_attempts (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  project TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  attempt_kind TEXT NOT NULL,
  outcome TEXT NOT NULL,
  token TEXT,
  started_at INTEGER NOT NULL,
  -- The newest callback for this attempt.
  newest_note INTEGER,
  PRIMARY KEY (id, kind, project, number),
  FOREIGN KEY (id, kind, project) REFERENCES cauri_payments (id, kind, project),
  CONSTRAINT token_where_there_is_one CHECK (
    CASE WHEN outcome = 'accepted' THEN token IS NOT NULL AND token <> '' ELSE token IS NULL OR outcome = 'no_answer' END
  )
) STRICT;

-- Not unique: a token that the service gives to two payments is kept for both.
CREATE INDEX cauri_attempts_token ON cauri_attempts (token) WHERE token IS NOT NULL;
-- There is never more than one call under way.
CREATE UNIQUE INDEX cauri_attempts_in_flight ON cauri_attempts (id, kind, project) WHERE outcome = 'in_flight';

CREATE TABLE cauri_events (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  project TEXT NOT NULL,
  seq INTEGER NOT NULL CHECK (seq >= 1),
  at INTEGER NOT NULL,
  tag TEXT NOT NULL,
  -- As what consumers receive it; null: they do not.
  delivered_as TEXT,
  body TEXT NOT NULL,
  PRIMARY KEY (id, kind, project, seq),
  FOREIGN KEY (id, kind, project) REFERENCES cauri_payments (id, kind, project)
) STRICT;

-- The consumers that receive events.
CREATE TABLE cauri_subscribers (
  consumer TEXT NOT NULL PRIMARY KEY,
  -- The consumer receives payments created at or after that time from their first event.
  "from" INTEGER NOT NULL,
  -- What it wants, such as ' payin.completed payin.refused '; null: everything.
  wanted TEXT,
  -- The last payment that it was caught up with, in the order of lists; null: none yet.
  reached_at INTEGER,
  reached_kind TEXT,
  reached_project TEXT,
  reached_id TEXT,
  caught_up INTEGER NOT NULL CHECK (caught_up IN (0, 1)),
  CONSTRAINT reached_as_a_whole CHECK (
    (reached_at IS NULL) = (reached_kind IS NULL) AND (reached_at IS NULL) = (reached_project IS NULL)
    AND (reached_at IS NULL) = (reached_id IS NULL)
  )
) STRICT;

-- What a consumer has received of a payment, and when it receives more: one narrow row for both, with a lease of its own.
CREATE TABLE cauri_deliveries (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  project TEXT NOT NULL,
  consumer TEXT NOT NULL,
  -- Of the payment: an older payment is delivered first.
  created_at INTEGER NOT NULL,
  -- The number of the newest event to deliver, and of the last one that was delivered.
  newest INTEGER NOT NULL CHECK (newest >= 1),
  delivered INTEGER NOT NULL CHECK (delivered >= 0),
  -- What "delivered" counts, as in subscribers; null: everything. And of what was wanted later, the last event delivered of each.
  counted TEXT,
  later TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(later)),
  -- Null: everything was delivered.
  due_at INTEGER,
  -- How often the consumer has failed on the oldest event that it has not received.
  tries INTEGER NOT NULL CHECK (tries >= 0),
  lease_number INTEGER NOT NULL CHECK (lease_number >= 0),
  lease_until INTEGER NOT NULL CHECK (lease_until >= 0),
  -- When a delivery under a lease may be taken.
  wake_at INTEGER GENERATED ALWAYS AS (max(due_at, lease_until)) VIRTUAL,
  PRIMARY KEY (id, kind, project, consumer),
  FOREIGN KEY (id, kind, project) REFERENCES cauri_payments (id, kind, project),
  FOREIGN KEY (consumer) REFERENCES cauri_subscribers (consumer)
) STRICT;

-- As in the queue, for each consumer by itself. Deliveries without further events are in neither.
CREATE INDEX cauri_deliveries_free ON cauri_deliveries (consumer, due_at, created_at, kind, project, id)
  WHERE due_at IS NOT NULL AND lease_until = 0;
CREATE INDEX cauri_deliveries_leased ON cauri_deliveries (consumer, wake_at)
  WHERE due_at IS NOT NULL AND lease_until > 0;

CREATE TABLE cauri_callback_notes (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  project TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  fingerprint TEXT NOT NULL,
  received_at INTEGER NOT NULL,
  -- The raw body: bytes, because what arrives need not be text.
  body BLOB,
  -- The same callback is noted once per attempt. Numbers need no index: a payment has few notes, and never more than a thousand.
  PRIMARY KEY (id, kind, project, attempt, fingerprint),
  FOREIGN KEY (id, kind, project, attempt) REFERENCES cauri_attempts (id, kind, project, number)
) STRICT;


-- The bodies of the events and callbacks of a payment that was closed long ago, compressed. There they are empty then.
CREATE TABLE cauri_archive (
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  project TEXT NOT NULL,
  bodies BLOB NOT NULL,
  PRIMARY KEY (id, kind, project),
  FOREIGN KEY (id, kind, project) REFERENCES cauri_payments (id, kind, project)
) STRICT;

CREATE TABLE cauri_pauses (
  scope TEXT NOT NULL,
  reason TEXT NOT NULL,
  "by" TEXT NOT NULL,
  since INTEGER NOT NULL,
  credentials TEXT
) STRICT;

-- One of a person and one of the library: ending one leaves the other in force.
CREATE UNIQUE INDEX cauri_pauses_of ON cauri_pauses (scope, ("by" = 'cauri'));

CREATE TABLE cauri_heartbeats (
  process TEXT NOT NULL PRIMARY KEY,
  role TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;

-- What people keep beside payments: what they did, account statements, and what a restored store has forgotten. Rows are only added: a
-- document that was wrong is replaced by a later one.
CREATE TABLE cauri_documents (
  kind TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number >= 1),
  digest TEXT NOT NULL,
  at INTEGER NOT NULL,
  head TEXT NOT NULL CHECK (json_valid(head) AND json_type(head) = 'object'),
  -- The payment or other thing that it is about.
  about TEXT,
  project TEXT,
  "from" INTEGER,
  before INTEGER,
  replaces INTEGER,
  replaced_by INTEGER,
  -- The last column: lists read rows up to here.
  body BLOB,
  PRIMARY KEY (kind, number),
  UNIQUE (kind, replaces),
  FOREIGN KEY (kind, replaces) REFERENCES cauri_documents (kind, number)
) STRICT;

-- Each counts once; one that was replaced counts no longer.
CREATE UNIQUE INDEX cauri_documents_once ON cauri_documents (kind, digest) WHERE replaced_by IS NULL;
CREATE INDEX cauri_documents_about ON cauri_documents (kind, about, number) WHERE about IS NOT NULL;
CREATE INDEX cauri_documents_project ON cauri_documents (kind, project, number) WHERE project IS NOT NULL;
CREATE INDEX cauri_documents_period ON cauri_documents (kind, before) WHERE before IS NOT NULL;

CREATE TABLE cauri_rate_tokens (
  rate TEXT NOT NULL PRIMARY KEY,
  -- When the next rate token is free. Tokens at three per second lie a third of a second apart, so this is no whole number.
  next_at REAL NOT NULL
) STRICT;

CREATE TABLE cauri_store (
  only_one INTEGER NOT NULL PRIMARY KEY CHECK (only_one = 1),
  id TEXT NOT NULL CHECK (length(id) = 36),
  high_water INTEGER NOT NULL CHECK (high_water >= 0),
  created_at INTEGER NOT NULL,
  -- When this copy was made; null: it is no copy, or a person has reviewed it.
  copied_at INTEGER,
  -- When all of it is read again, to look for damage.
  check_at INTEGER NOT NULL DEFAULT 0
) STRICT;

-- Pages of the file that are given up when the disk is full, so that tokens of requests already sent can still be stored.
CREATE TABLE cauri_ballast (
  part INTEGER NOT NULL PRIMARY KEY CHECK (part IN (1, 2)),
  room BLOB NOT NULL
) STRICT;

-- Core's machine: its version, the states of each kind, the kinds and outcomes of attempts; and which event may lead from a state to which
-- other. A program that opens the store compares them with its own, and a newer one replaces them.
CREATE TABLE cauri_words (
  list TEXT NOT NULL,
  word TEXT NOT NULL,
  PRIMARY KEY (list, word)
) STRICT, WITHOUT ROWID;
CREATE TABLE cauri_moves (
  kind TEXT NOT NULL,
  from_state TEXT NOT NULL,
  event TEXT NOT NULL,
  to_state TEXT NOT NULL,
  PRIMARY KEY (kind, from_state, event, to_state)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER cauri_words_are_fixed_insert BEFORE INSERT ON cauri_words
BEGIN SELECT RAISE(ABORT, 'the machine of core is replaced by a newer program only'); END;
CREATE TRIGGER cauri_words_are_fixed_update BEFORE UPDATE ON cauri_words
BEGIN SELECT RAISE(ABORT, 'the machine of core is replaced by a newer program only'); END;
CREATE TRIGGER cauri_words_are_fixed_delete BEFORE DELETE ON cauri_words
BEGIN SELECT RAISE(ABORT, 'the machine of core is replaced by a newer program only'); END;
CREATE TRIGGER cauri_moves_are_fixed_insert BEFORE INSERT ON cauri_moves
BEGIN SELECT RAISE(ABORT, 'the machine of core is replaced by a newer program only'); END;
CREATE TRIGGER cauri_moves_are_fixed_update BEFORE UPDATE ON cauri_moves
BEGIN SELECT RAISE(ABORT, 'the machine of core is replaced by a newer program only'); END;
CREATE TRIGGER cauri_moves_are_fixed_delete BEFORE DELETE ON cauri_moves
BEGIN SELECT RAISE(ABORT, 'the machine of core is replaced by a newer program only'); END;

CREATE TRIGGER cauri_payments_known_insert AFTER INSERT ON cauri_payments
WHEN NOT EXISTS (
  SELECT 1 FROM cauri_words
  WHERE list = NEW.kind || CASE WHEN NEW.closed_at IS NULL THEN ' open' ELSE ' closed' END AND word = NEW.state
)
BEGIN SELECT RAISE(ABORT, 'core has no such state of this kind, open or closed as this one is'); END;
CREATE TRIGGER cauri_payments_known_update AFTER UPDATE OF state, closed_at ON cauri_payments
WHEN NOT EXISTS (
  SELECT 1 FROM cauri_words
  WHERE list = NEW.kind || CASE WHEN NEW.closed_at IS NULL THEN ' open' ELSE ' closed' END AND word = NEW.state
)
BEGIN SELECT RAISE(ABORT, 'core has no such state of this kind, open or closed as this one is'); END;

CREATE TRIGGER cauri_attempts_known_insert AFTER INSERT ON cauri_attempts
WHEN NOT EXISTS (SELECT 1 FROM cauri_words WHERE list = 'attempt kind' AND word = NEW.attempt_kind)
  OR NOT EXISTS (SELECT 1 FROM cauri_words WHERE list = 'outcome' AND word = NEW.outcome)
BEGIN SELECT RAISE(ABORT, 'core has no such kind or outcome of an attempt'); END;
CREATE TRIGGER cauri_attempts_known_update AFTER UPDATE OF outcome ON cauri_attempts
WHEN NOT EXISTS (SELECT 1 FROM cauri_words WHERE list = 'outcome' AND word = NEW.outcome)
BEGIN SELECT RAISE(ABORT, 'core has no such kind or outcome of an attempt'); END;

-- A save adds its events first; then the row may go where they lead, one event after the other without a gap, and nowhere else.
CREATE TRIGGER cauri_payments_move BEFORE UPDATE OF state, seq ON cauri_payments
WHEN NEW.state <> OLD.state OR NEW.seq <> OLD.seq
BEGIN
  SELECT RAISE(ABORT, 'no events of this payment lead to that state')
  WHERE NOT EXISTS (
    WITH RECURSIVE walk (seq, state) AS (
      SELECT OLD.seq, OLD.state
      UNION
      SELECT event.seq, move.to_state
      FROM walk
      JOIN cauri_events AS event
        ON event.id = OLD.id AND event.kind = OLD.kind AND event.project = OLD.project AND event.seq = walk.seq + 1
      JOIN cauri_moves AS move
        ON move.kind = OLD.kind AND move.from_state = walk.state AND move.event = event.tag
      WHERE walk.seq < NEW.seq
    )
    SELECT 1 FROM walk WHERE walk.seq = NEW.seq AND walk.state = NEW.state
  );
END;

CREATE TRIGGER cauri_payments_count BEFORE UPDATE OF version, state, seq, body, newest_note ON cauri_payments
WHEN NEW.version NOT IN (OLD.version, OLD.version + 1)
  OR (NEW.version = OLD.version AND (NEW.seq <> OLD.seq OR NEW.state <> OLD.state OR NEW.body <> OLD.body))
  OR NEW.newest_note NOT IN (OLD.newest_note, OLD.newest_note + 1)
BEGIN SELECT RAISE(ABORT, 'versions and notes are counted one by one'); END;

CREATE TRIGGER cauri_queue_count BEFORE UPDATE OF id, kind, project, created_at, lease_number ON cauri_queue
WHEN NEW.lease_number NOT IN (OLD.lease_number, OLD.lease_number + 1)
  OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.project <> OLD.project OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'leases are counted one by one, each for its own payment'); END;
CREATE TRIGGER cauri_queue_stays BEFORE DELETE ON cauri_queue
BEGIN SELECT RAISE(ABORT, 'payments are kept for ever'); END;

CREATE TRIGGER cauri_payments_content
BEFORE UPDATE OF id, kind, project, rail, amount, operator, party, order_ref, refund_of, created_at ON cauri_payments
WHEN NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.project <> OLD.project OR NEW.rail <> OLD.rail OR NEW.amount <> OLD.amount
  OR NEW.operator IS NOT OLD.operator OR NEW.order_ref IS NOT OLD.order_ref
  OR (NEW.party IS NOT OLD.party AND (NEW.party IS NOT NULL OR NOT EXISTS (
    SELECT 1 FROM cauri_archive AS old WHERE old.id = OLD.id AND old.kind = OLD.kind AND old.project = OLD.project
  )))
  OR NEW.refund_of IS NOT OLD.refund_of OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'the content of a payment never changes'); END;

CREATE TRIGGER cauri_payments_stay BEFORE DELETE ON cauri_payments
BEGIN SELECT RAISE(ABORT, 'payments are kept for ever'); END;

-- A payout is sent again only when every call before is known to have moved nothing. A late answer may still give a token to an attempt
-- that was decided not executed: that is an update, and it is kept whatever is under way.
CREATE TRIGGER cauri_attempts_one_open BEFORE INSERT ON cauri_attempts
WHEN NEW.kind = 'payout' AND NEW.outcome = 'in_flight'
BEGIN
  SELECT RAISE(ABORT, 'another attempt of this payout is open') WHERE EXISTS (
    SELECT 1 FROM cauri_attempts AS other
    WHERE other.id = NEW.id AND other.kind = NEW.kind AND other.project = NEW.project
      AND other.outcome IN ('in_flight', 'no_answer', 'accepted')
  );
END;

CREATE TRIGGER cauri_attempts_keep BEFORE UPDATE ON cauri_attempts
WHEN (OLD.token IS NOT NULL AND NEW.token IS NOT OLD.token)
  OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.project <> OLD.project OR NEW.number <> OLD.number
  OR NEW.attempt_kind <> OLD.attempt_kind OR NEW.started_at <> OLD.started_at
  OR (NEW.outcome = 'in_flight' AND OLD.outcome <> 'in_flight')
BEGIN SELECT RAISE(ABORT, 'an attempt is never sent twice, and its token is never given up'); END;

CREATE TRIGGER cauri_attempts_stay BEFORE DELETE ON cauri_attempts
BEGIN SELECT RAISE(ABORT, 'attempts are kept for ever'); END;

-- What is archived is taken away here, and nothing else changes.
CREATE TRIGGER cauri_events_are_final BEFORE UPDATE ON cauri_events
WHEN NEW.body <> '' OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.project <> OLD.project OR NEW.seq <> OLD.seq
  OR NEW.at <> OLD.at OR NEW.tag <> OLD.tag OR NEW.delivered_as IS NOT OLD.delivered_as
  OR NOT EXISTS (SELECT 1 FROM cauri_archive AS old WHERE old.id = OLD.id AND old.kind = OLD.kind AND old.project = OLD.project)
BEGIN SELECT RAISE(ABORT, 'history is only ever added to'); END;
CREATE TRIGGER cauri_events_stay BEFORE DELETE ON cauri_events
BEGIN SELECT RAISE(ABORT, 'history is only ever added to'); END;

CREATE TRIGGER cauri_events_raise AFTER INSERT ON cauri_events
BEGIN UPDATE cauri_store SET high_water = high_water + 1; END;

-- A consumer has a delivery of an event from the transaction that stores it. Of a payment older than the consumer's beginning, it receives
-- this event first.
CREATE TRIGGER cauri_events_announce AFTER INSERT ON cauri_events
WHEN NEW.delivered_as IS NOT NULL
BEGIN
  INSERT INTO cauri_deliveries
    (id, kind, project, consumer, created_at, newest, delivered, counted, due_at, tries, lease_number, lease_until)
  SELECT
    payment.id, payment.kind, payment.project, follower.consumer, payment.created_at, NEW.seq,
    CASE WHEN payment.created_at >= follower."from" THEN 0 ELSE NEW.seq - 1 END,
    CASE WHEN payment.created_at >= follower."from" THEN follower.wanted END, NEW.at, 0, 0, 0
  FROM cauri_payments AS payment CROSS JOIN cauri_subscribers AS follower
  WHERE payment.id = NEW.id AND payment.kind = NEW.kind AND payment.project = NEW.project
    AND (follower.wanted IS NULL OR instr(follower.wanted, ' ' || NEW.kind || '.' || NEW.delivered_as || ' '))
  ON CONFLICT (id, kind, project, consumer)
    DO UPDATE SET newest = excluded.newest, due_at = coalesce(due_at, excluded.due_at);
END;

CREATE TRIGGER cauri_deliveries_count
BEFORE UPDATE OF id, kind, project, consumer, created_at, newest, delivered, lease_number ON cauri_deliveries
WHEN NEW.lease_number NOT IN (OLD.lease_number, OLD.lease_number + 1)
  OR NEW.newest < OLD.newest OR NEW.delivered < OLD.delivered
  OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.project <> OLD.project OR NEW.consumer <> OLD.consumer
  OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'what was heard stays heard, and leases are counted one by one'); END;

CREATE TRIGGER cauri_callback_notes_keep BEFORE UPDATE ON cauri_callback_notes
WHEN NEW.body IS NOT NULL OR NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.project <> OLD.project OR NEW.number <> OLD.number
  OR NEW.attempt <> OLD.attempt OR NEW.fingerprint <> OLD.fingerprint OR NEW.received_at <> OLD.received_at
  OR NOT EXISTS (SELECT 1 FROM cauri_archive AS old WHERE old.id = OLD.id AND old.kind = OLD.kind AND old.project = OLD.project)
BEGIN SELECT RAISE(ABORT, 'of a callback note only the body is ever taken away'); END;
CREATE TRIGGER cauri_callback_notes_stay BEFORE DELETE ON cauri_callback_notes
BEGIN SELECT RAISE(ABORT, 'callback notes are kept for ever'); END;

CREATE TRIGGER cauri_archive_stays BEFORE DELETE ON cauri_archive
BEGIN SELECT RAISE(ABORT, 'archives are kept for ever'); END;

CREATE TRIGGER cauri_documents_are_final BEFORE UPDATE ON cauri_documents
WHEN OLD.replaced_by IS NOT NULL OR NEW.replaced_by IS NULL OR NEW.kind <> OLD.kind OR NEW.number <> OLD.number
  OR NEW.digest <> OLD.digest OR NEW.at <> OLD.at OR NEW.head <> OLD.head OR NEW.about IS NOT OLD.about
  OR NEW.project IS NOT OLD.project OR NEW."from" IS NOT OLD."from" OR NEW.before IS NOT OLD.before
  OR NEW.replaces IS NOT OLD.replaces OR NEW.body IS NOT OLD.body
BEGIN SELECT RAISE(ABORT, 'documents are kept for ever'); END;
CREATE TRIGGER cauri_documents_stay BEFORE DELETE ON cauri_documents
BEGIN SELECT RAISE(ABORT, 'documents are kept for ever'); END;

CREATE TRIGGER cauri_store_rises BEFORE UPDATE ON cauri_store
WHEN NEW.high_water < OLD.high_water OR NEW.id <> OLD.id OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'a store keeps its name, and its high water only rises'); END;
CREATE TRIGGER cauri_store_stays BEFORE DELETE ON cauri_store
BEGIN SELECT RAISE(ABORT, 'a store keeps its name, and its high water only rises'); END;

-- REPLACE deletes the old row without firing the triggers above. So inserting a row checks for the old one; a payment, whose insert may be
-- repeated, is checked by the place in the queue that its first row was given.
CREATE TRIGGER cauri_payments_are_new AFTER INSERT ON cauri_payments
WHEN EXISTS (SELECT 1 FROM cauri_queue WHERE id = NEW.id AND kind = NEW.kind AND project = NEW.project)
BEGIN SELECT RAISE(ABORT, 'payments are kept for ever'); END;
CREATE TRIGGER cauri_queue_is_new BEFORE INSERT ON cauri_queue
WHEN EXISTS (SELECT 1 FROM cauri_queue WHERE id = NEW.id AND kind = NEW.kind AND project = NEW.project)
BEGIN SELECT RAISE(ABORT, 'payments are kept for ever'); END;
CREATE TRIGGER cauri_attempts_are_new BEFORE INSERT ON cauri_attempts
WHEN EXISTS (
  SELECT 1 FROM cauri_attempts WHERE id = NEW.id AND kind = NEW.kind AND project = NEW.project AND number = NEW.number
)
BEGIN SELECT RAISE(ABORT, 'attempts are kept for ever'); END;
CREATE TRIGGER cauri_events_are_new BEFORE INSERT ON cauri_events
WHEN EXISTS (SELECT 1 FROM cauri_events WHERE id = NEW.id AND kind = NEW.kind AND project = NEW.project AND seq = NEW.seq)
BEGIN SELECT RAISE(ABORT, 'history is only ever added to'); END;
CREATE TRIGGER cauri_callback_notes_are_new BEFORE INSERT ON cauri_callback_notes
WHEN EXISTS (
  SELECT 1 FROM cauri_callback_notes
  WHERE id = NEW.id AND kind = NEW.kind AND project = NEW.project AND attempt = NEW.attempt AND fingerprint = NEW.fingerprint
)
BEGIN SELECT RAISE(ABORT, 'callback notes are kept for ever'); END;
CREATE TRIGGER cauri_documents_are_new BEFORE INSERT ON cauri_documents
WHEN EXISTS (SELECT 1 FROM cauri_documents WHERE kind = NEW.kind AND number = NEW.number)
  OR EXISTS (SELECT 1 FROM cauri_documents WHERE kind = NEW.kind AND replaces = NEW.replaces)
  OR EXISTS (SELECT 1 FROM cauri_documents WHERE kind = NEW.kind AND digest = NEW.digest AND replaced_by IS NULL)
BEGIN SELECT RAISE(ABORT, 'documents are kept for ever'); END;
CREATE TRIGGER cauri_store_is_new BEFORE INSERT ON cauri_store
WHEN EXISTS (SELECT 1 FROM cauri_store WHERE only_one = NEW.only_one)
BEGIN SELECT RAISE(ABORT, 'a store keeps its name, and its high water only rises'); END;
`
