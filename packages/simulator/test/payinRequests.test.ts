import { DirectInvoiceResponse, HostedInvoiceResponse } from "../src/spec/CreateResponses.ts"
import { processingText } from "../src/spec/Texts.ts"
import { requestFaults } from "@cauri/wire"
import { WalletOtpResponse } from "../src/spec/OtpResponse.ts"
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { itOver } from "@cauri/house/it"
import {
  asObserved,
  Backstage,
  type CallbackPost,
  defaultProject,
  Engine,
  type OptionsInput,
  Phones,
} from "../src/index.ts"
import {
  bodyOf,
  call,
  create,
  directBody,
  faces,
  hostedBody,
  layerWith,
  ledgerSum,
  numbers,
  payoutBody,
  payinRecordOf,
} from "./support.ts"

const it = itOver(() => layerWith())

const statusOf = (token: string) => Effect.map(payinRecordOf(token), (record) => record["status"])

const direct = (invoice: Record<string, unknown>, commande?: Record<string, unknown>) =>
  create("createDirectInvoice", directBody(invoice, commande))

const textOf = (endpoint: "createDirectInvoice" | "submitWalletInvoice", invoice: Record<string, unknown>) =>
  Effect.map(call(endpoint, { body: directBody(invoice) }), (reply) => bodyOf(reply)["response_text"])

const sendOtp = (phone: string, amount: number) =>
  Effect.map(call("sendWalletOtp", { parameters: { phone_number: phone, amount: String(amount) } }), bodyOf)

const newestCode = (phone: string) =>
  Effect.gen(function* () {
    return (yield* (yield* Phones).look(phone)).codes[0]?.code ?? "none"
  })

/** Whatever has been promised to happen has happened after this. */
const longAfter = TestClock.adjust("60 days")

const customerPays: OptionsInput = { projects: [{ ...defaultProject, customerPaysFees: true }] }

const withFee = (operatorId: string) =>
  Effect.gen(function* () {
    const operator = (yield* (yield* Engine).state).operators.find(({ id }) => id === operatorId)
    assert.isDefined(operator)
    const payinFee = { basisPoints: 200, fixedXof: 5 }
    yield* (yield* Backstage).act({ _tag: "PutOperator", operator: { ...operator, payinFee } })
  })

const itemsSeen = (product: boolean, sum: boolean) =>
  textOf("createDirectInvoice", {
    items: [{ name: "Book", quantity: 2, unit_price: 10, total_price: 10 }],
    total_amount: 900,
  }).pipe(Effect.provide(layerWith({ assumptions: { itemArithmetic: { product, sum } } })))

const payoutText = (amount: number) =>
  Effect.map(call("createDirectPayout", { body: payoutBody({ amount }) }), (reply) => bodyOf(reply)["response_text"])

describe("payinRequests", () => {
  for (const [face, options] of faces) {
    it.effect(`answers every creation in the promised shape (${face}) #71 #73 #148 #169 #163 #164`, () =>
      Effect.gen(function* () {
        const hosted = bodyOf(yield* call("createHostedInvoice", { body: hostedBody() }))
        assert.deepStrictEqual(requestFaults(HostedInvoiceResponse, hosted), [])
        assert.strictEqual(hosted["response_text"], `http://127.0.0.1:4010/pay/invoice/${String(hosted["token"])}`)
        const straight = bodyOf(yield* call("createDirectInvoice", { body: directBody({}) }))
        assert.deepStrictEqual(requestFaults(DirectInvoiceResponse, straight), [])
        assert.strictEqual(straight["response_text"], processingText)
        const sent = yield* sendOtp(numbers.wallet, 500)
        assert.deepStrictEqual(requestFaults(WalletOtpResponse, sent), [])
        assert.strictEqual(sent["error"], false)
        const otp = yield* newestCode(numbers.wallet)
        const wallet = directBody({ customer: numbers.wallet, total_amount: 500, otp })
        const submitted = bodyOf(yield* call("submitWalletInvoice", { body: wallet }))
        assert.deepStrictEqual(requestFaults(DirectInvoiceResponse, submitted), [])
        assert.strictEqual(submitted["response_text"], processingText)
        const more = options.profile === asObserved ? ["custom_data", "description"] : []
        for (const body of [hosted, straight, submitted]) {
          assert.deepStrictEqual(Object.keys(body).toSorted(), [
            ...more,
            "response_code",
            "response_text",
            "token",
            "wiki",
          ])
        }
      }).pipe(Effect.provide(layerWith(options))),
    )
  }

  it("a new payin is pending, and stays so for ever without an act #112 #120 #128 #248", function* () {
    const tokens = [yield* create("createHostedInvoice", hostedBody()), yield* direct({})]
    yield* longAfter
    for (const token of tokens) assert.strictEqual(yield* statusOf(token), "pending")
  })

  it("USSD OTP: the code that was dialled for the exact amount completes it #4 #117 #123 #149", function* () {
    const otp = yield* (yield* Phones).dialForCode(numbers.ussdOtp, 4_200)
    const token = yield* direct({ customer: numbers.ussdOtp, otp })
    assert.strictEqual(yield* statusOf(token), "pending")
    yield* TestClock.adjust("2 seconds")
    assert.strictEqual(yield* statusOf(token), "completed")
  })

  it.effect(
    "USSD OTP: a code for another amount, a wrong, used or expired code leave it pending #119 #120 #123 #125",
    () => {
      const received: Array<CallbackPost> = []
      return Effect.gen(function* () {
        const phones = yield* Phones
        const customer = numbers.ussdOtp
        const other = yield* direct({ customer, otp: yield* phones.dialForCode(customer, 4_199) })
        const wrong = yield* direct({ customer, otp: "000000" })
        const none = yield* direct({ customer, otp: "" })
        const late = yield* phones.dialForCode(customer, 4_200)
        yield* TestClock.adjust("16 minutes")
        const expired = yield* direct({ customer, otp: late })
        const good = yield* phones.dialForCode(customer, 4_200)
        const first = yield* direct({ customer, otp: good })
        const used = yield* direct({ customer, otp: good })
        yield* longAfter
        assert.strictEqual(yield* statusOf(first), "completed")
        for (const token of [other, wrong, none, expired, used]) {
          assert.strictEqual(yield* statusOf(token), "pending")
          assert.isFalse(received.some(({ payment }) => payment === token))
        }
      }).pipe(Effect.provide(layerWith({}, received)))
    },
  )

  it.effect("USSD OTP: with fees on the customer the expected amount is base plus fees #124", () =>
    Effect.gen(function* () {
      yield* withFee("11")
      const phones = yield* Phones
      const customer = numbers.ussdOtp
      const base = yield* direct({ customer, otp: yield* phones.dialForCode(customer, 4_200) })
      const full = yield* direct({ customer, otp: yield* phones.dialForCode(customer, 4_289) })
      yield* longAfter
      assert.strictEqual(yield* statusOf(base), "pending")
      const record = yield* payinRecordOf(full)
      assert.strictEqual(record["status"], "completed")
      // U6: `montant` is the base amount.
      assert.strictEqual(record["montant"], 4_200)
    }).pipe(Effect.provide(layerWith(customerPays))),
  )

  it.effect("montant holds the customer's fees when so assumed (U6) #88 #124", () =>
    Effect.gen(function* () {
      yield* withFee("12")
      const token = yield* direct({})
      yield* (yield* Phones).approve(numbers.ussdPush)
      yield* longAfter
      const { amount, montant } = yield* payinRecordOf(token)
      assert.deepStrictEqual([montant, amount], [4_289, 4_289])
    }).pipe(Effect.provide(layerWith({ ...customerPays, assumptions: { montantHoldsFees: true } }))),
  )

  it.effect(
    "USSD push: a refusal is definite and calls back; a time-out and wrong PINs are not #115 #116 #150 #151 #208",
    () => {
      const received: Array<CallbackPost> = []
      return Effect.gen(function* () {
        const phones = yield* Phones
        const refused = yield* direct({})
        yield* phones.refuse(numbers.ussdPush)
        yield* TestClock.adjust("10 seconds")
        assert.strictEqual(yield* statusOf(refused), "notcompleted")
        const timedOut = yield* direct({})
        yield* TestClock.adjust("6 minutes")
        assert.deepStrictEqual((yield* phones.look(numbers.ussdPush)).prompts, [])
        const wrongPins = yield* direct({})
        for (let count = 0; count < 3; count++) yield* phones.approve(numbers.ussdPush, { pin: "0000" })
        assert.strictEqual((yield* Effect.result(phones.approve(numbers.ussdPush)))._tag, "Failure")
        yield* longAfter
        for (const token of [timedOut, wrongPins]) assert.strictEqual(yield* statusOf(token), "pending")
        assert.deepStrictEqual(
          received.map(({ payment }) => payment),
          [refused, refused],
        )
      }).pipe(Effect.provide(layerWith({}, received)))
    },
  )

  it.effect("a refusal leaves it pending when it is not assumed definite (U12) #115", () =>
    Effect.gen(function* () {
      const token = yield* direct({})
      yield* (yield* Phones).refuse(numbers.ussdPush)
      yield* longAfter
      assert.strictEqual(yield* statusOf(token), "pending")
    }).pipe(Effect.provide(layerWith({ assumptions: { definitiveFailures: ["no_funds"] } }))),
  )

  it("a customer without the money is a definite failure, and no franc moves #115", function* () {
    const phones = yield* Phones
    yield* phones.setBalance(numbers.ussdPush, 4_199)
    const token = yield* direct({})
    yield* phones.approve(numbers.ussdPush)
    yield* longAfter
    assert.strictEqual(yield* statusOf(token), "notcompleted")
    assert.strictEqual((yield* (yield* Backstage).ledger).balances[`customer:12:${numbers.ussdPush}`], 4_199)
    assert.strictEqual(yield* ledgerSum, 0)
  })

  it("guided USSD: the SMS says what to dial, and nothing else confirms #152 #153", function* () {
    const phones = yield* Phones
    const token = yield* direct({ customer: numbers.guidedUssd })
    assert.strictEqual((yield* Effect.result(phones.approve(numbers.guidedUssd)))._tag, "Failure")
    const [sms] = (yield* phones.look(numbers.guidedUssd)).inbox
    const [ussd] = /\*[0-9*]+#/.exec(sms?.text.en ?? "") ?? [""]
    assert.strictEqual((yield* Effect.result(phones.dial(numbers.guidedUssd, "*1#")))._tag, "Failure")
    yield* phones.dial(numbers.guidedUssd, ussd)
    yield* longAfter
    assert.strictEqual(yield* statusOf(token), "completed")
  })

  it.effect(
    "SMS OTP: the first request sends the code, the second one with the code pays, with a token each (U4) #154 #155 #156",
    () =>
      Effect.gen(function* () {
        const first = yield* direct({ customer: numbers.smsOtp })
        const otp = yield* newestCode(numbers.smsOtp)
        assert.match((yield* (yield* Phones).look(numbers.smsOtp)).inbox[0]?.text.en ?? "", new RegExp(otp))
        const second = yield* direct({ customer: numbers.smsOtp, otp })
        yield* longAfter
        assert.notStrictEqual(first, second)
        assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(second)], ["pending", "completed"])
      }).pipe(Effect.provide(layerWith())),
  )

  it.effect("SMS OTP: both requests answer with one token when so assumed (U4) #154 #156", () =>
    Effect.gen(function* () {
      const first = yield* direct({ customer: numbers.smsOtp })
      const second = yield* direct({ customer: numbers.smsOtp, otp: yield* newestCode(numbers.smsOtp) })
      yield* longAfter
      assert.strictEqual(first, second)
      assert.strictEqual(yield* statusOf(first), "completed")
    }).pipe(Effect.provide(layerWith({ assumptions: { smsOtpTokens: "Shared" } }))),
  )

  it.effect("a fresh OTP is a second payin, or resumes the first one when so assumed (U5) #119", () => {
    const twice = Effect.gen(function* () {
      const customer = numbers.ussdOtp
      const first = yield* direct({ customer, otp: "000000" })
      const second = yield* direct({ customer, otp: yield* (yield* Phones).dialForCode(customer, 4_200) })
      yield* longAfter
      return [first === second, yield* statusOf(first)]
    })
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* Effect.provide(twice, layerWith()), [false, "pending"])
      const resuming = layerWith({ assumptions: { freshOtpResumes: true } })
      assert.deepStrictEqual(yield* Effect.provide(twice, resuming), [true, "completed"])
    })
  })

  it("wallet: the OTP of endpoint 4 pays on endpoint 5 #5 #117 #162 #167 #168", function* () {
    const customer = numbers.wallet
    yield* sendOtp(customer, 4_200)
    assert.match((yield* (yield* Phones).look(customer)).inbox[0]?.text.en ?? "", /4,200.F.CFA/)
    const body = directBody({ customer, otp: yield* newestCode(customer) })
    const token = yield* create("submitWalletInvoice", body)
    yield* longAfter
    const record = yield* payinRecordOf(token)
    assert.deepStrictEqual([record["status"], record["operator_id"], record["customer"]], ["completed", "1", customer])
  })

  it("wallet: endpoint 5 needs endpoint 4 for the same phone and amount (U7) #170", function* () {
    const invoice = { customer: numbers.wallet, otp: "123456" }
    assert.strictEqual(yield* textOf("submitWalletInvoice", invoice), "Echec (Code08)")
    yield* sendOtp(numbers.wallet, 4_199)
    assert.strictEqual(yield* textOf("submitWalletInvoice", invoice), "Echec (Code08)")
    yield* sendOtp(numbers.wallet, 4_200)
    assert.strictEqual(yield* textOf("submitWalletInvoice", invoice), processingText)
  })

  it.effect("wallet: endpoint 5 without endpoint 4 stays pending when it is not refused (U7) #119 #170", () =>
    Effect.gen(function* () {
      const token = yield* create("submitWalletInvoice", directBody({ customer: numbers.wallet, otp: "123456" }))
      yield* longAfter
      assert.strictEqual(yield* statusOf(token), "pending")
    }).pipe(Effect.provide(layerWith({ assumptions: { walletSubmitNeedsMatchingOtp: false } }))),
  )

  it.effect("wallet: a wrong or expired OTP leaves it pending; as observed it is refused at once #119 #120", () => {
    const wrong = Effect.gen(function* () {
      yield* sendOtp(numbers.wallet, 4_200)
      const one = bodyOf(
        yield* call("submitWalletInvoice", { body: directBody({ customer: numbers.wallet, otp: "000000" }) }),
      )
      const code = yield* newestCode(numbers.wallet)
      yield* TestClock.adjust("16 minutes")
      const two = bodyOf(
        yield* call("submitWalletInvoice", { body: directBody({ customer: numbers.wallet, otp: code }) }),
      )
      yield* longAfter
      return [one, two]
    })
    return Effect.gen(function* () {
      const strictly = Effect.gen(function* () {
        for (const body of yield* wrong) assert.strictEqual(yield* statusOf(String(body["token"])), "pending")
      })
      yield* Effect.provide(strictly, layerWith())
      for (const body of yield* Effect.provide(wrong, layerWith({ profile: asObserved }))) {
        assert.deepStrictEqual([body["response_text"], body["token"]], ["Echec (Code15)", ""])
      }
    })
  })

  it("a wallet's number is refused on endpoint 3, and other numbers on endpoints 4 and 5 #157 #166 #171", function* () {
    assert.strictEqual(yield* textOf("createDirectInvoice", { customer: numbers.wallet }), "Echec (Code14)")
    assert.strictEqual((yield* sendOtp(numbers.ussdPush, 500))["error"], true)
    const invoice = { customer: numbers.ussdPush, otp: "123456" }
    assert.strictEqual(yield* textOf("submitWalletInvoice", invoice), "Echec (Code14)")
    // A mobile money number may hold a wallet as well.
    yield* (yield* Phones).setWallet(numbers.ussdPush, true)
    assert.strictEqual((yield* sendOtp(numbers.ussdPush, 500))["error"], false)
    assert.strictEqual(yield* textOf("createDirectInvoice", {}), processingText)
  })

  it("a number that no operator serves is refused with an unstated code #111", function* () {
    assert.strictEqual(yield* textOf("createDirectInvoice", { customer: numbers.unserved }), "Echec (Code07)")
  })

  it.effect(
    "refuses with Code02 what is outside the bounds of the operator, of the account or of the assumption (N13) #249",
    () =>
      Effect.gen(function* () {
        const operator = (yield* (yield* Engine).state).operators.find(({ id }) => id === "12")
        assert.isDefined(operator)
        const bounds = { minimumXof: 100, maximumXof: 100_000 }
        yield* (yield* Backstage).act({ _tag: "PutOperator", operator: { ...operator, bounds } })
        for (const [total_amount, expected] of [
          [99, "Echec (Code02)"],
          [100, processingText],
          [50_001, "Echec (Code02)"],
          [50_000, processingText],
          [199, processingText],
        ] as const) {
          assert.strictEqual(yield* textOf("createDirectInvoice", { total_amount }), expected)
        }
        const guided = { customer: numbers.guidedUssd, total_amount: 199 }
        assert.strictEqual(yield* textOf("createDirectInvoice", guided), "Echec (Code02)")
      }).pipe(
        Effect.provide(
          layerWith({
            assumptions: {
              amountBounds: { operators: { "13": { minimumXof: 200, maximumXof: null } }, countries: {} },
            },
            projects: [{ ...defaultProject, bounds: { "12": { minimumXof: null, maximumXof: 50_000 } } }],
          }),
        ),
      ),
  )

  it.effect(
    "refuses what is outside a country's bounds, assumed or of the account, on every operator of it (N13) #249",
    () =>
      Effect.gen(function* () {
        for (const [customer, total_amount, expected] of [
          ["22660000001", 299, "Echec (Code02)"],
          ["22650000001", 299, "Echec (Code02)"],
          ["22660000001", 300, processingText],
          ["22660000001", 90_001, "Echec (Code02)"],
          ["22650000001", 90_000, processingText],
          // Another country is not concerned.
          ["22900000001", 299, processingText],
          ["22900000001", 90_001, processingText],
        ] as const) {
          const text = yield* textOf("createDirectInvoice", { customer, total_amount })
          assert.strictEqual(text, expected, `${customer} ${total_amount}`)
        }
        assert.deepStrictEqual(
          [yield* payoutText(299), yield* payoutText(300), yield* payoutText(90_001)],
          ["Echec (Code02)", "", "Echec (Code02)"],
        )
      }).pipe(
        Effect.provide(
          layerWith({
            assumptions: { amountBounds: { operators: {}, countries: { BF: { minimumXof: 300, maximumXof: null } } } },
            projects: [{ ...defaultProject, countryBounds: { BF: { minimumXof: null, maximumXof: 90_000 } } }],
          }),
        ),
      ),
  )

  it("refuses with Code02 what goes beyond the customer's daily operator limit, until the next day #228", function* () {
    const pay = Effect.gen(function* () {
      const text = yield* textOf("createDirectInvoice", { total_amount: 1_500_000 })
      yield* Effect.ignore((yield* Phones).approve(numbers.ussdPush))
      yield* TestClock.adjust("1 minute")
      return text
    })
    assert.strictEqual(yield* pay, processingText)
    assert.strictEqual(yield* pay, "Echec (Code02)")
    assert.strictEqual(yield* textOf("createDirectInvoice", { total_amount: 500_000 }), processingText)
    yield* TestClock.adjust("1 day")
    assert.strictEqual(yield* pay, processingText)
  })

  it("total_amount counts, whatever the items say #33 #34", function* () {
    const items = [{ name: "Book", quantity: 1, unit_price: 10, total_price: 10 }]
    const token = yield* direct({ items, total_amount: 900 })
    assert.strictEqual((yield* payinRecordOf(token))["montant"], 900)
  })

  it.effect("refuses items whose sum or product differs only where that is assumed (U22) #33 #51", () => {
    return Effect.gen(function* () {
      assert.strictEqual(yield* itemsSeen(true, false), "Echec (Code08)")
      assert.strictEqual(yield* itemsSeen(false, true), "Echec (Code08)")
      assert.strictEqual(yield* itemsSeen(false, false), processingText)
      const items = [{ name: "Book", quantity: 2, unit_price: 450, total_price: 900 }]
      const right = textOf("createDirectInvoice", { items, total_amount: 900 })
      const strict = layerWith({ assumptions: { itemArithmetic: { product: true, sum: true } } })
      assert.strictEqual(yield* Effect.provide(right, strict), processingText)
    })
  })

  it.effect("empty texts pass, and are refused where that is assumed (U20) #37 #52", () => {
    const empty = textOf("createDirectInvoice", { description: "" })
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.provide(empty, layerWith()), processingText)
      const picky = layerWith({ assumptions: { requiredTextMayBeEmpty: false } })
      assert.strictEqual(yield* Effect.provide(empty, picky), "Echec (Code08)")
      const payout = Effect.map(call("createDirectPayout", { body: payoutBody({ description: "" }) }), bodyOf)
      assert.match(String((yield* Effect.provide(payout, picky))["response_text"]), /^Echec/)
      const { commande } = directBody({})
      const nameless = { commande: { ...commande, store: { name: "", website_url: "https://shop.example" } } }
      const payin = Effect.map(call("createDirectInvoice", { body: nameless }), bodyOf)
      assert.match(String((yield* Effect.provide(payin, picky))["response_text"]), /^Echec/)
    })
  })

  it.effect("as observed some operators' direct payins answer with a page, on which the customer pays", () =>
    Effect.gen(function* () {
      const body = bodyOf(yield* call("createDirectInvoice", { body: directBody({ customer: numbers.operatorPage }) }))
      assert.match(String(body["response_text"]), /^http.*\/pay\/invoice\//)
      yield* (yield* Phones).approve(numbers.operatorPage)
      yield* longAfter
      assert.strictEqual(yield* statusOf(String(body["token"])), "completed")
    }).pipe(Effect.provide(layerWith({ profile: asObserved }))),
  )
})
