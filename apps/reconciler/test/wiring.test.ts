/** What the sources import where the house's table is coarser than the rule. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { home } from "./app.ts"

const sources = readdirSync(join(home, "src")).map((name) => ({
  name,
  text: readFileSync(join(home, "src", name), "utf8"),
}))

const imported = sources.flatMap(({ text }) =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\} from "@cauri\/callbacks"/g)].flatMap(([, names = ""]) =>
    names.split(",").map((each) => each.replace(/\btype\b/, "").trim()),
  ),
)

describe("the reconciler", () => {
  it("takes the signed address of the callbacks, and never their public route", () => {
    assert.include(imported, "layerCallbackAddress")
    const address = ["layerCallbackAddress", "CallbackKey", "CallbackKeys", "CallbacksMisconfigured"]
    assert.sameMembers(
      imported.filter((name) => !address.includes(name)),
      [],
    )
    for (const { name, text } of sources) assert.notMatch(text, /import \*.*@cauri\/callbacks/, name)
  })

  it("opens one port, that of its operations", () => {
    const opening = sources.filter(({ text }) => /createServer|NodeHttpServer|\.listen\(/.test(text))
    assert.deepStrictEqual(
      opening.map(({ name }) => name),
      ["operations.ts"],
    )
  })

  it("shows its whole wiring in one file that fits on a screen or two, and none longer than 250 lines", () => {
    for (const { name, text } of sources) {
      assert.isAtMost(text.split("\n").length, name === "main.ts" ? 120 : 250, name)
    }
  })
})
