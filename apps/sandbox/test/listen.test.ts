import { assert, describe } from "@effect/vitest"
import { Context, Effect, Fiber, Queue, Scope } from "effect"
import { it } from "@cauri/house/it"
import { Backstage, Engine, forwardAddress } from "@cauri/simulator"
import { forwardCallbacks } from "../src/listen.ts"
import { startReceiver } from "./receiver.ts"
import { call, controlToken, payin, startSandbox } from "./site.ts"

describe("listen", () => {
  it.live("forwards what is posted to an address that looks public, also once more, and says each delivery", () =>
    Effect.gen(function* () {
      const served = yield* startSandbox()
      const { posts, target } = yield* startReceiver
      const lines = yield* Queue.unbounded<string>()
      const say = (line: string) => void Queue.offerUnsafe(lines, line)
      const sandbox = { url: served.url, controlToken }
      const listener = yield* Effect.forkChild(forwardCallbacks(target, sandbox, "en", say))
      assert.include(yield* Queue.take(lines), `${forwardAddress(target)}\n`)
      const body = payin("order-1", "22660000090")
      Object.assign(body.commande.actions, { callback_url: `${forwardAddress(target)}/hook?a=1` })
      yield* call(served, "createDirectInvoice", body)
      const engine = Context.get(served.services, Engine)
      yield* engine.passTime(10_000)
      yield* engine.settled
      const said = [yield* Queue.take(lines), yield* Queue.take(lines)]
      assert.deepStrictEqual(
        said.map((line) => line.replace(/[0-9]+ ms/, "… ms")),
        ["POST form: 202, … ms", "POST JSON: 202, … ms"],
      )
      const backstage = Context.get(served.services, Backstage)
      const [first] = yield* backstage.callbacks
      yield* backstage.act({ _tag: "EditCallback", callback: first?.post.id ?? "", body: "status=completed" })
      assert.match(yield* Queue.take(lines), /^POST form \(forged\): 202, [0-9]+ ms$/)
      assert.deepStrictEqual(
        posts.map(({ path }) => path),
        ["/shop/hook?a=1", "/shop/hook?a=1", "/shop/hook?a=1"],
      )
      yield* Fiber.interrupt(listener)
      assert.deepStrictEqual((yield* engine.state).forwards, [])
    }),
  )

  it.live("says why it cannot: no sandbox, another token, an address that is none", function* () {
    const scope = yield* Scope.make()
    const served = yield* Scope.provide(startSandbox(), scope)
    const because = (target: string, token: string) =>
      Effect.flip(forwardCallbacks(target, { url: served.url, controlToken: token }, "fr", () => undefined))
    assert.include((yield* because("http://127.0.0.1:9", "another one")).message, "SANDBOX_CONTROL_TOKEN")
    assert.include((yield* because("ftp://127.0.0.1", controlToken)).message, "cannot forward")
    yield* Scope.close(scope, yield* Effect.exit(Effect.void))
    assert.include((yield* because("http://127.0.0.1:9", controlToken)).message, "No sandbox answers")
  })
})
