/**
 * Payments in one SQLite file.
 */

// The store
export { layer, layerConfig, layerFrom, type Stores } from "./layer.ts"
export { type CommonOptions, type StoreOptions } from "./StoreOptions.ts"
export { RefusalReason, StoreRefused } from "@cauri/core/adapter"
export { opener } from "./opener.ts"
export { SqliteStore } from "./SqliteStore.ts"

// The host's own transactions
export { deliverWithin, type Handler, insertWithin } from "./within.ts"
export { clientOf, type HostConnection } from "./HostConnection.ts"

// Operations
export { fileOf } from "./connection.ts"
export { markFileOf } from "./place.ts"
export { backup } from "./upkeep.ts"
export { dataVersion } from "./changes.ts"

// For those who race its steps
export { type Steps } from "./steps.ts"
