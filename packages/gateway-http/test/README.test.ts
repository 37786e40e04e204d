/** Holds the README and the guide to the examples that compile and to the options that there are. `UPDATE_DOCS=1` writes the examples. */
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Effect, Layer } from "effect"
import { Gateway } from "@cauri/core/adapter"
import { payoutTokenParameter } from "@cauri/wire"
import { defaultLimits } from "../src/options.ts"
import { callOf, direct, pairOf, payin } from "./calls.ts"
import { gateway } from "./example.ts"
import { own } from "./ownTransport.ts"
import { layerCredentials } from "../src/credentials.ts"

const readme = new URL("../README.md", import.meta.url)
const guide = new URL("../docs/guide.md", import.meta.url)
const source = (name: string) => readFileSync(new URL(`${name}.ts`, import.meta.url), "utf8").trimEnd()

describe("the README and the guide", () => {
  it.each([
    ["example", readme],
    ["ownTransport", guide],
  ])("show the example as it is: %s", (name, page) => {
    const text = readFileSync(page, "utf8")
    const shown = `<!-- ${name} -->\n\`\`\`ts\n${source(name)}\n\`\`\`\n<!-- end -->`
    const current = text.replace(new RegExp(`<!-- ${name} -->[\\s\\S]*?<!-- end -->`), () => shown)
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(page, current)
    assert.include(readFileSync(page, "utf8"), shown, "run this test with UPDATE_DOCS=1")
  })

  it("name every limit with its default", () => {
    const text = readFileSync(guide, "utf8")
    const { confirms, creations } = defaultLimits
    for (const line of [
      `| \`payoutTokenParameter\` | \`${payoutTokenParameter}\` |`,
      `| \`creations.atOnce\`, \`creations.waiting\` | ${creations.atOnce}, ${creations.waiting} |`,
      `| \`confirms.atOnce\`, \`confirms.waiting\` | ${confirms.atOnce}, ${confirms.waiting} |`,
      `| \`confirms.retries\`, \`confirms.retryAfter\` | ${confirms.retries}, ${confirms.retryAfter} |`,
    ]) {
      assert.include(text, line)
    }
  })
})

describe("the examples", () => {
  it.effect("start, and the own transport sends nothing late", () =>
    Effect.gen(function* () {
      const environment = ConfigProvider.layer(
        ConfigProvider.fromUnknown({ CAURI_API_KEY: "key", CAURI_API_TOKEN: "token" }),
      )
      yield* Layer.build(gateway.pipe(Layer.provide(environment)))
      const answer = yield* Effect.gen(function* () {
        const late = yield* callOf(payin(direct()), { notAfter: 0 })
        return yield* (yield* Gateway).createDirectInvoice(late)
      }).pipe(Effect.provide(own.pipe(Layer.provide(layerCredentials({ shop: pairOf("key", "token") })))))
      assert.strictEqual(answer._tag, "NotSent")
    }).pipe(Effect.scoped),
  )
})
