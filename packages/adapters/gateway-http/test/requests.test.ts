/**
 * What each endpoint is asked, against requests written by hand from the specification's tables. The sending is recorded as a whole:
 * method, address, headers and body.
 */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { it } from "@cauri/house/it"
import type { PayinInput } from "@cauri/core"
import { type CreationCall, type Gateway, notSent } from "@cauri/core/adapter"
import { CreationToken, type NotSentCause, type Payin } from "@cauri/core/model"
import {
  callbackUrl,
  callOf,
  confirmPayin,
  confirmPayout,
  direct,
  hosted,
  otp,
  payin,
  payout,
  wallet,
} from "./calls.ts"
import { recorded, type RecorderOptions } from "./recorder.ts"
import manifest from "../package.json" with { type: "json" }

const postHeaders = {
  Apikey: "the-api-key",
  Authorization: "Bearer the.api.token",
  Accept: "application/json",
  "Content-Type": "application/json",
  "user-agent": `cauri/${manifest.version}`,
}
const { "Content-Type": _type, ...getHeaders } = postHeaders
const { Accept: _accept, ...credentialHeaders } = getHeaders

type Create = (gateway: Gateway["Service"]) => Effect.Effect<unknown>

/** The only request that a call makes. */
const requestOf = (create: Create, options: RecorderOptions = {}) =>
  recorded(function* (gateway, { sent }) {
    yield* create(gateway)
    assert.strictEqual(sent.length, 1)
    const [sending] = sent
    if (sending === undefined) return assert.fail("nothing was sent")
    const { body, headers, line, method, origin, path } = sending
    return { line, request: `${method} ${origin}${path}`, headers, body: body === null ? null : JSON.parse(body) }
  }, options)

/** The call makes this request and no other. */
const asks = (create: Create, request: object) =>
  Effect.map(requestOf(create), (made) => assert.deepStrictEqual<object>(made, request))

/** Nothing leaves, and the call says so. */
const sendsNothing = (create: Create, options: RecorderOptions = {}, cause: NotSentCause = "invalid_request") =>
  recorded(function* (gateway, { sent }) {
    assert.deepStrictEqual(yield* create(gateway), notSent(cause))
    assert.strictEqual(sent.length, 0)
  }, options)

const full: Partial<PayinInput> = {
  items: [
    { name: "Pain", description: "au blé", quantity: 2, unitPrice: 1500 },
    { name: "Thé", quantity: 1, unitPrice: 1000 },
  ],
  customer: { firstName: "Firstname", lastName: "Lastname", email: "customer@shop.example" },
  customData: { basket: "b-7", order_id: 17, gift: true },
}
const store = { name: "Boutique", website_url: "https://shop.example/" }
const invoice = {
  total_amount: 4200,
  devise: "XOF",
  description: "Deux pains, déjà prêts",
  customer_firstname: "",
  customer_lastname: "",
  customer_email: "",
  external_id: "",
}
const noPage = { cancel_url: "", return_url: "", callback_url: callbackUrl }
const transaction = { transaction_id: "order-17" }

const calls =
  (method: "create" | "requestCode", payment: Payin, more: Partial<CreationCall<Payin>> = {}): Create =>
  (gateway) =>
    Effect.flatMap(callOf(payment, more), (call) => gateway[method](call))

const agentOf = (options: RecorderOptions) =>
  Effect.map(requestOf(calls("create", payin(hosted)), options), ({ headers }) => headers["user-agent"])

describe("the user agent", () => {
  it("names this package, or what the host says, or nothing", function* () {
    assert.strictEqual(yield* agentOf({}), `cauri/${manifest.version}`)
    assert.strictEqual(yield* agentOf({ userAgent: "shop/2" }), "shop/2")
    assert.isUndefined(yield* agentOf({ userAgent: null }))
  })
})

describe("endpoint 1, a hosted payin", () => {
  it.effect(
    "is a POST with all four headers and the whole order under `commande` (#17, #18, #30, #31, #36, #43, #54, #55, #133, #141, #181-#183, #195, #252)",
    () =>
      asks(calls("create", payin(hosted, full)), {
        line: "Payin",
        request: "POST https://pay.example/pay/v01/redirect/checkout-invoice/create",
        headers: postHeaders,
        body: {
          commande: {
            invoice: {
              ...invoice,
              items: [
                { name: "Pain", description: "au blé", quantity: 2, unit_price: 1500, total_price: 3000 },
                { name: "Thé", quantity: 1, unit_price: 1000, total_price: 1000 },
              ],
              customer: "",
              customer_firstname: "Firstname",
              customer_lastname: "Lastname",
              customer_email: "customer@shop.example",
              otp: "",
            },
            store,
            actions: {
              cancel_url: "https://shop.example/cart?id=1",
              return_url: "https://shop.example/thanks",
              callback_url: callbackUrl,
            },
            custom_data: { basket: "b-7", order_id: "17", gift: "true", transaction_id: "order-17" },
          },
        },
      }),
  )

  it.effect(
    "carries the merchant's own identifier, and a number only to filter the page's operators (#38, #39, #43)",
    () =>
      Effect.gen(function* () {
        const filtered = payin({ ...hosted, phone: "22670000003", externalId: "Facture 17" })
        const { body } = yield* requestOf(calls("create", filtered))
        const { commande } = body
        assert.deepInclude(commande.invoice, { customer: "22670000003", external_id: "Facture 17", items: [] })
        assert.deepStrictEqual(commande.custom_data, transaction)
      }),
  )
})

const directOrder = (code: string) => ({
  commande: {
    invoice: { ...invoice, items: [], customer: "22670000001", otp: code },
    store,
    actions: noPage,
    custom_data: transaction,
  },
})

describe("endpoint 3, a direct payin", () => {
  const modes = [
    ["ussd_push", null, "", "#150"],
    ["guided_ussd", null, "", "#152"],
    ["sms_otp", null, "", "#154"],
    ["sms_otp", "408162", "408162", "#156"],
    ["ussd_otp", "408162", "408162", "#149"],
  ] as const
  for (const [mode, given, sent, rule] of modes) {
    it.effect(
      `${mode} with ${given === null ? "no code" : "a code"} sends otp "${sent}" (${rule}, #17, #18, #30, #44, #46, #56, #135, #141, #195, #252)`,
      () =>
        Effect.gen(function* () {
          const code = given === null ? null : otp(given)
          const asks = mode === "sms_otp" && code === null ? "requestCode" : "create"
          assert.deepStrictEqual(yield* requestOf(calls(asks, payin(direct(mode)), { otp: code })), {
            line: "Payin",
            request: "POST https://pay.example/pay/v01/straight/checkout-invoice/create",
            headers: postHeaders,
            body: directOrder(sent),
          })
        }),
    )
  }

  const refused = [
    ["a code for a mode that knows none (#150)", direct("ussd_push"), { otp: otp("408162") }],
    ["no code for the mode that needs one (#149)", direct("ussd_otp"), {}],
    ["a code with a space in it", direct("sms_otp"), { otp: otp("40 62") }],
    ["a code with a line break in it", direct("sms_otp"), { otp: otp("40\r\nA: b") }],
    ["an address to call back that is none (#57)", direct("ussd_push"), { callbackUrl: "shop.example" }],
  ] as const
  for (const [what, method, more] of refused) {
    it.effect(`sends nothing for ${what}`, () =>
      sendsNothing(
        calls("create", payin(method), more),
        {},
        "callbackUrl" in more ? "invalid_callback_address" : "invalid_request",
      ),
    )
  }
})

describe("endpoint 4, the wallet's code", () => {
  it.effect(
    "is a GET without a body; number and amount are in the path (#131, #132, #136, #158, #160, #161, #253)",
    () =>
      asks(calls("requestCode", payin(wallet)), {
        line: "Payin",
        request: "GET https://pay.example/pay/v02/debitotp/22670000001/4200",
        headers: getHeaders,
        body: null,
      }),
  )

  it("is for a wallet or a code by SMS only, and carries no code (#157, #166)", function* () {
    yield* sendsNothing(calls("requestCode", payin(direct())))
    yield* sendsNothing(calls("requestCode", payin(hosted)))
    yield* sendsNothing(calls("requestCode", payin(wallet), { otp: otp("408162") }))
    yield* sendsNothing(calls("requestCode", payin(direct("sms_otp")), { otp: otp("408162") }))
  })
})

describe("endpoint 5, the wallet's payment", () => {
  it.effect("has the body of endpoint 3 with the customer's code (#41, #44, #137, #141, #167, #168, #195, #253)", () =>
    asks(calls("create", payin(wallet), { otp: otp("A1b2") }), {
      line: "Payin",
      request: "POST https://pay.example/pay/v02/debitwallet/withotp",
      headers: postHeaders,
      body: directOrder("A1b2"),
    }),
  )

  it("is never asked for without a code (#167, #171)", function* () {
    yield* sendsNothing(calls("create", payin(wallet)))
    yield* sendsNothing(calls("create", payin(wallet), { otp: otp("") }))
    yield* sendsNothing(calls("create", payin(hosted), { otp: otp("1234") }))
  })
})

const mobileMoney =
  (more: { readonly callbackUrl?: string } = {}): Create =>
  (gateway) =>
    Effect.flatMap(callOf(payout({ type: "mobile_money" }), more), (call) => gateway.create(call))

const walletPayout =
  (funds: "keep_in_wallet" | "transfer_to_mobile_money"): Create =>
  (gateway) =>
    Effect.flatMap(callOf(payout({ type: "wallet", funds })), (call) => gateway.create(call))

describe("endpoints 6 and 7, payouts", () => {
  const command = {
    amount: 750,
    description: "Salary",
    customer: "22670000002",
    callback_url: callbackUrl,
    custom_data: { transaction_id: "salary-3" },
  }
  for (const [funds, flag] of [
    ["keep_in_wallet", 1],
    ["transfer_to_mobile_money", 0],
  ] as const) {
    it.effect(
      `${funds} is top_up_wallet ${flag} at endpoint 6 (#17, #18, #61-#66, #68, #69, #138, #141, #195, #252)`,
      () =>
        asks(walletPayout(funds), {
          line: "Payout",
          request: "POST https://pay.example/pay/v01/withdrawal/create",
          headers: postHeaders,
          body: { commande: { ...command, top_up_wallet: flag } },
        }),
    )
  }

  it.effect("a mobile-money payout carries no top_up_wallet, at endpoint 7 (#67, #139, #141, #195, #252)", () =>
    asks(mobileMoney(), {
      line: "Payout",
      request: "POST https://pay.example/pay/v01/straight/payout",
      headers: postHeaders,
      body: { commande: command },
    }),
  )

  it("a payout is called back over https, or on this machine by a service on this machine (#64, #210)", function* () {
    const local = { callbackUrl: "http://127.0.0.1:4000/callbacks/a" }
    const cause = "invalid_callback_address"
    yield* sendsNothing(mobileMoney(local), {}, cause)
    const remote = mobileMoney({ callbackUrl: "http://shop.example/a" })
    yield* sendsNothing(remote, { baseUrl: "http://127.0.0.1:9" }, cause)
    const { body } = yield* requestOf(mobileMoney(local), { baseUrl: "http://127.0.0.1:9" })
    assert.strictEqual(body.commande.callback_url, local.callbackUrl)
  })
})

describe("endpoints 2 and 8, the confirms", () => {
  const token = CreationToken.make("eyJh.A+B&c=d/e==#x'")
  const encoded = "eyJh.A%2BB%26c%3Dd%2Fe%3D%3D%23x%27"
  const confirms =
    (confirm: typeof confirmPayin | typeof confirmPayout): Create =>
    (gateway) =>
      Effect.exit(confirm(gateway, token))

  it.effect("a payin's is a GET with `invoiceToken` and three headers (#131, #132, #134, #143, #145, #180, #252)", () =>
    asks(confirms(confirmPayin), {
      line: "Confirm",
      request: `GET https://pay.example/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=${encoded}`,
      headers: getHeaders,
      body: null,
    }),
  )

  it.effect(
    "a payout's is a GET with the two credentials only, and a slash at its end (#140, #175, #176, #178, #252)",
    () =>
      asks(confirms(confirmPayout), {
        line: "Confirm",
        request: `GET https://pay.example/pay/v01/withdrawal/confirm/?withdrawalToken=${encoded}`,
        headers: credentialHeaders,
        body: null,
      }),
  )

  it("the parameter of a payout's, which is not shown, is an option (#178)", function* () {
    const { request } = yield* requestOf(confirms(confirmPayout), { payoutTokenParameter: "token" })
    assert.isTrue(request.endsWith(`/confirm/?token=${encoded}`))
  })
})

describe("every request", () => {
  it.effect(
    "goes below the base address that was configured, and going live changes only the credentials (#1, #15, #16)",
    () =>
      Effect.gen(function* () {
        const options = { baseUrl: "https://pay.example/prefix/" }
        const { request } = yield* requestOf(calls("requestCode", payin(wallet)), options)
        assert.strictEqual(request, "GET https://pay.example/prefix/pay/v02/debitotp/22670000001/4200")
      }),
  )
})
