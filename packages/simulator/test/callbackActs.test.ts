import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Act, Backstage, type CallbackPost, Engine, Phones, plannedPosts } from "../src/index.ts"
import { create, directBody, layerWith, numbers, payoutBody } from "./support.ts"

const act = (what: Act) => Effect.flatMap(Backstage, (backstage) => backstage.act(what))

/** A payin whose customer has not answered yet, and what to do to its callbacks. */
const played = <A>(
  body: (token: string, received: Array<CallbackPost>) => Effect.gen.Return<A, unknown, Engine | Phones | Backstage>,
) =>
  Effect.suspend(() => {
    const received: Array<CallbackPost> = []
    return Effect.gen(function* () {
      const token = yield* create("createDirectInvoice", directBody({}))
      return yield* Effect.gen(() => body(token, received))
    }).pipe(Effect.provide(layerWith({}, received)))
  })

const paid = Effect.gen(function* () {
  yield* (yield* Phones).approve(numbers.ussdPush)
  yield* after("10 seconds")
})

const after = (time: "10 seconds" | "1 hour") =>
  Effect.andThen(
    TestClock.adjust(time),
    Effect.flatMap(Engine, ({ settled }) => settled),
  )

const statusIn = ({ body }: CallbackPost): string => /completed|notcompleted|pending/.exec(body)?.[0] ?? "none"

describe("callbackActs", () => {
  it.effect("lost callbacks never come, until an act sends them again #196 #209", () =>
    played(function* (token, received) {
      yield* act({ _tag: "LoseCallbacks", token })
      yield* paid
      yield* after("1 hour")
      assert.strictEqual(received.length, 0)
      yield* act({ _tag: "RepeatCallbacks", token })
      yield* after("10 seconds")
      assert.deepStrictEqual(
        received.map(({ encoding }) => encoding),
        ["Form", "Json"],
      )
    }),
  )

  it.effect("callbacks that are on their way can be lost as well #196", () =>
    played(function* (token, received) {
      yield* act({ _tag: "DelayCallbacks", token, millis: 60_000 })
      yield* paid
      assert.strictEqual(received.length, 0)
      yield* act({ _tag: "LoseCallbacks", token })
      yield* after("1 hour")
      assert.strictEqual(received.length, 0)
    }),
  )

  it.effect("delayed callbacks come later, those on their way and those to come; the newest delay counts #196", () =>
    played(function* (token, received) {
      yield* act({ _tag: "DelayCallbacks", token, millis: 5_000_000 })
      yield* act({ _tag: "DelayCallbacks", token, millis: 60_000 })
      yield* paid
      assert.strictEqual(received.length, 0)
      yield* act({ _tag: "DelayCallbacks", token, millis: 3_600_000 })
      yield* after("10 seconds")
      assert.strictEqual(received.length, 0)
      yield* after("1 hour")
      yield* after("10 seconds")
      yield* after("10 seconds")
      assert.strictEqual(received.length, 0)
      yield* TestClock.adjust("1 minute")
      yield* (yield* Engine).settled
      assert.strictEqual(received.length, 2)
    }),
  )

  it.effect("forged callbacks claim what the payment does not say, and change nothing of it #205 #206", () =>
    played(function* (token, received) {
      yield* act({ _tag: "ForgeCallbacks", token, status: "completed" })
      yield* after("10 seconds")
      assert.deepStrictEqual(
        received.map((post) => [post.forged, statusIn(post)]),
        [
          [true, "completed"],
          [true, "completed"],
        ],
      )
      const { invoices } = yield* (yield* Engine).state
      assert.deepStrictEqual(
        [...invoices].map(([, { status }]) => status),
        ["pending"],
      )
    }),
  )

  it.effect("held callbacks wait for a person, who sends them one by one in any order #196", () =>
    played(function* (token, received) {
      yield* act({ _tag: "HoldCallbacks", token })
      yield* paid
      yield* after("1 hour")
      assert.strictEqual(received.length, 0)
      const { held } = yield* (yield* Engine).state
      assert.deepStrictEqual(
        held.map(({ encoding }) => encoding),
        ["Form", "Json"],
      )
      for (const { id } of held.toReversed()) {
        yield* act({ _tag: "DeliverCallback", callback: id })
        yield* (yield* Engine).settled
      }
      assert.deepStrictEqual(
        received.map(({ encoding }) => encoding),
        ["Json", "Form"],
      )
      assert.strictEqual((yield* (yield* Engine).state).held.length, 0)
    }),
  )

  it.effect("a release sends those that waited in their order, and holds back no more #196", () =>
    played(function* (token, received) {
      yield* act({ _tag: "HoldCallbacks", token })
      yield* paid
      yield* act({ _tag: "ReleaseCallbacks", token })
      yield* act({ _tag: "RepeatCallbacks", token })
      yield* after("10 seconds")
      assert.deepStrictEqual(
        received.map(({ encoding }) => encoding),
        ["Form", "Json", "Form", "Json"],
      )
    }),
  )

  it.effect("held callbacks of one payment can be lost, those of another wait on", () =>
    played(function* (token, received) {
      const other = yield* create("createDirectPayout", payoutBody())
      yield* act({ _tag: "HoldCallbacks", token })
      yield* act({ _tag: "HoldCallbacks", token: other })
      yield* paid
      yield* act({ _tag: "LoseCallbacks", token })
      assert.deepStrictEqual(
        (yield* (yield* Engine).state).held.map(({ payment }) => payment),
        [other, other],
      )
      yield* act({ _tag: "ReleaseCallbacks", token })
      yield* after("10 seconds")
      assert.strictEqual(received.length, 0)
    }),
  )

  it.effect(
    "a callback that is still planned is sent at once; one that was sent goes out once more, byte for byte",
    () =>
      played(function* (token, received) {
        yield* act({ _tag: "DelayCallbacks", token, millis: 3_600_000 })
        yield* paid
        const [planned] = plannedPosts(yield* (yield* Engine).state)
        yield* act({ _tag: "DeliverCallback", callback: planned?.id ?? "" })
        yield* act({ _tag: "DeliverCallback", callback: planned?.id ?? "" })
        yield* act({ _tag: "EditCallback", callback: planned?.id ?? "", body: "status=completed" })
        yield* (yield* Engine).settled
        const [first, second, edited] = received
        assert.deepStrictEqual([second?.body, second?.url, second?.forged], [first?.body, first?.url, first?.forged])
        assert.deepStrictEqual([edited?.body, edited?.url, edited?.forged], ["status=completed", first?.url, true])
        assert.strictEqual(new Set(received.map(({ id }) => id)).size, 3)
        const log = yield* (yield* Backstage).callbacks
        assert.deepStrictEqual(
          log.map(({ result, tookMillis }) => [result?._tag, tookMillis]),
          [
            ["Answered", 0],
            ["Answered", 0],
            ["Answered", 0],
          ],
        )
        yield* after("1 hour")
        assert.strictEqual(received.length, 4)
      }),
  )

  it.effect("payments that are not there, and delays that are none, are refused", () =>
    played(function* (token) {
      const unknown = "unknown"
      const acts: ReadonlyArray<Act> = [
        { _tag: "RepeatCallbacks", token: unknown },
        { _tag: "ForgeCallbacks", token: unknown, status: "completed" },
        { _tag: "LoseCallbacks", token: unknown },
        { _tag: "DelayCallbacks", token: unknown, millis: 1 },
        { _tag: "HoldCallbacks", token: unknown },
        { _tag: "ReleaseCallbacks", token: unknown },
        { _tag: "DeliverCallback", callback: unknown },
        { _tag: "EditCallback", callback: unknown, body: "" },
        { _tag: "DelayCallbacks", token, millis: 0 },
        { _tag: "DelayCallbacks", token, millis: 1.5 },
      ]
      for (const each of acts) assert.strictEqual((yield* Effect.result(act(each)))._tag, "Failure", each._tag)
    }),
  )
})
