/**
 * The entry page: a form exchanges the token for a cookie, so that a program that follows links (a preview, a scanner) cannot use the token
 * up, and no address within the console holds it.
 */
import { Clock, Effect } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type Access, type EntryToken, makeAccess } from "./access.ts"
import { beforeEntry, type Door, nextIn, onLoopback, peerOf } from "./Door.ts"
import { field, html, nothing, type Problems, problemSummary, typed } from "@cauri/pages"
import { commonHeaders, pageResponse, seeOther } from "../frame/shell.ts"
import { type Arrival, ownAddress, type Place } from "../frame/visit.ts"

/** The name of the cookie. Cookies are shared between ports, and two consoles may run. */
const cookieName = (port: string): string => `cauri-console-${port}`

/** The session cookie. Not `Secure`: the loopback has no certificate. */
const sessionCookie = (port: string, value: string | null): Readonly<Record<string, string>> => ({
  "set-cookie": `${cookieName(port)}=${value ?? ""}; Path=/; HttpOnly; SameSite=Strict${value === null ? "; Max-Age=0" : ""}`,
})

/** The page at the door. `token`: from the address; then only the button is left to press. */
const entryPage = (
  place: Place,
  {
    next = "/",
    problems = {},
    status = 200,
    token = null,
  }: { token?: string | null; next?: string; problems?: Problems; status?: number } = {},
): HttpServerResponse.HttpServerResponse => {
  const words = place.texts.entry
  const wrong = Object.keys(problems).length > 0
  const input =
    token === null || wrong
      ? field({ name: "token", label: words.token, hint: words.tokenHint, value: "", problems, as: "password" })
      : html`<input type="hidden" name="token" value="${token}" />`
  const body = html`<div class="stack">
    <h1>${words.title}</h1>
    <p>${words.explained}</p>
    ${wrong ? problemSummary(place.texts.problem.entry, problems) : nothing}
    <form class="card" method="post" action="/enter">
      <input type="hidden" name="next" value="${next}" />
      ${input}
      <p class="actions"><button class="button primary" type="submit">${words.open}</button></p>
    </form>
  </div>`
  // The address may hold the token, so not even our own pages receive it as their referrer.
  const door = beforeEntry(place, next)
  return pageResponse(door, { title: words.title, section: null, narrow: true, body }, status, {
    "referrer-policy": "strict-origin",
  })
}

/** The port in a request's `Host`. */
const portOf = ({ request: { headers } }: Arrival): string => /:(\d{1,5})$/.exec(headers["host"] ?? "")?.[1] ?? "80"

const cookieOf = (arrival: Arrival): string | undefined => arrival.request.cookies[cookieName(portOf(arrival))]

/** Opens a session for the right token, or says why not. */
const enter = Effect.fnUntraced(function* (access: Access, arrival: Arrival, form: URLSearchParams) {
  const { place } = arrival
  const words = place.texts.entry
  const next = nextIn(form)
  const entered = access.enter(typed(form, "token"), yield* Clock.currentTimeMillis)
  switch (entered._tag) {
    case "Entered":
      return HttpServerResponse.setHeaders(seeOther(next), sessionCookie(portOf(arrival), entered.cookie))
    case "Wrong":
      return entryPage(place, { next, problems: { token: words.wrong }, status: 403 })
    case "Spent":
      return entryPage(place, { next, problems: { token: words.spent }, status: 403 })
    case "TooMany":
      return HttpServerResponse.setHeaders(
        entryPage(place, { next, problems: { token: words.tooMany }, status: 429 }),
        {
          ...commonHeaders,
          "retry-after": "60",
        },
      )
  }
})

/** Ends the session, here and in the browser. */
const leave = (access: Access, arrival: Arrival) => {
  access.leave(cookieOf(arrival))
  return HttpServerResponse.setHeaders(entryPage(arrival.place), sessionCookie(portOf(arrival), null))
}

/** The door of a console for one person: it answers on the loopback only, and the entry token opens it. */
export const tokenDoor = (token: EntryToken, name: string): Door => {
  const access = makeAccess(token, name)
  return {
    ...onLoopback,
    visitorOf: (arrival) => {
      const session = access.sessionOf(cookieOf(arrival), arrival.now)
      if (session !== null) session.from = peerOf(arrival)
      return Effect.succeed(session)
    },
    closed: ({ place }) => Effect.succeed(entryPage(place, { next: ownAddress(place.address), status: 401 })),
    entries: [
      ["GET", "/enter", ({ place, query }) => Effect.succeed(entryPage(place, { next: nextIn(query) }))],
      [
        "GET",
        "/enter/:token",
        ({ place }) => Effect.map(HttpRouter.params, ({ token }) => entryPage(place, { token: token ?? null })),
      ],
      ["POST", "/enter", (arrival, form) => enter(access, arrival, form)],
      ["POST", "/leave", (arrival) => Effect.succeed(leave(access, arrival))],
    ],
  }
}
