/**
 * Where callbacks may go: to loopback, and to the hosts that the simulator's owner listed. The address comes from a request, so nothing else
 * is called.
 * Spec: Events (#9 #195 #210). That a payout's address is HTTPS is the engine's rule, not this one's.
 */
import { Result } from "effect"
import { type Bilingual, undelivered } from "../model/Bilingual.ts"

/** Reads a callback's address: http or https, without a user name. */
export const readCallbackUrl = (text: string): Result.Result<URL, Bilingual> => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
    ? Result.succeed(url)
    : Result.fail(undelivered((texts) => texts.no_address))
}

export const portOf = ({ port, protocol }: URL): string => port || (protocol === "https:" ? "443" : "80")

/** Is this loopback, as its address says it? No other name is looked up to find out. */
export const isLoopback = ({ hostname }: URL): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** `shop.example`, `.shop.example` for every host under it, either with a port and then for this port only. */
const isListedAs = (url: URL, listed: string): boolean => {
  const [, dot = "", host = "", port] = /^(\.?)(.+?)(?::(\d+))?$/.exec(listed) ?? []
  const { hostname } = new URL(`http://${host}/`)
  const isHost = dot === "" ? url.hostname === hostname : url.hostname.endsWith(`.${hostname}`)
  return isHost && (port === undefined || port === portOf(url))
}

/** The address of a POST, if it may be called. */
export const targetOf = (text: string, allowedHosts: ReadonlyArray<string>): Result.Result<URL, Bilingual> =>
  Result.flatMap(readCallbackUrl(text), (url) =>
    isLoopback(url) || allowedHosts.some((listed) => isListedAs(url, listed))
      ? Result.succeed(url)
      : Result.fail(undelivered((texts) => texts.not_allowed)),
  )
