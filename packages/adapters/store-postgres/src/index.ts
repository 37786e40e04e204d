/** Keeps payments in Postgres, for any number of machines. */

// The store
export { layer, layerConfig, layerFrom, type Stores } from "./layer.ts"
export { type CommonOptions, type StoreOptions } from "./StoreOptions.ts"
export { RefusalReason, StoreRefused } from "@cauri/core/adapter"
export { opener } from "./opener.ts"
export { PostgresStore, type Steps } from "./PostgresStore.ts"

// The host's own transactions
export { deliverWithin, type Handler, insertWithin, type WithinOptions } from "./within.ts"

export type { HostPool, HostTransaction, PgClient } from "./lenders.ts"

// Wake signals for other machines
export { channel, dueTimes, type ListenOptions } from "./notify.ts"
