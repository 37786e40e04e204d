import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Attempt, stateOfAttempts } from "../src/model/Attempt.ts"
import {
  asAnswer,
  asWebAddress,
  CreationAnswer,
  type CreationReply,
  noAnswer,
  notSent,
  readCreationReply,
  readOtpReply,
} from "../src/model/CreationAnswer.ts"
import { PaymentEvent } from "../src/model/Event.ts"
import { NoAnswerCause, NotSentCause, CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import type { AttemptKind } from "../src/model/ValidationMode.ts"

const turnedAway = (reason: "PayinNotEnabled" | "IpDenied" | "AuthenticationFailed"): CreationAnswer => ({
  _tag: "TurnedAway",
  reason: { _tag: reason, code: "Code03" },
})

const payins = ["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"] as const
const payouts = ["createWalletPayout", "createMobileMoneyPayout"] as const
const creations = [...payins, ...payouts]
type Creation = (typeof creations)[number]

/** The reply of a creation, from the service's own words. */
const reply = (code: string, token: string, text: string): CreationReply => ({
  code,
  token,
  text,
  subCode: /^Echec \((Code[^)]*)\)$/.exec(text)?.[1] ?? "",
})
const read = (operation: Creation, code: string, token: string, text: string) =>
  readCreationReply(operation, reply(code, token, text))
const failure = (operation: Creation, subCode: string) => read(operation, "01", "", `Echec (${subCode})`)

/** The outcome of a failed reply as `Refused AmountRefused`. */
const outcome = (answer: CreationAnswer) => {
  if (answer._tag === "Refused" || answer._tag === "TurnedAway") return `${answer._tag} ${answer.reason._tag}`
  return answer._tag === "NoAnswer" ? `NoAnswer ${answer.cause}` : answer._tag
}
const outcomes = (operations: ReadonlyArray<Creation>, subCode: string) => [
  ...new Set(operations.map((operation) => outcome(failure(operation, subCode)))),
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

/** What a gateway without types might hand over. */
const handedOver = (given: object, kind: AttemptKind = "Pay"): CreationAnswer =>
  Reflect.apply(asAnswer, undefined, [given, kind])

/** Writes an answer into history as the machines do: this throws when history cannot hold it. */
const record = (answer: CreationAnswer) => {
  const events = PaymentEvent.cases
  if (answer._tag === "Accepted") {
    events.Accepted.make({ attempt: 1, token: answer.token, url: answer.url, to: "Pending" })
  }
  if (answer._tag === "Refused") events.AttemptRefused.make({ attempt: 1, reason: answer.reason, to: "Refused" })
  if (answer._tag === "NoAnswer") {
    const { cause, code, token } = answer
    events.AttemptUnanswered.make({ attempt: 1, cause, code, token, to: "InDoubt" })
  }
  return events.AnsweredLate.make({ attempt: 1, answer, to: null })
}

describe("a creation that succeeded", () => {
  it("`00` with a token is accepted on every endpoint, and the token is kept as it came #22 #8 #172", () => {
    for (const operation of creations) {
      const answer = read(operation, "00", "A+B&c=d.x", "")
      assert.deepStrictEqual(answer, { _tag: "Accepted", token: CreationToken.make("A+B&c=d.x"), url: null }, operation)
    }
  })

  it("`00` is not completion: an accepted payment waits for a confirm #24", () => {
    const attempt: Attempt = {
      number: 1,
      kind: "Pay",
      carriesOtp: false,
      startedAt: 0,
      outcome: read("createDirectInvoice", "00", "token", processing),
    }
    assert.strictEqual(stateOfAttempts([attempt], { rail: "UssdPush", tries: 1, maxAttempts: 3 }), "Pending")
  })

  it("a hosted success brings the address of the page to open #71 #72", () => {
    const url = "https://pay.example/pay/invoice/token"
    const answer = read("createHostedInvoice", "00", "token", url)
    assert.strictEqual(answer._tag === "Accepted" && answer.url, url)
  })

  it("a direct or wallet success brings a fixed text and no address #73 #26", () => {
    for (const operation of ["createDirectInvoice", "submitWalletInvoice"] as const) {
      const answer = read(operation, "00", "token", processing)
      assert.isNull(answer._tag === "Accepted" ? answer.url : "not accepted", operation)
    }
  })

  it("a text that is no absolute web address is never opened, and the payment is still accepted", () => {
    for (const text of notAddresses) {
      const answer = read("createHostedInvoice", "00", "token", text)
      assert.deepStrictEqual(answer, { _tag: "Accepted", token: CreationToken.make("token"), url: null }, text)
    }
  })

  it("an address is taken up to 8,192 characters and not beyond", () => {
    const address = `https://pay.example/${"a".repeat(8_172)}`
    assert.strictEqual(asWebAddress(address), address)
    assert.isNull(asWebAddress(`${address}a`))
  })

  it("`00` with an empty token may be executed and cannot be asked for #25", () => {
    for (const operation of creations) {
      assert.deepStrictEqual(read(operation, "00", "", "https://pay.example/pay/invoice/1"), noAnswer("TokenMissing"))
    }
  })

  it("`00` with a token that cannot be held is like `00` without one: the service took it", () => {
    for (const token of [" ", "a b", "\n", "é", "x".repeat(16_385)]) {
      assert.deepStrictEqual(read("createMobileMoneyPayout", "00", token, ""), noAnswer("TokenMissing"))
    }
  })
})

describe("a creation that the service answered with a failure", () => {
  it("an authentication failure turns every creation away: nothing was executed #188 #225 #216", () => {
    assert.deepStrictEqual(outcomes(creations, "Code00"), ["TurnedAway AuthenticationFailed"])
  })

  it("a text that merely names a code is no sub-code: only `Echec (CodeXX)` states a cause #26 #216", () => {
    const named = { code: "01", token: "", text: "Code00", subCode: "" }
    for (const operation of creations) {
      assert.deepStrictEqual(readCreationReply(operation, named), noAnswer("UnrecognisedCode"), operation)
    }
  })

  it("a denied address turns payins away by Code03 and payouts by Code06 #229 #234 #236", () => {
    assert.deepStrictEqual(outcomes(payins, "Code03"), ["TurnedAway IpDenied"])
    assert.deepStrictEqual(outcomes(payouts, "Code06"), ["TurnedAway IpDenied"])
  })

  it("Code01 turns payins or payouts away while they are not enabled #226 #231 #235", () => {
    assert.deepStrictEqual(outcomes(payins, "Code01"), ["TurnedAway PayinNotEnabled"])
    assert.deepStrictEqual(outcomes(payouts, "Code01"), ["TurnedAway PayoutNotEnabled"])
  })

  it("Code02 refuses a payin's amount #227 #228 #142", () => {
    assert.deepStrictEqual(outcomes(payins, "Code02"), ["Refused AmountRefused"])
  })

  it("Code02 and Code04 refuse a wallet payout #232 #233 #173", () => {
    assert.deepStrictEqual(outcomes(["createWalletPayout"], "Code02"), ["Refused BeneficiaryWithoutWallet"])
    assert.deepStrictEqual(outcomes(["createWalletPayout"], "Code04"), ["TurnedAway BalanceTooLow"])
  })

  it("Code08 refuses a mobile-money payout #237", () => {
    assert.deepStrictEqual(outcomes(["createMobileMoneyPayout"], "Code08"), ["TurnedAway BalanceTooLow"])
  })

  it("a code that the endpoint does not state leaves a creation in doubt: money may have moved #218 #242", () => {
    for (const subCode of ["Code04", "Code06", "Code99", "Code03a", "__proto__", "constructor", "toString"]) {
      assert.deepStrictEqual(outcomes(payins, subCode), ["NoAnswer UnrecognisedCode"], subCode)
    }
    for (const subCode of ["Code03", "Code05", "Code07", "Code99", "__proto__", "constructor", "toString"]) {
      assert.deepStrictEqual(outcomes(payouts, subCode), ["NoAnswer UnrecognisedCode"], subCode)
    }
    // Stated on one payout endpoint and not on the other.
    assert.deepStrictEqual(outcomes(["createWalletPayout"], "Code08"), ["NoAnswer UnrecognisedCode"])
    assert.deepStrictEqual(outcomes(["createMobileMoneyPayout"], "Code02"), ["NoAnswer UnrecognisedCode"])
    assert.deepStrictEqual(outcomes(["createMobileMoneyPayout"], "Code04"), ["NoAnswer UnrecognisedCode"])
  })

  it("a payin's `response_code` other than `00` and `01` leaves it in doubt, whatever its sub-code #22", () => {
    for (const operation of payins) {
      for (const code of ["02", "99", "0", "1", "001", "OK", ""]) {
        const answer = read(operation, code, "", "Echec (Code02)")
        assert.deepStrictEqual(answer, noAnswer("UnrecognisedCode", "Code02"), `${operation} ${code}`)
      }
    }
  })

  it("a code that is not stated is kept as it came", () => {
    for (const operation of creations) {
      assert.deepStrictEqual(failure(operation, "Code17b"), noAnswer("UnrecognisedCode", "Code17b"), operation)
    }
  })

  it("a failure without a sub-code has none: its text may repeat what was sent #26", () => {
    for (const operation of creations) {
      for (const said of ["Une erreur est survenue", ""]) {
        assert.deepStrictEqual(read(operation, "01", "", said), noAnswer("UnrecognisedCode"), operation)
      }
    }
  })

  it("on payouts every code but `00` is an error, however much it looks like it #23", () => {
    for (const operation of payouts) {
      for (const code of ["01", "02", "0", "000", "0 0", " 00", "00 ", "００", "OK", "success", ""]) {
        assert.notStrictEqual(outcome(read(operation, code, "", "Echec (Code08)")), "Accepted", code)
        assert.strictEqual(outcome(read(operation, code, "token", "")), "NoAnswer Contradictory", code)
      }
    }
  })

  it("a failure with a token contradicts itself, so the token is kept and asked about, whatever the code #25", () => {
    for (const operation of creations) {
      for (const subCode of ["Code00", "Code01", "Code02", "Code03", "Code06", "Code99"]) {
        assert.deepStrictEqual(read(operation, "01", "token", `Echec (${subCode})`), {
          _tag: "NoAnswer",
          cause: "Contradictory",
          code: subCode,
          token: CreationToken.make("token"),
        })
      }
    }
  })

  it("a failure with a token that cannot be held decides nothing, not even by a stated code", () => {
    for (const operation of creations) {
      assert.deepStrictEqual(read(operation, "01", "a b", "Echec (Code02)"), noAnswer("Unreadable", "Code02"))
    }
  })
})

describe("the answer of the wallet's OTP request", () => {
  it("`error` false says that the code was sent #163 #29", () => {
    assert.deepStrictEqual(readOtpReply(false, ""), { _tag: "OtpSent" })
  })

  it("`error` true says that it was not, and no customer is asked for a code #163 #165 #219", () => {
    const answer = readOtpReply(true, "")
    assert.deepStrictEqual(answer, { _tag: "Refused", reason: { _tag: "OtpNotSent", code: "" } })
    const attempt: Attempt = { number: 1, kind: "WalletOtpRequest", carriesOtp: false, startedAt: 0, outcome: answer }
    assert.strictEqual(stateOfAttempts([attempt], { rail: "Wallet", tries: 1, maxAttempts: 3 }), "Refused")
  })

  it("anything else is no answer, whatever it resembles #163", () => {
    for (const error of ["false", "true", 0, 1, null, undefined, "", [], {}, [false]]) {
      assert.deepStrictEqual(readOtpReply(error, "Code00"), noAnswer("Unreadable"), JSON.stringify(error))
    }
  })

  it("an authentication failure in it turns away as on every endpoint #188 #225", () => {
    assert.strictEqual(outcome(readOtpReply(true, "Code00")), "TurnedAway AuthenticationFailed")
  })

  it("any other sub-code in it is kept and means no more than that the code was not sent #219", () => {
    for (const subCode of ["Code01", "Code03", "Code15"]) {
      assert.deepStrictEqual(readOtpReply(true, subCode), {
        _tag: "Refused",
        reason: { _tag: "OtpNotSent", code: subCode },
      })
    }
  })
})

describe("an answer is never lost", () => {
  const text = Schema.Union([
    Schema.String,
    Schema.Literals(["", "00", "01", "Code00", "Code02", "Code06", "Code08", "token", "__proto__", processing]),
  ])
  const operation = Schema.Literals(creations)

  it.prop(
    "any reply is read as an answer, and a token in it survives",
    [operation, text, text, text, text],
    ([operation, code, token, words, subCode]) => {
      const answer = readCreationReply(operation, { code, token, text: words, subCode })
      const kept = answer._tag === "Accepted" || answer._tag === "NoAnswer" ? answer.token : null
      return (
        Schema.is(CreationAnswer)(answer) &&
        (answer._tag !== "Accepted" || (code === "00" && token !== "")) &&
        kept === (Schema.is(CreationToken)(token) ? token : null)
      )
    },
  )

  it("history can hold every answer, however long the service's texts are", () => {
    const long = "x".repeat(100_000)
    const address = `https://pay.example/${"a".repeat(8_172)}`
    const answers = [
      ...creations.flatMap((operation) => [
        readCreationReply(operation, { code: "00", token: "t".repeat(16_384), text: address, subCode: "" }),
        readCreationReply(operation, { code: "00", token: long, text: long, subCode: long }),
        readCreationReply(operation, { code: "01", token: "", text: long, subCode: long }),
        readCreationReply(operation, { code: "01", token: "", text: long, subCode: "" }),
        readCreationReply(operation, { code: "01", token: "token", text: long, subCode: long }),
        readCreationReply(operation, { code: "01", token: long, text: long, subCode: long }),
        readCreationReply(operation, { code: long, token: "", text: "", subCode: "Code99" }),
      ]),
      readOtpReply(true, long),
      readOtpReply(false, long),
      noAnswer("ConnectionLost", long),
    ]
    for (const answer of answers) {
      const event = record(answer)
      const written: unknown = JSON.parse(JSON.stringify(event))
      assert.deepStrictEqual(Schema.decodeUnknownSync(PaymentEvent)(written), event)
    }
  })

  it("an answer of another gateway is kept as it is when history can hold it", () => {
    const token = CreationToken.make("token-1")
    const answers: ReadonlyArray<CreationAnswer> = [
      { _tag: "Accepted", token, url: "https://pay.example/1" },
      { _tag: "Accepted", token, url: null },
      { _tag: "Refused", reason: { _tag: "AmountRefused", code: "Code02" } },
      { _tag: "TurnedAway", reason: { _tag: "IpDenied", code: "Code03" } },
      notSent("ConnectionRefused"),
      noAnswer("Contradictory", "Code01", token),
      noAnswer("TimedOut"),
    ]
    for (const answer of answers) assert.deepStrictEqual(asAnswer(answer, "Pay"), answer)
  })

  it("an address that cannot be opened, or a token that cannot be held, costs no more than itself", () => {
    const token = CreationToken.make("token-1")
    for (const url of [processing, `https://pay.example/${"a".repeat(8_192)}`]) {
      assert.deepStrictEqual(asAnswer({ _tag: "Accepted", token, url }, "Pay"), { _tag: "Accepted", token, url: null })
    }
    for (const broken of ["", "a b", null, undefined, 7]) {
      assert.deepStrictEqual(
        handedOver({ _tag: "Accepted", token: broken, url: null }),
        noAnswer("TokenMissing"),
        String(broken),
      )
    }
    assert.deepStrictEqual(
      handedOver({ _tag: "NoAnswer", cause: "TimedOut", code: "a\u0000", detail: "a\u0000", token: "a b" }),
      CreationAnswer.cases.NoAnswer.make({ cause: "TimedOut", code: "", detail: "a\uFFFD", token: null }),
    )
    const evidence = { status: 502.5, contentType: "a\u0000".repeat(200), text: `a\n${"b".repeat(3_000)}` }
    assert.deepStrictEqual(handedOver({ _tag: "NoAnswer", cause: "WebPage", code: "", token, evidence }), {
      ...noAnswer("WebPage", "", token),
      evidence: { status: 0, contentType: "a\uFFFD".repeat(100), text: `a\uFFFD${"b".repeat(2_046)}` },
    })
  })

  it("a refusal that names no stated reason leaves the call in doubt, also from another gateway #242", () => {
    const unstated: CreationAnswer = { _tag: "Refused", reason: { _tag: "Unrecognised", code: "Code77", detail: "so" } }
    const doubt = { cause: "UnrecognisedCode", code: "Code77", detail: "so", token: null } as const
    assert.deepStrictEqual(asAnswer(unstated, "Pay"), CreationAnswer.cases.NoAnswer.make(doubt))
    const bare: CreationAnswer = { _tag: "Refused", reason: { _tag: "Unrecognised", code: "Code77" } }
    assert.deepStrictEqual(asAnswer(bare, "Pay"), noAnswer("UnrecognisedCode", "Code77"))
  })

  it("a code for a project that may not collect is refused; denied credentials and addresses are mended, and the code asked for again #226", () => {
    const over = turnedAway("PayinNotEnabled")
    assert.deepStrictEqual(asAnswer(over, "Pay", true)._tag, "Refused")
    assert.deepStrictEqual(asAnswer(over, "Pay", false), over)
    for (const reason of ["IpDenied", "AuthenticationFailed"] as const)
      assert.deepStrictEqual(asAnswer(turnedAway(reason), "Pay", true), turnedAway(reason))
  })

  it("what the service said beside its code is cut and kept, and what is no code is not", () => {
    const detail = "x".repeat(1_000)
    const reason = { _tag: "OtpNotSent", code: "the customer's note", detail }
    const kept = CallFailure.cases.OtpNotSent.make({ code: "", detail: "x".repeat(500) })
    assert.deepStrictEqual(handedOver({ _tag: "Refused", reason }), { _tag: "Refused", reason: kept })
  })

  it("what is no answer to such a call counts as none", () => {
    const nonsense = [
      {},
      { _tag: "Paid" },
      { _tag: "NotSent", cause: "Unknown" },
      { _tag: "NoAnswer", cause: "Unknown", code: "", token: null },
      { _tag: "Refused", reason: { _tag: "Unknown", code: "" } },
      { _tag: "OtpSent" },
    ]
    for (const given of nonsense)
      assert.deepStrictEqual(handedOver(given), noAnswer("Unreadable"), JSON.stringify(given))
    assert.deepStrictEqual(handedOver({ _tag: "OtpSent" }, "WalletOtpRequest"), { _tag: "OtpSent" })
  })

  it("every cause can be answered", () => {
    for (const cause of NotSentCause.literals) assert.deepStrictEqual(notSent(cause), { _tag: "NotSent", cause })
    for (const cause of NoAnswerCause.literals) {
      assert.deepStrictEqual(noAnswer(cause), { _tag: "NoAnswer", cause, code: "", token: null })
      assert.deepStrictEqual(noAnswer(cause, "Code17"), { _tag: "NoAnswer", cause, code: "Code17", token: null })
    }
  })
})
