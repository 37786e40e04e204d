/** What the service's replies mean, sub-code by sub-code and envelope by envelope. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CallFailure, CreationToken, PaymentEvent } from "@cauri/core/model"
import { endpointNames, type EndpointName, subCodeMeanings } from "@cauri/wire"
import { recorded } from "./recorder.ts"
import { type CreationReply, failureOfSubCode, meaningOfCreation, meaningOfOtp } from "../src/replies.ts"

const payins = ["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"] as const
const payouts = ["createWalletPayout", "createDirectPayout"] as const
const creations = [...payins, ...payouts]
type Creation = (typeof creations)[number]

/** The reply of a creation, from the service's own words. */
const reply = (code: string, token: string, text: string): CreationReply => ({
  code,
  token,
  text,
  subCode: /^Echec \((Code[^)]*)\)$/.exec(text)?.[1] ?? "",
})
const read = (endpoint: Creation, code: string, token: string, text: string) =>
  meaningOfCreation(endpoint, reply(code, token, text))
const failure = (endpoint: Creation, subCode: string) => read(endpoint, "01", "", `Echec (${subCode})`)

/** The outcome of a failed reply as `refused amount_refused`. */
const outcome = (answer: CreationAnswer) => {
  if (answer._tag === "refused" || answer._tag === "turned_away") return `${answer._tag} ${answer.reason._tag}`
  return answer._tag === "no_answer" ? `no_answer ${answer.cause}` : answer._tag
}
const outcomes = (endpoints: ReadonlyArray<Creation>, subCode: string) => [
  ...new Set(endpoints.map((endpoint) => outcome(failure(endpoint, subCode)))),
]

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

/** The reasons that these endpoints mean by a sub-code. */
const meanings = (endpoints: ReadonlyArray<EndpointName>, subCode: string) => [
  ...new Set(endpoints.map((endpoint) => failureOfSubCode(endpoint, subCode)._tag)),
]

describe("the sub-codes that the specification states", () => {
  it("Code00 is an authentication failure on every endpoint #225 #188", () => {
    assert.deepStrictEqual(meanings(endpointNames, "Code00"), ["authentication_failed"])
  })

  it("Code01 of a payin creation says that payins are not enabled #226", () => {
    assert.deepStrictEqual(meanings(payins, "Code01"), ["payin_not_enabled"])
  })

  it("Code02 of a payin creation refuses the amount, or names the customer's daily limit #227 #228", () => {
    assert.deepStrictEqual(meanings(payins, "Code02"), ["amount_refused"])
  })

  it("Code03 of a payin creation denies this server's address #229", () => {
    assert.deepStrictEqual(meanings(payins, "Code03"), ["ip_denied"])
  })

  it("Code02 of the payin confirm knows no such invoice #230", () => {
    assert.strictEqual(failureOfSubCode("confirmInvoice", "Code02")._tag, "not_found")
  })

  it("Code01 of a wallet payout says that payouts are not enabled #231", () => {
    assert.strictEqual(failureOfSubCode("createWalletPayout", "Code01")._tag, "payout_not_enabled")
  })

  it("Code02 of a wallet payout says that the beneficiary has no wallet, so the other way is suggested #232 #174", () => {
    assert.strictEqual(failureOfSubCode("createWalletPayout", "Code02")._tag, "beneficiary_without_wallet")
  })

  it("Code04 of a wallet payout says that the merchant's balance is low #233", () => {
    assert.strictEqual(failureOfSubCode("createWalletPayout", "Code04")._tag, "balance_too_low")
  })

  it("Code06 of a wallet payout denies this server's address #234", () => {
    assert.strictEqual(failureOfSubCode("createWalletPayout", "Code06")._tag, "ip_denied")
  })

  it("Code01 of a mobile-money payout says that payouts are not enabled #235", () => {
    assert.strictEqual(failureOfSubCode("createDirectPayout", "Code01")._tag, "payout_not_enabled")
  })

  it("Code06 of a mobile-money payout denies this server's address #236", () => {
    assert.strictEqual(failureOfSubCode("createDirectPayout", "Code06")._tag, "ip_denied")
  })

  it("Code08 of a mobile-money payout says that the operator's account is low #237", () => {
    assert.strictEqual(failureOfSubCode("createDirectPayout", "Code08")._tag, "balance_too_low")
  })

  it("a code means something only on the endpoint that states it #218", () => {
    const table = Object.fromEntries(
      endpointNames.map((endpoint) => [
        endpoint,
        Array.from({ length: 100 }, (_, number) => `Code${String(number).padStart(2, "0")}`).filter(
          (subCode) => failureOfSubCode(endpoint, subCode)._tag !== "unrecognised",
        ),
      ]),
    )
    assert.deepStrictEqual(table, {
      createHostedInvoice: ["Code00", "Code01", "Code02", "Code03"],
      confirmInvoice: ["Code00", "Code02"],
      createDirectInvoice: ["Code00", "Code01", "Code02", "Code03"],
      sendWalletOtp: ["Code00"],
      submitWalletInvoice: ["Code00", "Code01", "Code02", "Code03"],
      createWalletPayout: ["Code00", "Code01", "Code02", "Code04", "Code06"],
      createDirectPayout: ["Code00", "Code01", "Code06", "Code08"],
      // Code02 is no stated code here: reading it as not-found can only raise a flag.
      confirmPayout: ["Code00", "Code02"],
    })
  })

  it("the code is kept beside its meaning", () => {
    for (const endpoint of endpointNames) {
      for (const subCode of Object.keys(subCodeMeanings[endpoint])) {
        const reason = failureOfSubCode(endpoint, subCode)
        assert.strictEqual("code" in reason && reason.code, subCode, endpoint)
      }
    }
  })

  it("every other code stays as it came #218", () => {
    for (const endpoint of endpointNames) {
      for (const subCode of ["Code002", "Code02a", "Code03B", "Code99"]) {
        assert.deepStrictEqual(failureOfSubCode(endpoint, subCode), { _tag: "unrecognised", code: subCode })
      }
    }
  })

  it("a text that is no code is not kept as one: it may repeat what was sent #26", () => {
    const texts = [
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
    ]
    for (const endpoint of endpointNames) {
      for (const text of texts) {
        assert.deepStrictEqual(failureOfSubCode(endpoint, text), { _tag: "unrecognised", code: "" })
      }
    }
  })

  it("the names of an object's prototype are no codes", () => {
    for (const endpoint of endpointNames) {
      for (const subCode of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
        assert.deepStrictEqual(failureOfSubCode(endpoint, subCode), { _tag: "unrecognised", code: "" })
      }
    }
  })

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

  it("a hosted success brings the address of the page to open #71 #72", () => {
    const url = "https://pay.example/pay/invoice/token"
    const answer = read("createHostedInvoice", "00", "token", url)
    assert.strictEqual(answer._tag === "accepted" && answer.url, url)
  })

  it("a direct or wallet success brings a fixed text and no address #73 #26", () => {
    for (const endpoint of ["createDirectInvoice", "submitWalletInvoice"] as const) {
      const answer = read(endpoint, "00", "token", processing)
      assert.isNull(answer._tag === "accepted" ? answer.url : "not accepted", endpoint)
    }
  })

  it("a text that is no absolute web address is never opened, and the payment is still accepted", () => {
    for (const text of notAddresses) {
      const answer = read("createHostedInvoice", "00", "token", text)
      assert.deepStrictEqual(answer, { _tag: "accepted", token: CreationToken.make("token"), url: null }, text)
    }
  })

  it("`00` with an empty token may be executed and cannot be asked for #25", () => {
    for (const endpoint of creations) {
      assert.deepStrictEqual(read(endpoint, "00", "", "https://pay.example/pay/invoice/1"), noAnswer("token_missing"))
    }
  })

  it("`00` with a token that cannot be held is like `00` without one: the service took it", () => {
    for (const token of [" ", "a b", "\n", "é", "x".repeat(16_385)]) {
      assert.deepStrictEqual(read("createDirectPayout", "00", token, ""), noAnswer("token_missing"))
    }
  })
})

describe("a creation that the service answered with a failure", () => {
  it("an authentication failure turns every creation away: nothing was executed #188 #225 #216", () => {
    assert.deepStrictEqual(outcomes(creations, "Code00"), ["turned_away authentication_failed"])
  })

  it("a text that merely names a code is no sub-code: only `Echec (CodeXX)` states a cause #26 #216", () => {
    const named = { code: "01", token: "", text: "Code00", subCode: "" }
    for (const endpoint of creations) {
      assert.deepStrictEqual(meaningOfCreation(endpoint, named), noAnswer("unrecognised_code"), endpoint)
    }
  })

  it("a denied address turns payins away by Code03 and payouts by Code06 #229 #234 #236", () => {
    assert.deepStrictEqual(outcomes(payins, "Code03"), ["turned_away ip_denied"])
    assert.deepStrictEqual(outcomes(payouts, "Code06"), ["turned_away ip_denied"])
  })

  it("Code01 turns payins or payouts away while they are not enabled #226 #231 #235", () => {
    assert.deepStrictEqual(outcomes(payins, "Code01"), ["turned_away payin_not_enabled"])
    assert.deepStrictEqual(outcomes(payouts, "Code01"), ["turned_away payout_not_enabled"])
  })

  it("Code02 refuses a payin's amount #227 #228 #142", () => {
    assert.deepStrictEqual(outcomes(payins, "Code02"), ["refused amount_refused"])
  })

  it("Code02 and Code04 refuse a wallet payout #232 #233 #173", () => {
    assert.deepStrictEqual(outcomes(["createWalletPayout"], "Code02"), ["refused beneficiary_without_wallet"])
    assert.deepStrictEqual(outcomes(["createWalletPayout"], "Code04"), ["turned_away balance_too_low"])
  })

  it("Code08 refuses a mobile-money payout #237", () => {
    assert.deepStrictEqual(outcomes(["createDirectPayout"], "Code08"), ["turned_away balance_too_low"])
  })

  it("a code that the endpoint does not state leaves a creation in doubt: money may have moved #218 #242", () => {
    for (const subCode of ["Code04", "Code06", "Code99", "Code03a", "__proto__", "constructor", "toString"]) {
      assert.deepStrictEqual(outcomes(payins, subCode), ["no_answer unrecognised_code"], subCode)
    }
    for (const subCode of ["Code03", "Code05", "Code07", "Code99", "__proto__", "constructor", "toString"]) {
      assert.deepStrictEqual(outcomes(payouts, subCode), ["no_answer unrecognised_code"], subCode)
    }
    // Stated on one payout endpoint and not on the other.
    assert.deepStrictEqual(outcomes(["createWalletPayout"], "Code08"), ["no_answer unrecognised_code"])
    assert.deepStrictEqual(outcomes(["createDirectPayout"], "Code02"), ["no_answer unrecognised_code"])
    assert.deepStrictEqual(outcomes(["createDirectPayout"], "Code04"), ["no_answer unrecognised_code"])
  })

  it("a payin's `response_code` other than `00` and `01` leaves it in doubt, whatever its sub-code #22", () => {
    for (const endpoint of payins) {
      for (const code of ["02", "99", "0", "1", "001", "OK", ""]) {
        const answer = read(endpoint, code, "", "Echec (Code02)")
        assert.deepStrictEqual(answer, noAnswer("unrecognised_code", "Code02"), `${endpoint} ${code}`)
      }
    }
  })

  it("a code that is not stated is kept as it came", () => {
    for (const endpoint of creations) {
      assert.deepStrictEqual(failure(endpoint, "Code17b"), noAnswer("unrecognised_code", "Code17b"), endpoint)
    }
  })

  it("a failure without a sub-code has none: its text may repeat what was sent #26", () => {
    for (const endpoint of creations) {
      for (const said of ["Une erreur est survenue", ""]) {
        assert.deepStrictEqual(read(endpoint, "01", "", said), noAnswer("unrecognised_code"), endpoint)
      }
    }
  })

  it("on payouts every code but `00` is an error, however much it looks like it #23", () => {
    for (const endpoint of payouts) {
      for (const code of ["01", "02", "0", "000", "0 0", " 00", "00 ", "００", "OK", "success", ""]) {
        assert.notStrictEqual(outcome(read(endpoint, code, "", "Echec (Code08)")), "accepted", code)
        assert.strictEqual(outcome(read(endpoint, code, "token", "")), "no_answer contradictory", code)
      }
    }
  })

  it("a failure with a token contradicts itself, so the token is kept and asked about, whatever the code #25", () => {
    for (const endpoint of creations) {
      for (const subCode of ["Code00", "Code01", "Code02", "Code03", "Code06", "Code99"]) {
        assert.deepStrictEqual(read(endpoint, "01", "token", `Echec (${subCode})`), {
          _tag: "no_answer",
          cause: "contradictory",
          code: subCode,
          token: CreationToken.make("token"),
        })
      }
    }
  })

  it("a failure with a token that cannot be held decides nothing, not even by a stated code", () => {
    for (const endpoint of creations) {
      assert.deepStrictEqual(read(endpoint, "01", "a b", "Echec (Code02)"), noAnswer("unreadable", "Code02"))
    }
  })
})

describe("the answer of the wallet's OTP request", () => {
  it("`error` false says that the code was sent #163 #29", () => {
    assert.deepStrictEqual(meaningOfOtp(false, ""), { _tag: "otp_sent" })
  })

  it("`error` true says that it was not, and no customer is asked for a code #163 #165 #219", () => {
    const answer = meaningOfOtp(true, "")
    assert.deepStrictEqual(answer, { _tag: "refused", reason: { _tag: "otp_not_sent", code: "" } })
  })

  it("anything else is no answer, whatever it resembles #163", () => {
    for (const error of ["false", "true", 0, 1, null, undefined, "", [], {}, [false]]) {
      assert.deepStrictEqual(meaningOfOtp(error, "Code00"), noAnswer("unreadable"), JSON.stringify(error))
    }
  })

  it("an authentication failure in it turns away as on every endpoint #188 #225", () => {
    assert.strictEqual(outcome(meaningOfOtp(true, "Code00")), "turned_away authentication_failed")
  })

  it("any other sub-code in it is kept and means no more than that the code was not sent #219", () => {
    for (const subCode of ["Code01", "Code03", "Code15"]) {
      assert.deepStrictEqual(meaningOfOtp(true, subCode), {
        _tag: "refused",
        reason: { _tag: "otp_not_sent", code: subCode },
      })
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

describe("what a merchant has learnt (merchant.subCodes)", () => {
  it.effect("overrides no code that the specification states, whatever it says of it (#218)", () =>
    Effect.gen(function* () {
      for (const [rail, code] of [
        ["hosted", "Code02"],
        ["ussd_push", "Code00"],
        ["wallet", "Code03"],
        ["wallet_payout", "Code04"],
        ["mobile_money_payout", "Code08"],
      ] as const) {
        const policy = { merchant: { subCodes: { [rail]: { Code55: "declined", [code]: "declined" } } } } as const
        const error = yield* Effect.flip(recorded(() => Effect.void, { policy }))
        assert.include(error.message, `merchant.subCodes.${rail}.${code} is a sub-code whose meaning`)
      }
      yield* recorded(() => Effect.void, {
        policy: { merchant: { subCodes: { wallet_payout: { Code08: "declined" } } } },
      })
    }),
  )
})
