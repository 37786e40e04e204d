/** Both stores in memory: their rows as a driver sees them, and a world that can be kept and put back. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Option } from "effect"
import { type ListQuery, memoryStore, Payins, PaymentStore, ProjectId } from "@cauri/core"
import {
  type ClaimGuards,
  sendingNothing,
  SharedState,
  emptyMemory,
  type MemoryCell,
  memoryShared,
  memoryDriver,
  memoryPorts,
  Reports,
  type PaymentWrite,
  type RowTerms,
} from "@cauri/core/adapter"
import { payinKey, payoutKey, pushPayin, scripted, tokenNumber } from "./scripted.ts"

const row = (id: string, more: Partial<PaymentWrite> = {}): PaymentWrite => ({
  kind: "payout",
  project: "shop",
  id,
  state: "Intended",
  seq: 1,
  rail: "MobileMoneyPayout",
  amount: 700,
  operator: null,
  party: "22670000002",
  orderRef: null,
  refundOf: null,
  createdAt: 0,
  closedAt: null,
  amountPaid: null,
  serviceOperator: null,
  actAt: null,
  openFlags: 0,
  body: "{}",
  attempts: [],
  ...more,
})
const noGuards: ClaimGuards = { pauses: [], twin: null, refund: null }
const terms = (version: number, more: Partial<RowTerms> = {}): RowTerms => ({
  version,
  giveBack: null,
  now: 0,
  readNote: 0,
  ...more,
})
const fresh = () => {
  const cell: MemoryCell = { current: emptyMemory }
  return { cell, driver: memoryDriver(cell), shared: memoryShared(cell, "a store") }
}
const insertAll = (driver: ReturnType<typeof fresh>["driver"], rows: ReadonlyArray<PaymentWrite>) =>
  Effect.forEach(rows, (each) => driver.insert(each, []), { concurrency: 1 })

const eventAt = (seq: number, at: number, tag: string) => ({ seq, at, tag, deliveredAs: null, body: "{}" })

const note = (attempt: number, fingerprint: string, receivedAt = 5) => ({
  key: payoutKey("a"),
  attempt,
  fingerprint,
  receivedAt,
  body: null,
})

describe("rows", () => {
  it.effect("are inserted once, replaced by version, and found by their key", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      const event = { seq: 1, at: 0, tag: "Intended", deliveredAs: null, body: "{}" }
      assert.deepStrictEqual(yield* driver.insert(row("a"), [event]), { _tag: "Inserted" })
      const again = yield* driver.insert(row("a", { amount: 1 }), [event])
      assert.strictEqual(again._tag === "AlreadyThere" && again.found.amount, 700)
      assert.strictEqual(yield* driver.save(row("a", { state: "Held" }), [{ ...event, seq: 2 }], terms(1)), "Saved")
      assert.strictEqual(yield* driver.save(row("a", { state: "Intended" }), [], terms(1)), "Stale")
      assert.strictEqual(yield* driver.save(row("b"), [], terms(1)), "Stale")
      const found = Option.getOrThrow(yield* driver.find(payoutKey("a")))
      assert.deepStrictEqual([found.state, found.version], ["Held", 2])
      assert.isTrue(Option.isNone(yield* driver.find(payinKey("a"))))
      assert.deepStrictEqual(
        (yield* driver.history(payoutKey("a"), 0, 1)).map(({ seq }) => seq),
        [1],
      )
      assert.deepStrictEqual(
        (yield* driver.history(payoutKey("a"), 1, 10)).map(({ seq }) => seq),
        [2],
      )
      assert.deepStrictEqual(yield* driver.history(payoutKey("b"), 0, 10), [])
    }),
  )

  const rows = [
    row("a", { createdAt: 1, operator: "ORANGE", refundOf: "order-1" }),
    row("b", { createdAt: 1, state: "Completed", openFlags: 2, project: "kiosk" }),
    row("c", { createdAt: 2, kind: "payin", rail: "UssdPush", orderRef: "order-17" }),
    row("d", { createdAt: 3, amount: 900, party: null, body: '{"note":"a gift"}' }),
  ]
  const lists: ReadonlyArray<readonly [name: string, query: Omit<ListQuery, "limit">, ids: string]> = [
    ["everything, the oldest first", {}, "bacd"],
    ["one kind", { kind: "payin" }, "c"],
    ["one project", { project: "kiosk" }, "b"],
    ["some states", { states: ["Completed"] }, "b"],
    ["one rail", { rail: "UssdPush" }, "c"],
    ["one operator", { operator: "ORANGE" }, "a"],
    ["one order", { orderRef: "order-17" }, "c"],
    ["the refunds of a payin", { refundOf: "order-1" }, "a"],
    ["with open flags", { withOpenFlags: true }, "b"],
    ["without open flags", { withOpenFlags: false }, "acd"],
    ["created from", { createdFrom: 2 }, "cd"],
    ["created before", { createdBefore: 2 }, "ba"],
    [
      "after a page's end",
      { after: { createdAt: 1, key: { ...payoutKey("b"), project: ProjectId.make("kiosk") } } },
      "acd",
    ],
    ["one amount", { amount: 900 }, "d"],
    ["the end of a phone number", { partyEnding: "02" }, "bac"],
    ["no other end", { partyEnding: "03" }, ""],
    ["what mentions a text", { mentions: "a gift" }, "d"],
    ["the newest first", { order: "newest" }, "dcab"],
    ["the largest first, and the oldest of those alike", { order: "largest" }, "dbac"],
    ["after the largest", { order: "largest", after: { createdAt: 3, key: payoutKey("d"), amount: 900 } }, "bac"],
    ["after the last of a moment", { after: { createdAt: 2, key: payinKey("c") } }, "d"],
  ]
  for (const [name, query, ids] of lists) {
    it.effect(`are listed: ${name}`, () =>
      Effect.gen(function* () {
        const { driver } = fresh()
        // In the same moment the kiosk's b comes before the shop's a.
        yield* insertAll(driver, rows)
        const found = yield* driver.list({ ...query, limit: 10 })
        assert.strictEqual(found.map(({ id }) => id).join(""), ids)
        assert.strictEqual((yield* driver.list({ ...query, limit: 1 })).length, Math.min(ids.length, 1))
      }),
    )
  }
})

describe("figures", () => {
  const attempt = { number: 1, kind: "Pay", outcome: "NoAnswer", token: null, startedAt: 0 }
  const push = { kind: "payin", rail: "UssdPush" } as const
  const payout = { kind: "payout", rail: "MobileMoneyPayout" } as const
  const filled = Effect.gen(function* () {
    const { cell, driver } = fresh()
    yield* insertAll(driver, [
      row("a", { createdAt: 10, attempts: [attempt], state: "InDoubt" }),
      row("b", { createdAt: 19, state: "Completed", closedAt: 24 }),
      row("c", { createdAt: 10, attempts: [{ ...attempt, token: "token" }], state: "Completed", closedAt: 16 }),
      row("d", { createdAt: 20, ...push, attempts: [{ ...attempt, kind: "WalletOtpRequest" }] }),
      row("e", { createdAt: 20, state: "Completed", closedAt: 99, amount: 1 }),
      row("f", { createdAt: 30, state: "Completed", closedAt: 31 }),
    ])
    return Context.get(memoryPorts(cell), Reports)
  })

  it.effect("over time are those of each step, kind and rail, with the calls that stay unanswered", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* filled).overTime(10, 30, 10), [
        { ...payout, at: 10, count: 3, sum: 2_100, unanswered: 1 },
        { ...push, at: 20, count: 1, sum: 700, unanswered: 0 },
        { ...payout, at: 20, count: 1, sum: 1, unanswered: 0 },
      ])
    }),
  )

  it.effect("of the time to completion count what is completed by the smallest limit that it kept", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* (yield* filled).completionTimes(10, 30, [5, 9]), [
        { ...payout, within: 0, count: 1 },
        { ...payout, within: 1, count: 1 },
        { ...payout, within: 2, count: 1 },
      ])
      const twice = yield* (yield* filled).completionTimes(10, 31, [9])
      assert.deepStrictEqual(twice, [
        { ...payout, within: 0, count: 3 },
        { ...payout, within: 1, count: 1 },
      ])
    }),
  )

  it.effect("of the answers count each answered call by the smallest limit that it kept", () =>
    Effect.gen(function* () {
      const { cell, driver } = fresh()
      const called = [eventAt(1, 10, "Intended"), eventAt(2, 11, "AttemptStarted"), eventAt(3, 14, "AttemptNotSent")]
      yield* driver.insert(row("a", { createdAt: 10 }), [
        ...called,
        eventAt(4, 20, "AttemptStarted"),
        eventAt(5, 25, "Accepted"),
      ])
      yield* driver.insert(row("b", { createdAt: 10 }), [
        ...called,
        eventAt(4, 20, "AttemptStarted"),
        eventAt(5, 29, "OtpRequested"),
      ])
      yield* driver.insert(row("c", { createdAt: 10 }), called)
      yield* driver.insert(row("d", { createdAt: 9 }), [
        eventAt(1, 9, "AttemptStarted"),
        eventAt(2, 10, "AttemptRefused"),
      ])
      const reports = Context.get(memoryPorts(cell), Reports)
      assert.deepStrictEqual(yield* reports.answerTimes(10, 30, [5]), [
        { ...payout, within: 0, count: 1 },
        { ...payout, within: 1, count: 1 },
      ])
    }),
  )
})

describe("leases", () => {
  it.effect("what is due is taken by one at a time, the longest due first, and the next due time is returned", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* insertAll(driver, [
        row("late", { actAt: 50 }),
        row("urgent", { actAt: 10 }),
        row("same", { actAt: 50 }),
        row("future", { actAt: 900 }),
        row("never"),
      ])
      const first = yield* driver.takeDue(100, 2, 160)
      assert.deepStrictEqual(
        first.taken.map(({ id, leaseNumber, leaseUntil }) => [id, leaseNumber, leaseUntil]),
        [
          ["urgent", 1, 160],
          ["late", 1, 160],
        ],
      )
      assert.strictEqual(first.nextDueAt, 50)
      assert.deepStrictEqual(
        (yield* driver.takeDue(100, 2, 160)).taken.map(({ id }) => id),
        ["same"],
      )
      const third = yield* driver.takeDue(100, 2, 160)
      assert.deepStrictEqual(third, { taken: [], nextDueAt: 160 })
      assert.strictEqual((yield* driver.takeDue(160, 9, 220)).taken[0]?.leaseNumber, 2)
    }),
  )

  it.effect("a lease is given back by its holder only", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* driver.insert(row("a", { actAt: 0 }), [])
      yield* driver.takeDue(0, 1, 60)
      yield* driver.save(row("a", { actAt: 0 }), [], terms(1, { giveBack: 0 }))
      assert.strictEqual(Option.getOrThrow(yield* driver.find(payoutKey("a"))).leaseUntil, 60)
      yield* driver.save(row("a", { actAt: 0 }), [], terms(2, { giveBack: 1 }))
      assert.strictEqual(Option.getOrThrow(yield* driver.find(payoutKey("a"))).leaseUntil, 0)
    }),
  )

  it.effect("nothing is due in an empty store, nor in one where nothing waits for anything", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      assert.deepStrictEqual(yield* driver.takeDue(0, 10, 60), { taken: [], nextDueAt: null })
      yield* insertAll(driver, [row("a"), row("b")])
      assert.deepStrictEqual(yield* driver.takeDue(0, 10, 60), { taken: [], nextDueAt: null })
    }),
  )
})

describe("claims", () => {
  it.effect("of a store that is being restored find payouts on hold, and leave everything as it is (O16)", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* driver.insert(row("a"), [])
      const claimed = yield* sendingNothing(driver).claim(row("a", { state: "Submitting" }), [], terms(1), noGuards, 60)
      assert.deepStrictEqual(claimed, { _tag: "Paused", scope: "payouts" })
      assert.strictEqual(Option.getOrThrow(yield* driver.find(payoutKey("a"))).state, "Intended")
    }),
  )

  it.effect("read the holds in the same step, the widest first", () =>
    Effect.gen(function* () {
      const { driver, shared } = fresh()
      yield* driver.insert(row("a"), [])
      yield* shared.pause({ scope: "project/shop", reason: "stop", by: "A colleague", since: 0, credentials: null })
      const guards = { ...noGuards, pauses: ["payouts", "project/shop"] }
      assert.deepStrictEqual(yield* driver.claim(row("a"), [], terms(1), guards, 60), {
        _tag: "Paused",
        scope: "project/shop",
      })
      yield* shared.resume("project/shop")
      const claimed = yield* driver.claim(row("a", { state: "Submitting" }), [], terms(1), guards, 60)
      assert.deepStrictEqual(claimed, { _tag: "Claimed", version: 2, lease: { number: 1, until: 60 } })
      assert.deepStrictEqual(yield* driver.claim(row("a"), [], terms(1), guards, 60), { _tag: "Stale" })
    }),
  )

  const twins = [
    { other: row("b", { state: "Submitting" }), is: true },
    { other: row("b", { state: "Pending" }), is: true },
    { other: row("b", { state: "InDoubt" }), is: true },
    { other: row("b", { state: "Intended" }), is: false },
    { other: row("b", { state: "Held" }), is: false },
    { other: row("b", { state: "Completed", closedAt: 100 }), is: true },
    { other: row("b", { state: "Completed", closedAt: 99 }), is: false },
    { other: row("b", { state: "Completed", closedAt: null }), is: false },
    { other: row("b", { state: "Pending", amount: 701 }), is: false },
    { other: row("b", { state: "Pending", party: "22670000009" }), is: false },
    { other: row("b", { state: "Pending", kind: "payin" }), is: false },
    { other: row("b", { state: "Pending", project: "kiosk" }), is: true },
  ]
  it.effect.each(twins)("see a twin ($is) in %o", ({ other, is }) =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* insertAll(driver, [row("a"), other])
      const guards = { ...noGuards, twin: { party: "22670000002", amount: 700, completedSince: 100 } }
      const claimed = yield* driver.claim(row("a"), [], terms(1), guards, 60)
      assert.strictEqual(claimed._tag, is ? "Twin" : "Claimed")
    }),
  )

  it.effect("see no twin and no other refund in the payout itself", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      const again = row("a", { state: "Pending", refundOf: "order-1" })
      yield* driver.insert(again, [])
      const { id: of, project } = payinKey("order-1")
      const twin = { party: "22670000002", amount: 700, completedSince: 0 }
      const guards = { ...noGuards, twin, refund: { of, project, atMost: 700 } }
      assert.strictEqual((yield* driver.claim(again, [], terms(1), guards, 60))._tag, "Claimed")
    }),
  )

  const refunds = [
    { other: row("b", { state: "Completed", refundOf: "order-1" }), tag: "RefundTooHigh" },
    { other: row("b", { state: "InDoubt", refundOf: "order-1" }), tag: "RefundTooHigh" },
    { other: row("b", { state: "Held", refundOf: "order-1" }), tag: "Claimed" },
    { other: row("b", { state: "Completed", refundOf: "order-2" }), tag: "Claimed" },
    { other: row("b", { state: "Completed", refundOf: "order-1", project: "kiosk" }), tag: "Claimed" },
  ]
  it.effect.each(refunds)("add up the refunds of a payin: $tag with %o", ({ other, tag }) =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* insertAll(driver, [row("a"), other])
      const { id: of, project } = payinKey("order-1")
      const guards = { ...noGuards, refund: { of, project, atMost: 1_000 } }
      assert.strictEqual((yield* driver.claim(row("a"), [], terms(1), guards, 60))._tag, tag)
    }),
  )
})

describe("notes", () => {
  const attempts = [
    { number: 1, kind: "Pay", outcome: "Accepted", token: tokenNumber(1), startedAt: 0 },
    { number: 2, kind: "Pay", outcome: "InFlight", token: null, startedAt: 0 },
  ]
  it.effect("are numbered once per attempt and fingerprint, make the payment due, and leave its version alone", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* driver.insert(row("a", { attempts, actAt: 900 }), [])
      assert.strictEqual(yield* driver.noteCallback(note(1, "x")), "First")
      assert.strictEqual(yield* driver.noteCallback(note(1, "x")), "Repeat")
      assert.strictEqual(yield* driver.noteCallback(note(2, "x")), "First")
      assert.strictEqual(yield* driver.noteCallback(note(1, "y", 7)), "First")
      assert.strictEqual(yield* driver.noteCallback(note(3, "x")), "Unknown")
      const found = Option.getOrThrow(yield* driver.find(payoutKey("a")))
      assert.deepStrictEqual([found.version, found.newestNote, found.actAt], [1, 3, 5])
      assert.deepStrictEqual(found.notes, [
        { attempt: 2, newest: 2 },
        { attempt: 1, newest: 3 },
      ])
    }),
  )

  it.effect("are kept as they came, as evidence, and add no line to a history", () =>
    Effect.gen(function* () {
      const { cell, driver } = fresh()
      yield* driver.insert(row("a", { attempts, actAt: 0 }), [])
      const body = Uint8Array.of(1, 2, 3)
      yield* driver.noteCallback({ ...note(1, "x"), body })
      yield* driver.noteCallback(note(2, "x", 7))
      body.fill(0)
      assert.deepStrictEqual([...cell.current.payments.values()].map(({ notes }) => notes).flat(), [
        { number: 1, attempt: 1, fingerprint: "x", receivedAt: 5, body: Uint8Array.of(1, 2, 3) },
        { number: 2, attempt: 2, fingerprint: "x", receivedAt: 7, body: null },
      ])
      yield* driver.takeDue(9, 1, 60)
      assert.deepStrictEqual([...cell.current.payments.values()].map(({ events }) => events).flat(), [])
    }),
  )

  it.effect("stop a step whose terms exclude any that was not read", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* driver.insert(row("a", { attempts }), [])
      yield* driver.noteCallback(note(1, "x"))
      const write = row("a", { attempts })
      assert.strictEqual(yield* driver.save(write, [], terms(1, { unlessNoteAfter: 0 })), "Stale")
      assert.strictEqual((yield* driver.claim(write, [], terms(1, { unlessNoteAfter: 0 }), noGuards, 60))._tag, "Stale")
      assert.strictEqual(yield* driver.save(write, [], terms(1, { unlessNoteAfter: 1 })), "Saved")
    }),
  )

  it.effect("a note newer than the one that was read keeps the payment due (S18)", () =>
    Effect.gen(function* () {
      const { driver } = fresh()
      yield* driver.insert(row("a", { attempts }), [])
      yield* driver.noteCallback(note(1, "x"))
      yield* driver.save(row("a", { attempts, actAt: 900 }), [], terms(1, { now: 20, readNote: 0 }))
      assert.strictEqual(Option.getOrThrow(yield* driver.find(payoutKey("a"))).actAt, 20)
      yield* driver.save(row("a", { attempts, actAt: null }), [], terms(2, { now: 30, readNote: 0 }))
      assert.strictEqual(Option.getOrThrow(yield* driver.find(payoutKey("a"))).actAt, 30)
      yield* driver.save(row("a", { attempts, actAt: 900 }), [], terms(3, { now: 40, readNote: 1 }))
      assert.strictEqual(Option.getOrThrow(yield* driver.find(payoutKey("a"))).actAt, 900)
    }),
  )
})

describe("the whole world", () => {
  it.effect("is one value: it can be kept, changed and put back", () =>
    scripted((script) =>
      Effect.gen(function* () {
        const payins = yield* Payins
        yield* payins.create(pushPayin("order-1"))
        const kept = script.cell.current
        yield* payins.create(pushPayin("order-2"))
        assert.strictEqual(kept.payments.size, 1)
        script.cell.current = kept
        assert.strictEqual((yield* Effect.flip(payins.get(payinKey("order-2"))))._tag, "PaymentNotFound")
      }),
    ),
  )

  it.effect("every build of the layer is a store of its own", () =>
    Effect.gen(function* () {
      const build = Effect.gen(function* () {
        const shared = yield* SharedState
        yield* shared.pause({ scope: "payouts", reason: "stop", by: "A colleague", since: 0, credentials: null })
        const store = yield* PaymentStore
        return {
          pauses: yield* shared.pauses(),
          payments: yield* store.list({ limit: 1 }),
          identity: yield* shared.identity(),
        }
      })
      const [one, other] = [yield* Effect.provide(build, memoryStore), yield* Effect.provide(build, memoryStore)]
      assert.deepStrictEqual(one, other)
      assert.deepStrictEqual(one.identity, { id: "memory", highWater: 0 })
      assert.strictEqual(one.pauses.length, 1)
    }),
  )
})
