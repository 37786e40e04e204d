import { assert, describe, it } from "@effect/vitest"
import { RefusalReason, StoreRefused } from "../src/ports/StoreRefused.ts"

describe("the refusal of a store", () => {
  it.each(RefusalReason.literals)("for %s says what was seen and what to do", (reason) => {
    const { message } = new StoreRefused({ reason, detail: "Something was seen." })
    assert.isTrue(message.startsWith(`The payment store is refused (${reason}): Something was seen. `), message)
    assert.match(message, /Something was seen\. [A-Z].{20,}\.$/)
  })

  it("says another thing to do for each reason", () => {
    const all = RefusalReason.literals.map((reason) =>
      new StoreRefused({ reason, detail: "Seen." }).message.split("Seen. ").at(-1),
    )
    assert.strictEqual(new Set(all).size, RefusalReason.literals.length)
  })

  it("tells an operator what to do before it tells an engineer", () => {
    for (const reason of RefusalReason.literals) {
      const [toOperators = ""] = new StoreRefused({ reason, detail: "Seen." }).message.split("In code, ")
      assert.notMatch(toOperators, /`[A-Za-z.]+`/, reason)
    }
  })

  it("ends a program so that its supervisor knows whether to restart it: 74 damaged, 75 try again, 64 a person must look", () => {
    const codes = { corrupt: 74, disk_low: 75, busy: 75, clock_ahead: 75, unavailable: 75 }
    for (const reason of RefusalReason.literals) {
      const { exitCode } = new StoreRefused({ reason, detail: "Seen." })
      assert.strictEqual(exitCode, new Map(Object.entries(codes)).get(reason) ?? 64, reason)
    }
  })
})
