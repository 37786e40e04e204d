import { assert, describe } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { defaultPolicy, PaymentStore, Review } from "@cauri/core"
import { blankConfirmRecord, CallbackIntake, noAnswer, notesPerPayment } from "@cauri/core/adapter"
import { allowedOn } from "../../src/payment/allowed.ts"
import { completed, createPayin, createPayout, keyOf, newWorld, note, stored, type World } from "../world.ts"
import { it } from "../it.ts"

const doubtful = Effect.fnUntraced(function* (options: Parameters<typeof newWorld>[0] = {}) {
  const world = yield* newWorld(options)
  world.service.create = noAnswer("timed_out")
  yield* createPayout(world, "salary-1")
  return world
})

const stateIn = (world: World, kind: "payin" | "payout", id: string) =>
  Effect.map(stored(world, kind, id), ({ payment }) => payment.state._tag)

const ruling = ["--reason", "lost answer", "--evidence", "statement of 3 May"]

describe("resolve", () => {
  it("rules a payout in doubt as completed, with reason, evidence and name in its history (row O10)", function* () {
    const world = yield* doubtful()
    const args = ["resolve", "salary-1", "--to", "completed", "--amount", "7000", "--as-of", "4", ...ruling]
    const { code, err, out } = yield* world.console(...args)
    assert.strictEqual(code, 0)
    assert.deepStrictEqual(JSON.parse(err), {
      record: "decision",
      at: "1970-01-01T00:00:00.000Z",
      payment: "payout shop/salary-1",
      act: "completed",
      by: "A. Colleague",
      from: "user@machine",
      reason: "lost answer",
    })
    assert.strictEqual(out, "The payout shop/salary-1 is completed now, up to event 5.\n")
    const history = yield* Context.get(world.services, PaymentStore).history({
      key: keyOf("payout", "salary-1"),
      after: 4,
      limit: 9,
    })
    assert.deepInclude(history[0]?.event, {
      _tag: "resolved",
      to: "completed",
      by: "A. Colleague",
      reason: "lost answer",
      evidence: "statement of 3 May",
      asOf: 4,
    })
  })

  it("takes the amount as people write it, and refuses another one", function* () {
    const world = yield* doubtful()
    const args = ["resolve", "salary-1", "--to", "completed", "--as-of", "4", ...ruling, "--amount"]
    for (const wrong of ["700", "70000", "7 00 0", "7.0", "7000.00", "", "7000 XOF"]) {
      const refused = yield* world.console(...args, wrong)
      assert.strictEqual(refused.code, 64, wrong)
      assert.include(refused.err, "This is not the amount of the payment.")
      assert.notInclude(refused.err, "7000", "a refusal does not give the answer away")
    }
    assert.strictEqual(yield* stateIn(world, "payout", "salary-1"), "in_doubt")
    assert.strictEqual((yield* world.console(...args, "7 000")).code, 0)
  })

  it("refuses what was decided about an older state of it, with 1", function* () {
    const world = yield* doubtful()
    const args = ["resolve", "salary-1", "--to", "completed", "--amount", "7000", "--as-of", "3", ...ruling]
    const { code, err } = yield* world.console(...args)
    assert.strictEqual(code, 1)
    assert.include(err, "The payment has changed since you looked.")
    assert.strictEqual(yield* stateIn(world, "payout", "salary-1"), "in_doubt")
  })

  it("refuses to send again before 72 hours, and after a callback at any age (row O10)", function* () {
    const world = yield* doubtful()
    const args = ["resolve", "salary-1", "--to", "send_again", "--amount", "7000", "--as-of", "4", ...ruling]
    const early = yield* world.console(...args)
    assert.strictEqual(early.code, 1)
    assert.include(early.err, "three days after the last call, unless your policy sets another time (notExecutedAge)")
    yield* TestClock.adjust("73 hours")
    yield* note(world, "payout", "salary-1", 1, "a callback")
    const noted = yield* world.console(...args)
    assert.strictEqual(noted.code, 1)
    assert.include(noted.err, "A callback came for a call without a token")
    assert.strictEqual(yield* stateIn(world, "payout", "salary-1"), "in_doubt")
  })

  it("sends again once nothing speaks against it (row O10)", function* () {
    const world = yield* doubtful()
    yield* TestClock.adjust("73 hours")
    const args = ["resolve", "salary-1", "--to", "send_again", "--amount", "7000", "--as-of", "4", ...ruling]
    assert.strictEqual((yield* world.console(...args)).code, 0)
    assert.strictEqual(yield* stateIn(world, "payout", "salary-1"), "intended")
  })

  it("takes what became of the money in one spelling", function* () {
    const world = yield* doubtful()
    const rest = ["--amount", "7000", "--as-of", "4", ...ruling]
    const other = yield* world.console("resolve", "salary-1", "--to", "intended", ...rest)
    const expected = "--to must be one of completed, not_completed, send_again. Nothing was done.\n"
    assert.deepStrictEqual([other.code, other.err], [64, expected])
    assert.strictEqual(yield* stateIn(world, "payout", "salary-1"), "in_doubt")
  })

  it("offers what the tables allow, and nothing else (row P19)", function* (world) {
    yield* createPayin(world, "order-1")
    const args = ["resolve", "order-1", "--to", "completed", "--amount", "5000", "--as-of", "3", ...ruling]
    const { code, err } = yield* world.console(...args)
    assert.strictEqual(code, 1)
    assert.include(err, "Its status pending does not allow completed. It allows recheck.")
  })

  it("is never anonymous", function* () {
    const world = yield* doubtful({ user: null })
    const args = ["resolve", "salary-1", "--to", "completed", "--amount", "7000", "--as-of", "4", ...ruling]
    const { code, err } = yield* world.console(...args)
    assert.strictEqual(code, 64)
    assert.include(err, "--by must be the name of the person who does it, left out only where CONSOLE_USER is set")
    assert.strictEqual((yield* world.console(...args, "--by", "B. Colleague")).code, 0)
  })
})

describe("release and cancel", () => {
  const twins = Effect.gen(function* () {
    const world = yield* newWorld()
    yield* createPayout(world, "salary-1")
    yield* createPayout(world, "salary-2")
    return world
  })

  it("let a held payout go, and take it back (rows O3 and O15)", function* () {
    const world = yield* twins
    assert.strictEqual(yield* stateIn(world, "payout", "salary-2"), "held")
    const { payment } = yield* stored(world, "payout", "salary-2")
    const seen = ["--as-of", String(payment.seq)]
    const released = yield* world.console("release", "salary-2", "--amount", "7000", ...seen, "--reason", "both meant")
    assert.strictEqual(released.code, 0, released.err)
    assert.strictEqual(yield* stateIn(world, "payout", "salary-2"), "intended")
    const stale = yield* world.console("cancel", "salary-2", ...seen)
    assert.strictEqual(stale.code, 1)
    const cancelled = yield* world.console("cancel", "salary-2", "--as-of", String(payment.seq + 1))
    assert.strictEqual(cancelled.code, 0, cancelled.err)
    assert.strictEqual(yield* stateIn(world, "payout", "salary-2"), "cancelled")
  })

  it("say how a pause is ended when a scope is given for a payment", function* (world) {
    const args = ["release", "project/shop/payouts", "--amount", "1", "--as-of", "1", "--reason", "r"]
    const { code, err } = yield* world.console(...args)
    assert.strictEqual(code, 64)
    assert.include(err, "the pause on project/shop/payouts is ended with `cauri console resume`")
  })

  it("need a way to the service for the draft of a refund (row P21)", function* () {
    for (const open of [false, true]) {
      const world = yield* newWorld({ open })
      yield* createPayin(world, "first", { orderRef: "order-9" })
      yield* createPayin(world, "second", { orderRef: "order-9" })
      world.service.confirm = completed(5_000)
      yield* settle(world, "first")
      yield* TestClock.adjust("1 minute")
      yield* settle(world, "second")
      const args = ["release", "refund-second", "--amount", "5000", "--as-of", "2", "--reason", "paid twice"]
      const { code, err } = yield* world.console(...args)
      if (open) {
        assert.strictEqual(code, 0, err)
        assert.strictEqual(yield* stateIn(world, "payout", "refund-second"), "intended")
      } else {
        assert.strictEqual(code, 64)
        assert.include(err, "This decision asks the service, and this console has no access to it. Set SERVICE_URL")
        assert.strictEqual(yield* stateIn(world, "payout", "refund-second"), "held")
      }
    }
  })
})

const settle = (world: World, id: string) => Context.get(world.services, Review).recheck(keyOf("payin", id))

describe("a payin of which another amount was paid", () => {
  const short = Effect.gen(function* () {
    const world = yield* newWorld()
    yield* createPayin(world, "order-1")
    world.service.confirm = completed(4_999)
    yield* settle(world, "order-1")
    const { payment } = yield* stored(world, "payin", "order-1")
    const ruled = ["--as-of", String(payment.seq), "--reason", "short", "--evidence", "statement of 3 May"]
    return { world, resolve: ["resolve", "order-1", "--to", "completed", ...ruled, "--amount"] }
  })

  it("shows what was paid beside its flag, in every list, in its history and in its evidence", function* () {
    const { world } = yield* short
    const paid = "4,999\u00A0F\u00A0CFA paid"
    const { out } = yield* world.console("show", "order-1")
    assert.include(out, `Another amount (about call 1 · ${paid})`)
    assert.include(out, `Another amount · about call 1 · ${paid}`)
    assert.include((yield* world.console("list", "--flagged")).out, `(${paid})`)
    for (const command of [
      ["show", "order-1", "--json"],
      ["list", "--json"],
      ["export-evidence", "order-1"],
    ]) {
      assert.match((yield* world.console(...command)).out, /"amountPaid": ?4999/, command[0])
    }
  })

  it("is decided with what was paid: underpaid, or completed for a person who accepts it as full", function* () {
    for (const [words, status] of [
      [[], "underpaid"],
      [["--accept-as-full"], "completed"],
    ] as const) {
      const { resolve, world } = yield* short
      assert.strictEqual((yield* world.console(...resolve, "5000", ...words)).code, 64)
      const { code, out } = yield* world.console(...resolve, "4 999", ...words, "--json")
      assert.strictEqual(code, 0)
      assert.deepInclude(JSON.parse(out), { status, amount: 5_000, amountPaid: 4_999 })
    }
  })
})

describe("close-flag", () => {
  const flagged = Effect.gen(function* () {
    const world = yield* newWorld()
    yield* createPayin(world, "order-1")
    world.service.confirm = completed(4_000)
    yield* settle(world, "order-1")
    const { payment } = yield* stored(world, "payin", "order-1")
    return { world, seen: ["--as-of", String(payment.seq)] }
  })

  it("closes the one open flag of its kind, under a name and with a reason (row P19)", function* () {
    const { seen, world } = yield* flagged
    const args = ["close-flag", "order-1", "--flag", "amount_mismatch", ...seen, "--reason", "refunded by hand"]
    const { code, err } = yield* world.console(...args)
    assert.strictEqual(code, 0, err)
    const { payment } = yield* stored(world, "payin", "order-1")
    assert.deepInclude(payment.flags[0]?.closed, { by: "A. Colleague", reason: "refunded by hand" })
    assert.strictEqual((yield* world.console(...args)).code, 1)
  })

  it("names the flags that there are when the kind is none", function* () {
    const { seen, world } = yield* flagged
    const { code, err } = yield* world.console("close-flag", "order-1", "--flag", "Wrong", ...seen, "--reason", "r")
    assert.strictEqual(code, 64)
    assert.include(err, "--flag must be one of no_payment_url, ")
    assert.include(err, "amount_mismatch")
  })

  it("tells flags of one kind apart by what they are about, as `show` prints it behind its masks", function* (world) {
    yield* createPayin(world, "order-1")
    for (const unknownStatus of ["sent to 22670000001", "frozen"]) {
      world.service.confirm = { ...blankConfirmRecord, unknownStatus }
      yield* settle(world, "order-1")
    }
    const before = yield* stored(world, "payin", "order-1")
    const seen = ["--as-of", String(before.payment.seq), "--reason", "asked the service"]
    const args = ["close-flag", "order-1", "--flag", "unknown_status", ...seen]
    const which = yield* world.console(...args)
    assert.strictEqual(which.code, 64)
    assert.include(which.err, "--subject must be one of sent to 226••••••01, frozen.")
    assert.strictEqual((yield* world.console(...args, "--subject", "sent to 226••••••01")).code, 0)
    const { payment } = yield* stored(world, "payin", "order-1")
    assert.deepStrictEqual(
      payment.flags.map(({ closed, subject }) => [subject, closed !== null]),
      [
        ["sent to 22670000001", true],
        ["frozen", false],
      ],
    )
  })

  it("does not close a flag that is not there", function* () {
    const { seen, world } = yield* flagged
    const { code, err } = yield* world.console("close-flag", "order-1", "--flag", "overdue", ...seen, "--reason", "r")
    assert.strictEqual(code, 1)
    assert.include(err, "The payment has no such open flag.")
  })
})

describe("a reason, evidence and a name", () => {
  const decided = ["--amount", "7000", "--as-of", "2"]
  const needing: ReadonlyArray<readonly [flag: string, ReadonlyArray<string>]> = [
    ["--reason", ["resolve", "salary-2", "--to", "completed", ...decided, "--evidence", "statement of 3 May"]],
    ["--evidence", ["resolve", "salary-2", "--to", "completed", ...decided, "--reason", "lost answer"]],
    ["--reason", ["release", "salary-2", ...decided]],
    ["--reason", ["close-flag", "salary-2", "--flag", "unanswered", "--as-of", "2"]],
    ["--reason", ["pause", "payouts"]],
    ["--reason", ["resume", "payouts"]],
    ["--reason", ["restored"]],
    ["--reason", ["erase", "salary-2"]],
    ["--reason", ["show", "salary-2", "--reveal"]],
    ["--reason", ["export-evidence", "salary-2", "--reveal"]],
    ["--by", ["release", "salary-2", ...decided, "--reason", "both meant"]],
    ["--by", ["cancel", "salary-2", "--as-of", "2"]],
    ["--by", ["pause", "payouts", "--reason", "outage"]],
  ]

  it("are bad usage wherever they cannot be kept, and nothing is done", function* (world) {
    yield* createPayout(world, "salary-1")
    yield* createPayout(world, "salary-2")
    const before = world.cell.current
    for (const [flag, args] of needing) {
      for (const text of ["", " \n ", "\u200B", "…", "a\u0000b", "x".repeat(2_001)]) {
        const { code, err, out } = yield* world.console(...args, flag, text)
        const about = `${args.join(" ")} ${flag} ${JSON.stringify(text.slice(0, 9))}`
        assert.deepStrictEqual({ code, out }, { code: 64, out: "" }, about)
        assert.match(err, new RegExp(`^${flag} must be `), about)
      }
    }
    assert.strictEqual(world.cell.current, before)
  })
})

describe("recheck", () => {
  it("asks the service now and tells the state", function* (world) {
    yield* createPayin(world, "order-1")
    world.service.confirm = completed(5_000)
    const { code, out } = yield* world.console("recheck", "order-1", "--json")
    assert.strictEqual(code, 0)
    assert.deepInclude(JSON.parse(out), { status: "completed", amount: 5_000 })
  })

  it("says why when the service could not be asked, and ends as what is to be tried again", function* () {
    const world = yield* newWorld({
      policy: {
        calls: { confirmRate: { perSecond: 0.01, burst: 1 }, callbackConfirmRate: null, confirmPatience: 0 },
      },
    })
    yield* createPayin(world, "order-1")
    const first = yield* world.console("recheck", "order-1", "--json")
    assert.strictEqual(first.code, 0)
    assert.deepInclude(JSON.parse(first.out), { unasked: null, answered: "all" })
    world.service.confirm = completed(5_000)
    const { code, err, out } = yield* world.console("recheck", "order-1")
    assert.strictEqual(code, 75)
    assert.include(out, "is pending now")
    assert.include(err, "The service was not asked: other calls use up the shared rate limit. Try again in a moment.")
    const json = yield* world.console("recheck", "order-1", "--json")
    assert.deepInclude(JSON.parse(json.out), { status: "pending", unasked: "throttled", answered: null })
  })

  it("says so when the service was asked and gave no answer, and ends as what is to be tried again", function* (world) {
    yield* createPayin(world, "order-1")
    world.service.confirm = "Lost"
    const { code, err, out } = yield* world.console("recheck", "order-1")
    assert.strictEqual(code, 75)
    assert.include(out, "is pending now")
    assert.include(err, "gave no usable answer, so the payment is unchanged. Try again in a moment.")
    const json = yield* world.console("recheck", "order-1", "--json")
    assert.deepInclude(JSON.parse(json.out), { status: "pending", unasked: null, answered: "nothing" })
  })

  it("says what is missing when there is no way to the service", function* () {
    const world = yield* newWorld({ open: false })
    yield* createPayin(world, "order-1")
    const { code, err } = yield* world.console("recheck", "order-1")
    assert.strictEqual(code, 64)
    assert.include(err, "Set SERVICE_URL, the credentials, CALLBACK_BASE and CALLBACK_KEYS.")
  })

  it("has nothing to ask about where no call brought a token, unless the service can be asked by our id", function* () {
    const world = yield* doubtful()
    assert.strictEqual((yield* world.console("recheck", "salary-1")).code, 1)
    const record = yield* stored(world, "payout", "salary-1")
    const tracking = {
      ...record.tracking,
      tokens: [{ attempt: 1, notFound: 0, contradictedAt: null, operatorReference: "", requestId: "" }],
    }
    const offers = (of: typeof record) =>
      allowedOn(of, defaultPolicy, Infinity).flatMap(({ act, needsService }) => (needsService ? [act] : []))
    assert.deepStrictEqual(offers(record), [])
    assert.deepStrictEqual(offers({ ...record, tracking }), ["not_completed", "send_again", "recheck"])
  })
})

describe("replay-notes", () => {
  it("makes a payment due again for the callbacks that came, and says who rang", function* (world) {
    yield* createPayin(world, "order-1")
    const none = yield* world.console("replay-notes", "order-1")
    assert.include(none.out, "No callback ever came")
    assert.strictEqual(none.code, 1)
    yield* note(world, "payin", "order-1", 1, "a callback")
    yield* settle(world, "order-1")
    const before = yield* stored(world, "payin", "order-1")
    assert.strictEqual(before.tracking.notesSeen, before.newestNote)
    const { code, out } = yield* world.console("replay-notes", "order-1")
    assert.strictEqual(code, 0)
    assert.strictEqual(
      out,
      "The service will be asked about the payin shop/order-1 soon, because of the callbacks for call 1. `cauri console show` prints what it answers.\n",
    )
    const after = yield* stored(world, "payin", "order-1")
    assert.strictEqual(after.newestNote, before.newestNote + 1)
    assert.deepStrictEqual(after.payment, before.payment)
    const kept = world.cell.current.payments.get("payin shop/order-1")?.notes?.at(-1)
    assert.deepInclude(kept, { attempt: 1, body: null, fingerprint: "replayed 0 by A. Colleague" })
  })

  it("makes a payment due that has as many callbacks as are kept", function* (world) {
    yield* createPayin(world, "order-1")
    const intake = Context.get(world.services, CallbackIntake)
    const each = { key: keyOf("payin", "order-1"), attempt: 1, receivedAt: 0, body: null }
    for (let number = 0; number < notesPerPayment; number++) {
      yield* intake.receive({ ...each, fingerprint: `print ${number}` })
    }
    assert.strictEqual((yield* world.console("replay-notes", "order-1")).code, 0)
    assert.strictEqual((yield* stored(world, "payin", "order-1")).newestNote, notesPerPayment + 1)
  })

  it("keeps a short fingerprint, however long the name is", function* (world) {
    yield* createPayin(world, "order-1")
    yield* note(world, "payin", "order-1", 1, "a callback")
    for (const by of ["名".repeat(2_000), "字".repeat(2_000)]) {
      assert.strictEqual((yield* world.console("replay-notes", "order-1", "--by", by)).code, 0)
    }
    const kept = world.cell.current.payments.get("payin shop/order-1")?.notes?.slice(1) ?? []
    assert.strictEqual(kept.length, 2, "two names are two callbacks")
    for (const { fingerprint } of kept) assert.match(fingerprint, /^replayed 0 by [\w-]{22}$/)
  })

  it("keeps no name that is none", function* (world) {
    yield* createPayin(world, "order-1")
    yield* note(world, "payin", "order-1", 1, "a callback")
    for (const by of ["A.\u001B[31m Colleague", "A".repeat(2_001)]) {
      const { code, err } = yield* world.console("replay-notes", "order-1", "--by", by)
      assert.strictEqual(code, 64)
      assert.include(err, "by must be the name of the person who does it")
    }
    assert.strictEqual((yield* stored(world, "payin", "order-1")).newestNote, 1)
  })
})
