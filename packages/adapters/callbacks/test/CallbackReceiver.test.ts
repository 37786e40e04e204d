import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  addressFor,
  ask,
  base,
  form,
  json,
  keyNamed,
  keyOf,
  lastSegment,
  mine,
  mineAsForm,
  pieces,
  received,
  sample,
  send,
  soon,
  stray,
  target,
  streamed,
} from "./support.ts"

const payin = JSON.stringify(sample("callback-payin-completed"))

describe("a callback", () => {
  it.effect("is noted for the attempt that its address names, with its raw body, before 200 is said #198", () =>
    received(function* (desk) {
      yield* TestClock.setTime(1_000)
      const answer = yield* send(payin)
      assert.strictEqual(answer.status, 200)
      const [{ body, fingerprint, ...note } = assert.fail("nothing was noted")] = desk.notes
      assert.deepStrictEqual(note, { ...target, receivedAt: 1_000 })
      assert.strictEqual(new TextDecoder().decode(body ?? undefined), payin)
      assert.match(fingerprint, /^[A-Za-z0-9_-]{43}$/)
    }),
  )

  it.effect(
    "has one fingerprint in both encodings, so the second POST of an event is a repetition #196 #197 #198 #199",
    () =>
      received(function* (desk) {
        assert.strictEqual((yield* send(mine, json)).status, 200)
        assert.strictEqual((yield* send(mineAsForm, form)).status, 200)
        const prints = desk.notes.map(({ fingerprint }) => fingerprint)
        assert.deepStrictEqual([prints.length, new Set(prints).size], [2, 1])
        yield* send(mine.replace("completed", "pending"))
        assert.notStrictEqual(desk.notes[2]?.fingerprint, prints[0])
      }),
  )

  it.effect("is noted for the payout, the project and the attempt of its address (A2)", () =>
    received(function* (desk) {
      const to = { key: keyOf("payout", "refund-1", "other"), attempt: 3 }
      assert.strictEqual((yield* send(JSON.stringify(sample("callback-payout-completed")), json, { to })).status, 200)
      assert.deepStrictEqual([desk.notes[0]?.key, desk.notes[0]?.attempt], [to.key, 3])
    }),
  )

  it.effect("of a body that names another payment is noted for the address alone, and called odd (A2) #204", () =>
    received(function* (desk, logged) {
      assert.strictEqual((yield* send(mine.replace("order-17", "order-18"))).status, 200)
      assert.deepStrictEqual(
        desk.notes.map(({ key }) => key.id),
        [target.key.id],
      )
      assert.strictEqual(logged.length, 1)
      assert.include(logged[0], "OtherPayment")
    }),
  )

  it.effect("with a data-laden query string is noted, and the query is not read (A18)", () =>
    received(function* (desk, logged) {
      assert.strictEqual((yield* send(mine, json, { suffix: "?status=completed&CANARY=/callbacks/x" })).status, 200)
      assert.strictEqual(desk.notes.length, 1)
      assert.include(logged[0], "QueryString")
      assert.notInclude(logged.join(), "CANARY")
    }),
  )

  it.effect("is signed by a key that only verifies now as well as by the one that signs (A24)", () =>
    received(function* (desk) {
      const address = yield* addressFor(target, { signing: keyNamed("k0") })
      assert.strictEqual(
        (yield* ask(new Request(address, { method: "POST", body: mine, headers: { "content-type": json } }))).status,
        200,
      )
      assert.strictEqual(desk.notes.length, 1)
    }),
  )

  it.effect("repeated 1,000 times is one first and 999 repetitions, with one fingerprint (A3, A6)", () =>
    received(function* (desk, logged) {
      yield* Effect.forEach(
        Array.from({ length: 1_000 }),
        (_, index) => send(index % 2 === 0 ? mine : mineAsForm, index % 2 === 0 ? json : form),
        {
          concurrency: 16,
          discard: true,
        },
      )
      assert.strictEqual(desk.notes.length, 1_000)
      assert.strictEqual(new Set(desk.notes.map(({ fingerprint }) => fingerprint)).size, 1)
      assert.deepStrictEqual(logged, [])
    }),
  )
})

describe("a wrong address", () => {
  const wrong = Effect.gen(function* () {
    const address = yield* addressFor()
    const foreign = yield* addressFor(target, { signing: keyNamed("k1", "somebody-else") })
    return [
      `${address}x`,
      address.slice(0, -1),
      address.replace("order-17", "order-18"),
      address.replace("payin", "payout"),
      foreign,
      `${address}/`,
      `${address}/x`,
      address.replace("/callbacks/", "/callback/"),
      address.replace("/callbacks/", "/callbacks/x/"),
      address.replace("/callbacks/", "/callbacks%2f"),
      address.replace("k1.", "k1%2E"),
      `${base}/callbacks/`,
      `${base}/callbacks`,
      `${base}/${lastSegment(address)}`,
      `${base}/?/callbacks/${lastSegment(address)}`,
      base,
    ]
  })

  it.effect(
    "is answered 404 in the same bytes, whatever is wrong with it, and neither the body nor the store is touched (A4, A6)",
    () =>
      received(function* (desk, logged) {
        const heard: Array<string> = []
        for (const address of yield* wrong) {
          let pulls = 0
          const body = pieces(100, 10, () => pulls++)
          const request = streamed(address, body)
          // Making the stream pulls once.
          yield* soon
          const before = pulls
          const answer = yield* ask(request)
          assert.strictEqual(answer.status, 404, address)
          assert.strictEqual(pulls, before)
          heard.push(JSON.stringify(answer))
        }
        assert.strictEqual(new Set(heard).size, 1)
        assert.isAbove(heard.length, 10)
        assert.deepStrictEqual(desk.notes, [])
        assert.deepStrictEqual(logged, [])
      }),
  )

  it.effect("and a right one of a payment that is not here have the same answer; the log tells a person (A4)", () =>
    received(function* (desk, logged) {
      desk.answer = () => Effect.succeed("Unknown")
      const unknown = yield* send(mine)
      const bad = yield* ask(stray("/callbacks/x"))
      assert.deepStrictEqual(unknown, bad)
      assert.strictEqual(logged.length, 1)
      assert.include(logged[0], "If the store was restored from a backup, run")
      assert.include(logged[0], "payin shop/order-17")
    }),
  )

  for (const method of ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS"])
    it.effect(`and a right one have the same answer to ${method}: 405, and POST is allowed (A17)`, () =>
      received(function* (desk) {
        const right = yield* ask(new Request(yield* addressFor(), { method }))
        assert.deepStrictEqual([right.status, right.headers["allow"]], [405, "POST"])
        assert.deepStrictEqual(yield* ask(new Request(`${base}/callbacks/x`, { method })), right)
        assert.deepStrictEqual(desk.notes, [])
      }),
    )
})
