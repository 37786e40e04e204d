/** Everything that the console prints for programs has the fields and the times of the facade and of the webhook. */
import { assert, describe } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Decision, PaymentStore, Review } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { completed, createPayin, createPayout, keyOf, newWorld, note, spoil, stored, sweep } from "../world.ts"
import { it } from "../it.ts"

/** Core's and the console's own names of fields that the facade calls otherwise. */
const ownFields = new Set(["_tag", "state", "states", "party", "key", "tag"])

/** The milliseconds of any time in these tests are more than this, and no amount is. */
const firstTime = Date.UTC(2001)

/** What of a printed value programs read otherwise, each by its path. */
const foreign = (value: unknown, path = "$"): ReadonlyArray<string> => {
  if (typeof value === "number") return value > firstTime ? [`${path} is the time ${value}`] : []
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, each]) => [
    ...(!Array.isArray(value) && ownFields.has(name) ? [`${path} has ${name}`] : []),
    ...foreign(each, `${path}.${name}`),
  ])
}

/** A store in which every kind of thing has happened that a command prints. */
const everything = Effect.gen(function* () {
  const world = yield* newWorld()
  const review = Context.get(world.services, Review)
  yield* TestClock.setTime(Date.UTC(2026, 0, 31))
  yield* Context.get(world.services, PaymentStore).subscribe({ consumer: "mail", from: 0, limit: 100 })
  yield* createPayin(world, "flagged", { customer: { firstName: "Awa" }, customData: { basket: "9" } })
  yield* note(world, "payin", "flagged", 1, "{}")
  world.service.confirm = completed(4_000)
  yield* review.recheck(keyOf("payin", "flagged"))
  const page = { returnUrl: "https://shop.example", cancelUrl: "https://shop.example", phone: "22670000001" }
  yield* createPayin(world, "paid", { method: { type: "hosted", ...page } })
  world.service.confirm = completed(5_000)
  yield* review.recheck(keyOf("payin", "paid"))
  yield* createPayout(world, "sent", { amount: 10 })
  yield* createPayout(world, "held", { amount: 10, method: { type: "wallet", funds: "keep_in_wallet" } })
  world.service.create = noAnswer("timed_out")
  yield* createPayout(world, "doubtful", { amount: 11 })
  yield* createPayout(world, "unread", { amount: 12 })
  yield* createPayout(world, "decided", { amount: 13 })
  const decision: Decision = { by: "A. Colleague", reason: "the answer was lost", asOf: 4 }
  yield* review.resolve(keyOf("payout", "decided"), { ...decision, to: "completed", evidence: "a letter" })
  yield* TestClock.adjust("25 hours")
  yield* sweep(world)
  const scope = "project/shop/payouts"
  const own = { scope, reason: "ip_denied", by: "cauri", since: Date.UTC(2026, 0, 31), credentials: null }
  world.cell.current = { ...world.cell.current, pauses: new Map([[scope, [own]]]) }
  yield* createPayout(world, "waiting", { amount: 14 })
  spoil(world, "payout shop/unread")
  return world
})

const printing: ReadonlyArray<ReadonlyArray<string>> = [
  ["list"],
  ["list", "--status", "held,in_doubt"],
  ["report", "--day", "2026-01-31"],
  ...["flagged", "paid", "sent", "held", "doubtful", "decided", "waiting"].flatMap((id) => [
    ["show", id],
    ["export-evidence", id],
    ["export-evidence", id, "--reveal", "--reason", "request 7"],
  ]),
  ["pauses"],
  ["undelivered"],
  ["audit"],
  ["recheck", "flagged"],
  ["recheck", "paid"],
  ["replay-notes", "flagged"],
  ["pause", "payouts", "--reason", "outage"],
  ["resume", "project/shop/payouts", "--reason", "it is back"],
  ["restored", "--reason", "a backup"],
  ["forget", "mail", "--reason", "no such program"],
  ["archive", "--before", "2026-01-31"],
  ["deeds"],
]

describe("what programs read", () => {
  it("has the fields of the facade, its times in ISO 8601, in all that `--json` prints", function* () {
    const world = yield* everything
    for (const command of printing) {
      const { err, out } = yield* world.console(...command, "--json")
      assert.isNotEmpty(out, `${command.join(" ")}: ${err}`)
      assert.deepStrictEqual(foreign(JSON.parse(out)), [], command.join(" "))
    }
  })

  it("is found where it is not", () => {
    const printed = { list: [{ at: Date.UTC(2026, 0, 31) }], state: { in_doubt: 1 } }
    assert.deepStrictEqual(foreign(printed), ["$.list.0.at is the time 1769817600000", "$ has state"])
  })

  it("leaves what merchants and people wrote as it is, whatever it looks like", function* (world) {
    const own = { description: "ussd_push", customData: { mode: "in_doubt", state: "not_completed", raisedAt: "5" } }
    yield* createPayin(world, "order-1", own)
    for (const command of ["show", "export-evidence"]) {
      const { out } = yield* world.console(command, "order-1", "--json", "--reveal", "--reason", "request 7")
      const printed = JSON.parse(out)
      assert.deepInclude(command === "show" ? printed : printed.payment, own)
    }
  })

  it("names a payment and how it stands alike in a list, in detail, after a decision and in evidence", function* () {
    const world = yield* everything
    const { payment } = yield* stored(world, "payout", "held")
    const json = (...command: ReadonlyArray<string>) =>
      Effect.map(world.console(...command), ({ out }): Readonly<Record<string, unknown>> => JSON.parse(out))
    const named = { kind: "payout", project: "shop", id: "held" }
    const common = { ...named, status: "held", heldBecause: "twin", amount: 10, phone: "226••••••02" }
    const createdAt = "2026-01-31T00:00:00.000Z"
    const { payments } = yield* json("list", "--status", "held", "--json")
    assert.deepInclude(Object(payments)[0], { ...common, createdAt, rail: "wallet_payout" })
    const shown = yield* json("show", "held", "--json")
    assert.deepInclude(shown, { ...common, createdAt, rail: "wallet_payout", seq: payment.seq })
    assert.deepInclude(Object(shown["history"])[1], { seq: 2, at: createdAt, event: "held" })
    const evidence = yield* json("export-evidence", "held")
    const method = { type: "wallet", funds: "keep_in_wallet" }
    assert.deepInclude(evidence["payment"], { ...common, createdAt, method, seq: payment.seq, closedAt: null })
    assert.deepStrictEqual(Object(evidence["history"])[1], { seq: 2, at: createdAt, event: "held", because: "twin" })
    const cancelled = yield* json("cancel", "held", "--as-of", String(payment.seq), "--json")
    assert.deepInclude(cancelled, { ...named, status: "cancelled", amount: 10, seq: payment.seq + 1 })
  })
})
