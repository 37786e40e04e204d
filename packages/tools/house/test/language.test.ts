/** The language of the house: a retired name does not come back, and the words that blur who does what stay rare. */
import { assert, describe, it } from "@effect/vitest"
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { basename, join } from "node:path"
import { parseSync, Visitor } from "oxc-parser"
import { repository } from "./fixture.ts"

const glossary = readFileSync(join(repository, "GLOSSARY.md"), "utf8")

/** The names in the first column of the table under this heading. */
const retiredUnder = (heading: string): ReadonlyArray<string> =>
  (glossary.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "")
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((line) => [...(line.split("|")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name))

const retired = retiredUnder("Retired names")
const retiredParts = new Set(retiredUnder("Retired parts of names"))
const mayHavePart = new RegExp([...retiredParts].join("|"), "i")

/** `makeHearing` is `make` and `hearing`, `confirm_told` is `confirm` and `told`. */
const partsOf = (name: string): ReadonlyArray<string> =>
  [...name.matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g)].map(([part]) => part.toLowerCase())

/** The names in a source, and that of its file, that have a retired part. */
const retiredIn = ({ file, text }: Text): ReadonlyArray<string> => {
  // Most files need no parsing.
  if (!mayHavePart.test(`${file} ${text}`)) return []
  const names = new Set([basename(file, ".ts")])
  const add = ({ name }: { readonly name: string }) => void names.add(name)
  new Visitor({ Identifier: add, PrivateIdentifier: add }).visit(parseSync(file, text).program)
  return [...names]
    .filter((name) => partsOf(name).some((part) => retiredParts.has(part)))
    .map((name) => `${file} ${name}`)
}

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

/** Ways to set a number for a person: the catalogue's format module is the only one. U+202F is an empty box on cheap phones. */
const ownNotation =
  /\.toLocaleString\(|Intl\.NumberFormat|\(\?=\(?:?\(?(?:\\d|\[0-9\])\{3\}\)\+|\.toFixed\([1-9]|\u202F|\\u202f/iu

/** The sources that may hold it, and why. */
const mayHold: Readonly<Record<string, string>> = {
  "packages/catalogue/src/format.ts": "it is the module that sets numbers",
  "packages/console/src/deciding/decide.ts": "it reads an amount that a person typed or pasted",
  "apps/sandbox/src/pages/forms.ts": "it reads what a person typed or pasted",
}

const numberHelpers = (texts: ReadonlyArray<Text>): ReadonlyArray<string> =>
  texts.flatMap(({ file, text }) => (ownNotation.test(text) && mayHold[file] === undefined ? [file] : []))

const sources = () => tracked("packages/*/src/*", "apps/*/src/*")

describe("the language of the house", () => {
  it("has a glossary that retires names", () => assert.isAbove(retired.length, 30))

  it("uses no retired name in its sources", () => {
    assert.isAbove(sources().length, 500)
    assert.deepStrictEqual(places(sources(), retired, "g"), [])
  })

  it("sees a retired part in a name, and not in a comment or a sentence", () => {
    const text = `/** What was heard. */
      export const makeHearing = (untilHeard: boolean) => ({ is_told: untilHeard, says: "announced", swept })
      export type Whole = { readonly noted: 1; readonly retold: 2 }
      class One { #sweepOut = 1 }`
    assert.deepStrictEqual(retiredIn({ file: "src/Ruling.ts", text }), [
      "src/Ruling.ts Ruling",
      "src/Ruling.ts makeHearing",
      "src/Ruling.ts untilHeard",
      "src/Ruling.ts is_told",
      "src/Ruling.ts swept",
      "src/Ruling.ts noted",
      "src/Ruling.ts sweepOut",
    ])
  })

  it("uses no name with a retired part in its sources", () => {
    assert.deepStrictEqual(
      sources()
        .filter(({ file }) => file.endsWith(".ts"))
        .flatMap(retiredIn),
      [],
    )
  })

  it("spells a code alike everywhere: nothing takes a name apart to write it otherwise", () => {
    const splits = sources().filter(({ text }) => /\(\?=\[A-Z\]\)|\\B\[A-Z\]/.test(text))
    assert.deepStrictEqual(
      splits.map(({ file }) => file),
      [],
    )
  })

  it("sets numbers and money in one place", () => {
    assert.deepStrictEqual(numberHelpers(sources()), [])
  })

  it("seldom blurs who acts", () => {
    const found = places([...sources(), ...tracked("*.md")], blurring, "gi").filter(
      (each) => !each.startsWith("GLOSSARY.md"),
    )
    assert.isAtMost(found.length, most, found.join("\n"))
  })
})
