import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { isModest } from "../src/service/requestBodies.ts"
import {
  bodyOf,
  call,
  directBody,
  faces,
  hostedBody,
  layerWith,
  numbers,
  payoutBody,
  walletPayoutBody,
} from "./support.ts"

type Creation = "createHostedInvoice" | "createDirectInvoice" | "createWalletPayout" | "createDirectPayout"

const codeOf = (endpoint: Creation, body: unknown) =>
  Effect.map(call(endpoint, { body }), (reply) => bodyOf(reply)["response_code"])

const item = { name: "Book", description: "Red", quantity: 2, unit_price: 100, total_price: 200 }

const without = (object: object, name: string) =>
  Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))

const hostedTaken = (invoices: ReadonlyArray<Record<string, unknown>>) =>
  Effect.forEach(invoices, (invoice) =>
    Effect.map(codeOf("createHostedInvoice", hostedBody(invoice)), (code) => code === "00"),
  )

const directTaken = (invoices: ReadonlyArray<Record<string, unknown>>) =>
  Effect.forEach(invoices, (invoice) =>
    Effect.map(codeOf("createDirectInvoice", directBody(invoice)), (code) => code === "00"),
  )

const bodiesWith = (custom_data: unknown) =>
  [
    ["createHostedInvoice", hostedBody({}, { custom_data })],
    ["createDirectInvoice", directBody({}, { custom_data })],
    ["createWalletPayout", walletPayoutBody({ custom_data })],
    ["createDirectPayout", payoutBody({ custom_data })],
  ] as const

describe("requestBodies", () => {
  it.effect(
    "an item needs a name, a quantity, a unit price and their product; its description is free #47 #48 #49 #50 #51",
    () =>
      Effect.gen(function* () {
        const items = [
          item,
          without(item, "description"),
          without(item, "name"),
          without(item, "quantity"),
          without(item, "unit_price"),
          without(item, "total_price"),
          { ...item, name: 1 },
          { ...item, quantity: 1.5, total_price: 150 },
          { ...item, unit_price: "100" },
          { ...item, total_price: 201 },
        ]
        assert.deepStrictEqual(yield* hostedTaken(items.map((each) => ({ items: [each] }))), [
          true,
          true,
          ...items.slice(2).map(() => false),
        ])
      }).pipe(Effect.provide(layerWith())),
  )

  it.effect("the customer's names and address are optional texts #42", () =>
    Effect.gen(function* () {
      for (const name of ["customer_firstname", "customer_lastname", "customer_email"]) {
        const { commande } = hostedBody()
        const body = { commande: { ...commande, invoice: without(commande.invoice, name) } }
        assert.strictEqual(yield* codeOf("createHostedInvoice", body), "00")
        assert.deepStrictEqual(yield* hostedTaken([{ [name]: "" }, { [name]: 1 }]), [true, false])
      }
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("hosted: external_id is free, otp is empty or absent, customer is empty or a number #38 #39 #43 #45", () =>
    Effect.gen(function* () {
      const { commande } = hostedBody()
      for (const name of ["external_id", "otp"]) {
        const body = { commande: { ...commande, invoice: without(commande.invoice, name) } }
        assert.strictEqual(yield* codeOf("createHostedInvoice", body), "00")
      }
      assert.deepStrictEqual(
        yield* hostedTaken([
          { external_id: "ORDER-1" },
          { otp: "" },
          { otp: "123456" },
          { customer: "" },
          { customer: numbers.ussdPush },
          { customer: "me" },
        ]),
        [true, true, false, true, true, false],
      )
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("direct: external_id and otp are required, the first one always empty #44 #46 #56", () =>
    Effect.gen(function* () {
      const { commande } = directBody({})
      for (const name of ["external_id", "otp", "customer", "devise", "total_amount", "items", "description"]) {
        const body = { commande: { ...commande, invoice: without(commande.invoice, name) } }
        assert.strictEqual(yield* codeOf("createDirectInvoice", body), "01", name)
      }
      assert.deepStrictEqual(yield* directTaken([{}, { external_id: "ORDER-1" }, { otp: 1 }, { otp: "123456" }]), [
        true,
        false,
        false,
        true,
      ])
      const actions = { cancel_url: "https://shop.example", return_url: "", callback_url: "https://shop.example" }
      assert.strictEqual(yield* codeOf("createDirectInvoice", directBody({}, { actions })), "01")
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("endpoint 7 refuses top_up_wallet, or overlooks it where that is assumed (U29) #67", () => {
    const withTopUp = codeOf("createDirectPayout", payoutBody({ top_up_wallet: 1 }))
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.provide(withTopUp, layerWith()), "01")
      const overlooking = layerWith({ assumptions: { directPayoutTakesTopUp: true } })
      assert.strictEqual(yield* Effect.provide(withTopUp, overlooking), "00")
    })
  })

  it.effect("the shop and the three addresses are required on hosted payins #52 #53 #54 #55 #57", () =>
    Effect.gen(function* () {
      const { commande } = hostedBody()
      for (const name of ["name", "website_url"]) {
        const body = { commande: { ...commande, store: without(commande.store, name) } }
        assert.strictEqual(yield* codeOf("createHostedInvoice", body), "01", name)
      }
      for (const name of ["cancel_url", "return_url", "callback_url"]) {
        const body = { commande: { ...commande, actions: without(commande.actions, name) } }
        assert.strictEqual(yield* codeOf("createHostedInvoice", body), "01", name)
      }
      for (const name of ["invoice", "store", "actions"]) {
        assert.strictEqual(yield* codeOf("createHostedInvoice", { commande: without(commande, name) }), "01", name)
      }
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("custom_data is an object or absent, and the currency is XOF for every country #11 #36 #58 #70", () =>
    Effect.gen(function* () {
      for (const [custom_data, expected] of [
        [{}, "00"],
        [{ transaction_id: "T1", nested: { deep: [1, null] } }, "00"],
        [[], "01"],
        ["T1", "01"],
      ] as const) {
        for (const [endpoint, body] of bodiesWith(custom_data)) {
          assert.strictEqual(yield* codeOf(endpoint, body), expected, endpoint)
        }
      }
      for (const [endpoint, { commande }] of bodiesWith({})) {
        assert.strictEqual(yield* codeOf(endpoint, { commande: without(commande, "custom_data") }), "00")
      }
      const benin = { customer: "22990000001" }
      assert.deepStrictEqual(yield* directTaken([benin, { ...benin, devise: "EUR" }]), [true, false])
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("every field of a payout but custom_data is required #61 #62 #63 #64 #65", () =>
    Effect.gen(function* () {
      const { commande } = walletPayoutBody()
      for (const name of ["amount", "description", "customer", "callback_url", "top_up_wallet"]) {
        assert.strictEqual(yield* codeOf("createWalletPayout", { commande: without(commande, name) }), "01", name)
      }
      for (const name of ["amount", "description", "customer", "callback_url"]) {
        const body = { commande: without(payoutBody().commande, name) }
        assert.strictEqual(yield* codeOf("createDirectPayout", body), "01", name)
      }
    }).pipe(Effect.provide(layerWith())),
  )

  for (const [face, options] of faces) {
    it.effect(
      `every reply names the page of the called endpoint, but for endpoint 4 (${face}) #26 #27 #28 #29 #142 #173 #220 #221 #222 #223 #224`,
      () =>
        Effect.gen(function* () {
          for (const [endpoint, page, body] of [
            ["createHostedInvoice", "createInvoice", hostedBody()],
            ["createDirectInvoice", "createInvoice", directBody({})],
            ["submitWalletInvoice", "createInvoice", directBody({ customer: numbers.wallet, otp: "1" })],
            ["createWalletPayout", "createWithdrawal", walletPayoutBody()],
            ["createDirectPayout", "createStraightWithdrawal", payoutBody()],
            ["confirmInvoice", "confirmInvoice", undefined],
            ["confirmPayout", "createStraightWithdrawal", undefined],
          ] as const) {
            for (const sent of [body, {}]) {
              const answer = bodyOf(yield* call(endpoint, { body: sent }))
              assert.strictEqual(answer["wiki"], `http://127.0.0.1:4010/wiki/${page}`)
              if (answer["response_code"] !== "00") {
                assert.match(String(answer["response_text"]), /^Echec \(Code[0-9]{2}\)$/)
                assert.strictEqual(answer["token"], "")
              }
            }
          }
          for (const phone_number of [numbers.wallet, "x"]) {
            const answer = bodyOf(yield* call("sendWalletOtp", { parameters: { phone_number, amount: "9" } }))
            assert.deepStrictEqual(Object.keys(answer), ["error", "message"])
          }
        }).pipe(Effect.provide(layerWith(options))),
    )
  }

  it.effect("the wiki's base is an assumption of its own (U23), and every address begins with base_url #1 #28", () =>
    Effect.gen(function* () {
      const answer = bodyOf(yield* call("createHostedInvoice", { body: hostedBody() }))
      assert.strictEqual(answer["wiki"], "https://docs.example/wiki/createInvoice")
      assert.match(String(answer["response_text"]), /^https:\/\/service\.example\/base\/pay\/invoice\//)
    }).pipe(
      Effect.provide(
        layerWith({ baseUrl: "https://service.example/base/", assumptions: { wikiBase: "https://docs.example" } }),
      ),
    ),
  )

  it("looks no deeper and no further than its limits", () => {
    const limits = { bodyDepth: 2, bodyValues: 5 }
    assert.isTrue(isModest({ a: { b: 1 } }, limits))
    assert.isFalse(isModest({ a: { b: { c: 1 } } }, limits))
    assert.isTrue(isModest([1, 2, 3, 4], limits))
    assert.isFalse(isModest([1, 2, 3, 4, 5], limits))
  })
})
