/** The address of the client behind the proxies that a program trusts. */
import { BlockList, isIP } from "node:net"
import { Schema } from "effect"

/** Whether an address is that of a proxy that this program trusts. */
export type IsProxy = (address: string) => boolean

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Is it an address, or a range such as 10.0.0.0/8? */
const isRange = (text: string): boolean => {
  const [address = "", bits, ...more] = text.split("/")
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

/** The addresses and ranges in a text that separates them by commas. */
export const rangesIn = (text: string | null): ReadonlyArray<string> =>
  text === null ? [] : text.split(",").map((each) => each.trim())

/** A text of addresses and ranges. */
export const Ranges = Schema.String.check(Schema.makeFilter((text) => rangesIn(text).every(isRange)))

/** Recognises these addresses and ranges. */
export const proxiesAt = (ranges: ReadonlyArray<string>): IsProxy => {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = "", bits] = range.split("/")
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address))
}

/**
 * From where a request came: `peer` is the other end of the connection. Only a trusted proxy's `X-Forwarded-For` counts, read from its end:
 * what stands before the first address that no trusted proxy has was written by the client.
 */
export const clientBehind = (
  peer: string,
  forwardedFor: string | null | undefined,
  isProxy: IsProxy,
  isTrusted = isProxy(peer),
): string => {
  if (!isTrusted) return peer
  let client = peer
  for (const address of rangesIn(forwardedFor ?? "").toReversed()) {
    if (isIP(address) === 0) break
    client = address
    if (!isProxy(address)) break
  }
  return client
}
