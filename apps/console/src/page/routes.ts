/**
 * The addresses of the console.
 */
import { Effect, type Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { Review, PaymentStore } from "@cauri/core"
import { SharedState, type Reports } from "@cauri/core/adapter"
import type { ServiceLine } from "../decisions.ts"
import { ConsoleUser } from "../who.ts"
import { type EntryToken, makeAccess } from "./access.ts"
import { dayPage } from "./dayPage.ts"
import { actOf, askDecision, takeDecision } from "./decisionPage.ts"
import { enter, entryPage, leave } from "./entryPage.ts"
import { findPage } from "./findPage.ts"
import { type Expected, sessionPage, open, type Site } from "./guard.ts"
import { askResume, pausesPage, setPause, takeResume } from "./pausesPage.ts"
import { showPayment } from "./paymentPage.ts"
import { askReveal, takeReveal } from "./revealPage.ts"
import { assets, commonHeaders, problemResponse } from "./shell.ts"
import { type Arrival, readKey, type Visit } from "./visit.ts"
import { worklistPage } from "./worklistPage.ts"

/** The services that the pages use. */
export type PageServices = PaymentStore | SharedState | Reports | Review | ServiceLine

type Answer = HttpServerResponse.HttpServerResponse

const notFound = (visit: Visit) => Effect.succeed(problemResponse(visit, visit.texts.problem.notFound, 404))

/** The page of one payment, or a page below it. */
const paymentRoute = (act: "show" | "send") => (visit: Visit) =>
  Effect.gen(function* () {
    const params = yield* HttpRouter.params
    const key = readKey(params)
    const part = params["part"]
    if (key === null) return yield* notFound(visit)
    if (part === undefined && act === "show") return yield* showPayment(key, visit)
    if (part === "reveal") return yield* act === "show" ? askReveal(key, visit) : takeReveal(key, visit)
    const decision = actOf(part)
    if (decision === null) return yield* notFound(visit)
    return yield* act === "show" ? askDecision(key, decision, visit) : takeDecision(key, decision, visit)
  })

const addAssets = Effect.fnUntraced(function* (router: HttpRouter.HttpRouter) {
  for (const { mediaType, path, text } of assets) {
    const headers = { ...commonHeaders, "cache-control": "private, max-age=31536000, immutable" }
    yield* router.add("GET", path, HttpServerResponse.text(text, { contentType: mediaType, headers }))
  }
})

/** The routes of the page; the entry token opens them. */
export const layerRoutes = (token: EntryToken): Layer.Layer<never, never, HttpRouter.HttpRouter | PageServices> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const context = yield* Effect.context<PageServices>()
      const { id } = yield* Effect.orElseSucceed((yield* SharedState).identity(), () => ({ id: "?" }))
      const site: Site = { access: makeAccess(token, (yield* ConsoleUser) ?? ""), store: id.slice(0, 8) }
      const page = <E extends Expected, R>(of: (visit: Visit, arrival: Arrival) => Effect.Effect<Answer, E, R>) =>
        Effect.provideContext(sessionPage(site)(of), context)

      yield* addAssets(router)
      yield* router.add(
        "GET",
        "/enter",
        open(site)(({ place }) => Effect.succeed(entryPage(place))),
      )
      yield* router.add(
        "GET",
        "/enter/:token",
        open(site)(({ place }) =>
          Effect.map(HttpRouter.params, ({ token }) => entryPage(place, { token: token ?? null })),
        ),
      )
      yield* router.add(
        "POST",
        "/enter",
        open(site)(({ place, port }, form) => enter(site.access, place, form, port)),
      )
      yield* router.add(
        "POST",
        "/leave",
        sessionPage(site)((_, arrival) => Effect.succeed(leave(site.access, arrival))),
      )
      yield* router.add("GET", "/", page(worklistPage))
      yield* router.add("GET", "/find", page(findPage))
      yield* router.add("GET", "/day", page(dayPage))
      yield* router.add("GET", "/pauses", page(pausesPage))
      yield* router.add("POST", "/pauses", page(setPause))
      yield* router.add("GET", "/pauses/resume", page(askResume))
      yield* router.add("POST", "/pauses/resume", page(takeResume))
      for (const path of ["/payments/:kind/:project/:id", "/payments/:kind/:project/:id/:part"] as const) {
        yield* router.add("GET", path, page(paymentRoute("show")))
        yield* router.add("POST", path, page(paymentRoute("send")))
      }
      // Not for HEAD: without a route of its own it uses that of GET.
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"] as const) {
        yield* router.add(method, "/*", page(notFound))
      }
    }),
  )
