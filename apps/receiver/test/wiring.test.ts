/** What the sources import and open: the receiver holds no credentials and calls nobody. */
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { home } from "./home.ts"

const sources = readdirSync(join(home, "src")).map((name) => ({
  name,
  text: readFileSync(join(home, "src", name), "utf8"),
}))

const imported = new Set(
  sources.flatMap(({ text }) => [...text.matchAll(/from "([^".][^"]*)"/g)].map(([, name]) => name)),
)

describe("the receiver", () => {
  it("imports neither the gateway nor anything that makes a call", () => {
    assert.sameMembers(
      [...imported],
      [
        "@cauri/callbacks",
        "@cauri/catalogue/tools",
        "@cauri/core/adapter",
        "@cauri/runtime",
        "@effect/platform-node/NodeCrypto",
        "@effect/platform-node/NodeRuntime",
        "effect",
        "node:fs",
      ],
    )
    for (const { name, text } of sources) {
      assert.notMatch(text, /\bfetch\b|HttpClient|\bconnect\b|https?\.request|Gateway|Credentials/, name)
    }
  })

  it("depends on no package that holds credentials or makes calls", () => {
    const { dependencies } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"))
    assert.sameMembers(Object.keys(dependencies), [
      "@cauri/callbacks",
      "@cauri/catalogue",
      "@cauri/core",
      "@cauri/runtime",
      "@cauri/store-postgres",
      "@cauri/store-sqlite",
      "@effect/platform-node",
      "effect",
      // The driver of one of its stores, which the store leaves to those who use it.
      "pg",
    ])
  })

  it("opens one port; it and the operations' are the runtime's", () => {
    for (const { name, text } of sources) assert.notMatch(text, /createServer|NodeHttpServer|\.listen\(/, name)
    assert.lengthOf(
      sources.filter(({ text }) => /\bservePublic\(/.test(text)),
      1,
    )
  })

  it("shows its whole wiring in one file that fits on a screen or two, and is a template of some 100 lines", () => {
    const lines = sources.map(({ name, text }) => [name, text.split("\n").length] as const)
    for (const [name, count] of lines) assert.isAtMost(count, 90, name)
    const own = lines.filter(([name]) => name !== "main.ts").reduce((sum, [, count]) => sum + count, 0)
    assert.isAtMost(own, 110)
  })
})
