import { assert, describe, it } from "@effect/vitest"
import { answerEvents } from "../src/answers.ts"
import { handlesOf } from "../src/Attempt.ts"
import {
  accepted,
  after,
  answered,
  contradictory,
  day,
  Events,
  minute,
  newPayin,
  newPayout,
  policy,
  refused,
  silence,
  started,
  tags,
  token,
  tried,
} from "./samples.ts"

const late = (
  payment: Parameters<typeof answerEvents>[0],
  attempt: number,
  answer: Parameters<typeof answerEvents>[2],
) => answerEvents(payment, attempt, answer, false, policy)

const ruled = { by: "Awa", reason: "statement", evidence: "letter 7" }

describe("an attempt whose answer brought a token", () => {
  it("takes no second answer, so the token is never given up (S7)", () => {
    const payin = tried(newPayin(), contradictory(1))
    assert.deepStrictEqual(handlesOf(payin.attempts), [{ attempt: 1, token: token(1) }])
    for (const answer of [accepted(2), refused, silence, contradictory(2)]) {
      assert.deepStrictEqual(late(payin, 1, answer), [])
    }
  })
})

describe("the flag Unanswered", () => {
  const payin = tried(newPayin(), silence)

  it("is closed by a late answer that brings a token, whatever the code beside it", () => {
    const closed = "FlagClosed Unanswered 1"
    assert.deepStrictEqual(tags(late(payin, 1, accepted(1))), ["AnsweredLate", closed])
    assert.deepStrictEqual(tags(late(payin, 1, contradictory(1))), ["AnsweredLate", closed])
    assert.deepStrictEqual(tags(late(payin, 1, refused)), ["AnsweredLate", "Refused", closed])
  })
})

describe("a late answer with another attempt's token", () => {
  it("is saved on its own attempt all the same, which is then no longer unanswered", () => {
    const payin = tried(tried(newPayin(), accepted(1)), silence, 0, "Pay", true)
    const told = answered(payin, contradictory(1), 2)
    assert.deepStrictEqual(handlesOf(told.attempts), [{ attempt: 2, token: token(1) }])
    assert.strictEqual(told.attempts[1]?.outcome._tag === "NoAnswer" && told.attempts[1].outcome.token, token(1))
  })
})

describe("the flag LateAnswer", () => {
  it("is raised when a person had ruled on the attempt before its answer came (O8)", () => {
    const doubtful = tried(newPayout(), silence)
    for (const to of ["Intended", "NotCompleted", "Completed"] as const) {
      const decided = after(doubtful, [Events.Resolved.make({ to, ...ruled, asOf: doubtful.seq })], 4 * day)
      assert.include(tags(late(decided, 1, accepted(1))), "Flagged LateAnswer 1", to)
    }
  })

  it("is not raised for an attempt that was made after the release or the ruling (O8)", () => {
    const held = after(newPayout(), [Events.Held.make({ because: "Twin" })])
    const released = after(held, [Events.Released.make({ by: "Awa", reason: "two salaries" })], minute)
    assert.notInclude(tags(late(tried(released, silence, minute), 1, accepted(1))), "Flagged LateAnswer 1")

    const doubtful = tried(newPayout(), silence)
    const again = after(doubtful, [Events.Resolved.make({ to: "Intended", ...ruled, asOf: doubtful.seq })], 4 * day)
    assert.notInclude(tags(late(tried(again, silence, 4 * day), 2, accepted(2))), "Flagged LateAnswer 2")
    assert.include(tags(late(started(again, 4 * day), 1, accepted(1))), "Flagged LateAnswer 1")
  })
})
