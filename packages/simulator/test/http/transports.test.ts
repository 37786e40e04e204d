import { assert, describe, it } from "@effect/vitest"
import { DirectPayoutCreated } from "../../src/spec/CreateResponses.ts"
import { Effect, Fiber, Layer, type Scope } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { type Fault, type PortRefused, type ProductionRefused, serve, SimulatorFetch } from "../../src/index.ts"
import { payoutBody } from "../support.ts"
import { base, isExactly, layerHttp } from "./client.ts"
import { counted, failureOf, faulty, nameOf, opening, payout, until } from "./lines.ts"

interface Line {
  readonly send: (signal?: AbortSignal) => Promise<Response>
  readonly payouts: Effect.Effect<number>
  readonly lastOutcome: Effect.Effect<string | undefined>
}

const inProcess = (fault: Fault, test: (line: Line) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const { fetch } = yield* SimulatorFetch
    yield* test({ send: (signal) => payout(fetch, base, opening, signal), ...(yield* counted()) })
  }).pipe(Effect.provide(layerHttp(faulty(fault))))

const onPort = (fault: Fault, test: (line: Line) => Effect.Effect<void>) =>
  Effect.gen(function* () {
    const { credentials, services, url } = yield* serve(faulty(fault))
    const own = credentials[0] ?? opening
    const line = yield* Effect.provideContext(counted(), services)
    yield* test({ send: (signal) => payout(globalThis.fetch, url, own, signal), ...line })
  })

const transports: ReadonlyArray<
  readonly [
    name: string,
    run: (
      fault: Fault,
      test: (line: Line) => Effect.Effect<void>,
    ) => Effect.Effect<void, PortRefused | ProductionRefused, Scope.Scope>,
  ]
> = [
  ["in process", inProcess],
  ["on a port", onPort],
]

for (const [name, run] of transports) {
  describe(`transports, ${name}`, () => {
    it.live("cuts the line after the execution as a network failure does, and the payout exists", () =>
      run({ _tag: "ConnectionReset", executed: true }, ({ lastOutcome, payouts, send }) =>
        Effect.gen(function* () {
          const failure = yield* failureOf(() => send())
          assert.instanceOf(failure, TypeError)
          assert.isDefined(failure.cause)
          assert.strictEqual(yield* payouts, 1)
          assert.strictEqual(yield* lastOutcome, "Cut")
        }),
      ),
    )

    it.live("cuts the line before the execution, and no payout exists", () =>
      run({ _tag: "ConnectionReset", executed: false }, ({ payouts, send }) =>
        Effect.gen(function* () {
          assert.instanceOf(yield* failureOf(() => send()), TypeError)
          assert.strictEqual(yield* payouts, 0)
        }),
      ),
    )

    it.live("stays silent until the caller gives up, with the payout executed", () =>
      run({ _tag: "AnswerDropped" }, ({ lastOutcome, payouts, send }) =>
        Effect.gen(function* () {
          const controller = new AbortController()
          const waiting = yield* Effect.forkChild(failureOf(() => send(controller.signal)))
          yield* until(lastOutcome, (outcome) => outcome === "Silence")
          assert.isUndefined(waiting.pollUnsafe())
          controller.abort()
          const failure = yield* Fiber.join(waiting)
          assert.strictEqual(nameOf(failure), "AbortError")
          assert.strictEqual(yield* payouts, 1)
        }),
      ),
    )

    it.live("breaks a body off after status and headers, so that no caller takes it for a whole one", () =>
      run({ _tag: "TruncatedJson" }, ({ payouts, send }) =>
        Effect.gen(function* () {
          const response = yield* Effect.promise(() => send())
          assert.strictEqual(response.status, 200)
          assert.strictEqual(response.headers.get("content-type"), "application/json")
          const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader()
          const first = yield* Effect.promise(() => reader.read())
          assert.isTrue(new TextDecoder().decode(first.value).startsWith('{"response_code":"00"'))
          assert.instanceOf(yield* failureOf(() => reader.read()), Error)
          assert.strictEqual(yield* payouts, 1)
        }),
      ),
    )

    it.live("answers with the page of a machine in front of the service", () =>
      run({ _tag: "HtmlPage", status: 502, executed: false }, ({ payouts, send }) =>
        Effect.gen(function* () {
          const response = yield* Effect.promise(() => send())
          assert.strictEqual(response.status, 502)
          assert.include(response.headers.get("content-type") ?? "", "text/html")
          assert.strictEqual(yield* payouts, 0)
        }),
      ),
    )
  })
}

describe("layerFetch", () => {
  it.effect("gives Effect's HTTP client its fetch, without a socket and on the test's clock #2", () =>
    Effect.gen(function* () {
      const client = yield* HttpClient.HttpClient
      const response = yield* client.execute(
        HttpClientRequest.post(`${base}/pay/v01/straight/payout`).pipe(
          HttpClientRequest.setHeaders({ apikey: opening.apiKey, authorization: `Bearer ${opening.apiToken}` }),
          HttpClientRequest.acceptJson,
          HttpClientRequest.bodyJsonUnsafe(payoutBody()),
        ),
      )
      const got = { status: response.status, headers: new Headers(), text: yield* response.text }
      assert.isTrue(isExactly(DirectPayoutCreated, got))
    }).pipe(Effect.provide(Layer.provideMerge(FetchHttpClient.layer, layerHttp()))),
  )

  it.effect("rejects a request whose signal is aborted already, and does nothing", () =>
    Effect.gen(function* () {
      const { fetch } = yield* SimulatorFetch
      const { payouts } = yield* counted()
      const failure = yield* failureOf(() => payout(fetch, base, opening, AbortSignal.abort()))
      assert.strictEqual(nameOf(failure), "AbortError")
      assert.strictEqual(yield* payouts, 0)
    }).pipe(Effect.provide(layerHttp())),
  )
})
