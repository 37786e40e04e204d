/** What the service's replies mean, sub-code by sub-code and envelope by envelope. */
import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { it } from "@cauri/house/it"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure, CreationToken, PaymentEvent } from "@cauri/core/model"
import { endpointNames, type EndpointName } from "@cauri/wire"
import { recorded } from "./recorder.ts"
import { failureOfSubCode, meaningOfCreation, meaningOfOtp } from "../src/replies.ts"

const payins = ["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"] as const
const payouts = ["createWalletPayout", "createDirectPayout"] as const
const creations = [...payins, ...payouts]
type Creation = (typeof creations)[number]

/** What every stated sub-code means, by its endpoint. Written from the specification (#225 to #237), not from the code. */
const payinCodes = {
  Code00: "authentication_failed",
  Code01: "payin_not_enabled",
  Code02: "amount_refused",
  Code03: "ip_denied",
}
const stated: Readonly<Record<EndpointName, Readonly<Record<string, string>>>> = {
  createHostedInvoice: payinCodes,
  createDirectInvoice: payinCodes,
  submitWalletInvoice: payinCodes,
  sendWalletOtp: { Code00: "authentication_failed" },
  createWalletPayout: {
    Code00: "authentication_failed",
    Code01: "payout_not_enabled",
    Code02: "beneficiary_without_wallet",
    Code04: "balance_too_low",
    Code06: "ip_denied",
  },
  createDirectPayout: {
    Code00: "authentication_failed",
    Code01: "payout_not_enabled",
    Code06: "ip_denied",
    Code08: "balance_too_low",
  },
  confirmInvoice: { Code00: "authentication_failed", Code02: "not_found" },
  // Code02 is no stated code here: reading it as not-found can only raise a flag.
  confirmPayout: { Code00: "authentication_failed", Code02: "not_found" },
}
/** What refuses this payment for good; every other stated reason turns it away until a person has removed its cause. */
const forGood = ["amount_refused", "beneficiary_without_wallet"]

/** Every code of two digits, and what only resembles one. */
const codes = [
  ...Array.from({ length: 100 }, (_, number) => `Code${String(number).padStart(2, "0")}`),
  "Code002",
  "Code02a",
  "Code03B",
  "Code17b",
]
/** Texts that are no code: they may repeat what was sent. */
const noCodes = [
  "",
  "code02",
  "CODE02",
  "Code2",
  "Code0002",
  " Code02",
  "Code02 ",
  "02",
  "Échec",
  "the customer's note",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "valueOf",
]

const read = (endpoint: Creation, code: string, token: string, text: string) =>
  meaningOfCreation(endpoint, { code, token, text, subCode: /^Echec \((Code[^)]*)\)$/.exec(text)?.[1] ?? "" })

const processing = "Votre requête est en cours de traitement"
const notAddresses = [
  "",
  processing,
  "Echec (Code02)",
  "javascript:alert(1)",
  "data:text/html,x",
  "//pay.example/pay/invoice/1",
  "/pay/invoice/1",
  "ftp://pay.example/1",
  "https://user@pay.example/1",
  "https:\\\\pay.example/1",
  "https://pay.example/1 2",
  " https://pay.example/1",
  "https://pay.example/1\n",
  "Ouvrez https://pay.example/1",
]

/** Writes an answer into history as the machines do: this throws when history cannot hold it. */
const record = (answer: CreationAnswer) => {
  const events = PaymentEvent.cases
  if (answer._tag === "accepted") {
    events.accepted.make({ attempt: 1, token: answer.token, url: answer.url, to: "pending" })
  }
  if (answer._tag === "refused") events.attempt_refused.make({ attempt: 1, reason: answer.reason, to: "refused" })
  if (answer._tag === "no_answer") {
    const { cause, code, token } = answer
    events.attempt_unanswered.make({ attempt: 1, cause, code, token, to: "in_doubt" })
  }
  return events.answered_late.make({ attempt: 1, answer, to: null })
}

describe("the sub-codes that the specification states", () => {
  for (const endpoint of endpointNames) {
    it(`${endpoint}: each means what is stated there and is kept beside its meaning, every other stays as it came (#188, #218, #225 to #237, #174)`, () => {
      for (const code of codes) {
        const reason = { _tag: stated[endpoint][code] ?? "unrecognised", code }
        assert.deepStrictEqual<unknown>(failureOfSubCode(endpoint, code), reason)
      }
    })

    it(`${endpoint}: a text that is no code is not kept as one, it may repeat what was sent (#26)`, () => {
      for (const text of noCodes) {
        assert.deepStrictEqual(failureOfSubCode(endpoint, text), { _tag: "unrecognised", code: "" })
      }
    })
  }

  it.prop(
    "any text is read as a reason, and its code is one or empty",
    [Schema.Literals(endpointNames), Schema.String],
    ([endpoint, text]) => {
      const reason = failureOfSubCode(endpoint, text)
      return (
        Schema.is(CallFailure)(reason) && "code" in reason && (reason.code === "" || /^Code[0-9]/.test(reason.code))
      )
    },
  )
})

describe("a creation that succeeded", () => {
  it("`00` with a token is accepted on every endpoint, and the token is kept as it came #22 #8 #172", () => {
    for (const endpoint of creations) {
      const answer = read(endpoint, "00", "A+B&c=d.x", "")
      assert.deepStrictEqual(answer, { _tag: "accepted", token: CreationToken.make("A+B&c=d.x"), url: null }, endpoint)
    }
  })

  it("a text that is no absolute web address is never opened, and the payment is still accepted", () => {
    for (const text of notAddresses) {
      const answer = read("createHostedInvoice", "00", "token", text)
      assert.deepStrictEqual(answer, { _tag: "accepted", token: CreationToken.make("token"), url: null }, text)
    }
  })

  it("`00` with a token that cannot be held is like `00` without one: the service took it", () => {
    for (const token of [" ", "a b", "\n", "é", "x".repeat(16_385)]) {
      assert.deepStrictEqual(read("createDirectPayout", "00", token, ""), noAnswer("token_missing"))
    }
  })
})

describe("a creation that the service answered with a failure", () => {
  for (const endpoint of creations) {
    it(`${endpoint}: a stated sub-code refuses it or turns it away, any other leaves it in doubt, because money may have moved (#142, #173, #188, #216, #218, #225 to #229, #231 to #237, #242)`, () => {
      for (const code of codes) {
        const tag = stated[endpoint][code]
        const expected =
          tag === undefined
            ? noAnswer("unrecognised_code", code)
            : { _tag: forGood.includes(tag) ? "refused" : "turned_away", reason: { _tag: tag, code } }
        assert.deepStrictEqual<unknown>(read(endpoint, "01", "", `Echec (${code})`), expected)
      }
      for (const subCode of noCodes) {
        const answer = meaningOfCreation(endpoint, { code: "01", token: "", text: "", subCode })
        assert.include(answer, { _tag: "no_answer", cause: "unrecognised_code" }, subCode)
      }
    })
  }

  it("a payin's `response_code` other than `00` and `01` leaves it in doubt, whatever its sub-code #22", () => {
    for (const endpoint of payins) {
      for (const code of ["02", "99", "0", "1", "001", "OK", ""]) {
        const answer = read(endpoint, code, "", "Echec (Code02)")
        assert.deepStrictEqual(answer, noAnswer("unrecognised_code", "Code02"), `${endpoint} ${code}`)
      }
    }
  })

  it("on payouts every code but `00` is an error, however much it looks like it #23", () => {
    for (const endpoint of payouts) {
      for (const code of ["01", "02", "0", "000", "0 0", " 00", "00 ", "００", "OK", "success", ""]) {
        const denied = { _tag: "turned_away", reason: { _tag: "ip_denied", code: "Code06" } }
        assert.deepStrictEqual<unknown>(read(endpoint, code, "", "Echec (Code06)"), denied, code)
        const token = CreationToken.make("token")
        assert.deepStrictEqual(read(endpoint, code, token, ""), noAnswer("contradictory", "", token), code)
      }
    }
  })

  it("a failure with a token that cannot be held decides nothing, not even by a stated code", () => {
    for (const endpoint of creations) {
      assert.deepStrictEqual(read(endpoint, "01", "a b", "Echec (Code02)"), noAnswer("unreadable", "Code02"))
    }
  })
})

describe("a reply", () => {
  const text = Schema.Union([
    Schema.String,
    Schema.Literals(["", "00", "01", "Code00", "Code02", "Code06", "Code08", "token", "__proto__", processing]),
  ])
  const endpoint = Schema.Literals(creations)

  it.prop(
    "any reply is read as an answer, and a token in it survives",
    [endpoint, text, text, text, text],
    ([endpoint, code, token, words, subCode]) => {
      const answer = meaningOfCreation(endpoint, { code, token, text: words, subCode })
      const kept = answer._tag === "accepted" || answer._tag === "no_answer" ? answer.token : null
      return (
        Schema.is(CreationAnswer)(answer) &&
        (answer._tag !== "accepted" || (code === "00" && token !== "")) &&
        kept === (Schema.is(CreationToken)(token) ? token : null)
      )
    },
  )

  it("history can hold every answer, however long the service's texts are", () => {
    const long = "x".repeat(100_000)
    const address = `https://pay.example/${"a".repeat(8_172)}`
    const answers = [
      ...creations.flatMap((endpoint) => [
        meaningOfCreation(endpoint, { code: "00", token: "t".repeat(16_384), text: address, subCode: "" }),
        meaningOfCreation(endpoint, { code: "00", token: long, text: long, subCode: long }),
        meaningOfCreation(endpoint, { code: "01", token: "", text: long, subCode: long }),
        meaningOfCreation(endpoint, { code: "01", token: "", text: long, subCode: "" }),
        meaningOfCreation(endpoint, { code: "01", token: "token", text: long, subCode: long }),
        meaningOfCreation(endpoint, { code: "01", token: long, text: long, subCode: long }),
        meaningOfCreation(endpoint, { code: long, token: "", text: "", subCode: "Code99" }),
      ]),
      meaningOfOtp(true, long),
      meaningOfOtp(false, long),
      noAnswer("connection_lost", long),
    ]
    for (const answer of answers) {
      const event = record(answer)
      const written: unknown = JSON.parse(JSON.stringify(event))
      assert.deepStrictEqual(Schema.decodeUnknownSync(PaymentEvent)(written), event)
    }
  })
})

const idle = function* () {
  yield* Effect.void
}

describe("what a merchant has learnt (merchant.subCodes)", () => {
  it("overrides no code that the specification states, whatever it says of it (#218)", function* () {
    for (const [rail, code] of [
      ["hosted", "Code02"],
      ["ussd_push", "Code00"],
      ["wallet", "Code03"],
      ["wallet_payout", "Code04"],
      ["mobile_money_payout", "Code08"],
    ] as const) {
      const policy = { merchant: { subCodes: { [rail]: { Code55: "declined", [code]: "declined" } } } } as const
      const error = yield* Effect.flip(recorded(idle, { policy }))
      assert.include(error.message, `merchant.subCodes.${rail}.${code} is a sub-code whose meaning`)
    }
    yield* recorded(idle, { policy: { merchant: { subCodes: { wallet_payout: { Code08: "declined" } } } } })
  })
})
