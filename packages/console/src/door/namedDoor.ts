/** What the doors that know each person have in common: the file of people decides what a name may do. */
import { Effect } from "effect"
import type { HttpServerResponse } from "effect/http"
import { html, nothing } from "@cauri/pages"
import { clientBehind, type IsProxy } from "@cauri/runtime"
import { pageResponse } from "../frame/shell.ts"
import type { Arrival, Place } from "../frame/visit.ts"
import { visitorFrom } from "../frame/Visitor.ts"
import { atOrigin, type Door, peerOf } from "./Door.ts"
import type { People } from "./people.ts"
import type { LeftSessions } from "./sessions.ts"

type Answer = HttpServerResponse.HttpServerResponse

/** Where a door stands, and whom it knows. */
export interface Standing {
  readonly origin: URL
  readonly people: Effect.Effect<People>
  readonly isProxy: IsProxy
  readonly left: LeftSessions
}

/** How a door learns who sends a request. */
export interface Naming {
  /** The name of the person; null: unknown. */
  readonly nameOf: (arrival: Arrival) => Effect.Effect<string | null>
  /** The address of the client, where the door knows it better than by the addresses of the proxies. */
  readonly from?: (arrival: Arrival) => string
  /** What someone sees whose name is unknown. */
  readonly signIn: (place: Place) => Answer
  /** Whether a person can sign out here. */
  readonly leaves: boolean
  readonly entries: Door["entries"]
}

/** The page for a person who is known and not in the file. */
const unlistedPage = (place: Place, name: string, leaves: boolean): Answer => {
  const words = place.texts.tools.doors
  const leave = html`<form method="post" action="/leave">
    <p class="actions"><button class="button" type="submit">${place.texts.leave}</button></p>
  </form>`
  const body = html`<h1>${words.unlisted}</h1>
    <p class="muted">${words.unlistedHint(name)}</p>
    ${leaves ? leave : nothing}`
  return pageResponse({ ...place, visitor: null }, { title: words.unlisted, section: null, narrow: true, body }, 403)
}

/** From where a request came, behind the proxies that this console trusts. */
export const clientOf = (arrival: Arrival, isProxy: IsProxy, isTrusted?: boolean): string =>
  clientBehind(peerOf(arrival), arrival.request.headers["x-forwarded-for"], isProxy, isTrusted)

/** The door of a console that knows each person by name. */
export const namedDoor = ({ isProxy, origin, people }: Standing, naming: Naming): Door => {
  const { entries, leaves, nameOf, signIn } = naming
  return {
    ...atOrigin(origin),
    visitorOf: Effect.fnUntraced(function* (arrival: Arrival) {
      const name = yield* nameOf(arrival)
      const listed = name === null ? undefined : (yield* people).get(name)
      if (name === null || listed === undefined) return null
      return visitorFrom({ name, may: listed.may }, naming.from?.(arrival) ?? clientOf(arrival, isProxy), leaves)
    }),
    closed: Effect.fnUntraced(function* (arrival: Arrival) {
      const name = yield* nameOf(arrival)
      return name === null ? signIn(arrival.place) : unlistedPage(arrival.place, name, leaves)
    }),
    entries,
  }
}
