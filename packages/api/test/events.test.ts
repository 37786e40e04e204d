import { PaymentStore, Worker } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { assert, describe } from "@effect/vitest"
import { Effect, Exit, Fiber, Redacted, Scope } from "effect"
import { TestClock } from "effect/testing"
import { makeApiHandler, replaceKey, revokeKey } from "../src/index.ts"
import { clientOf, direct, newKey, opened, paid, payin, reached, requestOf, test } from "./world.ts"

type Got = Effect.Success<ReturnType<ReturnType<typeof clientOf>>>

const unanswered = payin({ method: direct("22660000082") })
const idsOf = ({ body }: Got): ReadonlyArray<string> => body.events.map(({ id }: { id: string }) => id)
const acksOf = ({ body }: Got): ReadonlyArray<string> => body.events.map(({ ack }: { ack: string }) => ack)

/** Waits until a poll of this key has begun to wait. */
const polling = (name: string) =>
  Effect.flatMap(SharedState, (shared) =>
    reached(() =>
      Effect.runPromise(
        Effect.map(shared.heartbeats(), (beats) =>
          beats.some(({ process }) => process.startsWith(`consumer api/${name}/`)),
        ),
      ),
    ),
  )

describe("events", () => {
  test("come one of a payment at a time, in order, until each is acknowledged", function* () {
    const { call } = yield* opened()
    yield* call("PUT", "/v1/payins/order-1", unanswered)
    yield* call("PUT", "/v1/payins/order-2", unanswered)
    const first = yield* call("GET", "/v1/events?wait=0")
    assert.deepStrictEqual(idsOf(first), ["payin shop/order-1#4", "payin shop/order-2#4"])
    assert.deepInclude(first.body.events[0], {
      type: "payin.in_doubt",
      payment: { kind: "payin", project: "shop", id: "order-1" },
      status: "in_doubt",
    })
    // They are this caller's for a minute.
    assert.deepStrictEqual(idsOf(yield* call("GET", "/v1/events?wait=0")), [])
    yield* TestClock.adjust("1 minute")
    const again = yield* call("GET", "/v1/events?wait=0&limit=1")
    assert.deepStrictEqual(idsOf(again), ["payin shop/order-1#4"])
    const acks = [...acksOf(first).slice(0, 1), ...acksOf(again)]
    assert.deepStrictEqual((yield* call("POST", "/v1/events/ack", { acks })).body, { acked: 1, stale: 1 })
    assert.deepStrictEqual((yield* call("POST", "/v1/events/ack", { acks })).body, { acked: 0, stale: 2 })
    const next = yield* call("GET", "/v1/events?wait=0&limit=2")
    assert.deepStrictEqual(idsOf(next), ["payin shop/order-1#5", "payin shop/order-2#4"])
    assert.deepInclude(next.body.events[0], { type: "payin.flagged", flag: "unanswered" })
    const wrong = yield* call("POST", "/v1/events/ack", { acks: [...acks, "order-1"] })
    assert.deepInclude(wrong.body, { code: "invalid_input", field: "acks[2]" })
  })

  test("of a payin older than the key are those after the key's first poll, such as a flag", function* () {
    const { call, handler } = yield* opened()
    for (const id of ["order-1", "order-2"]) yield* call("PUT", `/v1/payins/${id}`, { ...paid, orderRef: "17" })
    yield* TestClock.adjust("1 second")
    const late = clientOf(handler, yield* newKey())
    yield* call("GET", "/v1/payins/order-1?recheck=true")
    assert.deepStrictEqual(idsOf(yield* late("GET", "/v1/events?wait=0")), [])
    yield* call("GET", "/v1/payins/order-2?recheck=true")
    const types: Array<string> = []
    for (let got = yield* late("GET", "/v1/events?wait=0"); got.body.events.length > 0;) {
      for (const { payment, type } of got.body.events) types.push(`${payment.id} ${type}`)
      yield* late("POST", "/v1/events/ack", { acks: acksOf(got) })
      got = yield* late("GET", "/v1/events?wait=0")
    }
    assert.deepStrictEqual(types, ["order-2 payin.completed", "refund-order-2 payout.held", "order-2 payin.flagged"])
  })

  test("are those of the key's project since the key was made, for each key its own", function* () {
    const { call, handler } = yield* opened()
    yield* call("PUT", "/v1/payins/order-1", unanswered)
    yield* TestClock.adjust("1 second")
    const late = clientOf(handler, yield* newKey())
    const other = clientOf(handler, yield* newKey({ project: "other", name: "other" }))
    yield* call("PUT", "/v1/payins/order-2", unanswered)
    yield* other("PUT", "/v1/payins/order-3", unanswered)
    assert.deepStrictEqual(idsOf(yield* call("GET", "/v1/events?wait=0")), [
      "payin shop/order-1#4",
      "payin shop/order-2#4",
    ])
    assert.deepStrictEqual(idsOf(yield* late("GET", "/v1/events?wait=0")), ["payin shop/order-2#4"])
    const theirs = yield* other("GET", "/v1/events?wait=0")
    assert.deepStrictEqual(idsOf(theirs), ["payin other/order-3#4"])
    assert.deepStrictEqual((yield* call("POST", "/v1/events/ack", { acks: acksOf(theirs) })).body, {
      acked: 0,
      stale: 1,
    })
    // Another key of the name begins where it was made, and what was taken for the first one is not its own.
    yield* revokeKey("other")
    yield* TestClock.adjust("1 second")
    const again = clientOf(handler, yield* newKey({ project: "other", name: "other" }))
    assert.deepStrictEqual(idsOf(yield* again("GET", "/v1/events?wait=0")), [])
    assert.deepStrictEqual((yield* again("POST", "/v1/events/ack", { acks: acksOf(theirs) })).body, {
      acked: 0,
      stale: 1,
    })
    const { deliveries, unsubscribe } = yield* PaymentStore
    const consumers = (yield* deliveries({ limit: 100 })).map(({ consumer }) => consumer)
    assert.notInclude(consumers, "api/other/3")
    // A person may have the store forget a consumer whose program was off for long: it is there again with the next poll.
    yield* unsubscribe("api/other/5")
    yield* again("GET", "/v1/events?wait=0")
    yield* again("PUT", "/v1/payins/order-4", unanswered)
    assert.deepStrictEqual(idsOf(yield* again("GET", "/v1/events?wait=0")), ["payin other/order-4#4"])
  })

  test("go on with a key that replaces another: none is lost, none comes twice, and revoking the old one ends none", function* () {
    const { handler } = yield* opened()
    const old = clientOf(handler, yield* newKey({ name: "till" }))
    yield* old("PUT", "/v1/payins/order-1", unanswered)
    yield* old("PUT", "/v1/payins/order-2", unanswered)
    const taken = yield* old("GET", "/v1/events?wait=0&limit=1")
    yield* TestClock.adjust("1 second")
    const { secret } = yield* replaceKey({ name: "till-2", replaces: "till" })
    const call = clientOf(handler, Redacted.value(secret))
    assert.deepStrictEqual(idsOf(yield* old("GET", "/v1/events?wait=0")), ["payin shop/order-2#4"])
    const acked = yield* call("POST", "/v1/events/ack", { acks: acksOf(taken) })
    assert.deepStrictEqual(acked.body, { acked: 1, stale: 0 })
    yield* revokeKey("till")
    assert.deepStrictEqual(idsOf(yield* call("GET", "/v1/events?wait=0")), ["payin shop/order-1#5"])
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(idsOf(yield* call("GET", "/v1/events?wait=0")), [
      "payin shop/order-1#5",
      "payin shop/order-2#4",
    ])
    yield* revokeKey("till-2")
    assert.deepStrictEqual(yield* (yield* PaymentStore).deliveries({ limit: 10 }), [])
  })

  test("go to no revoked key whose poll was open, though a new key has its name", function* () {
    const { handler } = yield* opened()
    const old = clientOf(handler, yield* newKey({ name: "till" }))
    const waiting = yield* Effect.forkChild(old("GET", "/v1/events"))
    yield* polling("till")
    yield* revokeKey("till")
    const call = clientOf(handler, yield* newKey({ name: "till" }))
    yield* call("PUT", "/v1/payins/order-1", unanswered)
    assert.deepStrictEqual(idsOf(yield* call("GET", "/v1/events?wait=0")), ["payin shop/order-1#4"])
    yield* TestClock.adjust("25 seconds")
    assert.deepStrictEqual(idsOf(yield* Fiber.join(waiting)), [])
  })

  test("of other projects do not hide those that are due", function* () {
    const { call, handler } = yield* opened()
    const other = clientOf(handler, yield* newKey({ project: "other", name: "other" }))
    yield* call("GET", "/v1/events?wait=0")
    for (const id of ["a", "b", "c"]) yield* other("PUT", `/v1/payins/${id}`, unanswered)
    yield* call("PUT", "/v1/payins/order-1", unanswered)
    assert.deepStrictEqual(idsOf(yield* call("GET", "/v1/events?wait=0&limit=2")), ["payin shop/order-1#4"])
  })

  test("wake the poll that waits for them; it ends with its time, its caller, or the API", function* () {
    const scope = yield* Scope.make()
    const handler = yield* Scope.provide(makeApiHandler(), scope)
    const call = clientOf(handler, yield* newKey({ name: "poll" }))
    yield* call("PUT", "/v1/payins/order-1", paid)
    const waiting = yield* Effect.forkChild(call("GET", "/v1/events"))
    yield* polling("poll")
    yield* call("GET", "/v1/payins/order-1?recheck=true")
    const woken = yield* Fiber.join(waiting)
    assert.deepStrictEqual(idsOf(woken), ["payin shop/order-1#4"])
    assert.deepInclude(woken.body.events[0], { type: "payin.completed", amountPaid: 500, late: false, decidedBy: null })
    yield* call("POST", "/v1/events/ack", { acks: acksOf(woken) })

    yield* TestClock.adjust("1 second")
    const secret = yield* newKey({ name: "patient" })
    const patient = clientOf(handler, secret)
    const timed = yield* Effect.forkChild(patient("GET", "/v1/events?wait=30"))
    yield* polling("patient")
    yield* TestClock.adjust(29_999)
    assert.isUndefined(timed.pollUnsafe())
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(idsOf(yield* Fiber.join(timed)), [])

    const leaving = new AbortController()
    const asked = requestOf("GET", "/v1/events", undefined, { authorization: `Bearer ${secret}` })
    const left = handler(new Request(asked, { signal: leaving.signal }))
    leaving.abort()
    assert.strictEqual((yield* Effect.promise(() => left)).status, 200)

    const last = clientOf(handler, yield* newKey({ name: "last" }))
    const ended = yield* Effect.forkChild(last("GET", "/v1/events"))
    yield* polling("last")
    yield* Scope.close(scope, Exit.void)
    assert.deepStrictEqual(idsOf(yield* Fiber.join(ended)), [])
    assert.deepInclude((yield* last("GET", "/v1/events")).body, { code: "closed", status: 503, retryable: true })
  })
})

describe("a stream", () => {
  test("shows each change, says that it lives, and ends with the payment", function* () {
    const { call, handler } = yield* opened()
    const key = { authorization: `Bearer ${yield* newKey()}` }
    yield* call("PUT", "/v1/payins/order-1", paid)
    const response = yield* Effect.promise(() => handler(requestOf("GET", "/v1/payins/order-1/stream", undefined, key)))
    assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
    let seen = ""
    const reading = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    const read = (async () => {
      for (let part = await reading?.read(); part?.value !== undefined; part = await reading?.read()) seen += part.value
    })()
    yield* reached(() => seen.includes("\n\n"))
    assert.deepInclude(JSON.parse(/^event: payment\ndata: (.*)\n\n$/.exec(seen)?.[1] ?? ""), {
      id: "order-1",
      status: "pending",
    })
    yield* TestClock.adjust("15 seconds")
    yield* reached(() => seen.endsWith(": waiting\n\n"))
    yield* (yield* Worker).runOnce
    yield* Effect.promise(() => read)
    assert.match(seen, /"status":"completed".*\n\nevent: end\ndata: \n\n$/)
    const missing = yield* call("GET", "/v1/payouts/salary-1/stream")
    assert.strictEqual(missing.status, 404)
  })

  test("of a key that was revoked meanwhile shows nothing more", function* () {
    const { call, handler } = yield* opened()
    const key = { authorization: `Bearer ${yield* newKey({ name: "page" })}` }
    yield* call("PUT", "/v1/payins/order-1", paid)
    const response = yield* Effect.promise(() => handler(requestOf("GET", "/v1/payins/order-1/stream", undefined, key)))
    const reader = response.body?.getReader()
    yield* Effect.promise(async () => void (await reader?.read()))
    yield* revokeKey("page")
    yield* call("GET", "/v1/payins/order-1?recheck=true")
    const rest = yield* Effect.promise(async () => new TextDecoder().decode((await reader?.read())?.value))
    // Nor does it say that nothing more is expected.
    assert.strictEqual(rest, "")
  })

  test("ends after a quarter of an hour without its end, so that its reader connects again", function* () {
    const { call, handler } = yield* opened()
    const key = { authorization: `Bearer ${yield* newKey()}` }
    yield* call("PUT", "/v1/payins/order-1", payin())
    const response = yield* Effect.promise(() => handler(requestOf("GET", "/v1/payins/order-1/stream", undefined, key)))
    const text = yield* Effect.forkChild(Effect.promise(() => response.text()))
    yield* TestClock.adjust("15 minutes")
    const seen = yield* Fiber.join(text)
    assert.include(seen, "event: payment")
    assert.notInclude(seen, "event: end")
  })

  test("holds a connection, of which each key has a hundred", function* () {
    const { call, handler } = yield* opened()
    const [one, two] = [yield* newKey({ name: "one" }), yield* newKey({ name: "two" })]
    yield* call("PUT", "/v1/payins/order-1", paid)
    const follow = (secret: string) => {
      const headers = { authorization: `Bearer ${secret}` }
      return Effect.promise(() => handler(requestOf("GET", "/v1/payins/order-1/stream", undefined, headers)))
    }
    const streams = yield* Effect.all(Array.from({ length: 100 }, () => follow(one)))
    const refused = yield* follow(one)
    assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [429, "5"])
    assert.strictEqual((yield* follow(two)).status, 200)
    yield* Effect.promise(() => streams[0]?.body?.cancel() ?? Promise.resolve())
    assert.strictEqual((yield* follow(one)).status, 200)
  })
})
