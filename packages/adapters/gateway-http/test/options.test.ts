/** What keeps the gateway from starting, on every runtime and on Node. */
import { assert, describe, vi } from "@effect/vitest"
import { Effect, Layer, Redacted } from "effect"
import { it } from "@cauri/house/it"
import { Gateway } from "@cauri/core/adapter"
import * as overFetch from "../src/fetch.ts"
import { layerFetchOnce } from "./fetchOnce.ts"
import { layer, type NodeGatewayOptions } from "../src/nodeGateway.ts"
import { layerCredentials } from "../src/credentials.ts"
import { pair } from "./calls.ts"

const good = { baseUrl: "https://pay.example/prefix" }
const credentials = layerCredentials({ shop: pair })

const started = (options: NodeGatewayOptions) =>
  Effect.scoped(Effect.as(Layer.build(layer(options).pipe(Layer.provide(credentials))), "started" as const))
const refusal = (options: NodeGatewayOptions) =>
  Effect.map(Effect.flip(started(options)), (error) => {
    assert.strictEqual(error._tag, "GatewayMisconfigured")
    return error.message
  })

/** Bun's own mark, until the scope closes. */
const onBun = Effect.acquireRelease(
  Effect.sync(() => {
    const { versions } = process
    Object.defineProperty(process, "versions", { value: { ...versions, bun: "1.4.5" }, configurable: true })
    return versions
  }),
  (versions) => Effect.sync(() => Object.defineProperty(process, "versions", { value: versions, configurable: true })),
)

describe("the gateway", () => {
  it("starts with a base address alone", function* () {
    assert.strictEqual(yield* started(good), "started")
    yield* Effect.scoped(
      Effect.gen(function* () {
        const services = yield* Layer.build(
          overFetch.layer(good).pipe(Layer.provide(credentials), Layer.provide(layerFetchOnce())),
        )
        assert.isTrue(services.mapUnsafe.has(Gateway.key))
      }),
    )
  })

  const wrong: ReadonlyArray<readonly [string, NodeGatewayOptions]> = [
    ["baseUrl", { baseUrl: "https://user:SECRET@pay.example" }],
    ["baseUrl", { baseUrl: "http://pay.example" }],
    ["creations", { ...good, creations: { atOnce: 0 } }],
    ["creations", { ...good, creations: { waiting: -1 } }],
    ["confirms", { ...good, confirms: { retries: 1.5 } }],
    ["confirms", { ...good, confirms: { retryAfter: 0 } }],
    ["confirms", { ...good, confirms: { atOnce: Number.POSITIVE_INFINITY } }],
    ["payoutTokenParameter", { ...good, payoutTokenParameter: "a&b" }],
    ["payoutTokenParameter", { ...good, payoutTokenParameter: "" }],
    ["userAgent", { ...good, userAgent: "SECRET\r\nX-Evil: 1" }],
    ["userAgent", { ...good, userAgent: "" }],
    ["ca", { ...good, ca: "SECRET" }],
    ["ca", { ...good, ca: [] }],
    ["ca", { ...good, ca: "" }],
    ["proxy", { ...good, proxy: "ftp://user:SECRET@proxy.example" }],
    ["proxy", { ...good, proxy: Redacted.make("SECRET") }],
    ["proxy", { ...good, proxy: "http://user:SECRET-100%@proxy.example" }],
  ]
  for (const [setting, options] of wrong) {
    it.effect(`does not start with ${JSON.stringify({ ...options, baseUrl: undefined })} and says why`, () =>
      Effect.map(refusal(options), (message) => {
        assert.include(message, setting)
        assert.notInclude(message, "SECRET")
      }),
    )
  }

  it("takes a proxy with its password redacted, and limits of zero where zero means something", function* () {
    const proxy = Redacted.make("http://user:password@127.0.0.1:9")
    const options = { ...good, proxy, creations: { waiting: 0 }, confirms: { retries: 0 } }
    assert.strictEqual(yield* started(options), "started")
  })

  it("does not start in a browser, where credentials must never be (#19, #187)", function* () {
    vi.stubGlobal("window", {})
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllGlobals()))
    assert.include(yield* refusal(good), "browser")
    const error = yield* Effect.flip(Layer.build(overFetch.layer(good).pipe(Layer.provide(credentials))))
    assert.include(error.message, "browser")
  })

  it("does not start where the verification of certificates was turned off (B8)", function* () {
    yield* Effect.addFinalizer(() => Effect.sync(() => vi.unstubAllEnvs()))
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
    assert.include(yield* refusal(good), "NODE_TLS_REJECT_UNAUTHORIZED")
    const error = yield* Effect.flip(Layer.build(overFetch.layer(good).pipe(Layer.provide(credentials))))
    assert.include(error.message, "NODE_TLS_REJECT_UNAUTHORIZED")
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "1")
    assert.strictEqual(yield* started(good), "started")
  })

  it("does not start over undici on Bun, where undici sends nothing, and starts there over fetch", function* () {
    yield* onBun
    assert.include(yield* refusal(good), "runs on Bun")
    yield* Layer.build(overFetch.layer(good).pipe(Layer.provide(credentials), Layer.provide(layerFetchOnce())))
  })
})
