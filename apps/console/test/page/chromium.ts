/**
 * A real browser: Debian's chromium (`apt-get install --no-install-recommends chromium`). Where there is none, tests are skipped and
 * say so. Whatever a page does that no page of the console may do is collected: errors, foreign requests, pages that are too large.
 */
import { existsSync } from "node:fs"
import axe from "axe-core"
import { Effect, type Scope } from "effect"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"

const executable = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
)

/** Is there no browser on this machine? */
export const noBrowser = executable === undefined
/** What the titles of skipped tests say. */
export const whySkipped = noBrowser ? ", skipped: no chromium is installed on this machine" : ""

/** The windows in which pages are looked at. */
export const windows = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
] as const

/** Starts the browser. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    ...(executable && { executablePath: executable }),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  })

/** A page of the browser, with what it did that it may not do. It is closed with the scope. */
export const opened = (
  browser: Browser | undefined,
  options: BrowserContextOptions = {},
): Effect.Effect<{ readonly page: Page; readonly faults: Array<string> }, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      if (browser === undefined) throw new Error("The browser was not started.")
      const context = await browser.newContext({ locale: "en-GB", viewport: windows[1], ...options })
      // A slow machine is no fault of a page.
      context.setDefaultTimeout(60_000)
      const page = await context.newPage()
      const faults: Array<string> = []
      page.on("pageerror", ({ message }) => faults.push(`error: ${message}`))
      page.on("console", (message) => {
        // Chromium says so of every page with such a status; a refusal is a page like any other.
        const refusal = /Failed to load resource.*status of 4(01|03|04|09|22)/.test(message.text())
        if (message.type() === "error" && !refusal) faults.push(`console: ${message.text()}`)
      })
      page.on("request", (request) => {
        const { hostname, protocol } = new URL(request.url())
        if (protocol !== "http:" || hostname !== "127.0.0.1") faults.push(`foreign: ${request.url()}`)
        if (/enter\/|token/.test(request.headers()["referer"] ?? "")) faults.push(`referrer: ${request.url()}`)
      })
      page.on("response", (response) => {
        const size = Number(response.headers()["content-length"] ?? "0")
        if (size >= 100_000) faults.push(`size: ${size} bytes of ${response.url()}`)
      })
      return { page, faults }
    }),
    ({ page }) => Effect.promise(() => page.context().close()),
  )

/** What axe finds wrong with a page: rule and element. */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  // The policy of the pages allows no script; the browser's own tools are not bound by it.
  await page.evaluate(axe.source)
  return page.evaluate<
    ReadonlyArray<string>
  >(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => id + " at " + target + ": " + failureSummary)))`)
}

/** Whether anything on the page is wider than the window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth")

/** The buttons, and what looks like one, that are too low for a thumb. */
export const lowButtons = async (page: Page): Promise<ReadonlyArray<string>> => {
  const buttons = await page.locator("button:visible, a.button:visible, input[type=text]:visible, select:visible").all()
  const heights = await Promise.all(
    buttons.map(async (button) => ({
      text: await button.innerText(),
      height: (await button.boundingBox())?.height ?? 0,
    })),
  )
  return heights.filter(({ height }) => height < 43.5).map(({ height, text }) => `${text}: ${height}`)
}
