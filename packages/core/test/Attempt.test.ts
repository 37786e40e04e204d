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
const accepted = (name: string) => answers.accepted.make({ token: tokenCalled(name), url: null })
const contradictory = (name: string) => noAnswer("contradictory", "Code02", tokenCalled(name))
const flying = AttemptMark.cases.in_flight.make({})
const ruledOut = AttemptMark.cases.not_executed.make({})
const otpSent = answers.otp_sent.make({})
const refused = answers.refused.make({ reason: CallFailure.cases.amount_refused.make({ code: "Code02" }) })
const turnedAway = answers.turned_away.make({ reason: CallFailure.cases.ip_denied.make({ code: "Code03" }) })
const unsent = notSent("connection_refused")
const unanswered = noAnswer("timed_out")

type Call =
  | AttemptOutcome
  | { readonly kind?: AttemptKind; readonly carriesOtp?: boolean; readonly outcome: AttemptOutcome }

/** The attempts of a payment, numbered from 1; a bare outcome is one of a paying call without a code. */
const calls = (...list: ReadonlyArray<Call>): ReadonlyArray<Attempt> =>
  list.map((call, index) => ({
    kind: "pay",
    carriesOtp: false,
    ...("_tag" in call ? { outcome: call } : call),
    number: index + 1,
    startedAt: index * 1_000,
  }))
const smsRequest = (outcome: AttemptOutcome): Call => ({ kind: "sms_otp_request", outcome })
const walletRequest = (outcome: AttemptOutcome): Call => ({ kind: "wallet_otp_request", outcome })
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
    for (const rail of Rail.literals) assert.strictEqual(restOn(rail, []), "intended")
  })

  it("one in flight: submitting, whatever the others say", () => {
    for (const other of outcomes) {
      for (const rail of ["hosted", "ussd_push", "wallet", "mobile_money_payout"] as const) {
        assert.strictEqual(restOn(rail, [other, flying]), "submitting", `${other._tag} on ${rail}`)
        assert.strictEqual(restOn(rail, [flying, other]), "submitting", `${other._tag} on ${rail}`)
      }
    }
  })

  it("a handle: pending, whatever came before or after it", () => {
    for (const other of outcomes.filter((each) => each !== flying)) {
      for (const issued of [accepted("new"), contradictory("new")]) {
        for (const rail of [
          "hosted",
          "ussd_push",
          "ussd_otp",
          "wallet",
          "wallet_payout",
          "mobile_money_payout",
        ] as const) {
          assert.strictEqual(restOn(rail, [other, issued]), "pending", `${other._tag} on ${rail}`)
          assert.strictEqual(restOn(rail, [issued, other]), "pending", `${other._tag} on ${rail}`)
        }
      }
    }
  })

  it("a handle of a first SMS OTP request alone: the code is awaited, because nothing can be paid before it #154", () => {
    assert.strictEqual(restOn("sms_otp", [smsRequest(accepted("one"))]), "awaiting_otp")
    assert.strictEqual(restOn("sms_otp", [smsRequest(accepted("one")), smsRequest(accepted("two"))]), "awaiting_otp")
    assert.strictEqual(restOn("sms_otp", [smsRequest(unanswered), smsRequest(accepted("two"))]), "awaiting_otp")
  })

  it("a handle and an SMS OTP submission that may pay: pending #156", () => {
    const request = smsRequest(accepted("one"))
    assert.strictEqual(restOn("sms_otp", [request, withCode(accepted("two"))]), "pending")
    assert.strictEqual(restOn("sms_otp", [request, withCode(contradictory("two"))]), "pending")
    assert.strictEqual(restOn("sms_otp", [request, withCode(unanswered)]), "pending")
    assert.strictEqual(restOn("sms_otp", [smsRequest(unanswered), withCode(accepted("two"))]), "pending")
    assert.strictEqual(
      restOn("sms_otp", [request, withCode(accepted("two")), smsRequest(accepted("three"))]),
      "pending",
    )
  })

  it("a handle and an SMS OTP submission that was not sent: the code is still awaited #119", () => {
    assert.strictEqual(restOn("sms_otp", [smsRequest(accepted("one")), withCode(unsent)]), "awaiting_otp")
  })

  it("a handle of an SMS OTP request, and the last call refused: refused, for no code mends that #142", () => {
    for (const last of [withCode(refused), smsRequest(refused)]) {
      assert.strictEqual(restOn("sms_otp", [smsRequest(accepted("one")), last]), "refused")
      assert.strictEqual(restOn("sms_otp", [smsRequest(accepted("one")), withCode(unanswered), last]), "pending")
    }
  })

  it("a handle of another rail is pending even if a request for a code brought it", () => {
    assert.strictEqual(restOn("wallet", [walletRequest(contradictory("one"))]), "pending")
  })

  it("one unanswered that could move money: in doubt, whatever came before or after it", () => {
    for (const rail of [
      "ussd_push",
      "guided_ussd",
      "ussd_otp",
      "wallet",
      "wallet_payout",
      "mobile_money_payout",
    ] as const) {
      assert.strictEqual(restOn(rail, [unanswered]), "in_doubt", rail)
      for (const other of [ruledOut, otpSent, refused, turnedAway, unsent]) {
        assert.strictEqual(restOn(rail, [unanswered, other]), "in_doubt", `${other._tag} after it on ${rail}`)
        assert.strictEqual(restOn(rail, [other, unanswered]), "in_doubt", `${other._tag} before it on ${rail}`)
      }
    }
  })

  it("an unanswered SMS OTP request is in doubt, because the service may have begun a payment", () => {
    assert.strictEqual(restOn("sms_otp", [smsRequest(unanswered)]), "in_doubt")
  })

  it("a hosted payin whose later attempt was refused is refused: no customer was shown the lost page", () => {
    assert.strictEqual(restOn("hosted", [unanswered]), "in_doubt")
    assert.strictEqual(restOn("hosted", [unanswered, unanswered, refused]), "refused")
    assert.strictEqual(restOn("hosted", [refused, unanswered]), "in_doubt")
    assert.strictEqual(restOn("hosted", [unanswered, unsent]), "in_doubt")
    assert.strictEqual(restOn("hosted", [unanswered, turnedAway]), "in_doubt")
    assert.strictEqual(restOn("operator_redirect", [unanswered, refused]), "in_doubt")
  })

  it("a wallet OTP request that was sent: the code is awaited #163", () => {
    assert.strictEqual(restOn("wallet", [walletRequest(otpSent)]), "awaiting_otp")
  })

  it("a wallet OTP request without an answer: the code may have come, and no money has moved", () => {
    assert.strictEqual(restOn("wallet", [walletRequest(unanswered)]), "awaiting_otp")
  })

  it("a code that came stays good when its submission was not sent, and not when it was refused #119 #165", () => {
    for (const request of [otpSent, unanswered]) {
      assert.strictEqual(restOn("wallet", [walletRequest(request), withCode(unsent)]), "awaiting_otp")
      assert.strictEqual(restOn("wallet", [walletRequest(request), withCode(refused)]), "refused")
      assert.strictEqual(restOn("wallet", [walletRequest(request), walletRequest(refused)]), "refused")
    }
  })

  it("a wallet payment without an answer is in doubt although its code had come", () => {
    assert.strictEqual(restOn("wallet", [walletRequest(otpSent), withCode(unanswered)]), "in_doubt")
  })

  it("the last refused: refused", () => {
    for (const rail of Rail.literals) {
      assert.strictEqual(restOn(rail, [refused]), "refused", rail)
      assert.strictEqual(restOn(rail, [unsent, turnedAway, refused]), "refused", rail)
    }
    assert.strictEqual(restOn("wallet", [walletRequest(refused)]), "refused")
    assert.strictEqual(restOn("wallet", [walletRequest(unsent), walletRequest(refused)]), "refused")
  })

  it("the last not sent or turned away: intended while attempts are left", () => {
    for (const outcome of [unsent, turnedAway]) {
      assert.strictEqual(restOn("ussd_push", [outcome]), "intended")
      assert.strictEqual(restOn("mobile_money_payout", [unsent, outcome]), "intended")
      assert.strictEqual(restOn("wallet", [walletRequest(outcome)]), "intended")
      assert.strictEqual(restOn("sms_otp", [smsRequest(outcome)]), "intended")
    }
  })

  it("an earlier refusal does not close what was not sent since", () => {
    assert.strictEqual(restOn("ussd_push", [refused, unsent]), "intended")
  })

  it("the last not sent with all three attempts used up: given up", () => {
    assert.strictEqual(restOn("ussd_push", [unsent, unsent, unsent]), "given_up")
    assert.strictEqual(restOn("mobile_money_payout", [unsent, unsent, unsent]), "given_up")
    assert.strictEqual(restOn("ussd_push", [unsent], { maxAttempts: 1 }), "given_up")
  })

  it("being turned away at the door uses up no attempt, however often #188", () => {
    const doors = Array.from({ length: 20 }, () => turnedAway)
    assert.strictEqual(restOn("ussd_push", doors), "intended")
    assert.strictEqual(restOn("ussd_push", [...doors, unsent, unsent]), "intended")
    assert.strictEqual(restOn("ussd_push", [...doors, unsent, unsent, unsent]), "given_up")
  })

  it("what carried a code cannot be sent again by anybody else: given up at once #149", () => {
    assert.strictEqual(restOn("ussd_otp", [withCode(unsent)]), "given_up")
    assert.strictEqual(restOn("ussd_otp", [withCode(turnedAway)]), "given_up")
  })

  it("a person ruled that the last was not executed: intended, whatever the number of attempts", () => {
    assert.strictEqual(restOn("mobile_money_payout", [ruledOut]), "intended")
    assert.strictEqual(restOn("mobile_money_payout", [unsent, unsent, unsent, ruledOut]), "intended")
    assert.strictEqual(restOn("ussd_otp", [withCode(ruledOut)]), "intended")
  })

  it("a ruling on an earlier attempt does not bring more attempts", () => {
    assert.strictEqual(restOn("mobile_money_payout", [ruledOut, unsent, unsent]), "given_up")
  })

  it("no payout with an accepted or unanswered attempt ever rests where it would be sent again", () => {
    const list = outcomes.filter((each) => each !== otpSent)
    for (const first of list) {
      for (const second of list) {
        for (const third of list) {
          const all = [first, second, third]
          const spent = all.some(({ _tag }) => _tag === "accepted" || _tag === "no_answer" || _tag === "in_flight")
          const state = restOn("mobile_money_payout", all)
          if (spent) assert.include(["submitting", "pending", "in_doubt"], state)
          else assert.include(["intended", "refused", "given_up"], state)
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
      countedAttempts(calls(notSent("lease_over"), notSent("connection_refused"))),
      1,
      "the lease ran out first",
    )
  })
})
