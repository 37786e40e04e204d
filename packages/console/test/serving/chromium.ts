/** A window of the console, watched for what no page of it may do: tokens in referrers, and pages that are too large. */
import { createServer } from "node:http"
import { desktopSize, opened as openedWindow } from "@cauri/house/browser"
import { Effect, type Scope } from "effect"
import type { Browser, BrowserContextOptions, Page } from "playwright-core"

/** Opens a window, which is closed with the scope. */
export const opened = (
  browser: Browser | undefined,
  options: BrowserContextOptions = {},
): Effect.Effect<{ readonly page: Page; readonly faults: Array<string> }, never, Scope.Scope> =>
  Effect.gen(function* () {
    if (browser === undefined) return yield* Effect.die(new Error("The browser was not started."))
    const window = { locale: "en-GB", viewport: desktopSize, mayAsk: ["http://127.0.0.1:"], ...options }
    const { misdeeds: faults, page } = yield* openedWindow(browser, window)
    page.on("request", (request) => {
      if (/enter\/|token/.test(request.headers()["referer"] ?? "")) faults.push(`referrer: ${request.url()}`)
    })
    page.on("response", (response) => {
      const size = Number(response.headers()["content-length"] ?? "0")
      if (size >= 100_000) faults.push(`size: ${size} bytes of ${response.url()}`)
    })
    return { page, faults }
  })

/** A page of another site; gives its address. */
export const foreignSite = (body: string): Effect.Effect<string, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly close: () => void }>((resume) => {
      const server = createServer((_, answer) => {
        answer.setHeader("content-type", "text/html").end(`<!doctype html><title>Other</title>${body}`)
      })
      server.listen(0, "127.0.0.1", () => {
        const address = server.address()
        // Another name of the loopback is another site.
        const url = `http://localhost:${typeof address === "object" ? address?.port : ""}/`
        resume(Effect.succeed({ url, close: () => server.close().closeAllConnections() }))
      })
    }),
    ({ close }) => Effect.sync(close),
  ).pipe(Effect.map(({ url }) => url))
