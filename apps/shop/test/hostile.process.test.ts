/**
 * Two hundred hostile texts in every field of the shop, in a real browser: no script of theirs runs, nothing that they name is asked for,
 * and no markup comes of them, neither for the customer nor for the merchant.
 */
import { assert, describe, it } from "@effect/vitest"
import { desktopSize, foreignMarkup, hasBrowser, opened, startBrowser, whySkipped } from "@cauri/house/browser"
import { hostileBatches, hostileTexts } from "@cauri/house/hostileTexts"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import { checksOut, type Customer, words } from "./customers.ts"
import { serveShop } from "./serving.ts"
import { adminPassword } from "./world.ts"

/** Every text, in as few fields as the shop's limit for a field allows. */
const batches = hostileBatches(200)
const say = words["en-GB"]

/** A text as a browser can show it, without what would turn lines round. */
const shown = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\0\uFFFD]|\p{Bidi_Control}/gu, "")
    .trim()

const showsAll = async (page: Page, texts: ReadonlyArray<string>) => {
  const found = ((await page.locator("main").textContent()) ?? "").replaceAll(/[\0\uFFFD]/g, "")
  for (const text of texts) assert.include(found, shown(text))
}

/** Sends a form of a page as somebody does whom no limit of a field in a browser binds. */
const sends = async (page: Page, action: string, fields: Readonly<Record<string, string>>) => {
  const given = JSON.stringify({ action, fields })
  const filled = page.evaluate(`(() => {
    const { action, fields } = ${given}
    const form = [...document.forms].find((each) => new URL(each.action).pathname.startsWith(action) && Object.keys(fields).every((name) => name in each.elements))
    for (const [name, value] of Object.entries(fields)) form.elements.namedItem(name).value = value
    form.submit()
  })()`)
  await Promise.all([page.waitForEvent("load"), filled])
}

describe.skipIf(!hasBrowser)(`hostile texts in the shop${whySkipped}`, () => {
  it.live("are shown as texts to customers and to the merchant, or not at all", () =>
    Effect.gen(function* () {
      assert.isAtLeast(hostileTexts.length, 200)
      const { at, sandbox } = yield* serveShop
      const browser = yield* startBrowser
      const window = { viewport: desktopSize, locale: "en-GB", mayAsk: [`${at}/`] }
      const { misdeeds, page } = yield* opened(browser, window)
      const httpCredentials = { username: "colleague", password: adminPassword, origin: at }
      const merchant = yield* opened(browser, { ...window, httpCredentials })
      const links = { mayAsk: [`${sandbox.url}/pay/`] }

      for (const [index, text] of batches.entries()) {
        yield* Effect.promise(async () => {
          await page.goto(at)
          await sends(page, "/basket", { good: "soap" })
          await page.goto(`${at}/checkout`)
          // As a number it is refused, and comes back in the form with everything else.
          await sends(page, "/checkout", { name: text, note: text, phone: text, way: "telecel" })
          await page.getByRole("alert").waitFor()
          assert.deepStrictEqual(await foreignMarkup(page), [], text)
          assert.strictEqual(shown(await page.getByLabel(say.name).inputValue()), shown(text))
          await sends(page, "/checkout", { phone: "22640000001" })
          await sends(page, "/orders/", { otp: text })
          assert.deepStrictEqual(await foreignMarkup(page), [], text)
          await showsAll(page, [text])
          // The merchant sees the newest fifty.
          if (index % 40 !== 39 && index !== batches.length - 1) return
          await merchant.page.goto(`${at}/admin`)
          assert.deepStrictEqual(await foreignMarkup(merchant.page, links), [])
          await showsAll(merchant.page, batches.slice(index - (index % 40), index + 1))
        })
      }
      assert.deepStrictEqual([...misdeeds, ...merchant.misdeeds], [])
    }),
  )

  it.live("typed by the merchant into a refund are shown as texts, or not at all", () =>
    Effect.gen(function* () {
      const { at } = yield* serveShop
      const browser = yield* startBrowser
      const httpCredentials = { username: "colleague", password: adminPassword, origin: at }
      const window = { viewport: desktopSize, locale: "en-GB", mayAsk: [`${at}/`], httpCredentials }
      const { misdeeds, page } = yield* opened(browser, window)
      const customer: Customer = { shop: page, phone: page, say }
      yield* Effect.promise(async () => {
        await checksOut(customer, at, { name: "One customer", phone: "22660000090", way: "push" })
        await page.getByText(say.packing).waitFor()
        await page.goto(`${at}/admin`)
        for (const text of batches) {
          await sends(page, "/admin/refund", { phone: text })
          await page.getByRole("alert").waitFor()
          assert.deepStrictEqual(await foreignMarkup(page), [], text)
        }
      })
      assert.deepStrictEqual(misdeeds, [])
    }),
  )
})
