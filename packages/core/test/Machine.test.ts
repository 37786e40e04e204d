import { assert, describe, it } from "@effect/vitest"
import { allows } from "../src/Machine.ts"
import { payinTable } from "../src/Payin.ts"
import { payoutTable } from "../src/Payout.ts"

const rests = ["Intended", "Pending", "InDoubt", "Refused"] as const

describe("the tables", () => {
  it("let no late answer move what is final, expired, or under way again (P18, O8)", () => {
    for (const to of rests) {
      for (const from of ["Completed", "NotCompleted", "Expired", "Submitting"] as const) {
        assert.isFalse(allows(payinTable, from, "AnsweredLate", to), `payin ${from} ${to}`)
      }
      for (const from of ["Completed", "NotCompleted", "Submitting"] as const) {
        assert.isFalse(allows(payoutTable, from, "AnsweredLate", to), `payout ${from} ${to}`)
      }
      assert.isTrue(allows(payinTable, "InDoubt", "AnsweredLate", to))
      assert.isTrue(allows(payoutTable, "InDoubt", "AnsweredLate", to))
    }
  })

  it("let an answer lead nowhere that the attempts cannot rest (P4, P7, P8)", () => {
    assert.isFalse(allows(payinTable, "Submitting", "AttemptNotSent", "Refused"))
    assert.isFalse(allows(payinTable, "Submitting", "AttemptRefused", "Intended"))
    assert.isFalse(allows(payinTable, "Submitting", "AttemptUnanswered", "Intended"))
    assert.isFalse(allows(payinTable, "Submitting", "AttemptUnanswered", "Refused"))
  })
})
