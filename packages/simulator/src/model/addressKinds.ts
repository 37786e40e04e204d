/**
 * The kind of an IP address: may it be called? Every address is judged by its bits, never by its spelling, against the registries of
 * special-purpose addresses; in IPv6 everything outside global unicast space is refused unless a row says otherwise.
 * Spec: Events (#195 #210); control D1 of the threat model.
 */
import { isIPv4, isIPv6 } from "node:net"

/** `Never` applies even to a host that the owner allowed with its private addresses. */
export type AddressKind = "Public" | "Loopback" | "Private" | "Never"

/** The kind of an address, and the range that decided. */
export interface JudgedAddress {
  readonly kind: AddressKind
  readonly range: string
}

/** Judges one address as a resolver or a URL gives it. An unreadable address, also one with a zone, is `Never`. */
export const kindOfAddress = (address: string): JudgedAddress => {
  if (isIPv4(address)) {
    return firstMatch(ipv4Ranges, bitsOfIpv4(address)) ?? publicAddress
  }
  if (!isIPv6(address) || address.includes("%")) {
    return { kind: "Never", range: "not an address" }
  }
  const bits = bitsOfIpv6(address)
  const judged = firstMatch(ipv6Ranges, bits) ?? { kind: "Never", range: "outside global unicast" }
  return judged === translated ? judgeTranslated(bits) : judged
}

const publicAddress: JudgedAddress = { kind: "Public", range: "public" }

/** NAT64 carries an IPv4 address: networks with IPv6 only use it for public hosts, and for nothing else. */
const translated: JudgedAddress = { kind: "Never", range: "NAT64" }

const judgeTranslated = (bits: bigint): JudgedAddress =>
  firstMatch(ipv4Ranges, bits & 0xffff_ffffn) === undefined ? publicAddress : translated

interface Range {
  readonly network: bigint
  readonly shift: bigint
  readonly judged: JudgedAddress
}

const firstMatch = (ranges: ReadonlyArray<Range>, bits: bigint): JudgedAddress | undefined =>
  ranges.find(({ network, shift }) => bits >> shift === network)?.judged

const bitsOfIpv4 = (address: string): bigint =>
  address.split(".").reduce((bits, part) => (bits << 8n) | BigInt(part), 0n)

const bitsOfIpv6 = (address: string): bigint => {
  const [left = "", right] = withoutDots(address).split("::")
  const before = groups(left)
  const after = groups(right ?? "")
  const between = right === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => "0")
  return [...before, ...between, ...after].reduce((bits, group) => (bits << 16n) | BigInt(`0x${group}`), 0n)
}

const groups = (text: string): ReadonlyArray<string> => (text === "" ? [] : text.split(":"))

/** Writes a dotted tail (`::ffff:10.0.0.1`) as two groups. */
const withoutDots = (address: string): string => {
  const tail = address.slice(address.lastIndexOf(":") + 1)
  if (!tail.includes(".")) {
    return address
  }
  const bits = bitsOfIpv4(tail)
  return `${address.slice(0, -tail.length)}${(bits >> 16n).toString(16)}:${(bits & 0xffffn).toString(16)}`
}

const ipv4 = (prefix: string, length: number, kind: AddressKind, name: string): Range => ({
  network: bitsOfIpv4(prefix) >> BigInt(32 - length),
  shift: BigInt(32 - length),
  judged: { kind, range: `${name}, ${prefix}/${length}` },
})

const ipv6 = (prefix: string, length: number, kind: AddressKind, name: string): Range => ({
  network: bitsOfIpv6(prefix) >> BigInt(128 - length),
  shift: BigInt(128 - length),
  judged: { kind, range: `${name}, ${prefix}/${length}` },
})

/** The first matching row decides, so exceptions stand above their range. */
const ipv4Ranges: ReadonlyArray<Range> = [
  // Metadata services that clouds put on private or even public addresses: they hand out credentials to every caller.
  ipv4("100.100.100.200", 32, "Never", "cloud metadata"),
  ipv4("168.63.129.16", 32, "Never", "cloud metadata"),
  ipv4("0.0.0.0", 8, "Never", "unspecified"),
  ipv4("10.0.0.0", 8, "Private", "private"),
  ipv4("100.64.0.0", 10, "Private", "carrier-grade NAT"),
  ipv4("127.0.0.0", 8, "Loopback", "loopback"),
  ipv4("169.254.0.0", 16, "Never", "link-local"),
  ipv4("172.16.0.0", 12, "Private", "private"),
  ipv4("192.0.0.0", 24, "Never", "protocol assignments"),
  ipv4("192.0.2.0", 24, "Never", "documentation"),
  ipv4("192.88.99.0", 24, "Never", "6to4 relay"),
  ipv4("192.168.0.0", 16, "Private", "private"),
  ipv4("198.18.0.0", 15, "Never", "benchmarking"),
  ipv4("198.51.100.0", 24, "Never", "documentation"),
  ipv4("203.0.113.0", 24, "Never", "documentation"),
  ipv4("224.0.0.0", 4, "Never", "multicast"),
  ipv4("255.255.255.255", 32, "Never", "broadcast"),
  ipv4("240.0.0.0", 4, "Never", "reserved"),
]

const ipv6Ranges: ReadonlyArray<Range> = [
  ipv6("::1", 128, "Loopback", "loopback"),
  ipv6("::", 128, "Never", "unspecified"),
  // No resolver returns the two forms of an IPv4 address below; only an attacker writes them.
  ipv6("::ffff:0:0", 96, "Never", "IPv4-mapped"),
  ipv6("::", 96, "Never", "IPv4-compatible"),
  { ...ipv6("64:ff9b::", 96, "Never", "NAT64"), judged: translated },
  ipv6("fd00:ec2::254", 128, "Never", "cloud metadata"),
  ipv6("fc00::", 7, "Private", "unique local"),
  ipv6("fe80::", 10, "Never", "link-local"),
  ipv6("ff00::", 8, "Never", "multicast"),
  ipv6("2001::", 32, "Never", "Teredo"),
  ipv6("2001::", 23, "Never", "protocol assignments"),
  ipv6("2001:db8::", 32, "Never", "documentation"),
  ipv6("2002::", 16, "Never", "6to4"),
  ipv6("3fff::", 20, "Never", "documentation"),
  { ...ipv6("2000::", 3, "Public", "global unicast"), judged: publicAddress },
]
