import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readFileSync, writeFileSync } from "node:fs"
import { program } from "../src/tenLines.ts"

const readme = new URL("../../../README.md", import.meta.url)
const source = new URL("../src/tenLines.ts", import.meta.url)
const between = /(<!-- ten-lines -->\n)[^]*?(<!-- \/ten-lines -->)/

describe("the root README's ten lines", () => {
  it.effect("run, and send one payout once although it is asked for twice (#199)", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* program, "InDoubt, InDoubt, 1 call")
    }),
  )

  it("are the file that runs; UPDATE_DOCS=1 writes them again", () => {
    const page = readFileSync(readme, "utf8")
    const code = `\`\`\`ts\n${readFileSync(source, "utf8")}\`\`\`\n`
    const wanted = page.replace(between, (_, start: string, end: string) => `${start}${code}${end}`)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(readme, wanted)
    else assert.strictEqual(page, wanted)
    assert.match(page, between)
  })
})
