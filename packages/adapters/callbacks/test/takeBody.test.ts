import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { TestClock } from "effect/testing"
import { CallbackReceiver, defaultReceiverLimits } from "../src/index.ts"
import { ask, bytes, json, mine, pieces, post, received, send, soon } from "./support.ts"

describe("a large body", () => {
  for (const size of [0, 1, 131_071, 131_072])
    it.effect(`of ${size} bytes is taken, announced or not (A9)`, () =>
      received(function* (desk) {
        assert.strictEqual(
          (yield* send(bytes(size), json, { headers: { "content-length": String(size) } })).status,
          200,
        )
        assert.strictEqual((yield* send(pieces(size, 1_000))).status, 200)
        assert.deepStrictEqual(
          desk.notes.map(({ body }) => body?.length),
          [size, size],
        )
      }),
    )

  for (const size of [131_073, 10_000_000])
    it.effect(
      `of ${size} bytes is answered 413, announced or not, and its bell rings once for the attempt (A6, A9)`,
      () =>
        received(function* (desk) {
          assert.strictEqual(
            (yield* send(bytes(size), json, { headers: { "content-length": String(size) } })).status,
            413,
          )
          assert.strictEqual((yield* send(pieces(size, 4_096))).status, 413)
          assert.deepStrictEqual(
            desk.notes.map(({ body }) => body),
            [null, null],
          )
          assert.strictEqual(new Set(desk.notes.map(({ fingerprint }) => fingerprint)).size, 1)
        }),
    )

  it.effect("is not read to its end, and not at all when its length says enough (A9)", () =>
    received(function* () {
      let pulls = 0
      yield* send(pieces(10_000_000, 4_096, () => pulls++))
      assert.isAtMost(pulls, 40)
      pulls = 0
      const announced = pieces(10_000_000, 4_096, () => pulls++)
      assert.strictEqual((yield* send(announced, json, { headers: { "content-length": "10000000" } })).status, 413)
      // Making the stream pulls once.
      assert.isAtMost(pulls, 1)
    }),
  )

  it.effect("that lies about its length is cut short (A9)", () =>
    received(function* (desk) {
      assert.strictEqual(
        (yield* send(pieces(9_000, 1_000), json, { headers: { "content-length": "100" } })).status,
        400,
      )
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  it.effect("that comes too slowly is cut short, and its bell rings (A8)", () =>
    received(function* (desk, logged) {
      const never = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) })
      const asked = yield* Effect.forkChild(send(never))
      // On a busy machine the address may still be verified at the first look, and the time for the body not yet run.
      while (asked.pollUnsafe() === undefined) {
        yield* soon
        yield* TestClock.adjust(defaultReceiverLimits.bodyWithinMillis)
      }
      assert.strictEqual((yield* Fiber.join(asked)).status, 400)
      assert.strictEqual(desk.notes.length, 1)
      assert.include(logged.join(), "CutShort")
    }),
  )

  it.effect("that breaks off is cut short, and its bell rings", () =>
    received(function* (desk) {
      const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error("CANARY")) })
      assert.strictEqual((yield* send(broken)).status, 400)
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  it.effect("that was read before is a mistake of the wiring: 503, and the log says so", () =>
    received(function* (desk, logged) {
      assert.strictEqual((yield* send(null, json, { headers: { "content-length": "20" } })).status, 503)
      assert.strictEqual(desk.notes.length, 1)
      assert.include(logged.join(), "TakenBefore")
    }),
  )

  const readings: Readonly<Record<string, (request: Request) => Promise<unknown>>> = {
    "as a text": (request) => request.text(),
    "piece by piece": async (request) => {
      const reader = request.body?.getReader()
      while ((await reader?.read())?.done === false);
      reader?.releaseLock()
    },
  }
  for (const [how, read] of Object.entries(readings))
    it.effect(`whose web request was read before, ${how}, is the same mistake, whatever its length`, () =>
      received(function* (desk, logged) {
        for (const body of [mine, pieces(2_000, 1_000)]) {
          const request = yield* post(body)
          yield* Effect.promise(() => read(request))
          assert.strictEqual((yield* ask(request)).status, 503)
        }
        assert.deepStrictEqual(
          desk.notes.map((note) => note.body),
          [null, null],
        )
        assert.include(logged.join(), "TakenBefore")
        assert.notInclude(logged.join(), "CutShort")
      }),
    )

  it.effect("that Effect's own request has kept for a second reader is taken", () =>
    received(function* (desk) {
      const request = HttpServerRequest.fromWeb(yield* post(mine))
      assert.strictEqual(yield* request.text, mine)
      const { status } = yield* (yield* CallbackReceiver).receive(request)
      assert.strictEqual(status, 200)
      assert.strictEqual(new TextDecoder().decode(desk.notes[0]?.body ?? undefined), mine)
    }),
  )
})
