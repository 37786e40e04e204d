import { assert, describe, it } from "@effect/vitest"
import {
  authenticationFailure,
  DirectInvoiceCreated,
  DirectInvoiceResponse,
  DirectPayoutCreated,
  DirectPayoutRefused,
  DirectPayoutResponse,
  HostedInvoiceCreated,
  HostedInvoiceResponse,
  InvoiceRefused,
  WalletPayoutCreated,
  WalletPayoutRefused,
  WalletPayoutResponse,
} from "../../src/spec/CreateResponses.ts"
import { processingText } from "../../src/spec/Texts.ts"
import { wikiPaths } from "@cauri/wire"
import { accepts, anyHostedCreated, sample, without, withFields } from "./support.ts"

const wiki = (path: string) => `https://service.example${path}`

const hosted = {
  response_code: "00",
  token: "t.t",
  response_text: "https://service.example/pay/invoice/t.t",
  wiki: wiki(wikiPaths.createInvoice),
}

const direct = { ...hosted, response_text: processingText }

const walletPayout = {
  response_code: "00",
  token: "p",
  response_text: "",
  description: "",
  custom_data: [],
  wiki: wiki(wikiPaths.createWithdrawal),
}

const directPayout = { ...walletPayout, custom_data: "", wiki: wiki(wikiPaths.createStraightWithdrawal) }

const failure = { response_code: "01", token: "", response_text: "Echec (Code02)", wiki: wiki(wikiPaths.createInvoice) }

describe("CreateResponses", () => {
  it("takes a hosted success with the page's address #22 #71", () => {
    assert.isTrue(accepts(HostedInvoiceCreated, hosted))
  })

  it("refuses a hosted success without token, with another address or with another code #22 #71", () => {
    for (const fields of [
      { token: "" },
      { token: "u" },
      { response_text: "https://service.example/directpayment/invoice/t.t" },
      { response_text: processingText },
      { response_code: "01" },
      { response_code: 0 },
    ]) {
      assert.isFalse(accepts(HostedInvoiceResponse, withFields(hosted, fields)), JSON.stringify(fields))
    }
  })

  it("takes the fixed text, and no other, as a direct or wallet success #73 #148 #169", () => {
    assert.isTrue(accepts(DirectInvoiceCreated, direct))
    assert.isTrue(accepts(DirectInvoiceResponse, sample("create-direct-success-documented")))
    for (const response_text of ["", "La requête est en cours de traitement", hosted.response_text]) {
      assert.isFalse(accepts(DirectInvoiceResponse, withFields(direct, { response_text })))
    }
  })

  it("takes a payin failure with an empty token and Echec #25 #142 #216", () => {
    assert.isTrue(accepts(InvoiceRefused, failure))
    assert.isTrue(accepts(HostedInvoiceResponse, failure))
    assert.isTrue(accepts(DirectInvoiceResponse, failure))
    for (const fields of [
      { token: "t" },
      { response_text: "Echec" },
      { response_code: "00" },
      { response_code: "02" },
    ]) {
      assert.isFalse(accepts(DirectInvoiceResponse, withFields(failure, fields)), JSON.stringify(fields))
    }
  })

  it("carries the endpoint's own wiki in every response, success or failure #27 #28 #220 #222 #223", () => {
    const cases = [
      [HostedInvoiceResponse, hosted, failure],
      [DirectInvoiceResponse, direct, failure],
      [WalletPayoutResponse, walletPayout, { ...walletPayout, ...without(failure, "wiki") }],
      [DirectPayoutResponse, directPayout, { ...directPayout, ...without(failure, "wiki") }],
    ] as const
    for (const [schema, ...bodies] of cases) {
      for (const body of bodies) {
        assert.isTrue(accepts(schema, body))
        assert.isFalse(accepts(schema, without(body, "wiki")))
        assert.isFalse(accepts(schema, withFields(body, { wiki: wiki(wikiPaths.confirmInvoice) })))
      }
    }
  })

  it("takes a wallet payout's success with an empty array as custom_data #74 #75 #76", () => {
    assert.isTrue(accepts(WalletPayoutCreated, walletPayout))
    for (const custom_data of ["", [1], {}, null]) {
      assert.isFalse(accepts(WalletPayoutResponse, withFields(walletPayout, { custom_data })))
    }
    assert.isFalse(accepts(WalletPayoutResponse, without(walletPayout, "description")))
  })

  it("takes a direct payout's success with an empty string as custom_data #75 #77", () => {
    assert.isTrue(accepts(DirectPayoutCreated, directPayout))
    for (const custom_data of [[], "x", null]) {
      assert.isFalse(accepts(DirectPayoutResponse, withFields(directPayout, { custom_data })))
    }
  })

  it("takes any code but 00 as a payout failure, with an empty token #23 #25 #173", () => {
    for (const response_code of ["01", "02"]) {
      const fields = { response_code, token: "", response_text: "Echec (Code04)" }
      assert.isTrue(accepts(WalletPayoutRefused, withFields(walletPayout, fields)))
      assert.isTrue(accepts(DirectPayoutRefused, withFields(directPayout, fields)))
      assert.isFalse(accepts(WalletPayoutRefused, withFields(walletPayout, { ...fields, token: "p" })))
    }
    assert.isFalse(
      accepts(WalletPayoutRefused, withFields(walletPayout, { token: "", response_text: "Echec (Code04)" })),
    )
  })

  it("spells an authentication failure with Code00 and empty token and description #188 #225", () => {
    const body = { ...failure, response_text: "Echec (Code00)", description: "" }
    assert.isTrue(accepts(authenticationFailure(wikiPaths.createInvoice), body))
    assert.isTrue(accepts(HostedInvoiceResponse, body))
    assert.isTrue(accepts(DirectInvoiceResponse, body))
    assert.isTrue(accepts(WalletPayoutResponse, withFields(body, { wiki: wiki(wikiPaths.createWithdrawal) })))
    assert.isTrue(accepts(DirectPayoutResponse, withFields(body, { wiki: wiki(wikiPaths.createStraightWithdrawal) })))
    for (const fields of [{ description: "x" }, { token: "t" }, { response_text: "Echec (Code01)" }]) {
      assert.isFalse(accepts(authenticationFailure(wikiPaths.createInvoice), withFields(body, fields)))
    }
  })

  it.prop("takes every hosted success whose address ends in its token #71", [anyHostedCreated], ([created]) =>
    accepts(HostedInvoiceResponse, created),
  )
})
