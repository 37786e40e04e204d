import { assert, describe } from "@effect/vitest"
import { Clock, Effect } from "effect"
import { Payins, PaymentStore, Payouts } from "@cauri/core"
import { type Answer, type Browser, inBusyWeekFrom, inWorld } from "../serving/browsing.ts"
import { payin, payout } from "../serving/world.ts"
import { itWithin } from "@cauri/house/it"

const test = itWithin(inWorld)

/** A busy week, and a browser that came when it was over. */
const inBusyWeek = inBusyWeekFrom(1_795_000_000_000)

const it = itWithin(inBusyWeek)

/** The ids of the rows, in their order. */
const idsOf = ({ text }: Answer) =>
  [...text.matchAll(/<a href="\/payments\/(?:payin|payout)\/[^/]+\/([^"]+)"/g)].map(([, id]) => id)
const idsIn = (browser: Browser, list: string) => Effect.map(browser.get(`/?list=${list}`), idsOf)
const countsOf = ({ text }: Answer) =>
  [...text.matchAll(/<a href="\/\?list=(\w+)[^>]*>[^<]*<span class="count[^"]*">([^<]*)</g)].map(([, ...pair]) => pair)

describe("worklist on the page", () => {
  it("begins with what is in doubt, the most money first, and says how much may have left or may be owed", function* (browser) {
    const page = yield* browser.get("/")
    assert.deepStrictEqual(idsOf(page), ["salary-2026-w46-003", "salary-2026-w47-001", "refund-order-0998"])
    // The payout that is held never left.
    assert.include(page.text, "may have left or may be owed, in 4 payments")
    const byAge = yield* browser.get("/?list=inDoubt&order=age")
    assert.deepStrictEqual(idsOf(byAge), ["salary-2026-w46-003", "salary-2026-w47-001", "refund-order-0998"])
    assert.match(byAge.text, /aria-current="true">Oldest first/)
    assert.match(page.text, /<a href="\/\?list=inDoubt" aria-current="page">Unknown outcome/)
    assert.include(page.text, "<title>(3) Worklist")
    assert.deepStrictEqual(countsOf(page), [
      ["inDoubt", "3"],
      ["flagged", "2"],
      ["held", "1"],
    ])
  })

  it("has a tab for every list", function* (browser) {
    assert.deepStrictEqual(yield* idsIn(browser, "flagged"), ["salary-2026-w47-001", "order-1046"])
    assert.deepStrictEqual(yield* idsIn(browser, "held"), ["salary-2026-w47-003b"])
    assert.deepStrictEqual(yield* idsIn(browser, "overdue"), ["salary-2026-w46-003", "order-1046"])
    assert.lengthOf(yield* idsIn(browser, "all"), 14)
    assert.lengthOf(yield* idsIn(browser, "nonsense"), 3)
  })

  it("shows of each payment its state, its sum, its age, its way, and why it stands there", function* (browser) {
    const { text } = yield* browser.get("/?list=all&operator=Djembe")
    assert.include(text, "75,000\u00A0F\u00A0CFA")
    assert.include(text, "Mobile money payout · Djembe")
    assert.include(text, "another payout sends the same amount to the same number")
    const all = yield* browser.get("/?list=all")
    assert.include(all.text, "Accepted without a token")
    assert.match(all.text, /\d+\u00A0d \d+\u00A0h overdue/)
    assert.notMatch(all.text, /2267000000\d/, "numbers are masked")
  })

  it("filters by kind, project, rail, operator and state, and says that it does", function* (browser) {
    const count = (query: string) => Effect.map(browser.get(`/?list=all&${query}`), (page) => idsOf(page).length)
    assert.strictEqual(yield* count("kind=payin"), 7)
    assert.strictEqual(yield* count("kind=payout"), 7)
    assert.strictEqual(yield* count("kind=refund"), 14)
    assert.strictEqual(yield* count("project=shop"), 14)
    assert.strictEqual(yield* count("project=other"), 0)
    assert.strictEqual(yield* count("rail=ussd_push"), 7)
    assert.strictEqual(yield* count("rail=Pigeon"), 14)
    assert.strictEqual(yield* count("operator=Baobab&kind=payout"), 3)
    assert.strictEqual(yield* count("state=completed"), 6)
    const none = yield* browser.get("/?list=held&project=other")
    assert.include(none.text, "No payment matches the filters")
    assert.notInclude(none.text, "Nothing is held", "which would not be true of the whole store")
    const page = yield* browser.get("/?list=all&state=completed&project=shop")
    assert.include(page.text, "Filters (in use)")
    assert.match(page.text, /<option value="completed" selected="">/)
    assert.match(page.text, /<input id="project"[^>]* value="shop"/)
    assert.include(page.text, '<a href="/?list=all">Clear</a>')
  })

  it("tells who has not heard what, in both languages, and nothing where everybody has", function* (browser) {
    const before = yield* browser.get("/")
    assert.notInclude(before.text, "Not delivered yet")
    const store = yield* PaymentStore
    yield* store.subscribe({ consumer: "books", from: 0, limit: 100 })
    const now = yield* Clock.currentTimeMillis
    const { taken } = yield* store.takeDeliveries({ consumer: "books", now, limit: 1, until: now + 1 })
    yield* Effect.forEach(taken, (each) => store.retryDelivery(each, now + 60_000), { concurrency: 1 })
    const page = yield* browser.get("/")
    const card = page.text.slice(page.text.indexOf('<h2 id="undelivered">'))
    assert.match(card, /^<h2 id="undelivered">Not delivered yet/)
    assert.strictEqual(idsOf({ ...page, text: card })[0], "salary-2026-w46-003", "the oldest event comes first")
    assert.include(card, "<strong>books</strong>")
    assert.match(card, /Up to event \d/)
    assert.strictEqual(card.split("Refusals: 1").length, 2)
    const french = yield* browser.get("/?language=fr")
    assert.include(french.text, "Événements non transmis")
    assert.include(french.text, "Refus\u00A0: 1")
  })

  test("says what an empty list means", function* (browser) {
    for (const [list, text] of [
      ["inDoubt", "No unknown outcomes"],
      ["flagged", "No open flags"],
      ["overdue", "Nothing is overdue"],
      ["held", "Nothing is held"],
      ["all", "No payments"],
    ]) {
      const page = yield* browser.get(`/?list=${list}`)
      assert.strictEqual(page.status, 200)
      assert.include(page.text, text ?? "")
    }
  })

  test("turns pages without losing or repeating a payment, and keeps the filters", function* (browser) {
    for (let index = 0; index < 60; index++) {
      yield* (yield* Payins).create(payin(`order-${String(index).padStart(2, "0")}`, 1_000))
    }
    const seen: Array<string | undefined> = []
    let address: string | undefined = "/?list=all&kind=payin"
    const sizes: Array<number> = []
    while (address !== undefined) {
      const page: Answer = yield* browser.get(address)
      seen.push(...idsOf(page))
      sizes.push(idsOf(page).length)
      address = /rel="next" href="([^"]+)"/.exec(page.text)?.[1]?.replaceAll("&#38;", "&")
      if (address !== undefined) assert.include(address, "kind=payin")
    }
    assert.deepStrictEqual(sizes, [25, 25, 10])
    assert.deepStrictEqual(
      seen,
      Array.from({ length: 60 }, (_, index) => `order-${String(index).padStart(2, "0")}`),
    )
    for (const after of [
      "x",
      "1:payin:shop",
      "1:refund:shop:a",
      "-1:payin:shop:a",
      "1:payin:a/b:c",
      "1:payin:shop:a:b",
      "1:payin:shop:a:1:1",
      "1:payin:shop:a:1",
    ]) {
      assert.strictEqual((yield* browser.get(`/?list=all&after=${encodeURIComponent(after)}`)).status, 404, after)
    }
  })

  test("counts a hundred and more as 99+", function* (browser) {
    const payouts = yield* Payouts
    for (let index = 0; index <= 101; index++) yield* payouts.create(payout(`salary-${index}`, 9_000))
    assert.deepInclude(countsOf(yield* browser.get("/")), ["held", "99+"])
  })

  it("shows what cannot be read where it stands, in both languages, and counts it", function* (browser, script) {
    const before = idsOf(yield* browser.get("/"))
    script.unreadable.add("salary-2026-w47-001")
    const page = yield* browser.get("/")
    assert.deepStrictEqual(idsOf(page), before)
    assert.include(page.text, "<title>(3) Worklist")
    assert.strictEqual(page.text.split('<li class="mark flag">Cannot be read</li>').length, 2)
    assert.deepStrictEqual(countsOf(page)[0], ["inDoubt", "3"])
    assert.include((yield* browser.get("/?language=fr")).text, "Illisible")
  })

  test("leads from an id to its payment, and asks where there is more than one", function* (browser) {
    yield* (yield* Payins).create(payin("order-1", 1_000))
    yield* (yield* Payouts).create(payout("order-1", 2_000))
    yield* (yield* Payouts).create(payout("salary-1", 2_000))
    const location = (id: string) =>
      Effect.map(browser.get(`/find?id=${encodeURIComponent(id)}`), ({ headers }) => headers.get("location"))
    assert.strictEqual(yield* location("salary-1"), "/payments/payout/shop/salary-1")
    assert.strictEqual(yield* location(" shop/salary-1 "), "/payments/payout/shop/salary-1")
    assert.strictEqual(yield* location("payin shop/order-1"), "/payments/payin/shop/order-1")
    const several = yield* browser.get("/find?id=order-1")
    assert.strictEqual(several.status, 300)
    assert.include(several.text, "More than one payment has the id order-1")
    assert.deepStrictEqual(idsOf(several), ["order-1", "order-1"])
    const unknown = yield* browser.get("/find?id=order-2")
    assert.strictEqual(unknown.status, 404)
    assert.include(unknown.text, "No payment matches")
    assert.include(unknown.text, "the payment order-2 or the reference, request or token order-2")
  })

  it("finds what a customer says, says how it understood it, and shows it masked", function* (browser) {
    const page = yield* browser.get("/find?id=75%20000%20F")
    assert.strictEqual(page.status, 200)
    assert.deepStrictEqual(idsOf(page), ["salary-2026-w47-003b", "salary-2026-w47-003"])
    assert.include(page.text, "an amount of 75,000\u00A0F\u00A0CFA")
    assert.include(page.text, "Only the last 7 days were searched")
    assert.notMatch(page.text, /2267000000\d/, "numbers are masked")
    const earlier = /href="(\/find\?id=75\+000\+F&#38;before=\d+)"/.exec(page.text)?.[1] ?? ""
    assert.strictEqual((yield* browser.get(earlier.replaceAll("&#38;", "&"))).status, 404)
    assert.deepStrictEqual(idsOf(yield* browser.get("/find?id=0007")), ["supplier-771"])
    assert.include((yield* browser.get("/find?id=98000&language=fr")).text, "un montant de 98\u00A0000\u00A0F\u00A0CFA")
    assert.include((yield* browser.get("/find?id=&language=en")).text, "Type what the customer says.")
  })

  test("shows nothing for a text that no payment can have, and asks no store about it", function* (browser, script) {
    script.broken.add("list")
    for (const name of ["project", "operator", "state"]) {
      const { status } = yield* browser.get(`/?list=all&${name}=%00`)
      assert.strictEqual(status, 200, name)
    }
  })
})
