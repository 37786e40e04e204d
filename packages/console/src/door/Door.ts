/** Who may come in, and how: the one place that says who sends a request. */
import { Effect, Option } from "effect"
import type { HttpRouter, HttpServerResponse } from "effect/http"
import { isOwnForm, isOwnHost } from "../frame/origins.ts"
import { addressWith, type Arrival, ownAddress, type Place } from "../frame/visit.ts"
import type { Visitor } from "../frame/Visitor.ts"

type Answer = HttpServerResponse.HttpServerResponse
type RequestHeaders = Arrival["request"]["headers"]

/** Who may come in, and how. */
export interface Door {
  /** Whether requests to a host of this name are answered at all. */
  readonly isOpenTo: (host: string | undefined) => boolean
  /** What a request to another host reads: where the console answers. */
  readonly elsewhere: string
  /** Whether a page of this console sent this form. */
  readonly isOwnForm: (headers: RequestHeaders) => boolean
  /** Who sends this request; null: someone who may see nothing. */
  readonly visitorOf: (arrival: Arrival) => Effect.Effect<Visitor | null>
  /** What someone sees who may see nothing. */
  readonly closed: (arrival: Arrival) => Effect.Effect<Answer>
  /** What is open to everyone who gets this far: the ways in and out. Where there are such pages, their style is open too. */
  readonly entries: ReadonlyArray<
    readonly [
      method: "GET" | "POST",
      path: `/${string}`,
      page: (arrival: Arrival, form: URLSearchParams) => Effect.Effect<Answer, never, HttpRouter.RouteContext>,
    ]
  >
}

/** The address at the other end of the connection; empty where the host of the pages does not tell it. */
export const peerOf = ({ request }: Arrival): string =>
  // A socket for both kinds of addresses writes the older kind like this.
  Option.getOrElse(request.remoteAddress, () => "").replace(/^::ffff:(?=\d+\.)/, "")

/** The page that a person asked for and sees once they are in. */
export const nextIn = (given: URLSearchParams): string => ownAddress(given.get("next") ?? "")

/** The sign-in in another language still leads to that page. */
export const beforeEntry = (place: Place, next: string): Place => ({
  ...place,
  address: addressWith("/enter", { next: next === "/" ? null : next }),
  visitor: null,
})

/** A door that answers at names of the loopback only. */
export const onLoopback = {
  isOpenTo: isOwnHost,
  elsewhere:
    "This console answers on the loopback only. Open it at 127.0.0.1, ::1 or localhost, with the port that it printed.",
  isOwnForm,
} satisfies Partial<Door>

/** A door that answers at one address only, the one that browsers see. */
export const atOrigin = (origin: URL) =>
  ({
    isOpenTo: (host) => host?.toLowerCase() === origin.host,
    elsewhere: `This console answers at ${origin.origin} only: CONSOLE_ORIGIN says so. A proxy before it must pass the Host header on as it came.`,
    isOwnForm: (headers) => (headers["origin"] ?? origin.origin) === origin.origin && isOwnForm(headers),
  }) satisfies Partial<Door>
