/**
 * The payment page in a real browser with scripts switched off: what the headers and the markup come to. Needs Debian's chromium
 * (`apt-get install --no-install-recommends chromium`); where there is none, the tests are skipped and say so.
 */
import { afterAll, assert, beforeAll, describe } from "@effect/vitest"
import { desktopSize, hasBrowser, launchBrowser, phoneSize, pictured, whySkipped } from "@cauri/house/browser"
import { Effect, Schema, type Scope } from "effect"
import { createServer, type RequestListener } from "node:http"
import { it } from "@cauri/house/it"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { Engine, Phones, serve, type Served } from "../../src/index.ts"
import { hostedBody, numbers } from "../support.ts"

let browser: Browser | undefined

/** A page of the browser, without scripts unless the test says otherwise. It is closed with the scope. */
const opened = (options: BrowserContextOptions = {}): Effect.Effect<Page, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      if (browser === undefined) throw new Error("The browser was not started.")
      const usual = { javaScriptEnabled: false, locale: "fr-FR", viewport: phoneSize }
      const context = await browser.newContext({ ...usual, ...options })
      // A slow machine is no fault of a page.
      context.setDefaultTimeout(120_000)
      return await context.newPage()
    }),
    (page) => Effect.promise(() => page.context().close()),
  )

/** A server of somebody else, on an origin of its own. */
const listening = (listener: RequestListener): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const server = createServer(listener).listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
    }),
    (server) => Effect.sync(() => server.close().closeAllConnections()),
  ).pipe(
    Effect.map((server) => {
      const address = server.address()
      return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
    }),
  )

/** A shop that leads everybody on to another origin of its own, as many do from their backend to their pages. */
const shop = Effect.gen(function* () {
  const front = yield* listening((request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<p>The shop's own page ${request.url}</p>`)
  })
  const back = yield* listening((request, response) => {
    response.writeHead(302, { location: `${front}${request.url}` }).end()
  })
  const actions = {
    callback_url: `${back}/callback`,
    return_url: `${back}/return?a=1;b='2'`,
    cancel_url: `${back}/cancel`,
  }
  return { front, back, actions }
})

const servedQuickly = serve({ operatorDelayMillis: 0 })

const Created = Schema.Struct({ response_text: Schema.String })

/** Creates a hosted payin over the port and gives its page's address. */
const pageOf = ({ credentials, url }: Served, actions: object, invoice: Record<string, unknown> = {}, store?: object) =>
  Effect.promise(async () => {
    const own = credentials[0]
    const response = await fetch(`${url}/pay/v01/redirect/checkout-invoice/create`, {
      method: "POST",
      headers: {
        apikey: own?.apiKey ?? "",
        authorization: `Bearer ${own?.apiToken}`,
        accept: "application/json",
        "content-type": "application/json",
      },
      body: JSON.stringify(hostedBody(invoice, { actions, ...(store && { store }) })),
    })
    return Schema.decodeUnknownSync(Created)(await response.json()).response_text
  })

const paidBy = (page: Page, operator: string, phone: string) =>
  Effect.promise(async () => {
    await page.getByLabel("Opérateur").selectOption({ label: operator })
    await page.getByLabel("Numéro de téléphone").fill(phone)
    await page.getByRole("button", { name: "Payer", exact: true }).click()
  })

const approved = ({ services }: Served, phone: string) =>
  Effect.flatMap(Phones, (phones) => phones.approve(phone)).pipe(Effect.provideContext(services))

/** Whether anything on the page is wider than the window. */
const isTooWide = async (page: Page): Promise<boolean> => {
  const size = page.viewportSize()
  const boxes = await Promise.all((await page.locator("main, main *").all()).map((each) => each.boundingBox()))
  return boxes.some((box) => box !== null && size !== null && box.x + box.width > size.width + 0.5)
}

describe.skipIf(!hasBrowser)(`paymentPage in a browser${whySkipped}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it.live("leads from the choice of an operator to the shop's return_url, without a script #3 #21 #37 #52 #55", () =>
    Effect.gen(function* () {
      const served = yield* servedQuickly
      const { actions, front } = yield* shop
      const page = yield* opened()
      const address = yield* pageOf(served, actions)
      yield* Effect.promise(() => page.goto(address))
      assert.strictEqual(yield* Effect.promise(() => page.getByRole("heading").textContent()), "Shop")
      yield* paidBy(page, "BAOBAB BURKINA (BF)", numbers.ussdPush)
      const status = yield* Effect.promise(() => page.getByRole("status").textContent())
      assert.include(status ?? "", "Confirmez avec votre code secret")
      yield* approved(served, numbers.ussdPush)
      yield* Effect.promise(() => page.waitForURL(`${front}/return**`))
      assert.strictEqual(page.url(), new URL(`${front}/return?a=1;b='2'`).href)
    }),
  )

  it.live("leads to the shop's cancel_url, whose own redirects no policy of the page blocks #54", function* () {
    const served = yield* servedQuickly
    const { actions, front } = yield* shop
    const page = yield* opened()
    const address = yield* pageOf(served, actions)
    yield* Effect.promise(() => page.goto(address))
    yield* Effect.promise(() => page.getByRole("button", { name: "Annuler" }).click())
    yield* Effect.promise(() => page.waitForURL(`${front}/cancel`))
    const { invoices } = yield* Effect.flatMap(Engine, ({ state }) => state).pipe(
      Effect.provideContext(served.services),
    )
    assert.deepStrictEqual(
      [...invoices].map(([, { status }]) => status),
      ["pending"],
    )
  })

  it.live(
    "shows nothing inside a frame of the shop, and everything in a window that the shop opens #20 #21",
    function* () {
      const served = yield* servedQuickly
      const { actions } = yield* shop
      const address = yield* pageOf(served, actions)
      const embedding = yield* listening((_, response) => {
        const body = `<iframe src="${address}"></iframe><a href="${address}" target="_blank">pay</a>`
        response.writeHead(200, { "content-type": "text/html" }).end(body)
      })
      const page = yield* opened({ javaScriptEnabled: true })
      yield* Effect.promise(() => page.goto(embedding, { waitUntil: "networkidle" }))
      const inside = page.frames().find((frame) => frame !== page.mainFrame())
      assert.strictEqual(inside?.url(), "chrome-error://chromewebdata/")
      const window = yield* Effect.promise(async () => {
        const coming = page.waitForEvent("popup")
        await page.getByText("pay").click()
        return await coming
      })
      assert.strictEqual(yield* Effect.promise(() => window.getByRole("heading").textContent()), "Shop")
    },
  )

  it.live("takes no form that a page of another site sends by itself", () =>
    Effect.gen(function* () {
      const served = yield* servedQuickly
      const { actions } = yield* shop
      const address = yield* pageOf(served, actions)
      const evil = yield* listening((_, response) => {
        const fields = ["act", "operator", "phone"]
        const values = ["pay", "12", numbers.ussdPush]
        const inputs = fields.map((name, index) => `<input name="${name}" value="${values[index]}">`).join("")
        const body = `<form method="post" action="${address}">${inputs}<button>Win</button></form>`
        response.writeHead(200, { "content-type": "text/html" }).end(body)
      })
      const page = yield* opened({ javaScriptEnabled: true })
      yield* Effect.promise(() => page.goto(evil))
      const answer = yield* Effect.promise(async () => {
        const coming = page.waitForResponse((response) => response.request().method() === "POST")
        await page.getByRole("button").click()
        return await coming
      })
      assert.strictEqual(answer.status(), 403)
      const { prompts } = yield* Effect.flatMap(Phones, (phones) => phones.look(numbers.ussdPush)).pipe(
        Effect.provideContext(served.services),
      )
      assert.strictEqual(prompts.length, 0)
    }),
  )

  for (const viewport of [phoneSize, desktopSize]) {
    it.live(`fits a window ${viewport.width} wide, with long texts and its buttons large enough for a thumb`, () =>
      Effect.gen(function* () {
        const served = yield* servedQuickly
        const { actions } = yield* shop
        const page = yield* opened({ viewport })
        const items = ["Livre", "x".repeat(90), "Sac de riz parfumé de vingt-cinq kilogrammes"].map((name) => ({
          name,
          quantity: 2,
          unit_price: 700,
          total_price: 1_400,
        }))
        const address = yield* pageOf(served, actions, { items, description: "Commande 1042" })
        const shot = (name: string, of = page) =>
          Effect.promise(async () => {
            await pictured(of, `${name}-${viewport.width}`)
            assert.isFalse(await isTooWide(of), name)
            for (const button of await of.getByRole("button").all()) {
              assert.isAtLeast((await button.boundingBox())?.height ?? 0, 44, name)
            }
          })
        yield* Effect.promise(() => page.goto(address))
        yield* shot("choose")
        yield* paidBy(page, "DJEMBE BURKINA (BF)", "12")
        yield* shot("refused")
        yield* paidBy(page, "DJEMBE BURKINA (BF)", numbers.smsOtp)
        yield* shot("code")
        yield* Effect.promise(() => page.goto(`${address}?choose=1`))
        yield* paidBy(page, "CALAO BURKINA (BF)", numbers.guidedUssd)
        yield* shot("waiting")
        // The waiting page loads itself anew, whenever it likes: nobody leads it elsewhere.
        const other = yield* Effect.promise(() => page.context().newPage())
        yield* Effect.promise(() => other.goto(`${served.url}/pay/invoice/none`))
        yield* shot("unknown", other)
        yield* Effect.promise(() => other.goto(`${served.url}/wiki/createInvoice`))
        yield* shot("sub-codes", other)
      }),
    )
  }
})
