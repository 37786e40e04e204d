/**
 * The payment page's address, `{base_url}/pay/invoice/<token>`: view, pay, cancel, and return to the shop.
 * Spec: hosted payin (#3 #20 #21 #54 #55 #71), U11. Controls D3 to D6 of the threat model.
 */
import { catalogue, type Language } from "@cauri/catalogue"
import { pagePath } from "../../spec/Texts.ts"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { HostedPage, type PagePayment, type PageView } from "../../ports/HostedPage.ts"
import type { Options } from "../../options/Options.ts"
import { Connection } from "../Connection.ts"
import { languageOf } from "../language.ts"
import { basePath, type HttpOptions } from "../HttpOptions.ts"
import {
  canceledPage,
  choosePage,
  followScript,
  overPage,
  type PageForms,
  refusalText,
  unknownPage,
  waitingPage,
  webAddress,
} from "./paymentPageHtml.ts"
import { isFromElsewhere, makePageTokens, type PageTokens } from "./pageTokens.ts"
import { bodyText } from "../requestBody.ts"
import { pageResponse, type SandboxPage } from "../sandboxPage.ts"

interface Site {
  readonly options: Options
  readonly http: HttpOptions
  readonly tokens: PageTokens
  readonly answer: (page: SandboxPage, status?: number) => HttpServerResponse.HttpServerResponse
}

export const paymentPageRoutes = (options: Options, http: HttpOptions) =>
  HttpRouter.use(
    Effect.fnUntraced(function* (router) {
      const site: Site = {
        options,
        http,
        tokens: makePageTokens(),
        answer: (page, status) => pageResponse(page, basePath(options), status),
      }
      yield* router.add("GET", `${pagePath}*`, shown(site))
      yield* router.add("POST", `${pagePath}*`, acted(site))
      yield* router.add("GET", scriptPath, Effect.sync(scriptResponse))
    }),
  )

const scriptPath = "/payment-page.js"

const scriptResponse = () =>
  HttpServerResponse.text(followScript, {
    contentType: "text/javascript; charset=utf-8",
    headers: { "cache-control": "no-store" },
  })

/** The tokens that an address of the page may mean: it is written raw (#71), and a browser may have escaped it. */
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

const notFound = ({ answer }: Site) => Effect.map(language, (spoken) => answer(unknownPage(spoken), 404))

const formsOf = Effect.fnUntraced(function* ({ tokens }: Site, { invoice }: PageView) {
  const { url } = yield* HttpServerRequest.HttpServerRequest
  const spoken = yield* language
  const forms: PageForms = {
    pageToken: tokens.issue(invoice.token),
    language: spoken,
    chosen: new URLSearchParams(url.split("?")[1] ?? "").has("lang") ? `&lang=${spoken}` : "",
    script: scriptPath,
  }
  return forms
})

const language = Effect.map(HttpServerRequest.HttpServerRequest, ({ headers, url }) =>
  languageOf(new URLSearchParams(url.split("?")[1] ?? ""), undefined, headers["accept-language"]),
)

const shown = (site: Site) =>
  Effect.gen(function* () {
    const { url } = yield* HttpServerRequest.HttpServerRequest
    const view = yield* found
    const { invoice } = view
    const query = new URLSearchParams(url.split("?")[1] ?? "")
    const after = query.get("after")
    const spoken = yield* language
    // #55: after success the customer returns to the shop. Straight after a form a redirect would count as the form's target.
    if (invoice.status !== "pending") {
      return after === null ? back(site, view, spoken) : site.answer(overPage(view, spoken))
    }
    if (after === "cancel") return site.answer(canceledPage(view, spoken))
    const forms = yield* formsOf(site, view)
    return site.answer(
      invoice.operatorId === null || query.get("choose") === "1" ? choosePage(view, forms) : waitingPage(view, forms),
    )
  }).pipe(Effect.catch(() => notFound(site)))

const acted = (site: Site) =>
  Effect.gen(function* () {
    const { answer, http, options, tokens } = site
    const { headers } = yield* Connection
    const spoken = yield* language
    const texts = catalogue[spoken].pages
    if (isFromElsewhere(options.baseUrl, headers)) return answer(unknownPage(spoken), 403)
    const view = yield* found
    const forms = yield* formsOf(site, view)
    const isForm = headers["content-type"]?.split(";")[0]?.trim().toLowerCase() === "application/x-www-form-urlencoded"
    const form = new URLSearchParams(isForm ? yield* bodyText(http.bodyBytes) : "")
    const act = form.get("act")
    if (act !== "pay" && act !== "cancel") {
      return answer(choosePage(view, forms, { problem: texts.unreadable_form }), 400)
    }
    if (!tokens.isOwn(view.invoice.token, form.get("page"))) {
      return answer(choosePage(view, forms, { problem: texts.expired_form }), 403)
    }
    return act === "pay" ? yield* paid(site, view, forms, form) : yield* canceled(view, forms)
  }).pipe(Effect.catch(() => notFound(site)))

const paid = Effect.fnUntraced(function* ({ answer }: Site, view: PageView, forms: PageForms, form: URLSearchParams) {
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
      code === "" && (mode === "sms_otp" || mode === "wallet" || mode === "ussd_otp")
        ? answer(choosePage(view, forms, { askCode: { ...payment, isDialled: mode === "ussd_otp" } }))
        : seeOther(`?after=pay${forms.chosen}`),
    ),
    Effect.catch(({ problem }) =>
      Effect.succeed(
        answer(choosePage(view, forms, { problem: refusalText(forms.language, problem), entered: payment }), 422),
      ),
    ),
  )
})

// #54: the customer returns to the shop's own address; U11: the engine decides what that does to the invoice.
const canceled = Effect.fnUntraced(function* (view: PageView, forms: PageForms) {
  const hosted = yield* HostedPage
  yield* hosted.cancel(view.invoice.token)
  return seeOther(`?after=cancel${forms.chosen}`)
})

const back = ({ answer }: Site, view: PageView, spoken: Language): HttpServerResponse.HttpServerResponse => {
  const target = view.invoice.status === "completed" ? webAddress(view.invoice.returnUrl) : undefined
  return target === undefined ? answer(overPage(view, spoken)) : seeOther(target)
}

const seeOther = (location: string): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.empty({
    status: 303,
    headers: { location, "cache-control": "no-store", "referrer-policy": "no-referrer", "x-frame-options": "DENY" },
  })
