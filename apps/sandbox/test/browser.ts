/** A window of the sandbox, opened by its control token. */
import { opened, type Watched } from "@cauri/house/browser"
import type { Served } from "@cauri/simulator"
import { Effect, type Scope } from "effect"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"
import { controlToken } from "./site.ts"

/** Opens a window, from which every page of this sandbox may be visited. */
export const entered = (
  browser: Browser,
  { url }: Served,
  options: BrowserContextOptions = {},
): Effect.Effect<Watched, never, Scope.Scope> =>
  Effect.tap(opened(browser, { mayAsk: [`${url}/`], ...options }), ({ page }) =>
    Effect.promise(() => page.goto(`${url}/?key=${encodeURIComponent(controlToken)}`)),
  )

/** What breaks the look of a page: a button's label in several lines or beyond its button, and a navigation of more than two lines. */
export const brokenIn = async (page: Page): Promise<ReadonlyArray<string>> =>
  await page.evaluate(`(() => {
    const seen = (each) => each.checkVisibility()
    const linesOf = (each) => {
      const range = document.createRange()
      range.selectNodeContents(each)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    }
    const buttons = [...document.querySelectorAll("button, a.button")].filter(seen)
    const broken = buttons.filter((each) => linesOf(each) > 1 || each.scrollWidth > each.clientWidth + 1)
    const lines = new Set([...document.querySelectorAll("header nav li")].map((each) => each.offsetTop)).size
    const root = document.documentElement
    return [
      ...broken.map((each) => "broken " + each.textContent.trim()),
      ...(lines > 2 ? ["a navigation of " + lines + " lines"] : []),
      ...(root.scrollWidth > root.clientWidth ? ["the page scrolls sideways"] : [])]
  })()`)

/** How high the frame above a page is. */
export const headerHeight = (page: Page): Promise<number> =>
  page.locator("header").first().evaluate("(header) => header.offsetHeight")
