/**
 * The checks before a page sees a request: is it meant for this machine, has it a session, did a form of this session send it. A page that
 * fails becomes an error page, which reveals nothing of the cause.
 */
import { Cause, Clock, Effect, Exit } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { PaymentNotFound, StoreError } from "@cauri/core"
import { issuePage, UnreadableRow } from "@cauri/core/adapter"
import { type Access, isSameSecret } from "./access.ts"
import { cookieName, entryPage } from "./entryPage.ts"
import { asLanguage, languageOf } from "./languages.ts"
import { texts } from "./texts.ts"
import { isOwnForm, isOwnHost } from "./origins.ts"
import { commonHeaders, problemResponse } from "./shell.ts"
import { addressWith, type Arrival, type Place, type Visit } from "./visit.ts"

/** What the guard knows of the console. */
export interface Site {
  readonly access: Access
  readonly store: string
}

/** The largest form: three texts of 2,000 characters, each of which may take nine bytes, with ample room. */
const maxForm = 131_072

type Answer = HttpServerResponse.HttpServerResponse

const plain = (text: string, status: number): Answer =>
  HttpServerResponse.text(`${text}\n`, { status, headers: commonHeaders })

const portOf = (host: string | undefined): string => /:(\d{1,5})$/.exec(host ?? "")?.[1] ?? "80"

const arrivalOf = Effect.fnUntraced(function* ({ access, store }: Site) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { cookies, headers, url } = request
  const now = yield* Clock.currentTimeMillis
  const port = portOf(headers["host"])
  const cookie = cookies[cookieName(port)]
  const [path = "/", search = ""] = url.split("?")
  const query = new URLSearchParams(search)
  const chosen = asLanguage(query.get("language"))
  query.delete("language")
  // A path that begins with two slashes would lead to another host, and an absolute one anywhere.
  const address = addressWith(/^\/(?![/\\])/.test(path) ? path : "/", Object.fromEntries(query))
  const language = languageOf(chosen ?? cookies["cauri-language"], headers["accept-language"])
  const session = access.sessionOf(cookie, now)
  const place: Place = { language, texts: texts[language], address, store, session }
  const arrival: Arrival = { request, place, query, port, cookie, now }
  return { arrival, chosen }
})

const formOf = Effect.fnUntraced(function* ({ headers, text }: HttpServerRequest.HttpServerRequest) {
  const mediaType = headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
  const length = Number(headers["content-length"] ?? "NaN")
  if (mediaType !== "application/x-www-form-urlencoded") return new URLSearchParams()
  if (!(length <= maxForm)) return null
  const read = yield* Effect.orElseSucceed(text, () => "")
  return new URLSearchParams(read)
})

/** The name of the defect behind a failed page; its message may hold what no log may. */
const nameOf = (cause: Cause.Cause<unknown>): string => {
  const defect = Cause.squash(cause)
  return defect instanceof Error ? defect.name : "unknown"
}

/** The path of a page; that of the entry holds a token. */
const pathOf = (address: string): string => {
  const [path = "/"] = address.split("?")
  return path.startsWith("/enter") ? "/enter" : path
}

/** What a page may fail with. */
export type Expected = StoreError | PaymentNotFound

const answered = <E extends Expected, R>(
  place: Place,
  page: Effect.Effect<Answer, E, R>,
): Effect.Effect<Answer, never, R> =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(page)
    if (Exit.isSuccess(exit)) return exit.value
    if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
    const failure = Cause.findErrorOption(exit.cause)
    const problem = place.texts.problem
    if (failure._tag === "Some") {
      return failure.value._tag === "PaymentNotFound"
        ? problemResponse(place, problem.noPayment, 404)
        : problemResponse(place, problem.store, 503)
    }
    // This console is too old to read the row: the payment is sound, and a newer console reads it.
    if (Cause.squash(exit.cause) instanceof UnreadableRow) return problemResponse(place, problem.unreadable, 422)
    yield* Effect.logError(
      `The console could not answer ${pathOf(place.address)}, because of a defect (${nameOf(exit.cause)}). A decision that was being taken may be saved: look at the payment before you take it again. Report it at ${issuePage} with the version of this program.`,
    )
    return problemResponse(place, problem.defect, 500)
  })

/** Stores a choice of language. */
const remembering = (answer: Answer, chosen: string | null): Answer => {
  if (chosen === null || answer.headers["set-cookie"] !== undefined) return answer
  const cookie = `cauri-language=${chosen}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict`
  return HttpServerResponse.setHeaders(answer, { "set-cookie": cookie })
}

/** A page without a session, for this machine only. */
export const open =
  (site: Site) =>
  <E extends Expected, R>(page: (arrival: Arrival, form: URLSearchParams) => Effect.Effect<Answer, E, R>) =>
    Effect.gen(function* () {
      const { headers, method } = yield* HttpServerRequest.HttpServerRequest
      if (!isOwnHost(headers["host"]))
        return plain(
          "This console answers on the loopback only. Open it at 127.0.0.1, ::1 or localhost, with the port that it printed.",
          421,
        )
      if (method === "POST" && !isOwnForm(headers))
        return plain(
          "This form was not sent by a page of the console, and nothing was changed. Open the page in the console and send it there.",
          403,
        )
      const { arrival, chosen } = yield* arrivalOf(site)
      const form = method === "POST" ? yield* formOf(arrival.request) : new URLSearchParams()
      if (form === null) return problemResponse(arrival.place, arrival.place.texts.problem.tooLarge, 413)
      return remembering(yield* answered(arrival.place, page(arrival, form)), chosen)
    })

/** A page that needs a session. */
export const sessionPage =
  (site: Site) =>
  <E extends Expected, R>(page: (visit: Visit, arrival: Arrival) => Effect.Effect<Answer, E, R>) =>
    open(site)((arrival, form) =>
      Effect.gen(function* () {
        const { now, place, query, request } = arrival
        const { session } = place
        if (session === null) return entryPage(place, { status: 401 })
        const isForm = request.method === "POST"
        if (isForm && !isSameSecret(form.get("form") ?? "", session.formToken)) {
          return problemResponse(place, place.texts.problem.form, 403)
        }
        return yield* page({ ...place, session, query, form, now }, arrival)
      }),
    )
