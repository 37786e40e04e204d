/** A customer and a merchant in a real browser, with a phone's window in French and a desktop's in English. */
import { assert, describe, it } from "@effect/vitest"
import { hostileTexts } from "@cauri/house/hostileTexts"
import axe from "axe-core"
import { Effect } from "effect"
import { existsSync } from "node:fs"
import { chromium, type Page } from "playwright-core"
import { serveShop } from "./serving.ts"
import { adminPassword } from "./world.ts"

const executablePath = ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path))
const why = executablePath === undefined ? ", skipped: no chromium is installed on this machine" : ""

const startBrowser = Effect.acquireRelease(
  Effect.promise(() =>
    chromium.launch({
      ...(executablePath && { executablePath }),
      args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
    }),
  ),
  (browser) => Effect.promise(() => browser.close()),
)

/** What is against a page: axe-core's violations, and what is wider than the window or too small for a thumb. */
const faults = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  const found: ReadonlyArray<string> = await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(
    ({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + failureSummary)))`)
  const illFitting: ReadonlyArray<string> = await page.evaluate(`(() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["wide"] : []
    const small = [...document.querySelectorAll("button, a.button, select, summary, input:not([type=radio], [type=hidden])")]
      .filter((each) => each.checkVisibility() && each.getBoundingClientRect().height < 43.5).map((each) => "small " + each.outerHTML)
    return [...wide, ...small]
  })()`)
  return [...found, ...illFitting]
}

const words = {
  "fr-FR": {
    add: "Ajouter : Savon de karité",
    checkOut: "Commander",
    name: "Votre nom",
    note: "Où livrer",
    pay: "Payer",
    page: "Page de paiement",
    open: "Ouvrir la page de paiement",
    code: "Code reçu",
    confirm: "Valider",
    wallet: "Portefeuille",
    push: "Moov, demande",
    phone: "Numéro qui paie",
    packing: "Nous préparons votre commande.",
    refund: "Rembourser",
    operator: "Opérateur",
    number: "Numéro de téléphone",
    refunded: "remboursement",
  },
  "en-GB": {
    add: "Add : Shea soap",
    checkOut: "Check out",
    name: "Your name",
    note: "Where to deliver",
    pay: "Pay",
    page: "Payment page",
    open: "Open the payment page",
    code: "Code received",
    confirm: "Confirm",
    wallet: "Wallet",
    push: "Moov, a request",
    phone: "Number that pays",
    packing: "We are packing your order.",
    refund: "Refund",
    operator: "Operator",
    number: "Phone number",
    refunded: "refund",
  },
} as const

describe.skipIf(executablePath === undefined)(`the shop in a browser${why}`, () => {
  for (const [width, height, locale] of [
    [360, 740, "fr-FR"],
    [1280, 800, "en-GB"],
  ] as const) {
    it.live(`sells by page, code and wallet and gives back, ${width} wide #55 #72 #154 #163`, () =>
      Effect.gen(function* () {
        const { at, phones, service } = yield* serveShop
        const browser = yield* startBrowser
        const say = words[locale]
        const misdeeds: Array<string> = []
        const httpCredentials = { username: "awa", password: adminPassword, origin: at }
        const page = yield* Effect.promise(() =>
          browser.newPage({ viewport: { width, height }, locale, httpCredentials }),
        )
        page.on("dialog", (dialog) => {
          misdeeds.push(`dialog ${dialog.message()}`)
          void dialog.dismiss()
        })
        page.on("pageerror", (error) => misdeeds.push(`error ${error.message}`))
        page.on("console", (message) => {
          if (message.text().includes("Content Security Policy")) misdeeds.push(message.text())
        })
        page.on("request", (request) => {
          if (!request.url().startsWith(at) && !request.url().startsWith(service)) misdeeds.push(request.url())
        })
        const keep = async (name: string) => {
          await page.screenshot({ path: `reports/screenshots/${name}-${width}.png`, fullPage: true })
          assert.deepStrictEqual(await faults(page), [], name)
        }
        const checkOut = async (way: string, phone: string, [name, note]: readonly [string, string], keeps = false) => {
          await page.goto(at)
          if (keeps) await keep("catalogue")
          await page.getByRole("button", { name: say.add }).click()
          if (keeps) await keep("basket")
          await page.getByRole("link", { name: say.checkOut }).click()
          await page.getByLabel(say.name).fill(name)
          await page.getByLabel(say.note).fill(note)
          await page.getByLabel(way).check()
          await page.getByLabel(say.phone).fill(phone)
          if (keeps) await keep("checkout")
          await page.getByRole("button", { name: say.pay }).click()
          await page.waitForURL(/\/orders\//)
        }
        const packed = () => page.getByText(say.packing).waitFor({ timeout: 60_000 })
        const enterCode = async (phone: string) => {
          const { inbox } = await Effect.runPromise(phones.look(phone))
          await page
            .getByLabel(say.code)
            .fill(/(?<![0-9])[0-9]{4,8}(?![0-9])/.exec(inbox[0]?.text ?? "")?.[0] ?? "none")
          await page.getByRole("button", { name: say.confirm }).click()
          await packed()
        }
        yield* Effect.promise(async () => {
          await checkOut(say.page, "", ["Awa", "Secteur 4"], true)
          await keep("page")
          await page.getByRole("link", { name: say.open }).click()
          await page.getByLabel(say.operator).selectOption({ label: "BAOBAB BURKINA (BF)" })
          await page.getByLabel(say.number).fill("22660000001")
          await page.getByRole("button", { name: say.pay, exact: true }).click()
          await page.getByRole("status").waitFor()
          await Effect.runPromise(phones.approve("22660000001"))
          await page.waitForURL(/\/orders\//, { timeout: 20_000 })
          await packed()
          await keep("packed")

          await checkOut("Telecel", "22640000001", ["Issa", "Secteur 5"])
          await keep("code")
          await enterCode("22640000001")
          await checkOut(say.wallet, "22699000001", ["Fanta", "Secteur 6"])
          await keep("wallet")
          await enterCode("22699000001")

          const hostile = hostileTexts.filter((text) => text.includes("<") && text.length <= 80)
          for (const text of hostile.slice(0, 6)) await checkOut(say.push, "22660000093", [text, text])
        })
        yield* Effect.promise(async () => {
          await page.goto(`${at}/admin`)
          const summaries = page.locator("summary", { hasText: say.refund })
          assert.strictEqual(await summaries.count(), 3)
          await summaries.last().click()
          await keep("refund")
          await page.getByRole("button", { name: say.refund }).click()
          await page.getByText(new RegExp(`${say.refunded} 500`)).waitFor()
          await keep("admin")
        })
        assert.deepStrictEqual(misdeeds, [])
      }),
    )
  }
})
