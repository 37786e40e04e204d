/**
 * The service without its sockets. One cell holds the state; every call is one atomic step of a pure function; a background fibre lets time
 * pass on Effect's Clock and hands due callbacks to `CallbackSender`.
 *
 * The HTTP side (http/) matches methods and paths, lower-cases header names, parses JSON (a body that is absent, oversized, not JSON or not
 * an object arrives here as `undefined`), calls `handle`, and writes the `Reply`. It answers unknown paths and methods, keeps the log of
 * requests, and serves the wiki pages, the hosted page (over `HostedPage`) and the control API.
 * `layer(options)` in layer.ts makes Engine, Phones, HostedPage and Backstage over one cell and asks for a `CallbackSender`.
 */
import type { EndpointName } from "@cauri/wire"
import { Context, type Effect, type Schema } from "effect"
import type { Reply } from "../model/Reply.ts"
import type { SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"

/** One parsed call. */
export interface ServiceRequest {
  readonly endpoint: EndpointName
  /** Names in lower case. A header that came twice is joined with a comma, as HTTP does. */
  readonly headers: Readonly<Record<string, string>>
  /** Path and query parameters, decoded: `phone_number` and `amount`, `invoiceToken`, or the payout token's parameter. */
  readonly parameters: Readonly<Record<string, string>>
  /** The parsed JSON body of a POST; `undefined` when there is no readable one. */
  readonly body: unknown
  /** The caller's address as the socket sees it; IPv4-mapped addresses without their prefix. */
  readonly ip: string
}

/** The service: eight endpoints, its state, and time. */
export class Engine extends Context.Service<
  Engine,
  {
    /** Serves one call. It never fails, and a caller that gives up does not stop it. */
    readonly handle: (request: ServiceRequest) => Effect.Effect<Reply>
    /** The state after everything due has happened. */
    readonly state: Effect.Effect<State>
    /** Simulated time in epoch milliseconds. */
    readonly now: Effect.Effect<number>
    /** Moves simulated time forward at once; everything on the way happens, callbacks included. */
    readonly passTime: (millis: number) => Effect.Effect<void>
    /** Completes when everything due has happened and no callback is being sent. */
    readonly settled: Effect.Effect<void>
    /** The state as one JSON value. */
    readonly save: Effect.Effect<Schema.Json>
    /** Restores a saved state. */
    readonly restore: (saved: unknown) => Effect.Effect<void, SimulatorRefusal>
    /** Returns to the state that the options describe. */
    readonly reset: Effect.Effect<void>
  }
>()("@cauri/simulator/Engine") {}
