/** What the sources import where the house's table is coarser than the rule. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"

const folder = new URL("../src/", import.meta.url)
const sources = readdirSync(folder).map((name) => ({ name, text: readFileSync(new URL(name, folder), "utf8") }))

const imported = sources.flatMap(({ text }) =>
  [...text.matchAll(/import (?:type )?\{([^}]*)\} from "@cauri\/callbacks"/g)].flatMap(([, names = ""]) =>
    names.split(",").flatMap((each) => each.replace(/\btype\b/, "").trim() || []),
  ),
)

describe("the runtime", () => {
  it("takes the signed address of the callbacks, and never their public route: programs with credentials use it", () => {
    assert.sameMembers(imported, ["CallbackKey", "CallbackKeys", "CallbackVerifier", "layerCallbackAddressUsingMac"])
    for (const { name, text } of sources) assert.notMatch(text, /import \*.*@cauri\/callbacks/, name)
  })

  it("opens two ports, that of the operations and the public one of the program that asks for it", () => {
    const opening = sources.filter(({ text }) => /createServer|NodeHttpServer|\.listen\(/.test(text))
    assert.deepStrictEqual(
      opening.map(({ name }) => name),
      ["operations.ts", "servePublic.ts"],
    )
  })

  it("calls only the store and the collector", () => {
    const calling = sources.filter(({ text }) => /\bfetch\(|FetchHttpClient|HttpClient\b|node:https?"/.test(text))
    assert.deepStrictEqual(
      calling.map(({ name }) => name),
      ["operations.ts", "servePublic.ts", "telemetry.ts"],
    )
  })
})
