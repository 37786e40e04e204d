/** From the catalogue to the fulfilled order, by every way to pay. */
import { assert, describe, it } from "@effect/vitest"
import { asObserved, assumptions } from "@cauri/simulator"
import { checkoutForm, codeOn, order, openShop, visit, type World } from "./world.ts"

const linkOn = (text: string): string =>
  (/class="button primary" href="([^"]*)"/.exec(text)?.[1] ?? assert.fail(text)).replaceAll("&#38;", "&")

const fulfilledOnce = ({ orders, sold }: World) => {
  assert.lengthOf(orders(), 1)
  assert.isString(orders()[0]?.fulfilled_at)
  assert.deepStrictEqual(sold(), [{ good: "soap", pieces: 2 }])
}

/** The shop, and a customer who reads English. */
const shopping = async (...options: Parameters<typeof openShop>) => {
  const world = await openShop(...options)
  return [world, visit(world)] as const
}

describe("paying", () => {
  it("sells by the service's page, to which the order leads and from which the customer comes back (#72)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "page")
    const shown = await customer.ask(path)
    assert.include(shown.text, "Open the payment page and do what it says.")
    assert.include(shown.text, '<meta http-equiv="refresh" content="5;')
    await world.payments.service.page.pay(linkOn(shown.text), { operatorId: "12", phone: "22660000001" })
    await world.payments.service.phones.approve("22660000001")
    await world.payments.advance("5 minutes")
    fulfilledOnce(world)
    const done = await customer.ask(path)
    assert.include(done.text, "Your payment has been received.")
    assert.include(done.text, "We are packing your order.")
    assert.notInclude(done.text, 'http-equiv="refresh"')
  })

  it("has the customer dial first where a code comes before the payment, and stores nothing until it is there (#149)", async () => {
    const [world, customer] = await shopping()
    const form = await checkoutForm(customer, "orange", "70 00 00 01")
    const asked = await customer.post("/checkout", form)
    assert.strictEqual(asked.status, 200)
    assert.include(asked.text, "Dial *144*4*6# on your phone. Enter exactly 1,000\u00A0F\u00A0CFA")
    assert.deepStrictEqual(world.orders(), [])
    const otp = await world.payments.service.phones.dialForCode("22670000001", 1_000)
    const paid = await customer.post("/checkout", { ...form, otp: ` ${otp.slice(0, 2)} ${otp.slice(2)} ` })
    assert.strictEqual(paid.status, 303)
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
  })

  it("tells who confirms on the phone to do so there (#151)", async () => {
    const world = await openShop()
    const customer = visit(world, "fr")
    const path = await order(customer, "moov", "+226 60 00 00 01")
    assert.include((await customer.ask(path)).text, "entrez votre code secret sur le téléphone")
    await world.payments.service.phones.approve("22660000001")
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
  })

  it("tells who gets a USSD code by SMS to dial it (#153)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "moov-sms", "22650000001")
    assert.include((await customer.ask(path)).text, "Dial the code in it")
    const [text = ""] = await world.payments.service.phones.inbox("22650000001")
    await world.payments.service.phones.dial("22650000001", /\*[0-9*]+#/.exec(text)?.[0] ?? "")
    await world.payments.advance("2 minutes")
    fulfilledOnce(world)
  })

  it("takes another code after a wrong one, of which the service says nothing (#119, #154, #156)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "telecel", "22640000001")
    const code = await codeOn(world, "22640000001")
    assert.strictEqual((await customer.post(path, { act: "code", otp: "no\u20ACcode" })).status, 422)
    assert.strictEqual((await customer.post(path, { act: "code", otp: code === "1111" ? "2222" : "1111" })).status, 303)
    await world.payments.advance("1 minute")
    assert.isNull(world.orders()[0]?.fulfilled_at)
    assert.include((await customer.ask(path)).text, 'name="otp"')
    await customer.post(path, { act: "code", otp: code })
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
  })

  it("says that it is checking after a failure that the service does not explain, and asks for no second payment (#242)", async () => {
    const [world, customer] = await shopping()
    const form = await checkoutForm(customer, "orange", "70 00 00 01")
    await world.payments.service.fault({ id: "odd", fault: { _tag: "SubCode", code: "77", executed: true }, times: 1 })
    const otp = await world.payments.service.phones.dialForCode("22670000001", 1_000)
    const path = (await customer.post("/checkout", { ...form, otp })).location
    const page = (await customer.ask(path)).text
    assert.include(page, "We are checking your payment. Do not pay a second time")
    assert.notInclude(page, "another way")
  })

  it("asks a wallet's owner for a code, sends another one after a while, and pays with it (#163)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "wallet", "22699000001")
    const soon = await customer.post(path, { act: "again" })
    assert.include(soon.text, "A request left a moment ago.")
    await world.payments.advance("61 seconds")
    assert.strictEqual((await customer.post(path, { act: "again" })).status, 303)
    await customer.post(path, { act: "code", otp: await codeOn(world, "22699000001") })
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
  })

  for (const [way, phone] of [
    ["orange-ci", "+225 07 00 00 00 01"],
    ["wave", "+221 77 000 00 01"],
  ] as const) {
    it(`leads to the page that ${way} confirms on (#72)`, async () => {
      const [world, customer] = await shopping({ profile: asObserved })
      const path = await order(customer, way, phone)
      assert.match(linkOn((await customer.ask(path)).text), /^https?:\/\//)
      await world.payments.service.phones.approve(phone.replaceAll(/\D/g, ""))
      await world.payments.advance("5 minutes")
      fulfilledOnce(world)
    })
  }
})

describe("what goes otherwise", () => {
  it("shows why the service refused, and lets the customer pay another way, once for each form (#228)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "moov", "22660000095")
    const refused = await customer.ask(path)
    assert.include(refused.text, "The payment was not accepted.")
    const again = { act: "pay", tries: "1", way: "moov", phone: "22660000090" }
    await Promise.all([customer.post(path, again), customer.post(path, again)])
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
    assert.strictEqual(world.orders()[0]?.tries, 2)
    assert.lengthOf((await world.payments.payins.list()).payments, 2)
  })

  it("has the customer dial first for a second try as well (#149)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "moov", "22660000095")
    const again = { act: "pay", tries: "1", way: "orange", phone: "22670000001" }
    assert.include((await customer.post(path, again)).text, "Dial *144*4*6# on your phone.")
    const otp = await world.payments.service.phones.dialForCode("22670000001", 1_000)
    assert.strictEqual((await customer.post(path, { ...again, otp })).status, 303)
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
  })

  it("takes for each way the numbers of its country, in both languages, and stores nothing for another", async () => {
    const world = await openShop({ profile: asObserved })
    for (const [way, phone, begins] of [
      ["orange-ci", "+226 70 00 00 01", "+225"],
      ["orange-ci", "+226 10 00 00 01", "+225"],
      ["wave", "22670000001", "+221"],
      ["moov", "+225 07 00 00 00 01", "+226"],
      ["moov", "+33 6 12 00 00 01", "+226"],
      ["orange", "+221 77 000 00 01", "+226"],
      ["wallet", "+225 07 00 00 00 01", "+226"],
    ] as const) {
      for (const [language, says] of [
        ["en", "accepts only numbers that begin with"],
        ["fr", "n’accepte que les numéros en"],
      ] as const) {
        const customer = visit(world, language)
        const answer = await customer.post("/checkout", await checkoutForm(customer, way, phone))
        assert.strictEqual(answer.status, 422, `${way} ${phone}`)
        assert.include(answer.text, `${says} ${begins}`)
      }
    }
    assert.deepStrictEqual(world.orders(), [])
    assert.lengthOf((await world.payments.payins.list()).payments, 0)
  })

  it("reads a number without a country code as one of the way's country, and takes those of every country on the page", async () => {
    const world = await openShop({ profile: asObserved })
    await order(visit(world), "orange-ci", "07 00 00 00 01")
    await order(visit(world), "wave", "77 000 00 01")
    await order(visit(world), "page", "+225 07 00 00 00 01")
    await order(visit(world), "page", "60 00 00 01")
    assert.lengthOf((await world.payments.payins.list()).payments, 4)
  })

  it("says that the page to pay on did not come instead of having the customer wait, and takes another way (#72)", async () => {
    const directly = { mode: "ussd_push", prefixes: ["22507"] } as const
    const operators = assumptions.operators.map((each) => (each.country === "TG" ? { ...each, ...directly } : each))
    const [world, customer] = await shopping({ operators })
    const phone = "2250700000001"
    const path = await order(customer, "orange-ci", phone)
    const again = { act: "pay", tries: "1", way: "moov", phone: "22660000090" }
    const { text } = await customer.ask(path)
    assert.include(text, "The payment page did not open.")
    assert.notInclude(text, "There is nothing to do")
    assert.include(text, "If no money has left and you have confirmed nothing, you can pay another way.")
    assert.include((await customer.ask(`${path}?language=fr`)).location, path)
    assert.include((await customer.ask(path)).text, "La page de paiement ne s’est pas ouverte.")
    await Promise.all([customer.post(path, again), customer.post(path, again)])
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
    assert.strictEqual(world.orders()[0]?.tries, 2)
    // The first one can still be confirmed: nothing is packed twice, and the merchant learns of it.
    await world.payments.service.phones.approve(phone)
    await world.payments.advance("1 hour")
    fulfilledOnce(world)
    const flagged = (await world.payments.payins.list({ flagged: true })).payments
    assert.include(
      flagged.flatMap(({ flags }) => flags.map(({ kind }) => kind)),
      "double_collection",
    )
  })

  it("packs nothing for a customer who refused, and nothing at the deadline; late money is still fulfilled (P14, P15, P12)", async () => {
    const [world, customer] = await shopping()
    const refuses = await order(customer, "moov", "22660000092")
    const late = await order(customer, "moov", "22660000096")
    await world.payments.advance("1 hour")
    assert.include((await customer.ask(refuses)).text, "The payment did not go through.")
    assert.include((await customer.ask(late)).text, "it may still reach us")
    assert.deepStrictEqual(world.sold(), [])
    await world.payments.advance("3 days")
    assert.include((await customer.ask(late)).text, "We are packing your order.")
    assert.deepStrictEqual(world.sold(), [{ good: "soap", pieces: 2 }])
  })

  it("fulfils once where a first payment comes late beside a second one, and shows the refund draft to the merchant (P21)", async () => {
    const [world, customer] = await shopping()
    const path = await order(customer, "moov", "22660000096")
    await world.payments.advance("1 hour")
    await customer.post(path, { act: "pay", tries: "1", way: "moov", phone: "22660000090" })
    await world.payments.advance("4 days")
    fulfilledOnce(world)
    const flagged = (await world.payments.payins.list({ flagged: true })).payments
    assert.include(
      flagged.flatMap(({ flags }) => flags.map(({ kind }) => kind)),
      "double_collection",
    )
  })

  it("tells a customer in doubt not to pay twice, and sends again only when asked to and nothing says that it came (P16)", async () => {
    const [world, customer] = await shopping()
    const unexecuted = order(customer, "moov", "22660000081")
    await world.payments.advance("31 seconds")
    const path = await unexecuted
    assert.include((await customer.ask(path)).text, "Do not pay a second time")
    assert.include((await customer.post(path, { act: "try" })).text, "A request left a moment ago.")
    const executed = order(customer, "moov", "22660000080")
    await world.payments.advance("3 minutes")
    const known = await executed
    const { text } = await customer.ask(known)
    assert.include(text, "Do not pay a second time")
    assert.notInclude(text, "ask for it once more")
    assert.include((await customer.post(known, { act: "try" })).text, "We are checking your payment.")
    for (const { id } of (await world.payments.payins.list()).payments)
      assert.isAtMost(await world.payments.service.creations(id), 1, id)
  })

  it("places one order with one payment, however often and at once the form is sent (#60)", async () => {
    const [world, customer] = await shopping()
    const form = await checkoutForm(customer, "moov", "22660000090")
    const answers = await Promise.all([
      customer.post("/checkout", form),
      customer.post("/checkout", form),
      customer.post("/checkout", { ...form, phone: "22660000190" }),
    ])
    answers.push(await customer.post("/checkout", { ...form, way: "wallet", phone: "22699000001" }))
    assert.deepStrictEqual(
      answers.map(({ location, status }) => [status, location]),
      answers.map(() => [303, `/orders/${form.order}`]),
    )
    await world.payments.advance("1 minute")
    fulfilledOnce(world)
    assert.strictEqual(await world.payments.service.creations(`${form.order}-1`), 1)
    assert.lengthOf((await world.payments.payins.list()).payments, 1)
  })

  it("stores neither order nor payment when one of them cannot be stored", async () => {
    const [world, customer] = await shopping()
    const form = await checkoutForm(customer, "moov", "22660000090")
    for (const write of ["after update on orders", "after insert on cauri_payments"]) {
      world.database.exec(`create trigger full ${write} begin select raise(abort, 'The disk is full.'); end`)
      assert.strictEqual((await customer.post("/checkout", form)).status, 500)
      assert.deepStrictEqual(world.orders(), [])
      assert.lengthOf((await world.payments.payins.list()).payments, 0)
      world.database.exec("drop trigger full")
    }
  })

  it("refuses a form whose basket has changed, a field that is empty, a number that is none", async () => {
    const [world, customer] = await shopping()
    const form = await checkoutForm(customer, "moov", "22660000001")
    for (const [wrong, says] of [
      [{ name: " " }, "Fill in every field."],
      [{ way: "cash" }, "Choose a way to pay."],
      [{ phone: "12" }, "number"],
    ] as const) {
      const answer = await customer.post("/checkout", { ...form, ...wrong })
      assert.strictEqual(answer.status, 422)
      assert.include(answer.text, says)
    }
    await customer.post("/basket", { good: "drum", pieces: "1" })
    assert.include((await customer.post("/checkout", form)).text, "Your basket has changed")
    assert.deepStrictEqual(world.orders(), [])
  })
})

describe("callbacks", () => {
  it("fulfil an order once, though each comes four times (#199)", async () => {
    const world = await openShop()
    await order(visit(world), "moov", "22660000098")
    await world.payments.advance("1 hour")
    fulfilledOnce(world)
  })

  it("that are forged fulfil nothing, on any address (#212)", async () => {
    const [world, customer] = await shopping()
    await world.payments.service.fault({ id: "forged", fault: { _tag: "CallbackForged", status: "completed" } })
    const path = await order(customer, "moov", "22660000001")
    await world.payments.advance("5 minutes")
    const body = {
      token: "x",
      status: "completed",
      custom_data: JSON.stringify({ transaction_id: `${path.slice(8)}-1` }),
    }
    const made = await customer.post("/callbacks/made-up", body, { origin: "https://evil.example" })
    assert.strictEqual(made.status, 404)
    await world.payments.advance("20 minutes")
    assert.isNull(world.orders()[0]?.fulfilled_at)
    assert.deepStrictEqual(world.sold(), [])
  })
})
