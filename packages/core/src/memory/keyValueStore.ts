/** Every port of a store over a `KeyValueDriver`. */
import type { Context } from "effect"
import { type StorePorts, storePorts } from "../ports/StoreOpener.ts"
import { type KeyValueDriver } from "./KeyValueDriver.ts"
import { keyValueAsDriver } from "./keyValueAsDriver.ts"
import { documentsIn } from "./keyValueDocuments.ts"
import { evidenceIn, statusIn } from "./keyValueEvidence.ts"
import { reportsIn } from "./keyValueReports.ts"
import { sharedIn } from "./keyValueShared.ts"

/**
 * Every port of a store over this key-value driver, under this id. The driver holds everything that the store keeps.
 *
 * ```ts
 * const [kept, beside] = [new Map<string, StoredPayment>(), { shared: emptyShared }]
 * const set = (name: string, payment: StoredPayment) => void kept.set(name, payment)
 * const payments = { get: (name: string) => kept.get(name), set, all: () => kept.values() }
 * const setShared = (shared: SharedValues) => void (beside.shared = shared)
 * const ports = keyValueStore("mine", { ...payments, shared: () => beside.shared, setShared })
 * yield* Effect.flatMap(SharedState, (shared) => shared.identity()).pipe(Effect.provideContext(ports)) // => { id: "mine", highWater: 0 }
 * ```
 */
export const keyValueStore = (id: string, values: KeyValueDriver): Context.Context<StorePorts> =>
  storePorts({
    driver: keyValueAsDriver(values),
    shared: sharedIn(values, id),
    status: statusIn(values),
    documents: documentsIn(values),
    reports: reportsIn(values),
    evidence: evidenceIn(values),
  })
