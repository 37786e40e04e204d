/**
 * The write steps. Each is one function that does all its work inside a transaction: the driver gathers them into commits, and
 * `within.ts` runs them in the host's own transactions.
 */
import type {
  AttemptRow,
  Claimed,
  ClaimTerms,
  DueTerms,
  EventRow,
  Inserted,
  PaymentRow,
  PaymentWrite,
  RowKey,
  RowTerms,
} from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { makeArchiving } from "./archiving.ts"
import { makeDeliveries } from "./deliveries.ts"
import { makeClaimGuards } from "./guards.ts"
import { makeNote } from "./noting.ts"
import { toPaymentRow } from "./rows.ts"
import { prepareStatements, type Standing, type Statements } from "./statements.ts"
import { belonging, takeFrom, type TakeSteps } from "./taking.ts"

type Events = ReadonlyArray<EventRow>

const nameOf = ({ id, kind, project }: RowKey): RowKey => ({ id, kind, project })

const addEvents = (statements: Statements, key: RowKey, events: Events): void => {
  for (const event of events) statements.addEvent({ ...key, ...event })
}

/** Writes the changes of the attempts. Answers come first, so that a finished call makes way for the next one. */
const putAttempts = (
  statements: Statements,
  key: RowKey,
  before: ReadonlyArray<Pick<AttemptRow, "number" | "outcome" | "token">>,
  next: ReadonlyArray<AttemptRow>,
): void => {
  const known = new Map(before.map((attempt) => [attempt.number, attempt]))
  for (const { number, outcome, token } of next) {
    const found = known.get(number)
    if (found !== undefined && (found.outcome !== outcome || found.token !== token)) {
      statements.answerAttempt({ ...key, number, outcome, token })
    }
  }
  for (const { kind: attemptKind, ...attempt } of next) {
    if (!known.has(attempt.number)) statements.addAttempt({ ...attempt, attemptKind, ...key })
  }
}

type Lease = (before: Standing) => Pick<PaymentRow, "leaseNumber" | "leaseUntil">

const makeSaving = (statements: Statements) => {
  const read = (key: RowKey): PaymentRow | undefined => {
    const stored = statements.read.get({ ...nameOf(key) })
    return stored === undefined ? undefined : toPaymentRow(stored)
  }
  /** The stored payment, if it is still the one that was read. */
  const current = (row: PaymentWrite, terms: RowTerms): Standing | undefined => {
    const found = statements.standing.get(nameOf(row))
    const unchanged = found?.version === terms.version && found.newestNote <= (terms.unlessNoteAfter ?? Infinity)
    return unchanged ? found : undefined
  }
  /** The events come first: the database lets the row go only where they lead. */
  const replace = (before: Standing, row: PaymentWrite, events: Events, terms: RowTerms, lease: Lease): void => {
    const key = nameOf(row)
    addEvents(statements, key, events)
    if (row.attempts.length > 0) putAttempts(statements, key, statements.attempts.all(key), row.attempts)
    const { state, seq, closedAt, amountPaid, serviceOperator, openFlags, body } = row
    const actAt = before.newestNote > terms.readNote ? Math.min(row.actAt ?? terms.now, terms.now) : row.actAt
    statements.save({ ...key, state, seq, closedAt, amountPaid, serviceOperator, openFlags, body })
    statements.requeue({ ...key, actAt, ...lease(before) })
  }
  return { read, current, replace }
}

/** Adds a payment with its first events, or returns the stored one. */
const makeInsert =
  (statements: Statements, read: (key: RowKey) => PaymentRow | undefined) =>
  (row: PaymentWrite, events: Events): Inserted<PaymentRow> => {
    const { attempts, ...columns } = row
    if (statements.insert({ ...columns }) === 0) {
      const found = read(row)
      if (found !== undefined) return { _tag: "AlreadyThere", found }
    }
    const key = nameOf(row)
    const { createdAt, actAt } = row
    statements.queue({ ...key, createdAt, actAt })
    putAttempts(statements, key, [], attempts)
    addEvents(statements, key, events)
    return { _tag: "Inserted" }
  }

const but = ({ except = [] }: DueTerms) => ({ except: JSON.stringify(except) })

const makeTakeDue = (
  statements: Statements,
  read: (key: RowKey) => PaymentRow | undefined,
): TakeSteps<DueTerms, PaymentRow> => {
  const { nothingBefore, take } = takeFrom(statements)
  return {
    nothingBefore: (terms) => nothingBefore(but(terms), terms),
    take: (terms) => {
      const { nextDueAt, taken } = take(but(terms), terms)
      return { taken: taken.map((waiting) => belonging(read(waiting))), nextDueAt }
    },
  }
}

/** The steps of one connection. Each must be called inside a transaction that began by taking the lock. */
export const makeSteps = (client: Database, bodiesPerAttempt: number) => {
  const { whole, ...archiving } = makeArchiving(client)
  const statements = prepareStatements(client)
  const { read, current, replace } = makeSaving(statements)
  const obstacle = makeClaimGuards(client)
  const save = (row: PaymentWrite, events: Events, terms: RowTerms): "Saved" | "Stale" => {
    const found = current(row, terms)
    if (found === undefined) return "Stale"
    replace(found, row, events, terms, ({ leaseNumber, leaseUntil }) => ({
      leaseNumber,
      leaseUntil: terms.giveBack === leaseNumber ? 0 : leaseUntil,
    }))
    return "Saved"
  }
  const claim = (row: PaymentWrite, events: Events, terms: RowTerms & ClaimTerms): Claimed => {
    const found = current(row, terms)
    if (found === undefined) return { _tag: "Stale" }
    const stopped = obstacle(row, terms.guards)
    if (stopped !== null) return stopped
    const { leaseUntil } = terms
    const number = found.leaseNumber + 1
    replace(found, row, events, terms, () => ({ leaseNumber: number, leaseUntil }))
    return { _tag: "Claimed", version: found.version + 1, lease: { number, until: leaseUntil } }
  }
  return {
    read,
    insert: makeInsert(statements, read),
    save,
    claim,
    note: makeNote(client, bodiesPerAttempt),
    due: makeTakeDue(statements, read),
    ...makeDeliveries(client, read, whole),
    ...archiving,
  }
}
/** The steps of one connection. */
export type Steps = ReturnType<typeof makeSteps>
