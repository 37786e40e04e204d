import { assert, describe, it } from "@effect/vitest"
import { Flag, type FlagKind, hasOpenFlag, openFlags } from "../src/model/Event.ts"

const flag = (kind: FlagKind, subject: string, isClosed = false) =>
  Flag.make({
    kind,
    subject,
    raisedAt: 1,
    closed: isClosed ? { at: 2, by: "a colleague", reason: "looked at" } : null,
  })

const open = flag("Overdue", "1")
const closed = flag("Overdue", "0", true)
const other = flag("TokenLost", "2")

describe("Flag", () => {
  it("stays open until it is closed", () => {
    assert.deepStrictEqual(openFlags([closed, open, other]), [open, other])
    assert.deepStrictEqual(openFlags([]), [])
  })

  it("is found by its kind, while it is open", () => {
    assert.isTrue(hasOpenFlag([closed, open], "Overdue"))
    assert.isFalse(hasOpenFlag([closed], "Overdue"))
    assert.isFalse(hasOpenFlag([open, other], "AmountMismatch"))
    assert.isFalse(hasOpenFlag([], "Overdue"))
  })

  it("is found by its subject where one is given, the empty one included", () => {
    assert.isTrue(hasOpenFlag([open, other], "Overdue", "1"))
    assert.isFalse(hasOpenFlag([open, other], "Overdue", "2"))
    assert.isFalse(hasOpenFlag([closed, open], "Overdue", "0"))
    assert.isFalse(hasOpenFlag([open], "Overdue", ""))
    assert.isTrue(hasOpenFlag([flag("ConfirmDenied", "")], "ConfirmDenied", ""))
  })
})
