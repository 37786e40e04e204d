/**
 * A browser without a window: it asks the routes of the page in process, under the test's own clock, and keeps cookies.
 */
import { assert } from "@effect/vitest"
import { Deferred, Effect, Option, Redacted, type Scope } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { TestClock } from "effect/testing"
import type { PolicyInput } from "@cauri/core"
import type { Misconfigured, PortRefused } from "@cauri/runtime"
import type { Door } from "../../src/door/Door.ts"
import type { DoorSettings } from "../../src/door/doorSettings.ts"
import { hostDoor } from "../../src/door/hostDoor.ts"
import { tokenDoor } from "../../src/door/tokenDoor.ts"
import { permissions } from "../../src/frame/Visitor.ts"
import { layerRoutes, type PageServices } from "../../src/serving/routes.ts"
import { servePage } from "../../src/serving/serve.ts"
import { busyWeek, layerWorld, newScript, type Script, type WorldServices } from "./world.ts"

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** What differs from an ordinary request of a browser. */
interface Asking {
  readonly headers?: Readonly<Record<string, string>>
  readonly cookie?: string | null
}

/** The token of the tests. */
export const testToken = "a-token-of-the-tests-0123456789"
const ownHost = "127.0.0.1:4600"
const toRoot = /^(?:\.\/|(?:\.\.\/)+)/
const relativeLink = / (href|action|src)="(?:\.\/|(?:\.\.\/)+)/g

/** Asks pages and sends forms. */
export interface Browser {
  readonly get: (path: string, asking?: Asking) => Effect.Effect<Answer>
  readonly post: (
    path: string,
    form: Readonly<Record<string, string>> | URLSearchParams,
    asking?: Asking,
  ) => Effect.Effect<Answer>
  /** Fills the form of a page, as a person would, and sends it. */
  readonly submit: (path: string, form: Readonly<Record<string, string>>) => Effect.Effect<Answer>
  /** Sends a form with a file. */
  readonly upload: (
    path: string,
    form: Readonly<Record<string, string>>,
    file: { readonly name: string; readonly text: string } | null,
    asking?: Asking,
  ) => Effect.Effect<Answer>
  readonly enter: Effect.Effect<Answer>
  readonly cookies: Map<string, string>
}

/** The value of a hidden field of the last form on a page that has it. */
export const hiddenIn = (text: string, name: string): string =>
  new RegExp(`<input type="hidden" name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ""

/** A browser before the token's door. */
export const newBrowser = (
  options: { readonly reusable?: boolean } = {},
): Effect.Effect<Browser, never, PageServices | Scope.Scope> => {
  const token = { token: Redacted.make(testToken), reusable: options.reusable ?? true }
  return browserAt(tokenDoor(token, ""))
}

/** Where a browser asks, and from where. */
interface Standpoint {
  readonly origin?: string
  readonly peer?: string
}

/** A browser before this door. */
export const browserAt = (
  door: Door,
  { origin = `http://${ownHost}`, peer = "127.0.0.1" }: Standpoint = {},
): Effect.Effect<Browser, never, PageServices | Scope.Scope> =>
  Effect.gen(function* () {
    const { host } = new URL(origin)
    const handler = yield* HttpRouter.toHttpEffect(layerRoutes(door))
    const cookies = new Map<string, string>()

    const ask = Effect.fnUntraced(function* (make: () => Request) {
      // A request is read once, so each asking makes its own.
      const request = make()
      const served = handler.pipe(
        Effect.provideService(
          HttpServerRequest.HttpServerRequest,
          HttpServerRequest.fromWeb(request).modify({ remoteAddress: Option.some(peer) }),
        ),
        Effect.scoped,
        Effect.orDie,
      )
      const response = HttpServerResponse.toWeb(yield* served)
      for (const line of response.headers.getSetCookie()) {
        const [pair = ""] = line.split(";")
        const [name = "", value = ""] = pair.split("=")
        if (value === "") cookies.delete(name)
        else cookies.set(name, value)
      }
      // A browser makes relative addresses whole; all of ours lead through the root.
      const location = response.headers.get("location")
      if (location !== null) response.headers.set("location", location.replace(toRoot, "/"))
      const text = (yield* Effect.promise(() => response.text())).replaceAll(relativeLink, ' $1="/')
      const answer: Answer = { status: response.status, headers: response.headers, text }
      return answer
    })
    const headersOf = ({ cookie, headers }: Asking): Record<string, string> => {
      const jar = cookie === undefined ? [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") : cookie
      return { host, ...(jar === null || jar === "" ? {} : { cookie: jar }), ...headers }
    }
    const get: Browser["get"] = (path, asking = {}) =>
      ask(() => new Request(`${origin}${path}`, { headers: headersOf(asking) }))
    const post: Browser["post"] = (path, form, asking = {}) => {
      const body = new URLSearchParams(form).toString()
      const headers = {
        origin,
        "sec-fetch-site": "same-origin",
        "content-type": "application/x-www-form-urlencoded",
        "content-length": String(Buffer.byteLength(body)),
      }
      return ask(() => {
        const all = headersOf({ ...asking, headers: { ...headers, ...asking.headers } })
        return new Request(`${origin}${path}`, { method: "POST", body, headers: all })
      })
    }
    const upload: Browser["upload"] = Effect.fnUntraced(function* (path, form, file, asking = {}) {
      const data = new FormData()
      for (const [name, value] of Object.entries(form)) data.append(name, value)
      data.append("file", new Blob([file?.text ?? ""]), file?.name ?? "")
      const sent = new Response(data)
      const body = yield* Effect.promise(() => sent.arrayBuffer())
      const headers = {
        origin,
        "sec-fetch-site": "same-origin",
        "content-type": sent.headers.get("content-type") ?? "",
        "content-length": String(body.byteLength),
      }
      return yield* ask(() => {
        const all = headersOf({ ...asking, headers: { ...headers, ...asking.headers } })
        return new Request(`${origin}${path}`, { method: "POST", body, headers: all })
      })
    })
    const submit: Browser["submit"] = Effect.fnUntraced(function* (path, form) {
      const page = yield* get(path)
      const hidden = { asOf: hiddenIn(page.text, "asOf") }
      return yield* post(path, { ...hidden, ...form })
    })
    return { get, post, upload, submit, enter: post("/enter", { token: testToken }), cookies }
  })

/** The browser of a person whom the door knows, and who may do everything. */
export const browserOf = (name: string) => browserAt(hostDoor(() => ({ name, may: permissions })))

/** A browser that was let in. */
export const insideBrowser = Effect.gen(function* () {
  const browser = yield* newBrowser()
  yield* browser.enter
  return browser
})

type PageBody = (browser: Browser, script: Script) => Effect.Effect<void, unknown, WorldServices | Scope.Scope>

/** Runs a test's body with a browser that was let in, in a world of its own. `line`: is there a way to the service? */
export const inWorld = (body: PageBody, line = true, policy: PolicyInput = {}) => {
  const script = newScript()
  return Effect.flatMap(insideBrowser, (browser) => body(browser, script)).pipe(
    Effect.provide(layerWorld(script, line, undefined, policy)),
  )
}

/** The same in a busy week that begins at this time. */
export const inBusyWeekFrom = (start: number) => (body: PageBody) => {
  const script = newScript()
  return Effect.gen(function* () {
    yield* TestClock.setTime(start)
    yield* busyWeek(script, TestClock.adjust)
    return yield* body(yield* insideBrowser, script)
  }).pipe(Effect.provide(layerWorld(script)))
}

/** The addresses that a page or a style sheet loads. */
const loadedBy = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/<link\b[^>]*\bhref="([^"]*)"|\bsrc="([^"]*)"|\burl\(["']?([^"')]+)/g)].flatMap((found) =>
    found.slice(1).filter((address) => address !== undefined && !address.startsWith("data:")),
  )

/** What a page costs on a first visit, with everything that it loads: the address and the bytes of each part. */
export const partsOf = Effect.fnUntraced(function* (browser: Browser, path: string) {
  const parts = new Map<string, number>()
  const wanted = [path]
  for (const address of wanted) {
    if (parts.has(address)) continue
    const { status, text } = yield* browser.get(address)
    assert.strictEqual(status, 200, address)
    parts.set(address, Buffer.byteLength(text))
    wanted.push(...loadedBy(text))
  }
  return parts
})

/** The sum of all parts. */
export const weightOf = (browser: Browser, path: string): Effect.Effect<number> =>
  Effect.map(partsOf(browser, path), (parts) => [...parts.values()].reduce((sum, bytes) => sum + bytes, 0))

/** What stands in a field of a form. */
export const valueOf = ({ text }: Answer, name: string): string => {
  const found =
    new RegExp(`<textarea id="${name}"[^>]*>\\n([^<]*)</textarea>`).exec(text) ??
    new RegExp(`<input id="${name}"[^>]* value="([^"]*)"`).exec(text)
  return (found?.[1] ?? "").replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
}

/** The page on a port, for a real browser; gives the address to open. */
export const servedBehind = Effect.fnUntraced(function* (door: DoorSettings, port = 0) {
  const address = yield* Deferred.make<string, Misconfigured | PortRefused>()
  yield* servePage({ host: "127.0.0.1", port, door }, (told) => Effect.asVoid(Deferred.succeed(address, told))).pipe(
    Effect.catch((refused) => Deferred.fail(address, refused)),
    Effect.forkScoped,
  )
  return yield* Deferred.await(address)
})

/** The page behind a token, on a port of its own. */
export const served = servedBehind({ _tag: "Token", token: null })
