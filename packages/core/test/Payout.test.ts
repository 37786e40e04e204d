import { assert, describe, it } from "@effect/vitest"
import { answerEvents } from "../src/answers.ts"
import { append } from "../src/Payment.ts"
import { Result } from "effect"
import {
  accepted,
  after,
  answered,
  day,
  Events,
  newPayout,
  policy,
  refused,
  silence,
  started,
  tags,
  tried,
  turnedAway,
  unsent,
  withoutToken,
} from "./samples.ts"

const ruled = { by: "Awa", reason: "statement", evidence: "letter 7" }

/** A payout of which a person ruled that its first attempt was not executed, and whose second is under way. */
const sentAgain = () => {
  const doubtful = tried(newPayout(), silence)
  const resolved = after(doubtful, [Events.Resolved.make({ to: "Intended", ...ruled, asOf: doubtful.seq })], 3 * day)
  return started(resolved, 3 * day)
}

describe("a second call whose first one is answered meanwhile", () => {
  const told = answered(sentAgain(), accepted(1), 1)
  const doubted = answered(sentAgain(), withoutToken, 1)
  for (const [name, answer] of Object.entries({ "not sent": unsent, "turned away": turnedAway, refused })) {
    it(`waits for the first one's token when it is ${name} itself (O4, O6, O8)`, () => {
      assert.strictEqual(told.state._tag, "Submitting")
      assert.strictEqual(answered(told, answer).state._tag, "Pending")
    })

    it(`is in doubt, and pages someone, when it is ${name} and the first one was accepted without a token (O4, O6, O7)`, () => {
      assert.strictEqual(doubted.state._tag, "Submitting")
      const events = answerEvents(doubted, 2, answer, false, policy)
      const step = append(doubted, events, 3 * day)
      assert.strictEqual(Result.getOrThrow(step).payment.state._tag, "InDoubt")
      assert.include(tags(events), "InDoubt")
    })
  }
})
