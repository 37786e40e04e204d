/** What the sources import where the house's table is coarser than the rule. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { home } from "./home.ts"

const sources = readdirSync(join(home, "src")).map((name) => ({
  name,
  text: readFileSync(join(home, "src", name), "utf8"),
}))

describe("the reconciler", () => {
  it("takes nothing of the callbacks itself: their addresses come from the runtime, their public route from nowhere", () => {
    assert.include(sources.map(({ text }) => text).join("\n"), "layerCallbackAddressOf")
    for (const { name, text } of sources) assert.notInclude(text, '"@cauri/callbacks', name)
  })

  it("opens no port of its own, only that of its operations", () => {
    for (const { name, text } of sources) assert.notMatch(text, /createServer|NodeHttpServer|\.listen\(/, name)
    const opening = sources.filter(({ text }) => text.includes("layerOperations("))
    assert.deepStrictEqual(
      opening.map(({ name }) => name),
      ["main.ts"],
    )
  })

  it("shows its whole wiring in one file that fits on a screen or two, none longer than 250 lines and all of them within 640", () => {
    for (const { name, text } of sources) {
      assert.isAtMost(text.split("\n").length, name === "main.ts" ? 120 : 250, name)
    }
    assert.isAtMost(sources.flatMap(({ text }) => text.split("\n")).length, 640)
  })
})
