/**
 * What no file of the repository may contain: paths of the machine it was written on, and hosts of package registries, which would
 * make a clone depend on a place that only its author can reach; and tests whose bodies are not run. The patterns are put together
 * from halves, so that this file does not contain what it looks for.
 */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./fixture.ts"

const either = (...words: ReadonlyArray<readonly [string, string]>) => words.map((halves) => halves.join("")).join("|")

const forbidden: Readonly<Record<string, RegExp>> = {
  "a path of a machine": new RegExp(
    `(?:(?<![\\w./@$}-])|file://)/(?:${either(["wo", "rk"], ["ro", "ot"], ["ho", "me"], ["Us", "ers"], ["tm", "p/bash"])})[/_]`,
  ),
  "a path of Windows": /\b[A-Z]:\\(?:Users|Program)/,
  "a host of a registry": new RegExp(
    `\\b(?:${either(["regis", "try"], ["artifac", "tory"], ["nex", "us"])})\\.[a-z0-9-]+\\.(?!(?:ts|js|json|md)\\b)[a-z]{2,}`,
  ),
  "an address in a private network": /\/\/(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}(?::\d+|\/)/,
  "an address in the lock file's way": new RegExp(`${["tar", "ball"].join("")}: ?https?:`),
  // Vitest would call it, and be content with the generator: only an `it` of our own runs it.
  "a generator as the body of a plain test":
    /import \{[^}]*\bit\b(?! as)[^}]*\} from "(?:@effect\/)?vitest"[^]*\bit\(\s*(?:"[^"\n]*"|`[^`\n]*`),\s*function\*/,
}

const faultsOf = (text: string) =>
  Object.entries(forbidden).flatMap(([fault, pattern]) => {
    const found = pattern.exec(text)
    return found === null ? [] : [`${fault}: ${found[0]}`]
  })

/**
 * The files of a clone and those that would be committed next, so that a fault is found before it is recorded. The list is made
 * without git, which a machine that only runs the tests need not have; `.gitignore` holds plain names and endings only.
 */
const ignored = readFileSync(join(repository, ".gitignore"), "utf8").split("\n").filter(Boolean)
const isIgnored = (name: string) =>
  name === ".git" || ignored.some((line) => (line.startsWith("*") ? name.endsWith(line.slice(1)) : name === line))

const listFiles = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(repository, folder), { withFileTypes: true })
    .filter(({ name }) => !isIgnored(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return listFiles(path)
      return entry.isFile() ? [path] : []
    })

describe("the text of the repository", () => {
  const files = listFiles("")

  it("is listed by a plain .gitignore", () => {
    assert.include(ignored, "node_modules")
    assert.deepStrictEqual(
      ignored.filter((line) => /[/!?[\]]|.\*/.test(line)),
      [],
    )
  })

  it("is found", () =>
    assert.includeMembers([...files], ["package.json", "pnpm-lock.yaml", "packages/tools/house/test/text.test.ts"]))

  it("names no machine and no registry", () =>
    assert.deepStrictEqual(
      files.flatMap((path) =>
        faultsOf(readFileSync(join(repository, path), "utf8")).map((fault) => `${path} has ${fault}`),
      ),
      [],
    ))
})

describe("the patterns", () => {
  const slash = "/"
  const bad: ReadonlyArray<string> = [
    `see ${slash}work${slash}notes`,
    `${slash}home${slash}someone`,
    ["https://", "regis", "try.npmjs.org/effect"].join(""),
    ["http://10", ".0.0.7", ":4873/"].join(""),
    ["C:", "\\", "Users"].join(""),
    ["tar", "ball: https://example.org/a.tgz"].join(""),
    ['import { it } from "vitest"\nit("pays", ', "function* () {})"].join(""),
  ]
  for (const text of bad) it(`refuse ${text}`, () => assert.isAbove(faultsOf(text).length, 0))
})
