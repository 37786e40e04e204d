import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { CallbackPost, CallbackResult } from "../src/model/Callback.ts"
import { type CallbackSenderOptions, makeGuardedSend, type Outside } from "../src/sending/guardedSend.ts"
import { at, names, ownersRules, refusedUrls } from "./callbackUrls.ts"
import { postTo } from "./receivers.ts"
import { undelivered } from "../src/model/Told.ts"

/** A sender into a world that only counts: what was resolved, and which addresses were connected to. */
const counting = (options: CallbackSenderOptions = ownersRules, resolve?: Outside["resolve"]) => {
  const resolved: Array<string> = []
  const connected: Array<ReadonlyArray<string>> = []
  const send = makeGuardedSend(options, {
    resolve: (name) => {
      resolved.push(name)
      const addresses = names[name]
      return resolve?.(name) ?? (addresses === undefined ? Effect.fail("unknown") : Effect.succeed(addresses))
    },
    deliver: (_target, addresses) => {
      connected.push(addresses)
      return Effect.succeed({ _tag: "Answered", status: 200 })
    },
  })
  return { send, resolved, connected }
}

const answered: CallbackResult = { _tag: "Answered", status: 200 }

const because = (result: CallbackResult): string => (result._tag === "Answered" ? "It was sent." : result.because.en)

const atHome: Outside["resolve"] = () => Effect.succeed(["192.168.1.9"])

const shopPost = (index: number) => postTo("https://shop.example/", { event: `event-${index}` })

const formPost = (index: number) => postTo("http://localhost:1/", { encoding: "Form", id: `post-${index}` })

/** Sends so often, and says how many went out. */
const sentOf = Effect.fnUntraced(function* (
  send: (post: CallbackPost) => Effect.Effect<CallbackResult>,
  post: (index: number) => CallbackPost,
  times: number,
) {
  const results = yield* Effect.forEach(
    Array.from({ length: times }, (_, index) => post(index)),
    send,
    { concurrency: 1 },
  )
  return results.filter(({ _tag }) => _tag === "Answered").length
})

describe("makeGuardedSend", () => {
  it.effect("opens no connection for any address of the hostile corpus, and resolves only listed names #9 #195", () =>
    Effect.gen(function* () {
      for (const group of refusedUrls) {
        for (const url of group.urls) {
          const { send, resolved, connected } = counting()
          const result = yield* send(postTo(url))
          assert.strictEqual(result._tag, "NotSent", url)
          assert.include(because(result), group.because, url)
          assert.deepStrictEqual(connected, [], url)
          assert.deepStrictEqual(
            resolved.filter((name) => !/^(n\d+|inside)\.example$/.test(name)),
            [],
            url,
          )
        }
      }
    }),
  )

  it.effect("connects to the addresses that were checked, and resolves a name once for each POST #195", () =>
    Effect.gen(function* () {
      const { send, resolved, connected } = counting()
      assert.deepStrictEqual(yield* send(postTo("https://shop.example/hook")), answered)
      assert.deepStrictEqual(yield* send(postTo("http://localhost:4010/hook")), answered)
      assert.deepStrictEqual(resolved, ["shop.example"])
      assert.deepStrictEqual(connected, [["8.8.8.8"], ["127.0.0.1", "::1"]])
    }),
  )

  it.effect(
    "gives a resolver that changes its answer nothing: each POST goes where its own answer was checked #195",
    () =>
      Effect.gen(function* () {
        const answers = [["8.8.8.8"], ["169.254.169.254"], ["127.0.0.1"], ["8.8.4.4", "10.0.0.1"]]
        const { send, resolved, connected } = counting(ownersRules, () => Effect.sync(() => answers.shift() ?? []))
        assert.deepStrictEqual(yield* send(postTo("https://shop.example/")), answered)
        assert.deepStrictEqual(connected, [["8.8.8.8"]])
        assert.strictEqual(resolved.length, 1)
        assert.include(because(yield* send(postTo("https://shop.example/"))), "link-local")
        assert.include(because(yield* send(postTo("https://shop.example/"))), "loopback")
        assert.include(because(yield* send(postTo("https://shop.example/"))), "private")
        assert.deepStrictEqual(connected, [["8.8.8.8"]])
      }),
  )

  it.effect("connects to a private address of a name only if the owner allowed that too #195", () =>
    Effect.gen(function* () {
      const outsider = counting({ allowedHosts: [{ host: "shop.example" }] }, atHome)
      assert.include(because(yield* outsider.send(postTo("https://shop.example/"))), "private")
      assert.deepStrictEqual(outsider.connected, [])
      const insider = counting({ allowedHosts: [{ host: "shop.example", privateAddresses: true }] }, atHome)
      assert.deepStrictEqual(yield* insider.send(postTo("https://shop.example/")), answered)
      assert.deepStrictEqual(insider.connected, [["192.168.1.9"]])
    }),
  )

  it.effect("does not wait for ever for a name, and sends nothing then", () =>
    Effect.gen(function* () {
      const { send, connected } = counting(ownersRules, () => Effect.never)
      const sending = yield* Effect.forkChild(send(postTo("https://shop.example/")), { startImmediately: true })
      yield* TestClock.adjust("4999 millis")
      assert.isUndefined(sending.pollUnsafe())
      yield* TestClock.adjust("1 millis")
      assert.deepStrictEqual(yield* Fiber.join(sending), {
        _tag: "NotSent",
        because: undelivered((texts) => texts.unresolved_in_time),
      })
      assert.deepStrictEqual(connected, [])
    }),
  )

  it.effect("floods no target: 40 POSTs at once, then 20 per second, whatever the events #196", () =>
    Effect.gen(function* () {
      const { send, connected } = counting()
      assert.strictEqual(yield* sentOf(send, shopPost, 60), 40)
      const refused = yield* send(shopPost(61))
      assert.deepStrictEqual(refused, {
        _tag: "NotSent",
        because: undelivered((texts) => texts.too_often(20, 40)),
      })
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* sentOf(send, shopPost, 60), 20)
      assert.strictEqual(connected.length, 60)
    }),
  )

  it.effect("limits the rate of each target on its own, and before it resolves a name #196", () =>
    Effect.gen(function* () {
      const { send, resolved } = counting({ ...ownersRules, rate: { perSecond: 1, burst: 2 } })
      assert.strictEqual(yield* sentOf(send, () => postTo("https://shop.example/"), 3), 2)
      assert.deepStrictEqual(resolved, ["shop.example", "shop.example"])
      assert.strictEqual(yield* sentOf(send, () => postTo("https://shop.example:8443/"), 3), 2)
      assert.strictEqual(yield* sentOf(send, () => postTo("http://localhost:1/"), 2), 2)
      assert.strictEqual(yield* sentOf(send, () => postTo("http://127.9.9.9:1/"), 2), 0)
    }),
  )

  it.effect("sends each of an event's two POSTs ten times at most, and counts only what was sent #196 #213", () =>
    Effect.gen(function* () {
      const { send, connected } = counting()
      assert.strictEqual(yield* sentOf(send, () => postTo(at("10.0.0.9"), { encoding: "Form" }), 12), 0)
      assert.strictEqual(yield* sentOf(send, formPost, 12), 10)
      assert.include(because(yield* send(formPost(13))), "sent 10 times already")
      assert.strictEqual(yield* sentOf(send, () => postTo("http://localhost:1/"), 1), 1)
      assert.strictEqual(
        yield* sentOf(send, () => postTo("http://localhost:1/", { event: "event-2", attempt: 11 }), 1),
        0,
      )
      assert.strictEqual(connected.length, 11)
    }),
  )
})
