/** What is read about a failed or unmade call, for every kind, state and reason: it contradicts neither. */
import { assert, describe, it } from "@effect/vitest"
import { NotNowReason } from "@cauri/core"
import { CallFailure, PayinState, PayoutState } from "@cauri/core/model"
import { catalogue, notSentTexts, type Read, reasonTexts, type Standing } from "../src/index.ts"
import { languages as bothLanguages } from "./languages.ts"

const languages = ["fr", "en"] as const
const keysOf = <T extends object>(cases: T) =>
  Object.keys(cases).filter((name): name is keyof T & string => name in cases)

/** Only what waits to be sent is sent by a program, and not even that where only its caller has the code. */
const standings: ReadonlyArray<Standing> = [
  ...keysOf(PayinState.cases).map((tag) => ({ kind: "payin" as const, status: tag })),
  ...keysOf(PayoutState.cases).map((tag) => ({ kind: "payout" as const, status: tag })),
].flatMap((each) =>
  (each.status === "intended" ? [true, false] : [false]).map((isSentByItself) => ({ ...each, isSentByItself })),
)

const ended = ["completed", "not_completed", "refused", "expired", "cancelled"]
const says = {
  delayed: { en: /delayed/i, fr: /prend plus de temps|retard/i },
  byItself: { en: /\bby (it|them)selves|\bby itself/i, fr: /(d’|de )(lui|elle|eux|elles)-mêmes?/i },
  pays: { en: /\bpa(y|id|ying|yment)\b/i, fr: /\bpa(ie|y)/i },
  transfers: { en: /transfer|beneficiary/i, fr: /versement|bénéficiaire/i },
} as const

const texts = function* (): Generator<readonly [where: string, language: "fr" | "en", standing: Standing, read: Read]> {
  for (const language of languages) {
    for (const standing of standings) {
      const where = `${language} ${standing.kind} ${standing.status} ${standing.isSentByItself}`
      for (const reason of keysOf(CallFailure.cases)) {
        const read = reasonTexts(catalogue[language], reason, standing)
        yield [`${where} ${reason}`, language, standing, read]
      }
      for (const because of NotNowReason.literals) {
        // Only a payout is ever held.
        if (because === "held" && standing.kind === "payin") continue
        const read = notSentTexts(catalogue[language], because, standing)
        yield [`${where} not sent: ${because}`, language, standing, read]
      }
    }
  }
}

describe("what is read about a call, for every kind, state and reason", () => {
  it("is called delayed only while it waits, and sent by itself only where a program sends it", () => {
    let count = 0
    for (const [where, language, { isSentByItself, status }, { customer, operator }] of texts()) {
      const both = `${operator} ${customer}`
      assert.match(customer, /^\p{Lu}.*[.!]$/u, where)
      if (ended.includes(status)) assert.notMatch(both, says.delayed[language], where)
      assert.strictEqual(says.byItself[language].test(both), isSentByItself, where)
      count++
    }
    assert.isAbove(count, 1_000)
  })

  it("speaks of a transfer to a beneficiary, who pays nothing, and of a payment to a customer", () => {
    for (const [where, language, { kind }, { customer }] of texts()) {
      if (kind === "payout") assert.notMatch(customer, says.pays[language], where)
      else assert.notMatch(customer, says.transfers[language], where)
    }
  })

  it("tells the customer of a payin that has ended how it ended, with its reason where that is one of theirs", () => {
    for (const language of languages) {
      for (const status of ["cancelled", "expired", "not_completed"] as const) {
        const standing = { kind: "payin", status, isSentByItself: false } as const
        const { customer } = reasonTexts(catalogue[language], "not_sent", standing)
        assert.strictEqual(customer, catalogue[language].states[status].customer)
      }
      const refused = { kind: "payin", status: "refused", isSentByItself: false } as const
      const { customer } = reasonTexts(catalogue[language], "amount_refused", refused)
      assert.strictEqual(customer, catalogue[language].reasons.amount_refused.customer)
    }
  })

  it("speaks of the service's wallet in French where a wallet's code is not sent (#163)", () => {
    assert.match(bothLanguages.fr.reasons.otp_not_sent.operator, /portefeuille/)
    assert.notMatch(bothLanguages.fr.reasons.otp_not_sent.operator, /mobile money/)
  })
})

describe("a payment in a state that its kind does not have", () => {
  it("is called in doubt", () => {
    for (const language of languages) {
      const own = catalogue[language]
      const held = notSentTexts(own, "paused", { kind: "payin", status: "held", isSentByItself: false })
      assert.strictEqual(held.customer, own.states.in_doubt.customer)
      const expired = notSentTexts(own, "paused", { kind: "payout", status: "expired", isSentByItself: false })
      assert.strictEqual(expired.customer, own.transfers.in_doubt)
    }
  })
})
