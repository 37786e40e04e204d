import { PaymentStore } from "@cauri/core"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import {
  clientOf,
  direct,
  newKey,
  opened,
  paid,
  payin,
  payout,
  reached,
  requestOf,
  send,
  Steered,
  test,
} from "./world.ts"

const hosted = { type: "hosted", returnUrl: "https://shop.example/paid", cancelUrl: "https://shop.example/cart" }

describe("a creation", () => {
  test("is one payment however often it is repeated, and its id is never another payment's", function* () {
    const { call } = yield* opened()
    const { created } = yield* Steered
    for (const [path, body, other] of [
      ["/v1/payins/order-1", payin(), payin({ amount: 600 })],
      ["/v1/payouts/order-1", payout(), payout({ amount: 600 })],
    ] as const) {
      const first = yield* call("PUT", path, body)
      assert.deepInclude(first, { status: 201 })
      assert.deepInclude(first.body, {
        project: "shop",
        id: "order-1",
        status: "pending",
        phone: "226••••••01",
        notSentBecause: null,
      })
      const again = yield* call("PUT", path, { ...body, project: "shop" })
      assert.strictEqual(again.status, 200)
      assert.deepStrictEqual(again.body, first.body)
      const conflict = yield* call("PUT", path, other)
      assert.strictEqual(conflict.status, 409)
      assert.deepInclude(conflict.body, { code: "content_conflict", field: "amount", mayHaveReachedService: false })
      assert.include(conflict.body.detail, "another content (amount)")
    }
    assert.deepStrictEqual(created, ["payin order-1 22660000001", "payout order-1 22660000001"])
  })

  test("answers when it is stored or when its caller's time is over, and its call goes on", function* () {
    const { call } = yield* opened()
    const { answers, created } = yield* Steered
    answers.closeUnsafe()
    const stored = yield* call("PUT", "/v1/payins/order-1", payin(), { prefer: "respond-async" })
    assert.strictEqual(stored.status, 202)
    const slow = yield* Effect.forkChild(call("PUT", "/v1/payouts/salary-1", payout(), { prefer: "wait=5" }))
    yield* reached(() => created.length === 2)
    yield* TestClock.adjust(4_999)
    assert.isUndefined(slow.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.strictEqual((yield* Fiber.join(slow)).status, 202)
    answers.openUnsafe()
    const store = yield* PaymentStore
    const isPending = Effect.map(store.list({ states: ["pending"], limit: 2 }), ({ length }) => length === 2)
    yield* reached(() => Effect.runPromise(isPending))
    assert.strictEqual((yield* call("GET", "/v1/payins/order-1")).body.status, "pending")
    assert.strictEqual((yield* call("GET", "/v1/payouts/salary-1")).body.status, "pending")
    assert.strictEqual((yield* call("PUT", "/v1/payins/order-1", payin(), { prefer: "wait=5" })).status, 200)
    assert.strictEqual(created.length, 2)
  })

  test("takes a local number where the API has a country, and a code for the modes that need one first", function* () {
    const { call } = yield* opened({ country: "BF" })
    const local = yield* call("PUT", "/v1/payins/order-1", payin({ method: direct("70000001") }))
    assert.strictEqual(local.body.phone, "226••••••01")
    const dialled = payin({ method: { ...direct(), mode: "ussd_otp" } })
    assert.deepInclude((yield* call("PUT", "/v1/payins/order-2", dialled)).body, {
      code: "invalid_input",
      field: "otp",
    })
    assert.strictEqual((yield* call("PUT", "/v1/payins/order-2", { ...dialled, otp: "123456" })).status, 201)
    const abroad = (yield* opened()).call
    const refused = yield* abroad("PUT", "/v1/payins/order-3", payin({ method: direct("70000001") }))
    assert.deepInclude(refused.body, { code: "invalid_input", field: "method.phone" })
    assert.include(refused.body.expected, "API_COUNTRY")
    const typed = (phone: string) => abroad("PUT", "/v1/payins/order-4", payin({ method: direct(phone) }))
    for (const phone of ["+226 6000", "226 60 00 00 01", "tel:22660000001"])
      assert.notInclude((yield* typed(phone)).body.expected, "API_COUNTRY", phone)
    for (const phone of ["+226 60 00 00 01", "+22660000001"])
      assert.strictEqual((yield* typed(phone)).body.phone, "226••••••01", phone)
    const short = yield* call("PUT", "/v1/payouts/wage-1", payout({ phone: "7000" }))
    assert.include(short.body.expected, "or a local number of BF")
    for (const { body } of [refused, short]) assert.notMatch(body.expected, /option|normalisePhone/)
  })

  test("is refused with the field that is wrong, before anything is stored", function* () {
    const { call } = yield* opened()
    const wrong: ReadonlyArray<readonly [string, object, string]> = [
      ["/v1/payins/order-1", payin({ amount: 5 }), "amount"],
      ["/v1/payins/order-1", payin({ amout: 5 }), "amout"],
      ["/v1/payins/order-1", payin({ id: "order-1" }), "id"],
      ["/v1/payins/order-1", payin({ project: "other" }), "project"],
      ["/v1/payins/order-1", payin({ otp: 5 }), "otp"],
      ["/v1/payins/order%201", payin(), "id"],
      ["/v1/payouts/order-1", payout({ phone: undefined }), "phone"],
      ["/v1/payouts/order-1", {}, "amount"],
    ]
    for (const [path, body, field] of wrong) {
      const { body: problem, status } = yield* call("PUT", path, body)
      assert.deepInclude(problem, { code: "invalid_input", field, mayHaveReachedService: false }, JSON.stringify(body))
      assert.strictEqual(status, 400)
    }
    assert.deepStrictEqual((yield* call("GET", "/v1/payins")).body, { payments: [], next: null })
  })

  test("says which JSON type a value must have where its type is wrong, and not where the value is", function* () {
    const { call } = yield* opened()
    const [number, text] = ["a JSON number, without quotes: ", "a JSON text, in quotes: "]
    const amount = "a whole number of francs (XOF)"
    const wrong: ReadonlyArray<readonly [string, string, object, string, string]> = [
      ["PUT", "/v1/payins/order-1", payin({ amount: "500" }), "amount", number + amount],
      ["PUT", "/v1/payins/order-1", payin({ amount: 5 }), "amount", amount],
      ["PUT", "/v1/payins/order-1", payin({ amuont: 5, amount: "500" }), "amuont", "left out"],
      ["PUT", "/v1/payins/order-1", payin({ method: { ...direct(), phone: 22660000001 } }), "method.phone", text],
      ["PUT", "/v1/payins/order-1", payin({ items: [{ name: "L", quantity: "2", unitPrice: 5 }] }), "items[0]", number],
      ["PUT", "/v1/payouts/order-1", payout({ phone: 22660000001 }), "phone", text],
      ["PUT", "/v1/payouts/order-1", payout({ phone: null }), "phone", "the country code"],
      ["POST", "/v1/payins/order-1/refund", { amount: "500" }, "amount", number + amount],
      ["PUT", "/v1/payins/order-1", payin({ customData: [] }), "customData", "a JSON object, {} where it is empty"],
      ["PUT", "/v1/payins/order-1", payin({ customer: [] }), "customer", "a JSON object, {} where it is empty"],
      ["PUT", "/v1/payins/order-1", payin({ items: {} }), "items", "a list"],
      ["POST", "/v1/payins/order-1/code", { otp: 123456 }, "otp", text],
      ["POST", "/v1/payout-batches", { id: "b", lines: [{ id: "1", phone: 1, amount: 1 }] }, "lines[0].phone", text],
    ]
    for (const [method, path, body, field, expected] of wrong) {
      const { body: problem } = yield* call(method, path, body)
      assert.deepInclude(problem, { code: "invalid_input", field, mayHaveReachedService: false })
      assert.strictEqual(problem.expected.slice(0, expected.length), expected, JSON.stringify(body))
    }
  })
})

describe("a further call", () => {
  test("submits a code once, sends another one, tries again, cancels", function* () {
    const { handler } = yield* opened()
    const secret = yield* newKey()
    const call = clientOf(handler, secret)
    const { answers, created } = yield* Steered
    yield* call("PUT", "/v1/payins/order-1", payin({ method: { ...direct(), mode: "sms_otp" } }))
    const early = yield* call("POST", "/v1/payins/order-1/code/again")
    assert.deepInclude(early.body, { status: 429, code: "not_allowed", reason: "too_soon", retryable: true })
    assert.strictEqual(early.headers.get("retry-after"), "60")
    const before = created.length
    answers.closeUnsafe()
    const authorization = `Bearer ${secret}`
    const code = () => requestOf("POST", "/v1/payins/order-1/code", { otp: "123456" }, { authorization })
    const twice = [code(), code()]
    const both = yield* Effect.forkChild(Effect.forEach(twice, (each) => send(handler, each), { concurrency: 2 }))
    yield* reached(() => created.length === before + 1 && twice.every(({ bodyUsed }) => bodyUsed))
    answers.openUnsafe()
    for (const { body } of yield* Fiber.join(both)) assert.strictEqual(body.next.type, "wait_or_enter_code")
    // A program that lost the answer repeats its request.
    assert.strictEqual((yield* send(handler, code())).body.next.type, "wait_or_enter_code")
    assert.strictEqual(created.length, before + 1)
    yield* call("POST", "/v1/payins/order-1/code", { otp: "654321" })
    assert.strictEqual(created.length, before + 2)
    yield* TestClock.adjust("10 minutes")
    yield* send(handler, code())
    assert.strictEqual(created.length, before + 3)
    // A code that was not sent is sent when it comes again.
    yield* call("PUT", "/v1/payins/order-4", payin({ method: { ...direct("22660000084"), mode: "sms_otp" } }))
    const sent = created.length
    for (const otp of ["111111", "222222", "222222"]) yield* call("POST", "/v1/payins/order-4/code", { otp })
    assert.strictEqual(created.length, sent + 3)
    yield* call("PUT", "/v1/payins/order-2", payin({ method: direct("22660000082") }))
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual((yield* call("POST", "/v1/payins/order-2/try-again", {})).body.attempts.length, 2)
    assert.deepInclude((yield* call("POST", "/v1/payins/order-2/cancel")).body, {
      code: "decision_refused",
      status: 409,
    })
    assert.deepInclude((yield* call("POST", "/v1/payins/order-3/cancel")).body, { code: "not_found", status: 404 })
  })
})

describe("a refund", () => {
  test("goes to who paid; a number of the caller's choice needs the scope pay_out", function* () {
    const { call, handler } = yield* opened()
    const { created } = yield* Steered
    const shop = clientOf(handler, yield* newKey({ may: ["read", "collect", "refund"] }))
    yield* shop("PUT", "/v1/payins/order-1", paid)
    assert.deepInclude((yield* shop("POST", "/v1/payins/order-1/refund")).body, {
      code: "invalid_input",
      field: "refundOf",
    })
    assert.deepInclude((yield* shop("GET", "/v1/payins/order-1?recheck=true")).body, {
      status: "completed",
      unasked: null,
      answered: "all",
    })
    const other = { id: "refund-1", amount: 100, phone: "22660000002" }
    const chosen = yield* shop("POST", "/v1/payins/order-1/refund", other)
    assert.strictEqual(chosen.status, 403)
    assert.include(chosen.body.detail, "pay_out")
    const given = yield* shop("POST", "/v1/payins/order-1/refund", { amount: 200 })
    assert.deepInclude(given.body, { id: "refund-order-1", amount: 200, refundOf: "order-1", phone: "226••••••90" })
    assert.strictEqual(given.status, 201)
    assert.strictEqual((yield* shop("POST", "/v1/payins/order-1/refund", { amount: 200 })).status, 200)
    const more = yield* shop("POST", "/v1/payins/order-1/refund", { id: "refund-2", amount: 301 })
    assert.deepInclude(more.body, { code: "invalid_input", field: "amount" })
    assert.strictEqual((yield* call("POST", "/v1/payins/order-1/refund", other)).status, 201)
    assert.deepStrictEqual(
      (yield* call("GET", "/v1/payouts?refundOf=order-1")).body.payments.map(({ id }: { id: string }) => id),
      ["refund-1", "refund-order-1"],
    )
    // Paid on a page by someone whom the service does not name: the number of such a payin is only the caller's word.
    const onPages = ["operator_redirect", "service_redirect"].map((mode) => ({ ...direct("22660000190"), mode }))
    for (const [place, method] of [{ ...hosted, phone: null }, ...onPages].entries()) {
      const path = `/v1/payins/page-${place}`
      yield* shop("PUT", path, payin({ method }))
      assert.deepInclude((yield* shop("GET", `${path}?recheck=true`)).body, { status: "completed" })
      const asked = { code: "invalid_input", field: "phone" }
      assert.deepInclude((yield* shop("POST", `${path}/refund`)).body, asked, JSON.stringify(method))
      assert.deepInclude(yield* shop("POST", `${path}/refund`, { phone: "22660000190" }), { status: 403 })
    }
    assert.deepStrictEqual(
      created.filter((each) => each.startsWith("payout")),
      ["payout refund-order-1 22660000090", "payout refund-1 22660000002"],
    )
  })
})

describe("reading", () => {
  test("lists by what is asked for, page after page, and the key's project alone", function* () {
    const { call, handler } = yield* opened()
    const elsewhere = clientOf(handler, yield* newKey({ project: "other" }))
    for (const id of ["a", "b", "c"])
      yield* call("PUT", `/v1/payins/${id}`, payin({ orderRef: id === "c" ? "17" : "18" }))
    yield* elsewhere("PUT", "/v1/payins/a", payin())
    const idsOf = (path: string) =>
      Effect.map(call("GET", path), ({ body }) => [
        body.payments.map(({ id }: { id: string }) => id).join(""),
        body.next,
      ])
    const [first, next] = yield* idsOf("/v1/payins?limit=2")
    assert.strictEqual(first, "ab")
    assert.deepStrictEqual(yield* idsOf(`/v1/payins?limit=2&after=${next}`), ["c", null])
    assert.deepStrictEqual(yield* idsOf("/v1/payins?orderRef=17"), ["c", null])
    assert.deepStrictEqual(yield* idsOf("/v1/payins?status=pending&status=completed&flagged=false"), ["abc", null])
    assert.deepStrictEqual(yield* idsOf("/v1/payins?createdFrom=1970-01-02"), ["", null])
    const wrong: ReadonlyArray<readonly [string, string]> = [
      ["limit=201", "limit"],
      ["limit=2&limit=3", "limit"],
      ["statuss=pending", "statuss"],
      ["status=paid", "status[0]"],
      ["flagged=yes", "flagged"],
      ["createdFrom=yesterday", "createdFrom"],
      ["after=x", "after"],
      ["orderRef=%00", "orderRef"],
      ["project=other", "project"],
    ]
    for (const [query, field] of wrong)
      assert.deepInclude((yield* call("GET", `/v1/payins?${query}`)).body, { code: "invalid_input", field }, query)
    assert.strictEqual((yield* elsewhere("GET", "/v1/payins/b")).status, 404)
    assert.strictEqual((yield* elsewhere("GET", "/v1/payins/b/history")).status, 404)
    const { lines } = (yield* call("GET", "/v1/payins/b/history")).body
    assert.deepStrictEqual(
      lines.map(({ event }: { event: string }) => event),
      ["intended", "attempt_started", "accepted"],
    )
  })

  test("a request for a decision waits for a person, under the key's name", function* () {
    const { call } = yield* opened()
    const { body: held } = yield* call("PUT", "/v1/payouts/rent", payout({ amount: 150_000 }))
    assert.deepInclude(held, { status: "held", heldBecause: "needs_approval", notSentBecause: "held" })
    const wish = { decision: "release", reason: "rent of May", asOf: held.seq }
    const asked = yield* call("POST", "/v1/payouts/rent/requests", wish)
    assert.strictEqual(asked.status, 200)
    assert.deepInclude(asked.body, { status: "held" })
    assert.match(asked.body.request.by, /^key key-\d+$/)
    assert.deepInclude((yield* call("POST", "/v1/payouts/rent/requests", wish)).body, { code: "decision_refused" })
    const wrong = { ...wish, decision: "approve" }
    assert.deepInclude((yield* call("POST", "/v1/payouts/rent/requests", wrong)).body, { field: "decision" })
    // What rests on nothing that a person can read is refused, as evidence too.
    yield* call("PUT", "/v1/payouts/loan", payout({ amount: 150_000 }))
    for (const evidence of ["x".repeat(60_000), "\u0000\u001b[2J"]) {
      const refused = yield* call("POST", "/v1/payouts/loan/requests", { ...wish, evidence })
      assert.deepInclude(refused.body, { status: 409, code: "decision_refused", reason: "needs_evidence" })
    }
  })
})
