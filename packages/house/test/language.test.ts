/** The language of the house: a retired name does not come back, and the words that blur who does what stay rare. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./fixture.ts"

const glossary = readFileSync(join(repository, "GLOSSARY.md"), "utf8")

/** The names in the first column of the table of retired names. */
const retired = glossary
  .slice(glossary.indexOf("## Retired names"))
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))

/** The words that hide who acts, or when. */
const blurring = ["whoever", "nobody", "somebody", "anew", "all the same", "thereby", "is told", "shall"]

/** How many of them are left where they are the right word: a Unix user is called so. It only goes down. */
const most = 1

interface Text {
  readonly file: string
  readonly text: string
}

const tracked = (...paths: ReadonlyArray<string>): ReadonlyArray<Text> =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...paths], {
    cwd: repository,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => /\.(ts|md|sql|eta|json|ya?ml)$/.test(file) && !/LICENSE|CHANGELOG/.test(file))
    .map((file) => ({ file, text: readFileSync(join(repository, file), "utf8") }))

/** Every place at which one of these stands as a whole word. */
const places = (texts: ReadonlyArray<Text>, words: ReadonlyArray<string>, flags: string): ReadonlyArray<string> => {
  const pattern = new RegExp(`(?<![A-Za-z0-9_])(${words.join("|")})(?![A-Za-z0-9_])`, flags)
  return texts.flatMap(({ file, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => [...line.matchAll(pattern)].map(([word]) => `${file}:${index + 1} ${word}`)),
  )
}

const sources = () => tracked("packages/*/src/*", "apps/*/src/*")

describe("the language of the house", () => {
  it("has a glossary that retires names", () => assert.isAbove(retired.length, 30))

  it("uses no retired name in its sources", () => {
    assert.isAbove(sources().length, 500)
    assert.deepStrictEqual(places(sources(), retired, "g"), [])
  })

  it("finds a retired name that came back", () => {
    const planted = { file: "a.ts", text: "const desk = yield* Desk\nconst Deskbound = 1" }
    assert.deepStrictEqual(places([planted], retired, "g"), ["a.ts:1 Desk"])
  })

  it("seldom blurs who acts", () => {
    const found = places([...sources(), ...tracked("*.md")], blurring, "gi").filter(
      (each) => !each.startsWith("GLOSSARY.md"),
    )
    assert.isAtMost(found.length, most, found.join("\n"))
  })
})
