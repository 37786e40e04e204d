/**
 * The door behind a proxy that signs people in: a header of its requests names the person. It counts only from the proxy itself, known by its
 * address, by a secret in a second header, or by both.
 */
import { Effect, Redacted } from "effect"
import { problemResponse } from "../frame/shell.ts"
import type { Arrival } from "../frame/visit.ts"
import { isSameSecret } from "@cauri/pages"
import { type Door, peerOf } from "./Door.ts"
import { clientOf, namedDoor, type Standing } from "./namedDoor.ts"

/** The header in which a proxy sends its secret. */
export const proxySecretHeader = "x-cauri-proxy"

/** How a proxy is known, and how it names a person. */
export interface ProxyNaming {
  /** The header that names the person. */
  readonly header: string
  /** Whether the addresses of the proxies are known. */
  readonly byAddress: boolean
  /** What the proxy sends in `x-cauri-proxy`; null: its address is enough. */
  readonly secret: Redacted.Redacted | null
}

/** The name in a header. Two headers arrive joined by a comma, and then neither counts. */
const nameIn = (header: string | undefined): string | null => {
  const bytes = Buffer.from(header ?? "", "latin1")
  const name = bytes.toString("utf8").trim()
  return name === "" || /[,\uFFFD]/.test(name) ? null : name
}

/** The door behind a trusted proxy. */
export const proxyDoor = (standing: Standing, { byAddress, header, secret }: ProxyNaming): Door => {
  const { isProxy } = standing
  const isFromProxy = (arrival: Arrival): boolean =>
    (byAddress || secret !== null) &&
    (!byAddress || isProxy(peerOf(arrival))) &&
    (secret === null || isSameSecret(arrival.request.headers[proxySecretHeader] ?? "", Redacted.value(secret)))
  return namedDoor(standing, {
    nameOf: (arrival) =>
      Effect.succeed(isFromProxy(arrival) ? nameIn(arrival.request.headers[header.toLowerCase()]) : null),
    from: (arrival) => clientOf(arrival, isProxy, isFromProxy(arrival)),
    signIn: (place) => problemResponse({ ...place, visitor: null }, place.texts.problem.unknownVisitor, 401),
    leaves: false,
    entries: [],
  })
}
