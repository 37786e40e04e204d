import { catalogue } from "@cauri/catalogue"
import { html } from "@cauri/pages"
import { assert, describe } from "@effect/vitest"
import { hostileTexts } from "@cauri/house/hostileTexts"
import { Effect } from "effect"
import { itOver } from "@cauri/house/it"
import { asObserved, Engine, HostedPage, type OptionsInput, type PageView, Phones, strict } from "../../src/index.ts"
import { canceledPage, choosePage, overPage, waitingPage } from "../../src/http/page/paymentPageHtml.ts"
import { hostedBody, numbers } from "../support.ts"
import { base, call, fieldOf, type Got, layerHttp, send } from "./client.ts"

const it = itOver(() => layerHttp())

const actions = { callback_url: "https://shop.example/callback" }

/** Creates a hosted invoice and gives its page's address. */
const pageOf = (invoice: Record<string, unknown> = {}, commande: Record<string, unknown> = {}) =>
  Effect.map(call("createHostedInvoice", { body: hostedBody(invoice, commande) }), (got) =>
    fieldOf(got, "response_text"),
  )

type Fields = Readonly<Record<string, string>>

/** Sends a form to a page, whatever the page showed. */
const post = (page: string, fields: Fields, headers: Fields = {}) =>
  send(page, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  })

/** The random text in the forms of a page. */
const pageTokenOf = (got: Got): string => /name="page" value="([^"]+)"/.exec(got.text)?.[1] ?? "none"

/** What a page tells its customer to mend. */
const alertOf = (got: Got) => /role="alert">([^<]*)</.exec(got.text)?.[1]

const languageIn = (got: Got) => /<html lang="([a-z]+)">/.exec(got.text)?.[1]

/** Looks at a page and sends one of its forms, as a browser does. */
const submit = (page: string, fields: Fields, headers: Fields = {}) =>
  Effect.flatMap(send(page), (got) => post(page, { page: pageTokenOf(got), ...fields }, headers))

/** A page without what differs between any two. */
const settled = (got: Got): string => got.text.replaceAll(/name="page" value="[^"]+"/g, "random")

const completed = Effect.fnUntraced(function* (page: string) {
  yield* submit(page, { act: "pay", operator: "12", phone: numbers.ussdPush })
  yield* (yield* Phones).approve(numbers.ussdPush)
  yield* (yield* Engine).passTime(60_000)
})

const bodies = (text: string) => [
  hostedBody({ description: text }),
  hostedBody({}, { store: { name: text, website_url: "https://shop.example" } }),
  hostedBody({ items: [{ name: text, quantity: 1, unit_price: 4_200, total_price: 4_200 }] }),
]

const options = (got: Got) => [...got.text.matchAll(/<option value="([0-9]+)"/g)].map(([, id]) => id)

const shown = (text: string) =>
  Effect.forEach(bodies(text), (body) =>
    Effect.gen(function* () {
      const created = yield* call("createHostedInvoice", { body })
      return settled(yield* send(fieldOf(created, "response_text")))
    }),
  )

const { pageProblems } = catalogue.fr

describe("paymentPage", () => {
  it.effect(
    "stands at the address that the creation gave, with description, shop, items and amount #3 #37 #52 #71",
    () =>
      Effect.gen(function* () {
        const got = yield* send(yield* pageOf({ description: "Two books" }))
        assert.strictEqual(got.status, 200)
        for (const text of ["Two books", "Shop", "Book", "4\u00A0200\u00A0F\u00A0CFA", "aucun argent"])
          assert.include(got.text, text)
      }).pipe(Effect.provide(layerHttp())),
  )

  it("may open in a tab or a window, and never in a frame #20 #21", function* () {
    const page = yield* pageOf()
    const responses = [
      yield* send(page),
      yield* send(`${base}/pay/invoice/unknown`),
      yield* submit(page, { act: "nonsense" }),
      yield* submit(page, { act: "pay", operator: "12", phone: "1" }),
      yield* submit(page, { act: "pay", operator: "12", phone: numbers.ussdPush }),
      yield* submit(page, { act: "cancel" }),
    ]
    for (const got of responses) assert.strictEqual(got.headers.get("x-frame-options"), "DENY")
    for (const got of responses.filter(({ status }) => status !== 303)) {
      assert.include(got.headers.get("content-security-policy") ?? "", "frame-ancestors 'none'")
    }
    assert.deepStrictEqual(
      responses.map(({ status }) => status),
      [200, 404, 400, 422, 303, 303],
    )
  })

  it("takes the methods of a page, and names them to a caller that uses another", function* () {
    const page = yield* pageOf()
    assert.strictEqual((yield* send(page, { method: "HEAD" })).status, 200)
    const refused = yield* send(page, { method: "DELETE" })
    assert.deepStrictEqual([refused.status, refused.headers.get("allow")], [405, "GET, HEAD, POST"])
  })

  it("allows no script, no foreign resource, the one style sheet, and forms to itself alone", function* () {
    const page = yield* pageOf()
    const first = yield* send(page)
    const files = [...first.text.matchAll(/ href="(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path)
    assert.lengthOf(files, 2)
    for (const file of files) assert.strictEqual((yield* send(file)).status, 200, file)
    assert.strictEqual(
      first.headers.get("content-security-policy"),
      "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    assert.notMatch(first.text, /<script|javascript:| on[a-z]+=|style="/i)
    assert.strictEqual(first.headers.get("x-content-type-options"), "nosniff")
    assert.strictEqual(first.headers.get("referrer-policy"), "no-referrer")
  })

  it("shows every hostile text as text, wherever the merchant puts it", function* () {
    const plain = yield* shown("@@@@")
    for (const payload of hostileTexts) {
      const pages = yield* shown(payload)
      assert.deepStrictEqual(
        pages.map((page) => page.replaceAll(html`${payload}`.text, "@@@@")),
        plain,
        payload,
      )
    }
  })

  it("shows hostile texts of operators, customers and addresses as text on every page", function* () {
    const page = yield* pageOf()
    const view = yield* (yield* HostedPage).view(page.split("/").at(-1) ?? "")
    const pages = (text: string): ReadonlyArray<string> => {
      const { invoice, operators } = view
      const hostile: PageView = {
        operators: operators.map((operator) => ({ ...operator, id: text, name: text, country: text })),
        invoice: { ...invoice, operatorId: text, customer: { ...invoice.customer, phone: text } },
      }
      const forms = { language: "fr", chosen: "", script: "/payment-page.js", pageToken: text } as const
      const entered = { operatorId: text, phone: text }
      const noted = choosePage(hostile, forms, { problem: text, entered })
      const asked = choosePage(hostile, forms, { askCode: { ...entered, isDialled: true } })
      return [noted, asked, waitingPage(hostile, forms)].map((parts) => parts.body.text)
    }
    const plain = pages("@@@@")
    for (const payload of hostileTexts) {
      assert.deepStrictEqual(
        pages(payload).map((text) => text.replaceAll(html`${payload}`.text, "@@@@")),
        plain,
        payload,
      )
    }
  })

  it("shows the operators of a number that the merchant gave, and all without one #38 #39", function* () {
    assert.isAbove(options(yield* send(yield* pageOf())).length, 5)
    assert.deepStrictEqual(options(yield* send(yield* pageOf({ customer: numbers.ussdPush }))), ["12"])
  })

  it("sends the customer to return_url with 303 once it is paid #55", function* () {
    const page = yield* pageOf()
    const started = yield* submit(page, { act: "pay", operator: "12", phone: numbers.ussdPush })
    assert.strictEqual(started.status, 303)
    assert.strictEqual(started.headers.get("location"), "?after=pay")
    const waiting = yield* send(page)
    assert.include(waiting.text, '<meta http-equiv="refresh" content="3; url=?"')
    yield* (yield* Phones).approve(numbers.ussdPush)
    yield* (yield* Engine).passTime(60_000)
    const back = yield* send(page)
    assert.strictEqual(back.status, 303)
    assert.strictEqual(back.headers.get("location"), "https://shop.example/return")
  })

  it("sends the customer to cancel_url after a cancellation, and the invoice stays pending #54", function* () {
    const page = yield* pageOf()
    const got = yield* submit(page, { act: "cancel" })
    assert.strictEqual(got.status, 303)
    assert.strictEqual(got.headers.get("location"), "?after=cancel")
    const leaving = yield* send(`${page}?after=cancel`)
    assert.include(leaving.text, '<meta http-equiv="refresh" content="0; url=https://shop.example/cancel"')
    assert.include(leaving.text, "Retour à shop.example")
    assert.strictEqual((yield* send(page)).status, 200)
  })

  it("leads no customer to return_url whose payment failed: back to the shop is cancel_url then #54 #55", function* () {
    const page = yield* pageOf()
    yield* submit(page, { act: "pay", operator: "12", phone: numbers.ussdPush })
    yield* (yield* Phones).refuse(numbers.ussdPush)
    yield* (yield* Engine).passTime(60_000)
    for (const address of [page, `${page}?after=pay`]) {
      const over = yield* send(address)
      assert.strictEqual(over.status, 200)
      assert.include(over.text, 'href="https://shop.example/cancel"')
      assert.notInclude(over.text, "https://shop.example/return")
    }
  })

  it.effect(
    "leaves for the shop by a page of its own straight after a form, for a redirect would be the form's #55",
    () =>
      Effect.gen(function* () {
        const page = yield* pageOf()
        yield* completed(page)
        const leaving = yield* send(`${page}?after=pay`)
        assert.strictEqual(leaving.status, 200)
        assert.include(leaving.text, '<meta http-equiv="refresh" content="0; url=https://shop.example/return"')
      }).pipe(Effect.provide(layerHttp())),
  )

  it.effect("refuses in the customer's language, and keeps what was entered", () =>
    Effect.gen(function* () {
      const page = yield* pageOf()
      const bounded = yield* pageOf({ total_amount: 4_200 })
      const pay = (operator: string, phone: string) => submit(page, { act: "pay", operator, phone })
      const refusals = [
        yield* pay("12", "12"),
        yield* pay("12", numbers.ussdPush.slice(3)),
        yield* pay("none", numbers.ussdPush),
        yield* pay("1", numbers.ussdPush),
        yield* pay("12", numbers.ussdOtp),
        yield* pay("12", "22660000095"),
        yield* submit(bounded, { act: "pay", operator: "13", phone: numbers.guidedUssd }),
      ]
      assert.deepStrictEqual(
        refusals.map((got) => got.status),
        refusals.map(() => 422),
      )
      assert.deepStrictEqual(refusals.map(alertOf), [
        pageProblems.no_choice,
        pageProblems.no_choice,
        pageProblems.no_choice,
        pageProblems.no_wallet,
        pageProblems.other_operator,
        pageProblems.daily_limit,
        pageProblems.out_of_bounds,
      ])
      assert.match(refusals[4]?.text ?? "", new RegExp(`value="${numbers.ussdOtp}"`))
      assert.match(refusals[4]?.text ?? "", /<option value="12" selected="">/)
      yield* completed(page)
      const over = yield* submit(bounded, { act: "pay", operator: "12", phone: numbers.ussdPush, page: "x" })
      assert.strictEqual(alertOf(over), catalogue.fr.pages.expired_form)
    }).pipe(
      Effect.provide(
        layerHttp({
          assumptions: {
            amountBounds: { operators: { "13": { minimumXof: 5_000, maximumXof: null } }, countries: {} },
          },
        }),
      ),
    ),
  )

  it("says that a payment is over to a form that comes too late", function* () {
    const page = yield* pageOf()
    const token = pageTokenOf(yield* send(page))
    yield* completed(page)
    const late = yield* post(page, { page: token, act: "pay", operator: "12", phone: numbers.ussdPush })
    assert.strictEqual(late.status, 422)
    assert.include(late.text, "Ce paiement est terminé.")
  })

  it.effect("speaks the language that the browser asks for, or the one that the customer chose, on every way on", () =>
    Effect.gen(function* () {
      const page = yield* pageOf()
      const asking = (accept: string, query = "") => send(`${page}${query}`, { headers: { "accept-language": accept } })
      assert.strictEqual(languageIn(yield* send(page)), "fr")
      assert.strictEqual(languageIn(yield* asking("en-GB,en;q=0.9,fr;q=0.8")), "en")
      assert.strictEqual(languageIn(yield* asking("de,fr;q=0.8,en;q=0.7")), "fr")
      assert.strictEqual(languageIn(yield* asking("fr", "?lang=en")), "en")
      assert.strictEqual(languageIn(yield* asking("en", "?lang=xx")), "en")
      assert.strictEqual(languageIn(yield* send(`${page}x?lang=en`)), "en")
      const token = pageTokenOf(yield* send(page))
      const fields = { page: token, act: "pay", operator: "12", phone: numbers.ussdPush }
      const paid = yield* post(`${page}?lang=en`, fields)
      assert.strictEqual(paid.headers.get("location"), "?after=pay&lang=en")
      const waiting = yield* send(`${page}?after=pay&lang=en`)
      assert.include(waiting.text, "Confirm with your PIN on your phone.")
      assert.include(waiting.text, '<noscript><meta http-equiv="refresh" content="3; url=?lang=en"')
      const script = yield* send("/payment-page.js")
      assert.strictEqual(script.headers.get("content-type"), "text/javascript; charset=utf-8")
      assert.include(waiting.text, 'src="/payment-page.js"')
      const refused = yield* post(`${page}?lang=en`, { ...fields, operator: "13" })
      assert.strictEqual(alertOf(refused), catalogue.en.pageProblems.other_operator)
      const canceled = yield* post(`${page}?lang=en`, { page: token, act: "cancel" })
      assert.strictEqual(canceled.headers.get("location"), "?after=cancel&lang=en")
    }).pipe(Effect.provide(layerHttp())),
  )

  it("tells a customer who must dial first for which amount, and takes the code then #123 #149", function* () {
    const page = yield* pageOf()
    const choice = { act: "pay", operator: "11", phone: numbers.ussdOtp }
    const asked = yield* submit(page, choice)
    assert.include(asked.text, "un code de paiement pour 4\u00A0200\u00A0F\u00A0CFA exactement")
    const inEnglish = yield* submit(`${page}?lang=en`, choice)
    assert.include(inEnglish.text, "ask for a payment code of exactly 4,200\u00A0F\u00A0CFA")
    const code = yield* (yield* Phones).dialForCode(numbers.ussdOtp, 4_200)
    assert.strictEqual((yield* submit(page, { ...choice, code })).headers.get("location"), "?after=pay")
    yield* (yield* Engine).passTime(60_000)
    const [status] = [...(yield* (yield* Engine).state).invoices].map(([, invoice]) => invoice.status)
    assert.strictEqual(status, "completed")
  })

  it("asks for the code that an SMS brought, and takes it #154 #155 #156", function* () {
    const page = yield* pageOf()
    const asked = yield* submit(page, { act: "pay", operator: "14", phone: numbers.smsOtp })
    assert.include(asked.text, `name="phone" value="${numbers.smsOtp}"`)
    const phone = yield* (yield* Phones).look(numbers.smsOtp)
    yield* submit(page, { act: "pay", operator: "14", phone: numbers.smsOtp, code: phone.codes[0]?.code ?? "" })
    yield* (yield* Engine).passTime(60_000)
    assert.strictEqual((yield* send(page)).headers.get("location"), "https://shop.example/return")
  })

  it("redirects to http and https only", function* () {
    const page = yield* pageOf()
    const hosted = yield* HostedPage
    const view = yield* hosted.view(page.split("/").at(-1) ?? "")
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "file:///etc",
      "",
      "vbscript:x",
    ]) {
      const invoice = { ...view.invoice, status: "completed", returnUrl: address, cancelUrl: address } as const
      const parts = overPage({ ...view, invoice }, "fr")
      assert.notInclude(parts.body.text, "href", address)
      assert.isUndefined(parts.refresh, address)
      assert.isUndefined(canceledPage({ ...view, invoice }, "fr").refresh, address)
    }
    const refused = yield* call("createHostedInvoice", {
      body: hostedBody({}, { actions: { ...actions, cancel_url: "javascript:alert(1)", return_url: "data:x" } }),
    })
    assert.strictEqual(fieldOf(refused, "response_code"), "01")
  })

  it("takes no form that a browser says another site sent, and no other kind of body", function* () {
    const page = yield* pageOf()
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ]) {
      assert.strictEqual((yield* submit(page, { act: "cancel" }, headers)).status, 403)
    }
    const own = yield* submit(page, { act: "cancel" }, { "sec-fetch-site": "same-origin", origin: "null" })
    assert.strictEqual(own.status, 303)
    const json = yield* send(page, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: '{"act":"cancel"}',
    })
    assert.strictEqual(json.status, 400)
  })

  it.effect("takes a form only with the random text of a page that it showed of this very invoice", () =>
    Effect.gen(function* () {
      const page = yield* pageOf()
      const own = pageTokenOf(yield* send(page))
      const another = pageTokenOf(yield* send(page))
      const foreign = pageTokenOf(yield* send(yield* pageOf()))
      assert.notStrictEqual(own, another)
      const [nonce = "", mac = ""] = own.split(".")
      for (const wrong of [
        "",
        "none",
        nonce,
        `${nonce}.`,
        `.${mac}`,
        `${another.split(".")[0]}.${mac}`,
        foreign,
        `${own}x`,
      ]) {
        for (const act of ["pay", "cancel"]) {
          const got = yield* post(page, { act, page: wrong, operator: "12", phone: numbers.ussdPush })
          assert.strictEqual(got.status, 403, wrong)
        }
      }
      assert.strictEqual((yield* post(page, { act: "cancel" })).status, 403)
      // Nothing was begun by any of them.
      assert.strictEqual((yield* (yield* Phones).look(numbers.ussdPush)).prompts.length, 0)
      for (const right of [own, another]) {
        assert.strictEqual((yield* post(page, { act: "cancel", page: right })).status, 303)
      }
    }).pipe(Effect.provide(layerHttp())),
  )

  it("finds no page for a callback's token, nor for a token that is none #144", function* () {
    const page = yield* pageOf()
    const { invoice } = yield* (yield* HostedPage).view(page.split("/").at(-1) ?? "")
    for (const token of [invoice.callbackToken, "", "%zz", "%ff", "..%2f..", "x/y", "%00"]) {
      assert.strictEqual((yield* send(`${base}/pay/invoice/${token}`)).status, 404, token)
    }
  })

  const shapes: ReadonlyArray<OptionsInput> = [
    { profile: strict },
    { profile: asObserved },
    { profile: { ...strict, tokenShape: "Awkward" } },
  ]
  for (const options of shapes) {
    it.effect(`finds the page raw and escaped, for tokens shaped ${options.profile?.tokenShape} #71`, () =>
      Effect.gen(function* () {
        const page = yield* pageOf()
        const token = page.slice(`${base}/pay/invoice/`.length)
        for (const written of [token, encodeURIComponent(token)]) {
          assert.strictEqual((yield* send(`${base}/pay/invoice/${written}`)).status, 200, written)
        }
        yield* completed(page)
        assert.strictEqual((yield* send(page)).status, 303)
      }).pipe(Effect.provide(layerHttp(options))),
    )
  }
})
