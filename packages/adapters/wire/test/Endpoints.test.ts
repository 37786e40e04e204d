import { assert, describe, it } from "@effect/vitest"
import { endpointNames, endpoints, headerNames } from "../src/index.ts"

const spelling: Readonly<Record<string, readonly [name: (typeof endpointNames)[number], spelled: string]>> = {
  "spells endpoint 1 as the specification does #133": [
    "createHostedInvoice",
    "POST /pay/v01/redirect/checkout-invoice/create",
  ],
  "spells endpoint 2 without a trailing slash #134": [
    "confirmInvoice",
    "GET /pay/v01/redirect/checkout-invoice/confirm",
  ],
  "spells endpoint 3 as the specification does #135": [
    "createDirectInvoice",
    "POST /pay/v01/straight/checkout-invoice/create",
  ],
  "spells endpoint 4 with its two path parameters #136 #158": [
    "sendWalletOtp",
    "GET /pay/v02/debitotp/{phone_number}/{amount}",
  ],
  "spells endpoint 5 as the specification does #137": ["submitWalletInvoice", "POST /pay/v02/debitwallet/withotp"],
  "spells endpoint 6 as the specification does #138": ["createWalletPayout", "POST /pay/v01/withdrawal/create"],
  "spells endpoint 7 as the specification does #139": ["createDirectPayout", "POST /pay/v01/straight/payout"],
  "spells endpoint 8 with a trailing slash, and it is a GET #140 #175": [
    "confirmPayout",
    "GET /pay/v01/withdrawal/confirm/",
  ],
}

describe("Endpoints", () => {
  it.each(Object.entries(spelling))("%s", (_, [name, spelled]) => {
    assert.strictEqual(`${endpoints[name].method} ${endpoints[name].path}`, spelled)
  })

  it("numbers the endpoints in the specification's order", () => {
    assert.deepStrictEqual(
      endpointNames.map((name) => endpoints[name].number),
      [1, 2, 3, 4, 5, 6, 7, 8],
    )
  })

  it("names the header fields as spelled #181 #182 #183", () => {
    assert.deepStrictEqual(Object.values(headerNames), ["Apikey", "Authorization", "Accept", "Content-Type"])
  })

  it("asks both credentials everywhere #131 #180", () => {
    for (const name of endpointNames) {
      assert.includeMembers([...endpoints[name].headers], ["Apikey", "Authorization"])
    }
  })

  it("asks Content-Type on POST requests only #132 #141", () => {
    for (const name of endpointNames) {
      const { headers, method } = endpoints[name]
      assert.strictEqual(headers.includes("Content-Type"), method === "POST")
    }
  })

  it("asks Accept everywhere except on the payout confirm #145 #161 #176 #183", () => {
    for (const name of endpointNames) {
      assert.strictEqual(endpoints[name].headers.includes("Accept"), name !== "confirmPayout")
    }
  })

  it("gives each endpoint the path of its own sub-code page #220 #221 #222 #223 #224", () => {
    assert.deepStrictEqual(
      endpointNames.map((name) => endpoints[name].wikiPath),
      [
        "/wiki/createInvoice",
        "/wiki/confirmInvoice",
        "/wiki/createInvoice",
        undefined,
        "/wiki/createInvoice",
        "/wiki/createWithdrawal",
        "/wiki/createStraightWithdrawal",
        "/wiki/createStraightWithdrawal",
      ],
    )
  })

  it("puts the version that is part of the path in v01, and v02 for the wallet only #252 #253", () => {
    for (const name of endpointNames) {
      const { path, version } = endpoints[name]
      assert.isTrue(path.startsWith(`/pay/${version}/`))
      assert.strictEqual(version, name === "sendWalletOtp" || name === "submitWalletInvoice" ? "v02" : "v01")
    }
  })

  it("names the query parameters of the two confirms, the second by assumption #143 #178", () => {
    assert.strictEqual(endpoints.confirmInvoice.query, "invoiceToken")
    assert.strictEqual(endpoints.confirmPayout.query, "withdrawalToken")
    assert.lengthOf(
      endpointNames.filter((name) => endpoints[name].query !== undefined),
      2,
    )
  })

  it("says that the five creations lead to callbacks and nothing else does", () => {
    assert.deepStrictEqual(
      endpointNames.filter((name) => endpoints[name].causesCallbacks).map((name) => endpoints[name].number),
      [1, 3, 5, 6, 7],
    )
  })
})
