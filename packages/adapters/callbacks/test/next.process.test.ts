/** The example under Next itself: an app of the app router, built and served as it is deployed. */
import { afterAll, assert, beforeAll, describe } from "@effect/vitest"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer, ManagedRuntime } from "effect"
import { it } from "@cauri/house/it"
import { layerCauri, Payins } from "@cauri/core"
import { CallbackAddress, CreationAnswer, Credentials, Gateway } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { layer, SqliteStore } from "@cauri/store-sqlite"
import { layerCallbackAddress } from "../src/index.ts"
import { type Framed, testsOfEndpoint } from "./framework.ts"
import { buildNext, serveNext } from "./nextApp.ts"
import { fetched, postText, written } from "./serving.ts"
import { json, keyOf, mine, options } from "./support.ts"

const newFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-test-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
  ),
  (folder) => join(folder, "payments.db"),
)

const service = Layer.mock(Gateway)({
  create: () =>
    Effect.succeed(
      CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-1"), url: "https://pay.example/1" }),
    ),
})

/** A merchant whose payments lie in this file. */
const layerMerchant = (file: string) =>
  Layer.orDie(
    layerCauri.pipe(
      Layer.provide([
        service,
        Layer.succeed(Credentials, {
          generation: () => Effect.succeed("one"),
        }),
      ]),
      Layer.provideMerge(layerCallbackAddress(options())),
      Layer.provideMerge(layer({ file })),
    ),
  )

/** Next over the payments of a merchant. */
class Shop extends Context.Service<
  Shop,
  {
    /** An endpoint of a new payment. */
    readonly framed: Effect.Effect<Framed>
  }
>()("@cauri/callbacks/test/Shop") {
  static readonly layer = Layer.effect(
    Shop,
    Effect.gen(function* () {
      yield* buildNext
      const file = yield* newFile
      const merchant = yield* Layer.build(layerMerchant(file))
      const query = Context.get(merchant, SqliteStore)
        .client.prepare<[string], Uint8Array | null>(
          "SELECT body FROM cauri_callback_notes WHERE id = ? ORDER BY number",
        )
        .pluck()
      const port = yield* serveNext(file)
      let orders = 0
      return {
        framed: Effect.gen(function* () {
          const id = `order-${(orders += 1)}`
          yield* Effect.orDie(
            Context.get(merchant, Payins).create({
              project: "shop",
              id,
              amount: 4200,
              method: { type: "hosted", returnUrl: "https://shop.example/a", cancelUrl: "https://shop.example/b" },
              description: "Two loaves",
              shop: { name: "Boutique", siteUrl: "https://shop.example" },
            }),
          )
          const address = yield* Context.get(merchant, CallbackAddress).make({ key: keyOf("payin", id), attempt: 1 })
          return { noted: Effect.sync(() => query.all(id)), path: new URL(address).pathname, port }
        }),
      }
    }),
  )
}

describe("the endpoint under Next", () => {
  // A runtime of its own, because the clock of the tests stands still.
  const runtime = ManagedRuntime.make(Shop.layer)
  beforeAll(() => runtime.runPromise(Effect.asVoid(Shop)), 900_000)
  afterAll(() => runtime.dispose())
  const framed = Effect.promise(() => runtime.runPromise(Shop.use((shop) => shop.framed)))

  testsOfEndpoint(framed)

  it.effect("is not asked about other methods and paths, which Next refuses itself", () =>
    Effect.gen(function* () {
      const { noted, path, port } = yield* framed
      const statuses: Array<string | undefined> = []
      for (const [method, where] of [
        ["PROPFIND", path],
        ["TRACE", path],
        ["POST", `${path}/x`],
        ["POST", "/callbacks"],
      ] as const) {
        const text = postText(where, [`Content-Type: ${json}`], "").replace("POST", method)
        statuses.push(/^HTTP\/1\.1 (\d+)/.exec(yield* written(port, text))?.[1])
      }
      assert.deepStrictEqual(statuses, ["400", "500", "404", "404"])
      assert.deepStrictEqual(yield* noted, [])
    }),
  )

  it.live(
    "answers 500 while it cannot be started, and is started by the first request that finds a store",
    function* () {
      const file = yield* newFile
      const port = yield* serveNext(file)
      const asked = fetched(`http://127.0.0.1:${port}/callbacks/x`, { method: "POST", body: mine })
      assert.strictEqual((yield* asked).status, 500)
      yield* Layer.build(Layer.orDie(layer({ file })))
      assert.deepStrictEqual((yield* asked).body, "Not Found\n")
    },
  )
})
