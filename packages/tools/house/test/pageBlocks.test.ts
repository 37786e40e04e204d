/** What pages are made of stands once: no six lines of their sources are found in two places. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { repository } from "./fixture.ts"

const folders = [
  "packages/pages/src",
  "packages/console/src",
  "packages/simulator/src/http",
  "apps/sandbox/src/pages",
  "apps/shop/src",
]

const sources = folders.flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => ({ file: `${folder}/${file}`, text: readFileSync(join(repository, folder, file), "utf8") })),
)

const height = 6

/** Lines that say something: neither imports, nor comments, nor what only closes. */
const saidIn = (text: string) =>
  text
    .split("\n")
    .map((line, index) => ({ at: index + 1, line: line.trim() }))
    .filter(({ line }) => line !== "" && !/^(import |export \{|\} from |\/\/|\/?\*)/.test(line))

/** Where six lines stand that have stood before, of which at least half are longer than a bracket. */
const repeated = (texts: ReadonlyArray<{ readonly file: string; readonly text: string }>): ReadonlyArray<string> => {
  const first = new Map<string, string>()
  return texts.flatMap(({ file, text }) => {
    const lines = saidIn(text)
    return lines.slice(0, 1 - height).flatMap(({ at }, index) => {
      const block = lines.slice(index, index + height).map(({ line }) => line)
      if (block.filter((line) => line.length > 12).length * 2 < height) return []
      const place = `${file}:${at}`
      const before = first.get(block.join("\n"))
      if (before === undefined) first.set(block.join("\n"), place)
      return before === undefined ? [] : [`${place} repeats ${before}`]
    })
  })
}

describe("the sources of pages", () => {
  it("hold no block of six lines twice", () => assert.deepStrictEqual(repeated(sources), []))

  it("would be found out", () => {
    const text = Array.from({ length: height }, (_, index) => `const sentence${index} = "said here"`).join("\n")
    const texts = [
      { file: "a.ts", text },
      { file: "b.ts", text: `import x from "x"\n${text}` },
    ]
    assert.deepStrictEqual(repeated(texts), ["b.ts:2 repeats a.ts:1"])
  })
})
