import { assert, describe } from "@effect/vitest"
import { TestClock } from "effect/testing"
import { Payins, Payouts, Review } from "@cauri/core"
import { type Answer, inBusyWeekFrom, inWorld } from "../serving/browsing.ts"
import { completed, keyOf, payin, payout, tokenNumber, weekMillis } from "../serving/world.ts"
import { itWithin } from "@cauri/house/it"

const test = itWithin(inWorld)

/** The busy week ends at this moment, on 21 November 2026 in the afternoon. */
const end = Date.UTC(2026, 10, 21, 15, 47)

const inBusyWeek = inBusyWeekFrom(end - weekMillis)

const it = itWithin(inBusyWeek)

const plain = (text: string) => text.replaceAll("\u00A0", " ").replaceAll(/\s+/g, " ").trim()
const tilesOf = ({ text }: Answer) =>
  [...text.matchAll(/<dt>([^<]*)<\/dt>\s*<dd>([^<]*)<\/dd>\s*<dd>([^<]*)<\/dd>/g)].map(([, ...parts]) =>
    parts.map(plain).join(" | "),
  )
const rowsOf = ({ text }: Answer, id: string) => {
  const section = new RegExp(`<div class="card" id="${id}">[^]*?</table>`).exec(text)?.[0] ?? ""
  return [
    ...section.matchAll(
      /<th scope="row">([^<]*)<\/th>\s*<td class="number">([^<]*)<\/td>\s*<td class="number">([^<]*)<\/td>/g,
    ),
  ].map(([, ...parts]) => parts.map(plain).join(" | "))
}

describe("figures of a day on the page", () => {
  it("begin with today: what was collected, paid out, and is not settled", function* (browser) {
    const page = yield* browser.get("/day")
    assert.match(page.text, /Saturday,? 21 November 2026/)
    assert.deepStrictEqual(tilesOf(page), [
      "Payins completed | 128,950 F CFA | 5 payments",
      "Payouts completed | 120,000 F CFA | 1 payment",
      "Unknown outcome | 116,500 F CFA | 2 payments",
      "Completed late | 0 F CFA | 0 payments",
      "Overdue | 23,000 F CFA | 1 payment",
      "With open flags | 121,000 F CFA | 2 payments",
    ])
  })

  it("stand in a table beside every chart, and add up", function* (browser) {
    const page = yield* browser.get("/day?day=2026-11-21")
    assert.deepStrictEqual(rowsOf(page, "payin-state"), [
      "Refused | 1 | 640,000 F CFA",
      "Completed | 5 | 128,950 F CFA",
      "Pending | 1 | 23,000 F CFA",
      "Total | 7 | 791,950 F CFA",
    ])
    assert.deepStrictEqual(rowsOf(page, "payout-operator"), [
      "Djembe | 3 | 460,000 F CFA",
      "Operator One | 1 | 120,000 F CFA",
      "Baobab | 1 | 98,000 F CFA",
      "Not named | 1 | 18,500 F CFA",
      "Total | 6 | 696,500 F CFA",
    ])
    assert.deepStrictEqual(rowsOf(page, "payout-rail"), [
      "Mobile money payout | 6 | 696,500 F CFA",
      "Total | 6 | 696,500 F CFA",
    ])
    const bars = [
      ...page.text.matchAll(
        /<rect class="(?:failed|settled|waiting)"[^>]* width="([^"]*)%"[^>]*>\s*<text [^>]*>[^<]*<\/text>\s*<text [^>]*>([^<]*)</g,
      ),
    ]
    assert.deepStrictEqual(
      bars.slice(0, 3).map(([, width, value]) => [Number(width), value?.replaceAll(/\s/g, " ")]),
      [
        [100, "640,000 F CFA"],
        [20.1, "128,950 F CFA"],
        [3.6, "23,000 F CFA"],
      ],
    )
  })

  it("show what was really paid on the day, by the operator that the service named (#85, #238)", function* (browser) {
    const page = yield* browser.get("/day?day=2026-11-21")
    assert.include(page.text, "Completed on this day, as paid")
    assert.deepStrictEqual(rowsOf(page, "payin-paid"), [
      "Operator One | 5 | 128,950 F CFA",
      "Total | 5 | 128,950 F CFA",
    ])
    assert.deepStrictEqual(rowsOf(page, "payout-paid"), [
      "Operator One | 1 | 120,000 F CFA",
      "Total | 1 | 120,000 F CFA",
    ])
    assert.notInclude((yield* browser.get("/day?day=2026-11-01")).text, "as paid")
    assert.include((yield* browser.get("/day?language=fr")).text, "Aboutis ce jour-là, montants payés")
  })

  test("agree by the day of completion with an imported statement, whose sums stand beside them (#85, #238)", function* (browser, script) {
    yield* TestClock.adjust("23 hours")
    yield* (yield* Payins).create(payin("order-1", 3_000))
    yield* (yield* Payins).create(payin("order-2", 2_000))
    yield* TestClock.adjust("2 hours")
    const paid = [
      [3_000, "Operator One"],
      [2_000, "Baobab"],
    ] as const
    for (const [index, [amount, operatorName]] of paid.entries()) {
      const record = { ...completed(amount), payer: null, operatorName }
      script.confirms.set(tokenNumber(index + 1), record)
      yield* (yield* Review).recheck(keyOf("payin", `order-${index + 1}`))
    }
    yield* browser.enter
    const lines = [
      "time;kind;amount;number;balance",
      "1970-01-02;opening;;;0",
      "1970-01-02 01:00:00;payin;3000;22670000001;",
      "1970-01-02 01:00:00;payin;2000;22670000001;",
      "1970-01-03;closing;;;5000",
    ]
    const who = { project: "shop", by: "A colleague", reason: "daily" }
    yield* browser.upload("/statements", who, { name: "day.csv", text: lines.join("\n") })
    const page = yield* browser.get("/day?day=1970-01-02&language=en")
    assert.deepStrictEqual(rowsOf(page, "payin-paid"), [
      "Operator One | 1 | 3,000 F CFA",
      "Baobab | 1 | 2,000 F CFA",
      "Total | 2 | 5,000 F CFA",
    ])
    const text = plain(page.text.replaceAll(/<[^>]*>/g, " "))
    assert.match(text, /Statement of the day .* Came in 5,000 F CFA 5,000 F CFA /)
    // It covers the day of completion, and not that of creation.
    const before = yield* browser.get("/day?day=1970-01-01&language=en")
    assert.notInclude(before.text, "Statement of the day")
    assert.notInclude(before.text, "as paid")
  })

  it("say what could not be read, in both languages, and only then", function* (browser, script) {
    assert.notInclude((yield* browser.get("/day")).text, "Cannot be read")
    script.unreadable.add("order-1046")
    const tile = "Cannot be read; missing among late, overdue and flagged | 23,000 F CFA | 1 payment"
    assert.include(tilesOf(yield* browser.get("/day")), tile)
    assert.include((yield* browser.get("/day?language=fr")).text, "Illisibles")
  })

  it("are those of any other day, with a way to the days beside it", function* (browser) {
    const page = yield* browser.get("/day?day=2026-11-17")
    assert.deepStrictEqual(rowsOf(page, "payout-state"), [
      "Unknown outcome | 1 | 145,000 F CFA",
      "Total | 1 | 145,000 F CFA",
    ])
    assert.include(page.text, 'rel="prev" href="/day?day=2026-11-16"')
    assert.include(page.text, 'rel="next" href="/day?day=2026-11-18"')
    assert.notInclude((yield* browser.get("/day")).text, 'rel="next"')
  })

  it("say when there are none, and when a day is none", function* (browser) {
    assert.include((yield* browser.get("/day?day=2026-11-01")).text, "No payments on this day")
    for (const day of ["2026-02-30", "yesterday", "2026-13-01", "-1"]) {
      const wrong = yield* browser.get(`/day?day=${day}`)
      assert.strictEqual(wrong.status, 400, day)
      assert.match(wrong.text, /id="day-wrong">This is not a day/)
      assert.include(wrong.text, `value="${day}"`)
    }
  })

  test("adds up more than one payment may be", function* (browser) {
    yield* (yield* Payouts).create(payout("b-1", Number.MAX_SAFE_INTEGER))
    yield* (yield* Payouts).create(payout("b-2", Number.MAX_SAFE_INTEGER - 1))
    const { status, text } = yield* browser.get("/day")
    assert.strictEqual(status, 200)
    assert.include(text, "18,014,398,509,481,980\u00A0F\u00A0CFA")
  })
})
