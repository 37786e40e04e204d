/** Payins in every way to pay, from the merchant's side. */
import { assert, describe } from "@effect/vitest"
import { type NextStep, type Payin } from "../src/index.ts"
import { failureOf, numbers, payin, test, open } from "./samples.ts"

const codeOn = async (payments: Awaited<ReturnType<typeof open>>, phone: string): Promise<string> => {
  const [newest = ""] = await payments.service.phones.inbox(phone)
  return /(?<![0-9])[0-9]{4,8}(?![0-9])/.exec(newest)?.[0] ?? ""
}

const urlOf = (next: NextStep): string => (next.type === "open_url" ? next.url : assert.fail(`${next.type}: no page`))

describe("payins", () => {
  test("opens the service's page for a hosted payin, and completes it when the customer has paid there (#71, #72)", async (payments) => {
    const method = { type: "hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
    const created = await payments.payins.create(payin("hosted", { method: { ...method, type: "hosted" } }))
    assert.strictEqual(created.status, "pending")
    await payments.service.page.pay(urlOf(created.next), { operatorId: "12", phone: numbers.push })
    await payments.service.phones.approve(numbers.push)
    await payments.advance("5 minutes")
    const done = await payments.payins.get("hosted")
    assert.strictEqual(done.status, "completed")
    assert.isTrue(done.closed)
    assert.deepStrictEqual(done.next, { type: "nothing" })
  })

  test("tells a push customer to enter the PIN, and a guided one to follow the SMS (#151, #153)", async (payments) => {
    const push = await payments.payins.create(payin("push"))
    assert.deepStrictEqual(push.next, { type: "confirm_on_phone", how: "enter_pin" })
    const method = { type: "direct", mode: "guided_ussd", phone: numbers.guided } as const
    const guided = await payments.payins.create(payin("guided", { method }))
    assert.deepStrictEqual(guided.next, { type: "confirm_on_phone", how: "follow_sms" })
    const [text = ""] = await payments.service.phones.inbox(numbers.guided)
    await payments.service.phones.dial(numbers.guided, /\*[0-9*]+#/.exec(text)?.[0] ?? "")
    await payments.service.phones.approve(numbers.push)
    await payments.advance("2 minutes")
    assert.strictEqual((await payments.payins.get("push")).status, "completed")
    assert.strictEqual((await payments.payins.get("guided")).status, "completed")
  })

  test("takes a hosted payin's own identifier, and numbers and booleans in customData, as what it asks for (#43, #58)", async (payments) => {
    const page = { type: "hosted", returnUrl: "https://shop.example/a", cancelUrl: "https://shop.example/b" } as const
    const named = (externalId: string, pieces: number | string) =>
      payin("named", { method: { ...page, externalId }, customData: { order_id: 17, pieces, gift: true } })
    const first = await payments.payins.create(named("Facture 17", 3))
    assert.deepStrictEqual(await payments.payins.create(named("Facture 17", "3")), first)
    for (const other of [named("", 3), named("Facture 18", 3), named("Facture 17", 4)]) {
      assert.strictEqual((await failureOf(payments.payins.create(other))).code, "content_conflict")
    }
    const nested = payin("nested", { customData: JSON.parse('{"address":{"town":"Ouagadougou"}}') })
    assert.strictEqual((await failureOf(payments.payins.create(nested))).field, "customData.address")
  })

  test("has a USSD OTP customer dial first, and sends the code with the payment (#149)", async (payments) => {
    const input = payin("dialled", { method: { type: "direct", mode: "ussd_otp", phone: numbers.ussdOtp } })
    const first = await payments.payins.beforeCreation(input)
    assert.deepStrictEqual(first, { type: "dial_this_code_first", amount: 1_500, fees: 0, total: 1_500 })
    const without = await failureOf(payments.payins.create(input))
    assert.strictEqual(without.field, "otp")
    const otp = await payments.service.phones.dialForCode(numbers.ussdOtp, 1_500)
    const created = await payments.payins.create(input, { otp })
    assert.strictEqual(created.status, "pending")
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("dialled")).status, "completed")
  })

  test("takes another code after a wrong one by SMS, of which the service says nothing (#119, #154)", async (payments) => {
    const method = { type: "direct", mode: "sms_otp", phone: numbers.smsOtp } as const
    const created = await payments.payins.create(payin("sms", { method }))
    assert.strictEqual(created.status, "awaiting_otp")
    assert.deepStrictEqual(created.next, { type: "enter_code", from: "sms" })
    const code = await codeOn(payments, numbers.smsOtp)
    const another = code === "1111" ? "2222" : "1111"
    // The customer presses twice.
    const [wrong, again] = await Promise.all(["sms", "sms"].map((id) => payments.payins.submitOtp(id, another)))
    assert.isDefined(wrong)
    assert.strictEqual(wrong.status, "pending")
    assert.deepStrictEqual(again, wrong)
    assert.lengthOf(wrong.attempts, 2)
    // The first press is given up before it is sent, and the second one is not.
    const leaving = new AbortController()
    const third = "3333"
    const left = payments.payins.submitOtp("sms", third, { signal: leaving.signal }).catch(() => null)
    const stays = payments.payins.submitOtp("sms", third)
    leaving.abort()
    await left
    assert.lengthOf((await stays).attempts, 3)
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("sms")).status, "pending")
    await payments.payins.submitOtp("sms", code)
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("sms")).status, "completed")
  })

  test("says why a dialled code was not sent, and sends it when the caller brings it again (#149)", async (payments) => {
    const method = { type: "direct", mode: "ussd_otp", phone: numbers.ussdOtp } as const
    const otp = await payments.service.phones.dialForCode(numbers.ussdOtp, 1_500)
    await payments.review.pause("project/default/payins", { by: "A colleague", reason: "counting" })
    const waits = await payments.payins.create(payin("dialled", { method }), { otp })
    assert.deepInclude(waits, { status: "intended", notSentBecause: "paused", retryAt: null })
    await payments.review.resume("project/default/payins")
    const sent = await payments.payins.send("dialled", { otp })
    assert.deepInclude(sent, { status: "pending", notSentBecause: null })
  })

  test("asks no customer to pay again after a refusal that is not explained: the money may have been taken (#218, #242)", async (payments) => {
    await payments.service.fault({ id: "odd", fault: { _tag: "SubCode", code: "77", executed: true }, times: 1 })
    const doubtful = await payments.payins.create(payin("odd"))
    assert.strictEqual(doubtful.status, "in_doubt")
    assert.deepStrictEqual(doubtful.next, { type: "wait" })
    assert.deepInclude(doubtful.problem, { reason: "no_answer", subCode: "Code77", mayHaveReachedService: true })
    assert.match(doubtful.problem?.customerMessages.en ?? "", /[Dd]o not pay a second time/)
    await payments.advance("16 minutes")
    const late = await payments.payins.get("odd")
    assert.strictEqual(late.status, "expired")
    assert.deepInclude(late.flags[0], { kind: "unanswered", closed: null })
  })

  test("asks for a wallet's code first and pays with it second; a new code may be asked for after a while (#163, #165, #166)", async (payments) => {
    const method = { type: "wallet", phone: numbers.wallet } as const
    const created = await payments.payins.create(payin("wallet", { method }))
    assert.deepStrictEqual(created.next, { type: "enter_code", from: "wallet_app_or_sms" })
    const soon = await failureOf(payments.payins.sendOtpAgain("wallet"))
    assert.strictEqual(soon.code, "not_allowed")
    assert.strictEqual(soon.reason, "too_soon")
    assert.isTrue(soon.retryable)
    assert.strictEqual(soon.retryAt, new Date(Date.parse(payments.now()) + 60_000).toISOString())
    await payments.advance("61 seconds")
    await payments.payins.sendOtpAgain("wallet")
    await payments.payins.submitOtp("wallet", await codeOn(payments, numbers.wallet))
    await payments.advance("1 minute")
    assert.strictEqual((await payments.payins.get("wallet")).status, "completed")
  })

  test("gives the stored payin back for the same id and content, and sends nothing; with other content it is an error (#60)", async (payments) => {
    const first = await payments.payins.create(payin("twice"))
    assert.deepStrictEqual(await payments.payins.create(payin("twice")), first)
    assert.strictEqual(await payments.service.creations("twice"), 1)
    const other = await failureOf(payments.payins.create(payin("twice", { amount: 2_000 })))
    assert.strictEqual(other.code, "content_conflict")
    assert.deepStrictEqual(other.payment, { kind: "payin", project: "default", id: "twice" })
    assert.isFalse(other.mayHaveReachedService)
    assert.strictEqual(await payments.service.creations("twice"), 1)
  })

  test("tells why the service refused, for operators and for customers (#228)", async (payments) => {
    const method = { type: "direct", mode: "ussd_push", phone: "22660000095" } as const
    const refused = await payments.payins.create(payin("refused", { method }))
    assert.strictEqual(refused.status, "refused")
    assert.strictEqual(refused.problem?.reason, "amount_refused")
    assert.strictEqual(refused.problem?.subCode, "Code02")
    assert.match(refused.problem?.detail ?? "", /\/wiki\/createInvoice$/)
    assert.match(refused.problem?.customerMessages.fr ?? "", /plafond journalier/)
    assert.notInclude(JSON.stringify(refused), "22660000095")
  })

  test("tells a page, a cut answer, a missing token and a lost connection apart (#25, #241)", async (payments) => {
    const faults = [
      ["web_page", { _tag: "HtmlPage", status: 502, executed: true }],
      ["cut_off", { _tag: "TruncatedJson" }],
      ["token_missing", { _tag: "EmptyToken" }],
      ["connection_lost", { _tag: "ConnectionReset", executed: true }],
    ] as const
    for (const [cause, fault] of faults) {
      await payments.service.fault({ id: cause, fault, transactionId: cause })
      const { problem } = await payments.payins.create(payin(cause))
      assert.deepInclude(problem, { reason: "no_answer", cause }, cause)
    }
    await payments.service.fault({ id: "code", fault: { _tag: "SubCode", code: "02", executed: false } })
    assert.deepInclude((await payments.payins.create(payin("code"))).problem, { reason: "amount_refused", cause: null })
  })

  test("tells a customer whose payment got no answer not to pay again, and tries again when asked (P16)", async (payments) => {
    await payments.service.fault({ id: "silent", fault: { _tag: "CallbackLost" } })
    const method = { type: "direct", mode: "ussd_push", phone: "22660000080" } as const
    const asked = payments.payins.create(payin("lost", { method }))
    await payments.advance("31 seconds")
    const lost = await asked
    assert.strictEqual(lost.status, "in_doubt")
    assert.strictEqual(lost.problem?.reason, "no_answer")
    assert.isTrue(lost.problem?.mayHaveReachedService)
    assert.match(lost.problem?.customerMessages.en ?? "", /[Dd]o not pay a second time/)
    assert.strictEqual((await failureOf(payments.payins.tryAgain("lost"))).reason, "too_soon")
    assert.strictEqual(await payments.service.creations("lost"), 1)
  })

  test("cancels a payin that was not sent, and never one that was (P3)", async (payments) => {
    await payments.payins.create(payin("later"), { sendLater: true })
    assert.strictEqual((await payments.payins.cancel("later", "A colleague")).status, "cancelled")
    assert.strictEqual(await payments.service.creations("later"), 0)
    await payments.payins.create(payin("sent"))
    assert.strictEqual((await failureOf(payments.payins.cancel("sent", "A colleague"))).code, "decision_refused")
  })

  test("lists page by page, the oldest first, and only what is asked for", async (payments) => {
    for (const id of ["a", "b", "c"]) {
      await payments.payins.create(payin(id, id === "b" ? { orderRef: "order-b" } : {}), { sendLater: true })
      await payments.advance(1)
    }
    const ids: Array<string> = []
    for (let after: string | null = ""; after !== null;) {
      const page: { payments: ReadonlyArray<Payin>; next: string | null } = await payments.payins.list({
        limit: 2,
        status: ["intended", "pending"],
        ...(after === "" ? {} : { after }),
      })
      ids.push(...page.payments.map(({ id }) => id))
      after = page.next
    }
    assert.deepStrictEqual(ids, ["a", "b", "c"])
    const named = await payments.payins.list({ orderRef: "order-b", createdFrom: "2026-01-05T08:00:00Z" })
    assert.deepStrictEqual(
      named.payments.map(({ id }) => id),
      ["b"],
    )
    assert.deepStrictEqual((await payments.payins.list({ flagged: true })).payments, [])
    assert.deepStrictEqual((await payments.payouts.list()).payments, [])
  })

  test("expires a payin for the merchant, and still completes it when the money comes late (P15, P12, #121)", async (payments) => {
    const method = { type: "direct", mode: "ussd_push", phone: "22660000096" } as const
    await payments.payins.create(payin("late", { method }))
    const expired = payments.payins.waitFor("late")
    await payments.advance("1 hour")
    assert.strictEqual((await expired).status, "expired")
    await payments.advance("3 days")
    const late = await payments.payins.get("late")
    assert.strictEqual(late.status, "completed")
    assert.isTrue(late.late)
  })
})
