import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import type { PayinMethod } from "../src/model/Content.ts"
import { CreationAnswer } from "../src/model/CreationAnswer.ts"
import type { Payment } from "../src/model/Payment.ts"
import { PayinState } from "../src/model/Payin.ts"
import { CallFailure, type CallFailureTag } from "../src/model/CallFailure.ts"
import { callAgain } from "../src/machine/schedule.ts"
import { checkFurtherCall, nextStep, NotNowReason, NotNow, type FurtherCall } from "../src/machine/furtherCalls.ts"
import {
  accepted,
  after,
  answered,
  asPayin,
  completed,
  contradictory,
  customer,
  direct,
  Events,
  failed,
  hosted,
  judged,
  minute,
  newPayin,
  newPayout,
  otpSent,
  payinWith,
  policy,
  policyWith,
  recordOf,
  refused,
  said,
  silence,
  started,
  tried,
  turnedAway,
  unsent,
  walletPayin,
} from "./samples.ts"

/** The attempt that a try would make, or why not; with the time from which on it may be made. */
const outcome = (payment: Payment, wanted: FurtherCall, hasOtp = wanted !== "SendOtpAgain", now = 5 * minute) => {
  const result = checkFurtherCall(asPayin(payment), [], wanted, hasOtp, now, policy)
  if (Result.isSuccess(result)) return result.success
  const { because, retryAt } = result.failure
  return retryAt === null ? because : `${because} ${retryAt}`
}

const step = (payment: Payment, limits = policy) => nextStep(recordOf(payment), limits)
const waiting = () => tried(newPayin(), accepted(1))
const expired = () => after(waiting(), [Events.expired.make({})], minute)

const sms = (then: (payin: Payment) => Payment = (payin) => payin) =>
  then(tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request"))
const wallet = () => tried(newPayin(walletPayin), otpSent, 0, "wallet_otp_request")
const ussd = () => tried(newPayin(direct("ussd_otp")), accepted(1), 0, "pay", true)

const unansweredSms = () => tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request")

const refusedFor = (reason: Exclude<CallFailureTag, "not_sent" | "no_answer">) =>
  CreationAnswer.cases.refused.make({ reason: CallFailure.cases[reason].make({ code: "Code99" }) })

/** A payin of this mode in every state that it can be in, with an unanswered call where there is one. */
const everyState = (method: PayinMethod): ReadonlyArray<Payment> => {
  const waiting = tried(newPayin(method), accepted(1))
  const doubtful = tried(newPayin(method), silence)
  return [
    newPayin(method),
    started(newPayin(method)),
    waiting,
    doubtful,
    tried(newPayin(method), refused),
    after(newPayin(method), [Events.cancelled.make({ because: "asked", by: null })]),
    after(doubtful, [Events.expired.make({})]),
    after(waiting, judged(waiting, [said(1, completed())]).events),
    after(waiting, judged(waiting, [said(1, failed())]).events),
  ]
}

describe("submitting a code", () => {
  it("is the second request while the code is awaited, and a further one while pending (P9, P11, #119, #120, #156)", () => {
    assert.strictEqual(outcome(sms(), "SubmitOtp"), "pay")
    assert.strictEqual(outcome(wallet(), "SubmitOtp"), "pay")
    assert.strictEqual(outcome(ussd(), "SubmitOtp"), "pay")
    assert.strictEqual(
      outcome(
        sms((payin) => tried(payin, accepted(2), 0, "pay", true)),
        "SubmitOtp",
      ),
      "pay",
    )
  })

  it("is possible in doubt only when nothing but SMS code requests are unanswered (P9)", () => {
    const asked = tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request")
    assert.strictEqual(asked.state._tag, "in_doubt")
    assert.strictEqual(outcome(asked, "SubmitOtp"), "pay")
    assert.strictEqual(outcome(tried(asked, silence, 0, "pay", true), "SubmitOtp"), "wrong_state")
    assert.strictEqual(
      outcome(tried(newPayin(direct("ussd_otp")), silence, 0, "pay", true), "SubmitOtp"),
      "wrong_state",
    )
  })

  it("is possible in no other state, and leads nowhere that the table does not (P9, P11)", () => {
    const states = everyState(direct("ussd_otp")).filter((payin) => outcome(payin, "SubmitOtp") === "pay")
    assert.deepStrictEqual(
      states.map(({ state }) => state._tag),
      ["pending"],
    )
    for (const payin of states) assert.strictEqual(started(payin, 0, "pay", true).state._tag, "submitting")
  })

  it("needs a code, and a mode that knows codes", () => {
    assert.strictEqual(outcome(ussd(), "SubmitOtp", false), "code_needed")
    for (const method of [hosted, direct("ussd_push"), direct("guided_ussd"), direct("operator_redirect")]) {
      assert.strictEqual(outcome(tried(newPayin(method), accepted(1)), "SubmitOtp"), "no_code_in_this_mode")
    }
  })

  it("is possible five times in all (P11)", () => {
    let payin: Payment = ussd()
    for (let submission = 2; submission <= 5; submission++) {
      assert.strictEqual(outcome(payin, "SubmitOtp"), "pay", `submission ${submission}`)
      payin = tried(payin, accepted(submission), 0, "pay", true)
    }
    assert.strictEqual(outcome(payin, "SubmitOtp"), "too_often")
  })
})

describe("having the code sent again (P10, #162)", () => {
  it("is possible while it is awaited and while pending, with the call that sends codes", () => {
    assert.strictEqual(outcome(sms(), "SendOtpAgain"), "sms_otp_request")
    assert.strictEqual(outcome(wallet(), "SendOtpAgain"), "wallet_otp_request")
    assert.strictEqual(outcome(tried(wallet(), accepted(1), 0, "pay", true), "SendOtpAgain"), "wallet_otp_request")
  })

  it("cools down for 60 s after the last request, whatever was submitted since", () => {
    assert.strictEqual(outcome(sms(), "SendOtpAgain", false, minute - 1), `too_soon ${minute}`)
    assert.strictEqual(outcome(sms(), "SendOtpAgain", false, minute), "sms_otp_request")
    const later = tried(newPayin(walletPayin), otpSent, 20_000, "wallet_otp_request")
    assert.strictEqual(outcome(later, "SendOtpAgain", false, minute), "too_soon 80000")
    const submitted = sms((payin) => tried(payin, accepted(2), 50_000, "pay", true))
    assert.strictEqual(outcome(submitted, "SendOtpAgain", false, minute), "sms_otp_request")
  })

  it("is possible until there were three requests", () => {
    const twice = tried(wallet(), otpSent, minute, "wallet_otp_request")
    assert.strictEqual(outcome(twice, "SendOtpAgain"), "wallet_otp_request")
    assert.strictEqual(outcome(tried(twice, otpSent, 2 * minute, "wallet_otp_request"), "SendOtpAgain"), "too_often")
  })

  it("is possible in no other state and in no mode where the customer makes the code", () => {
    assert.strictEqual(
      outcome(tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request"), "SendOtpAgain"),
      "wrong_state",
    )
    for (const payin of everyState(walletPayin)) {
      const expected = payin.state._tag === "pending" ? "wallet_otp_request" : "wrong_state"
      assert.strictEqual(outcome(payin, "SendOtpAgain"), expected, payin.state._tag)
    }
    assert.strictEqual(outcome(ussd(), "SendOtpAgain"), "no_code_in_this_mode")
    assert.strictEqual(outcome(tried(newPayin(), accepted(1)), "SendOtpAgain"), "no_code_in_this_mode")
  })

  it("counts its cool-down from the creation when there was no request at all", () => {
    const paid = tried(newPayin(direct("sms_otp")), accepted(1), 0, "pay", true)
    assert.strictEqual(outcome(paid, "SendOtpAgain", false, 1), `too_soon ${minute}`)
  })
})

describe("trying an unanswered payment again (P16)", () => {
  it("is possible on demand in doubt, after two minutes, and its flag stays open", () => {
    const doubtful = tried(newPayin(), silence)
    assert.strictEqual(outcome(doubtful, "TryAgain", false, 2 * minute), "pay")
    assert.strictEqual(outcome(doubtful, "TryAgain", false, 2 * minute - 1), `too_soon ${2 * minute}`)
    const { flags } = started(doubtful, 2 * minute)
    assert.deepStrictEqual(
      flags.map(({ kind, closed }) => [kind, closed]),
      [["unanswered", null]],
    )
  })

  it("is possible until there were three payments", () => {
    const twice = tried(tried(newPayin(), silence), silence, 2 * minute)
    assert.strictEqual(
      outcome(twice, "TryAgain", false, 4 * minute - 1),
      `too_soon ${4 * minute}`,
      "since the last one",
    )
    assert.strictEqual(outcome(twice, "TryAgain", false, 4 * minute), "pay")
    assert.strictEqual(outcome(tried(twice, silence, 4 * minute), "TryAgain", false, 9 * minute), "too_often")
  })

  it("counts payments only, and not the requests for a code", () => {
    const requested = tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request")
    const twice = tried(tried(requested, silence, 0, "pay", true), silence, 2 * minute, "pay", true)
    assert.strictEqual(outcome(twice, "TryAgain"), "pay")
    const thrice = tried(twice, silence, 4 * minute, "pay", true)
    assert.strictEqual(outcome(thrice, "TryAgain", true, 9 * minute), "too_often")
  })

  it("needs the customer's code where the mode has one (#150)", () => {
    const doubtful = tried(newPayin(direct("ussd_otp")), silence, 0, "pay", true)
    assert.strictEqual(outcome(doubtful, "TryAgain", false), "code_needed")
    assert.strictEqual(outcome(doubtful, "TryAgain", true), "pay")
  })

  it("is possible in no other state", () => {
    for (const payin of [hosted, direct("ussd_push")].flatMap(everyState)) {
      const expected = payin.state._tag === "in_doubt" ? "pay" : "wrong_state"
      assert.strictEqual(outcome(payin, "TryAgain"), expected, payin.state._tag)
    }
  })
})

describe("a refusal of a code's call", () => {
  /** Each mode that takes a code, refused at the call that carried it, with every stated reason; and at a further request for one. */
  const refusals = (["amount_refused", "payin_not_enabled", "ip_denied"] as const).flatMap((reason) => {
    const coded = (payin: Payment) => tried(payin, refusedFor(reason), minute, "pay", true)
    return [
      ["ussd_otp", coded(newPayin(direct("ussd_otp")))],
      ["sms_otp", coded(sms())],
      ["sms_otp after a request without an answer", coded(tried(unansweredSms(), accepted(2), 0, "sms_otp_request"))],
      ["sms_otp, sent again", tried(sms(), refusedFor(reason), minute, "sms_otp_request")],
      ["wallet", coded(wallet())],
      [
        "Wallet after a request without an answer",
        coded(tried(newPayin(walletPayin), silence, 0, "wallet_otp_request")),
      ],
      ["Wallet, sent again", tried(wallet(), refusedFor("otp_not_sent"), minute, "wallet_otp_request")],
    ] as const
  })

  it("ends the payin, which then asks for no code and takes no further call (P7, #142, #165, #226 to #228)", () => {
    for (const [what, payin] of refusals) {
      assert.strictEqual(payin.state._tag, "refused", what)
      assert.deepStrictEqual(step(payin), { _tag: "nothing" }, what)
      const tries = (["SubmitOtp", "SendOtpAgain", "TryAgain"] as const).map((wanted) => outcome(payin, wanted))
      for (const refusal of tries) assert.include(["wrong_state", "no_code_in_this_mode"], refusal, what)
    }
  })

  it("leaves it open to money that an earlier call may still bring, and asks for no other code (P12, P15)", () => {
    const late = tried(sms(), refused, minute, "pay", true)
    assert.strictEqual(after(late, judged(late, [said(1, completed())]).events).state._tag, "completed")
    const earlier = [
      ussd(),
      sms((payin) => tried(payin, accepted(2), 0, "pay", true)),
      tried(wallet(), accepted(1), 0, "pay", true),
    ]
    for (const payin of earlier.map((each) => tried(each, refused, minute, "pay", true))) {
      assert.strictEqual(payin.state._tag, "pending")
      assert.deepStrictEqual(step(payin), { _tag: "wait" })
      assert.strictEqual(outcome(payin, "SubmitOtp"), "wrong_state")
    }
    const doubtful = tried(unansweredSms(), refused, minute, "pay", true)
    assert.strictEqual(doubtful.state._tag, "in_doubt")
    assert.deepStrictEqual(step(doubtful), { _tag: "wait" })
    assert.strictEqual(outcome(doubtful, "TryAgain"), "wrong_state")
  })
})

it("a try that is not allowed says which payin, why and what to do, and nothing of the customer", () => {
  for (const because of NotNowReason.literals) {
    const error = new NotNow({ key: newPayin().key, because, retryAt: null })
    assert.match(error.message, /^No call is made for the payin shop\/order-1 now: .{20,}\.$/)
    assert.notInclude(error.message, customer)
  }
})

describe("what the customer must do next", () => {
  it("is to wait for a payout, until it is closed", () => {
    const open = tried(newPayout(), accepted(1))
    const lost = after(open, [Events.not_completed.make({})])
    assert.deepStrictEqual(step(newPayout()), { _tag: "wait" })
    assert.deepStrictEqual(step(open), { _tag: "wait" })
    assert.deepStrictEqual(step(lost), { _tag: "nothing" })
  })

  it("is to enter a wallet's code only once the service said that it was sent (#163, #165)", () => {
    const asked = tried(newPayin(walletPayin), silence, 0, "wallet_otp_request")
    assert.strictEqual(asked.state._tag, "awaiting_otp")
    assert.deepStrictEqual(step(asked), { _tag: "wait" })
    const sent = tried(asked, otpSent, 60_000, "wallet_otp_request")
    assert.deepStrictEqual(step(sent), { _tag: "enter_code", from: "wallet_app_or_sms" })
  })

  it("is to enter the code that came by SMS (#155, #156)", () => {
    const sms = tried(newPayin(direct("sms_otp")), accepted(1), 0, "sms_otp_request")
    assert.deepStrictEqual(step(sms), { _tag: "enter_code", from: "sms" })
    const odd = payinWith(newPayin(), { state: PayinState.cases.awaiting_otp.make({}) })
    assert.deepStrictEqual(step(odd), { _tag: "enter_code", from: "sms" }, "and so it is where no mode says whence")
  })

  it("is to wait when no further code may be submitted (P11)", () => {
    const unsentOnce = tried(sms(), unsent, minute, "pay", true)
    assert.strictEqual(unsentOnce.state._tag, "awaiting_otp")
    assert.deepStrictEqual(step(unsentOnce), { _tag: "enter_code", from: "sms" })
    assert.deepStrictEqual(step(unsentOnce, policyWith(policy, { limits: { maxOtpSubmissions: 0 } })), { _tag: "wait" })
  })

  it("is to open the address of the newest handle, confirm on the phone, or wait (P5, #71, #72, #151, #153)", () => {
    const url = "https://pay.example/p/1"
    const opens = step(tried(newPayin(hosted), accepted(1, url)))
    assert.deepInclude(opens, { _tag: "open_url", url })
    assert.deepStrictEqual(step(waiting()), { _tag: "confirm_on_phone", how: "enter_pin" })
    const guided = tried(newPayin(direct("guided_ussd")), accepted(1))
    assert.deepStrictEqual(step(guided), { _tag: "confirm_on_phone", how: "follow_sms" })
    const dialled = step(tried(newPayin(direct("ussd_otp")), accepted(1, url), 0, "pay", true))
    assert.deepInclude(dialled, { _tag: "open_url", url }, "also where a further code is taken")
    assert.deepStrictEqual(step(tried(newPayin(hosted), accepted(1))), { _tag: "wait" }, "nothing that is no address")
    assert.deepStrictEqual(step(tried(newPayin(hosted), contradictory(1))), { _tag: "wait" })
  })

  it("is to wait, or to enter another code, once one was submitted: the service is silent about wrong ones (P11, #119)", () => {
    for (const [payin, from] of [
      [ussd(), "dialled_code"],
      [tried(sms(), accepted(2), minute, "pay", true), "sms"],
      [tried(wallet(), accepted(1), minute, "pay", true), "wallet_app_or_sms"],
    ] as const) {
      assert.strictEqual(payin.state._tag, "pending")
      assert.deepStrictEqual(step(payin), { _tag: "wait_or_enter_code", from })
    }
    assert.deepStrictEqual(
      step(ussd(), policyWith(policy, { limits: { maxOtpSubmissions: 1 } })),
      { _tag: "wait" },
      "no further one",
    )
  })

  it("is to enter the code that may have come although the request for it had no answer (P9)", () => {
    const unanswered = tried(newPayin(direct("sms_otp")), silence, 0, "sms_otp_request")
    assert.strictEqual(unanswered.state._tag, "in_doubt")
    assert.deepStrictEqual(step(unanswered), { _tag: "enter_code", from: "sms" })
    const paying = tried(newPayin(direct("ussd_otp")), silence, 0, "pay", true)
    assert.deepStrictEqual(step(paying), { _tag: "wait" }, "a payment that may have been made takes no other code")
  })

  it("is never to open an address that came late (P18, #72)", () => {
    const late = answered(tried(newPayin(hosted), silence), accepted(1, "https://pay.example/p/1"), 1)
    assert.strictEqual(late.state._tag, "pending")
    assert.deepStrictEqual(step(late), { _tag: "wait" })
  })

  it("is to wait while nothing is known, and nothing once it is over", () => {
    for (const payin of [newPayin(), started(newPayin()), tried(newPayin(), silence)]) {
      assert.deepStrictEqual(step(payin), { _tag: "wait" }, payin.state._tag)
    }
    for (const payin of [
      tried(newPayin(), refused),
      expired(),
      after(newPayin(), [Events.cancelled.make({ because: "asked", by: "A colleague" })]),
      after(waiting(), judged(waiting(), [said(1, completed())]).events),
      after(waiting(), judged(waiting(), [said(1, failed())]).events),
    ]) {
      assert.deepStrictEqual(step(payin), { _tag: "nothing" }, payin.state._tag)
    }
    const odd = payinWith(newPayin(hosted), { state: PayinState.cases.pending.make({}) })
    assert.deepStrictEqual(step(odd), { _tag: "wait" }, "even without a handle")
  })
})

describe("a call of which nothing reached the service", () => {
  const times = [1, 2, 3, 4, 5].map((n) => n * minute)

  it("uses up none of the customer's tries (P10, P11, P16)", () => {
    for (const answer of [unsent, turnedAway]) {
      const submitted = times.reduce((payin, at) => tried(payin, answer, at, "pay", true), ussd())
      assert.strictEqual(outcome(submitted, "SubmitOtp"), "pay")
      const requested = times.reduce((payin, at) => tried(payin, answer, at, "wallet_otp_request"), wallet())
      assert.strictEqual(outcome(requested, "SendOtpAgain", false, 5 * minute), "wallet_otp_request")
      const doubtful = times.reduce((payin, at) => tried(payin, answer, at), tried(newPayin(), silence))
      assert.strictEqual(outcome(doubtful, "TryAgain", false, 7 * minute), "pay")
    }
  })

  it("uses up none of the calls that a program makes again by itself", () => {
    for (const answer of [unsent, turnedAway]) {
      const page = times.reduce((payin, at) => tried(payin, answer, at), tried(newPayin(hosted), silence))
      assert.strictEqual(callAgain(asPayin(page), policy)?.kind, "pay")
      const asked = times.reduce(
        (payin, at) => tried(payin, answer, at, "wallet_otp_request"),
        tried(newPayin(walletPayin), silence, 0, "wallet_otp_request"),
      )
      assert.strictEqual(callAgain(asPayin(asked), policy)?.kind, "wallet_otp_request")
    }
  })
})
