import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import {
  NoAnswerCause,
  NotSentCause,
  CallFailure,
  type CallFailureTag,
  callFailureTraits,
} from "../src/model/CallFailure.ts"
import { PaymentId, ProjectId } from "../src/model/Identifiers.ts"
import { GatewayError } from "../src/ports/Gateway.ts"
import { it } from "./scripted.ts"

/** One reason of every kind, with this text as its code. */
const oneOfEach = (code: string): ReadonlyArray<CallFailure> => [
  CallFailure.cases.authentication_failed.make({ code }),
  CallFailure.cases.ip_denied.make({ code }),
  CallFailure.cases.payin_not_enabled.make({ code }),
  CallFailure.cases.payout_not_enabled.make({ code }),
  CallFailure.cases.amount_refused.make({ code }),
  CallFailure.cases.not_found.make({ code }),
  CallFailure.cases.beneficiary_without_wallet.make({ code }),
  CallFailure.cases.balance_too_low.make({ code }),
  CallFailure.cases.otp_not_sent.make({ code }),
  CallFailure.cases.unrecognised.make({ code }),
  ...NotSentCause.literals.map((cause) => CallFailure.cases.not_sent.make({ cause })),
  ...NoAnswerCause.literals.map((cause) => CallFailure.cases.no_answer.make({ cause, code })),
]

const tagsWhere = (pauses: (traits: (typeof callFailureTraits)[CallFailureTag]) => boolean) =>
  oneOfEach("")
    .map((reason) => reason._tag)
    .filter((tag, index, all) => all.indexOf(tag) === index && pauses(callFailureTraits[tag]))
    .toSorted()

describe("what a reason means", () => {
  it("may have reached the service: an unknown outcome, an unknown code, an unknown token", () => {
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.mayHaveReachedService),
      ["no_answer", "not_found", "unrecognised"],
    )
  })

  it("a program may send again what never left, later what may pass, and nothing whose outcome is unknown", () => {
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === "now"),
      ["not_sent"],
    )
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === "later"),
      ["not_found", "otp_not_sent"],
    )
    assert.deepStrictEqual(
      tagsWhere((traits) => traits.retry === null),
      ["amount_refused", "beneficiary_without_wallet", "no_answer", "unrecognised"],
    )
  })

  it("credentials, address, features and balance concern the whole project and wait until a person mends them", () => {
    const ofProject = [
      "authentication_failed",
      "balance_too_low",
      "ip_denied",
      "payin_not_enabled",
      "payout_not_enabled",
    ]
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

const key = { kind: "payin", project: ProjectId.make("shop"), id: PaymentId.make("order-1") } as const
const messageOf = (reason: CallFailure) => new GatewayError({ key, reason }).message

describe("GatewayError", () => {
  it("says what happened, to which payment, with cause and code, and what to do", () => {
    const { authentication_failed: AuthenticationFailed, no_answer: NoAnswer, not_found: NotFound } = CallFailure.cases
    const again = "on a question about the payin shop/order-1. The payment is unchanged; ask about it again."
    assert.strictEqual(messageOf(NotFound.make({ code: "" })), `not_found ${again}`)
    assert.strictEqual(
      messageOf(NoAnswer.make({ cause: "unrecognised_code", code: "Code17" })),
      `no_answer (unrecognised_code, Code17) ${again}`,
    )
    assert.strictEqual(
      messageOf(AuthenticationFailed.make({ code: "Code00" })),
      "authentication_failed (Code00) on a question about the payin shop/order-1. The payment is unchanged; correct the cause before you ask again.",
    )
  })

  it("repeats no phone number and no token that the service put into its text", () => {
    const token = `eyJhbGciOiJIUzI1NiJ9.${"eyJpZCI6".repeat(20)}.c2lnbmF0dXJl`
    const code = `Numéro 22670000001 inconnu, token ${token}`.slice(0, 200)
    for (const reason of oneOfEach(code)) assert.notMatch(messageOf(reason), /22670000001|eyJ/)
    const reason = CallFailure.cases.unrecognised.make({ code })
    assert.include(messageOf(reason), "(Numéro … inconnu, token …)", "what was left out shows")
  })

  it("may be retried by a program unless a person must mend something first", () => {
    for (const reason of oneOfEach("")) {
      const mend = callFailureTraits[reason._tag].retry === "whenFixed"
      assert.strictEqual(new GatewayError({ key, reason }).isRetryable, !mend, reason._tag)
    }
  })

  it.gen("is caught by its tag, with its reason as data", function* () {
    const reason = CallFailure.cases.not_found.make({ code: "Code02" })
    const caught = yield* Effect.fail(new GatewayError({ key, reason })).pipe(
      Effect.catchTag("GatewayError", (error) => Effect.succeed(error.reason)),
    )
    assert.deepStrictEqual(caught, reason)
  })
})
