/**
 * A real browser for the tests of the pages: Debian's chromium (`apt-get install --no-install-recommends chromium`). Where there is
 * none, the tests are skipped and say so.
 */
import { Effect, type Scope } from "effect"
import axe from "axe-core"
import { existsSync } from "node:fs"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"
import type { Served } from "@cauri/simulator"
import { controlToken } from "./site.ts"

const executable = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find((path) =>
  existsSync(path),
)

/** Whether there is a browser. */
export const hasBrowser = executable !== undefined

/** Why tests are skipped, for their title. */
export const why = hasBrowser ? "" : ", skipped: no chromium is installed on this machine"

/** A phone's window and a desktop's. */
export const phoneSize = { width: 360, height: 740 }
export const desktopSize = { width: 1280, height: 800 }

/** Starts the browser; it ends with the scope. */
export const startBrowser: Effect.Effect<Browser, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(() =>
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
    }),
  ),
  (browser) => Effect.promise(() => browser.close()),
)

/** What a page did that it must not do: scripts of others, addresses of others, errors. */
export interface Watched {
  readonly page: Page
  readonly misdeeds: Array<string>
  /** Bytes of the answers that come until a visit is over. */
  readonly bytesOf: (visit: () => Promise<unknown>) => Promise<number>
}

/** A window of the sandbox, with everything watched. It is closed with the scope. */
export const opened = (
  browser: Browser,
  served: Served,
  options: BrowserContextOptions = {},
): Effect.Effect<Watched, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const context = await browser.newContext({ viewport: phoneSize, locale: "fr-FR", ...options })
      const page = await context.newPage()
      const misdeeds: Array<string> = []
      const bodies: Array<Promise<number>> = []
      page.on("dialog", (dialog) => {
        misdeeds.push(`dialog ${dialog.message()}`)
        void dialog.dismiss()
      })
      page.on("pageerror", (error) => misdeeds.push(`error ${error.message}`))
      page.on("console", (message) => {
        if (message.text().includes("Content Security Policy")) misdeeds.push(message.text())
      })
      page.on("request", (request) => {
        if (!request.url().startsWith(served.url)) misdeeds.push(`request ${request.url()}`)
      })
      page.on("response", (response) => {
        if (response.url().endsWith("/live")) return
        bodies.push(
          response.body().then(
            (body) => body.byteLength,
            // A redirect has no body to count.
            () => 0,
          ),
        )
      })
      await page.goto(`${served.url}/?key=${encodeURIComponent(controlToken)}`)
      const bytesOf = async (visit: () => Promise<unknown>) => {
        const before = bodies.length
        await visit()
        return (await Promise.all(bodies.slice(before))).reduce((sum, each) => sum + each, 0)
      }
      return { page, misdeeds, bytesOf, context }
    }),
    ({ context }) => Effect.promise(() => context.close()),
  )

/** What axe-core holds against a page, in a line each. Its script enters by the debugger, not by the page's policy. */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  return await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`)
}

/** What is wider than the window, or too small for a thumb. */
export const illFitting = async (page: Page): Promise<ReadonlyArray<string>> =>
  await page.evaluate(`(() => {
    const seen = (each) => each.getClientRects().length > 0
    const name = (each) => each.tagName + " " + (each.textContent || "").trim().slice(0, 40)
    const wide = [...document.querySelectorAll("body *")].filter((each) =>
      seen(each) && each.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5 && !each.closest("pre, textarea"))
    const small = [...document.querySelectorAll("button, input:not([type=checkbox], [type=hidden]), select")].filter(
      (each) => seen(each) && each.getBoundingClientRect().height < 43.5)
    return [...wide.map((each) => "wide " + name(each)), ...small.map((each) => "small " + name(each))]
  })()`)
