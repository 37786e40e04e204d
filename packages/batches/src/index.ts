/** Payouts by the hundred: what is read, checked, kept, decided and sent. Every face shows and calls the same. */

// Reading a list
export {
  amountIn,
  delimiterIn,
  Line,
  payableIn,
  phoneIn,
  readSheet,
  Sheet,
  type SheetTerms,
  textIn,
  WrongLine,
} from "./Sheet.ts"

// A batch, and what people do with it
export {
  type Act,
  acts,
  type Batch,
  type BatchRefusal,
  BatchRefused,
  type BatchState,
  type By,
  findBatch,
  listBatches,
} from "./Batch.ts"
export {
  approveBatch,
  cancelBatch,
  importBatch,
  isBatchId,
  pauseBatch,
  type Preview,
  previewBatch,
  resumeBatch,
  startBatch,
} from "./deciding.ts"

// What has become of it
export {
  type LineCount,
  type LineStanding,
  type LineState,
  type Progress,
  progressOf,
  resultOf,
  standingOf,
} from "./standing.ts"

// Sending
export { type BatchServices, runBatches } from "./feeder.ts"
