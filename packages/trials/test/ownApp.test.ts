/** A program with Effect on core itself, as the site shows it: a file, and the gateway over a real socket. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer, Logger, Redacted, Result } from "effect"
import { makePolicy, Policy } from "@cauri/core"
import { Backstage, defaultProject, serve } from "@cauri/simulator"
import { ownApp, sell } from "./ownApp.ts"

/** The worker asks at once and again after a moment, because the service hurries as well. */
const hurried = Result.getOrThrow(
  makePolicy({
    confirms: { spacing: 5 },
    schedules: {
      UssdPush: { first: 5, next: [5, 5, 5] },
    },
  }),
)

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-own-app-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

describe("an app on core itself", () => {
  it.live("sells over the gateway, keeps its payments in a file, and fulfils the order", () =>
    Effect.gen(function* () {
      const service = yield* serve({ timeFactor: 1_000, projects: [defaultProject] })
      const fulfilled = yield* Deferred.make<string>()
      const settings = {
        file: join(yield* newFolder, "payments.db"),
        baseUrl: service.url,
        apiKey: Redacted.make(defaultProject.apiKey),
        apiToken: Redacted.make(defaultProject.apiToken),
        signingSecret: Redacted.make("a-secret-for-tests-0123456789abcdef"),
      }
      const app = ownApp(settings, (order) => Effect.asVoid(Deferred.succeed(fulfilled, order)))
      const surroundings = Layer.mergeAll(Layer.succeed(Policy, hurried), Logger.layer([]))
      yield* Effect.forkScoped(Effect.provide(sell, Layer.provideMerge(app, surroundings)))
      assert.strictEqual(yield* Deferred.await(fulfilled), "order-17")
      const { balances } = yield* Effect.flatMap(Backstage, ({ ledger }) => ledger).pipe(
        Effect.provideContext(service.services),
      )
      assert.isTrue(Object.values(balances).some((balance) => balance !== 0))
    }).pipe(Effect.scoped),
  )
})
