/**
 * A store that keeps each payment whole, as one value under its name: in a Map, in a file, in a database of keys and values. The
 * steps of the driver are in `shelfDriver`; a team that keeps payments in a place of its own brings the place.
 */
import type { KeptNote } from "../ports/Reports.ts"
import type { EventRow, PaymentRow } from "../ports/PaymentRow.ts"
import type { ListQuery } from "../ports/PaymentStoreDriver.ts"

/** What a consumer has heard of a payment, and when it hears more. */
export interface ShelvedDelivery {
  readonly consumer: string
  /** The number of the newest event to hear, and of the last one that was heard. */
  readonly newest: number
  readonly heard: number
  /** When it is due; null: everything was heard. */
  readonly dueAt: number | null
  readonly tries: number
  readonly leaseNumber: number
  readonly leaseUntil: number
}

/** Who follows the store. */
export interface ShelvedFollower {
  readonly consumer: string
  /** Payments created at or after that time are heard from their beginning. */
  readonly from: number
  /** The last payment that it was caught up with, in the order of lists; null: none yet. */
  readonly reached: NonNullable<ListQuery["after"]> | null
  readonly caughtUp: boolean
}

/** Everything about one payment. */
export interface ShelvedPayment {
  readonly row: PaymentRow
  readonly events: ReadonlyArray<EventRow>
  /** The callbacks that came, as evidence. */
  readonly notes: ReadonlyArray<KeptNote>
  readonly deliveries: ReadonlyArray<ShelvedDelivery>
}

/**
 * The place. No call may wait, and nobody else may write to it: then a step is done before anybody sees half of it. A step writes one
 * payment; only takings and catching up write several, each of which stands for itself. `set` comes back when the payment will survive what the place
 * is meant to survive.
 */
export interface PaymentShelf {
  readonly get: (name: string) => ShelvedPayment | undefined
  readonly set: (name: string, payment: ShelvedPayment) => void
  readonly all: () => Iterable<ShelvedPayment>
  readonly followers: () => ReadonlyArray<ShelvedFollower>
  readonly setFollowers: (followers: ReadonlyArray<ShelvedFollower>) => void
  /** Whether people, or the program, stopped this scope: `DeskStore.holds`. */
  readonly isHeld: (scope: string) => boolean
}

/** When a payment wants a worker; never: `Infinity`. */
export const dueAt = (row: PaymentRow): number => row.actAt ?? Infinity
