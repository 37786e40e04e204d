/**
 * For authors of adapters, and of programs around them: the ports, the rows that a store keeps, and what a service may reply.
 */

// The ports that `layerCauri` needs, and the gateway's calls
export { type Ports } from "./services/layerCauri.ts"
export {
  CallbackAddress,
  type CallbackTarget,
  type ConfirmCall,
  type LookUpCall,
  type CreationCall,
  Credentials,
  Gateway,
  GatewayError,
  isCallbackBase,
} from "./ports/Gateway.ts"

// Settings of adapters
export { configured } from "./model/configured.ts"

// What the service replies
export { asWebAddress, CreationAnswer, noAnswer, notSent } from "./model/CreationAnswer.ts"
export { blankConfirmRecord, ConfirmRecord, readStatus } from "./model/Observation.ts"
export { asSubCode, longestDetail } from "./model/CallFailure.ts"

// A store of payments: its driver, and the terms of its steps
export {
  type CallbackNote,
  type Claimed,
  type ClaimGuards,
  type ClaimTerms,
  type DeliveriesQuery,
  type DeliveryDriver,
  type DeliveryLease,
  type Wanted,
  type Due,
  type DueDeliveryTerms,
  type DueTerms,
  type HistoryQuery,
  type Inserted,
  type ListCursor,
  type ListOrder,
  type NoteResult,
  notesPerPayment,
  type PaymentFilter,
  type PaymentStoreDriver,
  type RowKey,
  type RowTerms,
  type SaveTerms,
  type Subscription,
  type TakenDelivery,
  type TakeTerms,
  type WaitingDelivery,
} from "./ports/PaymentStoreDriver.ts"
export { type Delivery, type PageEntry, payerOf, visitPayments } from "./ports/PaymentStore.ts"

// Its rows, and how payments are written into them
export {
  type AttemptRow,
  contentDifferences,
  type EventRow,
  type PaymentRow,
  type PaymentWrite,
  toEventRow,
  toRecord,
  toPaymentWrite,
  type UnreadablePayment,
  type UnreadableEvent,
  UnreadableRow,
} from "./ports/PaymentRow.ts"

// What people and processes share
export {
  isPauseScope,
  SharedState,
  type Heartbeat,
  type Pause,
  pausedByCauri,
  pauseScopes,
  type RateName,
  type RateTaking,
  type StoreIdentity,
  StoreMark,
} from "./ports/SharedState.ts"
export { requireResumable, type Restoration } from "./services/restoration.ts"
export { pauseEndsAt } from "./services/DeniedCredentials.ts"

// The store as a whole: how it is opened, how sound it is, what it counts and keeps for people
export { type Archivable, type ArchivableQuery, type Erased, Evidence, type KeptNote } from "./ports/Evidence.ts"
export {
  answerTags,
  type Backlog,
  type Figure,
  type FigureBy,
  type FigureCounts,
  type FiguresBy,
  type FiguresQuery,
  Reports,
  type StepFigure,
  type TimesFigure,
} from "./ports/Reports.ts"
export {
  type OpeningTerms,
  type RequiredPorts,
  type StoreOpener,
  type StorePorts,
  storePorts,
  type WantedPorts,
} from "./ports/StoreOpener.ts"
export { RefusalReason, StoreRefused } from "./ports/StoreRefused.ts"
export { StoreStatus } from "./ports/StoreStatus.ts"

// What it repeats of the machine
export { isOlderMachine, type StoredMachine, storedMachine } from "./services/storedMachine.ts"

// What people keep beside payments
export {
  type DocumentAnswer,
  type DocumentKind,
  Documents,
  type DocumentsQuery,
  forgottenAtMost,
  type KeptDocument,
  type NewDocument,
  type WholeDocument,
} from "./ports/Documents.ts"
export { linesOfStatement, requireStatementFor, uncovered, uncoveredIn } from "./services/statementGaps.ts"

// What stores do alike
export { makePolicy, maxStoreClockTolerance } from "./model/Policy.ts"
export {
  listOrder,
  pendingMigrations,
  requireParts,
  refusalOf,
  requireStore,
  storeDefaults,
  type StoreOpenOptions,
  takeToken,
  textOrder,
  warnOfRisk,
} from "./ports/storeKit.ts"

// The consumers that programs deliver to
export { consumerIsAlive } from "./services/consumerSigns.ts"

// Delivery in the transaction that marks the event
export {
  deliveredEventOf,
  type DeliveryTerms,
  type EventDetails,
  logConsumer,
  type TransactionalConsumer,
} from "./ports/Consumers.ts"

// Stores in memory, and over a key-value driver
export {
  emptyShared,
  type KeyValueDriver,
  type StoredDelivery,
  type StoredSubscriber,
  type StoredPayment,
  type SharedValues,
} from "./memory/KeyValueDriver.ts"
export { heartbeatsKeptFor } from "./memory/keyValueShared.ts"
export { keyValueStore } from "./memory/keyValueStore.ts"
export {
  deliverWithin,
  emptyMemory,
  insertWithin,
  type MemoryCell,
  memoryShared,
  memoryDriver,
  memoryPorts,
  type MemoryState,
} from "./memory/memoryStore.ts"

// What programs around core call
export { readerOf, shownName, strayField } from "./model/fields.ts"
export { issuePage } from "./machine/decide.ts"
export { Activity, layerActivity } from "./services/Activity.ts"
export { Archive } from "./services/Archive.ts"
export { CallbackIntake } from "./services/CallbackIntake.ts"
export { everyTenSeconds, heartbeatLimit, layerHeartbeat, layerWorkerHeartbeat } from "./services/heartbeat.ts"
export { Deliveries } from "./services/Deliveries.ts"
export { nextChange } from "./services/following.ts"
export { describeCause } from "./services/describeError.ts"
export { WakeSignal } from "./services/WakeSignal.ts"
export { StoreClock } from "./services/StoreClock.ts"
