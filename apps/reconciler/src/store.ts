/**
 * The store that `STORE_URL` names, and what wakes a sleeper when another process has written to it: `LISTEN` on Postgres, the data
 * version of the file on SQLite.
 */
import { Effect, Layer, Redacted } from "effect"
import { type DeskStore, Nudge, type PaymentStore } from "@cauri/core"
import * as Postgres from "@cauri/store-postgres"
import * as Sqlite from "@cauri/store-sqlite"
import type { StoreSettings } from "./config.ts"

/** What a store of either kind refuses with. */
export type StoreRefused = Postgres.StoreRefused | Sqlite.StoreRefused

/** Ends never while the store is sound; fails when the program must stop. */
export interface OpenStore {
  readonly stores: Layer.Layer<PaymentStore | DeskStore, StoreRefused>
  /** Wakes the sleeping reconciler when others have written. */
  readonly waking: Layer.Layer<never, StoreRefused, Nudge>
}
