import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { installedIn } from "../src/index.ts"

describe("an installation", () => {
  it("shows what would run, and siblings without an exact version", () => {
    const root = mkdtempSync(join(tmpdir(), "cauri-installed-"))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const install = (name: string, more: object, file = "index.js") => {
      mkdirSync(join(root, name), { recursive: true })
      writeFileSync(join(root, name, "package.json"), JSON.stringify({ name, version: "1.0.0", ...more }))
      writeFileSync(join(root, name, file), "")
    }
    install("quiet", { scripts: { test: "x" } })
    install("noisy", { scripts: { postinstall: "x" } })
    install("native", {}, "binding.gyp")
    install("prebuilt", { gypfile: false }, "binding.gyp")
    install("@cauri/core", { dependencies: { "@cauri/wire": "^1.0.0", effect: "^4.0.0" } })
    const found = Object.fromEntries(installedIn(root).map(({ loose, name, runs }) => [name, [...runs, ...loose]]))
    assert.deepStrictEqual(found, {
      quiet: [],
      noisy: ["postinstall"],
      native: ["node-gyp"],
      prebuilt: [],
      "@cauri/core": ["@cauri/wire@^1.0.0"],
    })
  })
})
