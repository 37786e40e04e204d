/** Keys that the service denies: a few calls find it out, one hold tells it, and processes with other keys go on. */
import { assert, describe } from "@effect/vitest"
import { Effect, Layer, Struct } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, ProjectId, Worker } from "@cauri/core"
import { Credentials, SharedState, emptyMemory, GatewayError, memoryShared } from "@cauri/core/adapter"
import { callFailureTraits } from "../src/model/CallFailure.ts"
import { DeniedCredentials, pauseNotice } from "../src/services/DeniedCredentials.ts"
import {
  it,
  code00,
  completed,
  flagsOf,
  layerScripted,
  newScript,
  payinKey,
  pushPayin,
  reconcile,
  type Script,
  stateOf,
  tokenNumber,
  unlimited,
  reconcileFor,
} from "./scripted.ts"
import { policyWith } from "./samples.ts"

const shop = ProjectId.make("shop")
const held = Effect.flatMap(SharedState, (desk) => desk.pauses())
const orders = (count: number) => Array.from({ length: count }, (_, n) => payinKey(`order-${n + 1}`))
const flags = (count: number) => Effect.map(Effect.forEach(orders(count), flagsOf), (each) => each.flat())
const states = (count: number) => Effect.map(Effect.forEach(orders(count), stateOf), (each) => new Set(each))

/** Creates so many payins, each of a customer of its own. */
const payins = (count: number) =>
  Effect.forEach(orders(count), ({ id }, n) =>
    Effect.flatMap(Payins, (service) => {
      const customer = `2267${String(n).padStart(7, "0")}`
      return service.create(pushPayin(id, { method: { type: "direct", mode: "ussd_push", phone: customer } }))
    }),
  )

/** From now on the service denies whoever asks with these keys, and answers all others that the customer has paid. */
const revoke = (script: Script, count: number, generation: string) => {
  const says = () =>
    Effect.suspend(() =>
      script.generation === generation
        ? Effect.fail(new GatewayError({ key: payinKey("order-1"), reason: code00 }))
        : Effect.succeed(completed(500)),
    )
  for (let n = 1; n <= count; n++) script.confirms.set(tokenNumber(n), says)
}

/** A second process on the same store, with keys of its own; it works until the test is over. */
const another = (script: Script, generation: string) => {
  const other: Script = { ...newScript(), cell: script.cell, generation }
  const work = Effect.flatMap(Worker, ({ run }) => run).pipe(
    Effect.provide(Layer.fresh(layerScripted(other, unlimited))),
  )
  return Effect.as(Effect.forkChild(work), other)
}

const deny = (credentials: string | null, scope = "project/shop") =>
  Effect.flatMap(SharedState, (desk) =>
    desk.pause({ scope, reason: "authentication_failed", by: "cauri", since: 0, credentials }),
  )

describe("keys that were re-issued while many payments are open (#192)", () => {
  it.under(unlimited)("are told by one hold, and not by a flag on every payment", function* (script) {
    yield* payins(60)
    revoke(script, 60, "one")
    yield* reconcileFor("10 minutes")
    assert.deepStrictEqual(yield* flags(60), ["confirm_denied "])
    assert.deepStrictEqual(
      (yield* held).map(({ scope, credentials }) => [scope, credentials]),
      [["project/shop", "one"]],
    )
    // Those that were under way together may all be denied; no request follows.
    assert.isAtMost(script.asked.length, 16)
    script.generation = "two"
    yield* TestClock.adjust("2 minutes")
    assert.deepStrictEqual(yield* states(60), new Set(["completed"]))
    assert.deepStrictEqual(yield* held, [])
  })

  it.under(unlimited)("are found out once by each process and not again and again", function* (script) {
    yield* payins(60)
    revoke(script, 60, "one")
    const other = yield* another(script, "one")
    revoke(other, 60, "one")
    yield* reconcileFor("10 minutes")
    assert.isAtMost((yield* flags(60)).length, 2)
    assert.isAtMost(script.asked.length + other.asked.length, 32)
  })

  it.under(unlimited)(
    "do not stop a process that has the new ones already, and the one with the old ones does not go on asking",
    function* (script) {
      yield* payins(60)
      revoke(script, 60, "one")
      yield* reconcileFor("30 seconds")
      const asked = script.asked.length
      // Time stands still while a worker works, so the one that always comes first would leave nothing for the other.
      script.beforeStore = (step) => (step === "takeDue" ? Effect.sleep("1 second") : Effect.void)
      const other = yield* another(script, "two")
      revoke(other, 60, "one")
      yield* TestClock.adjust("4 minutes")
      assert.deepStrictEqual(yield* states(60), new Set(["completed"]))
      assert.strictEqual(script.asked.length, asked)
      yield* TestClock.adjust("2 minutes")
      assert.deepStrictEqual(yield* held, [])
    },
  )

  it("keep no payin from being sent by a process that was started with the new ones", function* (script) {
    yield* deny("none")
    yield* reconcile
    for (let n = 1; n <= 12; n++) {
      const method = { type: "direct", mode: "ussd_push", phone: `2267${String(n).padStart(7, "0")}` } as const
      yield* Effect.ignore(Effect.flatMap(Payins, (each) => each.create(pushPayin(`order-${n}`, { method }))))
      yield* TestClock.adjust("10 seconds")
    }
    yield* TestClock.adjust("6 minutes")
    assert.strictEqual(script.seen.length, 12)
  })

  it.under(unlimited)("and new ones that are wrong too are found out by two confirms", function* (script) {
    yield* payins(30)
    yield* deny("none")
    revoke(script, 30, "one")
    yield* reconcileFor("5 minutes")
    assert.isAtMost(script.asked.length, 9)
    assert.deepStrictEqual(
      (yield* held).map(({ credentials }) => credentials),
      ["one"],
    )
  })

  it.under(unlimited)("a person who releases the project makes it ask again", function* (script) {
    yield* payins(2)
    revoke(script, 2, "one")
    yield* reconcileFor("5 minutes")
    const asked = script.asked.length
    script.confirms.clear()
    yield* (yield* Review).resume("project/shop")
    yield* TestClock.adjust("1 minute")
    assert.isAbove(script.asked.length, asked)
  })
})

const world = <A, E>(body: (keys: { now: string }) => Effect.Effect<A, E, DeniedCredentials | SharedState>) =>
  Effect.suspend(() => {
    const keys = { now: "one" }
    const credentials = Credentials.of({
      generation: () => Effect.sync(() => keys.now),
    })
    return Effect.provide(
      body(keys),
      DeniedCredentials.layer.pipe(
        Layer.provideMerge(Layer.succeed(SharedState, memoryShared({ current: emptyMemory }, "denied"))),
        Layer.provide(Layer.succeed(Credentials, credentials)),
      ),
    )
  })

describe("DeniedCredentials", () => {
  it.within(world)("denies the keys that caused the hold, and no others", function* () {
    const denied = yield* DeniedCredentials
    yield* deny("one")
    assert.isTrue(yield* denied.areDenied(shop, "one"))
    assert.isFalse(yield* denied.areDenied(shop, "two"))
    assert.isFalse(yield* denied.areDenied(ProjectId.make("kiosk"), "one"))
  })

  it.within(world)("lifts at once what other keys caused than those in force", function* (keys) {
    const denied = yield* DeniedCredentials
    yield* deny("one")
    yield* denied.resume
    assert.strictEqual((yield* held).length, 1)
    keys.now = "two"
    yield* denied.resume
    assert.deepStrictEqual(yield* held, [])
  })

  it.within(world)(
    "lifts nothing for five minutes after its own were denied too, and remembers those although the hold names others",
    function* (keys) {
      const denied = yield* DeniedCredentials
      keys.now = "two"
      yield* deny("one")
      assert.isNull(yield* denied.deny(shop, "two"))
      assert.isTrue(yield* denied.areDenied(shop, "two"))
      yield* TestClock.adjust("299 seconds")
      yield* denied.resume
      assert.strictEqual((yield* held).length, 1)
      yield* TestClock.adjust("1 second")
      assert.isFalse(yield* denied.areDenied(shop, "two"))
      yield* denied.resume
      assert.deepStrictEqual(yield* held, [])
    },
  )

  it.within(world)("remembers rejected credentials for five minutes after a person resumed the project", function* () {
    const denied = yield* DeniedCredentials
    yield* deny("one")
    assert.isTrue(yield* denied.areDenied(shop, "one"))
    yield* (yield* SharedState).resume("project/shop")
    assert.isTrue(yield* denied.areDenied(shop, "one"))
    yield* TestClock.adjust("5 minutes")
    assert.isFalse(yield* denied.areDenied(shop, "one"))
  })

  it.within(world)("never lifts what no keys caused", function* () {
    yield* deny(null)
    yield* deny("other", "payouts")
    yield* (yield* DeniedCredentials).resume
    assert.strictEqual((yield* held).length, 2)
  })

  it.within(world)(
    "takes no credentials for none that were denied, although a person's hold has none either (#192)",
    function* () {
      yield* deny(null)
      assert.isFalse(yield* (yield* DeniedCredentials).areDenied(shop, null))
    },
  )
})

describe("the log line of a pause", () => {
  it("names a remedy for every answer that pauses", () => {
    for (const reason of Struct.keys(callFailureTraits)) {
      if (callFailureTraits[reason].retry !== "whenFixed") continue
      const line = pauseNotice({ scope: "payouts", since: 0, credentials: null }, reason, "", policyWith())
      assert.notInclude(line, "Settle it with the service", reason)
    }
  })

  it("says what resumes it, also for an answer without a remedy of its own", () => {
    const pause = { scope: "project/shop", since: 0, credentials: null }
    const says = (reason: "ip_denied" | "unrecognised") =>
      pauseNotice(pause, reason, "the payout shop/salary-1", policyWith())
    assert.match(says("ip_denied"), /whitelist, then resume project\/shop;/)
    assert.match(says("unrecognised"), /Settle it with the service, then resume project\/shop;/)
    const denied = { ...pause, credentials: "one" }
    const line = pauseNotice(denied, "authentication_failed", "the payout shop/salary-1", policyWith())
    assert.include(line, "of the project, and creations resume by themselves.")
  })
})
