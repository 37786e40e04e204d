/**
 * The port beside the payments, implemented by the same adapters: what people and processes share. Pauses stop creations and are read again
 * inside every claim, so a pause works from the moment that it is set.
 */
import { Context, Effect } from "effect"
import type { PaymentKind } from "../model/Identifiers.ts"
import type { Rate } from "../model/Policy.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"

/** What a pause stops: all payouts, what a project creates (`project/…/payins`: of one kind), or the payouts of one of its operators. */
export type PauseScope =
  | "payouts"
  | `project/${string}`
  | `project/${string}/payins`
  | `project/${string}/payouts`
  | `operator/${string}/${string}`

/** A rate that all processes share: of core's calls, or of a host's own. */
export type RateName = "creations" | "confirms" | "callback confirms" | `own/${string}`

/** Of which rate a token is taken, and when. */
export interface RateTaking {
  readonly rate: RateName
  readonly limit: Rate
  readonly now: number
}

/** What is paused, why, and since when. */
export interface Pause {
  /**
   * What it stops, as it is stored. A scope has at most one pause of a person and one of the library, independent of each other: ending one
   * leaves the other in force.
   */
  readonly scope: string
  readonly reason: string
  /** A person's name, or `pausedByCauri`. */
  readonly by: string
  readonly since: number
  /** The credentials under which it was set: others resume it. Null: a person does; after a low balance also the time of the policy. */
  readonly credentials: string | null
}

/**
 * Who sets the pauses that follow from answers of the service. No person who sets one has this name.
 *
 * ```ts
 * const named = yield* Effect.flip(review.pause("payouts", pausedByCauri, "we compare the balance"))
 * named._tag === "InvalidInput" && named.field // => "by"
 * ```
 */
export const pausedByCauri = "cauri"

/**
 * The scopes whose pause would stop a creation, the widest first.
 *
 * ```ts
 * pauseScopes("payout", "shop", "BAOBAB") // => ["payouts", "project/shop", "project/shop/payouts", "operator/shop/BAOBAB"]
 * ```
 */
export const pauseScopes = (kind: PaymentKind, project: string, operator: string | null): ReadonlyArray<PauseScope> => [
  ...(kind === "payout" ? ["payouts" as const] : []),
  `project/${project}`,
  `project/${project}/${kind}s`,
  ...(operator === null ? [] : [`operator/${project}/${operator}` as const]),
]

const project = "[A-Za-z0-9_-]{1,64}"
const scopePattern = new RegExp(
  `^(payouts|project/${project}(/(payins|payouts))?|operator/${project}/[\\x20-\\x7E]{1,64})$`,
)

/**
 * Is this a scope that some creation checks? An operator's name may contain a slash; a project's never does.
 *
 * ```ts
 * isPauseScope("project/shop/payins") // => true
 * isPauseScope("payins") // => false
 * ```
 */
export const isPauseScope = (scope: string): scope is PauseScope => scopePattern.test(scope)

/** A process that works on the store, and its newest sign of life. */
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

/**
 * What people and processes share.
 *
 * ```ts
 * const shared = yield* SharedState
 * const taking = { rate: "own/mails", limit: { perSecond: 1, burst: 1 }, now: 0 } as const
 * yield* shared.takeRateToken(taking) // => 0
 * yield* shared.takeRateToken(taking) // => 1_000
 * ```
 */
export class SharedState extends Context.Service<
  SharedState,
  {
    /**
     * Sets a pause, and returns the one in force. A scope keeps its first pause of a person and its first of the library: a second changes
     * nothing.
     */
    pause(pause: Pause): Effect.Effect<Pause, StoreError>
    /** Resumes a scope: ends the pause that `seen` names, or all of the scope; returns false when there was none. */
    resume(scope: string, seen?: Pick<Pause, "by" | "since">): Effect.Effect<boolean, StoreError>
    pauses(): Effect.Effect<ReadonlyArray<Pause>, StoreError>
    beat(heartbeat: Heartbeat): Effect.Effect<void, StoreError>
    heartbeats(): Effect.Effect<ReadonlyArray<Heartbeat>, StoreError>
    /** Takes one token of a rate that all processes share: returns zero, or the milliseconds until the next token. */
    takeRateToken(taking: RateTaking): Effect.Effect<number, StoreError>
    /** Fails when the store is another one than before, or has less history than this process has seen in it. */
    identity(): Effect.Effect<StoreIdentity, StoreError>
    /**
     * Lets programs open a restored store: it counts as a copy no longer, and belongs where it is now. Call it, as `Review.restored` does,
     * when nothing in it can be sent any more that may have been sent already.
     */
    acceptRestored(): Effect.Effect<void, StoreError>
  }
>()("@cauri/core/SharedState") {}

/**
 * How far the store came, noted outside of it, so that an old state of it is noticed. By default nothing is noted.
 *
 * ```ts
 * const full = Layer.succeed(StoreMark, { ready: Effect.succeed(false), advance: Effect.succeed(false) })
 * yield* Effect.flatMap(StoreMark, ({ ready }) => ready).pipe(Effect.provide(full)) // => false
 * ```
 */
export const StoreMark = Context.Reference<{
  /** False while the mark is missing or cannot be written: then no creation begins. */
  readonly ready: Effect.Effect<boolean>
  /** Notes durably how far the store has come, once for all who ask meanwhile. False: it could not. */
  readonly advance: Effect.Effect<boolean>
}>("@cauri/core/StoreMark", {
  defaultValue: () => ({ ready: Effect.succeed(true), advance: Effect.succeed(true) }),
})
