/**
 * The payment page's address, `{base_url}/pay/invoice/<token>`: looking, paying, cancelling, and going back to the shop.
 * Spec: hosted payin (#3 #20 #21 #54 #55 #71), U11. Controls D3 to D6 of the threat model.
 */
import { pagePath } from "@cauri/wire"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HostedPage, type PagePayment, type PageView } from "../HostedPage.ts"
import type { Options } from "../Options.ts"
import { Connection } from "./Connection.ts"
import { pageResponse } from "./html.ts"
import type { HttpOptions } from "./HttpOptions.ts"
import {
  canceledPage,
  choosePage,
  overPage,
  type PageNotice,
  unknownPage,
  waitingPage,
  webAddress,
} from "./paymentPageHtml.ts"
import { bodyText } from "./requestBody.ts"

/** The routes of the payment page. */
export const paymentPageRoutes = (options: Options, http: HttpOptions) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      yield* router.add("GET", `${pagePath}*`, shown)
      yield* router.add("POST", `${pagePath}*`, acted(options, http))
    }),
  )

/** What an address of the page names. The token stands in it raw (#71), and a browser may have escaped it. */
const tokensOfPath = (url: string): ReadonlyArray<string> => {
  const raw = (url.split("?")[0] ?? "").slice(pagePath.length)
  try {
    return [raw, decodeURIComponent(raw)]
  } catch {
    return [raw]
  }
}

const found = Effect.gen(function* () {
  const hosted = yield* HostedPage
  const { url } = yield* HttpServerRequest.HttpServerRequest
  return yield* Effect.firstSuccessOf(tokensOfPath(url).map((token) => hosted.view(token)))
})

const notFound = () => Effect.succeed(pageResponse(unknownPage, 404))

const shown = Effect.gen(function* () {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const view = yield* found
  const { invoice } = view
  if (invoice.status !== "pending") return back(view)
  const wantsToChoose = new URLSearchParams(url.split("?")[1] ?? "").get("choose") === "1"
  return pageResponse(invoice.operatorId === null || wantsToChoose ? choosePage(view) : waitingPage(view))
}).pipe(Effect.catch(notFound))

const acted = (options: Options, http: HttpOptions) =>
  Effect.gen(function* () {
    const { headers } = yield* Connection
    if (isFromElsewhere(options, headers)) return pageResponse(unknownPage, 403)
    const view = yield* found
    const isForm = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded"
    const text = yield* bodyText(http.bodyBytes)
    if (!isForm || text === undefined) return pageResponse(choosePage(view, { problem: "Formulaire illisible." }), 400)
    const form = new URLSearchParams(text)
    const act = form.get("act")
    if (act === "pay") return yield* paid(view, form)
    if (act === "cancel") return yield* canceled(view)
    return pageResponse(choosePage(view, { problem: "Formulaire illisible." }), 400)
  }).pipe(Effect.catch(notFound))

const paid = Effect.fnUntraced(function* (view: PageView, form: URLSearchParams) {
  const hosted = yield* HostedPage
  const code = (form.get("code") ?? "").trim()
  const payment: PagePayment = {
    operatorId: form.get("operator") ?? "",
    phone: (form.get("phone") ?? "").replaceAll(/[\s+]/g, ""),
    ...(code === "" ? {} : { otp: code }),
  }
  const mode = view.operators.find(({ id }) => id === payment.operatorId)?.mode
  return yield* hosted.pay(view.invoice.token, payment).pipe(
    Effect.map(() =>
      code === "" && (mode === "SmsOtp" || mode === "Wallet")
        ? pageResponse(choosePage(view, { askCode: payment } satisfies PageNotice))
        : seeOther(""),
    ),
    Effect.catch(({ because }) => Effect.succeed(pageResponse(choosePage(view, { problem: because }), 422))),
  )
})

// #54: the customer goes to the shop's own address; U11: what that does to the invoice is the engine's business.
const canceled = Effect.fnUntraced(function* (view: PageView) {
  const hosted = yield* HostedPage
  yield* hosted.cancel(view.invoice.token)
  const target = webAddress(view.invoice.cancelUrl)
  return target === undefined ? pageResponse(canceledPage(view)) : seeOther(target.href)
})

// #55: after success the customer goes back to the shop.
const back = (view: PageView): HttpServerResponse.HttpServerResponse => {
  const target = view.invoice.status === "completed" ? webAddress(view.invoice.returnUrl) : undefined
  return target === undefined ? pageResponse(overPage(view)) : seeOther(target.href)
}

// An empty reference is the page itself.
const seeOther = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer", "x-frame-options": "DENY" },
  })

/** Whether a browser says that another site's page sent this form (D5). What is no browser says nothing. */
const isFromElsewhere = (options: Options, headers: Readonly<Record<string, string>>): boolean => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site !== "same-origin" && site !== "none"
  const origin = headers["origin"]
  if (origin === undefined) return false
  return !URL.canParse(origin) || ![new URL(options.baseUrl).host, headers["host"]].includes(new URL(origin).host)
}
