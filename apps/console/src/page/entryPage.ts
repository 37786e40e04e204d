/**
 * The entry page: a form exchanges the token for a cookie, so that a program that follows links (a preview, a scanner) cannot use the token
 * up, and no address within the console holds it.
 */
import { Clock, Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Access } from "./access.ts"
import { field, problemSummary, type Problems, typed } from "./fields.ts"
import { html, nothing } from "./html.ts"
import { commonHeaders, pageResponse, seeOther } from "./shell.ts"
import type { Arrival, Place } from "./visit.ts"

/** The name of the cookie. Cookies are shared between ports, and two consoles may run. */
export const cookieName = (port: string): string => `cauri-console-${port}`

/** The session cookie. Not `Secure`: the loopback has no certificate. */
const sessionCookie = (port: string, value: string | null): Readonly<Record<string, string>> => ({
  "set-cookie": `${cookieName(port)}=${value ?? ""}; Path=/; HttpOnly; SameSite=Strict${value === null ? "; Max-Age=0" : ""}`,
})

/** The page at the door. `token`: from the address; then only the button is left to press. */
export const entryPage = (
  place: Place,
  { problems = {}, status = 200, token = null }: { token?: string | null; problems?: Problems; status?: number } = {},
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
      ${input}
      <p class="actions"><button class="button primary" type="submit">${words.open}</button></p>
    </form>
  </div>`
  // The address may hold the token, so not even our own pages receive it as their referrer.
  const door = { ...place, address: "/enter", session: null }
  return pageResponse(door, { title: words.title, section: null, narrow: true, body }, status, {
    "referrer-policy": "strict-origin",
  })
}

/** Opens a session for the right token, or says why not. */
export const enter = Effect.fnUntraced(function* (access: Access, place: Place, form: URLSearchParams, port: string) {
  const words = place.texts.entry
  const entered = access.enter(typed(form, "token"), yield* Clock.currentTimeMillis)
  switch (entered._tag) {
    case "Entered":
      return HttpServerResponse.setHeaders(seeOther("/"), sessionCookie(port, entered.cookie))
    case "Wrong":
      return entryPage(place, { problems: { token: words.wrong }, status: 403 })
    case "Spent":
      return entryPage(place, { problems: { token: words.spent }, status: 403 })
    case "TooMany":
      return HttpServerResponse.setHeaders(entryPage(place, { problems: { token: words.tooMany }, status: 429 }), {
        ...commonHeaders,
        "retry-after": "60",
      })
  }
})

/** Ends the session, here and in the browser. */
export const leave = (access: Access, { cookie, place, port }: Pick<Arrival, "cookie" | "place" | "port">) => {
  access.leave(cookie)
  return HttpServerResponse.setHeaders(entryPage(place), sessionCookie(port, null))
}
