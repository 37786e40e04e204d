/**
 * The addresses of the console.
 */
import { Effect, type Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import type { Language } from "@cauri/catalogue"
import type { Payouts, Review, PaymentStore } from "@cauri/core"
import { type Documents, type Evidence, SharedState, type Reports } from "@cauri/core/adapter"
import { permissionFor, type ServiceLine } from "../payment/allowed.ts"
import type { Door } from "../door/Door.ts"
import { dayPage } from "../figures/dayPage.ts"
import { actOf, askDecision, takeDecision } from "../deciding/decisionPage.ts"
import { batchesPage, takeList } from "../batches/batchesPage.ts"
import { batchPage, takeAct } from "../batches/batchPage.ts"
import { figuresPage } from "../figures/figuresPage.ts"
import { findPage } from "../search/findPage.ts"
import { type Expected, guarded, open, type Site } from "./guard.ts"
import { pausesPage, setPause } from "../pausing/pausesPage.ts"
import { askResume, takeResume } from "../pausing/resumePage.ts"
import { showPayment } from "../payment/paymentPage.ts"
import { askReveal, takeReveal } from "../payment/revealPage.ts"
import { type Asset, assets, commonHeaders, problemResponse } from "../frame/shell.ts"
import { comparePage } from "../statements/comparePage.ts"
import { statementsPage, takeFile } from "../statements/statementsPage.ts"
import { askTogether, takeTogether } from "../deciding/togetherPage.ts"
import { readKey, type Visit } from "../frame/visit.ts"
import { type Permission } from "../frame/Visitor.ts"
import { worklistPage } from "../worklist/worklistPage.ts"

/** The services that the pages use. */
export type PageServices = PaymentStore | SharedState | Reports | Evidence | Documents | Payouts | Review | ServiceLine

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

/** What a part of a payment takes. */
const partPermission = (part: string | undefined): Permission => {
  if (part === "reveal") return "reveal"
  const act = actOf(part)
  return act === null ? "look" : permissionFor(act)
}

const assetResponse = ({ mediaType, text }: Asset): Answer => {
  const headers = { ...commonHeaders, "cache-control": "private, max-age=31536000, immutable" }
  return HttpServerResponse.text(text, { contentType: mediaType, headers })
}

export const layerRoutes = (
  door: Door,
  { base = "", language = null }: { readonly base?: string; readonly language?: Language | null } = {},
): Layer.Layer<never, never, HttpRouter.HttpRouter | PageServices> =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const context = yield* Effect.context<PageServices>()
      const { id } = yield* Effect.orElseSucceed((yield* SharedState).identity(), () => ({ id: "?" }))
      const site: Site = { base, door, store: id.slice(0, 8), language }
      const page = <E extends Expected, R>(
        of: (visit: Visit) => Effect.Effect<Answer, E, R>,
        wanted: Permission | typeof partPermission = "look",
        takesFile = false,
      ) =>
        Effect.provideContext(guarded(site, typeof wanted === "string" ? () => wanted : wanted, takesFile)(of), context)

      for (const asset of assets) {
        const answer = () => Effect.succeed(assetResponse(asset))
        yield* router.add("GET", asset.path, door.entries.length > 0 ? open(site)(answer) : page(answer))
      }
      for (const [method, path, entry] of door.entries) yield* router.add(method, path, open(site)(entry))
      yield* router.add("GET", "/", page(worklistPage))
      yield* router.add("GET", "/find", page(findPage))
      yield* router.add("GET", "/together", page(askTogether, "decide"))
      yield* router.add("POST", "/together", page(takeTogether, "decide"))
      yield* router.add("GET", "/day", page(dayPage))
      yield* router.add("GET", "/figures", page(figuresPage))
      yield* router.add("GET", "/statements", page(statementsPage))
      yield* router.add("POST", "/statements", page(takeFile, "import", true))
      yield* router.add("GET", "/statements/compare", page(comparePage))
      yield* router.add("GET", "/batches", page(batchesPage))
      yield* router.add("POST", "/batches", page(takeList, "release", true))
      yield* router.add("GET", "/batches/:project/:id", page(batchPage))
      yield* router.add("POST", "/batches/:project/:id", page(takeAct))
      yield* router.add("GET", "/pauses", page(pausesPage))
      yield* router.add("POST", "/pauses", page(setPause, "decide"))
      yield* router.add("GET", "/pauses/resume", page(askResume, "release"))
      yield* router.add("POST", "/pauses/resume", page(takeResume, "release"))
      for (const path of ["/payments/:kind/:project/:id", "/payments/:kind/:project/:id/:part"] as const) {
        yield* router.add("GET", path, page(paymentRoute("show"), partPermission))
        yield* router.add("POST", path, page(paymentRoute("send"), partPermission))
      }
      // Not for HEAD: without a route of its own it uses that of GET.
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"] as const) {
        yield* router.add(method, "/*", page(notFound))
      }
    }),
  )
