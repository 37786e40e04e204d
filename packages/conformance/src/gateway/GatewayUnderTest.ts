/**
 * What the suite needs from the adapter's tests: a function that builds an adapter of the `Gateway` port for an address on this machine.
 * Each build is an adapter of its own, with no connection, breaker or limit left over from another.
 */
import { Context, Effect, Layer, type Redacted } from "effect"
import { ProjectId } from "@cauri/core"
import { Gateway } from "@cauri/core/adapter"
import type { SeenRequest } from "./requestReader.ts"

/** What a project calls the service with. */
export interface ProjectCredentials {
  readonly apiKey: Redacted.Redacted
  readonly apiToken: Redacted.Redacted
}

/** How one adapter is built. */
export interface GatewayOptions {
  /** The service's address: on loopback, http or https, perhaps with a path, which is a part of every address (#1). */
  readonly baseUrl: string
  /** The one project that the suite's payments belong to. */
  readonly project: ProjectId
  /** Its credentials. */
  readonly credentials: ProjectCredentials
  /** A certificate authority, as PEM, that is trusted for this adapter only. Without it: the machine's own. */
  readonly ca?: string
  /** Milliseconds after which a connection, a creation and one request of a confirm are given up. */
  readonly timeouts: { readonly connect: number; readonly creation: number; readonly confirm: number }
  /** The most requests that one confirm may make, the first among them. */
  readonly mostConfirmRequests: number
}

/** Builds an adapter. What it waits between the requests of a confirm should be next to nothing. */
export type MakeGateway = (options: GatewayOptions) => Layer.Layer<Gateway, unknown>

/** A request as one of the suite's servers saw it. */
export type Asked = Pick<SeenRequest, "method" | "target" | "body">

/** What the service answers, as JSON, to the requests of the adapter that is under test. */
export interface Replies {
  /** The answer that the adapter would most like to get: taken, a code sent, or completed. */
  readonly yes: (request: Asked) => unknown
  /** A payout was taken, and has this token. */
  readonly taken: (token: string) => unknown
  /** A refusal that repeats what was asked. */
  readonly no: (request: Asked) => unknown
}

/** The adapter that is under test. */
export class GatewayUnderTest extends Context.Service<
  GatewayUnderTest,
  {
    readonly make: MakeGateway
    readonly replies: Replies
    /** Header names, in lower case, that the adapter's runtime always adds. */
    readonly runtimeHeaders: ReadonlyArray<string>
    /** Can it see how far a connection came? If not, it must never report a failed request as not sent. */
    readonly seesItsSocket: boolean
  }
>()("@cauri/conformance/GatewayUnderTest") {}

/** Nothing on loopback takes this long; a busy machine might. */
export const patientTimeouts: GatewayOptions["timeouts"] = { connect: 20_000, creation: 20_000, confirm: 20_000 }

/** For a peer that never answers. The connection keeps its long time-out, so that a busy machine does not count as such a peer. */
export const shortTimeouts: GatewayOptions["timeouts"] = { connect: 20_000, creation: 400, confirm: 400 }

export const suiteProject = ProjectId.make("shop")

/** The most requests that the suite allows one confirm. */
export const mostConfirmRequests = 2

/** Builds a new adapter, uses it, and releases it. */
export const withGateway = <A, E, R>(
  options: Pick<GatewayOptions, "baseUrl" | "credentials"> & Partial<GatewayOptions>,
  use: (gateway: Gateway["Service"]) => Effect.Effect<A, E, R>,
): Effect.Effect<A, unknown, R | GatewayUnderTest> =>
  Effect.flatMap(GatewayUnderTest, ({ make }) =>
    Effect.flatMap(Gateway, use).pipe(
      Effect.provide(
        Layer.fresh(make({ project: suiteProject, timeouts: patientTimeouts, mostConfirmRequests, ...options })),
      ),
    ),
  )
