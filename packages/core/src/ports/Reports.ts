/**
 * What a store counts for people and for dashboards, and what it keeps for people alone. No decision about a payment reads any of it.
 */
import { Context, type Effect } from "effect"
import type { PaymentKey, PaymentKind } from "../model/Identifiers.ts"
import type { CallbackNote, StoreError } from "./PaymentStoreDriver.ts"

/** Counts and sums of one group of payments. */
export interface Figure {
  readonly kind: PaymentKind
  readonly rail: string
  readonly operator: string | null
  readonly state: string
  readonly count: number
  readonly sum: number
  readonly openFlags: number
}

/** What waits for a worker, and what needs a person. */
export interface Standing {
  /** Payments that are due and not leased. */
  readonly due: number
  /** Since when the oldest of them is due. Null: none is. */
  readonly oldestDueAt: number | null
  readonly inDoubt: number
  readonly held: number
  /** Payments with an open flag. */
  readonly flagged: number
}

/** What a store counts. */
export class Reports extends Context.Service<
  Reports,
  {
    /**
     * Counts and sums of the payments created from this time on and before that, by kind, rail, operator and state, letter by letter; no
     * operator comes first.
     */
    readonly figures: (from: number, before: number) => Effect.Effect<ReadonlyArray<Figure>, StoreError>
    /** What waits at this time. Asked every few seconds, so its cost must not grow with what has ended. */
    readonly standing: (now: number) => Effect.Effect<Standing, StoreError>
  }
>()("@cauri/core/Reports") {}

/** A callback as it is kept: everything but the payment that it is kept with. */
export interface KeptNote extends Omit<CallbackNote, "key"> {
  readonly number: number
}

/** Something that a person did and no payment tells: who saw what is masked, who lifted a hold, who took evidence away. */
export interface Deed {
  readonly at: number
  /** One JSON object. */
  readonly body: string
}

/** What a store keeps for people. */
export class Evidence extends Context.Service<
  Evidence,
  {
    /** The callbacks of a payment, the first one first. A body is null when none came or it was taken away. */
    readonly notes: (key: PaymentKey) => Effect.Effect<ReadonlyArray<KeptNote>, StoreError>
    /** Removes the bodies of callbacks received before this time, some at a time, and returns how many. The notes stay. */
    readonly pruneBodies: (before: number) => Effect.Effect<number, StoreError>
    /** Keeps a deed for ever. When this succeeds, the deed is durable. Fails when its body is no JSON object. */
    readonly record: (deed: Deed) => Effect.Effect<void, StoreError>
    /** The newest deeds, the newest first. */
    readonly deeds: (limit: number) => Effect.Effect<ReadonlyArray<Deed>, StoreError>
  }
>()("@cauri/core/Evidence") {}
