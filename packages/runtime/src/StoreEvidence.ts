/**
 * What a store keeps for people: the bodies of callbacks as they came, its clock, and whether its tables agree with one another. No
 * machine reads any of it, so it is no part of core's ports.
 */
import { Context, type Effect } from "effect"
import type { PaymentKey, StoreError, StoreIdentity, StoreRefused } from "@cauri/core"

/** A callback as it is kept. */
export interface KeptNote {
  readonly number: number
  readonly attempt: number
  readonly fingerprint: string
  readonly receivedAt: number
  /** As it came; null once it was taken away. */
  readonly body: Uint8Array | null
}

/** Something that a person did and no payment tells: who saw what is masked, who lifted a hold, who took evidence away. */
export interface Deed {
  readonly at: number
  /** One JSON object. */
  readonly body: string
}

/** What a store keeps for people. */
export class StoreEvidence extends Context.Service<
  StoreEvidence,
  {
    /** The callbacks of a payment, the first one first. */
    notes(key: PaymentKey): Effect.Effect<ReadonlyArray<KeptNote>, StoreError>
    /** Keeps a deed for ever. When this succeeds, it is durable. */
    record(deed: Deed): Effect.Effect<void, StoreError>
    /** The newest deeds, the newest first. */
    deeds(limit: number): Effect.Effect<ReadonlyArray<Deed>, StoreError>
    /** What time it is for the store: the server's time on Postgres, this machine's on SQLite. */
    readonly clock: Effect.Effect<number, StoreError>
    /** What does not agree in the tables, in words. It reads all of them. */
    readonly faults: Effect.Effect<ReadonlyArray<string>, StoreError>
    /** Takes away the bodies of callbacks that came before this time, some at a time, and tells how many. The notes stay. */
    pruneBodies(before: number): Effect.Effect<number, StoreError>
    /**
     * Copies the store, while others use it, into a file that is not there yet, and tells which store it is and how far it had come. Null
     * for a server, which has tools of its own for that.
     */
    readonly copyTo: ((file: string) => Effect.Effect<StoreIdentity, StoreRefused>) | null
  }
>()("@cauri/runtime/StoreEvidence") {}
