/** What a store keeps for people: callbacks as they came, and deeds. No decision about a payment reads any of it. */
import { Context, type Effect } from "effect"
import type { PaymentKey } from "../model/Identifiers.ts"
import type { CallbackNote, StoreError } from "./PaymentStoreDriver.ts"

/** A stored callback: everything but its payment's key. */
export interface KeptNote extends Omit<CallbackNote, "key"> {
  readonly number: number
}

/** What a person did: who decided, who saw what is masked, who resumed a scope, who removed evidence. */
export interface Deed {
  readonly at: number
  /** One JSON object. */
  readonly body: string
  /** The payment that it is about, as `keyText` writes it. */
  readonly payment?: string
}

/** What a store keeps for people. */
export class Evidence extends Context.Service<
  Evidence,
  {
    /** The callbacks of a payment, the oldest first. A body is null when none came or it was removed. */
    readonly notes: (key: PaymentKey) => Effect.Effect<ReadonlyArray<KeptNote>, StoreError>
    /** Removes the bodies of callbacks received before this time, some at a time, and returns how many. The notes stay. */
    readonly pruneBodies: (before: number) => Effect.Effect<number, StoreError>
    /** Keeps a deed for ever. When this succeeds, the deed is durable. Fails when its body is no JSON object. */
    readonly record: (deed: Deed) => Effect.Effect<void, StoreError>
    /** The newest deeds, the newest first: all, or those about one payment. */
    readonly deeds: (limit: number, payment?: string) => Effect.Effect<ReadonlyArray<Deed>, StoreError>
  }
>()("@cauri/core/Evidence") {}
