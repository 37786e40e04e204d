/** The sandbox says why: everything that was wrong with a request at once, with what to send, and nothing that is a secret. */
import { endpoints } from "@cauri/wire"
import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { asObserved, Backstage, type CallbackPost, CallbackSender, Engine, layerFetch } from "../../src/index.ts"
import { Layer } from "effect"
import { itOver } from "@cauri/house/it"
import { type RequestLine, RequestLog } from "../../src/log/RequestLog.ts"
import { directBody, faces, hostedBody, numbers, payoutBody, walletPayoutBody } from "../support.ts"
import { base, call, type CallParts, control, fieldOf, layerHttp, send } from "./client.ts"

const it = itOver(() => layerHttp())

const newest = Effect.gen(function* () {
  const lines = yield* (yield* RequestLog).lines
  return lines.at(-1) ?? assert.fail("no request was logged")
})

const english = ({ reasons }: RequestLine): ReadonlyArray<string> =>
  reasons.map(({ fix, says }) => `${says.en} ${fix.en}`)

type Endpoint = Parameters<typeof call>[0]

const saidAbout = (endpoint: Endpoint, parts: CallParts) =>
  Effect.andThen(Effect.exit(call(endpoint, parts)), Effect.map(newest, english))

const without = (object: object, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)))

const { commande: direct } = directBody({})
const { commande: payout } = payoutBody()

/** A refused form, and every sentence that helps. */
const refused: ReadonlyArray<readonly [rules: string, endpoint: Endpoint, body: unknown, says: ReadonlyArray<string>]> =
  [
    [
      "#30 #52 #57 #58",
      "createDirectInvoice",
      {
        commande: without(direct, "store", "actions", "custom_data"),
        store: direct.store,
        actions: direct.actions,
        custom_data: {},
      },
      [
        "store stands in the wrong place; it belongs in commande. Move it into commande.",
        "actions stands in the wrong place; it belongs in commande. Move it into commande.",
        "custom_data stands in the wrong place; it belongs in commande. Move it into commande.",
      ],
    ],
    [
      "#35 #245",
      "createDirectInvoice",
      directBody({
        total_amount: "4200",
        items: [{ name: "Book", quantity: 1, unit_price: 4_200.4, total_price: "x" }],
      }),
      [
        "commande.invoice.items.0.unit_price is not accepted: 4200.4. Send 4200: a whole number of francs, without quotes or decimals.",
        'commande.invoice.items.0.total_price cannot be "x". Send unit_price times quantity.',
        'commande.invoice.total_amount cannot be "4200". Send 4200: a whole number of francs, without quotes or decimals.',
      ],
    ],
    [
      "#243 #244",
      "createDirectInvoice",
      directBody({ total_amount: 8 }),
      ["commande.invoice.total_amount is not accepted: 8. Send a whole number of francs from 9 to 2000000."],
    ],
    [
      "#13 #40",
      "createDirectInvoice",
      { commande: { ...direct, invoice: without(direct.invoice, "customer") }, customer: { phone: numbers.ussdPush } },
      [
        "customer stands in the wrong place; it belongs in commande.invoice. Move it into commande.invoice. Send the telephone number with its country code, digits only, like 22660000001.",
      ],
    ],
    [
      "#57",
      "createDirectInvoice",
      { commande: { ...direct, actions: { cancel_url: "", return_url: "", notify_url: "https://shop.example" } } },
      ["The service has no field commande.actions.notify_url. Send commande.actions.callback_url instead."],
    ],
    [
      "#51",
      "createDirectInvoice",
      directBody({ items: [{ name: "Book", description: "", quantity: 1, unit_price: 500, total_amount: 500 }] }),
      [
        "The service has no field commande.invoice.items.0.total_amount. Send commande.invoice.items.0.total_price instead.",
      ],
    ],
    [
      "#35",
      "createDirectInvoice",
      { commande: { ...direct, invoice: { ...without(direct.invoice, "total_amount"), montant: "4200.00" } } },
      ["The service has no field commande.invoice.montant. Send commande.invoice.total_amount instead."],
    ],
    [
      "#61 #63 #64 #66",
      "createWalletPayout",
      walletPayoutBody({
        amount: 0,
        customer: "+226 60 00 00 01",
        callback_url: "http://shop.example/x",
        top_up_wallet: 2,
      }),
      [
        "commande.amount is not accepted: 0. Send a whole number of francs above 0.",
        'commande.customer is not accepted: "+226 60 ** ** 01". Send the telephone number with its country code, digits only, like 22660000001.',
        'commande.callback_url is not accepted: "http://shop.example/***". Send an address that begins with https://.',
        "commande.top_up_wallet cannot be 2. Send 1 to keep the money in the wallet, or 0 to transfer it to mobile money.",
      ],
    ],
    [
      "#67",
      "createDirectPayout",
      payoutBody({ top_up_wallet: 1 }),
      ["commande.top_up_wallet cannot be 1. Leave it out."],
    ],
    [
      "#17 #18",
      "createDirectPayout",
      "not json",
      ["The body is not a JSON object. Send a JSON object with commande at its root, and the type application/json."],
    ],
    [
      "#30",
      "createDirectPayout",
      payout,
      [
        "amount stands in the wrong place; it belongs in commande. Move it into commande.",
        "description stands in the wrong place; it belongs in commande. Move it into commande.",
        "customer stands in the wrong place; it belongs in commande. Move it into commande.",
        "callback_url stands in the wrong place; it belongs in commande. Move it into commande.",
        "custom_data stands in the wrong place; it belongs in commande. Move it into commande.",
      ],
    ],
    [
      "#111",
      "createDirectInvoice",
      directBody({ customer: numbers.unserved }),
      ["No operator serves 22611****01. Send a number of one of the sandbox’s operators."],
    ],
    [
      "#174 #232",
      "createWalletPayout",
      walletPayoutBody({ customer: numbers.ussdPush }),
      ["22660****01 has no wallet account. Open the wallet on the page of the phones, or use a number that has one."],
    ],
    [
      "#237",
      "createDirectPayout",
      payoutBody({ amount: 900_000_000 }),
      ["The balance of the project on this operator is too low. Raise the balance on the page of the projects."],
    ],
  ]

/** An address that programs invent, and the one that helps. */
const invented = [
  ["POST", "/payin/", "POST", endpoints.createHostedInvoice.path],
  ["GET", "/payin/check-status/", "GET", `${endpoints.confirmInvoice.path}?invoiceToken=<token>`],
  ["GET", "/checkout-invoice/abc/status", "GET", `${endpoints.confirmInvoice.path}?invoiceToken=<token>`],
  ["POST", "/straight/payout/create", "POST", endpoints.createDirectPayout.path],
  ["GET", "/straight/payout/confirm", "GET", `${endpoints.confirmPayout.path}?withdrawalToken=<token>`],
  ["POST", "/refund", "POST", endpoints.createDirectPayout.path],
  ["GET", "/balance", "GET", `${endpoints.confirmInvoice.path}?invoiceToken=<token>`],
  ["GET", "/ping", "GET", `${endpoints.confirmInvoice.path}?invoiceToken=<token>`],
  ["POST", "/pay/v01/debitwallet/withotp", "POST", endpoints.submitWalletInvoice.path],
  ["POST", "/redirect/checkout-invoice/create", "POST", endpoints.createHostedInvoice.path],
] as const

describe("reasons", () => {
  for (const [rules, endpoint, body, expected] of refused) {
    it(`says everything that is wrong with a body at once: ${expected[0]} ${rules}`, function* () {
      assert.deepStrictEqual(yield* saidAbout(endpoint, { body }), expected)
      const { reasons } = yield* newest
      for (const { fix, says } of reasons) assert.notStrictEqual(`${says.fr} ${fix.fr}`, `${says.en} ${fix.en}`)
    })
  }

  for (const [name, options] of faces) {
    it.effect(`names a misplaced object alone, and nothing that follows from its place (${name}) #57`, () =>
      Effect.gen(function* () {
        const body = { commande: without(direct, "actions"), actions: direct.actions }
        assert.deepStrictEqual(yield* saidAbout("createDirectInvoice", { body }), [
          "actions stands in the wrong place; it belongs in commande. Move it into commande.",
        ])
      }).pipe(Effect.provide(layerHttp(options))),
    )
  }

  for (const [method, path, rightMethod, right] of invented) {
    it.effect(`names the nearest endpoint for ${method} ${path} #1`, () =>
      Effect.gen(function* () {
        assert.strictEqual((yield* send(path, { method })).status, 404)
        assert.deepStrictEqual(english(yield* newest), [
          `The service has no address ${method} ${path}. Call ${rightMethod} ${right}.`,
        ])
      }).pipe(Effect.provide(layerHttp({ profile: asObserved }))),
    )
  }

  it.effect("says which refusals the other face would not make, and of no other that it would not", () =>
    Effect.gen(function* () {
      const taken = "The sandbox takes it with SANDBOX_FACE=as-observed."
      const { path } = endpoints.confirmInvoice
      const token = fieldOf(yield* call("createDirectInvoice", { body: directBody({}) }), "token")
      const both = directBody({ devise: "xof", total_amount: "4200" })
      assert.deepStrictEqual(yield* saidAbout("createDirectInvoice", { body: both }), [
        'commande.invoice.total_amount cannot be "4200". Send 4200: a whole number of francs, without quotes or decimals.',
        `commande.invoice.devise cannot be "xof". Send XOF. ${taken}`,
      ])
      assert.deepStrictEqual(yield* saidAbout("confirmInvoice", { target: `${path}?token=${token}` }), [
        `The query parameter invoiceToken is missing. Append the parameter invoiceToken with the token of the creation’s answer, percent-encoded. ${taken}`,
      ])
      for (const other of [path.endsWith("/") ? path.slice(0, -1) : `${path}/`, `/${path}`]) {
        assert.strictEqual((yield* send(`${base}${other}`)).status, 404, other)
        assert.include(english(yield* newest).join(), taken, other)
      }
      yield* send("/nowhere", {})
      assert.notInclude(english(yield* newest).join(), taken)
    }).pipe(Effect.provide(layerHttp())),
  )

  it("names the right method for a confirm that is posted, and where its token goes #143 #175", function* () {
    assert.strictEqual((yield* send(endpoints.confirmInvoice.path, { method: "POST", body: "{}" })).status, 405)
    const { path } = endpoints.confirmInvoice
    assert.deepStrictEqual(english(yield* newest), [
      `${path} does not take POST. Call GET ${path}?invoiceToken=<token>.`,
    ])
  })

  it("names the header that is missing, and the one that came instead #180 #181 #182 #183 #190", function* () {
    for (const [headers, missing, expected] of [
      [
        { "Brand-Api-Key": "k" },
        ["Apikey"],
        ["The header Apikey is missing; brand-api-key came instead. Send the header Apikey: <API_KEY>."],
      ],
      [{}, ["Apikey"], ["The header Apikey is missing. Send the header Apikey: <API_KEY>."]],
      [
        { Authorization: "sandbox-key-1" },
        ["Apikey"],
        ["The header Apikey is missing; authorization came instead. Send the header Apikey: <API_KEY>."],
      ],
      [
        {},
        ["Authorization", "Accept"],
        [
          "The header Authorization is missing. Send the header Authorization: Bearer <API_TOKEN>.",
          "The header Accept is missing. Send the header Accept: application/json.",
        ],
      ],
      [
        { "Content-Type": "text/plain" },
        [],
        ["The header Content-Type is not accepted: text/plain. Send the header Content-Type: application/json."],
      ],
      [
        { Authorization: "sandbox-token-1" },
        [],
        ["The header Authorization is not accepted: sandbox-toke…. Send the header Authorization: Bearer <API_TOKEN>."],
      ],
      [
        { Apikey: "wrong" },
        [],
        [
          "No project has this Apikey. Take both credentials from the first page of the sandbox. Keys that are issued again replace the old ones at once.",
        ],
      ],
      [
        { Authorization: "Bearer wrong" },
        [],
        [
          "The API token is wrong. Take both credentials from the first page of the sandbox. Keys that are issued again replace the old ones at once.",
        ],
      ],
    ] as const) {
      const said = yield* saidAbout("createDirectPayout", { body: payoutBody(), headers, without: [...missing] })
      assert.deepStrictEqual(said, expected)
    }
  })

  it("tells a callback's token, another kind's and an unknown one apart #144 #201 #230", function* () {
    yield* call("createDirectInvoice", { body: directBody({}) })
    const paidOut = fieldOf(yield* call("createDirectPayout", { body: payoutBody() }), "token")
    const { invoices } = yield* (yield* Engine).state
    const [invoice] = [...invoices].map(([, each]) => each)
    for (const [token, says] of [
      [invoice?.callbackToken ?? "", "This token came with a callback."],
      [paidOut, "This token belongs to the other kind of payment."],
      ["x", "No payment of this project has this token."],
      ["", "The query parameter invoiceToken is missing."],
    ] as const) {
      const target = `${endpoints.confirmInvoice.path}?invoiceToken=${encodeURIComponent(token)}`
      assert.include((yield* saidAbout("confirmInvoice", { target }))[0], says)
    }
  })

  for (const [face, options] of faces) {
    it.effect(`says it in a header that the service has not, which can be switched off (${face}) #216`, () => {
      const headerOf = Effect.map(call("createDirectPayout", { body: payoutBody({ amount: "5" }) }), ({ headers }) =>
        headers.get("x-sandbox-reason"),
      )
      return Effect.gen(function* () {
        assert.strictEqual(
          yield* Effect.provide(headerOf, layerHttp(options)),
          'commande.amount cannot be "5". Send 5: a whole number of francs, without quotes or decimals.',
        )
        assert.isNull(yield* Effect.provide(headerOf, layerHttp(options, { reasonHeader: false })))
        const right = yield* Effect.provide(call("createDirectPayout", { body: payoutBody() }), layerHttp(options))
        assert.isNull(right.headers.get("x-sandbox-reason"))
      })
    })
  }

  it.effect("says that a fault spoiled a call, whatever the service answered", () =>
    Effect.gen(function* () {
      yield* call("createDirectPayout", { body: payoutBody() })
      assert.include(english(yield* newest)[0], "on purpose: EmptyToken")
    }).pipe(Effect.provide(layerHttp({ faultRules: [{ id: "f", fault: { _tag: "EmptyToken" } }] }))),
  )

  it.effect("keeps body, answer and sub-code without a secret, for the newest requests only", () =>
    Effect.gen(function* () {
      const created = yield* call("createHostedInvoice", { body: hostedBody({ customer: numbers.ussdPush }) })
      const kept = JSON.stringify(yield* newest)
      for (const secret of [
        fieldOf(created, "token"),
        numbers.ussdPush,
        "sandbox-key-1",
        "sandbox-token-1",
        "/callback",
      ]) {
        assert.notInclude(kept, secret)
      }
      yield* call("submitWalletInvoice", { body: directBody({ customer: numbers.wallet, otp: "482913" }) })
      const line = yield* newest
      assert.notInclude(JSON.stringify(line), "482913")
      assert.strictEqual(line.subCode, "08")
      assert.deepNestedInclude(JSON.parse(line.answer ?? ""), { response_text: "Echec (Code08)" })
      assert.deepStrictEqual(JSON.parse((yield* control("GET", "/requests")).text), yield* (yield* RequestLog).lines)
      yield* call("createHostedInvoice", { body: hostedBody() })
      const lines = yield* (yield* RequestLog).lines
      assert.deepStrictEqual(
        lines.map(({ body }) => body !== null),
        [false, true, true],
      )
    }).pipe(Effect.provide(layerHttp({}, { requestLogDetails: 2 }))),
  )

  it.effect(
    "gives one number to the requests, the record and both callbacks of a payment, lost answers included #93 #196",
    () => {
      const received: Array<CallbackPost> = []
      const sender = CallbackSender.layerTo((post) =>
        Effect.sync(() => {
          received.push(post)
          return { _tag: "Answered", status: 200 }
        }),
      )
      const fault = { id: "f", fault: { _tag: "EmptyToken" }, endpoints: ["createDirectInvoice"] } as const
      return Effect.gen(function* () {
        yield* call("createDirectInvoice", { body: directBody({ customer: numbers.ussdPush }) })
        const { requestId } = yield* newest
        const { invoices } = yield* (yield* Engine).state
        const [token = ""] = [...invoices].map(([each]) => each)
        yield* (yield* Backstage).act({ _tag: "Decide", token, completed: false })
        yield* (yield* Engine).passTime(60_000)
        yield* (yield* Engine).settled
        const target = `${endpoints.confirmInvoice.path}?invoiceToken=${encodeURIComponent(token)}`
        const record = yield* call("confirmInvoice", { target })
        assert.isString(requestId)
        assert.deepStrictEqual(
          [fieldOf(record, "request_id"), (yield* newest).requestId, ...received.map((post) => post.requestId)],
          [requestId, requestId, requestId, requestId],
        )
      }).pipe(Effect.provide(layerFetch({ faultRules: [fault] }).pipe(Layer.provide(sender))))
    },
  )

  it.effect.prop("explains any body without failing", { body: Schema.Json }, ({ body }) =>
    Effect.gen(function* () {
      for (const endpoint of ["createHostedInvoice", "createDirectInvoice", "createWalletPayout"] as const) {
        const got = yield* call(endpoint, { body: JSON.stringify({ commande: body }) })
        assert.strictEqual(got.status, 200)
        assert.isNotEmpty((yield* newest).reasons)
      }
    }).pipe(Effect.provide(layerHttp())),
  )
})
