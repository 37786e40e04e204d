/** A gateway over a transport that writes down what it is given and answers as a test tells it: no socket is involved. */
import { Effect, Layer, Result } from "effect"
import { Policy, type PolicyInput } from "@cauri/core"
import { Gateway, makePolicy } from "@cauri/core/adapter"
import { type CredentialsVault, layerCredentials, type ProjectsCredentials } from "../src/credentials.ts"
import { layerOver } from "../src/layerOver.ts"
import type { GatewayOptions } from "../src/options.ts"
import type { TransportResult, OutgoingRequest } from "../src/Transport.ts"
import { pair } from "./calls.ts"

/** What was sent, and what comes back next; after the last one, a reply that nobody can read. */
export interface Recorder {
  readonly sent: Array<OutgoingRequest>
  readonly replies: Array<TransportResult | Effect.Effect<TransportResult>>
}

export const answeredWith = (body: unknown): TransportResult => ({
  _tag: "answered",
  status: 200,
  contentType: "application/json",
  text: typeof body === "string" ? body : JSON.stringify(body),
})

export interface RecorderOptions extends Partial<GatewayOptions> {
  readonly projects?: ProjectsCredentials
  readonly credentials?: Layer.Layer<CredentialsVault>
  readonly policy?: PolicyInput
}

export const recorded = <A, E, R>(
  body: (gateway: Gateway["Service"], recorder: Recorder) => Effect.gen.Return<A, E, R>,
  options: RecorderOptions = {},
) =>
  Effect.suspend(() => {
    const recorder: Recorder = { sent: [], replies: [] }
    const transport = (sending: OutgoingRequest) =>
      Effect.suspend(() => {
        recorder.sent.push(sending)
        const next = recorder.replies.shift() ?? answeredWith("")
        return Effect.isEffect(next) ? next : Effect.succeed(next)
      })
    const gateway = layerOver({ baseUrl: "https://pay.example", ...options }, Effect.succeed(transport))
    return Effect.flatMap(Gateway, (made) => Effect.gen(() => body(made, recorder))).pipe(
      Effect.provide(
        gateway.pipe(Layer.provide(options.credentials ?? layerCredentials(options.projects ?? { shop: pair }))),
      ),
      Effect.provideService(Policy, Result.getOrThrow(makePolicy(options.policy ?? {}))),
    )
  })
