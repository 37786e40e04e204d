/**
 * The port beside the payments, filled by the same adapters: what people and processes share. Holds stop creations and are read
 * again inside every claim, so a hold that was set is a hold that works.
 */
import { Context, type Effect } from "effect"
import type { PaymentKind } from "../model/Identifiers.ts"
import type { Rate } from "../model/Policy.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"

/** What a hold stops: all payouts, what a project creates (`project/…/payins`: of one kind), or the payouts of one of its operators. */
export type HoldScope =
  | "payouts"
  | `project/${string}`
  | `project/${string}/payins`
  | `project/${string}/payouts`
  | `operator/${string}/${string}`

/** A rate that all processes share: of core's calls, or of a host's own. */
export type RateName = "creations" | "confirms" | "callback confirms" | `own/${string}`

/** What is on hold, why, and since when. */
export interface Hold {
  /**
   * What it stops, as it is stored. A scope has at most one hold of a person and one of the library, and neither stands for the other:
   * what ends the one leaves the other in force.
   */
  readonly scope: string
  readonly reason: string
  /** A person's name, or `holdsByItself`. */
  readonly by: string
  readonly since: number
  /** The credentials under which it was set: other ones lift it. Null: only a person does. */
  readonly credentials: string | null
}

/** Who sets the holds that follow from answers of the service. No person who sets one bears this name. */
export const holdsByItself = "cauri"

/** What tells a hold from one that was set later on the same scope. */
export type SeenHold = Pick<Hold, "by" | "since">

/** The scopes whose hold would stop a creation, the widest first. */
export const holdScopes = (kind: PaymentKind, project: string, operator: string | null): ReadonlyArray<HoldScope> => [
  ...(kind === "payout" ? ["payouts" as const] : []),
  `project/${project}`,
  `project/${project}/${kind}s`,
  ...(operator === null ? [] : [`operator/${project}/${operator}` as const]),
]

const project = "[A-Za-z0-9_-]{1,64}"
const scopePattern = new RegExp(
  `^(payouts|project/${project}(/(payins|payouts))?|operator/${project}/[\\x20-\\x7E]{1,64})$`,
)

/** Is this a scope that some creation asks for? An operator's name may hold a slash; a project's never does. */
export const isHoldScope = (scope: string): scope is HoldScope => scopePattern.test(scope)

/** A process that works on the store, and when it last said so. */
export interface Heartbeat {
  readonly process: string
  readonly role: string
  readonly at: number
}

/**
 * Which store this is, and how far it had come: a program can refuse an empty, foreign or restored one. The high water rises with
 * every saved event and never falls.
 */
export interface StoreIdentity {
  readonly id: string
  readonly highWater: number
}

/** What people and processes share. */
export class DeskStore extends Context.Service<
  DeskStore,
  {
    /**
     * Sets a hold, and gives the one that is in force. Where a person's is there already for the scope, a person's changes nothing; and
     * likewise of the library's own.
     */
    hold(hold: Hold): Effect.Effect<Hold, StoreError>
    /** Lifts the hold that somebody saw, or all of the scope; false when there was none such. */
    lift(scope: string, seen?: SeenHold): Effect.Effect<boolean, StoreError>
    holds(): Effect.Effect<ReadonlyArray<Hold>, StoreError>
    beat(heartbeat: Heartbeat): Effect.Effect<void, StoreError>
    heartbeats(): Effect.Effect<ReadonlyArray<Heartbeat>, StoreError>
    /** Takes one turn of a rate that all processes share: zero, or the milliseconds until the next turn. */
    takeTurn(rate: RateName, limit: Rate, now: number): Effect.Effect<number, StoreError>
    /** Fails when the store is another one than before, or has less history than this process has seen in it. */
    identity(): Effect.Effect<StoreIdentity, StoreError>
    /**
     * Makes a restored store one that programs may open: it is a copy no longer, and lives where it is now. Call it when nothing in it
     * can be sent any more that may have been sent already, as `Desk.restored` does.
     */
    acceptRestored(): Effect.Effect<void, StoreError>
  }
>()("@cauri/core/DeskStore") {}
