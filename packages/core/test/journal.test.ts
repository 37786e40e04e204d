import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { advance } from "../src/journal.ts"
import { newWatch } from "../src/Watch.ts"
import { accepted, completed, Events, judged, minute, newPayin, policy, recordOf, said, tried } from "./samples.ts"

describe("a step that closes a payment", () => {
  it("begins its slots anew, even when the payment was closed otherwise at the same moment", () => {
    const payin = tried(newPayin(), accepted(1))
    const watch = { ...newWatch(payin, policy), slot: 0, failures: 2 }
    const expired = Result.getOrThrow(advance(recordOf(payin), [Events.Expired.make({})], watch, minute, policy))
    const listening = { ...expired.watch, slot: 5, slotTries: 2, listeningSince: 7 }
    const record = recordOf(expired.change.payment)
    const { events } = judged(record.payment, [said(1, completed())])
    const done = Result.getOrThrow(advance(record, events, listening, minute, policy))
    assert.deepInclude(done.watch, { slot: 0, slotTries: 0, listeningSince: null, failures: 0 })
  })
})
