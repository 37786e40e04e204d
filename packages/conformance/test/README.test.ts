/** Holds the README to the tests of a store and a gateway. `UPDATE_DOCS=1` writes them again. */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync, writeFileSync } from "node:fs"

const readme = new URL("../README.md", import.meta.url)

describe("README.md", () => {
  it.each(["ownStore", "ownGateway"])("shows the test that runs: %s", (name) => {
    const test = readFileSync(new URL(`${name}.slow.test.ts`, import.meta.url), "utf8").trimEnd()
    const shown = `<!-- ${name} -->\n\`\`\`ts\n${test}\n\`\`\`\n<!-- end -->`
    const current = readFileSync(readme, "utf8").replace(new RegExp(`<!-- ${name} -->[^]*?<!-- end -->`), () => shown)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(readme, current)
    assert.include(readFileSync(readme, "utf8"), shown, "run this test with UPDATE_DOCS=1")
  })
})
