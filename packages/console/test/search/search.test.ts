/** How words of a customer are understood, and what is found with them. */
import { assert, describe } from "@effect/vitest"
import { Review } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Reading, search, understand } from "../../src/search/search.ts"
import { completed, createPayin, createPayout, keyOf, newWorld, tokenOf, type World } from "../world.ts"
import { it } from "../it.ts"

/** Thursday, 26 November 2026, 15:00 UTC. */
const now = Date.UTC(2026, 10, 26, 15)
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const short = (reading: Reading): string =>
  reading._tag === "Payment"
    ? `payment ${reading.wanted.id}`
    : reading._tag === "Amount"
      ? `amount ${reading.amount}`
      : reading._tag === "Ending"
        ? `ending ${reading.digits}`
        : `${reading._tag.toLowerCase()} ${reading.text}`
const wordsOf = (text: string) => understand(text, now).words.map(({ readings }) => readings.map(short).join(" | "))
const timeOf = (text: string) => {
  const { time } = understand(text, now)
  return time === null ? null : [new Date(time.from), new Date(time.before)].map((at) => at.toISOString().slice(5, 16))
}

describe("what a customer says", () => {
  it("is understood by its words, and a word may mean several things", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["7500", ["amount 7500 | ending 7500 | payment 7500"]],
      ["7 500 F CFA", ["amount 7500"]],
      ["7\u00A0500 FCFA", ["amount 7500"]],
      ["7.500", ["amount 7500"]],
      ["12,500 xof", ["amount 12500"]],
      ["1 250 000", ["amount 1250000"]],
      ["0198", ["ending 0198 | payment 0198"]],
      ["•••98", ["ending 98"]],
      ["22•••02", ["ending 02"]],
      ["+226 70 00 00 01", ["ending 22670000001"]],
      ["70 00 00 01", ["ending 70000001"]],
      ["0022670000001", ["ending 22670000001 | payment 0022670000001 | reference 0022670000001"]],
      ["Traoré", ["name Traoré | reference Traoré"]],
      ["Awa Traoré", ["payment Awa | name Awa", "name Traoré | reference Traoré"]],
      ["order-17", ["payment order-17 | reference order-17"]],
      ["shop/order-17", ["payment order-17 | reference shop/order-17"]],
      ["payin shop/order-17", ["payment order-17"]],
      ["MP261126.1402.A12345", ["reference MP261126.1402.A12345"]],
      [tokenOf(1), [`reference ${tokenOf(1)}`]],
      ["9", ["amount 9"]],
      ["a", []],
      ["de 5000 f à 14h30", ["amount 5000"]],
      ["", []],
      ["<script>", ["reference <script>"]],
    ]
    for (const [text, words] of cases) assert.deepStrictEqual(wordsOf(text), words, text)
  })

  it("names an hour and a day, of which the latest that has begun is meant", () => {
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string> | null]> = [
      ["7500 à 14h30", ["11-26T14:00", "11-26T15:00"]],
      ["7500 at 2:30 pm", ["11-26T14:00", "11-26T15:00"]],
      ["vers 14 h", ["11-26T13:30", "11-26T15:30"]],
      ["9am", ["11-26T08:30", "11-26T10:30"]],
      ["18h", ["11-25T17:30", "11-25T19:30"]],
      ["hier 18h05", ["11-25T17:35", "11-25T18:35"]],
      ["yesterday", ["11-25T00:00", "11-26T00:00"]],
      ["aujourd’hui", ["11-26T00:00", "11-27T00:00"]],
      ["2026-11-03", ["11-03T00:00", "11-04T00:00"]],
      ["3/11 à 8h", ["11-03T07:30", "11-03T09:30"]],
      ["30/12", ["12-30T00:00", "12-31T00:00"]],
      ["31/02", null],
      ["25h", null],
      ["7500", null],
    ]
    for (const [text, time] of cases) assert.deepStrictEqual(timeOf(text), time, text)
    assert.strictEqual(understand("30/12", now).time?.from, Date.UTC(2025, 11, 30))
  })
})

const everything = { from: 0, before: now + day }

const found = (world: World, text: string, window = everything, limit = 25) =>
  Effect.provideContext(search(understand(text, now), window, limit), world.services)
const idsOf = (world: World, text: string, window = everything) =>
  Effect.map(found(world, text, window), ({ rows }) => rows.map(({ key }) => key.id))

describe("a search", () => {
  it("finds a payment by whatever is known of it, and shows it masked", function* () {
    yield* TestClock.setTime(now - 2 * day)
    const world = yield* newWorld()
    world.service.confirm = { ...completed(7_500), payerDetails: payer }
    yield* createPayin(world, "order-1", { amount: 7_500, orderRef: "cart/9", customer: { firstName: "Zoé" } })
    yield* Effect.provideContext(
      Review.use((review) => review.recheck(keyOf("payin", "order-1"))),
      world.services,
    )
    yield* TestClock.adjust(day)
    yield* createPayout(world, "salary-1", { amount: 7_500, phone: "22670007500" })
    world.service.create = noAnswer("timed_out")
    yield* createPayout(world, "salary-2", { amount: 9_000, phone: "22670000044" })
    const cases: ReadonlyArray<readonly [string, ReadonlyArray<string>]> = [
      ["7500", ["salary-1", "order-1"]],
      ["7 500 F", ["salary-1", "order-1"]],
      ["7500 0001", ["order-1"]],
      ["0044", ["salary-2"]],
      ["44", []],
      ["+226 70 00 00 44", ["salary-2"]],
      ["ZOE", ["order-1"]],
      ["traore", ["order-1"]],
      ["Zoé Traoré", ["order-1"]],
      ["Zo", []],
      ["cart/9", ["order-1"]],
      ["OREF-1", ["order-1"]],
      ["REQ-1", ["order-1"]],
      ["REQ-", []],
      [tokenOf(1), ["order-1"]],
      ["shop/salary-2", ["salary-2"]],
      ["9000 7500", []],
      ["nothing-like-this", []],
    ]
    for (const [text, ids] of cases) assert.deepStrictEqual(yield* idsOf(world, text), ids, text)
    const rows = JSON.stringify((yield* found(world, "7500")).rows)
    assert.notInclude(rows, "22670007500")
  })

  it("looks in its window alone, but for an id", function* () {
    yield* TestClock.setTime(now - 9 * day)
    const world = yield* newWorld()
    yield* createPayin(world, "order-1", { amount: 7_500 })
    const week = { from: now - 7 * day, before: now }
    assert.deepStrictEqual(yield* idsOf(world, "7500", week), [])
    assert.deepStrictEqual(yield* idsOf(world, "7500", { from: now - 37 * day, before: week.from }), ["order-1"])
    assert.deepStrictEqual(yield* idsOf(world, "order-1", week), ["order-1"])
  })

  it("says that there are more than it shows, the newest first", function* () {
    yield* TestClock.setTime(now - day)
    const world = yield* newWorld()
    for (const index of [1, 2, 3]) {
      yield* createPayin(world, `order-${index}`, { amount: 7_500 })
      yield* TestClock.adjust(minute)
    }
    const { more, rows, stoppedAt } = yield* found(world, "7500", everything, 2)
    assert.deepStrictEqual(
      rows.map(({ key }) => key.id),
      ["order-3", "order-2"],
    )
    assert.deepStrictEqual([more, stoppedAt], [true, null])
  })
})

const payer = { firstName: "Awa", lastName: "Traoré", email: "", phone: "", details: "" }
