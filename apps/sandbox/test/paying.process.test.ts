/**
 * A customer with two windows, the shop's payment page and a phone: every way of confirming, from the choice of an operator back to the
 * shop, at both sizes and in both languages.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, type Scope } from "effect"
import { createServer } from "node:http"
import type { Page } from "playwright-core"
import { desktopSize, hasBrowser, illFitting, opened, phoneSize, startBrowser, violations, why } from "./browser.ts"
import { call, payin, startSandbox } from "./site.ts"

/** A shop's own pages, on an origin of their own. */
const startShop: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<ReturnType<typeof createServer>>((resume) => {
    const server = createServer((request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end(`<p>The shop: ${request.url}</p>`)
    })
    server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
  }),
  (server) => Effect.sync(() => server.close().closeAllConnections()),
).pipe(
  Effect.map((server) => {
    const address = server.address()
    return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  }),
)

const words = {
  "fr-FR": {
    operator: "Opérateur",
    phone: "Numéro de téléphone",
    pay: "Payer",
    received: "Code reçu",
    submit: "Valider",
    pin: "Code secret",
    confirm: "Confirmer",
    ussd: "Code USSD",
    dial: "Appeler",
    amount: "Montant exact",
    getCode: "Obtenir un code de paiement",
    cancel: "Annuler",
  },
  "en-GB": {
    operator: "Operator",
    phone: "Phone number",
    pay: "Pay",
    received: "Code received",
    submit: "Confirm",
    pin: "PIN",
    confirm: "Confirm",
    ussd: "USSD code",
    dial: "Call",
    amount: "Exact amount",
    getCode: "Get a payment code",
    cancel: "Cancel",
  },
} as const

type Words = (typeof words)[keyof typeof words]

/** What a customer does after the choice of an operator. */
type Confirms = (page: Page, phone: Page, say: Words) => Promise<void>

const entersCode: Confirms = async (page, phone, say) => {
  await page.getByLabel(say.received).fill((await phone.locator(".code").first().textContent()) ?? "none")
  await page.getByRole("button", { name: say.submit }).click()
}

const ways: ReadonlyArray<readonly [way: string, operator: string, number: string, confirms: Confirms]> = [
  [
    "push",
    "BAOBAB BURKINA (BF)",
    "22660000001",
    async (_, phone, say) => {
      await phone.getByLabel(say.pin).fill("1234")
      await phone.getByRole("button", { name: say.confirm }).click()
    },
  ],
  [
    "guided",
    "CALAO BURKINA (BF)",
    "22650000001",
    async (_, phone, say) => {
      const message = (await phone.locator(".messages li").first().textContent()) ?? ""
      await phone.getByLabel(say.ussd).fill(/\*555\*4\*[0-9]+#/.exec(message)?.[0] ?? "none")
      await phone.getByLabel(say.pin).fill("1234")
      await phone.getByRole("button", { name: say.dial }).click()
    },
  ],
  [
    "dialled",
    "ALIZE BURKINA (BF)",
    "22670000001",
    async (page, phone, say) => {
      await phone.getByLabel(say.amount).fill("4 200")
      await phone.getByLabel(say.pin).fill("1234")
      await phone.getByRole("button", { name: say.getCode }).click()
      await phone.locator(".code").first().waitFor()
      await entersCode(page, phone, say)
    },
  ],
  ["sms", "DJEMBE BURKINA (BF)", "22640000001", entersCode],
  ["wallet", "SAHEL WALLET (BF)", "22699000001", entersCode],
]

describe.skipIf(!hasBrowser)(`the payment page beside a phone${why}`, () => {
  for (const [viewport, locale] of [
    [phoneSize, "fr-FR"],
    [desktopSize, "en-GB"],
  ] as const) {
    it.live(`leads back to the shop by every way of confirming, ${viewport.width} wide #37 #149-#156 #162 #55`, () =>
      Effect.gen(function* () {
        const browser = yield* startBrowser
        const shop = yield* startShop
        const say = words[locale]
        for (const [way, operator, number, confirms] of ways) {
          const served = yield* startSandbox()
          const { text: address } = yield* call(served, "createHostedInvoice", payin("order-1", "", { back: shop }))
          const customer = yield* opened(browser, served, { viewport, locale })
          const phone = yield* opened(browser, served, { viewport, locale })
          yield* Effect.promise(async () => {
            const { page } = customer
            await page.goto(address)
            await page.getByLabel(say.operator).selectOption({ label: operator })
            await page.getByLabel(say.phone).fill(number)
            await page.getByRole("button", { name: say.pay, exact: true }).click()
            await page.getByRole("status").waitFor()
            await page.screenshot({ path: `reports/screenshots/paying-${way}-${viewport.width}.png`, fullPage: true })
            assert.deepStrictEqual(await violations(page), [], way)
            assert.deepStrictEqual(await illFitting(page), [], way)
            await phone.page.goto(`${served.url}/phones?n=${number}`)
            await confirms(page, phone.page, say)
            await page.waitForURL(`${shop}/return`, { timeout: 20_000 })
          })
          assert.deepStrictEqual(phone.misdeeds, [], way)
        }
      }),
    )

    it.live(`leads back to the shop after a cancellation, ${viewport.width} wide #54`, () =>
      Effect.gen(function* () {
        const browser = yield* startBrowser
        const shop = yield* startShop
        const served = yield* startSandbox()
        const { text: address } = yield* call(served, "createHostedInvoice", payin("order-1", "", { back: shop }))
        const { page } = yield* opened(browser, served, { viewport, locale })
        yield* Effect.promise(async () => {
          await page.goto(address)
          await page.getByRole("button", { name: words[locale].cancel }).click()
          await page.waitForURL(`${shop}/cancel`, { timeout: 20_000 })
        })
      }),
    )
  }
})
