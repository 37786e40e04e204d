import { assert, describe } from "@effect/vitest"
import { Validator } from "@seriousme/openapi-schema-validator"
import { Effect, HashMap, Layer, Schema } from "effect"
import { HttpClient, HttpClientRequest, FetchHttpClient } from "effect/http"
import { HttpApiClient, HttpApiMiddleware, OpenApi } from "effect/http-api"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import {
  CallbackLogLine,
  CallbackSender,
  ControlApi,
  ControlToken,
  Engine,
  layerFetch,
  SimulatorFetch,
  StateJson,
} from "../../src/index.ts"
import { defaultProject } from "../../src/index.ts"
import { directBody, hostedBody, numbers, payoutBody } from "../support.ts"
import { base, call, control, fieldOf, type Got, jsonOf, layerHttp, send } from "./client.ts"

const it = itOver(() => layerHttp())

const SimulatedTime = Schema.Struct({ now: Schema.Int, factor: Schema.Finite })
const timeOf = (got: Got) => Schema.decodeUnknownSync(SimulatedTime)(jsonOf(got))
const Paths = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown))

const listOf = (got: Got): ReadonlyArray<Readonly<Record<string, unknown>>> =>
  Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))(JSON.parse(got.text))

const everyCall: ReadonlyArray<readonly [method: string, path: string]> = [
  ["GET", "/state"],
  ["PUT", "/state"],
  ["POST", "/reset"],
  ["GET", "/time"],
  ["POST", "/time"],
  ["PUT", "/time"],
  ["GET", "/ledger"],
  ["GET", "/payments"],
  ["GET", "/operators"],
  ["GET", "/projects"],
  ["POST", "/acts"],
  ["GET", "/phones/{number}"],
  ["POST", "/phones/{number}/acts"],
  ["GET", "/faults"],
  ["PUT", "/faults"],
  ["DELETE", "/faults/{id}"],
  ["GET", "/scenarios"],
  ["GET", "/scenarios/runs"],
  ["POST", "/scenarios/runs"],
  ["POST", "/scenarios/runs/{run}/next"],
  ["GET", "/grades"],
  ["POST", "/grades/words"],
  ["GET", "/callbacks"],
  ["GET", "/callbacks/{id}"],
  ["GET", "/requests"],
  ["GET", "/requests/{transactionId}"],
  ["GET", "/requests/{transactionId}/attempts"],
]

const filled = (path: string): string =>
  path.replace("{number}", numbers.ussdOtp).replace("{id}", "f").replace("{run}", "1").replace("{transactionId}", "T1")

const act = (number: string, body: unknown) => control("POST", `/phones/${number}/acts`, body)

describe("ControlApi, guarded", () => {
  it.effect("lists here every call that it has", () =>
    Effect.sync(() => {
      const { paths } = OpenApi.fromApi(ControlApi)
      const calls = Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("/_control", "")}`),
      )
      const listed = everyCall.map((each) => each.join(" "))
      assert.deepStrictEqual(calls.toSorted(), listed.toSorted())
    }),
  )

  it.effect("refuses every call without the token, with a wrong one, and with a part of it", () =>
    Effect.gen(function* () {
      const { controlToken } = yield* SimulatorFetch
      for (const [method, path] of everyCall) {
        for (const token of [
          undefined,
          "",
          "wrong",
          controlToken.slice(0, -1),
          `${controlToken}x`,
          controlToken.toUpperCase(),
        ]) {
          const got = yield* send(`/_control${filled(path)}`, {
            method,
            headers: {
              "content-type": "application/json",
              ...(token === undefined ? {} : { "x-control-token": token }),
            },
            ...(method === "GET" ? {} : { body: "{}" }),
          })
          assert.strictEqual(got.status, 401, `${method} ${path} ${token}`)
        }
      }
    }).pipe(Effect.provide(layerHttp({}, { controlToken: "0123456789abcdef" }))),
  )

  it("does not let an escaped prefix round the token", function* () {
    for (const path of ["/%5Fcontrol/state", "/%5fcontrol/state", "/_control/%73tate", "/x/../_control/state"]) {
      assert.include([401, 404], (yield* send(path)).status, path)
    }
  })

  it.effect("takes writes as JSON only, which no foreign page may send unasked", () =>
    Effect.gen(function* () {
      const { controlToken } = yield* SimulatorFetch
      for (const [method, path] of everyCall.filter(([each]) => each !== "GET")) {
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]) {
          const got = yield* send(`/_control${filled(path)}`, {
            method,
            headers: { "x-control-token": controlToken, "content-type": type },
            body: "{}",
          })
          assert.strictEqual(got.status, 415, `${method} ${path} ${type}`)
        }
      }
    }).pipe(Effect.provide(layerHttp())),
  )

  it("answers no preflight and sends no CORS header, so that no page in a browser can call it #19", function* () {
    const { controlToken } = yield* SimulatorFetch
    const asked = { origin: "https://evil.example", "access-control-request-method": "POST" }
    for (const path of ["/_control/acts", "/pay/v01/straight/payout", "/wiki/createInvoice", "/openapi.json"]) {
      for (const method of ["OPTIONS", "GET"]) {
        const got = yield* send(path, { method, headers: { ...asked, "x-control-token": controlToken } })
        assert.isFalse(
          [...got.headers.keys()].some((name) => name.startsWith("access-control")),
          path,
        )
        if (method === "OPTIONS") assert.include([404, 405], got.status, path)
      }
    }
  })

  it.effect("answers for no host but its own, whatever the path, so that a rebound name reaches nothing", () =>
    Effect.gen(function* () {
      const { controlToken } = yield* SimulatorFetch
      const paths = [
        "/_control/state",
        "/pay/v01/straight/payout",
        "/pay/invoice/x",
        "/wiki/createInvoice",
        "/openapi.json",
      ]
      for (const host of [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "localhost@evil.example",
        "evil.example@localhost",
        "evil.example/localhost",
        "evil.example:4010",
        "127.0.0.1, evil.example",
        "2130706433",
        "",
      ]) {
        for (const path of paths) {
          const got = yield* send(path, { headers: { host, "x-control-token": controlToken } })
          assert.strictEqual(got.status, 421, `${host} ${path}`)
        }
      }
      for (const host of ["localhost", "LOCALHOST:9", "127.0.0.1:4010", "[::1]:1", "allowed.example:80"]) {
        const got = yield* send("/wiki/createInvoice", { headers: { host } })
        assert.strictEqual(got.status, 200, host)
      }
    }).pipe(Effect.provide(layerHttp({}, { hosts: ["allowed.example"] }))),
  )
})

describe("ControlApi", () => {
  it("saves the state as one value and puts it back", function* () {
    const created = yield* call("createHostedInvoice", { body: hostedBody() })
    const saved = yield* control("GET", "/state")
    assert.strictEqual((yield* control("POST", "/reset")).status, 204)
    const target = `/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=${fieldOf(created, "token")}`
    assert.strictEqual(fieldOf(yield* call("confirmInvoice", { target }), "response_code"), "01")
    assert.strictEqual((yield* control("PUT", "/state", JSON.parse(saved.text))).status, 204)
    assert.strictEqual(fieldOf(yield* call("confirmInvoice", { target }), "status"), "pending")
    assert.strictEqual((yield* control("PUT", "/state", { now: 1 })).status, 422)
    const { invoices } = Schema.decodeUnknownSync(StateJson)(JSON.parse(saved.text))
    assert.strictEqual(HashMap.size(invoices), 1)
  })

  it("adds, changes and re-issues projects as the service's team does #184 #192 #247", function* () {
    const project = { ...defaultProject, id: "project-2", apiKey: "key-2", apiToken: "token-2" }
    const own = { Apikey: "key-2", Authorization: "Bearer token-2" }
    const codeOf = () =>
      Effect.map(call("createDirectPayout", { body: payoutBody(), headers: own }), (got) =>
        fieldOf(got, "response_text"),
      )
    assert.strictEqual(yield* codeOf(), "Echec (Code00)")
    assert.strictEqual((yield* control("POST", "/acts", { _tag: "AddProject", project })).status, 204)
    assert.strictEqual(yield* codeOf(), "")
    const change = { _tag: "ChangeProject", projectId: "project-2", change: { payoutsEnabled: false } }
    yield* control("POST", "/acts", change)
    assert.strictEqual(yield* codeOf(), "Echec (Code01)")
    yield* control("POST", "/acts", { _tag: "ReissueCredentials", projectId: "project-2" })
    assert.strictEqual(yield* codeOf(), "Echec (Code00)")
    const keys = listOf(yield* control("GET", "/projects")).map(({ apiKey }) => apiKey)
    assert.strictEqual(keys.length, 2)
    assert.notInclude(keys, "key-2")
    assert.strictEqual((yield* control("POST", "/acts", { _tag: "ReissueCredentials", projectId: "none" })).status, 422)
  })

  it("refuses a fourth address on a whitelist #246", function* () {
    const whitelist = ["192.0.2.1", "192.0.2.2", "192.0.2.3", "192.0.2.4"]
    const got = yield* control("POST", "/acts", {
      _tag: "ChangeProject",
      projectId: "project-1",
      change: { whitelist },
    })
    assert.strictEqual(got.status, 400)
    assert.match(fieldOf(got, "message"), /openapi-control\.json .*change\.whitelist/)
  })

  it.effect("plays a customer: a code by dialling, a prompt, a refusal, messages, a wallet #149 #151", () =>
    Effect.gen(function* () {
      const code = fieldOf(yield* act(numbers.ussdOtp, { _tag: "DialForCode", amountXof: 4_200 }), "code")
      assert.match(code, /^[0-9]{6}$/)
      const phone = jsonOf(yield* control("GET", `/phones/${numbers.ussdOtp}`))
      assert.include(JSON.stringify(phone["inbox"]), code)
      assert.strictEqual((yield* act(numbers.ussdPush, { _tag: "Approve" })).status, 422)
      assert.strictEqual((yield* act(numbers.ussdPush, { _tag: "Refuse" })).status, 422)
      assert.strictEqual((yield* act(numbers.guidedUssd, { _tag: "Dial", ussd: "*1#" })).status, 422)
      for (const body of [
        { _tag: "SetWallet", open: true },
        { _tag: "SetBehaviour", behaviour: "refuses" },
        { _tag: "SetBalance", balanceXof: 5 },
      ]) {
        assert.strictEqual((yield* act(numbers.ussdPush, body)).status, 200)
      }
      const changed = jsonOf(yield* control("GET", `/phones/${numbers.ussdPush}`))
      assert.isTrue(changed["hasWallet"])
      assert.strictEqual(changed["behaviour"], "refuses")
      assert.strictEqual((yield* control("GET", "/phones/none")).status, 422)
    }).pipe(Effect.provide(layerHttp())),
  )

  it("puts, lists and removes faults, which strike meanwhile", function* () {
    const rule = { id: "f", fault: { _tag: "EmptyToken" }, endpoints: ["createHostedInvoice"] }
    assert.strictEqual((yield* control("PUT", "/faults", rule)).status, 204)
    assert.strictEqual(fieldOf(yield* call("createHostedInvoice", { body: hostedBody() }), "token"), "")
    const { counts, rules } = jsonOf(yield* control("GET", "/faults"))
    assert.deepStrictEqual([rules, counts], [[rule], { f: { matched: 1, struck: 1 } }])
    assert.strictEqual((yield* control("DELETE", "/faults/f", {})).status, 204)
    assert.notStrictEqual(fieldOf(yield* call("createHostedInvoice", { body: hostedBody() }), "token"), "")
    assert.strictEqual((yield* control("PUT", "/faults", { id: "g", fault: { _tag: "Nonsense" } })).status, 400)
  })

  it("moves time forward, and shows the callbacks that went out on the way, and repeats them", function* () {
    yield* control("POST", `/phones/${numbers.ussdPush}/acts`, {
      _tag: "SetBehaviour",
      behaviour: "pays_in_a_minute",
    })
    const created = yield* call("createDirectPayout", { body: payoutBody() })
    const before = jsonOf(yield* control("GET", "/time"))["now"]
    const after = jsonOf(yield* control("POST", "/time", { millis: 3_600_000 }))["now"]
    assert.strictEqual(after, Number(before) + 3_600_000)
    assert.strictEqual(listOf(yield* control("GET", "/callbacks")).length, 2)
    yield* control("POST", "/acts", { _tag: "RepeatCallbacks", token: fieldOf(created, "token") })
    yield* (yield* Engine).settled
    assert.isAbove(listOf(yield* control("GET", "/callbacks")).length, 2)
  })

  it("says which spans of time it takes, and still answers after one that it does not take", function* () {
    const token = fieldOf(yield* call("createDirectInvoice", { body: directBody({}) }), "token")
    for (const millis of [0, -1, 1.5, "1", "99999999 days", 99_999_999 * 86_400_000, 1e300, -1e300]) {
      const acts = [
        ["/time", { millis }],
        ["/acts", { _tag: "AdvancePayment", token, millis }],
        ["/acts", { _tag: "AdvanceProject", projectId: defaultProject.id, millis }],
        ["/acts", { _tag: "DelayCallbacks", token, millis }],
      ] as const
      for (const [path, body] of acts) {
        const { status, text } = yield* control("POST", path, body)
        assert.strictEqual(status, 400, `${path} ${millis} ${text}`)
        if (typeof millis === "number" && millis > 2) assert.include(text, "316224000000", path)
      }
    }
    assert.strictEqual((yield* control("POST", "/time", { millis: 316_224_000_000 })).status, 200)
    assert.strictEqual((yield* call("createDirectInvoice", { body: directBody({}) })).status, 200)
  })

  it("sets the pace of simulated time, from now on and until it is set again", function* () {
    const first = timeOf(yield* control("GET", "/time"))
    assert.strictEqual(first.factor, 1)
    yield* TestClock.adjust("1 minute")
    const set = timeOf(yield* control("PUT", "/time", { factor: 60 }))
    assert.deepStrictEqual(set, { now: first.now + 60_000, factor: 60 })
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(timeOf(yield* control("GET", "/time")), { now: set.now + 3_600_000, factor: 60 })
    yield* control("PUT", "/time", { factor: 0.5 })
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(timeOf(yield* control("GET", "/time")).now, set.now + 3_630_000)
    for (const factor of [-1, 1_000_001, "60", null]) {
      assert.strictEqual((yield* control("PUT", "/time", { factor })).status, 400, String(factor))
    }
    yield* control("POST", "/reset")
    assert.strictEqual(timeOf(yield* control("GET", "/time")).factor, 1)
  })

  it.effect("describes every call of its own in an OpenAPI document beside the service's, without the token", () =>
    Effect.gen(function* () {
      const got = yield* send("/openapi-control.json")
      assert.strictEqual(got.status, 200)
      const { paths } = jsonOf(got)
      const described = Object.entries(Schema.decodeUnknownSync(Paths)(paths)).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      )
      const expected = everyCall.map(([method, path]) => `${method} /_control${path}`)
      assert.deepStrictEqual(described.toSorted(), expected.toSorted())
      const validated = yield* Effect.promise(() => new Validator().validate(JSON.parse(got.text)))
      assert.deepStrictEqual(validated, { valid: true })
    }).pipe(Effect.provide(layerHttp())),
  )

  it("shows the ledger, whose balances add up to zero", function* () {
    yield* call("createDirectPayout", { body: payoutBody() })
    const { balances, entries } = jsonOf(yield* control("GET", "/ledger"))
    const amounts = Object.values(Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Int))(balances))
    assert.strictEqual(
      amounts.reduce((sum, each) => sum + each, 0),
      0,
    )
    assert.isAbove(Schema.decodeUnknownSync(Schema.Array(Schema.Unknown))(entries).length, 0)
  })

  const layerTokenClient = HttpApiMiddleware.layerClient(ControlToken, ({ next, request }) => next(request))
  const layerTyped = FetchHttpClient.layer.pipe(
    Layer.provideMerge(layerFetch({}, { controlToken: "token" }).pipe(Layer.provide(CallbackSender.layerNone))),
  )

  it.effect("is typed: Effect's client calls it from its definition", () =>
    Effect.gen(function* () {
      const client = yield* HttpApiClient.make(ControlApi, {
        baseUrl: base,
        transformClient: HttpClient.mapRequest(HttpClientRequest.setHeader("x-control-token", "token")),
      })
      const phone = yield* client.control.phone({ params: { number: numbers.ussdPush } })
      assert.strictEqual(phone.operatorId, "12")
      const refused = yield* Effect.flip(client.control.phone({ params: { number: "x" } }))
      assert.strictEqual(refused._tag, "ControlRefused")
    }).pipe(Effect.provide(Layer.merge(layerTokenClient, layerTyped))),
  )
})

describe("ControlApi, payments and scenarios", () => {
  it("shows payments, the newest first, and operators", function* () {
    yield* call("createHostedInvoice", { body: hostedBody() })
    yield* call("createHostedInvoice", { body: hostedBody({ total_amount: 9_000, items: [] }) })
    yield* call("createDirectPayout", { body: payoutBody() })
    const { payins, payouts } = jsonOf(yield* control("GET", "/payments"))
    const amounts = Schema.decodeUnknownSync(Schema.Array(Schema.Struct({ amountXof: Schema.Int })))
    assert.deepStrictEqual(
      amounts(payins).map(({ amountXof }) => amountXof),
      [9_000, 4_200],
    )
    assert.strictEqual(amounts(payouts).length, 1)
    assert.isAtLeast(listOf(yield* control("GET", "/operators")).length, 7)
  })

  it.effect("lists callbacks with their secrets masked, and shows one as it was posted", () =>
    Effect.gen(function* () {
      const secret = "https://shop.example/callback?of=one-attempt"
      yield* call("createDirectPayout", { body: payoutBody({ callback_url: secret }) })
      yield* control("POST", "/time", { millis: 3_600_000 })
      const list = yield* control("GET", "/callbacks")
      const [line] = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Array(CallbackLogLine)))(list.text)
      assert.strictEqual(line?.post.url, "https://shop.example/***")
      assert.notInclude(list.text, "one-attempt")
      const one = jsonOf(yield* control("GET", `/callbacks/${line?.post.id}`))
      const token = /[&?]token=([^&]+)/.exec(`?${String(one["body"])}`)?.[1] ?? assert.fail("no token")
      assert.strictEqual(one["url"], secret)
      assert.isAbove(token.length, 10)
      assert.notInclude(list.text, token)
      assert.strictEqual((yield* control("GET", "/callbacks/none")).status, 422)
    }).pipe(Effect.provide(layerHttp())),
  )

  it("lists scenarios, starts them, and goes on with the next step", function* () {
    assert.isAtLeast(listOf(yield* control("GET", "/scenarios")).length, 25)
    const started = jsonOf(yield* control("POST", "/scenarios/runs", { name: "prompt-ignored" }))
    assert.deepInclude(started, { name: "prompt-ignored", state: "Running" })
    assert.strictEqual((yield* control("POST", "/scenarios/runs", { name: "nothing" })).status, 422)
    yield* TestClock.adjust("1 second")
    assert.strictEqual((yield* control("POST", `/scenarios/runs/${String(started["number"])}/next`, {})).status, 204)
    yield* TestClock.adjust("1 second")
    const [run] = listOf(yield* control("GET", "/scenarios/runs"))
    assert.strictEqual(run?.["step"], 1)
    assert.strictEqual((yield* control("POST", "/scenarios/runs/99/next", {})).status, 422)
  })
})
