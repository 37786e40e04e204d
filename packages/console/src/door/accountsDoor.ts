/** The door of a console whose people sign in with a name and a password of the file of people. */
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { field, html, nothing, problemSummary, type Problems, typed } from "@cauri/pages"
import { commonHeaders, pageResponse, seeOther } from "../frame/shell.ts"
import { type Arrival, ownAddress, type Place } from "../frame/visit.ts"
import { beforeEntry, type Door, nextIn } from "./Door.ts"
import { namedDoor, type Standing } from "./namedDoor.ts"
import { decoyAmong, isPassword } from "./passwords.ts"
import { makeSessions, markOf, type Seal } from "./sessions.ts"
import { makeTries } from "./tries.ts"

/** Tries in a minute: of one name or browser, and of all browsers that are new here. */
const most = { own: 5, all: 60 } as const

const signInPage = (
  place: Place,
  {
    name = "",
    next = "/",
    problems = {},
    status = 200,
  }: { name?: string; next?: string; problems?: Problems; status?: number } = {},
) => {
  const words = place.texts.tools.doors
  const wrong = Object.keys(problems).length > 0
  const body = html`<div class="stack">
    <h1>${words.signIn}</h1>
    <p>${words.explained}</p>
    ${wrong ? problemSummary(place.texts.problem.entry, problems) : nothing}
    <form class="card" method="post" action="/enter">
      <input type="hidden" name="next" value="${next}" />
      ${field({ name: "name", label: words.name, value: name, problems, autocomplete: "username" })}
      ${field({ name: "password", label: words.password, value: "", problems, as: "password", autocomplete: "current-password" })}
      <p class="actions"><button class="button primary" type="submit">${words.signIn}</button></p>
    </form>
  </div>`
  return pageResponse(beforeEntry(place, next), { title: words.signIn, section: null, narrow: true, body }, status)
}

export const accountsDoor = (standing: Standing, seal: Seal, tries = makeTries()): Door => {
  const { people } = standing
  const sessions = makeSessions(seal, standing.left)

  const nameOf = Effect.fnUntraced(function* (arrival: Arrival) {
    const session = yield* sessions.read("session", arrival)
    const name = session?.["name"]
    if (session === null || name === undefined) return null
    const listed = (yield* people).get(name)
    // A new password ends the sessions that the old one began.
    return listed === undefined || session["mark"] === markOf(listed.password ?? "") ? name : null
  })

  const enter = Effect.fnUntraced(function* (arrival: Arrival, form: URLSearchParams) {
    const { now, place } = arrival
    const words = place.texts.tools.doors
    const name = typed(form, "name")
    const next = nextIn(form)
    // A person's own browser has tries of its own, so strangers who try their name cannot keep them out.
    const browser = yield* sessions.read("browser", arrival)
    const own = browser?.["name"] === name ? `browser ${browser.id}` : null
    const key = own ?? `name ${name}`
    if (!tries.take(key, most.own, now) || (own === null && !tries.take("all", most.all, now))) {
      const many = signInPage(place, { name, next, problems: { password: words.tooMany }, status: 429 })
      return HttpServerResponse.setHeaders(many, { ...commonHeaders, "retry-after": "60" })
    }
    const all = yield* people
    const hash = all.get(name)?.password
    const hashes = [...all.values()].flatMap(({ password }) => (password === undefined ? [] : [password]))
    const right = yield* isPassword(form.get("password") ?? "", hash ?? decoyAmong(hashes))
    if (hash === undefined || !right) {
      return signInPage(place, { name, next, problems: { password: words.wrong }, status: 403 })
    }
    tries.forgive(key)
    if (own === null) tries.forgive("all")
    const entered = yield* sessions.write("session", { name, mark: markOf(hash) }, arrival, seeOther(next))
    return yield* sessions.write("browser", { name }, arrival, entered)
  })

  return namedDoor(standing, {
    nameOf,
    signIn: (place) => signInPage(place, { next: ownAddress(place.address), status: 401 }),
    leaves: true,
    entries: [
      ["GET", "/enter", ({ place, query }) => Effect.succeed(signInPage(place, { next: nextIn(query) }))],
      ["POST", "/enter", enter],
      ["POST", "/leave", (arrival) => sessions.end("session", arrival, signInPage(arrival.place))],
    ],
  })
}
