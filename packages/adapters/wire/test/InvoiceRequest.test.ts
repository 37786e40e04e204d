import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { DirectInvoiceRequest, HostedInvoiceRequest, WalletInvoiceRequest } from "../src/index.ts"
import { Item } from "../src/InvoiceRequest.ts"
import { accepts, anyItem, directRequest, hostedRequest, without, withFields, wrongNumbers } from "./support.ts"

type Fields = Record<string, unknown>

const hosted = (invoice: Fields = {}, actions: Fields = {}, store: Fields = {}) => ({
  commande: {
    ...hostedRequest.commande,
    invoice: { ...hostedRequest.commande.invoice, ...invoice },
    actions: { ...hostedRequest.commande.actions, ...actions },
    store: { ...hostedRequest.commande.store, ...store },
  },
})

const direct = (invoice: Fields = {}, actions: Fields = {}) => {
  const { commande } = directRequest("")
  return {
    commande: {
      ...commande,
      invoice: { ...commande.invoice, ...invoice },
      actions: { ...commande.actions, ...actions },
    },
  }
}

const hostedWithout = (part: "invoice" | "store" | "actions", name: string) => ({
  commande: { ...hostedRequest.commande, [part]: without(hostedRequest.commande[part], name) },
})

describe("InvoiceRequest", () => {
  it("takes the three bodies in the specification's shape #18 #30 #31 #40 #41 #167", () => {
    assert.isTrue(accepts(HostedInvoiceRequest, hostedRequest))
    assert.isTrue(accepts(DirectInvoiceRequest, directRequest("")))
    assert.isTrue(accepts(WalletInvoiceRequest, directRequest("123456")))
  })

  it("wants the root commande and in it invoice, store and actions #18 #30 #31", () => {
    assert.isFalse(accepts(HostedInvoiceRequest, {}))
    assert.isFalse(accepts(HostedInvoiceRequest, hostedRequest.commande))
    for (const part of ["invoice", "store", "actions"]) {
      assert.isFalse(accepts(HostedInvoiceRequest, { commande: without(hostedRequest.commande, part) }), part)
    }
  })

  it("wants items, total_amount, devise, description and customer #32 #35 #36 #37 #38", () => {
    for (const field of ["items", "total_amount", "devise", "description", "customer"]) {
      assert.isFalse(accepts(HostedInvoiceRequest, hostedWithout("invoice", field)), field)
    }
  })

  it("lets items be empty in all three bodies #32 #168", () => {
    assert.isTrue(accepts(HostedInvoiceRequest, hosted({ items: [] })))
    assert.isTrue(accepts(DirectInvoiceRequest, direct({ items: [] })))
    assert.isTrue(accepts(WalletInvoiceRequest, directRequest("1")))
  })

  it("lets total_amount differ from the items, for it takes precedence", () => {
    assert.isTrue(accepts(HostedInvoiceRequest, hosted({ total_amount: 9 })))
    assert.isTrue(
      accepts(DirectInvoiceRequest, direct({ items: hostedRequest.commande.invoice.items, total_amount: 9 })),
    )
  })

  it("refuses a total_amount that is a fraction, a text or out of bounds #10 #35 #243 #244 #245", () => {
    for (const total_amount of [9, 2_000_000]) assert.isTrue(accepts(HostedInvoiceRequest, hosted({ total_amount })))
    for (const total_amount of [4200.5, 9.5, "4200", 8, 2_000_001, Number.NaN, 2 ** 53, null]) {
      assert.isFalse(accepts(HostedInvoiceRequest, hosted({ total_amount })))
      assert.isFalse(accepts(DirectInvoiceRequest, direct({ total_amount })))
    }
  })

  it("takes XOF as the only devise #11 #36", () => {
    for (const devise of ["xof", "XAF", "EUR", ""]) {
      assert.isFalse(accepts(HostedInvoiceRequest, hosted({ devise })))
    }
  })

  it("takes on hosted payins an empty customer or a number that filters the operators #38", () => {
    assert.isTrue(accepts(HostedInvoiceRequest, hosted({ customer: "" })))
    assert.isTrue(accepts(HostedInvoiceRequest, hosted({ customer: "22600000000" })))
    assert.isFalse(accepts(HostedInvoiceRequest, hosted({ customer: "+22600000000" })))
  })

  it("wants the payer's number on direct payins and wallet submits #13 #40 #41", () => {
    for (const customer of wrongNumbers) {
      assert.isFalse(accepts(DirectInvoiceRequest, direct({ customer })), JSON.stringify(customer))
      assert.isFalse(accepts(WalletInvoiceRequest, direct({ customer, otp: "1" })))
    }
  })

  it("lets the customer's names and mail address be absent #42", () => {
    const { commande } = directRequest("")
    const invoice = without(commande.invoice, "customer_firstname", "customer_lastname", "customer_email")
    assert.isTrue(accepts(DirectInvoiceRequest, { commande: { ...commande, invoice } }))
  })

  it("lets external_id be absent, empty or an identifier on hosted payins #43", () => {
    assert.isTrue(accepts(HostedInvoiceRequest, hostedWithout("invoice", "external_id")))
    assert.isTrue(accepts(HostedInvoiceRequest, hosted({ external_id: "M1" })))
  })

  it("wants an empty external_id on direct payins and wallet submits #44", () => {
    const { commande } = directRequest("1")
    const invoice = without(commande.invoice, "external_id")
    for (const schema of [DirectInvoiceRequest, WalletInvoiceRequest]) {
      assert.isFalse(accepts(schema, direct({ otp: "1", external_id: "M1" })))
      assert.isFalse(accepts(schema, { commande: { ...commande, invoice } }))
    }
  })

  it("wants otp absent or empty on hosted payins #45", () => {
    assert.isTrue(accepts(HostedInvoiceRequest, hostedWithout("invoice", "otp")))
    assert.isFalse(accepts(HostedInvoiceRequest, hosted({ otp: "1" })))
  })

  it("wants otp on direct payins, empty or a code by validation mode #46", () => {
    const { commande } = directRequest("")
    assert.isFalse(
      accepts(DirectInvoiceRequest, { commande: { ...commande, invoice: without(commande.invoice, "otp") } }),
    )
    assert.isTrue(accepts(DirectInvoiceRequest, directRequest("")))
    assert.isTrue(accepts(DirectInvoiceRequest, directRequest("123456")))
  })

  it("wants a code on wallet submits #46 #167", () => {
    assert.isFalse(accepts(WalletInvoiceRequest, directRequest("")))
  })

  it("wants store name and site #52 #53", () => {
    assert.isFalse(accepts(HostedInvoiceRequest, hostedWithout("store", "name")))
    assert.isFalse(accepts(HostedInvoiceRequest, hostedWithout("store", "website_url")))
  })

  it("wants the three addresses on hosted payins #57", () => {
    for (const name of ["cancel_url", "return_url", "callback_url"]) {
      for (const address of ["", "/x", "ftp://shop.example", "https://", "https:///x", "https://shop.example/a b"]) {
        assert.isFalse(accepts(HostedInvoiceRequest, hosted({}, { [name]: address })), `${name} ${address}`)
      }
      assert.isTrue(accepts(HostedInvoiceRequest, hosted({}, { [name]: "http://shop.example" })), name)
      assert.isFalse(accepts(HostedInvoiceRequest, hostedWithout("actions", name)), name)
    }
  })

  it("wants empty redirects and a callback address on direct payins and wallet submits #56 #57", () => {
    for (const schema of [DirectInvoiceRequest, WalletInvoiceRequest]) {
      assert.isFalse(accepts(schema, direct({ otp: "1" }, { cancel_url: "https://shop.example" })))
      assert.isFalse(accepts(schema, direct({ otp: "1" }, { return_url: "https://shop.example" })))
      assert.isFalse(accepts(schema, direct({ otp: "1" }, { callback_url: "" })))
    }
  })

  it("takes a custom_data of any keys, or none #58", () => {
    const { commande } = hostedRequest
    assert.isTrue(accepts(HostedInvoiceRequest, { commande: without(commande, "custom_data") }))
    assert.isTrue(accepts(HostedInvoiceRequest, { commande: { ...commande, custom_data: { a: { b: [1, null] } } } }))
    for (const custom_data of ["", [], null]) {
      assert.isFalse(accepts(HostedInvoiceRequest, { commande: { ...commande, custom_data } }))
    }
  })

  it("wants name, quantity, unit_price and total_price of an item, and lets its description be absent #47 #48 #49 #50 #51", () => {
    const item = { name: "Book", quantity: 2, unit_price: 2100, total_price: 4200 }
    assert.isTrue(accepts(Item, item))
    for (const name of Object.keys(item)) {
      assert.isFalse(accepts(Item, without(item, name)), name)
    }
  })

  it("wants integers in an item, and the product of the two as its total #49 #50 #51", () => {
    const item = { name: "Book", quantity: 2, unit_price: 2100, total_price: 4200 }
    for (const fields of [{ quantity: 1.5 }, { unit_price: "2100" }, { total_price: 4201 }, { quantity: 3 }]) {
      assert.isFalse(accepts(Item, withFields(item, fields)))
    }
  })

  it.prop("takes every item whose total is the product #51", [anyItem], ([item]) => accepts(Item, item))

  it.prop("round-trips every direct request through its JSON #17 #18", [DirectInvoiceRequest], ([request]) => {
    const parsed: unknown = JSON.parse(JSON.stringify(Schema.encodeSync(DirectInvoiceRequest)(request)))
    return Schema.toEquivalence(DirectInvoiceRequest)(Schema.decodeUnknownSync(DirectInvoiceRequest)(parsed), request)
  })
})
