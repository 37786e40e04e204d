/**
 * What a request looks like on the wire: method, target, headers and body of every endpoint, as fixtures written from the
 * specification and compared with the bytes that the server saw.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import type { Case, Facet } from "../Facet.ts"
import { confirmAgainst, createAgainst } from "./answering.ts"
import { acceptance, type Body, completion } from "./bodies.ts"
import {
  ask,
  callbackUrl,
  type ConfirmName,
  type Create,
  type CreationName,
  creations,
  pageUrls,
  usualCredentials,
  usualFacts,
  usualToken,
  variants,
} from "./calls.ts"
import { GatewayUnderTest, withGateway } from "./GatewayUnderTest.ts"
import { addressOf, listen } from "./Listener.ts"
import { jsonReply } from "./replies.ts"
import { headerValues, type SeenRequest } from "./requestReader.ts"

type GatewayCase = Case<GatewayUnderTest>

const json = "application/json"
const credentials = { apikey: "usual-api-key", authorization: "Bearer usual.api.token" }
/** The headers of a POST (#141). */
const postHeaders = { ...credentials, accept: json, "content-type": json }
/** The headers of a GET, but the payout's confirm (#145, #161). */
const getHeaders = { ...credentials, accept: json }

/** What HTTP itself needs, the program's name, and a header that refuses compression: nothing else. */
const transportHeaders: ReadonlyArray<string> = ["host", "connection", "content-length", "user-agent"]

interface Fixture {
  readonly method: "GET" | "POST"
  readonly target: string
  readonly headers: { readonly [name: string]: string }
  readonly body: Body | null
}

const customData = { basket: "b/7", transaction_id: usualFacts.id }

const invoice = {
  items: [
    { name: "Loaf", description: "Wheat", quantity: 2, unit_price: 1_500, total_price: 3_000 },
    { name: "Délivery", quantity: 1, unit_price: 1_000, total_price: 1_000 },
  ],
  total_amount: 4_200,
  devise: "XOF",
  description: 'Two loaves, "fresh" & warm: déjà prêts',
  customer_firstname: "Firstname",
  customer_lastname: "Lastname",
  customer_email: "firstname@shop.example",
}
const store = { name: "Boutique d'été", website_url: "https://shop.example/" }

const hostedBody = (more: Body): Body => ({
  commande: {
    invoice: { ...invoice, customer: "", ...more },
    store,
    actions: { cancel_url: pageUrls.cancelUrl, return_url: pageUrls.returnUrl, callback_url: callbackUrl },
    custom_data: customData,
  },
})

const directBody = (otp: string): Body => ({
  commande: {
    invoice: { ...invoice, customer: usualFacts.phone, external_id: "", otp },
    store,
    actions: { cancel_url: "", return_url: "", callback_url: callbackUrl },
    custom_data: customData,
  },
})

const payoutBody = (more: Body): Body => ({
  commande: {
    amount: 750,
    description: "Salary of Mai",
    customer: usualFacts.phone,
    callback_url: callbackUrl,
    custom_data: { month: "5", transaction_id: usualFacts.id },
    ...more,
  },
})

const posted = (target: string, body: Body): Fixture => ({ method: "POST", target, headers: postHeaders, body })
const got = (target: string, headers: Fixture["headers"]): Fixture => ({ method: "GET", target, headers, body: null })

const hostedPath = "/pay/v01/redirect/checkout-invoice/create"
const directPath = "/pay/v01/straight/checkout-invoice/create"
const walletPath = "/pay/v02/debitwallet/withotp"
const walletPayoutPath = "/pay/v01/withdrawal/create"
const payoutPath = "/pay/v01/straight/payout"

/** The request of every creation, with the rules that it follows. */
const fixtures: { readonly [title: string]: readonly [CreationName, Create, Fixture] } = {
  "endpoint 1 is asked for as the specification writes it (#133, #30 to #33, #35 to #38, #42, #43, #45, #47 to #55, #57, #58, #60, #141)":
    ["createHostedInvoice", creations.createHostedInvoice, posted(hostedPath, hostedBody({}))],
  "endpoint 1 carries a number only to filter the page's operators (#38, #39)": [
    "createHostedInvoice",
    variants.hostedWithOperatorFilter,
    posted(hostedPath, hostedBody({ customer: usualFacts.phone })),
  ],
  "endpoint 1 carries the merchant's own identifier where there is one (#43)": [
    "createHostedInvoice",
    variants.hostedWithExternalId,
    posted(hostedPath, hostedBody({ external_id: "Facture 17" })),
  ],
  "endpoint 3 is asked for as the specification writes it, with the customer's code (#135, #34, #40, #44, #46, #56, #149)":
    ["createDirectInvoice", creations.createDirectInvoice, posted(directPath, directBody(usualFacts.otp))],
  "endpoint 3 carries the empty string where there is no code (#150, #152, #154)": [
    "createDirectInvoice",
    variants.directWithoutCode,
    posted(directPath, directBody("")),
  ],
  "endpoint 3 asks for a code by SMS without a code (#154)": [
    "createDirectInvoice",
    variants.codeBySms,
    posted(directPath, directBody("")),
  ],
  "endpoint 4 is asked for as the specification writes it (#136, #158 to #161)": [
    "sendWalletOtp",
    creations.sendWalletOtp,
    got("/pay/v02/debitotp/22670000001/4200", getHeaders),
  ],
  "endpoint 5 is asked for as the specification writes it (#137, #34, #41, #44, #167)": [
    "submitWalletInvoice",
    creations.submitWalletInvoice,
    posted(walletPath, directBody(usualFacts.otp)),
  ],
  "endpoint 6 is asked for as the specification writes it, with top_up_wallet 1 to keep the funds (#138, #61 to #66, #68, #70)":
    ["createWalletPayout", creations.createWalletPayout, posted(walletPayoutPath, payoutBody({ top_up_wallet: 1 }))],
  "endpoint 6 carries top_up_wallet 0 to send the funds on (#66, #69)": [
    "createWalletPayout",
    variants.payoutToMobileMoney,
    posted(walletPayoutPath, payoutBody({ top_up_wallet: 0 })),
  ],
  "endpoint 7 is asked for as the specification writes it, without top_up_wallet (#139, #67)": [
    "createMobileMoneyPayout",
    creations.createMobileMoneyPayout,
    posted(payoutPath, payoutBody({})),
  ],
}

/** The fields that the specification calls optional and says to be empty where they are: left out or empty is the same (#42 to #45). */
const optionalWhenEmpty = ["external_id", "otp", "customer_firstname", "customer_lastname", "customer_email"]

const sameHeaders = (
  request: SeenRequest,
  expected: Fixture["headers"],
  runtimeHeaders: ReadonlyArray<string>,
): void => {
  for (const [name, value] of Object.entries(expected)) {
    assert.deepStrictEqual(headerValues(request, name), [value], `the header ${name}`)
  }
  const known = [...Object.keys(expected), ...transportHeaders, ...runtimeHeaders]
  const others = request.headers.filter(([name]) => !known.includes(name.toLowerCase()))
  const unwanted = others.filter(
    ([name, value]) => !(name.toLowerCase() === "accept-encoding" && value.toLowerCase() === "identity"),
  )
  assert.deepStrictEqual(unwanted, [], "headers that were not asked for")
}

const sameRequest = (seen: ReadonlyArray<SeenRequest>, expected: Fixture) =>
  Effect.map(GatewayUnderTest, ({ runtimeHeaders }) => {
    const [request, ...more] = seen
    if (request === undefined) return assert.fail("nothing was sent")
    assert.strictEqual(more.length, 0, "further requests")
    assert.strictEqual(request.method, expected.method)
    assert.strictEqual(request.target, expected.target)
    sameHeaders(request, expected.headers, runtimeHeaders)
    if (expected.body === null) return assert.strictEqual(request.body, "")
    const hosted = expected.target.endsWith(hostedPath)
    const body: unknown = JSON.parse(request.body, (name, value: unknown) =>
      hosted && value === "" && optionalWhenEmpty.includes(name) ? undefined : value,
    )
    assert.deepStrictEqual(body, expected.body)
  })

// Inside a span: the program's trace must not reach the service.
const creationCase = ([name, create, expected]: readonly [CreationName, Create, Fixture]): GatewayCase =>
  Effect.gen(function* () {
    const { server } = yield* createAgainst(jsonReply(acceptance(name)), create)
    yield* sameRequest(server.requests, expected)
  }).pipe(Effect.withSpan("a span of the program"))

const confirmPaths = {
  confirmInvoice: "/pay/v01/redirect/checkout-invoice/confirm?invoiceToken=",
  confirmPayout: "/pay/v01/withdrawal/confirm/?withdrawalToken=",
} satisfies { readonly [Name in ConfirmName]: string }

const confirmCase = (name: ConfirmName, headers: Fixture["headers"]): GatewayCase =>
  Effect.gen(function* () {
    const { server } = yield* confirmAgainst(jsonReply(completion(name)), name)
    // A token is opaque: percent-encoded it is one parameter; unencoded it would be two and a fragment.
    yield* sameRequest(server.requests, got(`${confirmPaths[name]}${encodeURIComponent(usualToken)}`, headers))
  }).pipe(Effect.withSpan("a span of the program"))

const prefixed = (prefix: string): GatewayCase =>
  Effect.scoped(
    Effect.gen(function* () {
      const server = yield* listen({
        asked: ({ socket }) => socket.write(jsonReply(acceptance("createHostedInvoice"))),
      })
      const baseUrl = `${addressOf(server)}${prefix}`
      yield* withGateway({ baseUrl, credentials: usualCredentials }, (gateway) =>
        Effect.gen(function* () {
          yield* creations.createMobileMoneyPayout(gateway)
          yield* creations.sendWalletOtp(gateway)
          yield* Effect.exit(ask(gateway, "confirmPayout"))
        }),
      )
      const paths = server.requests.map(({ target }) => target.split("?")[0])
      assert.deepStrictEqual(paths.slice(0, 3), [
        "/brand/api/pay/v01/straight/payout",
        "/brand/api/pay/v02/debitotp/22670000001/4200",
        "/brand/api/pay/v01/withdrawal/confirm/",
      ])
    }),
  )

export const requests: Facet<GatewayUnderTest> = {
  name: "what a request looks like",
  alone: false,
  cases: {
    ...Object.fromEntries(Object.entries(fixtures).map(([title, fixture]) => [title, creationCase(fixture)])),
    "endpoint 2 is asked for as the specification writes it, with the token percent-encoded (#134, #143, #145)":
      confirmCase("confirmInvoice", getHeaders),
    "endpoint 8 is asked for as the specification writes it, with its slash and the two credentials alone (#140, #175, #176)":
      confirmCase("confirmPayout", credentials),
    "the path of the base address is kept, with and without a slash at its end (#1)": Effect.all(
      [prefixed("/brand/api"), prefixed("/brand/api/")],
      { concurrency: 1, discard: true },
    ),
  },
}
