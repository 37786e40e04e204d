import { PaymentStore, StoreError } from "@cauri/core"
import { assert, describe } from "@effect/vitest"
import { Effect, Logger, Schema } from "effect"
import { TestClock } from "effect/testing"
import { makeApiHandler, openApi, revokeKey, type Scope, scopes } from "../src/index.ts"
import { clientOf, newKey, opened, paid, payin, payout, requestOf, send, Steered, test } from "./world.ts"

const Document = Schema.Struct({
  paths: Schema.Record(
    Schema.String,
    Schema.Record(
      Schema.String,
      Schema.Struct({
        operationId: Schema.String,
        security: Schema.Array(Schema.Struct({ key: Schema.Array(Schema.Literals(scopes)) })),
        requestBody: Schema.optionalKey(
          Schema.Struct({
            content: Schema.Record(
              Schema.String,
              Schema.Struct({
                examples: Schema.optionalKey(Schema.Record(Schema.String, Schema.Struct({ value: Schema.Json }))),
              }),
            ),
          }),
        ),
      }),
    ),
  ),
})

/** Every operation as the document has it, with a body that works. */
const operations = Object.entries(Schema.decodeUnknownSync(Document)(openApi()).paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId, requestBody, security }]) => {
    const [example] = Object.values(requestBody?.content["application/json"]?.examples ?? {})
    const address = path.replace("{id}", "order-1")
    const asked = operationId === "takeEvents" ? `${address}?wait=0` : address
    const scope: Scope | null = security[0]?.key[0] ?? null
    return { name: operationId, method: method.toUpperCase(), path: asked, body: example?.value, scope }
  }),
)
type Operation = (typeof operations)[number]

describe("the door", () => {
  test("lets no request in without a key in use, of this project, with the scope that the document names", function* () {
    const { call, handler } = yield* opened()
    yield* call("PUT", "/v1/payins/order-1", paid)
    yield* call("PUT", "/v1/payouts/order-1", payout())
    const store = yield* PaymentStore
    const before = yield* store.list({ limit: 10 })

    const ask = ({ body, method, path }: Operation, secret: string | null) =>
      Effect.promise(async () => {
        const headers: Record<string, string> = secret === null ? {} : { authorization: `Bearer ${secret}` }
        const response = await handler(requestOf(method, path, body, headers))
        await response.body?.cancel()
        return response
      })
    assert.strictEqual(operations.length, 27)

    const expired = yield* newKey({ expiresAt: 1 })
    const revoked = yield* newKey({ name: "revoked" })
    yield* TestClock.adjust(1)
    yield* revokeKey("revoked")
    const closed = [null, "", "cauri_", `cauri_${"A".repeat(43)}`, expired, revoked, `${revoked} x`]
    for (const operation of operations.filter(({ scope }) => scope !== null)) {
      for (const secret of closed) {
        const { headers, status } = yield* ask(operation, secret)
        assert.strictEqual(status, 401, operation.name)
        assert.strictEqual(headers.get("www-authenticate"), "Bearer")
      }
    }
    assert.deepStrictEqual(yield* store.list({ limit: 10 }), before)

    const foreign = yield* newKey({ project: "other" })
    const creations = ["createPayin", "createPayout"]
    for (const operation of operations.filter(
      ({ name, path }) => path.includes("order-1") && !creations.includes(name),
    ))
      assert.strictEqual((yield* ask(operation, foreign)).status, 404, operation.name)
    assert.deepStrictEqual(yield* store.list({ limit: 10 }), before)
    for (const { body, method, path } of operations.filter(({ name }) => creations.includes(name)))
      assert.strictEqual((yield* ask({ name: "", body, method, path, scope: null }, foreign)).status, 201)
    assert.deepStrictEqual(yield* store.list({ project: "shop", limit: 10 }), before)

    for (const scope of scopes) {
      const secret = yield* newKey({ may: [scope] })
      for (const operation of operations) {
        const isOpen = operation.scope === null || operation.scope === scope
        const { status } = yield* ask(operation, secret)
        assert.strictEqual(status !== 401 && status !== 403, isOpen, `${operation.name} with ${scope}: ${status}`)
      }
    }
  })

  test("says which scope a key lacks and which it has, and nothing of a key that does not open there", function* () {
    const { handler } = yield* opened()
    const [may, addresses] = [["read", "collect"] as const, ["192.0.2.0/24"]]
    const headers = { authorization: `Bearer ${yield* newKey({ may, addresses })}` }
    const ask = (from: string) =>
      Effect.map(send(handler, requestOf("PUT", "/v1/payouts/wage-1", payout(), headers), from), ({ body }) => body)
    const { code, detail, messages } = yield* ask("192.0.2.7")
    assert.strictEqual(code, "forbidden")
    for (const text of [detail, messages.operator.en, messages.operator.fr]) {
      assert.include(text, "pay_out")
      assert.include(text, "read, collect")
    }
    assert.notMatch(JSON.stringify(yield* ask("198.51.100.7")), /pay_out|collect/)
  })

  test("stands open only to the addresses of a key", function* () {
    const { handler } = yield* opened()
    const headers = { authorization: `Bearer ${yield* newKey({ addresses: ["192.0.2.0/24"] })}` }
    const ask = (from?: string) =>
      Effect.map(send(handler, requestOf("GET", "/v1/payins", undefined, headers), from), ({ status }) => status)
    assert.strictEqual(yield* ask("192.0.2.7"), 200)
    assert.strictEqual(yield* ask("198.51.100.7"), 403)
    assert.strictEqual(yield* ask(), 403)
  })

  test("counts what a key writes and has asked, and not what it reads", function* () {
    const { handler } = yield* opened()
    const call = clientOf(handler, yield* newKey({ perMinute: 2 }))
    yield* call("PUT", "/v1/payins/order-1", payin())
    yield* call("GET", "/v1/payins/order-1?recheck=true")
    const full = yield* call("POST", "/v1/payins/order-1/cancel")
    assert.deepInclude(full.body, { code: "too_many_requests", status: 429, retryable: true })
    assert.strictEqual(full.headers.get("retry-after"), "30")
    assert.strictEqual((yield* call("GET", "/v1/payins/order-1?recheck=true")).status, 429)
    assert.strictEqual((yield* call("GET", "/v1/payins/order-1")).status, 200)
    assert.strictEqual((yield* call("POST", "/v1/events/ack", { acks: [] })).status, 200)
    yield* TestClock.adjust("30 seconds")
    assert.strictEqual((yield* call("PUT", "/v1/payins/order-1", payin())).status, 200)
  })
})

describe("a request", () => {
  test("gets an answer on every path and method, and no other site's page gets any", function* () {
    const { call, handler } = yield* opened()
    for (const path of ["/", "/v1", "/v1/payins/", "/v1/payins/a/b", "/v2/payins", "//v1/payins", "/v1/payins/%zz"])
      assert.deepInclude((yield* call("GET", path)).body, { code: "not_found", status: 404 }, path)
    for (const method of ["OPTIONS", "DELETE", "PATCH", "POST"]) {
      const { body, headers } = yield* call(method, "/v1/payins/order-1")
      assert.deepInclude(body, { code: "method_not_allowed", status: 405 })
      assert.strictEqual(headers.get("allow"), "PUT, GET")
      assert.strictEqual(body.detail.includes("PUT /v1/payins/{id}"), method === "POST")
      assert.deepStrictEqual(
        [...headers.keys()].filter((name) => name.startsWith("access-control")),
        [],
      )
    }
    for (const [method, path, creation] of [
      ["POST", "/v1/payins", "PUT /v1/payins/{id}"],
      ["POST", "/v1/payouts", "PUT /v1/payouts/{id}"],
      ["PUT", "/v1/payout-batches/may", "POST /v1/payout-batches"],
    ] as const) {
      const { operator } = (yield* call(method, path, payin())).body.messages
      for (const said of [operator.en, operator.fr]) assert.include(said, `${creation}.`)
    }
    const head = yield* Effect.promise(() => handler(requestOf("HEAD", "/v1/events")))
    assert.strictEqual(head.status, 405)
    assert.deepStrictEqual((yield* send(handler, requestOf("GET", "/healthz"))).body, { status: "ok" })
    const mounted = (yield* opened({ base: "/pay/" })).handler
    assert.deepStrictEqual((yield* send(mounted, requestOf("GET", "/healthz"))).body, { status: "ok" })
    const whole = yield* Effect.promise(() =>
      mounted(requestOf("GET", "/pay/openapi.json")).then((each) => each.json()),
    )
    assert.deepStrictEqual(whole, { ...openApi(), servers: [{ url: "/pay" }] })
  })

  test("has an id, the caller's where it is one, and is kept by no cache", function* () {
    const { call } = yield* opened()
    const given = yield* call("GET", "/v1/payins/order-1", undefined, { "x-request-id": "web.1-2_3" })
    assert.strictEqual(given.headers.get("x-request-id"), "web.1-2_3")
    assert.strictEqual(given.body.requestId, "web.1-2_3")
    for (const id of ["", "a b", "x".repeat(65), "é"]) {
      const { headers } = yield* call("GET", "/v1/payins", undefined, { "x-request-id": id })
      assert.match(headers.get("x-request-id") ?? "", /^[0-9a-f-]{36}$/)
      assert.strictEqual(headers.get("cache-control"), "no-store")
    }
  })

  test("has a body within its limits, or is refused before anything is read of it", function* () {
    const { call, handler } = yield* opened()
    const { created } = yield* Steered
    const put = (body: unknown, headers?: Record<string, string>) => call("PUT", "/v1/payins/order-1", body, headers)
    const nested = (levels: number): object => (levels === 0 ? {} : { a: nested(levels - 1) })
    const cases: ReadonlyArray<readonly [unknown, Record<string, string>, string]> = [
      [payin(), { "content-type": "text/plain" }, "unsupported_media_type"],
      [payin(), { "content-type": "application/json; charset=latin1" }, "unsupported_media_type"],
      [payin(), { "content-encoding": "gzip" }, "unsupported_media_type"],
      ["{", {}, "malformed_json"],
      ["[]", {}, "malformed_json"],
      ["null", {}, "malformed_json"],
      [Uint8Array.of(0x7b, 0xff, 0x7d), {}, "malformed_json"],
      [nested(8), {}, "malformed_json"],
      [nested(7), {}, "invalid_input"],
      [`{"items":${"[".repeat(9)}${"]".repeat(9)}}`, {}, "malformed_json"],
      [{ description: "x".repeat(65_536) }, {}, "payload_too_large"],
    ]
    for (const [body, headers, code] of cases)
      assert.strictEqual((yield* put(body, headers)).body.code, code, JSON.stringify(body).slice(0, 60))
    const endless = new ReadableStream<Uint8Array>({ pull: (each) => each.enqueue(new Uint8Array(20_000)) })
    const key = { authorization: `Bearer ${yield* newKey()}`, "content-type": "application/json" }
    const streamed = new Request("https://api.example/v1/payins/order-1", {
      method: "PUT",
      headers: key,
      body: endless,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node asks for it, and the types do not know it
      ...({ duplex: "half" } as object),
    })
    assert.strictEqual((yield* send(handler, streamed)).body.code, "payload_too_large")
    assert.strictEqual((yield* put(payin(), { "content-type": 'Application/JSON; charset="UTF-8"' })).status, 201)
    assert.strictEqual(created.length, 1)
  })
})

describe("a failure", () => {
  test("says whether the service may have received something, and stands in the log alone where it is none of ours", function* () {
    const logged: Array<string> = []
    const logger = Logger.make(({ message }) => void logged.push(String(message)))
    const store = yield* PaymentStore
    const secret = yield* newKey()
    const failing = (error: unknown) =>
      makeApiHandler().pipe(
        Effect.provideService(PaymentStore, {
          ...store,
          find: () => (error instanceof StoreError ? Effect.fail(error) : Effect.die(error)),
        }),
        Effect.provide(Logger.layer([logger])),
        Effect.map((handler) => clientOf(handler, secret)),
      )
    const down = yield* failing(new StoreError({ operation: "find", cause: "row of 22660000001" }))
    const read = yield* down("GET", "/v1/payins/order-1")
    assert.deepInclude(read.body, { code: "store_failed", status: 503, retryable: true, mayHaveReachedService: false })
    assert.strictEqual(read.headers.get("retry-after"), "5")
    const sent = yield* down("PUT", "/v1/payins/order-1", payin())
    assert.deepInclude(sent.body, { code: "store_failed", status: 503, mayHaveReachedService: true })
    const broken = yield* failing(new TypeError("no 22660000001 in cauri_secret"))
    const { body } = yield* broken("GET", "/v1/payins/order-1", undefined, { "x-request-id": "17" })
    assert.deepInclude(body, { code: "unexpected", status: 500, requestId: "17" })
    assert.match(logged.at(-1) ?? "", /^The request 17 failed\. .*TypeError.*\n\s+at /)
    for (const text of [...logged, JSON.stringify([read.body, sent.body, body])])
      assert.notMatch(text, /22660000001|secret/)
  })
})
