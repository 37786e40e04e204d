import { assert, describe, it } from "@effect/vitest"
import {
  type Attempt,
  AttemptMark,
  type AttemptOutcome,
  issuedTokensOf,
  attemptInFlight,
  isUnanswered,
  stateOfAttempts,
  type AttemptsContext,
  tokenOf,
  countedAttempts,
} from "../src/model/Attempt.ts"
import { CreationAnswer, noAnswer, notSent } from "../src/model/CreationAnswer.ts"
import { CallFailure } from "../src/model/CallFailure.ts"
import { CreationToken } from "../src/model/Identifiers.ts"
import { type AttemptKind, Rail } from "../src/model/ValidationMode.ts"

const answers = CreationAnswer.cases
const tokenCalled = (name: string) => CreationToken.make(name)
const accepted = (name: string) => answers.Accepted.make({ token: tokenCalled(name), url: null })
const contradictory = (name: string) => noAnswer("Contradictory", "Code02", tokenCalled(name))
const flying = AttemptMark.cases.InFlight.make({})
const ruledOut = AttemptMark.cases.NotExecuted.make({})
const otpSent = answers.OtpSent.make({})
const refused = answers.Refused.make({ reason: CallFailure.cases.AmountRefused.make({ code: "Code02" }) })
const turnedAway = answers.TurnedAway.make({ reason: CallFailure.cases.IpDenied.make({ code: "Code03" }) })
const unsent = notSent("ConnectionRefused")
const unanswered = noAnswer("TimedOut")

type Call =
  | AttemptOutcome
  | { readonly kind?: AttemptKind; readonly carriesOtp?: boolean; readonly outcome: AttemptOutcome }

/** The attempts of a payment, numbered from 1; a bare outcome is one of a paying call without a code. */
const calls = (...list: ReadonlyArray<Call>): ReadonlyArray<Attempt> =>
  list.map((call, index) => ({
    kind: "Pay",
    carriesOtp: false,
    ...("_tag" in call ? { outcome: call } : call),
    number: index + 1,
    startedAt: index * 1_000,
  }))
const smsRequest = (outcome: AttemptOutcome): Call => ({ kind: "SmsOtpRequest", outcome })
const walletRequest = (outcome: AttemptOutcome): Call => ({ kind: "WalletOtpRequest", outcome })
const withCode = (outcome: AttemptOutcome): Call => ({ carriesOtp: true, outcome })

const unansweredOnes = (...list: ReadonlyArray<Call>) => calls(...list).map(isUnanswered)

const restOn = (rail: Rail, list: ReadonlyArray<Call>, more: Partial<AttemptsContext> = {}) => {
  const attempts = calls(...list)
  return stateOfAttempts(attempts, { rail, tries: countedAttempts(attempts), maxAttempts: 3, ...more })
}
const outcomes: ReadonlyArray<AttemptOutcome> = [
  accepted("one"),
  contradictory("two"),
  flying,
  ruledOut,
  otpSent,
  refused,
  turnedAway,
  unsent,
  unanswered,
]

describe("rest(attempts), the first rule that fits", () => {
  it("without an attempt a payment is intended", () => {
    for (const rail of Rail.literals) assert.strictEqual(restOn(rail, []), "Intended")
  })

  it("one in flight: submitting, whatever the others say", () => {
    for (const other of outcomes) {
      for (const rail of ["Hosted", "UssdPush", "Wallet", "MobileMoneyPayout"] as const) {
        assert.strictEqual(restOn(rail, [other, flying]), "Submitting", `${other._tag} on ${rail}`)
        assert.strictEqual(restOn(rail, [flying, other]), "Submitting", `${other._tag} on ${rail}`)
      }
    }
  })

  it("a handle: pending, whatever came before or after it", () => {
    for (const other of outcomes.filter((each) => each !== flying)) {
      for (const issued of [accepted("new"), contradictory("new")]) {
        for (const rail of ["Hosted", "UssdPush", "UssdOtp", "Wallet", "WalletPayout", "MobileMoneyPayout"] as const) {
          assert.strictEqual(restOn(rail, [other, issued]), "Pending", `${other._tag} on ${rail}`)
          assert.strictEqual(restOn(rail, [issued, other]), "Pending", `${other._tag} on ${rail}`)
        }
      }
    }
  })

  it("a handle of a first SMS OTP request alone: the code is awaited, because nothing can be paid before it #154", () => {
    assert.strictEqual(restOn("SmsOtp", [smsRequest(accepted("one"))]), "AwaitingOtp")
    assert.strictEqual(restOn("SmsOtp", [smsRequest(accepted("one")), smsRequest(accepted("two"))]), "AwaitingOtp")
    assert.strictEqual(restOn("SmsOtp", [smsRequest(unanswered), smsRequest(accepted("two"))]), "AwaitingOtp")
  })

  it("a handle and an SMS OTP submission that may pay: pending #156", () => {
    const request = smsRequest(accepted("one"))
    assert.strictEqual(restOn("SmsOtp", [request, withCode(accepted("two"))]), "Pending")
    assert.strictEqual(restOn("SmsOtp", [request, withCode(contradictory("two"))]), "Pending")
    assert.strictEqual(restOn("SmsOtp", [request, withCode(unanswered)]), "Pending")
    assert.strictEqual(restOn("SmsOtp", [smsRequest(unanswered), withCode(accepted("two"))]), "Pending")
    assert.strictEqual(restOn("SmsOtp", [request, withCode(accepted("two")), smsRequest(accepted("three"))]), "Pending")
  })

  it("a handle and an SMS OTP submission that was not sent: the code is still awaited #119", () => {
    assert.strictEqual(restOn("SmsOtp", [smsRequest(accepted("one")), withCode(unsent)]), "AwaitingOtp")
  })

  it("a handle of an SMS OTP request, and the last call refused: refused, for no code mends that #142", () => {
    for (const last of [withCode(refused), smsRequest(refused)]) {
      assert.strictEqual(restOn("SmsOtp", [smsRequest(accepted("one")), last]), "Refused")
      assert.strictEqual(restOn("SmsOtp", [smsRequest(accepted("one")), withCode(unanswered), last]), "Pending")
    }
  })

  it("a handle of another rail is pending even if a request for a code brought it", () => {
    assert.strictEqual(restOn("Wallet", [walletRequest(contradictory("one"))]), "Pending")
  })

  it("one unanswered that could move money: in doubt, whatever came before or after it", () => {
    for (const rail of ["UssdPush", "GuidedUssd", "UssdOtp", "Wallet", "WalletPayout", "MobileMoneyPayout"] as const) {
      assert.strictEqual(restOn(rail, [unanswered]), "InDoubt", rail)
      for (const other of [ruledOut, otpSent, refused, turnedAway, unsent]) {
        assert.strictEqual(restOn(rail, [unanswered, other]), "InDoubt", `${other._tag} after it on ${rail}`)
        assert.strictEqual(restOn(rail, [other, unanswered]), "InDoubt", `${other._tag} before it on ${rail}`)
      }
    }
  })

  it("an unanswered SMS OTP request is in doubt, because the service may have begun a payment", () => {
    assert.strictEqual(restOn("SmsOtp", [smsRequest(unanswered)]), "InDoubt")
  })

  it("a hosted payin whose later attempt was refused is refused: no customer was shown the lost page", () => {
    assert.strictEqual(restOn("Hosted", [unanswered]), "InDoubt")
    assert.strictEqual(restOn("Hosted", [unanswered, unanswered, refused]), "Refused")
    assert.strictEqual(restOn("Hosted", [refused, unanswered]), "InDoubt")
    assert.strictEqual(restOn("Hosted", [unanswered, unsent]), "InDoubt")
    assert.strictEqual(restOn("Hosted", [unanswered, turnedAway]), "InDoubt")
    assert.strictEqual(restOn("OperatorRedirect", [unanswered, refused]), "InDoubt")
  })

  it("a wallet OTP request that was sent: the code is awaited #163", () => {
    assert.strictEqual(restOn("Wallet", [walletRequest(otpSent)]), "AwaitingOtp")
  })

  it("a wallet OTP request without an answer: the code may have come, and no money has moved", () => {
    assert.strictEqual(restOn("Wallet", [walletRequest(unanswered)]), "AwaitingOtp")
  })

  it("a code that came stays good when its submission was not sent, and not when it was refused #119 #165", () => {
    for (const request of [otpSent, unanswered]) {
      assert.strictEqual(restOn("Wallet", [walletRequest(request), withCode(unsent)]), "AwaitingOtp")
      assert.strictEqual(restOn("Wallet", [walletRequest(request), withCode(refused)]), "Refused")
      assert.strictEqual(restOn("Wallet", [walletRequest(request), walletRequest(refused)]), "Refused")
    }
  })

  it("a wallet payment without an answer is in doubt although its code had come", () => {
    assert.strictEqual(restOn("Wallet", [walletRequest(otpSent), withCode(unanswered)]), "InDoubt")
  })

  it("the last refused: refused", () => {
    for (const rail of Rail.literals) {
      assert.strictEqual(restOn(rail, [refused]), "Refused", rail)
      assert.strictEqual(restOn(rail, [unsent, turnedAway, refused]), "Refused", rail)
    }
    assert.strictEqual(restOn("Wallet", [walletRequest(refused)]), "Refused")
    assert.strictEqual(restOn("Wallet", [walletRequest(unsent), walletRequest(refused)]), "Refused")
  })

  it("the last not sent or turned away: intended while attempts are left", () => {
    for (const outcome of [unsent, turnedAway]) {
      assert.strictEqual(restOn("UssdPush", [outcome]), "Intended")
      assert.strictEqual(restOn("MobileMoneyPayout", [unsent, outcome]), "Intended")
      assert.strictEqual(restOn("Wallet", [walletRequest(outcome)]), "Intended")
      assert.strictEqual(restOn("SmsOtp", [smsRequest(outcome)]), "Intended")
    }
  })

  it("an earlier refusal does not close what was not sent since", () => {
    assert.strictEqual(restOn("UssdPush", [refused, unsent]), "Intended")
  })

  it("the last not sent with all three attempts used up: given up", () => {
    assert.strictEqual(restOn("UssdPush", [unsent, unsent, unsent]), "GivenUp")
    assert.strictEqual(restOn("MobileMoneyPayout", [unsent, unsent, unsent]), "GivenUp")
    assert.strictEqual(restOn("UssdPush", [unsent], { maxAttempts: 1 }), "GivenUp")
  })

  it("being turned away at the door uses up no attempt, however often #188", () => {
    const doors = Array.from({ length: 20 }, () => turnedAway)
    assert.strictEqual(restOn("UssdPush", doors), "Intended")
    assert.strictEqual(restOn("UssdPush", [...doors, unsent, unsent]), "Intended")
    assert.strictEqual(restOn("UssdPush", [...doors, unsent, unsent, unsent]), "GivenUp")
  })

  it("what carried a code cannot be sent again by anybody else: given up at once #149", () => {
    assert.strictEqual(restOn("UssdOtp", [withCode(unsent)]), "GivenUp")
    assert.strictEqual(restOn("UssdOtp", [withCode(turnedAway)]), "GivenUp")
  })

  it("a person ruled that the last was not executed: intended, whatever the number of attempts", () => {
    assert.strictEqual(restOn("MobileMoneyPayout", [ruledOut]), "Intended")
    assert.strictEqual(restOn("MobileMoneyPayout", [unsent, unsent, unsent, ruledOut]), "Intended")
    assert.strictEqual(restOn("UssdOtp", [withCode(ruledOut)]), "Intended")
  })

  it("a ruling on an earlier attempt does not bring more attempts", () => {
    assert.strictEqual(restOn("MobileMoneyPayout", [ruledOut, unsent, unsent]), "GivenUp")
  })

  it("no payout with an accepted or unanswered attempt ever rests where it would be sent again", () => {
    const list = outcomes.filter((each) => each !== otpSent)
    for (const first of list) {
      for (const second of list) {
        for (const third of list) {
          const all = [first, second, third]
          const spent = all.some(({ _tag }) => _tag === "Accepted" || _tag === "NoAnswer" || _tag === "InFlight")
          const state = restOn("MobileMoneyPayout", all)
          if (spent) assert.include(["Submitting", "Pending", "InDoubt"], state)
          else assert.include(["Intended", "Refused", "GivenUp"], state)
        }
      }
    }
  })
})

describe("handles", () => {
  it("every token is a handle, whatever the code beside it, the newest first #8", () => {
    const attempts = calls(accepted("one"), unanswered, contradictory("three"), refused, accepted("five"))
    assert.deepStrictEqual(issuedTokensOf(attempts), [
      { attempt: 5, token: tokenCalled("five") },
      { attempt: 3, token: tokenCalled("three") },
      { attempt: 1, token: tokenCalled("one") },
    ])
  })

  it("a token that comes twice is one handle, known by the newest attempt that brought it", () => {
    const attempts = calls(accepted("same"), accepted("other"), contradictory("same"))
    assert.deepStrictEqual(issuedTokensOf(attempts), [
      { attempt: 3, token: tokenCalled("same") },
      { attempt: 2, token: tokenCalled("other") },
    ])
  })

  it("no outcome without a token is a handle", () => {
    const without = [flying, ruledOut, otpSent, refused, turnedAway, unsent, unanswered]
    assert.deepStrictEqual(issuedTokensOf(calls(...without)), [])
    for (const attempt of calls(...without)) assert.isNull(tokenOf(attempt), attempt.outcome._tag)
  })
})

describe("single attempts", () => {
  it("the attempt in flight is found wherever it stands, and none when there is none", () => {
    assert.strictEqual(attemptInFlight(calls(unsent, flying))?.number, 2)
    assert.strictEqual(attemptInFlight(calls(flying, unsent))?.number, 1)
    assert.isUndefined(attemptInFlight(calls(unsent, unanswered)))
  })

  it("unanswered is only what has no answer and no token, and could move money", () => {
    assert.deepStrictEqual(unansweredOnes(...outcomes), [false, false, false, false, false, false, false, false, true])
    assert.deepStrictEqual(unansweredOnes(smsRequest(unanswered), walletRequest(unanswered)), [true, false])
  })

  it("tries are all attempts but those that were turned away, or never began because their lease was over", () => {
    assert.strictEqual(countedAttempts(calls(...outcomes)), outcomes.length - 1)
    assert.strictEqual(countedAttempts([]), 0)
    assert.strictEqual(
      countedAttempts(calls(notSent("LeaseOver"), notSent("ConnectionRefused"))),
      1,
      "the lease ran out first",
    )
  })
})
