/**
 * The service's base address, and the address of one call. The base address is checked once, at start; each target is checked again as a
 * whole, after it was put together, so that no part of it can lead anywhere else.
 * Spec: general rules (#1, #2, #14), endpoints (#133 to #140). Trap: the URL parser folds `..` and drops prefixes.
 */
import { Option, Result } from "effect"

export interface ServiceBase {
  /** Scheme, host and port. */
  readonly origin: string
  /** The path before every path of the service, without its last slash. */
  readonly prefix: string
  /** Is it this machine? Only then is plain HTTP allowed. */
  readonly loopback: boolean
}

const loopbackHost = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/
const plainPath = /^(\/[A-Za-z0-9._~-]+)*\/?$/

const isLoopback = (url: URL): boolean => loopbackHost.test(url.hostname)

/** Is this the address of the machine itself, over plain HTTP? */
export const isPlainLoopback = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null
  return url !== null && url.protocol === "http:" && isLoopback(url)
}

/** Reads the base address. A failure says what is wrong without repeating the address: it may hold a password. */
export const readBaseUrl = (text: string): Result.Result<ServiceBase, string> => {
  if (!URL.canParse(text)) return Result.fail("is no absolute address: write it with https://")
  const url = new URL(text)
  const loopback = isLoopback(url)
  if (url.username !== "" || url.password !== "")
    return Result.fail("holds credentials: leave them out, they are settings of their own")
  if (/[?#]/.test(text))
    return Result.fail("holds a query or a fragment: leave out the question mark or the hash, and what follows")
  if (url.protocol !== "https:" && !(url.protocol === "http:" && loopback)) {
    return Result.fail("is not https (http is for this machine only): write it with https://")
  }
  // The parser corrects paths silently. A corrected path is not the configured one.
  const prefix = url.pathname.replace(/\/$/, "")
  if (!plainPath.test(url.pathname) || !text.replace(/\/$/, "").endsWith(`${url.host}${prefix}`)) {
    return Result.fail("holds more than a host, a port and a plain path: leave out what stands beside them")
  }
  return Result.succeed({ origin: url.origin, prefix, loopback })
}

/** The path and query of a call as sent, or none when the URL parser would change where they lead. */
export const requestTarget = (base: ServiceBase, target: string): Option.Option<string> => {
  // The one character that encodeURIComponent leaves alone and the parser encodes.
  const path = `${base.prefix}${target.replaceAll("'", "%27")}`
  if (!path.startsWith("/") || !URL.canParse(path, base.origin)) return Option.none()
  const url = new URL(path, base.origin)
  return url.origin === base.origin && `${url.pathname}${url.search}` === path && url.hash === ""
    ? Option.some(path)
    : Option.none()
}
