/**
 * What a program does with a store, as plain data: times are milliseconds of the sequence's own day, payments are named by their place
 * among twelve, and moves by their place among those that core allows at that moment. So a sequence means the same on every store, and
 * still means something when commands are dropped from it.
 */

import type { Rail, StateTag } from "@cauri/core/model"

export interface Name {
  readonly kind: "payin" | "payout"
  readonly elsewhere: boolean
  readonly id: string
}

export interface Made {
  readonly state: number
  readonly amount: number
  readonly at: number
  readonly party: number
  readonly operator: string | null
  readonly orderRef: string | null
  readonly refundOf: string | null
  readonly flagged: boolean
}

/** What a save and a claim share. */
export interface Change {
  readonly name: Name
  /** When a worker must act on the payment. */
  readonly actAt: number | null
  readonly move: number
  readonly now: number
  /** How far the version is from the one that is stored. */
  readonly stale: number
  readonly giveBack: "None" | "Newest" | "Older"
  /** Which note counts as read: that of the last save, or the newest. */
  readonly readsNotes: boolean
  readonly unlessNote: boolean
}

export interface Filter {
  readonly kind: Name["kind"] | null
  readonly elsewhere: boolean | null
  readonly states: ReadonlyArray<StateTag> | null
  readonly rail: Rail | null
  readonly operator: string | null
  readonly orderRef: string | null
  readonly refundOf: string | null
  readonly withOpenFlags: boolean | null
  readonly from: number
  readonly before: number
}

/** One thing that a program does with a store. */
export type Command =
  | ({ readonly _tag: "Insert"; readonly name: Name; readonly actAt: number | null } & Made)
  | { readonly _tag: "Find"; readonly name: Name }
  | ({ readonly _tag: "Save" } & Change)
  /** A save that core would never make: the payment changes and its history does not say why. Databases refuse it. */
  | ({ readonly _tag: "Forge" } & Change)
  | ({
      readonly _tag: "Claim"
      readonly lease: number
      readonly pauses: boolean
      readonly twinSince: number | null
      readonly refundAtMost: number | null
    } & Change)
  | {
      readonly _tag: "TakeDue"
      readonly now: number
      readonly limit: number
      readonly lease: number
      /** Are the payments of the other project left out? */
      readonly exceptElsewhere: boolean
    }
  | {
      readonly _tag: "Note"
      readonly name: Name
      readonly attempt: number
      readonly fingerprint: string
      readonly at: number
      readonly body: string | null
    }
  | { readonly _tag: "Follow"; readonly consumer: string; readonly from: number; readonly limit: number }
  | { readonly _tag: "Unfollow"; readonly consumer: string }
  | {
      readonly _tag: "TakeDeliveries"
      readonly consumer: string
      readonly now: number
      readonly limit: number
      readonly lease: number
    }
  /** Ends a lease that was given: the newest one or an older one, counted from the end. */
  | { readonly _tag: "Delivered"; readonly lease: number; readonly now: number }
  | { readonly _tag: "Undelivered"; readonly lease: number; readonly retryAt: number }
  | { readonly _tag: "Deliveries"; readonly consumer: string; readonly name: Name | null; readonly limit: number }
  | { readonly _tag: "List"; readonly filter: Filter; readonly limit: number }
  | { readonly _tag: "History"; readonly name: Name; readonly after: number; readonly limit: number }
  | { readonly _tag: "Pause"; readonly scope: number; readonly elsewhere: boolean; readonly reason: string }
  | { readonly _tag: "Lift"; readonly scope: number; readonly elsewhere: boolean }
  | {
      readonly _tag: "Turn"
      readonly rate: string
      readonly perSecond: number
      readonly burst: number
      readonly at: number
    }
  | { readonly _tag: "Beat"; readonly process: string; readonly role: string; readonly at: number }
  | { readonly _tag: "Figures"; readonly from: number; readonly before: number }
  | { readonly _tag: "Identity" }
