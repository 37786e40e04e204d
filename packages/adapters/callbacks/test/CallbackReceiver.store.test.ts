import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import {
  type AnswerName,
  CallbackReceiver,
  type CallbackRequest,
  defaultReceiverLimits,
  fromServerRequest,
} from "../src/index.ts"
import {
  addressFor,
  ask,
  closed,
  form,
  json,
  mine,
  mineAsForm,
  post,
  received,
  send,
  soon,
  storeDown,
  stray,
  target,
} from "./support.ts"

describe("a store that does not keep the note", () => {
  it.effect("is never answered 200: 503 and a time to come again (A21)", () =>
    received(function* (desk, logged) {
      desk.answer = () => Effect.fail(storeDown)
      const answer = yield* send(mine)
      assert.deepStrictEqual([answer.status, answer.headers["retry-after"]], [503, "5"])
      assert.include(logged.join(), "The payment store failed during noteCallback")
      assert.notInclude(logged.join(), "CANARY")
    }),
  )

  for (const [type, encoding, body] of [
    ["text/plain", undefined, mine],
    [json, "gzip", mine],
    [json, undefined, "x".repeat(140_000)],
    [json, undefined, "<html>"],
  ] as const)
    it.effect(
      `is answered 503 also where ${body.length} bytes of ${type} ${encoding ?? "as they are"} would be refused (A21)`,
      () =>
        received(function* (desk) {
          desk.answer = () => Effect.fail(storeDown)
          assert.strictEqual(
            (yield* send(body, type, { headers: encoding === undefined ? {} : { "content-encoding": encoding } }))
              .status,
            503,
          )
        }),
    )

  for (const defect of [new TypeError("CANARY"), "CANARY", null])
    it.effect(
      `because of a defect (${typeof defect}) stops no other callback, and the defect's words are not logged (A26)`,
      () =>
        received(function* (desk, logged) {
          const kept = desk.answer
          desk.answer = () => Effect.die(defect)
          assert.strictEqual((yield* send(mine)).status, 503)
          assert.include(logged.join(), defect instanceof Error ? "TypeError" : typeof defect)
          assert.notInclude(logged.join(), "CANARY")
          desk.answer = kept
          assert.strictEqual((yield* send(mine)).status, 200)
        }),
    )

  it.effect("in time is answered 503, and its note is still kept", () =>
    received(function* (desk) {
      const { open, wait } = yield* closed(desk)
      const asked = yield* Effect.forkChild(send(mine))
      yield* wait(1)
      yield* TestClock.adjust(defaultReceiverLimits.noteWithinMillis)
      assert.strictEqual((yield* Fiber.join(asked)).status, 503)
      yield* open
      yield* Effect.yieldNow
      assert.strictEqual(desk.notes.length, 1)
    }),
  )
})

describe("a server with callbacks of its own", () => {
  it.effect("gets one answer: what was certain first, and nothing of the note that is kept after it", () =>
    received(function* (desk) {
      const { open, wait } = yield* closed(desk)
      const receiver = yield* CallbackReceiver
      const request = fromServerRequest(HttpServerRequest.fromWeb(yield* post(mine)))
      const told: Array<AnswerName> = []
      const taking = yield* Effect.forkChild(receiver.take(request, (name) => told.push(name)))
      yield* wait(1)
      assert.deepStrictEqual(told, [])
      yield* TestClock.adjust(defaultReceiverLimits.noteWithinMillis)
      assert.deepStrictEqual(told, ["Unavailable"])
      yield* open
      yield* Fiber.join(taking)
      assert.deepStrictEqual(told, ["Unavailable"])
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  it.effect("gets its answer when the note is durable, and no deadline speaks after it", () =>
    received(function* (desk) {
      const receiver = yield* CallbackReceiver
      const told: Array<AnswerName> = []
      yield* receiver.take(fromServerRequest(HttpServerRequest.fromWeb(yield* post(mine))), (name) => told.push(name))
      yield* TestClock.adjust(defaultReceiverLimits.noteWithinMillis)
      assert.deepStrictEqual(told, ["Stored"])
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  it.effect("gets 503 when its request cannot even be looked at (A26)", () =>
    received(function* (desk, logged) {
      const request = fromServerRequest(HttpServerRequest.fromWeb(yield* post(mine)))
      const broken: CallbackRequest = {
        ...request,
        get method(): string {
          throw new TypeError("CANARY")
        },
      }
      const told: Array<AnswerName> = []
      yield* (yield* CallbackReceiver).take(broken, (name) => told.push(name))
      assert.deepStrictEqual(told, ["Unavailable"])
      assert.include(logged.join(), "TypeError")
      assert.notInclude(logged.join(), "CANARY")
      assert.strictEqual(desk.notes.length, 0)
    }),
  )
})

describe("a caller who hangs up", () => {
  it.effect("does not stop a note that was begun (A21)", () =>
    received(function* (desk) {
      const [begun, gate] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const kept = desk.answer
      desk.answer = (note) =>
        Effect.andThen(Deferred.succeed(begun, undefined), Effect.andThen(Deferred.await(gate), kept(note)))
      const asked = yield* Effect.forkChild(send(mine))
      yield* Deferred.await(begun)
      const hungUp = yield* Effect.forkChild(Fiber.interrupt(asked))
      yield* Effect.yieldNow
      yield* Deferred.succeed(gate, undefined)
      yield* Fiber.join(hungUp)
      assert.strictEqual(desk.notes.length, 1)
    }),
  )
})

describe("overload", () => {
  it.effect("is shed with 503 before the body is read, and gives way when the work is done (A7)", () =>
    received(
      function* (desk) {
        const { open, wait } = yield* closed(desk)
        const first = yield* Effect.forkChild(send(mine))
        const second = yield* Effect.forkChild(send(mineAsForm, form))
        yield* wait(2)
        const request = yield* post(mine)
        const third = yield* ask(request)
        assert.deepStrictEqual([third.status, third.headers["retry-after"]], [503, "5"])
        assert.isFalse(request.bodyUsed)
        const wrong = yield* ask(stray("/callbacks/x"))
        assert.strictEqual(wrong.status, 404)
        yield* open
        assert.deepStrictEqual([(yield* Fiber.join(first)).status, (yield* Fiber.join(second)).status], [200, 200])
        assert.strictEqual((yield* send(mine)).status, 200)
        assert.strictEqual(desk.notes.length, 3)
      },
      { atOnce: 2 },
    ),
  )

  it.effect("of one address sheds its own callbacks alone (A7)", () =>
    received(
      function* (desk) {
        const { open, wait } = yield* closed(desk)
        const first = yield* Effect.forkChild(send(mine))
        const second = yield* Effect.forkChild(send(mineAsForm, form))
        yield* wait(2)
        assert.strictEqual((yield* send(mine)).status, 503)
        const other = yield* Effect.forkChild(send(mine, json, { to: { ...target, attempt: 2 } }))
        yield* wait(3)
        yield* open
        const answers = yield* Effect.forEach([first, second, other], Fiber.join)
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200, 200],
        )
        assert.strictEqual((yield* send(mine)).status, 200)
      },
      { atOncePerAddress: 2 },
    ),
  )

  it.effect("by slow bodies of one address cuts its oldest body short, and takes the newest callback (A7, A8)", () =>
    received(
      function* (desk) {
        const slow = Effect.suspend(() => send(new ReadableStream({ pull: () => new Promise(() => {}) })))
        const first = yield* Effect.forkChild(slow)
        yield* soon
        const second = yield* Effect.forkChild(slow)
        yield* soon
        assert.strictEqual((yield* send(mine)).status, 200)
        assert.strictEqual((yield* Fiber.join(first)).status, 400)
        assert.isUndefined(second.pollUnsafe())
        assert.strictEqual(desk.notes.length, 2)
        yield* TestClock.adjust(defaultReceiverLimits.bodyWithinMillis)
        assert.strictEqual((yield* Fiber.join(second)).status, 400)
      },
      { atOncePerAddress: 2 },
    ),
  )

  it.effect("counts only what is under way: failures and refusals free their place (A7, A26)", () =>
    received(
      function* (desk) {
        const kept = desk.answer
        for (const answer of [() => Effect.fail(storeDown), () => Effect.die("CANARY"), kept]) {
          desk.answer = answer
          for (const body of [mine, "x".repeat(140_000)]) yield* send(body)
        }
        const receiver = yield* CallbackReceiver
        // A request that cannot even be looked into: its headers throw once the address is verified.
        const hostile = {
          method: "POST",
          url: new URL(yield* addressFor()).pathname,
          get headers() {
            throw new Error("CANARY")
          },
        }
        // @ts-expect-error no real request is like this one
        assert.strictEqual((yield* receiver.receive(hostile)).status, 503)
        assert.strictEqual((yield* send(mine)).status, 200)
      },
      { atOnce: 1 },
    ),
  )
})
