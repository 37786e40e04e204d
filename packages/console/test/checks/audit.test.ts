import { assert, describe } from "@effect/vitest"
import { Context, Effect, Result, Struct } from "effect"
import { TestClock } from "effect/testing"
import { defaultPolicy, PaymentStore, Review } from "@cauri/core"
import { CreationAnswer, noAnswer } from "@cauri/core/adapter"
import { CreationToken, decide } from "@cauri/core/model"
import type { findingData } from "../../src/checks/audit.ts"
import {
  completed,
  createPayin,
  createPayout,
  keyOf,
  newWorld,
  spoil,
  spoilLines,
  stored,
  sweep,
  tokenOf,
  type World,
} from "../world.ts"
import { it, itFrom } from "../it.ts"

/** A store with something of everything, all of it sound. */
const sound = Effect.gen(function* () {
  const world = yield* newWorld()
  yield* createPayin(world, "order-1", { orderRef: "basket-1" })
  yield* createPayin(world, "order-2")
  yield* createPayout(world, "salary-1")
  world.service.confirm = completed(5_000)
  yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
  world.service.create = noAnswer("timed_out")
  yield* createPayout(world, "salary-2", { phone: "22670000005" })
  return world
})

const test = itFrom(sound)

/** What an audit says, as programs read it. */
const auditOf = Effect.fnUntraced(function* (world: World, ...flags: ReadonlyArray<string>) {
  const { code, out } = yield* world.console("audit", "--json", ...flags)
  const { findings }: { readonly findings: ReadonlyArray<ReturnType<typeof findingData>> } = JSON.parse(out)
  // Every finding says what to do, in both languages.
  for (const { step } of findings) for (const text of [step.en, step.fr]) assert.match(text, /[.:]/)
  return { code, findings: findings.map((finding) => Struct.omit(finding, ["step"])) }
})

/** A finding in a line. */
const shortly = ({ code, invariant, parameters, payment }: Omit<ReturnType<typeof findingData>, "step">) =>
  `${invariant} ${payment?.id} ${code} ${parameters[0]}`

interface Body {
  readonly payment: Record<string, unknown>
  readonly tracking: Record<string, unknown>
}

/** Changes the row of a payment past the library, as a hand in the database would. */
const damageRow = (world: World, name: string, change: (body: Body) => Partial<Body>, row: object = {}) => {
  const { cell } = world
  const found = cell.current.payments.get(name)
  assert.isDefined(found)
  if (found === undefined) return
  const body: Body = JSON.parse(found.row.body)
  const changed = { ...found.row, ...row, body: JSON.stringify({ ...body, ...change(body) }) }
  cell.current = { ...cell.current, payments: new Map(cell.current.payments).set(name, { ...found, row: changed }) }
}

interface Line {
  readonly seq: number
  readonly event: Record<string, unknown>
}

/** Changes the history of a payment past the library. */
const damageHistory = (world: World, name: string, change: (lines: ReadonlyArray<Line>) => ReadonlyArray<Line>) => {
  const { cell } = world
  const found = cell.current.payments.get(name)
  assert.isDefined(found)
  if (found === undefined) return
  const lines = change(found.events.map((row): Line => JSON.parse(row.body)))
  const changed = lines.map((line) => ({
    seq: line.seq,
    at: 0,
    tag: String(line.event["_tag"]),
    deliveredAs: null,
    body: JSON.stringify({ at: 0, ...line }),
  }))
  cell.current = { ...cell.current, payments: new Map(cell.current.payments).set(name, { ...found, events: changed }) }
}

const attempt = (number: number, outcome: object) => ({ number, kind: "pay", carriesOtp: false, startedAt: 0, outcome })

describe("audit", () => {
  test("finds nothing in a sound store, and counts what it read", function* (world) {
    const { code, out } = yield* world.console("audit")
    assert.strictEqual(code, 0, out)
    assert.match(out, /^No problem found \(4 payments, 14 events, 15 rules\)\.\n$/)
  })

  test("names the payment, the invariant and the rule, and ends with 1", function* (world) {
    damageHistory(world, "payin shop/order-2", (lines) => lines.slice(0, -1))
    const { code, out } = yield* world.console("audit")
    assert.strictEqual(code, 1)
    assert.match(out, /S14 +payin shop\/order-2 +it has 2 events and counts 3 +the history has no gaps/)
    assert.include(out, "3 problems found (4 payments, 13 events, 15 rules).")
    assert.match(
      out,
      /What to do:\n(.*\n)*  payin shop\/order-2: .*cauri console export-evidence shop\/order-2 --kind payin/,
    )
  })

  it("speaks French where the locale does, and codes to programs", function* () {
    const world = yield* newWorld({ language: "fr" })
    yield* createPayin(world, "order-2")
    damageHistory(world, "payin shop/order-2", (lines) => lines.slice(0, -1))
    const { out } = yield* world.console("audit")
    assert.match(
      out,
      /S14 +payin shop\/order-2 +son historique contient 2 événements, mais le compteur enregistré en indique 3 +l’historique est complet/,
    )
    assert.include(out, "problèmes trouvés (1 paiement, 2 événements, 15 règles).")
    assert.deepInclude((yield* auditOf(world)).findings[0], { code: "events_miscounted", parameters: [2, 3] })
  })

  /** Each damage, with the invariant that must be found broken. */
  const damages: ReadonlyArray<readonly [string, string, (world: World) => void | Effect.Effect<unknown>]> = [
    [
      "S2",
      "two calls of a payout that may both have left",
      (world) => {
        const attempts = [1, 2].map((each) =>
          attempt(each, { _tag: "no_answer", cause: "timed_out", code: "", token: null }),
        )
        damageRow(world, "payout shop/salary-2", ({ payment }) => ({ payment: { ...payment, attempts } }))
      },
    ],
    [
      "S4",
      "a completion that nothing completed",
      (world) => {
        const state = { _tag: "completed", at: 0, attempt: 1 }
        damageRow(world, "payout shop/salary-1", ({ payment }) => ({ payment: { ...payment, state } }))
      },
    ],
    [
      "S4",
      "a completion by a call without a token",
      (world) => {
        const attempts = [attempt(1, { _tag: "not_executed" })]
        damageRow(world, "payin shop/order-1", ({ payment }) => ({ payment: { ...payment, attempts } }))
      },
    ],
    [
      "S5",
      "a completed payin with another amount",
      (world) => {
        damageHistory(world, "payin shop/order-1", (lines) =>
          lines.map((line) =>
            line.event["_tag"] === "completed"
              ? { ...line, event: JSON.parse(JSON.stringify(line.event).replaceAll("5000", "4999")) }
              : line,
          ),
        )
      },
    ],
    [
      "S6",
      "a payment that ended twice",
      (world) => {
        damageHistory(world, "payin shop/order-1", (lines) => [
          ...lines,
          { seq: lines.length + 1, event: { _tag: "not_completed" } },
        ])
      },
    ],
    [
      "S7",
      "a token that was given up",
      (world) => {
        const attempts = [attempt(1, { _tag: "accepted", token: "another", url: null })]
        damageRow(world, "payin shop/order-2", ({ payment }) => ({ payment: { ...payment, attempts } }))
      },
    ],
    [
      "S14",
      "a gap in a history",
      (world) => damageHistory(world, "payin shop/order-2", (lines) => lines.filter(({ seq }) => seq !== 2)),
    ],
    [
      "S14",
      "a history that adds up to something else",
      (world) => damageRow(world, "payin shop/order-2", ({ payment }) => ({ payment: { ...payment, decidedAt: 5 } })),
    ],
    [
      "S14",
      "a history that the tables do not allow",
      (world) =>
        damageHistory(world, "payin shop/order-2", (lines) =>
          lines.map((line) => (line.seq === 2 ? { ...line, event: { _tag: "expired" } } : line)),
        ),
    ],
    [
      "L1",
      "an open payment with no confirm planned",
      (world) => {
        damageRow(world, "payin shop/order-2", ({ tracking }) => ({ tracking: { ...tracking, actAt: null } }))
      },
    ],
    [
      "L4",
      "a call that its worker left behind",
      Effect.fnUntraced(function* (world) {
        const state = { _tag: "submitting" }
        damageRow(world, "payin shop/order-2", ({ payment }) => ({ payment: { ...payment, state } }))
        yield* TestClock.adjust("4 minutes")
      }),
    ],
    ["L6", "a payment that waits although it is due", () => TestClock.adjust("2 hours")],
    [
      "twins",
      "two equal payouts to one number, of which no person released the later one",
      (world) => {
        damageRow(world, "payout shop/salary-2", ({ payment }) => ({
          payment: JSON.parse(JSON.stringify(payment).replaceAll("22670000005", "22670000002")),
        }))
      },
    ],
    [
      "refunds",
      "refunds beyond their payin",
      (world) => {
        damageRow(world, "payout shop/salary-1", ({ payment }) => ({
          payment: JSON.parse(JSON.stringify(payment).replaceAll('"refundOf":null', '"refundOf":"order-1"')),
        }))
      },
    ],
    [
      "doubles",
      "two completed payins of one order without a flag",
      Effect.fnUntraced(function* (world) {
        yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-2"))
        damageRow(world, "payin shop/order-2", ({ payment }) => ({
          payment: JSON.parse(JSON.stringify(payment).replaceAll('"orderRef":null', '"orderRef":"basket-1"')),
        }))
      }),
    ],
    [
      "high_water",
      "events that the store did not count",
      (world) =>
        damageHistory(world, "payin shop/order-2", (lines) => [
          ...lines,
          { seq: lines.length + 1, event: { _tag: "flagged", kind: "overdue", subject: "" } },
        ]),
    ],
  ]
  for (const [invariant, words, damage] of damages) {
    it(`finds ${words} (${invariant})`, function* () {
      const world = yield* sound
      const result = damage(world)
      if (Effect.isEffect(result)) yield* result
      const { code, findings } = yield* auditOf(world)
      assert.strictEqual(code, 1)
      assert.include(
        findings.map((finding) => finding.invariant),
        invariant,
      )
    })
  }

  it("never prints a token or a number that it read", function* () {
    for (const [, , damage] of damages) {
      const world = yield* sound
      const result = damage(world)
      if (Effect.isEffect(result)) yield* result
      const { out } = yield* world.console("audit")
      for (const secret of [tokenOf(1), tokenOf(2), "22670000001", "22670000002"]) assert.notInclude(out, secret)
    }
  })

  test("looks at what was created from a day on when it is asked to", function* (world) {
    damageHistory(world, "payin shop/order-2", (lines) =>
      lines.map((line, index) => ({ ...line, event: lines[Math.min(index, 1)]?.event ?? line.event })),
    )
    assert.deepStrictEqual(yield* auditOf(world, "--from", "1970-01-02"), { code: 0, findings: [] })
    assert.strictEqual((yield* auditOf(world, "--from", "1970-01-01")).code, 1)
    assert.strictEqual((yield* stored(world, "payin", "order-2")).payment.seq, 3)
  })

  test("names who has not heard of a payment for more than an hour (L6)", function* (world) {
    yield* Context.get(world.services, PaymentStore).subscribe({ consumer: "mail", from: 0, limit: 100 })
    yield* TestClock.adjust("1 hour")
    yield* sweep(world)
    assert.deepStrictEqual(yield* auditOf(world), { code: 0, findings: [] })
    yield* TestClock.adjust("1 milli")
    const { code, findings } = yield* auditOf(world)
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(findings.map(shortly), [
      "L6 order-1 undelivered_too_long mail",
      "L6 salary-2 undelivered_too_long mail",
    ])
  })

  test("finds what cannot be read, and does not take its events for lost (L6)", function* (world) {
    spoil(world, "payout shop/salary-2")
    for (const flags of [[], ["--from", "1970-01-01"]]) {
      const { code, findings } = yield* auditOf(world, ...flags)
      assert.strictEqual(code, 1)
      assert.deepStrictEqual(findings, [
        {
          invariant: "readable",
          payment: keyOf("payout", "salary-2"),
          code: "row_unreadable",
          parameters: ["in_doubt"],
        },
      ])
    }
  })

  test("goes on where the payin of a refund cannot be read", function* (world) {
    yield* createPayout(world, "refund-1", { refundOf: "order-1", amount: 10, phone: "22670000006" })
    spoil(world, "payin shop/order-1")
    const { findings } = yield* auditOf(world)
    assert.deepStrictEqual(
      findings.map(({ invariant }) => invariant),
      ["readable"],
    )
  })

  test("says the same of it where the payin is older than the day that is asked for", function* (world) {
    yield* TestClock.setTime(30 * 3_600_000)
    yield* createPayout(world, "refund-1", { refundOf: "order-1", amount: 10, phone: "22670000006" })
    spoil(world, "payin shop/order-1")
    const { code, findings } = yield* auditOf(world, "--from", "1970-01-02")
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(findings, [
      {
        invariant: "readable",
        payment: keyOf("payin", "order-1"),
        code: "row_unreadable",
        parameters: ["completed"],
      },
    ])
  })

  test("says of a payment which line of its history cannot be read, and audits the others", function* (world) {
    spoilLines(world, "payin shop/order-1", 2)
    const { code, findings } = yield* auditOf(world)
    assert.strictEqual(code, 1)
    assert.deepStrictEqual(findings, [
      {
        invariant: "readable",
        payment: keyOf("payin", "order-1"),
        code: "lines_unreadable",
        parameters: ["2 (attempt_started)"],
      },
    ])
  })

  it("does not unsay that a person ruled a call not executed, when its answer comes late (S2)", function* (world) {
    world.service.create = noAnswer("timed_out")
    yield* createPayout(world, "salary-1")
    yield* TestClock.adjust("73 hours")
    const asOf = String((yield* stored(world, "payout", "salary-1")).payment.seq)
    const accepted = CreationAnswer.cases.accepted.make({ token: CreationToken.make(tokenOf(9)), url: null })
    world.service.create = accepted
    const ruling = ["--to", "send_again", "--amount", "7000", "--as-of", asOf, "--reason", "r", "--evidence", "e"]
    assert.strictEqual((yield* world.console("resolve", "salary-1", ...ruling)).code, 0)
    yield* sweep(world)
    const record = yield* stored(world, "payout", "salary-1")
    const late = Result.getOrThrow(
      decide(record, { _tag: "Answered", attempt: 1, answer: accepted }, record.payment.createdAt, defaultPolicy),
    )
    const terms = { version: record.version, giveBack: null, now: record.payment.createdAt }
    yield* Context.get(world.services, PaymentStore).save(late.change, late.tracking, terms)
    const { payment } = yield* stored(world, "payout", "salary-1")
    assert.deepStrictEqual(
      payment.attempts.map(({ outcome }) => outcome._tag),
      ["accepted", "accepted"],
    )
    const { findings } = yield* auditOf(world)
    assert.notInclude(
      findings.map(({ invariant }) => invariant),
      "S2",
    )
  })

  it("names the fees that it applied, which are those of today (S5)", function* () {
    const world = yield* newWorld({ policy: { merchant: { fees: [{ basisPoints: 200, fixedXof: 0 }] } } })
    world.service.confirm = completed(5_100)
    yield* createPayin(world, "order-1")
    yield* Context.get(world.services, Review).recheck(keyOf("payin", "order-1"))
    assert.deepStrictEqual(yield* auditOf(world), { code: 0, findings: [] })
    const later = yield* newWorld()
    later.cell.current = world.cell.current
    assert.deepStrictEqual(
      (yield* auditOf(later)).findings.map(({ code, parameters }) => [code, ...parameters]),
      [["completed_with_other_amount", 5_100, 5_000, 0]],
    )
  })
})
