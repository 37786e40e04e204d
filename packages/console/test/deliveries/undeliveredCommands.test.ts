import { assert, describe } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { PaymentStore } from "@cauri/core"
import { noAnswer, SharedState } from "@cauri/core/adapter"
import { createPayout, newWorld } from "../world.ts"
import { itFrom } from "../it.ts"

/** A store in which `mail` has not heard that a payout is in doubt. */
const waiting = Effect.gen(function* () {
  const world = yield* newWorld()
  yield* Context.get(world.services, PaymentStore).subscribe({ consumer: "mail", from: 0, limit: 100 })
  world.service.create = noAnswer("timed_out")
  yield* createPayout(world, "salary-1")
  return world
})

const test = itFrom(waiting)

test("undelivered tells who has not heard what, and nothing of what is just on its way", function* (world) {
  assert.strictEqual((yield* world.console("undelivered")).out, "Every consumer has received its events.\n")
  yield* TestClock.adjust("61 seconds")
  const { code, out } = yield* world.console("undelivered")
  assert.strictEqual(code, 0)
  assert.match(out, /^consumer +payment +up to event +since +refusals +next try\nmail +payout shop\/salary-1 +\d/)
  const told: ReadonlyArray<unknown> = JSON.parse((yield* world.console("undelivered", "--json")).out)
  assert.lengthOf(told, 1)
  assert.deepInclude(told[0], {
    payment: { kind: "payout", project: "shop", id: "salary-1" },
    consumer: "mail",
    since: "1970-01-01T00:00:00.000Z",
  })
})

describe("forget", () => {
  test("refuses a consumer that a program delivers to, which keeps its events", function* (world) {
    yield* TestClock.adjust("61 seconds")
    const shared = Context.get(world.services, SharedState)
    yield* shared.beat({ process: "consumer mail", role: "consumer", at: 60_000 })
    const { code, err } = yield* world.console("forget", "mail", "--reason", "a mistake")
    assert.strictEqual(code, 1)
    assert.match(err, /^mail was not forgotten: a program delivers to it/)
    assert.match((yield* world.console("undelivered")).out, /mail +payout shop\/salary-1/)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* world.console("forget", "mail", "--reason", "a mistake")).code, 0)
  })

  test("takes a consumer away with what it has not heard, and keeps who did it", function* (world) {
    yield* TestClock.adjust("61 seconds")
    assert.strictEqual((yield* world.console("forget", "mail")).code, 64, "a reason is needed")
    const { code, out } = yield* world.console("forget", "mail", "--reason", "the shop reads lines now")
    assert.strictEqual(code, 0)
    assert.match(out, /^mail receives nothing more; events of 1 payment waited for it\./)
    assert.strictEqual((yield* world.console("undelivered")).out, "Every consumer has received its events.\n")
    assert.match(
      (yield* world.console("deeds")).out,
      /forget +A\. Colleague +user@machine +consumer mail +the shop reads lines now/,
    )
  })
})
