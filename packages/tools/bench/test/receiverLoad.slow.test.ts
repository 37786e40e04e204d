import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { bodyOf, eventIn } from "../src/callbackWork.ts"
import { contentOf } from "../src/sameWork.ts"
import { receiverLoad, wrongIn } from "../src/receiverLoad.ts"

/** What an event says in each encoding. */
const said = (event: number) => [
  contentOf(Buffer.from(bodyOf("payout-1", event, "json")), "application/json"),
  contentOf(Buffer.from(bodyOf("payout-1", event, "form")), "application/x-www-form-urlencoded"),
]

describe("receiverLoad", () => {
  it.live("every side answers callbacks in both encodings, and has what it acknowledged", () =>
    Effect.gen(function* () {
      const run = yield* receiverLoad({ payments: 40, connections: 4, warmMillis: 0, millis: 400 }, () => {})
      assert.deepStrictEqual(wrongIn(run), [])
      for (const side of [run.receiver, run.fastify, run.groupCommit, run.sameWork]) {
        assert.isAbove(side.acknowledged, 1)
        if (process.platform === "linux") assert.isAtLeast(side.cpuMicros, 0)
      }
    }),
  )

  it("an event that is lost, a request without an answer, or another status makes the run wrong", () => {
    const right = {
      perSecond: 1,
      p50Millis: 1,
      p99Millis: 1,
      statuses: { 200: 2 },
      broken: 0,
      acknowledged: 1,
      cpuMicros: 1,
      lost: 0,
    }
    const run = { receiver: right, fastify: right, groupCommit: right, sameWork: right, fsyncMicros: 1 }
    assert.deepStrictEqual(wrongIn(run), [])
    assert.lengthOf(wrongIn({ ...run, receiver: { ...right, lost: 1 } }), 1)
    assert.lengthOf(wrongIn({ ...run, fastify: { ...right, broken: 1 } }), 1)
    assert.lengthOf(wrongIn({ ...run, groupCommit: { ...right, statuses: { 200: 1, 503: 1 } } }), 1)
    assert.lengthOf(wrongIn({ ...run, sameWork: { ...right, broken: 1 } }), 1)
    assert.lengthOf(wrongIn({ ...run, receiver: { ...right, acknowledged: 0 } }), 1)
  })

  it("the peer that does the same work reads one content in both encodings of an event, and another in another event", () => {
    assert.strictEqual(new Set(said(1)).size, 1)
    assert.strictEqual(new Set([...said(1), ...said(2)]).size, 2)
    assert.include(said(1)[0], "custom_data[0][valueof_customdata]=payout-1")
    assert.notInclude(said(1)[0], "callback-token")
    for (const unread of [contentOf(Buffer.from("{"), "application/json"), contentOf(Buffer.from("a=1"), "text/plain")])
      assert.isNull(unread)
  })

  it("bodies of one event differ from those of another and name their event in both encodings", () => {
    // The last one looks like the sum in the model of all bodies.
    const events = [1, 2, 777_001]
    const bodies = events.flatMap((event) => [bodyOf("payout-1", event, "json"), bodyOf("payout-1", event, "form")])
    assert.lengthOf(new Set(bodies), 2 * events.length)
    assert.deepStrictEqual(
      bodies.map(eventIn),
      events.flatMap((event) => [event, event]),
    )
    for (const body of bodies) assert.include(body, "payout-1")
  })
})
