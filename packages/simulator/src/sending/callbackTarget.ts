/**
 * Which address may be called back: loopback, and the hosts that the simulator's owner listed, and nothing else. The address comes from a
 * request, so it is untrusted: it is checked as the URL parser reads it, before any name is resolved, and every address that a name
 * resolves to is checked before a connection is opened.
 * Spec: Events (#9 #195 #210); control D1 of the threat model. That a payout's address is HTTPS is the engine's rule, not this one's.
 */
import { isIPv4 } from "node:net"
import { Result } from "effect"
import { type AddressKind, kindOfAddress } from "../model/addressKinds.ts"
import { type Told, undelivered } from "../model/Told.ts"

/** A host that the owner of the simulator allows to be called. */
export interface AllowedHost {
  /** An exact host name or an address; a name that begins with a dot, such as `.shop.example`, stands for every host under it. */
  readonly host: string
  /** Allows this port, and only this one. Without it the rules' ports are allowed. */
  readonly port?: number
  /** The name may resolve to private and loopback addresses. Link-local and other special addresses are refused even so. */
  readonly privateAddresses?: boolean
}

/** The rules of the owner. */
export interface TargetRules {
  /** Whether loopback may be called, on any port. A simulator on a shared host turns it off. */
  readonly loopback: boolean
  readonly allowedHosts: ReadonlyArray<AllowedHost>
  /** Ports of allowed hosts that name none. */
  readonly ports: ReadonlyArray<number>
}

/** Loopback only. */
export const defaultTargetRules: TargetRules = { loopback: true, allowedHosts: [], ports: [443, 80, 8443] }

/** The target of a POST that the rules allow. */
export interface CallbackTarget {
  readonly secure: boolean
  /** A name, or an address without brackets. */
  readonly host: string
  readonly port: number
  /** Path and query as the URL parser wrote them. */
  readonly path: string
  /** The addresses of a host that needs no resolving; otherwise `undefined`. */
  readonly addresses: ReadonlyArray<string> | undefined
  /** The kinds of address that may be connected to. */
  readonly kinds: ReadonlyArray<AddressKind>
  /** Targets with the same key share one rate limit. The whole of loopback is one host. */
  readonly rateKey: string
}

/** The most characters of a callback's address. */
export const maximumUrlLength = 2_048

/**
 * Reads an address strictly: what the URL parser would repair (spaces, backslashes, missing slashes, invisible characters) is refused,
 * because another parser might repair it otherwise.
 */
export const readCallbackUrl = (text: string): Result.Result<URL, Told> => {
  if (text.length > maximumUrlLength) {
    return Result.fail(undelivered((texts) => texts.too_long(maximumUrlLength)))
  }
  if (/[\s\p{C}\\]/u.test(text)) {
    return Result.fail(undelivered((texts) => texts.invisible))
  }
  const authority = /^https?:\/\/([^/?#]*)/i.exec(text)?.[1]
  if (authority === undefined) {
    return Result.fail(undelivered((texts) => texts.no_scheme))
  }
  if (authority.includes("@")) {
    return Result.fail(undelivered((texts) => texts.user_name))
  }
  if (authority === "" || !URL.canParse(text)) {
    return Result.fail(undelivered((texts) => texts.no_address))
  }
  const url = new URL(text)
  return url.hostname.endsWith(".") ? Result.fail(undelivered((texts) => texts.dot)) : Result.succeed(url)
}

/** Decides whether an address may be called, as far as possible before its name is resolved. */
export const targetOf = (text: string, rules: TargetRules): Result.Result<CallbackTarget, Told> =>
  Result.flatMap(readCallbackUrl(text), (url) => targetOfUrl(url, rules))

const targetOfUrl = (url: URL, rules: TargetRules): Result.Result<CallbackTarget, Told> => {
  const secure = url.protocol === "https:"
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port)
  if (port === 0) {
    return Result.fail(undelivered((texts) => texts.port_zero))
  }
  const addresses = addressesOf(url.hostname)
  const host = withoutBrackets(url.hostname)
  const target = { secure, host, port, path: `${url.pathname}${url.search}`, addresses }
  if (rules.loopback && addresses?.every((address) => kindOfAddress(address).kind === "Loopback") === true) {
    return Result.succeed({ ...target, kinds: ["Loopback"], rateKey: `loopback:${port}` })
  }
  const named = rules.allowedHosts.filter(({ host: named }) =>
    named.startsWith(".") ? url.hostname.endsWith(named) : named === url.hostname,
  )
  if (named.length === 0) {
    return Result.fail(undelivered((texts) => texts.not_allowed))
  }
  const allowed = named.filter((entry) => (entry.port === undefined ? rules.ports.includes(port) : entry.port === port))
  if (allowed.length === 0) {
    return Result.fail(undelivered((texts) => texts.port_not_allowed(port)))
  }
  const kinds: ReadonlyArray<AddressKind> = allowed.some(({ privateAddresses }) => privateAddresses === true)
    ? ["Public", "Private", "Loopback"]
    : ["Public"]
  return Result.succeed({ ...target, kinds, rateKey: `${url.hostname}:${port}` })
}

/** Checks the resolved addresses of a target: all must be allowed, because a mixture could be chosen from. */
export const allowedAddresses = (
  target: CallbackTarget,
  addresses: ReadonlyArray<string>,
): Result.Result<ReadonlyArray<string>, Told> => {
  if (addresses.length === 0) {
    return Result.fail(undelivered((texts) => texts.without_address))
  }
  const refused = addresses.map(kindOfAddress).find(({ kind }) => !target.kinds.includes(kind))
  return refused === undefined
    ? Result.succeed(addresses)
    : Result.fail(undelivered((texts) => texts.range_refused(refused.range)))
}

/** Fills in the default rules and spells every host as the URL parser does. A mistake in the list is a defect. */
export const resolveTargetRules = (rules: Partial<TargetRules> = {}): TargetRules => ({
  ...defaultTargetRules,
  ...rules,
  allowedHosts: (rules.allowedHosts ?? []).map((allowed) => ({ ...allowed, host: canonicalHost(allowed.host) })),
})

const canonicalHost = (host: string): string => {
  if (/^\.[^.]/.test(host)) return `.${canonicalHost(host.slice(1))}`
  const spelled = host.includes(":") && !host.startsWith("[") ? `[${host}]` : host
  const url = Result.getOrUndefined(readCallbackUrl(`http://${spelled}/`))
  if (url === undefined || url.href !== `http://${url.hostname}/` || url.hostname.includes("*")) {
    throw new RangeError(
      `${host} is neither a host name nor a suffix such as .shop.example; give its port, if any, as "port".`,
    )
  }
  return url.hostname
}

const withoutBrackets = (host: string): string => (host.startsWith("[") ? host.slice(1, -1) : host)

/** `localhost` is never resolved, so no resolver can redirect it. IPv4 first, where local receivers listen. */
const addressesOf = (hostname: string): ReadonlyArray<string> | undefined => {
  if (hostname === "localhost") {
    return ["127.0.0.1", "::1"]
  }
  return hostname.startsWith("[") || isIPv4(hostname) ? [withoutBrackets(hostname)] : undefined
}
