import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { onTestFinished } from "vitest"
import { installedIn, startRegistry } from "../src/index.ts"

const publish = (url: string, name: string, version: string) =>
  fetch(`${url}/${encodeURIComponent(name)}`, {
    method: "PUT",
    body: JSON.stringify({
      name,
      versions: { [version]: { name, version } },
      _attachments: { file: { data: Buffer.from(version).toString("base64") } },
    }),
  })

describe("the registry", () => {
  it("serves what was published, with the times that it was given", async () => {
    await using registry = await startRegistry("http://127.0.0.1:9/")
    registry.publishAt(new Date("2026-01-01T00:00:00Z"))
    await publish(registry.url, "@cauri/core", "0.1.1")
    registry.publishAt(new Date("2026-01-09T00:00:00Z"))
    await publish(registry.url, "@cauri/core", "0.1.2")
    const found = JSON.parse(await (await fetch(`${registry.url}/@cauri%2fcore`)).text())
    assert.deepStrictEqual(found["dist-tags"], { latest: "0.1.2" })
    assert.strictEqual(found.time["0.1.1"], "2026-01-01T00:00:00.000Z")
    assert.strictEqual(found.time["0.1.2"], "2026-01-09T00:00:00.000Z")
    assert.strictEqual(await (await fetch(found.versions["0.1.1"].dist.tarball)).text(), "0.1.1")
  })

  it("sends to the other registry for everything else", async () => {
    await using registry = await startRegistry("http://127.0.0.1:9/npm/")
    const answer = await fetch(`${registry.url}/effect`, { redirect: "manual" })
    assert.strictEqual(answer.status, 307)
    assert.strictEqual(answer.headers.get("location"), "http://127.0.0.1:9/npm/effect")
  })
})

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
