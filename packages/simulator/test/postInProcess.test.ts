import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { it } from "@cauri/house/it"
import type { CallbackPost, CallbackResult } from "../src/model/Callback.ts"
import { type CallbackHandler, postInProcess } from "../src/sending/postInProcess.ts"
import { postTo } from "./receivers.ts"
import { type Bilingual, undelivered } from "../src/model/Bilingual.ts"

const hand = (post: CallbackPost, handler: CallbackHandler): Effect.Effect<CallbackResult> =>
  postInProcess(handler, post)

const noAnswer = (because: Bilingual): CallbackResult => ({ _tag: "NoAnswer", because })

describe("postInProcess", () => {
  it("gives the body of the answer back unread, and does not mind one that is in use", function* () {
    const cancelled: Array<string> = []
    const endless = new ReadableStream({
      cancel: () => {
        cancelled.push("endless")
      },
    })
    assert.deepStrictEqual(yield* hand(postTo("http://merchant.example/"), () => new Response(endless)), {
      _tag: "Answered",
      status: 200,
    })
    assert.deepStrictEqual(cancelled, ["endless"])
    const inUse = new Response("x")
    inUse.body?.getReader()
    assert.deepStrictEqual(yield* hand(postTo("http://merchant.example/"), () => inUse), {
      _tag: "Answered",
      status: 200,
    })
  })

  it.effect.each([
    () => {
      throw new Error("secret")
    },
    () => Promise.reject(new Error("secret")),
  ])("says that a handler that throws did not answer", (handler) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* hand(postTo("http://merchant.example/"), handler),
        noAnswer(undelivered((texts) => texts.handler_failed)),
      )
    }),
  )

  it("waits five seconds for a handler, then tells it to stop #213", function* () {
    let signal: AbortSignal | undefined
    const never = (request: Request) => {
      signal = request.signal
      return new Promise<Response>(() => undefined)
    }
    const sending = yield* Effect.forkChild(hand(postTo("http://merchant.example/"), never), {
      startImmediately: true,
    })
    yield* TestClock.adjust("4999 millis")
    assert.isUndefined(sending.pollUnsafe())
    assert.isFalse(signal?.aborted)
    yield* TestClock.adjust("1 millis")
    assert.deepStrictEqual(yield* Fiber.join(sending), noAnswer(undelivered((texts) => texts.handler_silent)))
    assert.isTrue(signal?.aborted)
  })

  it.effect.each(["", "ftp://merchant.example/", "http://user@merchant.example/", "not an address"])(
    "hands nothing over at the address %j #195",
    (url) =>
      Effect.gen(function* () {
        let calls = 0
        const result = yield* hand(postTo(url), () => {
          calls++
          return new Response()
        })
        assert.strictEqual(result._tag, "NotSent")
        assert.strictEqual(calls, 0)
      }),
  )
})
