import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, PaymentStore, Payouts, StoreError } from "@cauri/core"
import { CallbackIntake, noAnswer, notSent } from "@cauri/core/adapter"
import { DeedRecords, layerDeedRecords } from "../../src/deeds/recordDeed.ts"
import { inWorld, weightOf } from "../serving/browsing.ts"
import { busyWeek, completed, doubtful, keyOf, paidIn, payin, payout, tokenNumber } from "../serving/world.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const secrets = {
  customer: { firstName: "Firstname", lastName: "Lastnamé", email: "customer@client.example" },
  customData: { seat: "14C" },
}
const secretTexts = ["22670000001", "customer@client.example", "Lastnamé", "14C", tokenNumber(1)]

const noticesIn = (text: string) => text.match(/<div class="notice careful">[^]*?<\/div>/g)?.join("") ?? ""

describe("payment on the page", () => {
  it("shows what was asked for, where it stands, and every event in its order", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* TestClock.adjust("3 hours")
    const { status, text } = yield* browser.get("/payments/payout/shop/salary-1")
    assert.strictEqual(status, 200)
    assert.include(
      text,
      '<span class="sum">145,000\u00A0F\u00A0CFA</span> <span class="pill doubt">Unknown outcome</span>',
    )
    assert.include(text, "226••••••02")
    assert.include(text, "Baobab")
    const events = [...text.matchAll(/<li class="(\w+)" value="(\d+)">/g)].map(([, tone, seq]) => `${seq} ${tone}`)
    assert.deepStrictEqual(events, ["1 closed", "2 waiting", "3 doubt", "4 doubt"])
    const titles = [...text.matchAll(/<p><strong>([^<]*)<\/strong>/g)].map(([, title]) => title)
    assert.deepStrictEqual(titles.slice(0, 3), [
      "The merchant asked for the payment.",
      "A call to the service began.",
      "The call got no usable answer.",
    ])
    assert.include(text, "No callback came.")
    assert.include(text, "Call 1: payment")
    // In a narrow window everything stands in this order: what is known comes before what can be decided.
    const places = ['class="head"', 'class="known"', 'id="decisions"', 'class="body"'].map((each) => text.indexOf(each))
    assert.deepStrictEqual(
      places,
      places.toSorted((one, other) => one - other),
    )
    assert.notInclude(places, -1)
  })

  it("shows what came instead of an answer to the person who must decide", function* (browser, script) {
    const evidence = { status: 502, contentType: "text/html", text: "<h1>Bad gateway</h1>" }
    script.creations.push({ ...noAnswer("web_page"), evidence })
    yield* (yield* Payouts).create(payout("salary-1", 145_000))
    const english = (yield* browser.get("/payments/payout/shop/salary-1")).text
    assert.include(english, '<bdi class="said">received: HTTP 502, text/html</bdi>')
    assert.include(english, '<bdi class="said">&#60;h1&#62;Bad gateway&#60;/h1&#62;</bdi>')
    const french = (yield* browser.get("/payments/payout/shop/salary-1?language=fr")).text
    assert.include(french, "page web au lieu d’une réponse")
    assert.include(french, "reçu\u00A0: HTTP 502, text/html")
  })

  it("says in both languages which hold stops it, why, by whom and since when, and nothing where none does", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* (yield* Review).pause("payouts", "A colleague", "The service is down.")
    yield* (yield* Review).pause("operator/shop/Djembe", "A colleague", "Maintenance.")
    yield* (yield* Payouts).create(payout("salary-2", 9_000))
    const english = noticesIn((yield* browser.get("/payments/payout/shop/salary-2")).text)
    for (const part of [
      "Paused: no call is made for this payment while this is in force",
      '<strong>All payouts</strong> · <bdi class="said">The service is down.</bdi>',
      '(By <bdi class="said">A colleague</bdi> · Since <time datetime="1970-01-01T00:00:00.000Z">',
      '<a href="/pauses">See the pauses</a>',
    ]) {
      assert.include(english, part)
    }
    assert.notInclude(english, "Djembe")
    assert.strictEqual(noticesIn((yield* browser.get("/payments/payout/shop/salary-1")).text), "")
    const french = noticesIn((yield* browser.get("/payments/payout/shop/salary-2?language=fr")).text)
    assert.include(
      french,
      "Suspendu\u00A0: aucun appel ne part pour ce paiement tant que cette suspension est en vigueur",
    )
    assert.include(french, "<strong>Tous les versements</strong>")
  })

  it("draws its life: a lane per state with its true time, and a text for a reader who does not see it", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* TestClock.adjust("3 hours")
    yield* browser.submit("/payments/payout/shop/salary-1/completed", {
      by: "A colleague",
      reason: "The service wrote it.",
      evidence: "Letter 12",
      amount: "145000",
    })
    yield* TestClock.adjust("2 days")
    yield* browser.enter
    const { text } = yield* browser.get("/payments/payout/shop/salary-1")
    const pictures = [
      ...text.matchAll(
        /<svg\s+viewBox="0 0 \d+ \d+"\s+class="for-(\w+)"\s+role="img"\s+aria-label="([^"]+)"[^]*?<\/svg>/g,
      ),
    ]
    assert.deepStrictEqual(
      pictures.map(([, width]) => width),
      ["narrow", "wide"],
    )
    for (const [picture] of pictures) {
      const lanes = [
        ...picture.matchAll(/<text class="strong"[^>]*>([^<]*)<\/text>\s*<text class="soft end"[^>]*>([^<]*)</g),
      ]
      assert.deepStrictEqual(
        lanes.map(([, state, time]) => `${state}: ${time?.replaceAll("\u00A0", " ")}`),
        ["To be sent: &#60; 1 s", "Being sent: &#60; 1 s", "Unknown outcome: 3 h", "Completed: 2 d"],
      )
    }
    assert.include(text, "the list below says the same in words")
  })

  it("offers the decisions that its state allows, and no ruling before the others", function* (browser, script) {
    yield* TestClock.setTime(1_795_000_000_000)
    yield* busyWeek(script, TestClock.adjust)
    yield* browser.enter
    const offered = Effect.fnUntraced(function* (path: string) {
      const { text } = yield* browser.get(`/payments/${path}`)
      return [...text.matchAll(/<a class="button( primary)?" href="[^"]*\/([a-z_]+)">/g)].map(
        ([, primary, act]) => `${act}${primary ?? ""}`,
      )
    })
    assert.deepStrictEqual(yield* offered("payout/shop/salary-2026-w46-003"), [
      "completed",
      "not_completed",
      "send_again",
    ])
    assert.deepStrictEqual(yield* offered("payout/shop/salary-2026-w47-001"), ["completed", "close_flag"])
    assert.deepStrictEqual(yield* offered("payout/shop/salary-2026-w47-003b"), ["release primary", "cancel"])
    assert.deepStrictEqual(yield* offered("payin/shop/order-1046"), ["completed", "not_completed", "close_flag"])
    assert.deepStrictEqual(yield* offered("payin/shop/order-1047"), [])
    assert.include((yield* browser.get("/payments/payin/shop/order-1047")).text, "Nothing can be decided")
  })

  it("says in French what the events and calls hold, masks and all", function* (browser, script) {
    yield* TestClock.setTime(1_795_000_000_000)
    yield* busyWeek(script, TestClock.adjust)
    yield* browser.enter
    const read = (path: string) => Effect.map(browser.get(`/payments/${path}?language=fr`), ({ text }) => text)
    const doubtful = yield* read("payout/shop/salary-2026-w46-003")
    assert.include(doubtful, "Sans réponse\u00A0: délai dépassé")
    const refused = yield* read("payin/shop/order-1047")
    assert.include(refused, "montant refusé (Code02)")
    const completed = yield* read("payout/shop/salary-2026-w47-002")
    assert.include(completed, "Accepté, jeton •••")
    for (const text of [doubtful, refused, completed]) {
      assert.notMatch(
        text,
        />[^<]*\b(timed_out|no_answer|amount_refused|accepted|refused|attempt|token|reason)\b[^<]*</,
      )
    }
  })

  it("shows flags with what to do about them, open and closed, and the callbacks that came", function* (browser, script) {
    yield* TestClock.setTime(1_795_000_000_000)
    yield* busyWeek(script, TestClock.adjust)
    yield* browser.enter
    const key = keyOf("payin", "order-1046")
    yield* (yield* CallbackIntake).receive({ key, attempt: 1, fingerprint: "a", receivedAt: 0, body: null })
    const path = "/payments/payin/shop/order-1046"
    const open = yield* browser.get(path)
    assert.include(open.text, "The customer paid another amount")
    assert.include(open.text, "about call 1")
    assert.include(open.text, "For call 1; the newest is number 1.")
    const close = /href="([^"]*close_flag\?flag=[^"]+)"/.exec(open.text)?.[1] ?? ""
    const form = yield* browser.get(close)
    assert.match(form.text, /name="flag"[^>]*checked=""/)
    const flag = /name="flag"[^>]*value="([^"]+)"/.exec(form.text)?.[1] ?? ""
    yield* browser.submit(`${path}/close_flag`, { by: "A colleague", reason: "Refunded by hand.", flag })
    const closed = yield* browser.get(path)
    assert.include(closed.text, "Closed by A colleague")
    assert.include(closed.text, "Refunded by hand.")
    assert.notInclude(closed.text, "/close_flag")
  })

  it("tells a person who is called like the service from the service", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* browser.submit("/payments/payout/shop/salary-1/completed", {
      by: "service",
      reason: "The service wrote it.",
      evidence: "Letter 12",
      amount: "145000",
    })
    const { text } = yield* browser.get("/payments/payout/shop/salary-1")
    assert.match(text, /A person decided what became of the money\.<\/strong> <span [^>]*>by “service”/)
  })

  it("masks what is personal everywhere, until a person asks under a name, and records that first (E7)", function* (browser, script) {
    const lines: Array<string> = []
    const records = { write: (line: string) => Effect.sync(() => void lines.push(line)) }
    yield* paidIn(script, payin("order-1", 5_000, secrets))
    const path = "/payments/payin/shop/order-1"
    const masked = [path, `${path}/reveal`, "/?list=all", "/find?id=order-1", "/day"]
    for (const each of masked) {
      const { text } = yield* browser.get(each)
      for (const secret of secretTexts) assert.notInclude(text, secret, each)
    }
    const reveal = (form: Readonly<Record<string, string>>) =>
      browser.submit(`${path}/reveal`, form).pipe(Effect.provideService(DeedRecords, records))
    const refused = yield* reveal({ by: "", reason: "Refund" })
    assert.strictEqual(refused.status, 422)
    assert.match(refused.text, /id="by-wrong">Write your name\./)
    for (const secret of secretTexts) assert.notInclude(refused.text, secret)
    assert.isEmpty(lines)
    const shown = yield* reveal({ by: "A colleague", reason: "Refund by hand" })
    assert.strictEqual(shown.status, 200)
    for (const secret of secretTexts) assert.include(shown.text, secret)
    assert.include(shown.text, "A colleague sees everything")
    assert.lengthOf(lines, 1)
    assert.deepInclude(JSON.parse(lines[0] ?? ""), {
      record: "reveal",
      payment: "payin shop/order-1",
      by: "A colleague",
      reason: "Refund by hand",
    })
    const after = yield* browser.get(path)
    for (const secret of secretTexts) assert.notInclude(after.text, secret)
    const full = { write: () => Effect.fail(new StoreError({ operation: "record", cause: "the disk is full" })) }
    const unrecorded = yield* browser
      .submit(`${path}/reveal`, { by: "A colleague", reason: "Refund by hand" })
      .pipe(Effect.provideService(DeedRecords, full))
    assert.strictEqual(unrecorded.status, 503)
    for (const secret of secretTexts) assert.notInclude(unrecorded.text, secret)
  })

  it.effect("says who decided about it and who saw what is masked, when, from where and why", () =>
    inWorld((browser, script) =>
      Effect.gen(function* () {
        yield* doubtful(script, payout("salary-1", 145_000))
        const path = "/payments/payout/shop/salary-1"
        assert.include((yield* browser.get(path)).text, "No decision was taken and nothing masked was seen.")
        const form = { reason: "Call 22670000009", evidence: "Letter 12", amount: "145000" }
        yield* browser.submit(`${path}/reveal`, { by: "A. Colleague", reason: "Ticket 7" })
        yield* browser.submit(`${path}/completed`, { by: "B. Colleague", ...form })
        const { text } = yield* browser.get(path)
        const card = text
          .slice(text.indexOf('id="deeds"'))
          .replaceAll(/<[^>]*>|\s+/g, " ")
          .replaceAll(/ +/g, " ")
        assert.match(
          card,
          /Decide: completed by B\. Colleague · from 127\.0\.0\.1 .*Saw what is masked by A\. Colleague · from 127\.0\.0\.1 .*Ticket 7/,
        )
        assert.notInclude(card, "22670000009")
      }).pipe(Effect.provide(layerDeedRecords)),
    ),
  )

  it("says of a completed payout to a wallet that the wallet was credited, and no more #127", function* (browser, script) {
    const transfer = { type: "wallet" as const, funds: "transfer_to_mobile_money" as const }
    yield* (yield* Payouts).create(payout("salary-1", 9_000, { method: transfer }))
    script.confirms.set(tokenNumber(1), completed(9_000))
    yield* (yield* Review).recheck(keyOf("payout", "salary-1"))
    const { text } = yield* browser.get("/payments/payout/shop/salary-1")
    assert.include(text, '<span class="pill settled">Completed</span>')
    assert.include(text, "The wallet was credited; what its owner did with the money is not known.")
    assert.notMatch(text, /mobile money|moved|received/i)
  })

  it("leads from a refund to what it gives back", function* (browser, script) {
    yield* paidIn(script, payin("order-1", 5_000, { orderRef: "basket-9" }))
    yield* TestClock.adjust("1 minute")
    yield* paidIn(script, payin("order-2", 5_000, { orderRef: "basket-9" }))
    yield* (yield* Review).recheck(keyOf("payin", "order-2"))
    const refund = yield* browser.get("/payments/payout/shop/refund-order-2")
    assert.include(refund.text, "it is the draft of a refund")
    const link = /href="(\/find\?id=[^"]+)"/.exec(refund.text)?.[1] ?? ""
    assert.strictEqual((yield* browser.get(link)).headers.get("location"), "/payments/payin/shop/order-2")
  })

  it("shows the end of a long life, says so, and stays below a hundred kilobytes with everything that it loads", function* (browser, script) {
    const payouts = yield* Payouts
    const key = keyOf("payout", "salary-1")
    yield* payouts.create(payout("salary-1", 145_000), { sendLater: true })
    for (let index = 0; index < 20; index++) {
      for (let attempt = 0; attempt < 3; attempt++) {
        yield* TestClock.adjust("5 minutes")
        script.creations.push(notSent("connection_refused"))
        yield* payouts.send(key)
      }
      const { payment } = yield* Effect.fromNullishOr(yield* (yield* PaymentStore).find(key))
      assert.strictEqual(payment.state._tag, "held")
      yield* (yield* Review).release(key, { by: "A colleague", reason: "x".repeat(300), asOf: payment.seq })
    }
    const { text } = yield* browser.get("/payments/payout/shop/salary-1")
    const events = [...text.matchAll(/<li class="\w+" value="(\d+)">/g)].map(([, seq]) => Number(seq))
    assert.lengthOf(events, 100)
    const newest = Math.max(...events)
    assert.isAbove(newest, 140)
    assert.strictEqual(events[0], newest - 99)
    assert.include(text, `${newest - 100} earlier events are not shown here`)
    assert.isBelow(yield* weightOf(browser, "/payments/payout/shop/salary-1"), 100_000)
  })

  it("says in both languages what to do where the payment cannot be read, and nothing of what stands there", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    script.unreadable.add("salary-1")
    for (const part of ["", "/reveal", "/completed"]) {
      const { status, text } = yield* browser.get(`/payments/payout/shop/salary-1${part}`)
      assert.strictEqual(status, 422, part)
      assert.include(text, "This payment cannot be read")
      assert.include(text, "Use a console as new as what wrote it.")
      assert.notInclude(text, "Something went wrong in the console")
    }
    const sent = yield* browser.post("/payments/payout/shop/salary-1/recheck", {})
    assert.strictEqual(sent.status, 422)
    const french = yield* browser.get("/payments/payout/shop/salary-1?language=fr")
    assert.include(french.text, "Ce paiement est illisible")
    const found = yield* browser.get("/find?id=salary-1")
    assert.strictEqual(found.headers.get("location"), "/payments/payout/shop/salary-1")
  })
})
