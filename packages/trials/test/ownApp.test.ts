/** A team's own app on core: its own store, held to the contract, and the gateway over a real socket. core's README shows it. */
import { readFileSync, writeFileSync } from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Logger, Result } from "effect"
import { operationsSuite, paymentStoreSuite } from "@cauri/conformance"
import { makePolicy, Policy } from "@cauri/core"
import { Backstage, defaultProject, serve } from "@cauri/simulator"
import { ownApp, ownStore, sell } from "./ownApp.ts"

/** The worker asks at once and again after a moment, because the service hurries as well. */
const hurried = Result.getOrThrow(
  makePolicy({
    confirms: { spacing: 5 },
    schedules: {
      UssdPush: { first: 5, next: [5, 5, 5] },
    },
  }),
)

const readme = new URL("../../core/README.md", import.meta.url)
const part = /(<!-- own app -->\n)([\s\S]*?)(\n<!-- end -->)/

describe("an app on core itself", () => {
  it.live("sells over the gateway, keeps its payments in a store of its own, and fulfils the order", () =>
    Effect.gen(function* () {
      const service = yield* serve({ timeFactor: 1_000, projects: [defaultProject] })
      const fulfilled = yield* Deferred.make<string>()
      const { apiKey, apiToken } = defaultProject
      const app = ownApp(service.url, apiKey, apiToken, (order) => Effect.asVoid(Deferred.succeed(fulfilled, order)))
      const surroundings = Layer.mergeAll(Layer.succeed(Policy, hurried), Logger.layer([]))
      yield* Effect.forkScoped(Effect.provide(sell, Layer.provideMerge(app, surroundings)))
      assert.strictEqual(yield* Deferred.await(fulfilled), "order-17")
      const { balances } = yield* Effect.flatMap(Backstage, ({ ledger }) => ledger).pipe(
        Effect.provideContext(service.services),
      )
      assert.isTrue(Object.values(balances).some((balance) => balance !== 0))
    }).pipe(Effect.scoped),
  )

  if (process.env["UPDATE_DOCS"] === "1") {
    const source = readFileSync(new URL("ownApp.ts", import.meta.url), "utf8").trimEnd()
    writeFileSync(
      readme,
      readFileSync(readme, "utf8").replace(
        part,
        (_, open: string, _old: string, end: string) => `${open}\`\`\`ts\n${source}\n\`\`\`${end}`,
      ),
    )
  }
  it("stands in core's README as it is", () => {
    const source = readFileSync(new URL("ownApp.ts", import.meta.url), "utf8").trimEnd()
    assert.strictEqual(part.exec(readFileSync(readme, "utf8"))?.[2], `\`\`\`ts\n${source}\n\`\`\``)
  })
})

paymentStoreSuite("a store over a Map", ownStore)
operationsSuite("a store over a Map, as the deployed programs use it", ownStore)
