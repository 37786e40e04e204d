/** A window of the sandbox, opened by its control token. */
import { opened, type Watched } from "@cauri/house/browser"
import type { Served } from "@cauri/simulator"
import { Effect, type Scope } from "effect"
import type { Browser, BrowserContextOptions } from "playwright-core"
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
