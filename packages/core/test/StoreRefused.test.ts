import { assert, describe, it } from "@effect/vitest"
import { RefusalReason, StoreRefused } from "../src/StoreRefused.ts"

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

  it("ends a program with 74 when the store is damaged, so that nobody starts it again unseen, and with 1 otherwise", () => {
    for (const reason of RefusalReason.literals) {
      assert.strictEqual(new StoreRefused({ reason, detail: "Seen." }).exitCode, reason === "Corrupt" ? 74 : 1)
    }
  })
})
