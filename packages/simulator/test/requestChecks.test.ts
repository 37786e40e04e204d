import { endpointNames, type EndpointName, endpoints } from "@cauri/wire"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import { Backstage, defaultProject, type OptionsInput, type Project, type ServiceRequest } from "../src/index.ts"
import {
  bodyOf,
  call,
  directBody,
  faces,
  hostedBody,
  layerWith,
  numbers,
  payoutBody,
  request,
  walletPayoutBody,
} from "./support.ts"

const it = itOver(() => layerWith())

/** A right request of every endpoint, but for confirms, which find nothing: they pass the checks. */
const right: Readonly<Record<EndpointName, Partial<ServiceRequest>>> = {
  createHostedInvoice: { body: hostedBody() },
  confirmInvoice: { parameters: { invoiceToken: "nothing" } },
  createDirectInvoice: { body: directBody({}) },
  sendWalletOtp: { parameters: { phone_number: numbers.wallet, amount: "500" } },
  submitWalletInvoice: { body: directBody({ customer: numbers.wallet, otp: "123456" }) },
  createWalletPayout: { body: walletPayoutBody() },
  createDirectPayout: { body: payoutBody() },
  confirmPayout: { parameters: { withdrawalToken: "nothing" } },
}

const creations = ["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"] as const
const payouts = ["createWalletPayout", "createDirectPayout"] as const

/** `Echec (CodeXX)` of a call, or what came instead. */
const codeOf = (endpoint: EndpointName, parts: Partial<ServiceRequest> = {}) =>
  Effect.map(call(endpoint, { ...right[endpoint], ...parts }), (reply) => {
    const body = bodyOf(reply)
    return body["response_text"] ?? body["message"]
  })

const withProject = (change: Partial<Project>, more: OptionsInput = {}) =>
  layerWith({ ...more, projects: [{ ...defaultProject, ...change }] })

const changedHeader = (endpoint: EndpointName, name: string, value: string | undefined) => {
  const { [name]: _, ...others } = request(endpoint).headers
  return { headers: value === undefined ? others : { ...others, [name]: value } }
}

/** What endpoint 4 answers to a project without payins. */
const otpWithoutPayins = (assumptions: OptionsInput["assumptions"] = {}) =>
  Effect.map(call("sendWalletOtp", right.sendWalletOtp), bodyOf).pipe(
    Effect.provide(withProject({ payinsEnabled: false }, { assumptions })),
  )

describe("requestChecks", () => {
  for (const [face, options] of faces) {
    it.effect(`refuses wrong credentials with Code00 on every endpoint (${face}) #180 #188 #189 #191 #216 #225`, () =>
      Effect.gen(function* () {
        for (const endpoint of endpointNames) {
          for (const [name, value] of [
            ["apikey", undefined],
            ["apikey", "wrong"],
            ["authorization", undefined],
            ["authorization", "Bearer wrong"],
            ["authorization", defaultProject.apiToken],
            // #191: the token of another project.
            ["authorization", "Bearer other-token"],
          ] as const) {
            const reply = yield* call(endpoint, { ...right[endpoint], ...changedHeader(endpoint, name, value) })
            const body = bodyOf(reply)
            assert.strictEqual(body["response_code"], "01", `${endpoint} ${name}`)
            assert.strictEqual(body["response_text"], "Echec (Code00)")
            assert.strictEqual(body["token"], "")
            assert.strictEqual(body["description"], "")
            assert.match(String(body["wiki"]), /\/wiki\/create|\/wiki\/confirm/)
            const expected = options.assumptions?.errorHttpStatus === "ClientError" ? 401 : 200
            assert.strictEqual(reply._tag === "Json" ? reply.status : 0, expected)
          }
        }
      }).pipe(
        Effect.provide(
          layerWith({
            ...options,
            projects: [
              defaultProject,
              { ...defaultProject, id: "project-2", apiKey: "other-key", apiToken: "other-token" },
            ],
          }),
        ),
      ),
    )
  }

  it("wants every header that an endpoint lists, and no other #131 #132 #141 #145 #161 #176 #183 #190", function* () {
    for (const endpoint of endpointNames) {
      const listed = endpoints[endpoint].headers.map((name) => name.toLowerCase())
      for (const name of ["accept", "content-type"]) {
        const text = yield* codeOf(endpoint, changedHeader(endpoint, name, undefined))
        assert.strictEqual(text === "Echec (Code00)", listed.includes(name), `${endpoint} ${name}`)
      }
    }
    // Parameters and lists of media types are still application/json.
    const accepted = changedHeader("createDirectPayout", "accept", "text/html, application/json;q=0.9")
    assert.strictEqual(yield* codeOf("createDirectPayout", accepted), "")
    const other = changedHeader("createDirectPayout", "content-type", "text/plain")
    assert.strictEqual(yield* codeOf("createDirectPayout", other), "Echec (Code00)")
  })

  it.effect("answers bad credentials on endpoint 4 with the OTP envelope when so assumed (U1) #219", () =>
    Effect.gen(function* () {
      const reply = yield* call("sendWalletOtp", { ...right.sendWalletOtp, headers: {} })
      assert.deepStrictEqual(bodyOf(reply), { error: true, message: "Echec (Code00)" })
    }).pipe(Effect.provide(layerWith({ assumptions: { otpAuthenticationFailure: "OtpEnvelope" } }))),
  )

  it.effect("kills the old credentials at once when new ones are issued #192", () =>
    Effect.gen(function* () {
      const backstage = yield* Backstage
      assert.strictEqual(yield* codeOf("createDirectPayout"), "")
      yield* backstage.act({ _tag: "ReissueCredentials", projectId: "project-1" })
      assert.strictEqual(yield* codeOf("createDirectPayout"), "Echec (Code00)")
      const project = yield* backstage.project("project-1")
      const headers = {
        ...request("createDirectPayout").headers,
        apikey: project.apiKey,
        authorization: `Bearer ${project.apiToken}`,
      }
      assert.strictEqual(yield* codeOf("createDirectPayout", { headers }), "")
      // The new key with the old token is still wrong (#180).
      const mixed = { ...headers, authorization: `Bearer ${defaultProject.apiToken}` }
      assert.strictEqual(yield* codeOf("createDirectPayout", { headers: mixed }), "Echec (Code00)")
    }).pipe(Effect.provide(layerWith())),
  )

  it.effect("refuses expired credentials #189", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* codeOf("createDirectPayout"), "")
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(yield* codeOf("createDirectPayout"), "Echec (Code00)")
    }).pipe(Effect.provide(withProject({ credentialsExpireAt: 1_000 }))),
  )

  it.effect("credentials live as long as the assumption says, and new ones live again (N6) #189 #192", () =>
    Effect.gen(function* () {
      const backstage = yield* Backstage
      assert.strictEqual(yield* codeOf("createDirectPayout"), "")
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* codeOf("createDirectPayout"), "Echec (Code00)")
      yield* backstage.act({ _tag: "ReissueCredentials", projectId: "project-1" })
      const { apiKey, apiToken, credentialsExpireAt } = yield* backstage.project("project-1")
      assert.strictEqual(credentialsExpireAt, 120_000)
      const headers = { ...request("createDirectPayout").headers, apikey: apiKey, authorization: `Bearer ${apiToken}` }
      assert.strictEqual(yield* codeOf("createDirectPayout", { headers }), "")
    }).pipe(Effect.provide(layerWith({ assumptions: { credentialLifetime: 60_000 } }))),
  )

  it.effect("refuses a project that is not enabled (U19) #184", () =>
    Effect.gen(function* () {
      for (const endpoint of endpointNames) assert.strictEqual(yield* codeOf(endpoint), "Echec (Code00)")
    }).pipe(Effect.provide(withProject({ enabled: false }))),
  )

  it.effect("refuses payins where they are not enabled, and lets payouts through #226", () =>
    Effect.gen(function* () {
      for (const endpoint of creations) assert.strictEqual(yield* codeOf(endpoint), "Echec (Code01)")
      for (const endpoint of payouts) assert.strictEqual(yield* codeOf(endpoint), "")
    }).pipe(Effect.provide(withProject({ payinsEnabled: false }))),
  )

  it.effect(
    "sends a wallet's OTP without payins where that is assumed, and words its refusal in two ways (U27 U28) #164 #219 #226",
    () => {
      return Effect.gen(function* () {
        assert.deepStrictEqual(yield* otpWithoutPayins(), { error: true, message: "Echec (Code01)" })
        assert.deepStrictEqual(yield* otpWithoutPayins({ otpFailureMessage: "Sentence" }), {
          error: true,
          message: "The OTP could not be sent.",
        })
        assert.strictEqual((yield* otpWithoutPayins({ otpNeedsPayins: false }))["error"], false)
      })
    },
  )

  it.effect("refuses payouts where they are not enabled, and lets payins through #231 #235", () =>
    Effect.gen(function* () {
      for (const endpoint of payouts) assert.strictEqual(yield* codeOf(endpoint), "Echec (Code01)")
      assert.match(String(yield* codeOf("createDirectInvoice")), /cours de traitement/)
    }).pipe(Effect.provide(withProject({ payoutsEnabled: false }))),
  )

  it.effect("refuses payouts from an address that is not whitelisted #193 #234 #236", () =>
    Effect.gen(function* () {
      for (const endpoint of payouts) {
        assert.strictEqual(yield* codeOf(endpoint, { ip: "203.0.113.9" }), "Echec (Code06)")
        assert.strictEqual(yield* codeOf(endpoint, { ip: "203.0.113.1" }), "")
      }
    }).pipe(Effect.provide(withProject({ whitelist: ["203.0.113.1"] }))),
  )

  it.effect("takes payouts from a whitelisted range, and from anywhere where the whitelist says any", () =>
    Effect.gen(function* () {
      for (const endpoint of payouts) {
        assert.strictEqual(yield* codeOf(endpoint, { ip: "172.18.0.7" }), "")
        assert.strictEqual(yield* codeOf(endpoint, { ip: "172.32.0.7" }), "Echec (Code06)")
      }
    }).pipe(
      Effect.provide(withProject({ whitelist: ["172.16.0.0/12"] })),
      Effect.andThen(
        Effect.gen(function* () {
          for (const endpoint of payouts) assert.strictEqual(yield* codeOf(endpoint, { ip: "203.0.113.9" }), "")
        }).pipe(Effect.provide(withProject({ whitelist: ["any"] }))),
      ),
    ),
  )

  it.effect("refuses payouts from anywhere, and payins from nowhere, when the whitelist is empty #193 #229", () =>
    Effect.gen(function* () {
      for (const endpoint of payouts) assert.strictEqual(yield* codeOf(endpoint), "Echec (Code06)")
      assert.match(String(yield* codeOf("createDirectInvoice")), /cours de traitement/)
    }).pipe(Effect.provide(withProject({ whitelist: [] }))),
  )

  it("refuses payins from another address where a whitelist is set, and confirms from anywhere (U18) #229", function* () {
    for (const endpoint of creations) {
      assert.strictEqual(yield* codeOf(endpoint, { ip: "203.0.113.9" }), "Echec (Code03)")
    }
    assert.strictEqual(yield* codeOf("confirmInvoice", { ip: "203.0.113.9" }), "Echec (Code02)")
  })

  it.effect("refuses amounts outside 9 to 2,000,000 and whatever is no integer #10 #35 #227 #243 #244 #245", () =>
    Effect.gen(function* () {
      for (const endpoint of creations) {
        const body = endpoint === "createHostedInvoice" ? hostedBody : directBody
        for (const total_amount of [8, 0, -5, 2_000_001, 9.5, "4200", "many", null, [], {}]) {
          assert.strictEqual(
            yield* codeOf(endpoint, { body: body({ customer: "", ...whose(endpoint), total_amount }) }),
            "Echec (Code02)",
            `${endpoint} ${JSON.stringify(total_amount)}`,
          )
        }
        for (const [unit_price, total_price] of [
          [100.5, 100.5],
          ["500", 500],
          [500, "500"],
        ]) {
          const items = [{ name: "Book", quantity: 1, unit_price, total_price }]
          assert.strictEqual(
            yield* codeOf(endpoint, { body: body({ customer: "", ...whose(endpoint), items }) }),
            "Echec (Code02)",
            `${endpoint} ${JSON.stringify(items)}`,
          )
        }
      }
      for (const total_amount of [9, 2_000_000]) {
        assert.match(String(yield* codeOf("createHostedInvoice", { body: hostedBody({ total_amount }) })), /^http/)
      }
    }).pipe(Effect.provide(layerWith())),
  )

  it("refuses payout amounts that are no positive integers, with an unstated code #61 #245 #250", function* () {
    for (const amount of [0, -1, 1.5, "500", null]) {
      assert.strictEqual(yield* codeOf("createWalletPayout", { body: walletPayoutBody({ amount }) }), "Echec (Code05)")
      assert.strictEqual(yield* codeOf("createDirectPayout", { body: payoutBody({ amount }) }), "Echec (Code02)")
    }
    for (const amount of ["0", "1.5", "-3", "x", "", "1e3"]) {
      const reply = yield* call("sendWalletOtp", { parameters: { phone_number: numbers.wallet, amount } })
      assert.strictEqual(bodyOf(reply)["error"], true, amount)
    }
  })

  it.effect(
    "refuses bodies with a missing or ill-typed field, and bodies that are none #17 #18 #30 #31 #32 #36 #216",
    () =>
      Effect.gen(function* () {
        for (const body of [undefined, null, "x", 1, [], {}, { commande: null }, { commande: [] }]) {
          for (const endpoint of creations) assert.strictEqual(yield* codeOf(endpoint, { body }), "Echec (Code08)")
          assert.strictEqual(yield* codeOf("createWalletPayout", { body }), "Echec (Code09)")
          assert.strictEqual(yield* codeOf("createDirectPayout", { body }), "Echec (Code15)")
        }
        for (const fields of [
          { items: null },
          { items: [{ name: "Book", quantity: 1, total_price: 1 }] },
          { items: [{ name: "Book", quantity: 1, unit_price: 2, total_price: 1 }] },
          { devise: "EUR" },
          { devise: undefined },
          { description: 1 },
          { customer: undefined },
          { otp: "1" },
        ]) {
          assert.strictEqual(yield* codeOf("createHostedInvoice", { body: hostedBody(fields) }), "Echec (Code08)")
        }
        for (const commande of [
          { store: { name: "Shop" } },
          { actions: { cancel_url: "", return_url: "https://shop.example", callback_url: "https://shop.example" } },
          { custom_data: [] },
        ]) {
          assert.strictEqual(yield* codeOf("createHostedInvoice", { body: hostedBody({}, commande) }), "Echec (Code08)")
        }
      }).pipe(Effect.provide(layerWith())),
  )

  it("refuses phone numbers with a plus, spaces or letters #13 #40 #41 #63 #159", function* () {
    for (const customer of ["+22660000001", "226 60000001", "22660", "phone", ""]) {
      assert.strictEqual(yield* codeOf("createDirectInvoice", { body: directBody({ customer }) }), "Echec (Code08)")
      assert.strictEqual(yield* codeOf("createDirectPayout", { body: payoutBody({ customer }) }), "Echec (Code15)")
      const reply = yield* call("sendWalletOtp", { parameters: { phone_number: customer, amount: "500" } })
      assert.strictEqual(bodyOf(reply)["error"], true)
    }
  })

  it("refuses an http callback of a payout, except on loopback #64 #210", function* () {
    for (const callback_url of ["http://shop.example/c", "http://127.0.0.1.shop.example/", "ftp://x.example", ""]) {
      assert.strictEqual(yield* codeOf("createDirectPayout", { body: payoutBody({ callback_url }) }), "Echec (Code15)")
    }
    for (const callback_url of [
      "http://127.0.0.1:9/c",
      "http://localhost/c",
      "http://[::1]:80/",
      "https://a.example",
    ]) {
      assert.strictEqual(yield* codeOf("createDirectPayout", { body: payoutBody({ callback_url }) }), "")
    }
    // Payins may call back over http (#57).
    const actions = { cancel_url: "", return_url: "", callback_url: "http://shop.example/c" }
    assert.match(
      String(yield* codeOf("createDirectInvoice", { body: directBody({}, { actions }) })),
      /cours de traitement/,
    )
  })

  it("takes top_up_wallet 0 and 1 on endpoint 6 only #65 #66 #67", function* () {
    for (const top_up_wallet of [0, 1]) {
      assert.strictEqual(yield* codeOf("createWalletPayout", { body: walletPayoutBody({ top_up_wallet }) }), "")
      const direct = payoutBody({ top_up_wallet })
      assert.strictEqual(yield* codeOf("createDirectPayout", { body: direct }), "Echec (Code15)")
    }
    for (const top_up_wallet of [2, -1, "1", true, null, undefined]) {
      const body = walletPayoutBody({ top_up_wallet })
      assert.strictEqual(yield* codeOf("createWalletPayout", { body }), "Echec (Code09)")
    }
  })

  it.effect("checks in the order of the assumption (U10) #188", () => {
    const wrongInEveryWay = { ip: "203.0.113.9", body: hostedBody({ total_amount: 1, devise: "EUR" }) }
    const seen = (order: OptionsInput["assumptions"]) =>
      codeOf("createHostedInvoice", wrongInEveryWay).pipe(
        Effect.provide(withProject({ payinsEnabled: false }, { assumptions: order ?? {} })),
      )
    return Effect.gen(function* () {
      assert.strictEqual(yield* seen({}), "Echec (Code03)")
      assert.strictEqual(yield* seen({ checkOrder: ["headers", "credentials", "feature", "ip"] }), "Echec (Code01)")
      assert.strictEqual(yield* seen({ checkOrder: ["headers", "credentials", "amount", "ip"] }), "Echec (Code02)")
      assert.strictEqual(yield* seen({ checkOrder: ["headers", "credentials", "fields", "ip"] }), "Echec (Code08)")
    })
  })
})

const whose = (endpoint: EndpointName) =>
  endpoint === "createDirectInvoice"
    ? { customer: numbers.ussdPush }
    : endpoint === "submitWalletInvoice"
      ? { customer: numbers.wallet, otp: "123456" }
      : {}
