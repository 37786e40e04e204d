/** No wrong field and no refusal goes unexplained, in either language. */
import { type EndpointName, headerNames } from "@cauri/wire"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Struct } from "effect"
import { asObserved, defaultProject, exampleRequests, type OptionsInput } from "../../src/index.ts"
import { RequestLog } from "../../src/log/RequestLog.ts"
import { directBody, hostedBody, numbers, payoutBody, walletPayoutBody } from "../support.ts"
import { call, type CallParts, layerHttp } from "./client.ts"

/** The paths of every value inside JSON, objects and lists included. */
const pathsOf = (value: unknown, before: ReadonlyArray<string> = []): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === "object" && value !== null
    ? [before, ...Object.entries(value).flatMap(([key, each]) => pathsOf(each, [...before, key]))]
    : [before]

/** The same JSON with another value in one place. */
const replaced = (value: unknown, [key, ...rest]: ReadonlyArray<string>, other: unknown): unknown => {
  if (key === undefined) return other
  if (Array.isArray(value))
    return value.map((each, index) => (String(index) === key ? replaced(each, rest, other) : each))
  return typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, each]) => [name, name === key ? replaced(each, rest, other) : each]),
      )
    : value
}

const reasonsOf = (endpoint: EndpointName, parts: CallParts) =>
  Effect.gen(function* () {
    yield* call(endpoint, parts)
    const lines = yield* (yield* RequestLog).lines
    return lines.at(-1)?.reasons ?? []
  })

const off = (change: Partial<typeof defaultProject>): OptionsInput => ({
  projects: [{ ...defaultProject, ...change }],
})

describe("every reason", () => {
  for (const endpoint of Struct.keys(exampleRequests)) {
    it.effect(`explains each field of ${endpoint} that is another kind of thing`, () =>
      Effect.gen(function* () {
        const right = exampleRequests[endpoint]
        // The merchant's own data may be anything.
        for (const path of pathsOf(right).filter((each) => each.length > 0 && each.at(-2) !== "custom_data")) {
          const reasons = yield* reasonsOf(endpoint, { body: replaced(right, path, true) })
          const about = reasons.find((each) => each.path === path.join("."))
          assert.isNotEmpty(about?.fix.fr, path.join("."))
          assert.isNotEmpty(about?.says.en, path.join("."))
        }
      }).pipe(Effect.provide(layerHttp())),
    )
  }

  const rateLimit = { calls: 1, windowMillis: 60_000 }
  const amountBounds = { operators: {}, countries: { BF: { minimumXof: 4_000_000, maximumXof: null } } }
  const refused: ReadonlyArray<readonly [name: string, EndpointName, CallParts, OptionsInput]> = [
    ["a project that is off", "createDirectPayout", { body: payoutBody() }, off({ enabled: false })],
    ["payins that are off", "createDirectInvoice", { body: directBody({}) }, off({ payinsEnabled: false })],
    ["payouts that are off", "createDirectPayout", { body: payoutBody() }, off({ payoutsEnabled: false })],
    ["an address that is not on the whitelist", "createDirectPayout", { body: payoutBody() }, off({ whitelist: [] })],
    ["credentials that expired", "createDirectPayout", { body: payoutBody() }, off({ credentialsExpireAt: -1 })],
    ["a balance that is too low", "createDirectPayout", { body: payoutBody() }, { merchantBalanceXof: 0 }],
    ["a wallet's number", "createDirectInvoice", { body: directBody({ customer: numbers.wallet }) }, {}],
    [
      "a code that was not asked for",
      "submitWalletInvoice",
      { body: directBody({ customer: numbers.wallet, otp: "123456" }) },
      {},
    ],
    ["a call too many", "createDirectPayout", { body: payoutBody() }, { assumptions: { rateLimit } }],
    [
      "an amount below the operator's",
      "createDirectInvoice",
      { body: directBody({}) },
      { assumptions: { amountBounds } },
    ],
    ["a daily limit", "createDirectInvoice", { body: directBody({ customer: "22660000095" }) }, {}],
    [
      "keys that are swapped",
      "createDirectPayout",
      { headers: { [headerNames.apikey]: defaultProject.apiToken }, body: payoutBody() },
      {},
    ],
    [
      "another project's token",
      "createDirectPayout",
      { headers: { [headerNames.authorization]: "Bearer other-token" }, body: payoutBody() },
      { projects: [defaultProject, { ...defaultProject, id: "other", apiKey: "other-key", apiToken: "other-token" }] },
    ],
    ["a number and an amount of a code's path", "sendWalletOtp", { target: "/pay/v02/debitotp/x/0" }, {}],
    ["no room for a payout", "createDirectPayout", { body: payoutBody() }, { limits: { payments: 0 } }],
    ["no room for a wallet's payout", "createWalletPayout", { body: walletPayoutBody() }, { limits: { payments: 0 } }],
    ["no room for a payin", "createDirectInvoice", { body: directBody({}) }, { limits: { payments: 0 } }],
    ["no room for a page", "createHostedInvoice", { body: hostedBody({}) }, { limits: { payments: 0 } }],
  ]
  for (const [name, endpoint, parts, options] of refused) {
    it.effect(`explains ${name}`, () =>
      Effect.gen(function* () {
        yield* call(endpoint, parts)
        const reasons = yield* reasonsOf(endpoint, parts)
        assert.isNotEmpty(reasons)
        for (const { fix, says } of reasons) for (const each of [fix, says]) assert.notStrictEqual(each.fr, each.en)
      }).pipe(Effect.provide(layerHttp(options))),
    )
  }

  it.effect("explains a wallet's code that is wrong", () =>
    Effect.gen(function* () {
      yield* call("sendWalletOtp", { target: `/pay/v02/debitotp/${numbers.wallet}/500` })
      const body = directBody({ customer: numbers.wallet, otp: "000000", total_amount: 500 })
      const [reason] = yield* reasonsOf("submitWalletInvoice", { body })
      assert.include(reason?.says.en, "code")
      assert.isNotEmpty(reason?.fix.fr)
    }).pipe(Effect.provide(layerHttp({ profile: asObserved, ...off({ customerPaysFees: true }) }))),
  )
})
