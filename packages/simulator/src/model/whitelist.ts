/**
 * Who may call for a project. The service lists single addresses (#246); ranges and "any" are the sandbox's own, for networks that give
 * each container another address.
 */
import { BlockList, isIP } from "node:net"

const anyAddress = "any"

/** Whether a whitelist takes this entry: an address, a CIDR range such as 172.16.0.0/12, or "any". */
export const isWhitelistEntry = (entry: string): boolean => {
  const [address = "", length, ...rest] = entry.split("/")
  const family = isIP(address)
  const bits = family === 4 ? 32 : 128
  const hasLength = length === undefined || (/^(?:0|[1-9][0-9]{0,2})$/.test(length) && Number(length) <= bits)
  return entry === anyAddress || (family !== 0 && rest.length === 0 && hasLength)
}

/** Whether a whitelist covers an address, however either of them is spelled. */
export const isWhitelisted = (whitelist: ReadonlyArray<string>, ip: string): boolean =>
  whitelist.some((entry) => entry === anyAddress || entry === ip || covers(entry, ip))

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 4 ? "ipv4" : "ipv6")

const covers = (entry: string, ip: string): boolean => {
  if (!isWhitelistEntry(entry) || isIP(ip) === 0) return false
  const [address = "", length] = entry.split("/")
  const family = familyOf(address)
  const list = new BlockList()
  list.addSubnet(address, length === undefined ? (family === "ipv4" ? 32 : 128) : Number(length), family)
  return list.check(ip, familyOf(ip))
}
