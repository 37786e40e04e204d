import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { languageOf, texts } from "../../src/page/languages.ts"
import { insideBrowser, newBrowser } from "./browsing.ts"
import { layerWorld, newScript } from "./world.ts"

/** Every text of a table with its path; of a function, what it makes of its parameters' names. */
const leavesOf = (table: unknown, path = ""): ReadonlyArray<readonly [path: string, text: string]> => {
  if (typeof table === "string") return [[path, table]]
  if (typeof table === "function") {
    const parts = Array.from({ length: table.length }, (_, index) => `<${index}>`)
    return [[path, String(Reflect.apply(table, undefined, parts))]]
  }
  return Object.entries(table ?? {}).flatMap(([name, value]) => leavesOf(value, `${path}/${name}`))
}

/** The pages' own words; the catalogue has tests of its own. */
const isOwn = ([path]: readonly [path: string, text: string]) => !path.startsWith("/words/")
const english = leavesOf(texts.en).filter(isOwn)
const french = leavesOf(texts.fr).filter(isOwn)

/** What is spelled the same in both languages. */
const same = new Set(["/navigation", "/settings", "/day/total"])

/** The parts that a text takes up. */
const partsIn = (text: string) => [...text.matchAll(/<\d>/g)].map(([part]) => part).toSorted()

describe("languages", () => {
  it("are complete: the same texts in both, none of them empty", () => {
    assert.deepStrictEqual(french.map(([path]) => path).toSorted(), english.map(([path]) => path).toSorted())
    assert.isAbove(english.length, 150)
    for (const [path, text] of [...english, ...french]) assert.isNotEmpty(text.trim(), path)
  })

  it("are translated: no text stands in the other language's table as it is", () => {
    const other = new Map(french)
    const untranslated = english.filter(([path, text]) => other.get(path) === text && !same.has(path))
    assert.deepStrictEqual(untranslated, [])
  })

  it("say the same things: every text takes up the same parts", () => {
    const other = new Map(french)
    for (const [path, text] of english) {
      assert.deepStrictEqual(partsIn(other.get(path) ?? ""), partsIn(text), path)
    }
  })

  it("are set as French is set: nothing breaks before a sign that stands apart", () => {
    for (const [path, text] of french) assert.notMatch(text, / [;:!?»]|« |[a-zé]'[a-zé]/i, path)
  })

  it("are chosen by what was chosen here, then by what the browser prefers, then English", () => {
    assert.strictEqual(languageOf(undefined, undefined), "en")
    assert.strictEqual(languageOf(undefined, "fr-BF,fr;q=0.9,en;q=0.8"), "fr")
    assert.strictEqual(languageOf(undefined, "de, fr;q=0.3, en;q=0.7"), "en")
    assert.strictEqual(languageOf(undefined, "fr;q=0, en;q=0.1"), "en")
    assert.strictEqual(languageOf(undefined, "fr;q=x"), "en")
    assert.strictEqual(languageOf(undefined, `${"de,".repeat(1_000)}fr`), "en")
    assert.strictEqual(languageOf("fr", "en"), "fr")
    assert.strictEqual(languageOf("de", "fr"), "fr")
  })

  it.effect("are switched by a link that leads back to the same page, and remembered in a cookie", () =>
    Effect.gen(function* () {
      const browser = yield* insideBrowser
      const page = yield* browser.get("/day?day=2026-01-31", { headers: { "accept-language": "en" } })
      assert.include(page.text, '<html lang="en">')
      assert.include(page.text, "/day?day=2026-01-31&#38;language=fr")
      const french = yield* browser.get("/day?day=2026-01-31&language=fr")
      assert.include(french.text, '<html lang="fr">')
      assert.strictEqual(french.headers.get("content-language"), "fr")
      assert.match(french.headers.get("set-cookie") ?? "", /^cauri-language=fr; .*HttpOnly; SameSite=Strict$/)
      assert.include((yield* browser.get("/holds", { headers: { "accept-language": "en" } })).text, '<html lang="fr">')
      const strange = yield* browser.get("/?language=de%0d%0aSet-Cookie:x")
      assert.isNull(strange.headers.get("set-cookie"))
    }).pipe(Effect.provide(layerWorld(newScript()))),
  )

  it.effect("are spoken at the door as well", () =>
    Effect.gen(function* () {
      const browser = yield* newBrowser()
      const door = yield* browser.get("/enter", { headers: { "accept-language": "fr" } })
      assert.include(door.text, "Ouvrir la console")
      assert.include(door.text, "/enter?language=en")
    }).pipe(Effect.provide(layerWorld(newScript()))),
  )
})
