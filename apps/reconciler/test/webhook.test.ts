import { assert, describe, it } from "@effect/vitest"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import { inspect } from "node:util"
import { envelopeOf, plainEvent } from "@cauri/catalogue/events"
import { PaymentId, ProjectId } from "@cauri/core"
import { readWebhook } from "cauri"
import { Deferred, Effect, Exit, Redacted, Tracer } from "effect"
import { FetchHttpClient } from "effect/http"
import { TestClock } from "effect/testing"
import { Webhook } from "standardwebhooks"
import { webhookConsumer } from "../src/webhook.ts"
import { type Change, deliveredEvent } from "./deliveredEvent.ts"

interface Posted {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** The port on which a server listens until the scope ends. */
const listening = (server: Server) =>
  Effect.acquireRelease(
    Effect.callback<number>((resume) => {
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
      })
    }),
    () => Effect.sync(() => server.closeAllConnections()),
  )

/** A server of the loopback that answers everything in one way and keeps what it was sent. */
const answering = Effect.fnUntraced(function* (status: number, headers: Readonly<Record<string, string>> = {}) {
  const posted: Array<Posted> = []
  const server = createServer((request, response) => {
    let body = ""
    request.setEncoding("utf8").on("data", (chunk) => (body += String(chunk)))
    request.on("end", () => {
      posted.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers, body })
      response.writeHead(status, headers).end("canary answer")
    })
  })
  const port = yield* listening(server)
  return { url: `http://127.0.0.1:${port}/events?key=canary`, posted }
})

const bytes = (text: string) => Redacted.make(new Uint8Array(Buffer.from(text)))
const newest = "a secret of thirty-two bytes ..."
const previous = "another secret of that length .."
const whsec = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`

const listenerFor = (url: string, secrets = [newest]) =>
  webhookConsumer({ url: Redacted.make(url), secrets: secrets.map(bytes) }).pipe(Effect.provide(FetchHttpClient.layer))

const headersOf = ({ headers }: Posted) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

const payout = { kind: "payout", project: ProjectId.make("shop"), id: PaymentId.make("wage-3") } as const

const kinds: ReadonlyArray<Change | undefined> = [
  undefined,
  { _tag: "not_completed", state: "not_completed", detail: { detail: "Solde insuffisant", decidedBy: null } },
  { _tag: "refused", state: "refused", detail: { reason: "amount_refused", subCode: "Code02" } },
  { _tag: "refused", state: "refused", detail: { reason: null, subCode: "" } },
  { _tag: "expired", state: "expired", detail: {} },
  { _tag: "cancelled", state: "cancelled", detail: { because: "code_unsent" } },
  { _tag: "in_doubt", state: "in_doubt", detail: {} },
  {
    _tag: "not_completed",
    state: "not_completed",
    detail: { detail: "", decidedBy: { by: "A colleague", reason: "statement" } },
  },
  { _tag: "flagged", state: "pending", detail: { flag: "amount_mismatch", subject: "1", amountPaid: null } },
  { _tag: "held", state: "held", detail: { because: "refund_draft" }, key: payout, rail: "mobile_money_payout" },
]

const now = TestClock.setTime(Date.now())

describe("the webhook", () => {
  it.effect("posts the message under a signature that the library of the specification verifies", () =>
    Effect.gen(function* () {
      yield* now
      const { posted, url } = yield* answering(204)
      yield* (yield* listenerFor(url)).receive(deliveredEvent())
      const [request] = posted
      assert.isDefined(request)
      assert.deepInclude(request, { method: "POST", url: "/events?key=canary" })
      assert.deepInclude(request.headers, { "content-type": "application/json", "webhook-id": deliveredEvent().id })
      assert.deepStrictEqual(
        new Webhook(whsec(newest)).verify(request.body, headersOf(request)),
        envelopeOf(deliveredEvent()),
      )
      assert.throws(() => new Webhook(whsec(previous)).verify(request.body, headersOf(request)))
    }),
  )

  it.effect("gives a reader of it the events that a handler of the facade receives", () =>
    Effect.gen(function* () {
      yield* now
      const { posted, url } = yield* answering(204)
      const { receive } = yield* listenerFor(url)
      const events = kinds.map((change) => deliveredEvent(change))
      for (const event of events) yield* receive(event)
      const read = posted.map((request) => Effect.promise(() => readWebhook(request, whsec(newest))))
      assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* Effect.all(read), events.map(plainEvent))
    }),
  )

  it.effect("signs with both secrets while they are changed, so that either verifies", () =>
    Effect.gen(function* () {
      yield* now
      const { posted, url } = yield* answering(200)
      yield* (yield* listenerFor(url, [newest, previous])).receive(deliveredEvent())
      for (const secret of [newest, previous]) {
        for (const request of posted) {
          assert.deepStrictEqual(
            new Webhook(whsec(secret)).verify(request.body, headersOf(request)),
            envelopeOf(deliveredEvent()),
          )
        }
      }
      assert.strictEqual(posted.length, 1)
    }),
  )

  it.effect.each([400, 404, 410, 429, 500, 503])(
    "takes an answer with %i for a refusal, so that the event comes again",
    (status) =>
      Effect.gen(function* () {
        const { url } = yield* answering(status)
        const refusal = yield* Effect.flip((yield* listenerFor(url)).receive(deliveredEvent()))
        assert.strictEqual(
          String(refusal),
          `DeliveryRefused: The webhook answered ${status}: look at the log of the program at WEBHOOK_URL.`,
        )
      }),
  )

  it.effect.each([301, 302, 303, 307, 308])(
    "does not follow a redirect with %i: what is meant for the host goes nowhere else",
    (status) =>
      Effect.gen(function* () {
        const elsewhere = yield* answering(200)
        const { url } = yield* answering(status, { location: elsewhere.url })
        const exit = yield* Effect.exit((yield* listenerFor(url)).receive(deliveredEvent()))
        assert.isTrue(Exit.isFailure(exit))
        assert.strictEqual(elsewhere.posted.length, 0)
      }),
  )

  it.live.each([200, 500])(
    "takes the status of an answer with %i whose body has no end, and leaves no connection open behind it",
    (status) =>
      Effect.gen(function* () {
        const left = yield* Deferred.make<void>()
        const server = createServer((request, response) => {
          request.resume()
          request.socket.once("close", () => Deferred.doneUnsafe(left, Effect.void))
          response.writeHead(status).write("this body goes on")
        })
        const { receive } = yield* listenerFor(`http://127.0.0.1:${yield* listening(server)}/`)
        const exit = yield* Effect.exit(receive(deliveredEvent()))
        assert.strictEqual(Exit.isSuccess(exit), status === 200)
        yield* Effect.timeout(Deferred.await(left), "10 seconds")
      }),
  )

  it.effect("tells neither the address nor the answer when it fails, and sends no trace of ours along", () =>
    Effect.gen(function* () {
      const spans: Array<Tracer.Span> = []
      const tracer = Tracer.make({
        span: (options) => {
          const span = new Tracer.NativeSpan(options)
          spans.push(span)
          return span
        },
      })
      const { posted, url } = yield* answering(500)
      const sending = Effect.andThen(
        Effect.exit(Effect.flatMap(listenerFor(url), ({ receive }) => receive(deliveredEvent()))),
        Effect.exit(
          Effect.flatMap(listenerFor("http://127.0.0.1:9/canary"), ({ receive }) => receive(deliveredEvent())),
        ),
      )
      const exit = yield* Effect.provideService(sending, Tracer.Tracer, tracer)
      assert.notInclude(inspect(exit, { depth: 10 }), "canary")
      const told = spans
        .map(({ attributes, name, status }) => inspect([name, attributes, status], { depth: 10 }))
        .join("\n")
      assert.include(told, "Webhook.receive")
      assert.notInclude(told, "canary")
      assert.notInclude(told, "127.0.0.1")
      for (const { headers } of posted) assert.doesNotHaveAnyKeys(headers, ["traceparent", "b3"])
    }),
  )
})
