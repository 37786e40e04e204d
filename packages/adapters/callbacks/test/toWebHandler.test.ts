import { assert, describe } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { it } from "@cauri/house/it"
import { PaymentStore } from "@cauri/core"
import { emptyMemory, type MemoryCell, memoryDriver } from "@cauri/core/adapter"
import { CallbacksMisconfigured } from "../src/index.ts"
import { startCallbacks } from "./examples/wiring.ts"
import { endpoint } from "./serving.ts"
import { heard, json, keyNamed, mine, options } from "./support.ts"

const storeOf = (cell: MemoryCell) => Layer.succeed(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell)))

describe("toWebHandler", () => {
  it.effect("answers any request by itself, without a router", () =>
    Effect.gen(function* () {
      const { desk, handler, path } = yield* endpoint
      const ask = (where: string, init: RequestInit) =>
        Effect.flatMap(
          Effect.promise(() => handler(new Request(`https://shop.example${where}`, init))),
          heard,
        )
      const init = { method: "POST", body: mine, headers: { "content-type": json } }
      assert.strictEqual((yield* ask(path, init)).status, 200)
      assert.strictEqual((yield* ask(`/behind/a/prefix${path}`, init)).status, 200)
      assert.strictEqual((yield* ask("/", init)).status, 404)
      assert.strictEqual((yield* ask("/", { method: "GET" })).status, 405)
      assert.strictEqual(desk.notes.length, 2)
    }),
  )

  it("gives a response of its own to each caller", function* () {
    const { handler } = yield* endpoint
    const [one, other] = yield* Effect.promise(() =>
      Promise.all([1, 2].map(() => handler(new Request("https://shop.example/", { method: "POST" })))),
    )
    assert.notStrictEqual(one, other)
    assert.deepStrictEqual(yield* heard(one ?? Response.error()), yield* heard(other ?? Response.error()))
  })

  it("is made once the keys were checked: the example's start fails where a key is wrong", async () => {
    const cell: MemoryCell = { current: emptyMemory }
    const wrong = startCallbacks(storeOf(cell), options({ signing: keyNamed("not a name", "k1") }))
    assert.instanceOf(await wrong.catch((error: unknown) => error), CallbacksMisconfigured)
    const { handler, stop } = await startCallbacks(storeOf(cell), options())
    assert.strictEqual((await handler(new Request("https://shop.example/", { method: "POST" }))).status, 404)
    await stop()
  })
})
