import { assert, describe, it } from "@effect/vitest"
import { toRecord } from "@cauri/core/adapter"
import { lifeOf, lives } from "../src/lives.ts"

describe("lives", () => {
  it("every write of a life is one that core reads, under the payment's own name and number", () => {
    const { intended, submitting, pending, completed } = lifeOf(17)
    const states = [intended, submitting, pending, completed].map(({ row, events }, index) => {
      const counted = { version: 1, leaseNumber: 0, leaseUntil: 0, newestNote: 0, notes: [] }
      const { payment } = toRecord({ ...row, ...counted })
      assert.deepStrictEqual(payment.key, { kind: "payout", project: "shop", id: "payout-00000017" })
      assert.strictEqual(payment.content.kind === "payout" ? payment.content.method._tag : "", "MobileMoney")
      assert.strictEqual(row.party, "22670000017")
      assert.deepStrictEqual(
        events.map(({ seq }) => seq),
        [index + 1],
      )
      return payment.state._tag
    })
    assert.deepStrictEqual(states, ["Intended", "Submitting", "Pending", "Completed"])
    assert.strictEqual(pending.row.attempts[0]?.token, "token-of-payout-00000017")
  })

  it("no two of them share a name or a number", () => {
    const all = lives(100)
    assert.strictEqual(new Set(all.map(({ key }) => key.id)).size, 100)
    assert.strictEqual(new Set(all.map(({ intended }) => intended.row.party)).size, 100)
  })
})
