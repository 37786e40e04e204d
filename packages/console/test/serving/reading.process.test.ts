/** Pages read in other ways than on a screen of the usual size: enlarged to 200 %, and on paper. */
import { afterAll, assert, beforeAll, describe, it as plainIt } from "@effect/vitest"
import { hasBrowser, illFitting, launchBrowser, pictured, whySkipped } from "@cauri/house/browser"
import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { opened } from "./chromium.ts"
import { entered, inWeek, weekPages } from "./week.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWeek, plainIt.live)

let browser: Browser | undefined

/** A4 within its margins, in the pixels of a style sheet. */
const paper = { width: 680, height: 1009 }

/** What paper cannot use, and what it cuts off. */
const unprintable = async (page: Page): Promise<ReadonlyArray<string>> =>
  await page.evaluate(`(() => {
    const seen = [...document.querySelectorAll("main *, header *, footer *")].filter((each) => each.checkVisibility())
    const used = seen.filter((each) => each.matches("nav, button, input:not([type=hidden]), select, textarea"))
    const cut = seen.filter((each) => !each.matches(".unseen") && getComputedStyle(each).overflowX !== "visible" && each.clientWidth > 1 && each.scrollWidth > each.clientWidth + 1)
    const lost = [...document.querySelectorAll("table, .card h2")].filter((each) => !each.checkVisibility() && each.closest(".side") === null && each.closest("form.card") === null && each.querySelector("form") === null)
    const name = (why) => (each) => why + " " + each.tagName + " " + each.textContent.trim().slice(0, 40)
    return [...used.map(name("used")), ...cut.map(name("cut")), ...lost.map(name("lost"))]
  })()`)

describe.skipIf(!hasBrowser)(`pages in a browser${whySkipped}`, () => {
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  it("are read at 200 % in French without scrolling sideways", function* (address) {
    const enlarged = { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 }
    const { page } = yield* opened(browser, { ...enlarged, locale: "fr-FR" })
    yield* Effect.promise(async () => {
      const origin = await entered(page, address, "fr")
      for (const [name, path] of Object.entries(weekPages)) {
        await page.goto(`${origin}${path}`)
        assert.deepStrictEqual(await illFitting(page), [], name)
        await pictured(page, `enlarged-${name}`)
      }
    })
  })

  it("are printed without what only a screen needs, and with whole tables", function* (address) {
    const { page } = yield* opened(browser, { viewport: paper })
    yield* Effect.promise(async () => {
      const origin = await entered(page, address)
      for (const name of ["payment", "flagged", "completed", "day", "figures", "in-doubt", "all", "pauses"]) {
        await page.goto(`${origin}${weekPages[name] ?? ""}`)
        await page.emulateMedia({ media: "print" })
        assert.deepStrictEqual(await unprintable(page), [], name)
        await pictured(page, `print-${name}`)
      }
      await page.goto(`${origin}${weekPages["payment"] ?? ""}`)
      const pdf = await page.pdf({ format: "A4", path: "reports/screenshots/payment.pdf" })
      const title = Buffer.from("shop/salary-2026-w47-001", "utf16le").swap16().toString("hex")
      assert.include(pdf.toString("latin1"), `/Title <FEFF${title.toUpperCase()}`)
    })
  })
})
