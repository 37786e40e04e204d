/**
 * The host's own transactions. `insertWithin` writes a payment in the transaction that writes the host's order; `announceWithin` runs the
 * host's handler in the transaction that marks the event as heard, so its effect happens exactly once.
 *
 * Both are synchronous, as transactions of SQLite are here: a transaction cannot wait for a promise (T15).
 */
import type { Announced, Prepared } from "@cauri/core"
import type { Inserted, PaymentRow, TransactionalListener } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { Effect } from "effect"
import { clientOf, fileOf, type HostConnection, pragma } from "./connection.ts"
import { requireRoom } from "./room.ts"
import { SqliteStore } from "./SqliteStore.ts"
import { type CommonOptions, defaults } from "./StoreOptions.ts"
import { makeSteps, type Steps } from "./steps.ts"
import { makeGuest } from "./transactions.ts"

const stepsOf = new WeakMap<Database, Steps>()

const stepsOn = (client: Database): Steps => {
  const known = stepsOf.get(client)
  if (known !== undefined) return known
  const made = makeSteps(client, defaults.bodiesPerAttempt)
  stepsOf.set(client, made)
  return made
}

/**
 * Writes a prepared payment in the transaction that is open on the host's connection, which must run with `synchronous=FULL`. Nothing is
 * sent before the host commits and a reconciler, or the host itself, submits the payment. On a disk that is low it throws a `StoreRefused` before it has written anything; a
 * payment that is there already is told all the same.
 */
export const insertWithin = (
  connection: HostConnection,
  { row, events }: Prepared,
  { lowWater = defaults.lowWater }: Pick<CommonOptions, "lowWater"> = {},
): Inserted<PaymentRow> => {
  const client = clientOf(connection)
  if (!client.inTransaction) {
    throw new Error("insertWithin: no transaction is open on this connection. Call it between BEGIN and COMMIT.")
  }
  // It cannot be set any more once a transaction is open, and a file in WAL mode that is opened again has another one (T1).
  if (Number(pragma(client, "synchronous")) < 2) {
    throw new Error(
      "insertWithin: what is committed on this connection could be lost in a power cut. Say PRAGMA synchronous = FULL on it, before BEGIN.",
    )
  }
  const steps = stepsOn(client)
  const found = steps.read(row)
  if (found !== undefined) return { _tag: "AlreadyThere", found }
  requireRoom(fileOf(client), lowWater)
  return steps.insert(row, events)
}

/** A handler of the host, which writes through the connection that it is given. */
export type Handler = (connection: Database, announcement: Announced) => void

const isAsync = (handler: Handler): boolean => Object.prototype.toString.call(handler) === "[object AsyncFunction]"

const isThenable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

const promised = (name: string) =>
  new Error(
    `announceWithin: the handler "${name}" returns a promise. A transaction of SQLite cannot wait: write through the connection that the handler is given, synchronously.`,
  )

/**
 * A consumer whose handler runs in the very transaction that remembers that it heard. When the handler throws, nothing of both is kept,
 * and it hears again later.
 */
export const announceWithin = (
  name: string,
  handler: Handler,
): Effect.Effect<TransactionalListener, never, SqliteStore> =>
  Effect.suspend(() => {
    if (isAsync(handler)) throw promised(name)
    return Effect.map(SqliteStore, ({ client, step }) => {
      const guest = makeGuest(client)
      return {
        name,
        hearWithin: (announcement, { lease }) =>
          step("announceWithin", (_, steps) => {
            if (!steps.mayHear(lease)) return "Stale"
            // A handler that has ended the transaction must not come as far as the mark: its effect may be gone.
            const returned: unknown = guest("announceWithin", () => handler(client, announcement))
            if (isThenable(returned)) throw promised(name)
            if (steps.heard(lease, announcement.seq) === "Heard") return "Heard"
            throw new Error(`announceWithin: the handler "${name}" took its own delivery away.`)
          }),
      }
    })
  })
