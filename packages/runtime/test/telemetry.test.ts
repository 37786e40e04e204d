/** What leaves the process beside its work: logs, spans and metrics. None of them may hold a secret, a number, a token or an address. */
import { assert, describe } from "@effect/vitest"
import { Console, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { memoryStore, Payins, Payouts, Worker } from "@cauri/core"
import { logConsumer } from "@cauri/core/adapter"
import type { CreationCall } from "@cauri/core/adapter"
import { layerCallbackAddressOf } from "../src/callbackSettings.ts"
import { layerGauges } from "../src/gauges.ts"
import { layerLogs, layerTelemetry } from "../src/telemetry.ts"
import { layerOn, listening, ownMetrics, payout, pushed, takesPayouts } from "./support.ts"

/** A collector of the loopback that keeps what it is sent. */
const collector = Effect.gen(function* () {
  const received: Array<{ readonly path: string; readonly body: string }> = []
  const port = yield* listening((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      received.push({ path: request.url ?? "", body })
      response.writeHead(200, { "content-type": "application/json" }).end("{}")
    })
  })
  return { url: `http://127.0.0.1:${port}/`, received }
})

const telemetryTo = (otlpUrl: string | null) => {
  const logs = { level: "Debug", format: "json" } as const
  return layerTelemetry({ logs, otlpUrl, processName: "receiver-1" }, "cauri-receiver", "1.2.3")
}

/** The console of the process, as a list of lines. */
const recorded = (lines: Array<string>): Console.Console => ({
  ...globalThis.console,
  log: (...parts: ReadonlyArray<unknown>) => void lines.push(`out ${parts.join(" ")}`),
  error: (...parts: ReadonlyArray<unknown>) => void lines.push(`err ${parts.join(" ")}`),
})

describe("the logs", () => {
  it("are JSON on standard error, from the level on that is wanted", function* () {
    const lines: Array<string> = []
    const logging = Effect.andThen(
      Effect.logInfo("quiet"),
      Effect.logWarning("A hold is in force.", { scope: "payouts" }),
    )
    yield* logging.pipe(
      Effect.provide(layerLogs({ level: "Warn", format: "json" })),
      Effect.provideService(Console.Console, recorded(lines)),
    )
    assert.strictEqual(lines.length, 1)
    const [line = ""] = lines
    assert.isTrue(line.startsWith("err {"))
    assert.deepInclude(JSON.parse(line.slice("err ".length)), {
      level: "WARN",
      message: ["A hold is in force.", { scope: "payouts" }],
    })
  })

  it("can be pretty", function* () {
    const lines: Array<string> = []
    yield* Effect.logWarning("A hold is in force.").pipe(
      Effect.provide(layerLogs({ level: "Info", format: "pretty" })),
      Effect.provideService(Console.Console, recorded(lines)),
    )
    assert.isTrue(lines.every((line) => line.startsWith("err ")))
    assert.include(lines.join("\n"), "A hold is in force.")
  })
})

describe("telemetry", () => {
  it.live(
    "sends traces and metrics to a collector, and neither they nor the logs hold anything secret or personal (#186)",
    () =>
      Effect.gen(function* () {
        const { received, url } = yield* collector
        const lines: Array<string> = []
        const work = Effect.gen(function* () {
          yield* (yield* Payouts).create(payout("wage-1", "22660123456"), { sendLater: true })
          yield* Effect.exit((yield* Payins).create(pushed("order-1", "22660654321"), { sendLater: true }))
          yield* TestClock.adjust("5 seconds")
          const { runOnce: sweep } = yield* Worker
          yield* sweep
          yield* TestClock.adjust("1 minute")
          yield* Effect.andThen(sweep, sweep)
          yield* Effect.logInfo("done")
        })
        const gateway = {
          // An adapter that breaks its promise dies with what it was given.
          create: (call: CreationCall) =>
            call.payment._tag === "Payout"
              ? takesPayouts.create(call)
              : Effect.die(new Error(`canary ${JSON.stringify(call)}`)),
          confirm: () => Effect.die(new Error("canary token-1")),
        }
        const addresses = layerCallbackAddressOf({
          base: "https://callbacks.shop.example",
          signing: { id: "k1", secret: Redacted.make("0123456789abcdefghijklmnopqrstuvwxyz") },
        })
        const store = memoryStore
        const surroundings = Layer.mergeAll(layerGauges, addresses).pipe(
          Layer.provideMerge(layerOn(store, gateway, [logConsumer])),
          Layer.provideMerge(TestClock.layer()),
          // Outside of the virtual time, on which its exporters would wait for ever.
          Layer.provideMerge(telemetryTo(url)),
        )
        yield* Effect.provide(work, surroundings).pipe(
          Effect.provideService(Console.Console, recorded(lines)),
          ownMetrics,
        )
        assert.include(lines.join("\n"), "in_doubt: payin shop/order-1")
        assert.include(lines.join("\n"), "done")
        const text = received.map(({ body, path }) => `${path} ${body}`).join("\n")
        assert.include(text, "/v1/traces")
        assert.include(text, "/v1/metrics")
        assert.include(text, "cauri-receiver")
        assert.include(text, "Worker.runOnce")
        assert.include(text, "cauri_store_in_doubt_payments")
        for (const canary of [
          "canary",
          "22660123456",
          "22660654321",
          "token-1",
          "callbacks.shop.example",
          "0123456789abc",
        ]) {
          assert.notInclude(text, canary)
          assert.notInclude(lines.join("\n"), canary)
        }
      }),
  )

  it("makes no span where no collector is set", function* () {
    const inSpan = Effect.withSpan(Effect.currentSpan, "work")
    const sampled = (otlpUrl: string | null) =>
      Effect.map(Effect.provide(inSpan, telemetryTo(otlpUrl)), (span) => span.sampled)
    assert.isFalse(yield* sampled(null))
    const { url } = yield* collector
    assert.isTrue(yield* sampled(url))
  })

  it("goes nowhere without a collector", function* () {
    const lines: Array<string> = []
    yield* Effect.logInfo("done").pipe(
      Effect.withSpan("span"),
      Effect.provide(telemetryTo(null)),
      Effect.provideService(Console.Console, recorded(lines)),
    )
    assert.strictEqual(lines.length, 1)
  })
})
