import { assert, describe, it } from "@effect/vitest"
import {
  accepted,
  after,
  completed,
  failed,
  judged,
  minute,
  newPayin,
  pending,
  push,
  said,
  silence,
  answered,
  tags,
  tried,
} from "./samples.ts"

describe("one round over several handles", () => {
  it("raises a flag once for its kind and subject, however many handles ask for it", () => {
    const payin = tried(tried(newPayin(push), accepted(1)), accepted(2), 0, "Pay", true)
    const odd = { ...pending, unknownStatus: "paid" }
    const { events } = judged(payin, [said(2, odd), said(1, odd)])
    assert.deepStrictEqual(tags(events), ["Flagged UnknownStatus paid"])
  })
})

describe("a token that two answers brought", () => {
  const first = tried(newPayin(push), accepted(1))
  const second = tried(first, silence, 0, "Pay", true)
  const done = after(second, judged(second, [said(1, completed(500))]).events)
  const late = answered(done, accepted(1), 2)

  it("is one handle: its completion under the newer attempt's number is no second one (P21)", () => {
    assert.strictEqual(late.state._tag, "Completed")
    assert.deepStrictEqual(tags(judged(late, [said(2, completed(500))]).events), [])
  })

  it("contradicts the completion under either attempt's number (P20)", () => {
    const { watch } = judged(late, [said(2, failed())])
    const { events } = judged(late, [said(2, failed(), minute)], { watch })
    assert.deepStrictEqual(tags(events), ["Flagged TerminalContradiction 2"])
  })
})
