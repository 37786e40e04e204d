/** Payins in two requests: SMS OTP and the wallet. A code first, then the payment that carries it. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { blankRecord, noAnswer, NotAllowed, notSent, Payins, Reason } from "@cauri/core"
import {
  code00,
  completed,
  directPayin,
  failed,
  flagsOf,
  hostedPayin,
  payinKey,
  pushPayin,
  reconcile,
  refused,
  type Script,
  scripted,
  stateOf,
  turnedAway,
  walletPayin,
} from "./scripted.ts"

const key = payinKey("order-1")
const code = Redacted.make("734512")
const otherCode = Redacted.make("111222")
const smsPayin = directPayin("order-1", "SmsOtp")
const operations = (script: Script) => script.seen.map(({ operation }) => operation)
const codes = (script: Script) => script.seen.map(({ call }) => call.otp)
/** Why a further call is refused. */
const refusal = <A, E, R>(call: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(call), (error) => (error instanceof NotAllowed ? error.because : error))

describe("SMS OTP", () => {
  it.effect(
    "two requests: the first without a code, the second with the one that came by SMS (P6, P9, #154, #156)",
    () =>
      scripted((script) =>
        Effect.gen(function* () {
          const payins = yield* Payins
          const first = yield* payins.create(smsPayin)
          assert.strictEqual(first.payin.state._tag, "AwaitingOtp")
          assert.deepStrictEqual({ ...first.next }, { _tag: "EnterCode", from: "Sms" })
          const second = yield* payins.submitOtp(key, code)
          assert.strictEqual(second.payin.state._tag, "Pending")
          assert.strictEqual(second.next._tag, "Wait")
          assert.deepStrictEqual(operations(script), ["createDirectInvoice", "createDirectInvoice"])
          assert.deepStrictEqual(codes(script), [null, code])
          // Every handle was confirmed before the second request, and every handle is confirmed from then on, the newest first.
          assert.deepStrictEqual(
            script.asked.map(({ token }) => token),
            ["token-1"],
          )
          yield* reconcile
          yield* TestClock.adjust("4 seconds")
          assert.deepStrictEqual(
            script.asked.slice(1).map(({ token }) => token),
            ["token-2", "token-1"],
          )
          script.confirms.set("token-2", completed(500))
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(yield* stateOf(key), "Completed")
        }),
      ),
  )

  it.effect(
    "a wrong code keeps it pending for as long as it takes; a fresh one completes it (P11, #117, #119, #120)",
    () =>
      scripted((script) =>
        Effect.gen(function* () {
          const payins = yield* Payins
          yield* payins.create(smsPayin)
          yield* payins.submitOtp(key, otherCode)
          yield* reconcile
          yield* TestClock.adjust("10 minutes")
          assert.strictEqual(yield* stateOf(key), "Pending")
          yield* payins.submitOtp(key, code)
          script.confirms.set("token-3", completed(500))
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(yield* stateOf(key), "Completed")
          assert.deepStrictEqual(codes(script), [null, otherCode, code])
        }),
      ),
  )

  it.effect("a refused code may be followed by another one, while the first request still waits (P7, P11)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        script.creations = [refused(Reason.cases.Unrecognised.make({ code: "Code09" }))]
        const wrong = yield* payins.submitOtp(key, otherCode)
        assert.strictEqual(wrong.payin.state._tag, "AwaitingOtp")
        const right = yield* payins.submitOtp(key, code)
        assert.strictEqual(right.payin.state._tag, "Pending")
      }),
    ),
  )

  it.effect("the code is sent again after a minute, and three times at most (P10)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        yield* TestClock.adjust("59 seconds")
        const early = yield* Effect.flip(payins.sendOtpAgain(key))
        assert.deepInclude({ ...early }, { _tag: "NotAllowed", because: "TooSoon", retryAt: 60_000 })
        yield* TestClock.adjust("1 second")
        const again = yield* payins.sendOtpAgain(key)
        assert.strictEqual(again.payin.state._tag, "AwaitingOtp")
        yield* TestClock.adjust("1 minute")
        yield* payins.sendOtpAgain(key)
        yield* TestClock.adjust("1 minute")
        assert.strictEqual(yield* refusal(payins.sendOtpAgain(key)), "TooOften")
        assert.deepStrictEqual(codes(script), [null, null, null])
      }),
    ),
  )

  it.effect("five codes may be submitted, and no more (P11)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        for (let n = 0; n < 5; n++) yield* payins.submitOtp(key, otherCode)
        assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "TooOften")
        assert.strictEqual(script.seen.length, 6)
      }),
    ),
  )

  it.effect(
    "a first request without an answer is in doubt; the customer may still enter the code that came (P8, P9)",
    () =>
      scripted((script) =>
        Effect.gen(function* () {
          const payins = yield* Payins
          script.creations = [noAnswer("TimedOut")]
          assert.strictEqual((yield* payins.create(smsPayin)).payin.state._tag, "InDoubt")
          yield* reconcile
          yield* TestClock.adjust("1 minute")
          assert.strictEqual(script.seen.length, 1)
          const { payin } = yield* payins.submitOtp(key, code)
          assert.strictEqual(payin.state._tag, "Pending")
          script.confirms.set("token-2", completed(500))
          yield* TestClock.adjust("5 seconds")
          assert.strictEqual(yield* stateOf(key), "Completed")
        }),
      ),
  )

  it.effect("a second request that was not sent leaves the customer to enter a code again (P4)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        script.creations = [notSent("ConnectionRefused")]
        const { payin, next } = yield* payins.submitOtp(key, code)
        assert.strictEqual(payin.state._tag, "AwaitingOtp")
        assert.strictEqual(next._tag, "EnterCode")
      }),
    ),
  )
})

describe("the guard of a further call (P9)", () => {
  it.effect("nothing is sent when a handle is paid already: the payin completes instead", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        yield* payins.submitOtp(key, otherCode)
        script.confirms.set("token-2", completed(500))
        assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "AlreadyPaid")
        assert.strictEqual(yield* stateOf(key), "Completed")
        assert.strictEqual(script.seen.length, 2)
      }),
    ),
  )

  it.effect("nothing is sent when a handle cannot be asked about", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        script.confirms.set("token-1", Reason.cases.NotFound.make({ code: "Code02" }))
        assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "CannotAsk")
        assert.strictEqual(script.seen.length, 1)
      }),
    ),
  )

  it.effect("nothing is sent when every handle has failed: the payin is over", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        script.confirms.set("token-1", failed())
        assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "AlreadyFailed")
        assert.strictEqual(yield* stateOf(key), "NotCompleted")
        assert.strictEqual(script.seen.length, 1)
      }),
    ),
  )

  it.effect("nothing is sent when the payin changes in the same moment", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(smsPayin)
        script.confirms.set("token-1", () => Effect.delay(Effect.succeed(blankRecord), "1 second"))
        const submitted = Effect.result(payins.submitOtp(key, code))
        const both = yield* Effect.forkChild(Effect.all([submitted, submitted], { concurrency: 2 }))
        yield* TestClock.adjust("1 second")
        const [one, other] = yield* Fiber.join(both)
        assert.strictEqual(one._tag, "Success")
        assert.deepInclude(other._tag === "Failure" && { ...other.failure }, { because: "ChangedMeanwhile" })
        assert.strictEqual(script.seen.length, 2)
      }),
    ),
  )

  it.effect("nothing is sent while payins are on hold, nor while the breaker is open", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          const payins = yield* Payins
          yield* payins.create(walletPayin("order-1"))
          yield* payins.create(walletPayin("order-2"))
          script.creations = [turnedAway(code00)]
          yield* payins.create(pushPayin("order-3"))
          assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "OnHold")
          script.generation = "two"
          script.cell.current = { ...script.cell.current, holds: new Map() }
          script.creations = [noAnswer("TimedOut"), noAnswer("TimedOut"), noAnswer("TimedOut")]
          yield* payins.create(pushPayin("order-4"))
          yield* payins.create(pushPayin("order-5"))
          yield* payins.create(pushPayin("order-6"))
          assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "BreakerOpen")
          assert.strictEqual(script.seen.length, 6)
        }),
      { breaker: { window: 60_000, calls: 4, share: 0.5, openFor: 30_000 } },
    ),
  )

  it.effect("nothing is sent when the turn of a creation does not come in time", () =>
    scripted(
      (script) =>
        Effect.gen(function* () {
          const payins = yield* Payins
          yield* payins.create(walletPayin("order-1"))
          assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "BreakerOpen")
          assert.strictEqual(script.seen.length, 1)
        }),
      { creationRate: { perSecond: 0.01, burst: 1 } },
    ),
  )

  it.effect("a mode without a code takes none, and a state that waits for nothing takes no further call", () =>
    scripted(() =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(pushPayin("order-1"))
        assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "NoCodeInThisMode")
        assert.strictEqual(yield* refusal(payins.sendOtpAgain(key)), "NoCodeInThisMode")
        assert.strictEqual(yield* refusal(payins.tryAgain(key)), "WrongState")
        yield* payins.create(hostedPayin("order-2"))
        assert.strictEqual(yield* refusal(payins.tryAgain(payinKey("order-2"))), "WrongState")
        const unreadable = yield* Effect.flip(payins.submitOtp(key, Redacted.make("12 34")))
        assert.deepInclude({ ...unreadable }, { _tag: "InvalidInput", field: "otp" })
      }),
    ),
  )
})

describe("the wallet", () => {
  it.effect("its code is asked for first, and then the payment carries it (#5, #157, #166, #167, #170, #171)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        const first = yield* payins.create(walletPayin("order-1"))
        assert.strictEqual(first.payin.state._tag, "AwaitingOtp")
        assert.deepStrictEqual({ ...first.next }, { _tag: "EnterCode", from: "WalletAppOrSms" })
        const second = yield* payins.submitOtp(key, code)
        assert.strictEqual(second.payin.state._tag, "Pending")
        assert.deepStrictEqual(operations(script), ["sendWalletOtp", "submitWalletInvoice"])
        assert.deepStrictEqual(codes(script), [null, code])
        script.confirms.set("token-2", completed(500))
        yield* reconcile
        yield* TestClock.adjust("4 seconds")
        assert.strictEqual(yield* stateOf(key), "Completed")
      }),
    ),
  )

  it.effect("when the code could not be sent nobody is asked for one (#163, #165, #219)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        script.creations = [refused(Reason.cases.OtpNotSent.make({ code: "" }))]
        const { payin, next } = yield* payins.create(walletPayin("order-1"))
        assert.strictEqual(payin.state._tag, "Refused")
        assert.strictEqual(next._tag, "Nothing")
        assert.strictEqual(yield* refusal(payins.submitOtp(key, code)), "WrongState")
      }),
    ),
  )

  it.effect(
    "an unanswered request for the code is repeated by itself after 60 s, three requests at most (P8, P10, #165)",
    () =>
      scripted((script) =>
        Effect.gen(function* () {
          script.creations = Array.from({ length: 5 }, () => noAnswer("TimedOut"))
          const { payin, next } = yield* (yield* Payins).create(walletPayin("order-1"))
          assert.strictEqual(payin.state._tag, "AwaitingOtp")
          // No OTP prompt unless the code was sent.
          assert.strictEqual(next._tag, "Wait")
          yield* reconcile
          yield* TestClock.adjust("59 seconds")
          assert.strictEqual(script.seen.length, 1)
          yield* TestClock.adjust("10 minutes")
          assert.deepStrictEqual(
            script.seen.map(({ at }) => at),
            [0, 60_000, 120_000],
          )
          yield* TestClock.adjust("10 minutes")
          assert.strictEqual(yield* stateOf(key), "Expired")
          assert.deepStrictEqual(yield* flagsOf(key), [])
        }),
      ),
  )

  it.effect("the repeated request that was answered brings the prompt", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        script.creations = [noAnswer("TimedOut")]
        yield* payins.create(walletPayin("order-1"))
        yield* reconcile
        yield* TestClock.adjust("61 seconds")
        assert.deepStrictEqual({ ...(yield* payins.get(key)).next }, { _tag: "EnterCode", from: "WalletAppOrSms" })
        assert.strictEqual((yield* payins.submitOtp(key, code)).payin.state._tag, "Pending")
        assert.strictEqual(script.seen.length, 3)
      }),
    ),
  )

  it.effect("a customer may have the code sent again, after the cool-down (P10)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(walletPayin("order-1"))
        yield* TestClock.adjust("1 minute")
        yield* payins.sendOtpAgain(key)
        assert.deepStrictEqual(operations(script), ["sendWalletOtp", "sendWalletOtp"])
      }),
    ),
  )

  it.effect("a payment without an answer is in doubt, and is tried again only with a new code (P8, P16)", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(walletPayin("order-1"))
        script.creations = [noAnswer("ConnectionLost")]
        assert.strictEqual((yield* payins.submitOtp(key, code)).payin.state._tag, "InDoubt")
        assert.strictEqual(yield* refusal(payins.submitOtp(key, otherCode)), "WrongState")
        yield* reconcile
        yield* TestClock.adjust("2 minutes")
        assert.strictEqual(script.seen.length, 2)
        assert.strictEqual(yield* refusal(payins.tryAgain(key)), "CodeNeeded")
        assert.strictEqual((yield* payins.tryAgain(key, otherCode)).payin.state._tag, "Pending")
        assert.deepStrictEqual(yield* flagsOf(key), ["Unanswered 2"])
      }),
    ),
  )
})
