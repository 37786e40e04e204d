import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { type Act, Backstage, type CallbackPost, Engine, forwardAddress } from "../src/index.ts"
import { create, directBody, layerWith } from "./support.ts"

const act = (what: Act) => Effect.flatMap(Backstage, (backstage) => backstage.act(what))
const target = "http://localhost:3000/shop/"

/** Where a callback to this address is posted, while the target is forwarded to. */
const postedTo = (callbackUrl: string) =>
  Effect.suspend(() => {
    const received: Array<CallbackPost> = []
    return Effect.gen(function* () {
      yield* act({ _tag: "PutForward", target: "http://localhost:4000" })
      yield* act({ _tag: "PutForward", target })
      yield* act({ _tag: "PutForward", target })
      const actions = { cancel_url: "", return_url: "", callback_url: callbackUrl }
      const token = yield* create("createDirectInvoice", directBody({}, { actions }))
      yield* act({ _tag: "ForgeCallbacks", token, status: "completed" })
      const engine = yield* Engine
      yield* engine.passTime(10_000)
      yield* engine.settled
      const log = yield* (yield* Backstage).callbacks
      assert.deepStrictEqual(
        log.map(({ post }) => post.url),
        [callbackUrl, callbackUrl],
      )
      return received[0]?.url
    }).pipe(Effect.provide(layerWith({}, received)))
  })

describe("forwards", () => {
  it.effect("what is posted to the address that looks public goes to the target, path and query with it", () =>
    Effect.gen(function* () {
      const address = forwardAddress(target)
      assert.match(address, /^https:\/\/[0-9a-z]+\.callbacks\.example$/)
      assert.strictEqual(yield* postedTo(address), target)
      assert.strictEqual(yield* postedTo(`${address}/`), target)
      assert.strictEqual(yield* postedTo(`${address}/hook?a=1`), "http://localhost:3000/shop/hook?a=1")
      assert.strictEqual(yield* postedTo(`${address}.other/hook`), `${address}.other/hook`)
      assert.strictEqual(yield* postedTo("https://shop.example/callback"), "https://shop.example/callback")
    }),
  )

  it.effect("a removed one forwards no more; an address that is none is refused", () =>
    Effect.gen(function* () {
      yield* act({ _tag: "PutForward", target })
      yield* act({ _tag: "RemoveForward", target })
      assert.deepStrictEqual((yield* (yield* Engine).state).forwards, [])
      for (const wrong of ["", "localhost:3000", "ftp://localhost", "http://localhost/?a=1"]) {
        assert.strictEqual((yield* Effect.flip(act({ _tag: "PutForward", target: wrong })))._tag, "SimulatorRefusal")
      }
    }).pipe(Effect.provide(layerWith())),
  )
})
