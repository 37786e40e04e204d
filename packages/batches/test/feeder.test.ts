/** Batches are sent line by line: each line at most once, whatever stops the program. */
import { assert, describe } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { PaymentId, PaymentStore, Payouts, Review, Worker } from "@cauri/core"
import { Documents, emptyMemory, forgottenAtMost, SharedState } from "@cauri/core/adapter"
import {
  approveBatch,
  cancelBatch,
  findBatch,
  type LineStanding,
  pauseBatch,
  progressOf,
  resultOf,
  resumeBatch,
  standingOf,
  startBatch,
} from "@cauri/batches"
import {
  clerk,
  feeding,
  imported,
  layerProgram,
  manager,
  phoneOf,
  refusalOf,
  type Service,
  shop,
  tableOf,
  test,
} from "./world.ts"

const states = Effect.gen(function* () {
  const lines = yield* standingOf(yield* findBatch(shop, "may"))
  return lines.map(({ state }) => state).join(" ")
})

const progress = Effect.gen(function* () {
  const batch = yield* findBatch(shop, "may")
  return yield* progressOf(batch, yield* standingOf(batch))
})

/** Started, and sent until the test says otherwise. */
const started = Effect.fnUntraced(function* (lines: number) {
  const { batch } = yield* imported(tableOf(lines))
  yield* startBatch(batch, clerk)
  return yield* feeding
})

/** Sent for a moment, by a program that then ends. */
const fed = Effect.gen(function* () {
  const program = yield* feeding
  yield* TestClock.adjust("1 second")
  yield* Fiber.interrupt(program)
})

/** A payout that belongs to no batch. */
const rent = {
  project: "shop",
  method: { type: "mobile_money" },
  id: "rent",
  amount: 7,
  phone: phoneOf(99),
  description: "Rent",
} as const

const say = ({ because, state }: LineStanding) => [state, because ?? ""] as const

const paidTo = ({ books }: Service) => books.map(({ phone }) => phone)
const working = Effect.flatMap(Worker, ({ run }) => Effect.forkChild(run))

describe("a batch that is sent", () => {
  test("pays every line once, also when two programs send it, and ends as sent", function* (service) {
    const program = yield* Layer.build(Layer.fresh(layerProgram(service)))
    const fiber = yield* started(20)
    const other = yield* feeding.pipe(Effect.provideContext(program))
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(
      paidTo(service).toSorted(),
      Array.from({ length: 20 }, (_, at) => phoneOf(at + 1)),
    )
    assert.deepInclude(yield* findBatch(shop, "may"), { state: "sent", by: "The clerk" })
    yield* Fiber.interrupt(other)
    yield* Fiber.interrupt(fiber)
  })

  test("has no more lines under way than the policy allows, stops when it is paused, and goes on after a restart", function* (service) {
    const review = yield* Review
    const stopped = yield* review.pause("payouts", "The manager", "lunch")
    const fiber = yield* started(20)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* states, `intended intended${" waiting".repeat(18)}`)
    assert.deepInclude(yield* progress, { stoppedBy: stopped, left: { count: 20, sum: 20_210 } })
    yield* pauseBatch(yield* findBatch(shop, "may"), manager)
    yield* Fiber.interrupt(fiber)
    yield* review.resume("payouts")
    const worker = yield* working
    const again = yield* feeding
    yield* TestClock.adjust("1 minute")
    // What was created goes on; nothing else was.
    assert.lengthOf(service.books, 2)
    yield* resumeBatch(yield* findBatch(shop, "may"), clerk)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(new Set(paidTo(service)).size, 20)
    assert.lengthOf(service.books, 20)
    for (const each of [worker, again]) yield* Fiber.interrupt(each)
  })

  test("waits for a balance that is too low, says how much money is needed, and goes on once it is there", function* (service) {
    service.balance = 5_015
    const worker = yield* working
    const fiber = yield* started(10)
    yield* TestClock.adjust("1 minute")
    const { left, stoppedBy } = yield* progress
    assert.deepInclude(stoppedBy, { scope: "project/shop/payouts", reason: "balance_too_low" })
    const paid = service.books.reduce((sum, { amount }) => sum + amount, 0)
    assert.strictEqual(left.sum, 10_055 - paid)
    service.balance = left.sum
    yield* (yield* Review).resume("project/shop/payouts")
    yield* TestClock.adjust("2 minutes")
    assert.strictEqual(service.balance, 0)
    assert.strictEqual(new Set(paidTo(service)).size, 10)
    for (const each of [worker, fiber]) yield* Fiber.interrupt(each)
  })

  test(
    "is paused when the balance stays too low, before its other lines come to the same end",
    function* (service) {
      service.balance = 0
      const worker = yield* working
      const fiber = yield* started(10)
      yield* TestClock.adjust("12 minutes")
      assert.deepInclude(yield* findBatch(shop, "may"), { state: "paused", by: "cauri", reason: "stale" })
      assert.strictEqual(yield* states, `held held${" waiting".repeat(8)}`)
      for (const each of [worker, fiber]) yield* Fiber.interrupt(each)
    },
    { limits: { payoutIntent: "10 minutes", lowBalancePause: "1 minute" } },
  )

  test("is cancelled for what has not left, also for lines that are stored", function* (service) {
    yield* (yield* SharedState).pause({ scope: "payouts", reason: "lunch", by: "x", since: 0, credentials: null })
    const fiber = yield* started(5)
    yield* TestClock.adjust("5 seconds")
    yield* cancelBatch(yield* findBatch(shop, "may"), manager)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual(yield* states, "cancelled cancelled unsent unsent unsent")
    yield* (yield* Review).resume("payouts")
    yield* TestClock.adjust("1 minute")
    assert.deepStrictEqual(service.books, [])
    yield* Fiber.interrupt(fiber)
  })

  test("is cancelled by the program that sends when the one that cancelled it was cut off; others' payouts stay", function* () {
    const review = yield* Review
    const { batch } = yield* imported(tableOf(3))
    yield* startBatch(batch, clerk)
    yield* review.pause("payouts", "The manager", "lunch")
    const others = [
      { ...rent, id: "may_rent" },
      { ...rent, id: "may_l3" },
    ]
    for (const each of others) yield* (yield* Payouts).create(each, { sendLater: true })
    yield* fed
    const now = yield* findBatch(shop, "may")
    const payouts = yield* Payouts
    const cutOff = Payouts.of({ ...payouts, cancel: () => Effect.interrupt })
    yield* Effect.exit(cancelBatch(now, manager).pipe(Effect.provideService(Payouts, cutOff)))
    assert.deepInclude(yield* findBatch(shop, "may"), { state: "cancelled" })
    assert.strictEqual(yield* states, "intended intended taken")
    yield* fed
    assert.strictEqual(yield* states, "cancelled cancelled taken")
    for (const { id } of others) {
      const found = yield* (yield* PaymentStore).find({ kind: "payout", project: shop, id: PaymentId.make(id) })
      assert.strictEqual(found?.payment.state._tag, "intended")
    }
  })

  test("shows once over what was paid before its list was brought again", function* (service) {
    const { batch } = yield* imported(tableOf(2))
    const line = { ...rent, id: "may_l1", amount: 1_001, phone: phoneOf(1), description: "Salary" }
    service.cell.current = emptyMemory
    yield* (yield* Payouts).create(line)
    yield* TestClock.adjust("1 hour")
    const { batch: brought } = yield* imported(tableOf(2))
    assert.strictEqual(brought.digest, batch.digest)
    const fiber = yield* startBatch(brought, clerk).pipe(Effect.andThen(feeding))
    yield* TestClock.adjust("1 second")
    assert.strictEqual(yield* states, "pending pending")
    assert.lengthOf(service.books, 2)
    yield* Fiber.interrupt(fiber)
  })

  test("leaves a line alone that is wrong, a twin, or another payout's; its result says so in the same file", function* (service) {
    const other = { project: "shop", method: { type: "mobile_money" } as const, description: "Rent" }
    yield* (yield* Payouts).create({ ...other, id: "rent", amount: 1_001, phone: phoneOf(1) })
    yield* (yield* Payouts).create({ ...other, id: "may_l2", amount: 7, phone: phoneOf(9) })
    const table = [...tableOf(3), [" =x", "seven", "1", '＝a "b"']]
    const { batch } = yield* imported(table)
    yield* startBatch(batch, clerk)
    const fiber = yield* feeding
    yield* TestClock.adjust("5 seconds")
    assert.deepStrictEqual(
      (yield* resultOf(yield* findBatch(shop, "may"), ["state", "reference", "reason"], say)).split("\r\n"),
      [
        "\uFEFFid;number;amount;description;state;reference;reason",
        `l1;${phoneOf(1)};1001;Salary;held;;twin`,
        `l2;${phoneOf(2)};1002;Salary;taken;;`,
        `l3;${phoneOf(3)};1003;Salary;pending;token-3;`,
        `' =x;seven;1;"'＝a ""b""";wrong;;phone`,
        "",
      ],
    )
    assert.lengthOf(service.books, 3)
    assert.deepInclude(yield* findBatch(shop, "may"), { state: "sent" })
    yield* Fiber.interrupt(fiber)
  })

  test(
    "lets large lines go in the names of the two people who approved the whole",
    function* (service) {
      const { batch } = yield* imported(tableOf(2, (line) => line * 60_000))
      const requested = yield* startBatch(batch, clerk)
      yield* approveBatch(requested, batch.digest, manager)
      const worker = yield* working
      const fiber = yield* feeding
      yield* TestClock.adjust("1 minute")
      assert.lengthOf(service.books, 2)
      const history = yield* (yield* PaymentStore).history({
        key: { kind: "payout", project: shop, id: (yield* standingOf(batch))[1]?.payout?.key.id ?? assert.fail() },
        after: 0,
        limit: 99,
      })
      const released = history.flatMap(({ event }) => (event._tag === "released" ? [event] : []))
      assert.deepStrictEqual(
        released.map(({ approvedBy, by }) => [by, approvedBy]),
        [["The clerk", "The manager"]],
      )
      for (const each of [worker, fiber]) yield* Fiber.interrupt(each)
    },
    { approvals: { payoutsAbove: 100_000, approvers: ["The manager", "The clerk"] } },
  )
})

interface StatementMore {
  readonly numberless?: ReadonlyArray<string>
  readonly fee?: number
  readonly span?: number
  readonly project?: string
}

/** After this no payout of the tests' restorations turns up any more. */
const settled = 4 * 86_400_000

/** A statement as the console keeps it, with what the service has paid in a time. */
const statement = Effect.fnUntraced(function* (
  { books }: Service,
  before: number,
  { fee = 0, numberless = [], project = "shop", span = 0 }: StatementMore = {},
) {
  const rows = books.map(({ amount, at, phone }, index) => ({
    number: index,
    at: span === 0 ? at : Math.floor(at / span) * span,
    span,
    amount: -amount - fee,
    kind: "payout",
    reference: "",
    phone: numberless.includes(phone) ? null : phone,
    operator: "",
    moved: index % 2 === 0 ? "yes" : "unknown",
    digest: String(index),
  }))
  yield* (yield* Documents).keep({
    kind: "statement",
    digest: `${project} ${before}`,
    at: before,
    head: JSON.stringify({ covers: [""] }),
    project,
    from: -forgottenAtMost,
    before,
    body: new TextEncoder().encode(`${JSON.stringify(rows)}\nthe file`),
  })
})

describe("a restored store", () => {
  for (const forgotten of ["lines", "all lines", "the start", "the project", "everything"] as const) {
    test(`has forgotten ${forgotten} of a batch: it pays no beneficiary twice, and each of the others once`, function* (service) {
      yield* (yield* Payouts).create({ ...rent, project: "other" }, { sendLater: true })
      const other = service.cell.current
      const { batch } = yield* imported(tableOf(12))
      const backups = { "the start": service.cell.current, "the project": other, everything: emptyMemory }
      yield* TestClock.adjust("1 minute")
      yield* startBatch(batch, clerk)
      const all = service.cell.current
      // Six lines are paid, and then the money is at an end.
      service.balance = 1_001 + 1_002 + 1_003 + 1_004 + 1_005 + 1_006
      const program = yield* feeding
      yield* TestClock.adjust("1 minute")
      yield* Fiber.interrupt(program)
      assert.lengthOf(service.books, 6)
      // The disk is lost, and the store is what it was.
      const lines = service.snapshots[3] ?? assert.fail()
      service.cell.current = { ...backups, lines, "all lines": all }[forgotten]
      yield* TestClock.adjust("1 minute")
      const review = yield* Review
      yield* review.restored("The manager", "the disk was lost")
      service.balance = Number.MAX_SAFE_INTEGER
      yield* TestClock.adjust("1 minute")
      const again = yield* feeding
      const worker = yield* working
      yield* TestClock.adjust("5 minutes")
      if (forgotten === "the project" || forgotten === "everything") {
        const { batch: brought } = yield* imported(tableOf(12))
        assert.strictEqual(yield* refusalOf(startBatch(brought, clerk, false)), "needs_person")
      }
      const decide = Effect.gen(function* () {
        const now = yield* findBatch(shop, "may")
        return yield* now.state === "imported" ? startBatch(now, clerk) : resumeBatch(now, clerk)
      })
      assert.strictEqual(yield* refusalOf(decide), "statement_missing")
      // What the service is still working on does not stand in it.
      yield* statement({ ...service, books: [] }, 20 * 60_000)
      assert.strictEqual(yield* refusalOf(decide), "statement_missing")
      yield* statement(service, settled, { numberless: [phoneOf(6)] })
      yield* statement({ ...service, books: [] }, settled, { project: "other" })
      yield* review.resume("payouts")
      yield* TestClock.adjust("5 minutes")
      assert.lengthOf(service.books, 6)
      yield* decide
      yield* TestClock.adjust("30 minutes")
      const paid = paidTo(service)
      assert.deepStrictEqual([...new Set(paid)].toSorted(), paid.toSorted())
      assert.lengthOf(paid, 12)
      const counts = (yield* progress).counts.map(({ count, state }) => [state, count])
      assert.deepStrictEqual(Object.fromEntries(counts)["maybe"], 1)
      for (const each of [again, worker]) yield* Fiber.interrupt(each)
    })
  }

  test("compares a list with the statement also when it comes back a month later; a next one to the same people is paid", function* (service) {
    const { batch } = yield* imported(tableOf(3))
    yield* startBatch(batch, clerk)
    service.balance = 1_001
    yield* fed
    service.balance = Number.MAX_SAFE_INTEGER
    service.cell.current = emptyMemory
    const review = yield* Review
    yield* review.restored("The manager", "the disk was lost")
    yield* TestClock.adjust("30 days")
    const { batch: spoilt } = yield* imported(tableOf(1), "spoilt")
    for (const person of [true, false])
      assert.strictEqual(yield* refusalOf(startBatch(spoilt, clerk, person)), "statement_missing")
    yield* statement(service, settled)
    yield* review.resume("payouts")
    yield* cancelBatch(yield* startBatch(spoilt, clerk), manager)
    yield* TestClock.adjust("8 days")
    const { batch: brought } = yield* imported(tableOf(3))
    assert.strictEqual(yield* refusalOf(startBatch(brought, clerk, false)), "needs_person")
    yield* startBatch(brought, clerk)
    yield* fed
    assert.strictEqual(yield* states, "paid pending pending")
    // Within a week it may be the same list under another id.
    const { batch: copy } = yield* imported(tableOf(1), "copy")
    assert.strictEqual(yield* refusalOf(startBatch(copy, clerk, false)), "needs_person")
    yield* TestClock.adjust("30 days")
    const { batch: june } = yield* imported(tableOf(1), "june")
    yield* startBatch(june, clerk, false)
    yield* fed
    assert.deepStrictEqual(paidTo(service), [1, 2, 3, 1].map(phoneOf))
  })

  test("leaves a list out that was paid and forgotten, though another one to the same people was left out as possibly paid (S2)", function* (service) {
    const review = yield* Review
    yield* imported(tableOf(1), "salaries")
    const backup = service.cell.current
    yield* TestClock.adjust("1 minute")
    const bonus = tableOf(1, () => 700)
    yield* startBatch((yield* imported(bonus)).batch, clerk)
    yield* fed
    service.cell.current = backup
    yield* TestClock.adjust("1 minute")
    yield* review.restored("The manager", "the disk was lost")
    yield* statement(service, 5 * 86_400_000)
    yield* TestClock.adjust("4 days")
    yield* review.resume("payouts")
    yield* startBatch(yield* findBatch(shop, "salaries"), clerk)
    yield* TestClock.adjust("10 days")
    assert.strictEqual(yield* refusalOf(startBatch((yield* imported(bonus)).batch, clerk, false)), "needs_person")
  })

  test("takes what was completed in the minutes before the backup for its own, and pays the next list", function* (service) {
    const review = yield* Review
    yield* startBatch((yield* imported(tableOf(2))).batch, clerk)
    const worker = yield* working
    yield* fed
    yield* TestClock.adjust("10 minutes")
    yield* (yield* Payouts).create(rent)
    yield* Fiber.interrupt(worker)
    yield* TestClock.adjust("1 minute")
    yield* review.restored("The manager", "the disk was lost")
    yield* statement(service, settled)
    yield* TestClock.adjust("4 days")
    yield* review.resume("payouts")
    yield* TestClock.adjust("30 days")
    yield* startBatch((yield* imported(tableOf(2), "june")).batch, clerk, false)
  })

  /** A batch of three lines, of which the first was paid and the store has forgotten that. */
  const lost = Effect.fnUntraced(function* (service: Service, more: StatementMore = {}) {
    const { batch } = yield* imported(tableOf(3))
    yield* startBatch(batch, clerk)
    const backup = service.cell.current
    yield* TestClock.adjust("1 minute")
    service.balance = 1_001
    yield* fed
    service.balance = Number.MAX_SAFE_INTEGER
    service.cell.current = backup
    yield* TestClock.adjust("1 minute")
    const review = yield* Review
    yield* review.restored("The manager", "the disk was lost")
    yield* statement(service, settled, more)
    yield* review.resume("payouts")
  })

  const resumed = Effect.gen(function* () {
    yield* resumeBatch(yield* findBatch(shop, "may"), clerk)
    yield* fed
  })

  test("takes no payout that it stored itself for one that it has forgotten", function* (service) {
    yield* lost(service)
    yield* (yield* Payouts).create({ ...rent, amount: 1_001, phone: phoneOf(1) })
    yield* resumed
    assert.strictEqual(yield* states, "paid pending pending")
  })

  test("takes a payout that ended on the day of the loss for its own row, where a statement names only days", function* (service) {
    yield* TestClock.adjust("8 hours")
    const worker = yield* working
    yield* (yield* Payouts).create({ ...rent, id: "advance", amount: 1_003, phone: phoneOf(3) })
    yield* TestClock.adjust("2 hours")
    yield* Fiber.interrupt(worker)
    yield* (yield* Payouts).create(rent, { sendLater: true })
    yield* lost(service, { span: 86_400_000 })
    yield* resumed
    assert.strictEqual(yield* states, "paid pending pending")
  })

  test("asks a person about a line whose number was paid another amount, such as one with its fee", function* (service) {
    yield* lost(service, { fee: 10 })
    yield* resumed
    assert.strictEqual(yield* states, "maybe pending pending")
  })

  test(
    "is found out by another program that has waited all the while and was not woken",
    function* (service) {
      const other = yield* Layer.build(Layer.fresh(layerProgram(service)))
      const review = yield* Review
      const { batch } = yield* imported(tableOf(6))
      yield* startBatch(batch, clerk)
      const backup = service.cell.current
      yield* review.pause("payouts", "The manager", "lunch")
      const waiting = yield* feeding.pipe(Effect.provideContext(other))
      yield* TestClock.adjust("1 second")
      yield* review.resume("payouts")
      // Of six lines the first two still wait.
      yield* fed
      assert.lengthOf(service.books, 4)
      service.cell.current = backup
      yield* review.restored("The manager", "the disk was lost")
      yield* statement(service, settled)
      yield* review.resume("payouts")
      yield* resumeBatch(yield* findBatch(shop, "may"), clerk)
      yield* TestClock.adjust("30 minutes")
      assert.lengthOf(service.books, 6)
      assert.strictEqual(yield* states, "pending pending paid paid paid paid")
      yield* Fiber.interrupt(waiting)
    },
    { worker: { concurrency: 6 } },
  )
})
