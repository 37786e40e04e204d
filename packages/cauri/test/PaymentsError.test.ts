/** Every failure as an error that a program can read, and that leaks nothing. */
import { assert, describe, it } from "@effect/vitest"
import {
  ContentConflict,
  DecisionRefusal,
  DecisionRefused,
  InvalidInput,
  NotNow,
  NotNowReason,
  PaymentId,
  type PaymentKey,
  PaymentNotFound,
  ProjectId,
  StoreError,
} from "@cauri/core"
import { UnreadableRow } from "@cauri/core/adapter"
import { catalogue } from "@cauri/catalogue"
import { inspect } from "node:util"
import { onTestFinished, vi } from "vitest"
import { errorFrom } from "@cauri/plain"
import { createPayments, memory, PaymentsError } from "../src/index.ts"
import { simulated } from "../src/simulated.ts"
import { numbers, silent, test } from "./samples.ts"

const { en, fr } = catalogue

const key: PaymentKey = { kind: "payout", project: ProjectId.make("shop"), id: PaymentId.make("salary-1") }

const secret = "row of 22670000001 with token abcdefgh"

const refusedBecause = (reason: string) =>
  Object.assign(new Error("The payment store is refused."), { _tag: "StoreRefused", reason })

/** What fails, and what a program reads of it: code, retryable, mayHaveReachedService while something is being sent. */
const failures: ReadonlyArray<readonly [failure: unknown, code: string, retryable: boolean, mayHaveReached: boolean]> =
  [
    [new InvalidInput({ field: "amount", expected: "a whole number" }), "invalid_input", false, false],
    [new ContentConflict({ key, fields: ["amount"] }), "content_conflict", false, false],
    [new PaymentNotFound({ key }), "not_found", false, false],
    [new NotNow({ key, because: "too_soon", retryAt: 0 }), "not_allowed", true, false],
    [new NotNow({ key, because: "already_paid", retryAt: null }), "not_allowed", false, false],
    [new DecisionRefused({ key, because: "changed" }), "decision_refused", false, false],
    [new StoreError({ operation: "save", cause: new Error(secret) }), "store_failed", true, true],
    // A disk that is full passes; the answer of a call that left may be what could not be saved.
    [new StoreError({ operation: "save", cause: refusedBecause("disk_low") }), "store_failed", true, true],
    [new StoreError({ operation: "clock", cause: refusedBecause("clock_ahead") }), "store_refused", false, true],
    [new UnreadableRow({ key }), "store_failed", false, true],
    [
      Object.assign(new Error("The payment store is refused."), { _tag: "StoreRefused" }),
      "store_refused",
      false,
      false,
    ],
    // A store that does not answer at the start may answer later.
    [Object.assign(refusedBecause("unavailable"), { exitCode: 75 }), "store_refused", true, false],
    [{ _tag: "GatewayMisconfigured", setting: "baseUrl", message: "It is no address." }, "misconfigured", false, false],
    [new TypeError(secret), "unexpected", false, true],
    [{ name: secret }, "unexpected", false, true],
    ["a text", "unexpected", false, true],
  ]

const alreadyPaid = (kind: PaymentKey["kind"]) =>
  errorFrom(new NotNow({ key: { ...key, kind }, because: "already_paid", retryAt: null }), true)

describe("PaymentsError", () => {
  for (const [failure, code, retryable, mayHaveReached] of failures) {
    const what = typeof failure === "object" && failure !== null && "_tag" in failure ? failure._tag : typeof failure
    it(`tells ${String(what)} as ${code}`, () => {
      const error = errorFrom(failure, true)
      assert.instanceOf(error, PaymentsError)
      assert.instanceOf(error, Error)
      assert.strictEqual(error.code, code)
      assert.strictEqual(error.retryable, retryable)
      assert.strictEqual(error.mayHaveReachedService, mayHaveReached)
      assert.isFalse(errorFrom(failure, false).mayHaveReachedService)
      for (const text of [error.message, JSON.stringify(error), inspect(error), error.customerMessage("fr")]) {
        assert.notInclude(text, "22670000001")
        assert.notInclude(text, "abcdefgh")
      }
      assert.isUndefined(error.cause)
      assert.include(JSON.stringify(error), JSON.stringify(error.message))
      assert.isNotEmpty(error.customerMessage("en"))
      assert.notStrictEqual(error.customerMessage("en"), error.customerMessage("fr"))
      assert.isNotEmpty(error.operatorMessage("en"))
      assert.notStrictEqual(error.operatorMessage("en"), error.operatorMessage("fr"))
      // A store of one's own fails with the classes of another copy of core: they have the same tags.
      if (failure instanceof Error && "_tag" in failure) {
        const copy = Object.assign(new Error(failure.message, { cause: failure.cause }), failure)
        assert.deepEqual(errorFrom(copy, true).toJSON(), error.toJSON())
      }
    })
  }

  it("never sends a customer to pay again who may have paid", () => {
    const error = errorFrom(new StoreError({ operation: "save", cause: null }), true)
    assert.match(error.customerMessage("fr"), /Ne payez pas une seconde fois/)
    assert.match(error.customerMessage("en"), /[Dd]o not pay a second time/)
    assert.match(alreadyPaid("payin").customerMessage("en"), /[Dd]o not pay a second time/)
    // The beneficiary of a payout pays nothing.
    assert.strictEqual(alreadyPaid("payout").customerMessage("en"), en.transfers.in_doubt)
  })

  it("never asks for a new payment after an earlier call whose outcome is unknown #120", () => {
    for (const because of NotNowReason.literals) {
      const error = errorFrom(new NotNow({ key, because, retryAt: null }), false)
      const told = error.customerMessage("en")
      if (told.includes("new payment")) assert.match(told, /If money has left your account, do not pay a second time/)
      assert.strictEqual(error.operatorMessage("fr"), fr.notNow[because].operator)
    }
  })

  it("says in both languages why a decision is refused", () => {
    for (const because of DecisionRefusal.literals) {
      const error = errorFrom(new DecisionRefused({ key, because }), false)
      assert.strictEqual(error.reason, because)
      assert.strictEqual(error.operatorMessage("fr"), fr.refusals[because])
    }
  })

  it("names the time from which a further call is allowed", () => {
    const error = errorFrom(new NotNow({ key, because: "too_soon", retryAt: 60_000 }), true)
    assert.strictEqual(error.reason, "too_soon")
    assert.strictEqual(error.retryAt, "1970-01-01T00:01:00.000Z")
    assert.deepStrictEqual(error.payment, { kind: "payout", project: "shop", id: "salary-1" })
  })
})

const rejection = async (promise: Promise<unknown>): Promise<PaymentsError> => {
  const error = await promise.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return error instanceof PaymentsError ? error : assert.fail(String(error))
}

describe("what keeps payments from opening", () => {
  const key = { id: "k1", secret: "short" }
  const wrong: ReadonlyArray<readonly [title: string, options: object, code: string, field: string]> = [
    ["a store that is none", { store: {} }, "invalid_input", "store"],
    ["a gateway that is none", { gateway: "https://pay.example" }, "invalid_input", "gateway"],
    ["callbacks without a key", { callbacks: { base: "https://shop.example" } }, "invalid_input", "callbacks.key"],
    ["a base that is no text", { callbacks: { base: 7, key } }, "invalid_input", "callbacks"],
    [
      "a key under a name that there is not",
      { callback: { base: "https://shop.example", key } },
      "invalid_input",
      "callback",
    ],
    [
      "a mistyped setting of the policy",
      { policy: { limits: { maxAtempts: 1 } } },
      "invalid_input",
      "policy.limits.maxAtempts",
    ],
    [
      "a default project that cannot be",
      { policy: { merchant: { project: "a b" } } },
      "invalid_input",
      "policy.merchant.project",
    ],
    ["a mistyped rail", { policy: { schedules: { ussd_puch: {} } } }, "invalid_input", "policy.schedules.ussd_puch"],
    [
      "a schedule that cannot be",
      { policy: { schedules: { ussd_push: { first: -1 } } } },
      "invalid_input",
      "policy.schedules.ussd_push.first",
    ],
    [
      "a fee of a rail that there is not",
      { policy: { merchant: { fees: [{ rail: "ussd_puch", basisPoints: 1, fixedXof: 0 }] } } },
      "invalid_input",
      "policy.merchant.fees.0.rail",
    ],
    ["a mistyped field of the shop", { shop: { name: "Shop", url: "x" } }, "invalid_input", "shop.url"],
    ["a key that is too short", { callbacks: { base: "https://shop.example", key } }, "misconfigured", "signing"],
    ["a base that is no address", { callbacks: { base: "shop", key } }, "misconfigured", "base"],
    [
      "a lease that ends before a call may",
      { policy: { calls: { lease: 30_000 } } },
      "invalid_input",
      "policy.calls.lease",
    ],
  ]
  for (const [title, options, code, field] of wrong) {
    it(`names ${title}, before anything is opened`, async () => {
      const error = await rejection(
        createPayments({ gateway: simulated(), store: memory(), logger: silent, ...options }),
      )
      assert.deepStrictEqual([error.code, error.field], [code, field])
      assert.notInclude(error.message, "short")
    })
  }

  it("refuses to practise where NODE_ENV is production", async () => {
    vi.stubEnv("NODE_ENV", "production")
    onTestFinished(() => void vi.unstubAllEnvs())
    const error = await rejection(createPayments({ gateway: simulated(), store: memory(), logger: silent }))
    assert.strictEqual(error.code, "misconfigured")
    assert.match(error.message, /production/)
  })

  it("says so when there are no options at all", async () => {
    // @ts-expect-error -- a program without types
    assert.strictEqual((await rejection(createPayments())).field, "options")
  })
})

describe("what programs without types hand over", () => {
  /** Each call is wrong in one field, which the error names. */
  type Wrong = readonly [call: string, args: ReadonlyArray<unknown>, field: string]
  const payin = { id: "order", amount: 500, description: "Bread" }
  const push = { type: "direct", mode: "ussd_push", phone: numbers.push }
  const payout = { id: "salary", amount: 500, description: "June", phone: numbers.push }
  const wrong: ReadonlyArray<Wrong> = [
    ["payins.create", [], "input"],
    ["payins.create", [null], "input"],
    ["payins.create", [payin], "method"],
    ["payins.create", [{ ...payin, method: "push" }], "method"],
    ["payins.create", [{ ...payin, method: { type: "card" } }], "method"],
    ["payins.create", [{ ...payin, method: { ...push, mode: "ussd_puch" } }], "method.mode"],
    ["payins.create", [{ ...payin, method: { ...push, phone: "+226 70" } }], "method.phone"],
    ["payins.create", [{ ...payin, method: push, id: "a b" }], "id"],
    ["payins.create", [{ ...payin, method: push, amount: "500" }], "amount"],
    ["payins.create", [{ ...payin, method: push, customData: ["a"] }], "customData"],
    ["payins.create", [{ ...payin, method: push, project: 7 }], "project"],
    ["payins.submitOtp", ["order"], "otp"],
    ["payins.submitOtp", ["order", 123_456], "otp"],
    ["payins.get", [], "id"],
    ["payins.get", [{ id: "order", project: "a b" }], "project"],
    ["payins.list", [{ limit: 0 }], "limit"],
    ["payins.list", [{ status: "paid" }], "status"],
    ["payins.list", [{ after: "yesterday" }], "after"],
    ["payins.list", [{ createdFrom: "yesterday" }], "createdFrom"],
    ["payins.cancel", ["order"], "by"],
    ["payouts.create", [], "input"],
    ["payouts.create", [payout], "method"],
    ["payouts.create", [{ ...payout, method: { type: "wallet" } }], "method.funds"],
    ["payouts.create", [{ ...payout, method: { type: "mobile_money" }, amount: 0.5 }], "amount"],
    ["payouts.create", [{ ...payout, method: { type: "mobile_money" }, phone: 7 }], "phone"],
    ["payouts.list", [{ status: "expired" }], "status"],
    ["review.recheck", ["order"], "kind"],
    ["review.release", [{ kind: "payout", id: "salary" }], "asOf"],
    ["review.approve", [{ kind: "payout", id: "salary" }], "asOf"],
    ["review.withdraw", [{ kind: "payout", id: "salary" }], "asOf"],
    ["review.resolve", [{ kind: "payout", id: "salary" }], "to"],
    ["review.closeFlag", [{ kind: "payout", id: "salary" }], "flag.kind"],
    ["review.pause", ["payouts"], "by"],
    ["forget", [], "name"],
    // A field that there is not would be left out in silence.
    ["payins.create", [{ ...payin, method: push, curency: "XOF" }], "curency"],
    ["payins.create", [{ ...payin, method: { ...push, msisdn: numbers.push } }], "method.msisdn"],
    ["payins.create", [{ ...payin, method: { ...push, returnUrl: "https://shop.example" } }], "method.returnUrl"],
    ["payins.create", [{ ...payin, method: push, customer: { firstname: "A" } }], "customer.firstname"],
    ["payins.create", [{ ...payin, method: push, shop: { name: "S", siteURL: "x" } }], "shop.siteURL"],
    ["payins.create", [{ ...payin, method: push, items: [{ name: "a", quantity: 1, price: 5 }] }], "items[0].price"],
    ["payins.create", [{ ...payin, method: push }, { sendlater: true }], "options.sendlater"],
    ["payins.prepare", [{ ...payin, method: push, metadata: {} }], "metadata"],
    ["payins.beforeCreation", [{ ...payin, method: push, metadata: {} }], "metadata"],
    ["payins.send", ["order", { code: "1234" }], "options.code"],
    ["payins.list", [{ state: "completed" }], "state"],
    ["payins.refund", ["order", { ammount: 5 }], "ammount"],
    ["payins.waitFor", ["order", { timeout: 5 }], "options.timeout"],
    ["payouts.create", [{ ...payout, method: { type: "mobile_money" }, to: "x" }], "to"],
    ["payouts.create", [{ ...payout, method: { type: "mobile_money", funds: "x" } }], "method.funds"],
    [
      "review.release",
      [
        { kind: "payout", id: "salary" },
        { by: "A", reason: "b", seq: 3 },
      ],
      "seq",
    ],
    ["review.needsAttention", [{ projet: "shop" }], "projet"],
  ]

  test("is refused by the name of the field, and nothing is stored", async (payments) => {
    for (const [path, args, field] of wrong) {
      let target: object = payments
      const names = path.split(".")
      for (const name of names.slice(0, -1)) target = Reflect.get(target, name)
      const call: (...args: ReadonlyArray<unknown>) => Promise<unknown> = Reflect.get(target, names.at(-1) ?? "")
      const error = await call(...args).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      assert.instanceOf(error, PaymentsError, `${path} ${JSON.stringify(args)}: ${String(error)}`)
      assert.strictEqual(error.field, field, `${path} ${JSON.stringify(args)}: ${error.message}`)
    }
    assert.deepStrictEqual((await payments.payins.list()).payments, [])
    assert.deepStrictEqual((await payments.payouts.list()).payments, [])
  })

  test("is refused with the nearest field that there is, and with all of them", async (payments) => {
    const near = async (input: object) =>
      (await rejection(Reflect.apply(Reflect.get(payments.payins, "create"), null, [input]))).message
    assert.strictEqual(
      await near({ ...payin, method: push, metadata: {} }),
      "metadata must be left out: there is no such field; the nearest is customData. What there is: project, id, amount, method, description, items, shop, customer, customData, orderRef. Nothing was stored or sent.",
    )
    assert.match(
      await near({ ...payin, method: push, amuont: 500 }),
      /^amuont must be left out: there is no such field; the nearest is amount\./,
    )
    assert.strictEqual(
      await near({ ...payin, method: push, currency: "EUR" }),
      "currency must be left out: amounts are whole francs (XOF). The service takes no other currency, so the merchant converts an amount before this call. Nothing was stored or sent.",
    )
    assert.match(
      await near({ ...payin, method: push, "22670000001": 1 }),
      /^… must be left out: there is no such field\. What there is: project, id/,
    )
  })
})

async function inMyShop() {
  return await createPayments({
    gateway: simulated(),
    store: memory(),
    logger: silent,
    callbacks: { base: "https://shop.example", key: { id: "k1", secret: "short" } },
  })
}

test("where it went wrong is traced to the caller's own frame, also where the failure came later", async (payments) => {
  const fails: ReadonlyArray<() => Promise<unknown>> = [
    async function inMyShop() {
      return await payments.payins.get("none")
    },
    async function inMyShop() {
      return await payments.payouts.cancel("none", "a colleague")
    },
    async function inMyShop() {
      for await (const each of payments.payins.watch("none")) return each
      return null
    },
    inMyShop,
  ]
  for (const call of fails) {
    const error = await rejection(call())
    assert.match(error.stack ?? "", /inMyShop.*PaymentsError\.test\.ts/)
    assert.isTrue(error.stack?.startsWith(`PaymentsError: ${error.message}\n`), error.stack)
  }
})

describe("the HTTP status of an error", () => {
  const statuses: ReadonlyArray<readonly [failure: unknown, status: number]> = [
    [new InvalidInput({ field: "amount", expected: "a whole number" }), 400],
    [new PaymentNotFound({ key }), 404],
    [new ContentConflict({ key, fields: ["amount"] }), 409],
    [new DecisionRefused({ key, because: "changed" }), 409],
    [new NotNow({ key, because: "code_needed", retryAt: null }), 400],
    [new NotNow({ key, because: "already_paid", retryAt: null }), 409],
    [new NotNow({ key, because: "changed_meanwhile", retryAt: null }), 409],
    [new NotNow({ key, because: "too_soon", retryAt: 0 }), 429],
    [new NotNow({ key, because: "paused", retryAt: null }), 503],
    [new StoreError({ operation: "save", cause: null }), 503],
    [new UnreadableRow({ key }), 500],
    [new PaymentsError({ code: "closed", message: "Closed." }), 503],
    [{ _tag: "GatewayMisconfigured", setting: "baseUrl", message: "It is no address." }, 500],
    ["a text", 500],
  ]
  it("says whose turn it is: the caller's, later, or ours", () => {
    for (const [failure, status] of statuses) {
      const error = errorFrom(failure, false)
      assert.strictEqual(error.status, status, error.message)
      assert.strictEqual(error.toJSON()["status"], status)
    }
  })
})
