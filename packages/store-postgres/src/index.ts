/**
 * Keeps payments in Postgres.
 */

// Opening a store
export { layer, layerFrom, PostgresStore, type Provided } from "./layer.ts"
export { type CommonOptions, type ExpectedStore, type StoreOptions } from "./StoreOptions.ts"
export { exitCode, RefusalReason, StoreRefused } from "./StoreRefused.ts"
