/**
 * A real browser for the tests of pages: Debian's chromium (`apt-get install --no-install-recommends chromium-headless-shell`). Without
 * one, the tests are skipped and say so. It collects everything that a page does and must not do.
 */
import { existsSync } from "node:fs"
import axe from "axe-core"
import { Effect, type Scope } from "effect"
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core"

// The shell first: a whole chromium starts renderers for the bars of every window, which no test sees, and takes half as long again.
const executablePath = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"]
  .map((name) => `/usr/bin/${name}`)
  .find((path) => existsSync(path))

export const hasBrowser = executablePath !== undefined

export const whySkipped = hasBrowser ? "" : ", skipped: no chromium is installed on this machine"

/** A phone's window and a desktop's. */
export const phoneSize = { width: 360, height: 740 }
export const desktopSize = { width: 1280, height: 800 }

export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
    ...(executablePath && { executablePath }),
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

/** Starts the browser; it ends with the scope. */
export const startBrowser: Effect.Effect<Browser, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(launchBrowser),
  (browser) => Effect.promise(() => browser.close()),
)

export interface WindowOptions extends BrowserContextOptions {
  /** The allowed beginnings of addresses that its pages request. */
  readonly mayAsk: ReadonlyArray<string>
}

/** A monitored window of the browser. */
export interface Watched {
  readonly page: Page
  /** Foreign scripts, foreign addresses, errors, dialogs. */
  readonly misdeeds: Array<string>
  /** The bytes that a visit loads, with headers, without later requests of scripts. */
  readonly bytesOf: (visit: () => Promise<unknown>) => Promise<number>
}

export const opened = (
  browser: Browser,
  { mayAsk, ...options }: WindowOptions,
): Effect.Effect<Watched, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(() => browser.newContext({ viewport: phoneSize, locale: "fr-FR", ...options })),
    (context) => Effect.promise(() => context.close()),
  ).pipe(
    Effect.flatMap((context) => {
      // A slow machine is not the page's problem.
      context.setDefaultTimeout(120_000)
      return Effect.promise(async () => await watched(await context.newPage(), mayAsk))
    }),
  )

/** What scripts request to keep a page up to date; it never ends while the page is open. */
const keepsUpToDate: ReadonlySet<string> = new Set(["EventSource", "Fetch", "XHR"])

const watched = async (page: Page, mayAsk: ReadonlyArray<string>): Promise<Watched> => {
  const misdeeds: Array<string> = []
  page.on("dialog", (dialog) => {
    misdeeds.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on("pageerror", ({ message }) => misdeeds.push(`error ${message}`))
  page.on("console", (message) => {
    // Chromium reports this for every page with such a status; a refusal is a page like any other.
    const isRefusal = /Failed to load resource.*status of 4(00|01|03|04|09|22)/.test(message.text())
    if (message.type() === "error" && !isRefusal) misdeeds.push(`console ${message.text()}`)
  })
  page.on("request", (request) => {
    if (!mayAsk.some((each) => request.url().startsWith(each))) misdeeds.push(`request ${request.url()}`)
  })
  let bytes = 0
  const began = new Set<string>()
  const ended = new Set<string>()
  const line = await page.context().newCDPSession(page)
  line.on("Network.requestWillBeSent", ({ requestId, type }) => {
    if (type !== undefined && !keepsUpToDate.has(type)) began.add(requestId)
  })
  line.on("Network.loadingFailed", ({ requestId }) => void ended.add(requestId))
  line.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => {
    ended.add(requestId)
    if (began.has(requestId)) bytes += encodedDataLength
  })
  await line.send("Network.enable")
  const bytesOf = async (visit: () => Promise<unknown>) => {
    const before = bytes
    // What an earlier page left open the debugger never reports as ended: each later visit would wait for it.
    began.clear()
    await visit()
    // A page may be loaded before the debugger has reported its requests.
    const isReported = () => began.size > 0 && [...began].every((each) => ended.has(each))
    for (let waits = 0; waits < 100 && !isReported(); waits++) await page.waitForTimeout(10)
    return bytes - before
  }
  return { page, misdeeds, bytesOf }
}

/**
 * The problems that axe-core finds on a page, one line each. Its script enters by the debugger, not by the page's policy; but in a window
 * without scripts it would never end.
 */
export const violations = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(axe.source)
  return await page.evaluate(`axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
    violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ": " + html + " " + failureSummary)))`)
}

/** A picture of the whole page for people, in `reports/screenshots`, where CAURI_SCREENSHOTS=1 asks for it. */
export const pictured = async (page: Page, name: string): Promise<void> => {
  if (process.env["CAURI_SCREENSHOTS"] !== "1") return
  await page.screenshot({ path: `reports/screenshots/${name}.png`, fullPage: true })
}

/** What is wider than the window, except scrolling parts, or too small for a thumb. */
export const illFitting = async (page: Page): Promise<ReadonlyArray<string>> =>
  await page.evaluate(`(() => {
    const root = document.documentElement
    const seen = (each) => each.checkVisibility()
    const name = (each) => each.tagName + " " + (each.textContent || each.name || "").trim().slice(0, 40)
    const scrolls = (each) => each !== null && each !== document.body && (["auto", "scroll"].includes(getComputedStyle(each).overflowX) || scrolls(each.parentElement))
    const wide = [...document.querySelectorAll("body *")].filter((each) =>
      seen(each) && each.getBoundingClientRect().right > root.clientWidth + 0.5 && !scrolls(each))
    const pressed = "button, a.button, select, textarea, input:not([type=checkbox], [type=radio], [type=hidden])"
    const small = [...document.querySelectorAll(pressed)].filter((each) => seen(each) && each.getBoundingClientRect().height < 43.5)
    return [
      ...(root.scrollWidth > root.clientWidth ? ["the page scrolls sideways"] : []),
      ...wide.map((each) => "wide " + name(each)), ...small.map((each) => "small " + name(each))]
  })()`)

/** What does not fit, and in a narrow window what axe finds as well: that does not change with the width, and takes most of the time. */
export const faultsOf = async (page: Page): Promise<ReadonlyArray<string>> => [
  ...((page.viewportSize()?.width ?? 0) > phoneSize.width ? [] : await violations(page)),
  ...(await illFitting(page)),
]

/**
 * Everything on a page that only hostile markup could add: elements and attributes that no page of ours has, comments, addresses of other
 * origins than these, and more scripts than expected.
 */
export const foreignMarkup = async (
  page: Page,
  { mayAsk = [], scripts = 1 }: { readonly mayAsk?: ReadonlyArray<string>; readonly scripts?: number } = {},
): Promise<ReadonlyArray<string>> =>
  await page.evaluate(`(() => {
    const ours = new Set(${JSON.stringify(ownElements.split(" "))})
    const mayAsk = [location.origin + "/", ...${JSON.stringify(mayAsk)}]
    const all = [...document.querySelectorAll("*")]
    const isStrange = ({ name }) => name.startsWith("on") || ["style", "srcdoc", "autofocus", "formaction", "background"].includes(name)
    const leadsAway = ({ name, value }) => ["href", "src", "action", "data"].includes(name) && !mayAsk.some((each) => new URL(value, location.href).href.startsWith(each))
    const strange = all.filter((each) => !ours.has(each.localName) || [...each.attributes].some((one) => isStrange(one) || leadsAway(one)))
    const comments = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT)
    const count = document.querySelectorAll("script").length
    return [
      ...strange.map((each) => each.outerHTML.slice(0, 200)),
      ...(comments.nextNode() === null ? [] : ["comment " + comments.currentNode.data]),
      ...(count === ${scripts} ? [] : ["scripts: " + count])]
  })()`)

const ownElements =
  "a article b bdi body br button caption circle code dd details div dl dt ellipse fieldset figcaption figure footer form g h1 h2 h3 head header html img input label legend li line link main meta nav noscript ol option p path polyline pre rect script section select small span strong style summary svg table tbody td text textarea tfoot th thead time title tr ul"

/** What a frame around an address shows; a page that refuses frames gives Chromium's own error page. */
export const framed = async (page: Page, from: string, address: string): Promise<string> => {
  await page.goto(from)
  await page.setContent(`<iframe src="${address}"></iframe>`, { waitUntil: "load" })
  const frame = page.frames().find((each) => each !== page.mainFrame())
  await frame?.waitForLoadState()
  return frame?.url() ?? "no frame"
}

/** What Chromium shows in a frame whose page refuses it. */
export const refusedFrame = "chrome-error://chromewebdata/"
