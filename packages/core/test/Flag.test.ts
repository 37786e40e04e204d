import { assert, describe, it } from "@effect/vitest"
import { Flag, type FlagKind, hasOpenFlag, openFlags } from "../src/model/Event.ts"

const flag = (kind: FlagKind, subject: string, isClosed = false) =>
  Flag.make({
    kind,
    subject,
    raisedAt: 1,
    closed: isClosed ? { at: 2, by: "a colleague", reason: "looked at" } : null,
  })

const open = flag("overdue", "1")
const closed = flag("overdue", "0", true)
const other = flag("token_lost", "2")

describe("Flag", () => {
  it("stays open until it is closed", () => {
    assert.deepStrictEqual(openFlags([closed, open, other]), [open, other])
    assert.deepStrictEqual(openFlags([]), [])
  })

  it("is found by its kind, while it is open", () => {
    assert.isTrue(hasOpenFlag([closed, open], "overdue"))
    assert.isFalse(hasOpenFlag([closed], "overdue"))
    assert.isFalse(hasOpenFlag([open, other], "amount_mismatch"))
    assert.isFalse(hasOpenFlag([], "overdue"))
  })

  it("is found by its subject where one is given, the empty one included", () => {
    assert.isTrue(hasOpenFlag([open, other], "overdue", "1"))
    assert.isFalse(hasOpenFlag([open, other], "overdue", "2"))
    assert.isFalse(hasOpenFlag([closed, open], "overdue", "0"))
    assert.isFalse(hasOpenFlag([open], "overdue", ""))
    assert.isTrue(hasOpenFlag([flag("confirm_denied", "")], "confirm_denied", ""))
  })
})
