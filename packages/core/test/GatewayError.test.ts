import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import {
  GatewayError,
  NoAnswerCause,
  NotSentCause,
  Operation,
  CallFailure,
  callFailureOfSubCode,
  type CallFailureTag,
  callFailureTraits,
  statedSubCodes,
} from "../src/model/CallFailure.ts"

const payinCreations = ["createHostedInvoice", "createDirectInvoice", "submitWalletInvoice"] as const
const confirms = ["confirmInvoice", "confirmPayout"] as const

/** The reasons that these endpoints mean by a sub-code. */
const meanings = (operations: ReadonlyArray<Operation>, subCode: string) => [
  ...new Set(operations.map((operation) => callFailureOfSubCode(operation, subCode)._tag)),
]

/** One reason of every kind, with this text as its code. */
const oneOfEach = (code: string): ReadonlyArray<CallFailure> => [
  CallFailure.cases.AuthenticationFailed.make({ code }),
  CallFailure.cases.IpDenied.make({ code }),
  CallFailure.cases.PayinNotEnabled.make({ code }),
  CallFailure.cases.PayoutNotEnabled.make({ code }),
  CallFailure.cases.AmountRefused.make({ code }),
  CallFailure.cases.NotFound.make({ code }),
  CallFailure.cases.BeneficiaryWithoutWallet.make({ code }),
  CallFailure.cases.BalanceTooLow.make({ code }),
  CallFailure.cases.OtpNotSent.make({ code }),
  CallFailure.cases.Unrecognised.make({ code }),
  ...NotSentCause.literals.map((cause) => CallFailure.cases.NotSent.make({ cause })),
  ...NoAnswerCause.literals.map((cause) => CallFailure.cases.NoAnswer.make({ cause, code })),
]

const tagsWhere = (pauses: (traits: (typeof callFailureTraits)[CallFailureTag]) => boolean) =>
  oneOfEach("")
    .map((reason) => reason._tag)
    .filter((tag, index, all) => all.indexOf(tag) === index && pauses(callFailureTraits[tag]))
    .toSorted()

describe("the sub-codes that the specification states", () => {
  it("Code00 is an authentication failure on every endpoint #225 #188", () => {
    assert.deepStrictEqual(meanings(Operation.literals, "Code00"), ["AuthenticationFailed"])
  })

  it("Code01 of a payin creation says that payins are not enabled #226", () => {
    assert.deepStrictEqual(meanings(payinCreations, "Code01"), ["PayinNotEnabled"])
  })

  it("Code02 of a payin creation refuses the amount, or names the customer's daily limit #227 #228", () => {
    assert.deepStrictEqual(meanings(payinCreations, "Code02"), ["AmountRefused"])
  })

  it("Code03 of a payin creation denies this server's address #229", () => {
    assert.deepStrictEqual(meanings(payinCreations, "Code03"), ["IpDenied"])
  })

  it("Code02 of the payin confirm knows no such invoice #230", () => {
    assert.strictEqual(callFailureOfSubCode("confirmInvoice", "Code02")._tag, "NotFound")
  })

  it("Code01 of a wallet payout says that payouts are not enabled #231", () => {
    assert.strictEqual(callFailureOfSubCode("createWalletPayout", "Code01")._tag, "PayoutNotEnabled")
  })

  it("Code02 of a wallet payout says that the beneficiary has no wallet, so the other way is suggested #232 #174", () => {
    assert.strictEqual(callFailureOfSubCode("createWalletPayout", "Code02")._tag, "BeneficiaryWithoutWallet")
  })

  it("Code04 of a wallet payout says that the merchant's balance is low #233", () => {
    assert.strictEqual(callFailureOfSubCode("createWalletPayout", "Code04")._tag, "BalanceTooLow")
  })

  it("Code06 of a wallet payout denies this server's address #234", () => {
    assert.strictEqual(callFailureOfSubCode("createWalletPayout", "Code06")._tag, "IpDenied")
  })

  it("Code01 of a mobile-money payout says that payouts are not enabled #235", () => {
    assert.strictEqual(callFailureOfSubCode("createMobileMoneyPayout", "Code01")._tag, "PayoutNotEnabled")
  })

  it("Code06 of a mobile-money payout denies this server's address #236", () => {
    assert.strictEqual(callFailureOfSubCode("createMobileMoneyPayout", "Code06")._tag, "IpDenied")
  })

  it("Code08 of a mobile-money payout says that the operator's account is low #237", () => {
    assert.strictEqual(callFailureOfSubCode("createMobileMoneyPayout", "Code08")._tag, "BalanceTooLow")
  })

  it("a code means something only on the endpoint that states it #218", () => {
    const table = Object.fromEntries(
      Operation.literals.map((operation) => [
        operation,
        Array.from({ length: 100 }, (_, number) => `Code${String(number).padStart(2, "0")}`).filter(
          (subCode) => callFailureOfSubCode(operation, subCode)._tag !== "Unrecognised",
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
      createMobileMoneyPayout: ["Code00", "Code01", "Code06", "Code08"],
      // Code02 is no stated code here: reading it as not-found can only raise a flag.
      confirmPayout: ["Code00", "Code02"],
    })
  })

  it("the code is kept beside its meaning", () => {
    for (const operation of Operation.literals) {
      for (const subCode of Object.keys(statedSubCodes[operation])) {
        const reason = callFailureOfSubCode(operation, subCode)
        assert.strictEqual("code" in reason && reason.code, subCode, operation)
      }
    }
  })

  it("every other code stays as it came #218", () => {
    for (const operation of Operation.literals) {
      for (const subCode of ["Code002", "Code02a", "Code03B", "Code99"]) {
        assert.deepStrictEqual(callFailureOfSubCode(operation, subCode), { _tag: "Unrecognised", code: subCode })
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
    for (const operation of Operation.literals) {
      for (const text of texts) {
        assert.deepStrictEqual(callFailureOfSubCode(operation, text), { _tag: "Unrecognised", code: "" })
      }
    }
  })

  it("the names of an object's prototype are no codes", () => {
    for (const operation of Operation.literals) {
      for (const subCode of ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"]) {
        assert.deepStrictEqual(callFailureOfSubCode(operation, subCode), { _tag: "Unrecognised", code: "" })
      }
    }
  })

  it.prop(
    "any text is read as a reason, and its code is one or empty",
    [Operation, Schema.String],
    ([operation, text]) => {
      const reason = callFailureOfSubCode(operation, text)
      return (
        Schema.is(CallFailure)(reason) && "code" in reason && (reason.code === "" || /^Code[0-9]/.test(reason.code))
      )
    },
  )
})

describe("what a reason means", () => {
  it("may have reached the service: an unknown outcome, an unknown code, an unknown token", () => {
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.mayHaveReachedService),
      ["NoAnswer", "NotFound", "Unrecognised"],
    )
  })

  it("a program may send again what never left, later what may pass, and nothing whose outcome is unknown", () => {
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === "now"),
      ["NotSent"],
    )
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === "later"),
      ["NotFound", "OtpNotSent"],
    )
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === null),
      ["AmountRefused", "BeneficiaryWithoutWallet", "NoAnswer", "Unrecognised"],
    )
  })

  it("credentials, address, features and balance concern the whole project and wait until a person mends them", () => {
    const ofProject = ["AuthenticationFailed", "BalanceTooLow", "IpDenied", "PayinNotEnabled", "PayoutNotEnabled"]
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.concerns === "project"),
      ofProject,
    )
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === "whenFixed"),
      ofProject,
    )
  })
})

const messageOf = (operation: Operation, reason: CallFailure) => new GatewayError({ operation, reason }).message

describe("GatewayError", () => {
  it("says what happened, on which call, with cause and code, and what to do", () => {
    const { AuthenticationFailed, NoAnswer, NotFound } = CallFailure.cases
    const again = "The payment is unchanged; ask about it again."
    assert.strictEqual(messageOf("confirmInvoice", NotFound.make({ code: "" })), `NotFound on confirmInvoice. ${again}`)
    assert.strictEqual(
      messageOf("confirmPayout", NoAnswer.make({ cause: "UnrecognisedCode", code: "Code17" })),
      `NoAnswer (UnrecognisedCode, Code17) on confirmPayout. ${again}`,
    )
    assert.strictEqual(
      messageOf("confirmPayout", AuthenticationFailed.make({ code: "Code00" })),
      "AuthenticationFailed (Code00) on confirmPayout. The payment is unchanged; correct the cause before you ask again.",
    )
  })

  it("repeats no phone number and no token that the service put into its text", () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${"eyJpZCI6".repeat(20)}.c2lnbmF0dXJl`
    for (const reason of oneOfEach(`Numéro 22670000001 inconnu, token ${token}`.slice(0, 200))) {
      for (const operation of Operation.literals) {
        const { message } = new GatewayError({ operation, reason })
        assert.notInclude(message, "22670000001")
        assert.notInclude(message, "eyJ")
      }
    }
    const reason = CallFailure.cases.Unrecognised.make({
      code: `Numéro 22670000001 inconnu, token ${token}`.slice(0, 200),
    })
    assert.include(messageOf("createDirectInvoice", reason), "(Numéro … inconnu, token …)", "what was left out shows")
  })

  it("of a confirm may be retried by a program unless a person must mend something first", () => {
    for (const operation of confirms) {
      for (const reason of oneOfEach("")) {
        const mend = callFailureTraits[reason._tag].retry === "whenFixed"
        assert.strictEqual(new GatewayError({ operation, reason }).isRetryable, !mend, reason._tag)
      }
    }
  })

  it("of a creation may be tried again by a program only where its reason allows it, and never without an answer", () => {
    const retryable = oneOfEach("").filter(
      (reason) => new GatewayError({ operation: "createHostedInvoice", reason }).isRetryable,
    )
    assert.deepStrictEqual([...new Set(retryable.map(({ _tag }) => _tag))], ["NotFound", "OtpNotSent", "NotSent"])
    assert.isTrue(
      oneOfEach("").every(
        (reason) =>
          reason._tag !== "NoAnswer" || !new GatewayError({ operation: "createMobileMoneyPayout", reason }).isRetryable,
      ),
    )
  })

  it("knows whether the request may have had an effect, and whom it concerns", () => {
    for (const reason of oneOfEach("")) {
      const error = new GatewayError({ operation: "createDirectInvoice", reason })
      assert.strictEqual(error.mayHaveReachedService, callFailureTraits[reason._tag].mayHaveReachedService)
      assert.strictEqual(error.concerns, callFailureTraits[reason._tag].concerns)
    }
  })

  it.effect("is caught by its tag, with its reason as data", () =>
    Effect.gen(function* () {
      const reason = CallFailure.cases.NotFound.make({ code: "Code02" })
      const caught = yield* Effect.fail(new GatewayError({ operation: "confirmInvoice", reason })).pipe(
        Effect.catchTag("GatewayError", (error) => Effect.succeed(error.reason)),
      )
      assert.deepStrictEqual(caught, reason)
    }),
  )
})
