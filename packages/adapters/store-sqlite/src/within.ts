/**
 * The host's own transactions. `insertWithin` writes a payment in the transaction that writes the host's order; `deliverWithin` runs the
 * host's handler in the transaction that marks the event as received, so its effect happens exactly once.
 *
 * Both are synchronous, as transactions of SQLite are here: a transaction cannot wait for a promise (T15).
 */
import type { DeliveredEvent, Prepared } from "@cauri/core"
import type { Inserted, PaymentRow, TransactionalConsumer } from "@cauri/core/adapter"
import type { Database } from "better-sqlite3"
import { Clock, Effect } from "effect"
import { fileOf, pragma } from "./connection.ts"
import { requireDiskSpace } from "./diskSpace.ts"
import { clientOf, type HostConnection } from "./HostConnection.ts"
import { makeIdentityCheck, makeIdentityReader } from "./identity.ts"
import { SqliteStore } from "./SqliteStore.ts"
import { type CommonOptions, defaults } from "./StoreOptions.ts"
import { makeSteps, type Steps } from "./steps.ts"
import { makeGuest } from "./transactions.ts"
import { toMillis } from "./waiting.ts"

const stepsOf = new WeakMap<Database, Steps>()

const stepsOn = (client: Database): Steps => {
  const known = stepsOf.get(client)
  if (known !== undefined) return known
  const made = makeSteps(client, defaults.bodiesPerAttempt)
  stepsOf.set(client, made)
  return made
}

/**
 * Writes a prepared payment in the open transaction of the host's connection, which must run with `synchronous=FULL`. The payment is sent
 * only after the host has committed and a reconciler, or the host itself, submits it. It throws a `StoreRefused` on a disk that is low, and
 * where the store is not as far as `expected`; a payment that is already there is still returned.
 */
export const insertWithin = (
  connection: HostConnection,
  { row, events }: Prepared,
  { expected, lowWater = defaults.lowWater }: Pick<CommonOptions, "expected" | "lowWater"> = {},
): Inserted<PaymentRow> => {
  const client = clientOf(connection)
  if (!client.inTransaction) {
    throw new Error("insertWithin: no transaction is open on this connection. Call it between BEGIN and COMMIT.")
  }
  // It cannot be set once a transaction is open, and a file in WAL mode that is opened again has another value (T1).
  if (Number(pragma(client, "synchronous")) < 2) {
    throw new Error(
      "insertWithin: what is committed on this connection could be lost in a power cut. Say PRAGMA synchronous = FULL on it, before BEGIN.",
    )
  }
  const steps = stepsOn(client)
  const found = steps.read(row)
  if (found !== undefined) return { _tag: "AlreadyThere", found }
  requireDiskSpace(fileOf(client), lowWater)
  const inserted = steps.insert(row, events)
  // Now the transaction has the lock: whatever was seen of this store is in it, unless an old state was put back.
  makeIdentityCheck(makeIdentityReader(client), expected === undefined ? {} : { expected })()
  return inserted
}

/** A handler of the host, which writes through the connection that it is given. */
export type Handler = (connection: Database, deliveredEvent: DeliveredEvent) => void

const isAsync = (handler: Handler): boolean => Object.prototype.toString.call(handler) === "[object AsyncFunction]"

const isThenable = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "then" in value && typeof value.then === "function"

const promised = (name: string) =>
  new Error(
    `deliverWithin: the handler "${name}" returns a promise. A transaction of SQLite cannot wait: write through the connection that the handler is given, synchronously.`,
  )

/** A handler that takes longer is warned of, in milliseconds: it cannot be stopped, and the program does nothing else meanwhile. */
const tooLong = 1_000

const warnOf = (name: string, took: number) =>
  took < tooLong
    ? Effect.void
    : Effect.logWarning(
        `The handler "${name}" took ${took} ms. It runs in a transaction of SQLite, so until it ends this program creates no payment and takes no callback: only write in it, and do the rest in a handler outside of the transaction.`,
      )

/**
 * A consumer whose handler runs in the transaction that marks the event as received. When the handler throws, both are rolled back, and
 * the event is delivered again later.
 */
export const deliverWithin = (
  name: string,
  handler: Handler,
): Effect.Effect<TransactionalConsumer, never, SqliteStore> =>
  Effect.suspend(() => {
    if (isAsync(handler)) throw promised(name)
    return Effect.map(SqliteStore, ({ client, step }) => {
      const guest = makeGuest(client)
      return {
        name,
        receiveWithin: (deliveredEvent, { lease }) =>
          Effect.flatMap(Clock.Clock, (clock) => {
            const now = () => toMillis(clock.monotonicTimeNanosUnsafe())
            let took = 0
            const timed = () => {
              const begun = now()
              try {
                return handler(client, deliveredEvent)
              } finally {
                took = now() - begun
              }
            }
            const received = step("deliverWithin", (_, steps) => {
              if (!steps.mayDeliver(lease)) return "Stale"
              // A handler that has ended the transaction must not reach the mark: its effect may be lost.
              const returned: unknown = guest("deliverWithin", timed)
              if (isThenable(returned)) throw promised(name)
              if (steps.delivered(lease, deliveredEvent.seq) === "Delivered") return "Delivered"
              throw new Error(
                `deliverWithin: the handler "${name}" removed its own delivery: a handler may not unsubscribe or mark deliveries.`,
              )
            })
            return Effect.ensuring(
              received,
              Effect.suspend(() => warnOf(name, took)),
            )
          }),
      }
    })
  })
