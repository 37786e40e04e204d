/** Holds the README to the program that the tests start. `UPDATE_DOCS=1` writes it again. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"

const readme = new URL("../README.md", import.meta.url)
const program = readFileSync(new URL("examples/watcher.ts", import.meta.url), "utf8").trimEnd()

describe("README.md", () => {
  it("shows the program that is started in the tests", () => {
    const shown = `<!-- example -->\n\`\`\`ts\n${program}\n\`\`\`\n<!-- end -->`
    const current = readFileSync(readme, "utf8").replace(/<!-- example -->[\s\S]*?<!-- end -->/, () => shown)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(readme, current)
    assert.include(readFileSync(readme, "utf8"), shown, "run this test with UPDATE_DOCS=1")
  })
})
