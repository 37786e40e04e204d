/** The address of the client behind the proxies that this console trusts. */
import { BlockList, isIP } from "node:net"
import type { Arrival } from "../frame/visit.ts"
import { peerOf } from "./Door.ts"

/** Whether an address is that of a proxy that this console trusts. */
export type IsProxy = (address: string) => boolean

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4")

/** Is it an address, or a range such as 10.0.0.0/8? */
export const isRange = (text: string): boolean => {
  const [address = "", bits, ...more] = text.split("/")
  const family = isIP(address)
  if (family === 0 || more.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 6 ? 128 : 32))
}

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
 * From where a request came. Only a trusted proxy's `X-Forwarded-For` counts, read from its end: what stands before the first address that
 * no trusted proxy has was written by the client.
 */
export const clientOf = (arrival: Arrival, isProxy: IsProxy, isTrusted = isProxy(peerOf(arrival))): string => {
  const peer = peerOf(arrival)
  if (!isTrusted) return peer
  const forwardedFor = (arrival.request.headers["x-forwarded-for"] ?? "").split(",").map((each) => each.trim())
  let client = peer
  for (const address of forwardedFor.toReversed()) {
    if (isIP(address) === 0) break
    client = address
    if (!isProxy(address)) break
  }
  return client
}
