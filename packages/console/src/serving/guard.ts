/**
 * The checks before a page sees a request: is it meant for this console, did a form of its own send it, who sends it, and may they. A page
 * that fails becomes an error page, which reveals nothing of the cause.
 */
import { Cause, Clock, Effect, Exit } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { Language } from "@cauri/catalogue"
import { asLanguage, preferredLanguage } from "@cauri/catalogue/tools"
import type { PaymentNotFound, StoreError } from "@cauri/core"
import { issuePage, UnreadableRow } from "@cauri/core/adapter"
import type { Door } from "../door/Door.ts"
import { largestFile } from "../statements/readStatement.ts"
import { texts } from "../frame/texts.ts"
import { commonHeaders, notAllowed, problemResponse } from "../frame/shell.ts"
import { addressWith, type Arrival, ownAddress, type Place, type Visit } from "../frame/visit.ts"
import type { Permission } from "../frame/Visitor.ts"

/** What the guard knows of the console. */
export interface Site {
  readonly door: Door
  readonly store: string
  /** The path under which the host calls the console; empty: the root. */
  readonly base: string
  /** The language of someone who has chosen none; null: as their browser asks. */
  readonly language: Language | null
}

/** The largest form: three texts of 2,000 characters, each of which may take nine bytes, with ample room. */
const maxForm = 131_072

/** The largest form with a file. */
const maxUpload = largestFile + maxForm

type Answer = HttpServerResponse.HttpServerResponse

const plain = (text: string, status: number): Answer =>
  HttpServerResponse.text(`${text}\n`, { status, headers: commonHeaders })

/** The way from a page to the console's root. A host may ask for the root by the base without a slash, and some allow no other form. */
const rootFrom = (path: string, originalUrl: string, base: string): string => {
  const isBare = base !== "" && new URL(originalUrl, "http://localhost").pathname === base
  if (isBare) return `${base.slice(base.lastIndexOf("/") + 1)}/`
  return "../".repeat(Math.max(0, path.split("/").length - 2)) || "./"
}

const arrivalOf = Effect.fnUntraced(function* ({ base, door, language: own, store }: Site) {
  const request = yield* HttpServerRequest.HttpServerRequest
  const { cookies, headers, originalUrl, url } = request
  const now = yield* Clock.currentTimeMillis
  const [path = "/", search = ""] = url.split("?")
  const query = new URLSearchParams(search)
  const chosen = asLanguage(query.get("language"))
  query.delete("language")
  const address = addressWith(ownAddress(path), Object.fromEntries(query))
  const language =
    chosen ?? asLanguage(cookies["cauri-language"]) ?? own ?? preferredLanguage(headers["accept-language"]) ?? "en"
  const root = rootFrom(path, originalUrl, base)
  const place: Place = { language, texts: texts[language], address, root, store, visitor: null }
  const arrival: Arrival = { request, place, query, now }
  const visitor = yield* door.visitorOf(arrival)
  return { arrival: { ...arrival, place: { ...place, visitor } }, chosen }
})

const mediaTypeOf = ({ headers }: HttpServerRequest.HttpServerRequest): string | undefined =>
  headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
const isWithin = ({ headers }: HttpServerRequest.HttpServerRequest, most: number): boolean =>
  Number(headers["content-length"] ?? "NaN") <= most

const formOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest, takesFile: boolean) {
  // Nothing of a file is read before its sender is known.
  if (takesFile && mediaTypeOf(request) === "multipart/form-data") return new URLSearchParams()
  if (mediaTypeOf(request) !== "application/x-www-form-urlencoded") return 415
  if (!isWithin(request, maxForm)) return 413
  const read = yield* Effect.orElseSucceed(request.text, () => "")
  return new URLSearchParams(read)
})

/** A form with a file, read in memory; null: it is too large. What is no such form is an empty one. */
const uploadOf = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  if (!isWithin(request, maxUpload)) return null
  const headers = { "content-type": request.headers["content-type"] ?? "" }
  const read = yield* Effect.orElseSucceed(
    Effect.flatMap(request.arrayBuffer, (body) => Effect.tryPromise(() => new Response(body, { headers }).formData())),
    () => new FormData(),
  )
  const form = new URLSearchParams()
  let file: Visit["file"] = null
  for (const [name, value] of read) {
    if (typeof value === "string") form.append(name, value)
    else if (value.name !== "") {
      file = { name: value.name, bytes: new Uint8Array(yield* Effect.promise(() => value.arrayBuffer())) }
    }
  }
  return { form, file }
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

/** Pages name addresses from the console's own root; a redirection leads there, wherever the console is mounted. */
const relocated = (answer: Answer, { root }: Place): Answer => {
  const { location } = answer.headers
  return location?.startsWith("/") === true
    ? HttpServerResponse.setHeaders(answer, { location: `${root}${location.slice(1)}` })
    : answer
}

const answered = <E extends Expected, R>(
  place: Place,
  page: Effect.Effect<Answer, E, R>,
): Effect.Effect<Answer, never, R> =>
  Effect.gen(function* () {
    const exit = yield* Effect.exit(page)
    if (Exit.isSuccess(exit)) return relocated(exit.value, place)
    if (Cause.hasInterruptsOnly(exit.cause)) return yield* Effect.interrupt
    const failure = Cause.findErrorOption(exit.cause)
    const problem = place.texts.problem
    if (failure._tag === "Some") {
      return failure.value._tag === "PaymentNotFound"
        ? problemResponse(place, problem.noPayment, 404)
        : problemResponse(place, problem.store, 503)
    }
    // This console is too old to read the row: the payment is sound, and a newer console reads it.
    if (UnreadableRow.is(Cause.squash(exit.cause))) return problemResponse(place, problem.unreadable, 422)
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

/** A page that is open to everyone who gets this far. */
export const open =
  (site: Site, takesFile = false) =>
  <E extends Expected, R>(page: (arrival: Arrival, form: URLSearchParams) => Effect.Effect<Answer, E, R>) =>
    Effect.gen(function* () {
      const { headers, method } = yield* HttpServerRequest.HttpServerRequest
      if (!site.door.isOpenTo(headers["host"])) return plain(site.door.elsewhere, 421)
      if (method === "POST" && !site.door.isOwnForm(headers))
        return plain(
          "This form was not sent by a page of the console, and nothing was changed. Open the page in the console and send it there.",
          403,
        )
      const { arrival, chosen } = yield* arrivalOf(site)
      const form = method === "POST" ? yield* formOf(arrival.request, takesFile) : new URLSearchParams()
      if (form === 415) return plain("The console takes forms only.", form)
      if (form === 413) return problemResponse(arrival.place, arrival.place.texts.problem.tooLarge, form)
      return remembering(yield* answered(arrival.place, page(arrival, form)), chosen)
    })

/** A page for visitors who may do this; what it takes can depend on the part of a payment that the address names. */
export const guarded =
  (site: Site, wanted: (part: string | undefined) => Permission, takesFile = false) =>
  <E extends Expected, R>(page: (visit: Visit) => Effect.Effect<Answer, E, R>) =>
    open(
      site,
      takesFile,
    )((arrival, form) =>
      Effect.gen(function* () {
        const { now, place, query, request } = arrival
        const { visitor } = place
        if (visitor === null) return yield* site.door.closed(arrival)
        const { part } = yield* HttpRouter.params
        const missing = ["look" as const, wanted(part)].find((right) => !visitor.may(right))
        if (missing !== undefined) {
          const at = visitor.may("look") ? place : { ...place, visitor: null }
          return problemResponse(at, notAllowed(missing, visitor, place), 403)
        }
        const isUpload = takesFile && mediaTypeOf(request) === "multipart/form-data"
        const sent = isUpload ? yield* uploadOf(request) : { form, file: null }
        if (sent === null)
          return problemResponse(
            place,
            [place.texts.problem.tooLarge[0], place.texts.tools.statements.files.too_large],
            413,
          )
        return yield* page({ ...place, visitor, query, ...sent, now })
      }),
    )
