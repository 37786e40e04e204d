/** Holds README.md to the tables, the example and the files that it shows. `UPDATE_DOCS=1` writes them into it. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { diagram, inOrder, type Row } from "../src/machine/table.ts"
import { payinRows } from "../src/machine/payinRows.ts"
import { payoutRows } from "../src/machine/payoutRows.ts"
import { sell } from "./example.ts"
import { completed, layerScripted, newScript } from "./scripted.ts"

const readme = new URL("../README.md", import.meta.url)
const sources = new URL("../src/", import.meta.url)

const fenced = (language: string, text: string) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``

const names = (states: ReadonlyArray<string>) => states.map((state) => `\`${state}\``).join(", ")

/** A transition table as markdown. */
const rows = (table: ReadonlyArray<Row>, all: number): string => {
  const cells = table.map(({ row, from, event, to, when, rules }) => {
    const begins = from === null ? "–" : from.length === all ? "any" : names(from)
    const ends = to === "same" ? "unchanged" : names(to)
    return `| ${row} | ${begins} | \`${event}\` | ${ends} | ${when} | ${rules.map((rule) => `#${rule}`).join(" ")} |`
  })
  return ["| # | From | Event | To | When | Rules |", "|---|---|---|---|---|---|", ...cells].join("\n")
}

/** Every file after all those that it imports, with the first sentence of its comment. */
const map = (): string => {
  const left = readdirSync(sources, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.startsWith("index"))
    .toSorted()
    .map((name) => {
      const url = new URL(name, sources)
      const text = readFileSync(url, "utf8")
      const imports = [...text.matchAll(/from "(\.{1,2}\/[\w./]+\.ts)"/g)].map(
        ([, file = ""]) => new URL(file, url).href,
      )
      const comment = text.slice(0, text.indexOf("*/")).replaceAll(/^[/ ]\*+ ?/gm, "")
      const sentence = /^(.*?[.:])(?:\s|$)/s.exec(comment.replaceAll(/\s+/g, " ").trim())?.[1] ?? ""
      return { name, href: url.href, imports, sentence: sentence.replace(/:$/, ".") }
    })
  const lines: Array<string> = []
  const placed = new Set<string>()
  while (left.length > 0) {
    const next = left.findIndex(({ imports }) => imports.every((each) => placed.has(each)))
    const [file] = left.splice(next, next === -1 ? 0 : 1)
    if (file === undefined) throw new Error(`These files import each other: ${left.map(({ name }) => name).join(", ")}`)
    placed.add(file.href)
    lines.push(`| \`${file.name}\` | ${file.sentence} |`)
  }
  return ["| File | What it is |", "|---|---|", ...lines].join("\n")
}

const parts: Readonly<Record<string, () => string>> = {
  example: () => fenced("ts", readFileSync(new URL("example.ts", import.meta.url), "utf8")),
  "payin diagram": () => fenced("mermaid", diagram(payinRows)),
  "payin table": () => rows(inOrder(payinRows), 10),
  "payout diagram": () => fenced("mermaid", diagram(payoutRows)),
  "payout table": () => rows(inOrder(payoutRows), 9),
  map,
}

const part = (name: string) => new RegExp(`(<!-- ${name} -->\n)([\\s\\S]*?)(\n<!-- end -->)`)

const numbers = (table: ReadonlyArray<{ readonly row: string }>) => [...new Set(table.map(({ row }) => row))]
const upTo = (letter: string, last: number) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`)

describe("README.md", () => {
  if (process.env["UPDATE_DOCS"] === "1") {
    let text = readFileSync(readme, "utf8")
    for (const [name, make] of Object.entries(parts)) {
      text = text.replace(part(name), (_, open: string, _old: string, close: string) => open + make() + close)
    }
    writeFileSync(readme, text)
  }
  for (const [name, make] of Object.entries(parts)) {
    it(`shows the ${name} as the source has it; run the tests with UPDATE_DOCS=1 to write it anew`, () => {
      assert.strictEqual(part(name).exec(readFileSync(readme, "utf8"))?.[2], make())
    })
  }

  it.effect("shows an example that runs", () => {
    const script = newScript()
    return Effect.gen(function* () {
      const selling = yield* Effect.forkChild(sell)
      yield* TestClock.adjust("10 seconds")
      assert.isUndefined(selling.pollUnsafe())
      script.confirms.set("token-1", completed(500))
      yield* TestClock.adjust("2 minutes")
      assert.strictEqual(yield* Fiber.join(selling), "Completed")
    }).pipe(Effect.provide(layerScripted(script)))
  })

  it("names every row of both tables, in order and without a gap (P1 to P22, O1 to O17)", () => {
    assert.deepStrictEqual(numbers(inOrder(payinRows)), upTo("P", 22))
    assert.deepStrictEqual(numbers(inOrder(payoutRows)), upTo("O", 17))
  })
})
