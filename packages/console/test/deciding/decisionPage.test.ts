import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Review, Payins, Payouts, PaymentStore } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import type { Payin, Payout } from "@cauri/core/model"
import { type Answer, hiddenIn, insideBrowser, inWorld, valueOf } from "../serving/browsing.ts"
import { completed, doubtful, keyOf, payin, payout, storedPayment, tokenNumber } from "../serving/world.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const path = "/payments/payout/shop/salary-1"
const decision = { by: "A colleague", reason: "The service wrote it.", evidence: "Letter 12", amount: "145000" }

const lastEvent = Effect.fnUntraced(function* (payment: Payin | Payout) {
  const history = yield* (yield* PaymentStore).history({ key: payment.key, after: payment.seq - 1, limit: 10 })
  return history[0]?.event
})

/** The reason beside a field. */
const wrongOf = ({ text }: Answer, name: string): string | undefined =>
  new RegExp(`id="${name}-wrong">([^<]*)<`).exec(text)?.[1]

describe("decisions on the page", () => {
  it("rule what became of a payout in doubt, with all that was typed (O10)", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    const sent = yield* browser.submit(`${path}/completed`, { ...decision, amount: "145 000" })
    assert.strictEqual(sent.status, 303)
    assert.strictEqual(sent.headers.get("location"), `${path}?done=completed`)
    const payment = yield* storedPayment("payout", "salary-1")
    assert.strictEqual(payment.state._tag, "completed")
    const { amount: _, ...said } = decision
    assert.deepInclude(yield* lastEvent(payment), { _tag: "resolved", to: "completed", ...said })
    assert.include((yield* browser.get(`${path}?done=completed`)).text, "is saved")
  })

  it("rule a payout not completed, or send it again, once it is old enough (O10)", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* doubtful(script, payout("salary-2", 99_000))
    for (const part of ["not_completed", "send_again"]) {
      const early = yield* browser.get(`${path}/${part}`)
      assert.strictEqual(early.status, 409)
      assert.include(early.text, "three days after the last call")
      assert.notInclude(early.text, "Record the decision")
      const sent = yield* browser.submit(`${path}/${part}`, { ...decision, asOf: "4" })
      assert.strictEqual(sent.status, 409, part)
    }
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "in_doubt")
    yield* TestClock.adjust("73 hours")
    yield* browser.enter
    assert.strictEqual((yield* browser.submit(`${path}/not_completed`, decision)).status, 303)
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "not_completed")
    const other = "/payments/payout/shop/salary-2/send_again"
    assert.strictEqual((yield* browser.submit(other, { ...decision, amount: "99000" })).status, 303)
    assert.strictEqual((yield* storedPayment("payout", "salary-2")).state._tag, "intended")
  })

  it("rule a payin in doubt (P19)", function* (browser, script) {
    for (const id of ["order-1", "order-2"]) {
      script.creations.push(noAnswer("connection_lost"))
      yield* (yield* Payins).create(payin(id, 5_000))
    }
    const rule = (id: string, part: string) =>
      browser.submit(`/payments/payin/shop/${id}/${part}`, { ...decision, amount: "5,000" })
    assert.strictEqual((yield* rule("order-1", "completed")).status, 303)
    assert.strictEqual((yield* rule("order-2", "not_completed")).status, 303)
    assert.strictEqual((yield* storedPayment("payin", "order-1")).state._tag, "completed")
    assert.strictEqual((yield* storedPayment("payin", "order-2")).state._tag, "not_completed")
    assert.strictEqual((yield* browser.get("/payments/payin/shop/order-1/send_again")).status, 409)
  })

  it("release a held payout and cancel another (O3, O15)", function* (browser) {
    const payouts = yield* Payouts
    yield* payouts.create(payout("salary-0", 145_000))
    for (const id of ["salary-1", "salary-2"]) yield* payouts.create(payout(id, 145_000))
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "held")
    const wrong = yield* browser.submit(`${path}/release`, { ...decision, amount: "14500" })
    assert.strictEqual(wrong.status, 422)
    assert.strictEqual((yield* browser.submit(`${path}/release`, decision)).status, 303)
    const released = yield* storedPayment("payout", "salary-1")
    assert.strictEqual(released.state._tag, "intended")
    assert.deepInclude(yield* lastEvent(released), { _tag: "released", by: "A colleague", reason: decision.reason })
    const cancel = "/payments/payout/shop/salary-2/cancel"
    const nameless = yield* browser.submit(cancel, { by: " " })
    assert.strictEqual(wrongOf(nameless, "by"), "Write your name.")
    assert.strictEqual((yield* browser.submit(cancel, { by: "A colleague" })).status, 303)
    const cancelled = yield* storedPayment("payout", "salary-2")
    assert.deepInclude(yield* lastEvent(cancelled), { _tag: "cancelled", by: "A colleague" })
  })

  it("ask for what was really paid, and whether less of it is accepted as full", function* (browser, script) {
    yield* (yield* Payins).create(payin("order-1", 5_000))
    script.confirms.set(tokenNumber(1), completed(4_999))
    yield* (yield* Review).recheck(keyOf("payin", "order-1"))
    const order = "/payments/payin/shop/order-1"
    const paid = "4,999\u00A0F\u00A0CFA paid"
    for (const address of ["/?list=flagged", order, `${order}/close_flag`]) {
      assert.include((yield* browser.get(address)).text, paid, address)
    }
    const asked = (yield* browser.get(`${order}/completed`)).text
    assert.include(asked, "I accept 4,999\u00A0F\u00A0CFA as full payment of 5,000\u00A0F\u00A0CFA.")
    assert.include(asked, "They receive the event underpaid. If you accept the amount as full, they receive completed")
    assert.strictEqual((yield* browser.submit(`${order}/completed`, { ...decision, amount: "5000" })).status, 422)
    const sent = yield* browser.submit(`${order}/completed`, {
      ...decision,
      amount: "4999",
      acceptedAsFull: "true",
    })
    assert.strictEqual(sent.status, 303)
    assert.deepInclude((yield* storedPayment("payin", "order-1")).state, { _tag: "completed", amountPaid: 4_999 })
  })

  it("close the flag that was chosen, and no other", function* (browser, script) {
    yield* (yield* Payins).create(payin("order-1", 5_000))
    script.confirms.set(tokenNumber(1), { ...completed(4_000), transactionId: "another" })
    yield* (yield* Review).recheck(keyOf("payin", "order-1"))
    script.confirms.set(tokenNumber(1), { ...completed(4_000) })
    yield* TestClock.adjust("1 minute")
    yield* (yield* Review).recheck(keyOf("payin", "order-1"))
    const before = yield* storedPayment("payin", "order-1")
    assert.sameMembers(
      before.flags.map(({ kind }) => kind),
      ["reference_mismatch", "amount_mismatch"],
    )
    const close = "/payments/payin/shop/order-1/close_flag"
    const page = yield* browser.get(close)
    const offered = [...page.text.matchAll(/name="flag"[^>]*value="([^"]+)"[^]*?<strong>([^<]*)</g)]
    const chosen = offered.find(([, , label]) => label?.startsWith("Another amount"))?.[1] ?? ""
    const none = yield* browser.submit(close, { by: "A colleague", reason: "Refunded by hand." })
    assert.strictEqual(wrongOf(none, "flag"), "Choose the flag that you close.")
    const strange = yield* browser.submit(close, {
      by: "A colleague",
      reason: "Refunded by hand.",
      flag: "amount_mismatch",
    })
    assert.strictEqual(strange.status, 422)
    assert.strictEqual(
      (yield* browser.submit(close, { by: "A colleague", reason: "Refunded by hand.", flag: chosen })).status,
      303,
    )
    const after = yield* storedPayment("payin", "order-1")
    assert.deepStrictEqual(
      after.flags.filter(({ closed }) => closed === null).map(({ kind }) => kind),
      ["reference_mismatch"],
    )
    assert.deepInclude(after.flags.find(({ kind }) => kind === "amount_mismatch")?.closed, {
      by: "A colleague",
      reason: "Refunded by hand.",
    })
  })

  it("tell flags apart that were raised at the same moment", function* (browser) {
    yield* (yield* Payouts).create(payout("salary-1", 145_000))
    yield* TestClock.adjust("30 days")
    yield* (yield* Review).recheck(keyOf("payout", "salary-1"))
    const { flags } = yield* storedPayment("payout", "salary-1")
    assert.strictEqual(new Set(flags.map(({ kind, raisedAt }) => `${kind} ${raisedAt}`)).size, 1)
    // Its session is long over.
    yield* browser.enter
    const { text } = yield* browser.get(`${path}/close_flag`)
    const labels = [...text.matchAll(/name="flag"[^]*?<strong>([^<]*)</g)].map(([, label]) => label)
    assert.deepStrictEqual(labels, ["Overdue (level 1)", "Overdue (level 2)", "Overdue (level 3)"])
  })

  it("ask the service by one button", function* (browser, script) {
    yield* (yield* Payins).create(payin("order-1", 5_000))
    script.confirms.set(tokenNumber(1), completed(5_000))
    const page = "/payments/payin/shop/order-1"
    assert.include((yield* browser.get(page)).text, `action="${page}/recheck"`)
    assert.strictEqual((yield* browser.post(`${page}/recheck`, {})).headers.get("location"), `${page}?done=recheck`)
    assert.strictEqual((yield* storedPayment("payin", "order-1")).state._tag, "completed")
    assert.strictEqual((yield* browser.get(`${page}/recheck`)).headers.get("location"), page)
  })

  it("say so when the service was asked and gave no answer", function* (browser, script) {
    yield* (yield* Payins).create(payin("order-1", 5_000))
    script.confirms.set(tokenNumber(script.created), "Lost")
    const page = "/payments/payin/shop/order-1"
    const location = (yield* browser.post(`${page}/recheck`, {})).headers.get("location") ?? ""
    assert.strictEqual(location, `${page}?answered=nothing`)
    const { text } = yield* browser.get(location)
    assert.include(text, "The service was asked and gave no usable answer")
    assert.notInclude(text, "Its answers are below")
    assert.include((yield* browser.get(`${location}&language=fr`)).text, "n’a pas donné de réponse exploitable")
  })

  it.effect("say so when the service could not be asked", () =>
    inWorld(
      (browser, script) =>
        Effect.gen(function* () {
          yield* (yield* Payins).create(payin("order-1", 5_000))
          const page = "/payments/payin/shop/order-1"
          const ask = browser.post(`${page}/recheck`, {})
          assert.strictEqual((yield* ask).headers.get("location"), `${page}?done=recheck`)
          const location = (yield* ask).headers.get("location") ?? ""
          assert.strictEqual(location, `${page}?unasked=throttled`)
          assert.strictEqual(script.asked, 1)
          const { text } = yield* browser.get(location)
          assert.include(text, "The service was not asked: other calls use up the shared rate limit")
          assert.notInclude(text, "The service was asked.")
          assert.include((yield* browser.get(`${location}&language=fr`)).text, "Le service n’a pas été interrogé")
        }),
      true,
      { calls: { confirmRate: { perSecond: 0.01, burst: 1 }, callbackConfirmRate: null, confirmPatience: 0 } },
    ),
  )

  it.effect("are not offered without a way to the service where they would need one", () =>
    inWorld(
      (browser) =>
        Effect.gen(function* () {
          yield* (yield* Payins).create(payin("order-1", 5_000))
          const page = "/payments/payin/shop/order-1"
          const { text } = yield* browser.get(page)
          assert.include(text, "has no access to it")
          assert.notInclude(text, `${page}/recheck`)
          const sent = yield* browser.post(`${page}/recheck`, {})
          assert.strictEqual(sent.status, 422)
          assert.include(sent.text, "this console has no access to it")
        }),
      false,
    ),
  )

  it("say beside each field what is missing, and lose nothing that was typed", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    const empty = yield* browser.submit(`${path}/completed`, {})
    assert.strictEqual(empty.status, 422)
    assert.strictEqual(wrongOf(empty, "by"), "Write your name.")
    assert.strictEqual(wrongOf(empty, "reason"), "Write a reason.")
    assert.strictEqual(wrongOf(empty, "evidence"), "Say what proves it.")
    assert.strictEqual(wrongOf(empty, "amount"), "Type the amount again.")
    for (const missing of ["by", "reason", "evidence", "amount"] as const) {
      const given = {
        by: "A colleague <a>",
        reason: 'Said "yes"\nand & more',
        evidence: "Letter 12",
        amount: "145000",
        [missing]: "",
      }
      const back = yield* browser.submit(`${path}/completed`, given)
      assert.strictEqual(back.status, 422)
      assert.match(back.text, new RegExp(`id="${missing}"[^>]*aria-invalid="true"`))
      for (const [name, value] of Object.entries(given)) assert.strictEqual(valueOf(back, name), value, name)
    }
    const long = yield* browser.submit(`${path}/completed`, { ...decision, reason: "x".repeat(2_001) })
    assert.strictEqual(wrongOf(long, "reason"), "At most 2,000 characters.")
    const control = yield* browser.submit(`${path}/completed`, { ...decision, evidence: "a\u0007b" })
    assert.strictEqual(wrongOf(control, "evidence"), "There are characters in it that cannot be kept.")
    const unseen = yield* browser.submit(`${path}/completed`, { ...decision, by: "\u200B" })
    assert.strictEqual(wrongOf(unseen, "by"), "Write your name.")
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "in_doubt")
  })

  it("are refused when the amount that was typed again is another one (E1)", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    const asked = yield* browser.get(`${path}/completed`)
    assert.notMatch(asked.text, /145.?000/, "the amount is to come from the evidence, not from the page")
    for (const amount of ["14500", "1450000", "145000.5", "-145000", "145,0,00", "145000 F"]) {
      const back = yield* browser.submit(`${path}/completed`, { ...decision, amount })
      assert.strictEqual(back.status, 422, amount)
      assert.include(wrongOf(back, "amount") ?? "", "not the amount")
      assert.strictEqual(valueOf(back, "amount"), amount)
      assert.strictEqual(valueOf(back, "reason"), decision.reason)
    }
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "in_doubt")
  })

  it("are refused when something happened since the person looked, and show what it was", function* (browser, script) {
    script.creations.push(noAnswer("token_missing"))
    yield* (yield* Payouts).create(payout("salary-1", 145_000))
    const page = yield* browser.get(`${path}/completed`)
    const seen = { asOf: hiddenIn(page.text, "asOf") }
    yield* TestClock.adjust("1 minute")
    const flag = { kind: "accepted_without_token" as const, subject: "1" }
    yield* (yield* Review).closeFlag(keyOf("payout", "salary-1"), flag, {
      by: "Another colleague",
      reason: "Asked the service.",
      asOf: Number(seen.asOf),
    })
    const unfinished = yield* browser.post(`${path}/completed`, { ...decision, ...seen, evidence: "" })
    assert.strictEqual(unfinished.status, 409, "what happened is said before what is missing")
    const stale = yield* browser.post(`${path}/completed`, { ...decision, ...seen })
    assert.strictEqual(stale.status, 409)
    assert.include(stale.text, "has changed since you looked")
    assert.include(stale.text, "A person closed a flag.")
    assert.include(stale.text, "by Another colleague")
    assert.notInclude(stale.text, "The merchant asked for it.")
    for (const [name, value] of Object.entries(decision)) assert.strictEqual(valueOf(stale, name), value, name)
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "in_doubt")
    const again = { asOf: hiddenIn(stale.text, "asOf") }
    assert.strictEqual(Number(again.asOf), Number(seen.asOf) + 1)
    assert.strictEqual((yield* browser.post(`${path}/completed`, { ...decision, ...again })).status, 303)
    for (const asOf of ["", "none", "99999", "-1"]) {
      const unknown = yield* browser.post(`${path}/completed`, { ...decision, asOf })
      assert.strictEqual(unknown.status, 409, asOf)
    }
  })

  it("are refused when the state does not allow them any more", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* browser.submit(`${path}/completed`, decision)
    for (const part of ["completed", "not_completed", "send_again", "release", "cancel", "close_flag"]) {
      const asked = yield* browser.get(`${path}/${part}`)
      assert.strictEqual(asked.status, 409, part)
      assert.include(asked.text, "does not allow this decision")
      assert.notInclude(asked.text, "Record the decision")
      const sent = yield* browser.post(`${path}/${part}`, {
        ...decision,
        asOf: "5",
      })
      assert.strictEqual(sent.status, 409, part)
    }
  })

  it("keep what was typed when the store fails in the middle", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    const page = yield* browser.get(`${path}/completed`)
    const form = { ...decision, asOf: hiddenIn(page.text, "asOf") }
    script.broken.add("save")
    const failed = yield* browser.post(`${path}/completed`, form)
    assert.strictEqual(failed.status, 503)
    assert.include(failed.text, "It is unknown whether the decision was saved")
    assert.strictEqual(valueOf(failed, "reason"), decision.reason)
    script.broken.delete("save")
    assert.strictEqual((yield* browser.post(`${path}/completed`, form)).status, 303)
  })

  it("remember the name of who decided for the next form, in this browser only", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    yield* doubtful(script, payout("salary-2", 99_000))
    yield* browser.submit(`${path}/completed`, decision)
    const next = "/payments/payout/shop/salary-2/completed"
    assert.strictEqual(valueOf(yield* browser.get(next), "by"), "A colleague")
    const other = yield* insideBrowser
    assert.strictEqual(valueOf(yield* other.get(next), "by"), "")
  })

  it("say in French why the review refuses", function* (browser, script) {
    yield* doubtful(script, payout("salary-1", 145_000))
    script.creations.push(noAnswer("token_missing"))
    yield* (yield* Payouts).create(payout("salary-2", 98_000))
    const french = yield* browser.get(`${path}/send_again?language=fr`)
    assert.include(french.text, "trois jours après le dernier appel")
    const other = yield* browser.get("/payments/payout/shop/salary-2/send_again")
    assert.include(other.text, "accepté ce paiement sans donner de jeton")
  })
})
