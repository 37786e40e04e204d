/** Batches over HTTP: the same as in the console, but for what only a person does. */
import { runBatches } from "@cauri/batches"
import { Review } from "@cauri/core"
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { newKey, opened, test } from "./world.ts"
import { clientOf } from "./world.ts"

const path = "/v1/payout-batches"
const line = (number: number, more: object = {}) => ({
  id: `l${number}`,
  phone: `2267${String(number).padStart(7, "0")}`,
  amount: 500,
  ...more,
})
const batch = (lines: ReadonlyArray<object>, id = "may") => ({ id, description: "Salary", lines })

describe("a batch", () => {
  test("is checked, kept, started, sent and read line by line; a wrong line stops nothing but itself", function* () {
    const { call } = yield* opened()
    const list = batch([
      line(1),
      line(2, { phone: "7" }),
      line(3, { amount: 12.345 }),
      line(4, { phone: line(1).phone }),
    ])
    const preview = yield* call("POST", `${path}?preview=true`, list)
    assert.deepInclude(preview.body, { state: null, lines: 4, payable: 2, sum: 1_000, twice: ["l1", "l4"] })
    assert.deepStrictEqual(preview.body.wrong, [
      { id: "l2", because: "phone" },
      { id: "l3", because: "amount" },
    ])
    assert.strictEqual((yield* call("GET", `${path}/may`)).status, 404)
    assert.strictEqual((yield* call("POST", path, list)).body.state, "imported")
    assert.strictEqual((yield* call("POST", path, list)).body.state, "imported")
    const other = yield* call("POST", path, batch([line(9)]))
    assert.deepInclude(other.body, { status: 409, code: "content_conflict", reason: "exists" })
    assert.include(other.body.messages.operator.fr, "Ce lot existe déjà avec d’autres lignes.")
    assert.strictEqual((yield* call("POST", `${path}/may/start`)).body.state, "sending")
    const sending = yield* Effect.forkChild(runBatches)
    yield* TestClock.adjust("5 seconds")
    yield* Fiber.interrupt(sending)
    const { body } = yield* call("GET", `${path}/may?limit=2`)
    assert.deepInclude(body, { state: "sent", next: 2, left: { count: 0, sum: 0 }, secondsLeft: null })
    assert.deepInclude(body.lineStates[0], { id: "l1", state: "pending", payout: "may_l1" })
    const rest = yield* call("GET", `${path}/may?after=2&limit=2`)
    assert.deepInclude(rest.body.lineStates[1], { id: "l4", state: "held", because: "twin" })
    assert.isNull(rest.body.next)
    assert.deepInclude((yield* call("POST", `${path}/may/pause`)).body, { status: 409, reason: "wrong_state" })
    const reader = clientOf((yield* opened()).handler, yield* newKey({ may: ["read", "collect", "refund"] }))
    assert.strictEqual((yield* reader("POST", path, list)).status, 403)
    assert.strictEqual((yield* reader("POST", `${path}/may/cancel`)).status, 403)
  })

  test("is paused and cancelled by a key, and approved, resumed and started after a restoration by a person alone", function* () {
    const { call } = yield* opened()
    yield* call("POST", path, batch([line(1)]))
    yield* call("POST", `${path}/may/start`)
    assert.strictEqual((yield* call("POST", `${path}/may/pause`)).body.state, "paused")
    assert.strictEqual((yield* call("POST", `${path}/may/start`)).status, 409)
    assert.strictEqual((yield* call("POST", `${path}/may/cancel`)).body.state, "cancelled")
    const large = batch([line(1, { amount: 60_000 }), line(2, { amount: 60_000 })], "june")
    assert.strictEqual((yield* call("POST", path, large)).body.needsTwo, true)
    const requested = yield* call("POST", `${path}/june/start`)
    assert.strictEqual(requested.body.state, "requested")
    assert.match(requested.body.requestedBy, /^key key-/)
    yield* call("POST", path, batch([line(1)], "july"))
    yield* (yield* Review).restored("The manager", "the disk was lost")
    assert.deepInclude((yield* call("POST", `${path}/july/start`)).body, { status: 409, reason: "needs_person" })
  })

  test("counts as a call that creates where it is read, because all its lines are", function* () {
    const call = clientOf((yield* opened()).handler, yield* newKey({ perMinute: 2 }))
    yield* call("POST", path, batch([line(1)]))
    assert.strictEqual((yield* call("GET", `${path}/may`)).status, 200)
    assert.strictEqual((yield* call("GET", `${path}/may`)).status, 429)
  })

  test("has ten thousand lines in one body, and another body has no more than before", function* () {
    const { call } = yield* opened()
    const lines = Array.from({ length: 10_000 }, (_, at) => line(at + 1, { description: "Salary of May 2026, team 7" }))
    const { body } = yield* call("POST", path, batch(lines))
    assert.deepInclude(body, { payable: 10_000, sum: 5_000_000, state: "imported" })
    assert.strictEqual((yield* call("POST", `${path}/may/start`, { reason: "x".repeat(70_000) })).status, 413)
  })
})
