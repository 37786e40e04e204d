/** Every port of a store over a `KeyValueDriver`. */
import { Context } from "effect"
import { SharedState } from "../ports/SharedState.ts"
import { PaymentStore } from "../ports/PaymentStore.ts"
import { Documents } from "../ports/Documents.ts"
import { Evidence } from "../ports/Evidence.ts"
import { Reports } from "../ports/Reports.ts"
import type { StorePorts } from "../ports/StoreOpener.ts"
import { StoreStatus } from "../ports/StoreStatus.ts"
import { type KeyValueDriver } from "./KeyValueDriver.ts"
import { keyValueAsDriver } from "./keyValueAsDriver.ts"
import { documentsIn } from "./keyValueDocuments.ts"
import { reportsIn } from "./keyValueReports.ts"
import { evidenceIn, statusIn } from "./keyValueEvidence.ts"
import { sharedIn } from "./keyValueShared.ts"

/** Every port of a store over this key-value driver, under this id. The driver holds everything that the store keeps. */
export const keyValueStore = (id: string, values: KeyValueDriver): Context.Context<StorePorts> =>
  Context.make(PaymentStore, PaymentStore.fromDriver(keyValueAsDriver(values))).pipe(
    Context.add(SharedState, sharedIn(values, id)),
    Context.add(Reports, reportsIn(values)),
    Context.add(Evidence, evidenceIn(values)),
    Context.add(Documents, documentsIn(values)),
    Context.add(StoreStatus, statusIn(values)),
  )
