import { assert, describe, it } from "@effect/vitest"
import { explore } from "../src/explore.ts"
import { variants } from "../src/variants.ts"
import { counterExampleText } from "./exploring.ts"

describe("a store or a gateway that breaks its promise is caught", () => {
  for (const { does, breaks, setting, wrapping, within } of variants) {
    // What a fair end shows is looked for after every state; what one state or step shows needs no ending.
    const finishEvery = breaks === "S15" || breaks.startsWith("L") ? 1 : 0
    it(`one that ${does} breaks ${breaks}, and the shortest schedule shows it`, () => {
      const { counterExample } = explore(setting, { states: 400_000, letters: [breaks], finishEvery }, wrapping)
      assert.isNotNull(counterExample, `nothing broke ${breaks} in the world "${setting.name}"`)
      assert.strictEqual(counterExample.violation.letter, breaks)
      assert.isAtMost(counterExample.schedule.length, within, counterExampleText(counterExample))
    })
  }

  it("every promise holds when it is kept: core itself passes the same worlds", () => {
    for (const { breaks, setting } of variants) {
      const { counterExample } = explore(setting, { states: 1_500, letters: [breaks] })
      assert.isNull(counterExample, counterExample === null ? "" : counterExampleText(counterExample))
    }
  })
})
