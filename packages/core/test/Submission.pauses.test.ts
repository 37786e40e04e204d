/** What stops creations: holds, the breaker, and the turns that all processes share. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Logger } from "effect"
import { TestClock } from "effect/testing"
import { type PaymentKey, Review, Payins, Payouts } from "@cauri/core"
import { SharedState, memoryDriver, noAnswer, notSent, StoreMark } from "@cauri/core/adapter"
import { CallFailure } from "@cauri/core/model"
import {
  it,
  after,
  accepted,
  code00,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  reconcile,
  refused,
  type Script,
  scripted,
  stateOf,
  turnedAway,
  unlimited,
  reconcileFor,
} from "./scripted.ts"
import { whyNot } from "./setups.ts"

const scopes = Effect.flatMap(SharedState, (desk) =>
  Effect.map(desk.pauses(), (pauses) => pauses.map(({ scope }) => scope)),
)
const low = turnedAway(CallFailure.cases.balance_too_low.make({ code: "Code08" }))
const ipDenied = turnedAway(CallFailure.cases.ip_denied.make({ code: "Code06" }))
const kiosk = { merchant: { shops: { kiosk: { name: "Kiosk", siteUrl: "https://kiosk.example" } } } }

/** A callback for the first attempt comes, past the services. */
const noted = ({ cell }: Pick<Script, "cell">, key: PaymentKey) =>
  Effect.asVoid(memoryDriver(cell).noteCallback({ key, attempt: 1, fingerprint: "one", receivedAt: 0, body: null }))

/** The log line of a pause because of credentials. */
const says = (met: string) =>
  new RegExp(
    `^Error Creations of project/shop are paused since 1970-01-01T00:00:0\\S+Z: the service answered ${met} with authentication_failed, because the service refuses its credentials\\. Correct the credentials of the project, and creations resume by themselves\\. `,
  )

describe("pauses", () => {
  const stops = [
    { scope: "payouts", payin: "pending", payout: "intended" },
    { scope: "project/shop", payin: "intended", payout: "intended" },
    { scope: "project/shop/payins", payin: "intended", payout: "pending" },
    { scope: "project/shop/payouts", payin: "pending", payout: "intended" },
    { scope: "operator/shop/ORANGE", payin: "pending", payout: "intended" },
    { scope: "operator/shop/MOOV", payin: "pending", payout: "pending" },
    { scope: "project/kiosk", payin: "pending", payout: "pending" },
  ] as const
  for (const row of stops) {
    it(`on ${row.scope}: a payin is ${row.payin}, a payout over ORANGE is ${row.payout} (P2, O2)`, function* () {
      yield* (yield* Review).pause(row.scope, "A colleague", "counting")
      const { payment: payin } = yield* (yield* Payins).create(pushPayin("order-1"))
      const sent = yield* (yield* Payouts).create(payout("salary-1", { operator: "ORANGE" }))
      assert.deepStrictEqual([payin.state._tag, sent.payment.state._tag], [row.payin, row.payout])
    })
  }

  it("one that is set between the reading and the claim works: the claim reads it in the same step", function* (script) {
    const desk = yield* Review
    script.beforeStore = (step) =>
      step === "claim" ? Effect.orDie(desk.pause("payouts", "A colleague", "stop")) : Effect.void
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 0)
  })

  it("Code00 on a creation holds the project until its credentials change, and uses up no attempt (#188, #192, #225)", function* (script) {
    script.creations = [turnedAway(code00), turnedAway(code00), turnedAway(code00)]
    const sent = yield* (yield* Payouts).create(payout("salary-1"))
    assert.strictEqual(sent.payment.state._tag, "intended")
    assert.deepStrictEqual(yield* scopes, ["project/shop"])
    assert.strictEqual((yield* (yield* Payins).create(pushPayin("order-1"))).payment.state._tag, "intended")
    yield* reconcileFor("1 hour")
    assert.strictEqual(script.seen.length, 1)
    // Two more denials after two more changes: still no attempt is used up.
    for (const generation of ["two", "three", "four"]) {
      script.generation = generation
      yield* TestClock.adjust("2 minutes")
    }
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
    assert.deepStrictEqual(yield* scopes, [])
    assert.strictEqual(script.seen.length, 4)
  })

  it.effect("nothing is sent while the store's mark is missing, and no payout while it cannot be advanced", () => {
    const mark = { ready: false, advance: false }
    return scripted((script) =>
      Effect.gen(function* () {
        const payouts = yield* Payouts
        assert.deepStrictEqual(whyNot((yield* payouts.create(payout("salary-1"))).notNow), ["no_mark", null])
        mark.ready = true
        const unsent = yield* payouts.send(payoutKey("salary-1"))
        assert.strictEqual(unsent.payment.state._tag, "intended")
        assert.deepStrictEqual(script.seen, [])
        yield* (yield* Payins).create(pushPayin("order-1"))
        assert.lengthOf(script.seen, 1)
      }),
    ).pipe(
      Effect.provideService(StoreMark, {
        ready: Effect.sync(() => mark.ready),
        advance: Effect.sync(() => mark.advance),
      }),
    )
  })

  it("credentials that change while a denied call is under way lift its hold by themselves (#192)", function* (script) {
    const denied = Effect.sync(() => {
      script.generation = "two"
      return turnedAway(code00)
    })
    script.creations = [denied]
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "intended")
    assert.deepStrictEqual(yield* scopes, ["project/shop"])
    yield* reconcileFor("2 minutes")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
  })

  it("an address that is not whitelisted holds that kind of the project, until a person lifts it (#193, #229, #236)", function* (script) {
    script.creations = [ipDenied]
    assert.strictEqual((yield* (yield* Payouts).create(payout("salary-1"))).payment.state._tag, "intended")
    assert.deepStrictEqual(yield* scopes, ["project/shop/payouts"])
    assert.strictEqual((yield* (yield* Payins).create(pushPayin("order-1"))).payment.state._tag, "pending")
    yield* reconcile
    script.generation = "two"
    yield* TestClock.adjust("10 minutes")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "intended")
    yield* (yield* Review).resume("project/shop/payouts")
    yield* TestClock.adjust("31 seconds")
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
  })

  it("a feature that is not enabled holds that kind of the project, and what waits goes on after it (#226, #231)", function* (script) {
    script.creations = [
      turnedAway(CallFailure.cases.payout_not_enabled.make({ code: "Code01" })),
      turnedAway(CallFailure.cases.payin_not_enabled.make({ code: "Code01" })),
    ]
    for (const n of [1, 2, 3]) {
      yield* (yield* Payouts).create(payout(`salary-${n}`, { amount: 700 + n }))
      yield* (yield* Payins).create(pushPayin(`order-${n}`))
    }
    assert.deepStrictEqual(yield* scopes, ["project/shop/payouts", "project/shop/payins"])
    assert.strictEqual(script.seen.length, 2)
    for (const kind of ["payouts", "payins"]) yield* (yield* Review).resume(`project/shop/${kind}`)
    yield* reconcileFor("31 seconds")
    for (const n of [1, 2, 3]) {
      assert.strictEqual(yield* stateOf(payoutKey(`salary-${n}`)), "pending")
      assert.strictEqual(yield* stateOf(payinKey(`order-${n}`)), "pending")
    }
  })

  it("a payin that is turned away for its address holds the project's payins", function* (script) {
    script.creations = [turnedAway(CallFailure.cases.ip_denied.make({ code: "Code03" }))]
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.deepStrictEqual(yield* scopes, ["project/shop/payins"])
  })

  it("a low balance holds the operator that the host declared, and no other (#237, #238, #239)", function* (script) {
    const payouts = yield* Payouts
    script.creations = [low]
    assert.strictEqual(
      (yield* payouts.create(payout("salary-1", { operator: "ORANGE" }))).payment.state._tag,
      "intended",
    )
    assert.deepStrictEqual(yield* scopes, ["operator/shop/ORANGE"])
    const same = yield* payouts.create(payout("salary-2", { operator: "ORANGE", amount: 10 }))
    const other = yield* payouts.create(payout("salary-3", { operator: "MOOV", amount: 20 }))
    assert.deepStrictEqual([same.payment.state._tag, other.payment.state._tag], ["intended", "pending"])
  })

  it("a low balance ends its pause by itself after the policy's time, and each payout goes out once (#237)", function* (script) {
    const payouts = yield* Payouts
    script.creations = [low, low]
    for (const n of [1, 2]) yield* payouts.create(payout(`salary-${n}`, { operator: "ORANGE", amount: 10 * n }))
    yield* reconcileFor("14 minutes")
    assert.strictEqual(script.seen.length, 1)
    // The balance is still too low: the next call pauses the operator again, and uses up no attempt either.
    yield* TestClock.adjust("15 minutes")
    assert.strictEqual(script.seen.length, 2)
    assert.deepStrictEqual(yield* scopes, ["operator/shop/ORANGE"])
    yield* TestClock.adjust("16 minutes")
    for (const n of [1, 2])
      assert.deepStrictEqual([yield* stateOf(payoutKey(`salary-${n}`)), script.seen.length], ["pending", 4])
    assert.deepStrictEqual(yield* scopes, [])
  })

  it.under({ limits: { lowBalancePause: "Infinity" } })(
    "a person ends the pause of a low balance before its time, and the policy can leave it to one (#237)",
    function* (script) {
      script.creations = [low]
      yield* (yield* Payouts).create(payout("salary-1", { operator: "ORANGE" }))
      yield* reconcileFor("6 hours")
      assert.strictEqual(script.seen.length, 1)
      yield* (yield* Review).resume("operator/shop/ORANGE")
      yield* TestClock.adjust("31 seconds")
      assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "pending")
    },
  )

  it.under({ limits: { payoutIntent: "1 hour" } })(
    "what waits for a balance can be cancelled, and after a time a person releases it (O15, O16, #237)",
    function* (script, { payouts }) {
      script.creations = Array.from({ length: 200 }, () => low)
      for (const n of [1, 2]) yield* payouts.create(payout(`salary-${n}`, { operator: "ORANGE", amount: 10 * n }))
      assert.strictEqual((yield* payouts.cancel(payoutKey("salary-2"), "A colleague")).payment.state._tag, "cancelled")
      yield* reconcileFor("61 minutes")
      const { payment } = yield* payouts.get(payoutKey("salary-1"))
      assert.deepStrictEqual(payment.state, { _tag: "held", because: "stale" })
    },
  )

  it("a callback for a call that was turned away for its balance stops the next one (O9, #205, #237)", function* (script) {
    script.creations = [low]
    yield* (yield* Payouts).create(payout("salary-1", { operator: "ORANGE" }))
    yield* (yield* Review).resume("operator/shop/ORANGE")
    // It comes between the worker's reading and its claim: the claim itself must see it.
    script.beforeStore = (step) => (step === "claim" ? noted(script, payoutKey("salary-1")) : Effect.void)
    yield* reconcileFor("2 minutes")
    assert.strictEqual(script.seen.length, 1)
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "in_doubt")
  })

  it("a low balance holds only payouts: a payin is refused for good (P7, O6)", function* (script) {
    script.creations = [
      refused(CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" })),
      refused(CallFailure.cases.amount_refused.make({ code: "Code02" })),
    ]
    yield* (yield* Payouts).create(payout("salary-1", { operator: "ORANGE" }))
    yield* (yield* Payins).create(pushPayin("order-1"))
    assert.strictEqual(yield* stateOf(payoutKey("salary-1")), "refused")
    assert.strictEqual(yield* stateOf(payinKey("order-1")), "refused")
    assert.deepStrictEqual(yield* scopes, [])
  })

  it.gen("a hold by the library names what caused it, and the log says it without a phone number (S16)", function* () {
    const lines: Array<string> = []
    const collect = Logger.make<unknown, void>(({ message, logLevel }) => {
      lines.push(`${logLevel} ${String(message)}`)
    })
    yield* scripted((script) =>
      Effect.gen(function* () {
        script.creations = [turnedAway(code00)]
        yield* (yield* Payouts).create(payout("salary-1"))
        assert.deepStrictEqual(yield* (yield* SharedState).pauses(), [
          { scope: "project/shop", reason: "authentication_failed", by: "cauri", since: 0, credentials: "one" },
        ])
        yield* (yield* Review).resume("project/shop")
        script.creations = []
        const payins = yield* Payins
        for (const id of ["order-1", "order-2"]) yield* payins.create(pushPayin(id))
        for (const token of ["token-2", "token-3"]) script.confirms.set(token, code00)
        for (const id of ["order-1", "order-2"]) {
          yield* (yield* Review).recheck(payinKey(id))
          yield* TestClock.adjust("1 second")
        }
      }),
    ).pipe(Effect.provide(Logger.layer([collect])))
    assert.strictEqual(lines.length, 2)
    assert.match(lines[0] ?? "", says("the payout shop/salary-1"))
    assert.match(lines[1] ?? "", says("confirms of the payin shop/order-1"))
  })

  it("a low balance of an operator that is not declared holds the project's payouts (O4, #239)", function* (script) {
    const payouts = yield* Payouts
    script.creations = [low]
    assert.strictEqual((yield* payouts.create(payout("salary-1"))).payment.state._tag, "intended")
    assert.deepStrictEqual(yield* scopes, ["project/shop/payouts"])
    assert.strictEqual((yield* payouts.create(payout("salary-2", { amount: 10 }))).payment.state._tag, "intended")
    assert.strictEqual((yield* (yield* Payins).create(pushPayin("order-1"))).payment.state._tag, "pending")
    yield* reconcileFor("16 minutes")
    for (const n of [1, 2]) assert.strictEqual(yield* stateOf(payoutKey(`salary-${n}`)), "pending")
  })

  it.under(kiosk)("one project's hold leaves the others alone (#181)", function* (script, { payins }) {
    script.creations = [turnedAway(code00)]
    yield* payins.create(pushPayin("order-1"))
    const other = yield* payins.create(pushPayin("order-1", { project: "kiosk" }))
    assert.strictEqual(other.payment.state._tag, "pending")
  })
})

const quick = { calls: { breaker: { window: 60_000, calls: 4, share: 0.5, openFor: 30_000 }, creationRate: null } }

describe("the breaker", () => {
  it.under(quick)("opens after transport failures, and creations wait until it closes", function* (script, { payins }) {
    script.creations = Array.from({ length: 4 }, () => noAnswer("connection_lost"))
    for (let n = 0; n < 4; n++) yield* payins.create(pushPayin(`order-${n}`))
    assert.strictEqual((yield* payins.create(pushPayin("order-5"))).payment.state._tag, "intended")
    assert.strictEqual(script.seen.length, 4)
    yield* reconcileFor("36 seconds")
    assert.strictEqual(yield* stateOf(payinKey("order-5")), "pending")
  })

  it.under(quick)("opens after calls that got no answer within their lease, each counted once", function* (script) {
    const payins = yield* Payins
    script.creations = [after("70 seconds", accepted(1)), after("70 seconds", accepted(2))]
    for (let n = 0; n < 2; n++) yield* Effect.forkChild(payins.create(pushPayin(`order-${n}`)))
    yield* TestClock.adjust("1 minute")
    for (let n = 2; n < 4; n++) assert.isNull((yield* payins.create(pushPayin(`order-${n}`))).notNow)
    assert.strictEqual((yield* payins.create(pushPayin("order-4"))).notNow?.because, "breaker_open")
    yield* TestClock.adjust("30 seconds")
    assert.isNull((yield* payins.create(pushPayin("order-5"))).notNow)
  })

  it.under({ ...quick, ...unlimited })(
    "what the service says to confirms never counts either: only confirms that got no answer do",
    function* (script, { payins, review: desk }) {
      yield* payins.create(pushPayin("order-1"))
      script.confirms.set("token-1", CallFailure.cases.unrecognised.make({ code: "Code77" }))
      for (let n = 0; n < 10; n++) yield* desk.recheck(payinKey("order-1"))
      assert.strictEqual((yield* payins.create(pushPayin("order-2"))).payment.state._tag, "pending")
      script.confirms.set("token-1", CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" }))
      for (let n = 0; n < 12; n++) yield* desk.recheck(payinKey("order-1"))
      assert.strictEqual((yield* payins.create(pushPayin("order-3"))).payment.state._tag, "intended")
    },
  )

  it.under(quick)("confirms go on while it is open, so nothing is blind", function* (script, { payins }) {
    yield* payins.create(pushPayin("order-1"))
    script.creations = Array.from({ length: 4 }, () => notSent("connect_timeout"))
    for (let n = 2; n < 6; n++) yield* payins.create(pushPayin(`order-${n}`))
    yield* reconcileFor("7 seconds")
    assert.isAtLeast(script.asked.length, 1)
  })
})

describe("the turns of creations", () => {
  it.under({ calls: { creationRate: { perSecond: 0.2, burst: 1 } } })(
    "a creation waits for its turn, and goes out when it comes",
    function* (script, { payins }) {
      yield* payins.create(pushPayin("order-1"))
      const second = yield* Effect.forkChild(payins.create(pushPayin("order-2")))
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(script.seen.length, 1)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(second)).payment.state._tag, "pending")
    },
  )

  it.under({ calls: { creationRate: { perSecond: 0.05, burst: 1 } } })(
    "one whose turn is too far away is left to the reconciler",
    function* (script, { payouts }) {
      yield* payouts.create(payout("salary-1"))
      assert.strictEqual((yield* payouts.create(payout("salary-2", { amount: 2 }))).payment.state._tag, "intended")
      assert.strictEqual(script.seen.length, 1)
      yield* reconcileFor("1 minute")
      assert.strictEqual(yield* stateOf(payoutKey("salary-2")), "pending")
    },
  )

  it.under({ calls: { creationRate: { perSecond: 0.2, burst: 1 } } })(
    "are shared with every program that takes them from the same store, under the name of creations",
    function* (script) {
      const rate = { perSecond: 0.2, burst: 1 }
      assert.strictEqual(yield* (yield* SharedState).takeRateToken({ rate: "creations", limit: rate, now: 0 }), 0)
      const mine = yield* Effect.forkChild((yield* Payins).create(pushPayin("order-1")))
      yield* TestClock.adjust("4 seconds")
      assert.strictEqual(script.seen.length, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(mine)).payment.state._tag, "pending")
    },
  )

  it.under({ calls: { creationRate: { perSecond: 0.2, burst: 1 }, creationPatience: 5_000 } })(
    "a turn that comes just when the patience ends is taken",
    function* (_, { payins }) {
      yield* payins.create(pushPayin("order-1"))
      const second = yield* Effect.forkChild(payins.create(pushPayin("order-2")))
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(second)).payment.state._tag, "pending")
    },
  )

  it.under({ calls: { creationRate: null } })("without a rate nothing waits", function* (script, { payins }) {
    for (let n = 0; n < 50; n++) yield* payins.create(pushPayin(`order-${n}`))
    assert.strictEqual(script.seen.length, 50)
  })
})
