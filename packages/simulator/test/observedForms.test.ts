/** The forms that public clients send: as observed every one is taken and means what its author meant, strictly only the letter is. */
import { DirectInvoiceResponse, HostedInvoiceResponse } from "../src/spec/CreateResponses.ts"
import { requestFaults } from "@cauri/wire"
import { assert, describe } from "@effect/vitest"
import { Effect, HashMap } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import { asObserved, Engine, Phones, strict } from "../src/index.ts"
import {
  bodyOf,
  call,
  create,
  directBody,
  hostedBody,
  layerWith,
  numbers,
  payinRecordOf,
  payoutBody,
  payoutRecordOf,
  receiving,
  request,
  walletPayoutBody,
} from "./support.ts"

const observed = { profile: asObserved }

const without = (object: object, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !names.includes(key)))

const callback_url = "https://shop.example/callback"
const entry = (key: string, value: string) => ({ keyof_customdata: key, valueof_customdata: value })

const withInvoice = ({ commande }: ReturnType<typeof hostedBody>, ...names: ReadonlyArray<string>) => ({
  commande: { ...commande, invoice: without(commande.invoice, ...names) },
})

type Form = readonly [
  what: string,
  endpoint: "createHostedInvoice" | "createDirectInvoice" | "createWalletPayout" | "createDirectPayout",
  body: unknown,
]

const emptyCustomData: ReadonlyArray<unknown> = [[], "", null]

/** What the letter refuses and public clients send. */
const forms: ReadonlyArray<Form> = [
  ["the currency in small letters #36", "createDirectInvoice", directBody({ devise: "xof" })],
  [
    "direct: no external_id and no otp #44 #46",
    "createDirectInvoice",
    withInvoice(directBody({}), "external_id", "otp"),
  ],
  ["direct: an external_id that is filled #44", "createDirectInvoice", directBody({ external_id: "Facture 17" })],
  ["direct: no redirects #56", "createDirectInvoice", directBody({}, { actions: { callback_url, cancel_url: null } })],
  [
    "direct: redirects that are filled #56",
    "createDirectInvoice",
    directBody({}, { actions: { callback_url, cancel_url: "https://a.example", return_url: "https://b.example" } }),
  ],
  [
    "direct: the callback address in cancel_url #56 #57",
    "createDirectInvoice",
    directBody({}, { actions: { callback_url: null, cancel_url: callback_url, return_url: "" } }),
  ],
  ["hosted: no customer #38", "createHostedInvoice", withInvoice(hostedBody(), "customer")],
  ["hosted: an e-mail address as customer #38", "createHostedInvoice", hostedBody({ customer: "a@shop.example" })],
  ["hosted: a telephone with a sign #13 #39", "createHostedInvoice", hostedBody({ customer: "+226 60 00 00 01" })],
  ["hosted: no redirects #54 #55", "createHostedInvoice", hostedBody({}, { actions: { callback_url } })],
  [
    "hosted: empty redirects #54 #55",
    "createHostedInvoice",
    hostedBody({}, { actions: { callback_url, cancel_url: "", return_url: "" } }),
  ],
  [
    "hosted: a shop without a scheme #53",
    "createHostedInvoice",
    hostedBody({}, { store: { name: "Shop", website_url: "shop.example" } }),
  ],
  ["wallet: no top_up_wallet #65", "createWalletPayout", payoutBody({ customer: numbers.wallet })],
  ["wallet: true for top_up_wallet #66", "createWalletPayout", walletPayoutBody({ top_up_wallet: true })],
  ["wallet: a name of its own #66", "createWalletPayout", payoutBody({ customer: numbers.wallet, to_wallet: false })],
  ...emptyCustomData.flatMap((custom_data): ReadonlyArray<Form> => {
    const what = `custom_data ${JSON.stringify(custom_data)} #58 #70`
    return [
      [`hosted: ${what}`, "createHostedInvoice", hostedBody({}, { custom_data })],
      [`direct: ${what}`, "createDirectInvoice", directBody({}, { custom_data })],
      [`wallet: ${what}`, "createWalletPayout", walletPayoutBody({ custom_data })],
      [`payout: ${what}`, "createDirectPayout", payoutBody({ custom_data })],
    ]
  }),
]

const always: ReadonlyArray<Form> = [
  ["no items #32", "createDirectInvoice", directBody({ items: [] })],
  [
    "an item without a description #48",
    "createHostedInvoice",
    hostedBody({ items: [{ name: "Book", quantity: 1, unit_price: 4_200, total_price: 4_200 }] }),
  ],
  [
    "empty names and an empty e-mail address #42",
    "createHostedInvoice",
    hostedBody({ customer_firstname: "", customer_lastname: "", customer_email: "" }),
  ],
  ["hosted: a telephone as customer #39", "createHostedInvoice", hostedBody({ customer: numbers.ussdPush })],
  ["hosted: no external_id and no otp #43 #45", "createHostedInvoice", withInvoice(hostedBody(), "external_id", "otp")],
]

const isTaken = (endpoint: Form[1], body: unknown) =>
  Effect.map(call(endpoint, { body }), (reply) => bodyOf(reply)["response_code"] === "00")

const onward = (body: unknown) =>
  Effect.gen(function* () {
    const token = yield* create("createWalletPayout", body)
    const { payouts } = yield* (yield* Engine).state
    return HashMap.toValues(payouts).find((payout) => payout.token === token)?.topUpWallet
  })

describe("observedForms", () => {
  for (const [what, endpoint, body] of forms) {
    it(`taken as observed, refused strictly: ${what}`, function* () {
      assert.isTrue(yield* Effect.provide(isTaken(endpoint, body), layerWith(observed)))
      assert.isFalse(yield* Effect.provide(isTaken(endpoint, body), layerWith({ profile: strict })))
    })
  }

  for (const [what, endpoint, body] of always) {
    it(`taken in both faces: ${what}`, function* () {
      for (const profile of [asObserved, strict]) {
        assert.isTrue(yield* Effect.provide(isTaken(endpoint, body), layerWith({ profile })))
      }
    })
  }

  it.effect(
    "still wants the money's own fields: the payer, the amount, an address that can be called #35 #40 #57",
    () =>
      Effect.gen(function* () {
        assert.isFalse(yield* isTaken("createDirectInvoice", withInvoice(directBody({}), "customer")))
        assert.isFalse(yield* isTaken("createDirectInvoice", directBody({ customer: "a@shop.example" })))
        assert.isFalse(yield* isTaken("createDirectInvoice", directBody({ total_amount: "4200" })))
        assert.isFalse(yield* isTaken("createHostedInvoice", hostedBody({}, { actions: { callback_url: null } })))
        assert.isFalse(yield* isTaken("createDirectInvoice", directBody({}, { actions: { callback_url: "" } })))
        assert.isFalse(yield* isTaken("createDirectPayout", payoutBody({ callback_url: null })))
        assert.isFalse(yield* isTaken("createDirectPayout", payoutBody({ custom_data: ["T1"] })))
      }).pipe(Effect.provide(layerWith(observed))),
  )

  it.effect("a direct payin without a callback address is paid, and nothing is ever called back #57 #209", () =>
    receiving(function* (received) {
      const actions = { callback_url: null, cancel_url: callback_url, return_url: "" }
      const token = yield* create("createDirectInvoice", directBody({}, { actions }))
      yield* (yield* Phones).approve(numbers.ussdPush)
      yield* TestClock.adjust("1 day")
      yield* (yield* Engine).settled
      assert.strictEqual((yield* payinRecordOf(token))["status"], "completed")
      assert.deepStrictEqual(received, [])
      assert.isEmpty((yield* (yield* Engine).state).callbackLog)
    }, observed),
  )

  it.effect("keeps money in the wallet for true and 1 alone; false, 0 and nothing transfer it #68 #69", () =>
    Effect.gen(function* () {
      const given = payoutBody({ customer: numbers.wallet })
      for (const [fields, expected] of [
        [{ to_wallet: true }, 1],
        [{ to_wallet: false }, 0],
        [{ top_up_wallet: true }, 1],
        [{ top_up_wallet: false }, 0],
        [{ top_up_wallet: 1, to_wallet: false }, 1],
        [{}, 0],
      ] as const) {
        assert.strictEqual(yield* onward({ commande: { ...given.commande, ...fields } }), expected)
      }
      for (const top_up_wallet of [2, "1"]) {
        assert.isFalse(yield* isTaken("createWalletPayout", walletPayoutBody({ top_up_wallet })))
      }
    }).pipe(Effect.provide(layerWith(observed))),
  )

  it.effect("reads a list of entries as the object that it stands for #58 #90 #99", () =>
    Effect.gen(function* () {
      for (const custom_data of [[entry("transaction_id", "T9"), entry("order", "A")], [{ transaction_id: "T9" }]]) {
        const token = yield* create("createDirectInvoice", directBody({}, { custom_data }))
        const record = yield* payinRecordOf(token)
        assert.strictEqual(record["external_id"], "T9")
        const [first] = Array.isArray(record["custom_data"]) ? record["custom_data"] : []
        assert.deepNestedInclude(first, entry("transaction_id", "T9"))
      }
    }).pipe(Effect.provide(layerWith(observed))),
  )

  it.effect("hosted redirects that are empty lead to the shop, whose address needs no scheme #53 #54 #55", () =>
    Effect.gen(function* () {
      const actions = { callback_url, cancel_url: "", return_url: "https://shop.example/{token}?t={token}" }
      const store = { name: "Shop", website_url: "shop.example/start" }
      const token = yield* create("createHostedInvoice", hostedBody({}, { actions, store }))
      const invoice = HashMap.toValues((yield* (yield* Engine).state).invoices).find((each) => each.token === token)
      assert.strictEqual(invoice?.cancelUrl, "https://shop.example/start")
      assert.strictEqual(invoice?.returnUrl, actions.return_url)
    }).pipe(Effect.provide(layerWith(observed))),
  )

  it.effect(
    "a wrong amount is Code02 as observed, whatever else is wrong; strictly fields come first #227 #245",
    () => {
      const text = Effect.map(
        call("createDirectInvoice", { body: directBody({ total_amount: 4_200.5, description: 1 }) }),
        (reply) => bodyOf(reply)["response_text"],
      )
      return Effect.gen(function* () {
        assert.strictEqual(yield* Effect.provide(text, layerWith(observed)), "Echec (Code02)")
        assert.strictEqual(yield* Effect.provide(text, layerWith({ profile: strict })), "Echec (Code08)")
      })
    },
  )

  it.effect(
    "a pending record keeps the common envelope, and what a final one alone knows is left out #83 #86 #102",
    () =>
      Effect.gen(function* () {
        const record = yield* payinRecordOf(yield* create("createDirectInvoice", directBody({})))
        const { operator_id, operator_name, response_code, response_text, token } = record
        assert.deepStrictEqual(
          [response_code, response_text, token, operator_id, operator_name],
          ["00", "", "", "", ""],
        )
        for (const name of ["oreference", "customer_details"]) assert.notProperty(record, name)
      }).pipe(Effect.provide(layerWith(observed))),
  )

  it.effect(
    "records name the merchant's reference, and a payout's its amount twice and external_id, as official clients read them; strictly none #88 #91 #103",
    () => {
      const records = Effect.gen(function* () {
        const payin = yield* payinRecordOf(yield* create("createDirectInvoice", directBody({})))
        const payout = yield* payoutRecordOf(yield* create("createDirectPayout", payoutBody()))
        const { amount, external_id, montant } = payout
        return [payin["transaction_id"], payout["transaction_id"], amount, montant, external_id]
      })
      return Effect.gen(function* () {
        const seen = yield* Effect.provide(records, layerWith(observed))
        assert.deepStrictEqual(seen, ["T1", "W1", 500, 500, "W1"])
        const letter = yield* Effect.provide(records, layerWith({ profile: strict }))
        assert.deepStrictEqual(letter, Array.from({ length: 5 }))
      })
    },
  )

  it.effect("a creation answers with custom_data as an object, a confirm with entries #94 #99", () =>
    Effect.gen(function* () {
      for (const [endpoint, schema, body] of [
        ["createHostedInvoice", HostedInvoiceResponse, hostedBody()],
        ["createDirectInvoice", DirectInvoiceResponse, directBody({})],
      ] as const) {
        const created = bodyOf(yield* call(endpoint, { body }))
        assert.deepStrictEqual(requestFaults(schema, created), [])
        assert.deepNestedInclude(created["custom_data"], { transaction_id: "T1" })
        assert.nestedProperty(created, "custom_data.logfile")
        const record = yield* payinRecordOf(String(created["token"]))
        assert.isArray(record["custom_data"])
      }
    }).pipe(Effect.provide(layerWith(observed))),
  )

  it.effect("a confirm takes the parameter token where the service's own is missing #143 #175 #178", () => {
    const asked = Effect.gen(function* () {
      const payin = yield* create("createDirectInvoice", directBody({}))
      const payout = yield* create("createDirectPayout", payoutBody())
      const answers = [
        yield* call("confirmInvoice", { parameters: { token: payin } }),
        yield* call("confirmPayout", { parameters: { token: payout } }),
        yield* call("confirmInvoice", { parameters: { token: "x", invoiceToken: payin } }),
      ]
      return answers.map((reply) => bodyOf(reply)["response_code"])
    })
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(asked, layerWith(observed)), ["00", "00", "00"])
      assert.deepStrictEqual(yield* Effect.provide(asked, layerWith({ profile: strict })), ["01", "01", "00"])
    })
  })

  it.effect("a payout that is asked of the payin confirm is not found, and a Content-Type harms no GET #132 #230", () =>
    Effect.gen(function* () {
      const invoiceToken = yield* create("createDirectPayout", payoutBody())
      const headers = { ...request("confirmInvoice").headers, "content-type": "application/json" }
      const reply = yield* call("confirmInvoice", { headers, parameters: { invoiceToken } })
      assert.strictEqual(bodyOf(reply)["response_text"], "Echec (Code02)")
    }).pipe(Effect.provide(layerWith(observed))),
  )
})
