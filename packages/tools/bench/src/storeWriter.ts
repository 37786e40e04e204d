/** The three writes of a payout through the driver of `@cauri/store-sqlite`, for many payouts at once, and what the file then holds. */
import type { StoreError } from "@cauri/core"
import type { PaymentStoreDriver } from "@cauri/core/adapter"
import { layer, SqliteStore } from "@cauri/store-sqlite"
import Database from "better-sqlite3"
import { Context, Effect, Layer } from "effect"
import { type Life, madeAt, type Written } from "./lives.ts"

/** Callers that wait for their commit at the same time. */
const callers = 256

/** The contents of a file. */
export interface Landed {
  readonly payments: number
  readonly pendingWithToken: number
  readonly events: number
}

/** Looks into a file that no store has open. */
export const landedIn = (file: string): Landed => {
  const client = new Database(file, { readonly: true })
  try {
    const count = (sql: string): number => Number(client.prepare(`SELECT count(*) FROM ${sql}`).pluck().get())
    return {
      payments: count("cauri_payments"),
      pendingWithToken: count(
        `cauri_payments JOIN cauri_queue USING (id, kind, project) JOIN cauri_attempts USING (id, kind, project)
        WHERE state = 'pending' AND version = 3 AND lease_until = 0 AND outcome = 'accepted' AND token = 'token-of-' || id`,
      ),
      events: count("cauri_events"),
    }
  } finally {
    client.close()
  }
}

/** A payout that is claimed must have no twin; a peer that asks nothing is let off. */
const guardsOf = ({ row }: Written) => ({
  pauses: ["all"],
  twin: { party: row.party ?? "", amount: row.amount, completedSince: madeAt },
  refund: null,
})

const terms = (version: number, giveBack: number | null) => ({ version, giveBack, now: madeAt, readNote: 0 })

const wrong = (what: string) => Effect.die(new Error(`${what} came out wrong.`))

/** The three writes of a payout through a driver. */
const writesOf = (driver: PaymentStoreDriver) => {
  return [
    ({ intended }: Life) =>
      Effect.flatMap(driver.insert(intended.row, intended.events), ({ _tag }) =>
        _tag === "Inserted" ? Effect.void : wrong("An insert"),
      ),
    ({ submitting }: Life) =>
      Effect.flatMap(
        driver.claim(submitting.row, submitting.events, {
          ...terms(1, null),
          guards: guardsOf(submitting),
          leaseUntil: submitting.row.actAt ?? 0,
        }),
        ({ _tag }) => (_tag === "Claimed" ? Effect.void : wrong("A claim")),
      ),
    ({ pending }: Life) =>
      Effect.flatMap(driver.save(pending.row, pending.events, terms(2, 1)), (saved) =>
        saved === "Saved" ? Effect.void : wrong("A save"),
      ),
  ] satisfies ReadonlyArray<(life: Life) => Effect.Effect<void, StoreError>>
}

/** Opens the store in a file, for as long as the scope lasts. */
export const openStore = (file: string) =>
  Effect.map(Layer.build(layer({ file })), (context) => Context.get(context, SqliteStore))

/** Writes these payouts step by step: all are inserted, then all are claimed with their attempt, then all are saved with their token. */
export const writeThrough = (driver: PaymentStoreDriver, all: ReadonlyArray<Life>) =>
  Effect.forEach(writesOf(driver), (write) => Effect.forEach(all, write, { concurrency: callers, discard: true }), {
    concurrency: 1,
    discard: true,
  })
