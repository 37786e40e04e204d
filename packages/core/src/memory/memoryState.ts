/**
 * What a memory store holds: one immutable value, so a whole world can be kept, compared and put back. That is how the exploration of
 * `@cauri/trials` works.
 */
import type { Heartbeat, Hold } from "../ports/DeskStore.ts"
import type { Deed, KeptNote } from "../ports/Reports.ts"
import type { EventRow, PaymentRow } from "../ports/PaymentRow.ts"
import type { ShelvedDelivery, ShelvedFollower } from "./PaymentShelf.ts"

/** Everything that a memory store holds. */
export interface MemoryState {
  readonly rows: ReadonlyMap<string, PaymentRow>
  readonly events: ReadonlyMap<string, ReadonlyArray<EventRow>>
  /** Fingerprints of the notes of each payment. */
  readonly fingerprints: ReadonlyMap<string, ReadonlySet<string>>
  /** The notes themselves, kept as evidence. */
  readonly notes: ReadonlyMap<string, ReadonlyArray<KeptNote>>
  /** What consumers have heard of each payment. */
  readonly deliveries: ReadonlyMap<string, ReadonlyArray<ShelvedDelivery>>
  readonly followers: ReadonlyArray<ShelvedFollower>
  /** By their scopes. */
  readonly holds: ReadonlyMap<string, ReadonlyArray<Hold>>
  readonly heartbeats: ReadonlyMap<string, Heartbeat>
  /** When the next turn of each rate falls due. */
  readonly turns: ReadonlyMap<string, number>
  /** The oldest first. */
  readonly deeds: ReadonlyArray<Deed>
  /** What a host keeps beside the payments; the stores leave it alone. */
  readonly host: ReadonlyMap<string, unknown>
}

/** A memory store without anything in it. */
export const emptyMemory: MemoryState = {
  rows: new Map(),
  events: new Map(),
  fingerprints: new Map(),
  notes: new Map(),
  deliveries: new Map(),
  followers: [],
  holds: new Map(),
  heartbeats: new Map(),
  turns: new Map(),
  deeds: [],
  host: new Map(),
}

/** The one place where a memory store keeps its value. */
export interface MemoryCell {
  current: MemoryState
}

/** The map with one more entry. */
export const put = <A>(map: ReadonlyMap<string, A>, key: string, value: A): ReadonlyMap<string, A> =>
  new Map(map).set(key, value)
