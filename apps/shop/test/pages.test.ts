/** What holds for every page: whose it is, what it lets in, what it lets a browser do; and the pages of merchant and order. */
import { catalogue } from "@cauri/catalogue"
import { assert, describe, it } from "@effect/vitest"
import { readdirSync, readFileSync } from "node:fs"
import { onTestFinished, vi } from "vitest"
import { readSettings, variables } from "../src/config.ts"
import { adminPassword, checkoutForm, hiddenField, openShop, order, staff, url, visit, type World } from "./world.ts"

const basic = (password: string, user = "colleague") => ({ authorization: `Basic ${btoa(`${user}:${password}`)}` })
const escaped = (text: string) => text.replaceAll(/[&<>"'`]/g, (sign) => `&#${sign.charCodeAt(0)};`)

const merchant = (world: World) => {
  const { ask, post } = visit(world)
  return {
    look: async () => (await ask("/admin", { headers: basic(adminPassword) })).text,
    post: (path: string, fields: Readonly<Record<string, string>>) => post(path, fields, basic(adminPassword)),
  }
}
const paidOrder = async (world: World, phone = "22660000090") => {
  const path = await order(visit(world), "moov", phone)
  await world.payments.advance("1 minute")
  return `${path.slice("/orders/".length)}-1`
}

describe("every page", () => {
  it("forbids scripts and requests of others, frames, and keeping", async () => {
    const { ask } = visit(await openShop())
    const { header } = await ask("/")
    assert.strictEqual(
      header("content-security-policy"),
      "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    assert.strictEqual(header("x-frame-options"), "DENY")
    assert.strictEqual(header("cache-control"), "no-store")
    assert.strictEqual(header("referrer-policy"), "same-origin")
    assert.match((await ask("/drum.svg")).header("content-type"), /svg/)
    assert.strictEqual((await ask("/../package.json")).status, 404)
  })

  it("takes no form of another site, and none that is too large", async () => {
    const world = await openShop()
    const customer = visit(world)
    const form = await checkoutForm(customer, "moov", "22660000090")
    for (const origin of ["https://evil.example", "null", ""]) {
      assert.strictEqual((await customer.post("/checkout", form, { origin })).status, 403)
      assert.strictEqual((await customer.post("/admin/refund", form, { origin, ...basic(adminPassword) })).status, 403)
    }
    assert.strictEqual((await customer.post("/checkout", { ...form, note: "x".repeat(20_000) })).status, 413)
    assert.deepStrictEqual(world.orders(), [])
  })

  it("speaks the language that the customer chose, and leads nowhere else for it", async () => {
    const { ask } = visit(await openShop(), "fr-BF")
    assert.include((await ask("/")).text, '<html lang="fr">')
    const chosen = await ask("/basket?language=en")
    assert.strictEqual(chosen.location, "/basket")
    assert.include((await ask("/basket")).text, "Your basket")
    assert.strictEqual((await ask("//evil.example/?language=fr")).location, "/evil.example/")
  })

  it("turns no line round: marks of the writing direction are left out of what is typed", async () => {
    const world = await openShop()
    const customer = visit(world)
    const marks = "\u061C\u200E\u200F\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069"
    const form = await checkoutForm(customer, "moov", `${marks}22660000090`)
    const typed = { name: `\u202EA customer${marks}`, note: `Secteur${marks} 4, \u0645\u0646\u0632\u0644` }
    const path = (await customer.post("/checkout", { ...form, ...typed })).location
    for (const page of [(await customer.ask(path)).text, await merchant(world).look()]) {
      assert.match(page, /A customer(, |<br \/>)Secteur 4, \u0645\u0646\u0632\u0644</)
      assert.notMatch(page, /\p{Bidi_Control}/u)
    }
    const otherWay = await customer.post("/checkout", { ...(await checkoutForm(customer, "cash", marks)), ...typed })
    assert.strictEqual(otherWay.status, 422)
    assert.notMatch(otherWay.text, /\p{Bidi_Control}/u)
  })
})

describe("an order", () => {
  it("is shown to the browser that placed it, and to no other", async () => {
    const world = await openShop()
    const owner = visit(world)
    const path = await order(owner, "moov", "22660000001")
    assert.strictEqual((await owner.ask(path)).status, 200)
    for (const other of [visit(world), visit(world)]) {
      await other.post("/basket", { good: "soap", pieces: "1" })
      assert.strictEqual((await other.ask(path)).status, 404)
      assert.strictEqual((await other.ask(`${path}/live`)).status, 404)
      assert.strictEqual((await other.post(path, { act: "code", otp: "1234" })).status, 404)
    }
  })

  it("is followed live, from what the customer must do to the packing, and then ends", async () => {
    const world = await openShop()
    const owner = visit(world)
    const path = await order(owner, "moov", "22660000001")
    const live = owner.ask(`${path}/live`)
    await world.payments.service.phones.approve("22660000001")
    await world.payments.advance("1 minute")
    const { header, text } = await live
    assert.include(header("content-type"), "text/event-stream")
    assert.isBelow(text.indexOf("enter your PIN on the phone"), text.indexOf("Your payment has been received."))
    assert.isBelow(text.indexOf("Your payment has been received."), text.indexOf("We are packing your order."))
    assert.match(text, /event: end\ndata: \n\n$/)
  })
})

describe("the merchant's page", () => {
  it("opens with the password alone, and with no other", async () => {
    const { ask } = visit(await openShop())
    const wrong = [{}, basic("wrong"), basic(""), basic(`${adminPassword} `), basic(adminPassword, "a b")]
    for (const headers of wrong) assert.strictEqual((await ask("/admin", { headers })).status, 401)
    assert.strictEqual((await ask("/admin", { headers: basic(adminPassword) })).status, 200)
    const { post } = visit(await openShop())
    for (const headers of wrong) {
      assert.strictEqual((await post("/admin/refund", { id: "x" }, { ...headers })).status, 401)
    }
  })

  it("answers five wrong passwords a minute, from all callers together, and lets the right one in from any browser all the while", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: 60_000 * 1_000 })
    onTestFinished(() => void vi.useRealTimers())
    const world = await openShop()
    const opens = async (password: string, user = "colleague") =>
      (await visit(world).ask("/admin", { headers: basic(password, user) })).status
    for (let tries = 0; tries < 5; tries++) assert.strictEqual(await opens(`guess ${tries}`), 401)
    for (let tries = 0; tries < 200; tries++) assert.strictEqual(await opens(`another guess ${tries}`), 429)
    assert.strictEqual(await opens(adminPassword, "a b"), 429)
    assert.strictEqual(await opens(adminPassword), 200)
    assert.strictEqual(await opens("a slip"), 429)
    vi.setSystemTime(60_000 * 1_001)
    assert.strictEqual(await opens("a slip"), 401)
    assert.strictEqual(await opens(adminPassword), 200)
  })

  it("asks for the payments of one order after the other", async () => {
    const world = await openShop()
    const paid = [await paidOrder(world), await paidOrder(world, "22660000190"), await paidOrder(world, "22660000290")]
    const { payouts } = world.payments
    const list = payouts.list.bind(payouts)
    let [asked, atOnce, most] = [0, 0, 0]
    vi.spyOn(payouts, "list").mockImplementation((...query) => {
      asked++
      most = Math.max(most, ++atOnce)
      const listing = list(...query)
      void listing.finally(() => atOnce--)
      return listing
    })
    const page = await merchant(world).look()
    for (const id of paid) assert.include(page, `value="${id}"`)
    assert.deepStrictEqual([asked, most], [3, 1])
  })

  it("says in French as in English what became of each payment and how it travels", async () => {
    const world = await openShop()
    const path = await order(visit(world), "moov", "22660000083")
    await paidOrder(world)
    await world.payments.advance("31 seconds")
    const refused = await order(visit(world), "moov", "22660000095")
    const shown = (language: string) => visit(world, language).ask("/admin", { headers: basic(adminPassword) })
    const [english, french] = [(await shown("en")).text, (await shown("fr")).text]
    for (const each of [path, refused]) assert.include(french, each.slice("/orders/".length, "/orders/".length + 8))
    for (const text of ["Unknown outcome", "Completed", "Refused", "USSD push"]) assert.include(english, text)
    for (const text of ["Issue inconnue", "Abouti", "Refusé", "Push USSD"]) assert.include(french, text)
    for (const [page, { review }] of [
      [english, catalogue.en],
      [french, catalogue.fr],
    ] as const)
      assert.include(page, `<a href="/admin/payments">${escaped(review.to_decide)}: 1</a>`)
  })

  it("gives an order back once, however often it is asked, and to the number that paid", async () => {
    const world = await openShop()
    const { look, post } = merchant(world)
    const id = await paidOrder(world)
    assert.include(await look(), `value="${id}"`)
    assert.strictEqual((await post("/admin/refund", { id, amount: "400", phone: "" })).status, 303)
    assert.strictEqual((await post("/admin/refund", { id, amount: "400", phone: "" })).status, 303)
    const other = await post("/admin/refund", { id, amount: "1000", phone: "" })
    assert.strictEqual(other.status, 422)
    assert.include(other.text, `<h2>${escaped(catalogue.en.failures.content_conflict.operator)}</h2>`)
    assert.match(other.text, /role="alert">[^]*<p lang="en">/)
    const french = await visit(world, "fr").post(
      "/admin/refund",
      { id, amount: "1000", phone: "" },
      basic(adminPassword),
    )
    assert.include(french.text, `<h2>${escaped(catalogue.fr.failures.content_conflict.operator)}</h2>`)
    assert.include((await post("/admin/refund", { id, amount: "400", phone: "40" })).text, "number")
    await world.payments.advance("5 minutes")
    const { payments } = await world.payments.payouts.list({ refundOf: id })
    assert.deepStrictEqual(
      payments.map(({ amount, status }) => [amount, status]),
      [[400, "completed"]],
    )
    assert.include(await look(), "refund of 400\u00A0F\u00A0CFA: Completed")
  })

  it("has the console beside it, in which a person decides with evidence, under their own name: the order is fulfilled then (P19)", async () => {
    const world = await openShop()
    const { ask, post } = visit(world)
    const asked = order(visit(world), "moov", "22660000083")
    await world.payments.advance("31 seconds")
    const id = `${(await asked).slice("/orders/".length)}-1`
    const path = `/admin/payments/payments/payin/default/${id}`
    assert.include(await merchant(world).look(), `<a href="${path}">Unknown outcome</a>`)
    const signed = { headers: basic(adminPassword) }
    assert.include((await ask("/admin/payments", signed)).text, id)
    const asOf = hiddenField((await ask(`${path}/completed`, signed)).text, "asOf")
    const decision = { asOf, by: "Another name", evidence: "The statement", reason: "It came", amount: "1000" }
    const trainee = basic(`another-${adminPassword}`, "trainee")
    const length = { "content-length": String(new URLSearchParams(decision).toString().length) }
    const headers = { ...basic(adminPassword), ...length }
    assert.strictEqual((await post(`${path}/completed`, decision, { ...trainee, ...length })).status, 403)
    assert.strictEqual(
      (await post(`${path}/completed`, decision, { ...headers, origin: "https://evil.example" })).status,
      403,
    )
    assert.strictEqual((await post(`${path}/completed`, decision, headers)).status, 303)
    await world.payments.advance("1 minute")
    assert.deepStrictEqual(world.sold(), [{ good: "soap", pieces: 2 }])
    assert.strictEqual(
      (await world.payments.review.history({ kind: "payin", project: "default", id })).findLast(({ by }) => by)?.by,
      "colleague",
    )
  })

  it("shows orders to a clerk, who gives nothing back", async () => {
    const world = await openShop()
    const id = await paidOrder(world)
    const trainee = basic(`another-${adminPassword}`, "trainee")
    const { text } = await visit(world).ask("/admin", { headers: trainee })
    assert.include(text, id.slice(0, 8))
    assert.notInclude(text, "/admin/refund")
    assert.strictEqual((await visit(world).post("/admin/refund", { id, amount: "400" }, trainee)).status, 403)
    assert.lengthOf((await world.payments.payouts.list()).payments, 0)
  })
})

describe("an order whose payment cannot be read", () => {
  it("says so in its row and what to do, and leaves the rest of the page as it is", async () => {
    const world = await openShop()
    const [spoilt, paid] = [await paidOrder(world), await paidOrder(world, "22660000190")]
    world.database.prepare("UPDATE cauri_payments SET body = '{', version = version + 1 WHERE id = ?").run(spoilt)
    for (const [language, { asides, review, states }] of [
      ["en", catalogue.en],
      ["fr", catalogue.fr],
    ] as const) {
      const { status, text } = await visit(world, language).ask("/admin", { headers: basic(adminPassword) })
      assert.strictEqual(status, 200)
      const rowOf = (id: string) =>
        text.split('<tr role="row">').find((row) => row.includes(`<code>${id.slice(0, 8)}</code>`)) ?? ""
      assert.include(rowOf(spoilt), `${escaped(review.cannot_be_read)}<br />${escaped(asides.unreadable)}`)
      assert.notInclude(rowOf(spoilt), "/admin/refund")
      assert.include(rowOf(paid), states.completed.name)
      assert.include(rowOf(paid), `value="${paid}"`)
    }
  })
})

describe("the settings", () => {
  const example = readFileSync(new URL("../.env.example", import.meta.url), "utf8")
  const lines = [...example.matchAll(/^(?:# )?([A-Z_]+)=(.*)$/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  )

  it("are all in the example, whose secrets are refused", () => {
    assert.deepStrictEqual(lines.map(([name]) => name).toSorted(), Object.keys(variables).toSorted())
    const secrets = ["STAFF", "SERVICE_API_KEY", "SERVICE_API_TOKEN", "CALLBACK_SECRET"]
    const named = secrets.map((name) => `${name} must be .*`).join("\n")
    assert.throws(() => readSettings(Object.fromEntries(lines)), new RegExp(`^${named}$`))
    const filled = secrets.map((name) => [name, name === "STAFF" ? staff : "only-for-practice-0123456789abcdef"])
    assert.strictEqual(readSettings(Object.fromEntries([...lines, ...filled])).SHOP_URL, "http://127.0.0.1:8080")
  })

  it("are refused by name and never by value", () => {
    const wrong = {
      SHOP_URL: "http://shop.example",
      STAFF: "colleague:owner:short",
      CALLBACK_SECRET: "x",
      SERVICE_URL: url,
    }
    const refused =
      /^SHOP_URL must be .*\nSTAFF must be .*\nSERVICE_API_KEY .*\nSERVICE_API_TOKEN .*\nCALLBACK_SECRET must be [^\n]*$/
    assert.throws(() => readSettings(wrong), refused)
    assert.throws(() => readSettings(wrong), /^(?!.*short)/)
  })
})

describe("the sources", () => {
  const folder = new URL("../src/", import.meta.url)
  const read = (name: string) => readFileSync(new URL(name, folder), "utf8")

  it("say the same things in French and in English, and nothing that no page shows", () => {
    const texts = ["fr", "en"].map((language): object => JSON.parse(read(`texts/${language}.json`)))
    const keysOf = (value: object): ReadonlyArray<string> =>
      Object.entries(value).flatMap(([key, each]) =>
        typeof each === "string" ? [key] : [key, ...keysOf(each).map((more) => `${key}.${more}`)],
      )
    const [french = [], english = []] = texts.map(keysOf)
    assert.deepStrictEqual(french, english)
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" })
    const code = names.filter((name) => name.endsWith(".ts")).map(read)
    const unused = french.filter((key) => !key.includes(".") && !code.some((text) => text.includes(`.${key}`)))
    assert.deepStrictEqual(unused, [])
  })

  it("say nothing of payments in words of their own: those are the catalogue's", () => {
    for (const language of ["fr", "en"]) {
      const entries = Object.entries<unknown>(JSON.parse(read(`texts/${language}.json`)))
      const texts = entries.filter(([name]) => name !== "columns" && name !== "payment")
      assert.isAbove(texts.length, 20)
      assert.notMatch(JSON.stringify(texts), /\bpa(y|i[de]|yé)|mone|argent|rembours|refund/iu, language)
    }
  })

  it("are at most a thousand lines, views and the script included, and none is wider than 110 columns", () => {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"))
    const files = [...names, "../public/live.js"].map(read)
    assert.isAtLeast(files.length, 10)
    const lines = files.flatMap((text) => text.trimEnd().split("\n"))
    assert.isAtMost(lines.length, 1_000)
    assert.deepStrictEqual(
      lines.filter((line) => line.length > 110),
      [],
    )
  })
})
