/**
 * The addresses of the pages, beside those of the service. Pages need the control token, forms are accepted from our own pages alone, and
 * after a form the browser returns to the page it came from.
 */
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import { Effect, HashMap, Result } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import {
  Backstage,
  Engine,
  type FurtherRoutes,
  gradeNow,
  type Options,
  Phones,
  RequestLog,
  ScenarioRuns,
  type State,
} from "@cauri/simulator"
import {
  bodyText,
  isFromElsewhere,
  languageOf,
  makePageTokens,
  pageResponse,
  type PageTokens,
} from "@cauri/simulator/pages"
import { callbackPage, callbacksPage } from "./callbacksPage.ts"
import { controlPage } from "./controlPage.ts"
import { docsPage } from "./docsPage.ts"
import { faultsPage } from "./faultsPage.ts"
import { formActs, refusedForm, type Stage } from "./forms.ts"
import { framed } from "./frame.ts"
import { gradesPage } from "./gradesPage.ts"
import { type Guard, lockedPage, makeGuard } from "./guard.ts"
import { homePage, missingPage } from "./homePage.ts"
import { changes, script } from "./live.ts"
import { paymentPage } from "./paymentPage.ts"
import { numbersOf, phonesPage } from "./phonesPage.ts"
import { projectsPage } from "./projectsPage.ts"
import { requestsPage } from "./requestsPage.ts"
import { scenariosPage } from "./scenariosPage.ts"
import { requestOf, sent, tryAct } from "./tryCall.ts"
import { tryPage } from "./tryPage.ts"
import type { Page, View } from "./View.ts"

/** What the pages need to know of each other. */
interface Site extends Stage {
  readonly url: string
  readonly ownUrl: string
  readonly options: Options
  readonly base: string
  readonly guard: Guard
  readonly tokens: PageTokens
}

type Shown = (view: View, site: Site) => Effect.Effect<Page | undefined>

const shownAs =
  (page: (view: View) => Page | undefined): Shown =>
  (view) =>
    Effect.sync(() => page(view))

export const pages: Readonly<Record<`/${string}`, Shown>> = {
  "/": shownAs(homePage),
  "/phones": (view, site) => phones(view, site),
  "/control": shownAs(controlPage),
  "/control/payment": shownAs(paymentPage),
  "/control/callbacks": shownAs(callbacksPage),
  "/control/callback": shownAs(callbackPage),
  "/control/faults": shownAs(faultsPage),
  "/control/projects": shownAs(projectsPage),
  "/control/requests": shownAs(requestsPage),
  "/scenarios": shownAs(scenariosPage),
  "/try": shownAs(tryPage),
  "/docs": shownAs(docsPage),
  "/grades": (view, { engine, log }) =>
    gradeNow().pipe(
      Effect.map((grade) => gradesPage(view, grade)),
      Effect.provideService(Engine, engine),
      Effect.provideService(RequestLog, log),
    ),
}

/** Contracts are no secret, so this page needs no token. */
const openPath = "/docs"

export const pageRoutes: FurtherRoutes = ({ controlToken, options, ownUrl, url }) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const site: Site = {
        engine: yield* Engine,
        backstage: yield* Backstage,
        phones: yield* Phones,
        log: yield* RequestLog,
        runs: yield* ScenarioRuns,
        url,
        ownUrl,
        options,
        base: new URL(url).pathname.replace(/\/$/, ""),
        guard: makeGuard(url, controlToken),
        tokens: makePageTokens(),
      }
      for (const path of pathsOf(pages)) yield* router.add("GET", path, opened(site))
      yield* router.add("POST", "/act", acted(site))
      yield* router.add("POST", "/enter", entered(site))
      yield* router.add("GET", "/live", streamed(site))
      yield* router.add("GET", "/sandbox.js", Effect.sync(scriptResponse))
    }),
  )

const pathsOf = (given: typeof pages): ReadonlyArray<`/${string}`> =>
  Object.keys(given).flatMap((path): ReadonlyArray<`/${string}`> => (path.startsWith("/") ? [`/${path.slice(1)}`] : []))

const phones = (view: View, site: Site): Effect.Effect<Page> =>
  Effect.gen(function* () {
    const numbers = numbersOf(view.query, knownNumbers(view.state))
    const looked = yield* Effect.forEach(numbers, (number) => Effect.result(site.phones.look(number)), {
      concurrency: 1,
    })
    const state = yield* site.engine.state
    return phonesPage(
      { ...view, state },
      looked.flatMap((each) => (Result.isSuccess(each) ? [each.success] : [])),
      numbers.filter((_, index) => looked.some((each, place) => place === index && Result.isFailure(each))),
    )
  })

/** Phones that something happened on, the busiest now first. */
const knownNumbers = (state: State): ReadonlyArray<string> =>
  HashMap.toValues(state.phones)
    .toSorted((one, other) => newest(other) - newest(one))
    .map(({ phone }) => phone)

const newest = ({
  inbox,
  prompts,
}: {
  readonly inbox: ReadonlyArray<{ at: number }>
  readonly prompts: ReadonlyArray<{ createdAt: number }>
}): number => Math.max(0, ...inbox.map(({ at }) => at), ...prompts.map(({ createdAt }) => createdAt))

const lookOf = Effect.fnUntraced(function* (site: Site, target?: string) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const here = target ?? request.url
  const [path = "/", search = ""] = here.split("?")
  const query = new URLSearchParams(search)
  const { cookies, headers } = request
  const language = languageOf(query, cookies[languageCookie], headers["accept-language"])
  const words = tools[language].sandbox
  return { request, here, path, query, language, words, base: site.base, isKnown: site.guard.isKnown(cookies) }
})

const viewOf = Effect.fnUntraced(function* (site: Site, look: Effect.Success<ReturnType<typeof lookOf>>) {
  const view: View = {
    ...look,
    state: yield* site.engine.state,
    requests: yield* site.log.lines,
    scenarioRuns: yield* site.runs.runs,
    url: site.url,
    options: site.options,
    pageToken: site.tokens.issue(formsName),
  }
  return view
})

const opened = (site: Site) =>
  Effect.gen(function* () {
    const look = yield* lookOf(site)
    const key = look.query.get("key")
    if (key !== null && site.guard.knows(key)) {
      look.query.delete("key")
      return withCookie(site, seeOther(`${site.base}${look.path}${searchOf(look.query)}`))
    }
    if (!look.isKnown && look.path !== openPath) {
      return pageResponse(lockedPage({ ...look, here: look.path }, key !== null), site.base, 401)
    }
    return withLanguage(look, yield* rendered(site, look))
  })

const rendered = Effect.fnUntraced(function* (
  site: Site,
  look: Effect.Success<ReturnType<typeof lookOf>>,
  answer: Pick<View, "typed" | "tried"> = {},
) {
  const view = { ...(yield* viewOf(site, look)), ...answer }
  const show = Object.entries(pages).find(([path]) => path === look.path)?.[1]
  const page = show === undefined ? undefined : yield* show(view, site)
  const isRefused = (answer.typed?.says ?? null) !== null
  const status = page === undefined ? 404 : isRefused ? 422 : 200
  return pageResponse(framed(view, page ?? missingPage(view)), site.base, status)
})

/** Reads a form that one of our own pages sent. */
const formOf = Effect.fnUntraced(function* (site: Site) {
  const { headers } = yield* HttpServerRequest.HttpServerRequest
  const isForm = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded"
  if (!isForm || isFromElsewhere(site.url, headers)) return undefined
  return new URLSearchParams(yield* bodyText(formBytes))
})

const formBytes = 64 * 1024

const acted = (site: Site) =>
  Effect.gen(function* () {
    const fields = yield* formOf(site)
    const look = yield* lookOf(site, backOf(fields))
    if (!look.isKnown) return pageResponse(lockedPage(look, false), site.base, 401)
    if (fields === undefined || !site.tokens.isOwn(formsName, fields.get("page"))) {
      const says = look.words.page_expired
      return yield* rendered(site, look, { typed: { says, fields: new URLSearchParams(), wrong: null } })
    }
    if (fields.get("act") === tryAct) return yield* tried(site, look, fields)
    const act = formActs(site)[fields.get("act") ?? ""]
    if (act === undefined) return pageResponse(framed(yield* viewOf(site, look), missingPage(look)), site.base, 404)
    return yield* Effect.matchEffect(act(fields), {
      onFailure: (refusal) => rendered(site, look, { typed: refusedForm(look, fields, refusal) }),
      onSuccess: () => Effect.succeed(seeOther(`${site.base}${look.here}`)),
    })
  })

/** Sends the call that a form describes, and shows what came of it. */
const tried = Effect.fnUntraced(function* (
  site: Site,
  look: Effect.Success<ReturnType<typeof lookOf>>,
  fields: URLSearchParams,
) {
  const request = requestOf(fields)
  if (Result.isFailure(request)) {
    return yield* rendered(site, look, { typed: refusedForm(look, fields, request.failure) })
  }
  const before = (yield* site.log.lines).at(-1)?.number ?? 0
  const came = yield* sent(site.ownUrl, site.url, request.success)
  const line = (yield* site.log.lines).findLast(
    ({ endpoint, number }) => number > before && endpoint === request.success.endpoint,
  )
  return yield* rendered(site, look, {
    typed: { fields, says: null, wrong: null },
    tried: { request: request.success, ...came, line },
  })
})

const entered = (site: Site) =>
  Effect.gen(function* () {
    const fields = yield* formOf(site)
    const look = yield* lookOf(site, backOf(fields))
    return fields !== undefined && site.guard.knows(fields.get("key") ?? "")
      ? withCookie(site, seeOther(`${site.base}${look.here}`))
      : pageResponse(lockedPage(look, true), site.base, 401)
  })

const streamed = (site: Site) =>
  Effect.gen(function* () {
    const { isKnown } = yield* lookOf(site)
    return isKnown ? changes(site) : HttpServerResponse.empty({ status: 401 })
  })

/** Where a form came from: one of our own pages, with its query, and nothing else. */
const backOf = (fields: URLSearchParams | undefined): string => {
  const back = fields?.get("back") ?? "/"
  const [path = ""] = back.split("?")
  return Object.hasOwn(pages, path) && !/[\s\\]/.test(back) ? back : "/"
}

const formsName = "the forms of the sandbox"
const languageCookie = "sandbox-language"

const searchOf = (query: URLSearchParams): string => (query.size === 0 ? "" : `?${query.toString()}`)

const seeOther = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({ status: 303, headers: { location, "cache-control": "no-store" } })

const withCookie = (site: Site, response: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.setCookieUnsafe(response, site.guard.cookie.name, site.guard.cookie.value, {
    httpOnly: true,
    sameSite: "strict",
    path: "/",
  })

/** A language that was asked for stays for the pages to come. */
const withLanguage = (
  { language, query }: { readonly language: Language; readonly query: URLSearchParams },
  response: HttpServerResponse.HttpServerResponse,
) =>
  query.has("lang")
    ? HttpServerResponse.setCookieUnsafe(response, languageCookie, language, { sameSite: "strict", path: "/" })
    : response

const scriptResponse = () =>
  HttpServerResponse.text(script, {
    contentType: "text/javascript; charset=utf-8",
    headers: { "cache-control": "no-store" },
  })
