/** Holds the README to the example that compiles; `UPDATE_DOCS=1` writes it. The site shows the own transport. */
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { it } from "@cauri/house/it"
import { Gateway } from "@cauri/core/adapter"
import { callOf, direct, pairOf, payin } from "./calls.ts"
import { gateway } from "./example.ts"
import { own } from "./ownTransport.ts"
import { layerCredentials } from "../src/credentials.ts"

const readme = new URL("../README.md", import.meta.url)

describe("the README", () => {
  it("shows the example as it is", () => {
    const text = readFileSync(readme, "utf8")
    const source = readFileSync(new URL("example.ts", import.meta.url), "utf8").trimEnd()
    const shown = `<!-- example -->\n\`\`\`ts\n${source}\n\`\`\`\n<!-- end -->`
    const current = text.replace(/<!-- example -->[\s\S]*?<!-- end -->/, () => shown)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(readme, current)
    assert.include(readFileSync(readme, "utf8"), shown, "run this test with UPDATE_DOCS=1")
  })
})

describe("the examples", () => {
  it("start, and the own transport sends nothing late", function* () {
    const environment = ConfigProvider.layer(
      ConfigProvider.fromUnknown({ CAURI_API_KEY: "key", CAURI_API_TOKEN: "token" }),
    )
    yield* Layer.build(gateway.pipe(Layer.provide(environment)))
    const answer = yield* Effect.gen(function* () {
      const late = yield* callOf(payin(direct()), { notAfter: 0 })
      return yield* (yield* Gateway).create(late)
    }).pipe(Effect.provide(own.pipe(Layer.provide(layerCredentials({ shop: pairOf("key", "token") })))))
    assert.strictEqual(answer._tag, "not_sent")
  })
})
