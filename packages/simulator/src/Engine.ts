/**
 * The service without its sockets. One cell holds the state; every call is one atomic step of a pure function; a background fibre
 * lets time pass on Effect's Clock and hands due callbacks to `CallbackSender`.
 *
 * Who does what:
 * - The HTTP room matches methods and paths, lower-cases header names, parses JSON (a body that is absent, oversized, not JSON or not
 *   an object arrives here as `undefined`), calls `handle`, and writes the `Reply`. Unknown paths and methods are its own business.
 *   It also keeps the log of requests, and serves the wiki pages, the hosted page (over `HostedPage`) and the control API.
 * - The callback room fills `CallbackSender`.
 * `layer(options)` in layer.ts makes Engine, Phones, HostedPage and Backstage over one cell and asks for a `CallbackSender`.
 */
import type { EndpointName } from "@cauri/wire"
import { Context, type Effect, type Schema } from "effect"
import type { Reply } from "./Reply.ts"
import type { SimulatorRefusal } from "./SimulatorRefusal.ts"
import type { State } from "./State.ts"

/** One call, already taken off the wire. */
export interface ServiceRequest {
  readonly endpoint: EndpointName
  /** Names in lower case. A header that came twice is joined with a comma, as HTTP does. */
  readonly headers: Readonly<Record<string, string>>
  /** Path and query parameters, decoded: `phone_number` and `amount`, `invoiceToken`, or the payout token's parameter. */
  readonly parameters: Readonly<Record<string, string>>
  /** The parsed JSON body of a POST; `undefined` when there is none that could be read. */
  readonly body: unknown
  /** The caller's address as the socket sees it; IPv4-mapped addresses without their prefix. */
  readonly ip: string
}

/** The service: eight endpoints, its state, and time. */
export class Engine extends Context.Service<
  Engine,
  {
    /** Serves one call. It never fails, and a caller who gives up does not stop what was begun. */
    readonly handle: (request: ServiceRequest) => Effect.Effect<Reply>
    /** The state after everything due has happened. */
    readonly state: Effect.Effect<State>
    /** Simulated time in epoch milliseconds. */
    readonly now: Effect.Effect<number>
    /** Moves simulated time forward at once; everything on the way happens, callbacks included. */
    readonly passTime: (millis: number) => Effect.Effect<void>
    /** Completes when everything due has happened and no callback is under way. */
    readonly settled: Effect.Effect<void>
    /** The state as one JSON value. */
    readonly save: Effect.Effect<Schema.Json>
    /** Puts a saved state back. */
    readonly restore: (saved: unknown) => Effect.Effect<void, SimulatorRefusal>
    /** The state that the options describe. */
    readonly reset: Effect.Effect<void>
  }
>()("@cauri/simulator/Engine") {}
