import { BlockList } from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type AddressKind, kindOfAddress } from "../src/model/addressKinds.ts"

/** First and last address of each range, as the registries of special-purpose addresses list them. */
const ranges: ReadonlyArray<readonly [kind: AddressKind, range: string, first: string, last: string]> = [
  ["Never", "unspecified", "0.0.0.0", "0.255.255.255"],
  ["Private", "private", "10.0.0.0", "10.255.255.255"],
  ["Private", "carrier-grade NAT", "100.64.0.0", "100.127.255.255"],
  ["Loopback", "loopback", "127.0.0.0", "127.255.255.255"],
  ["Never", "link-local", "169.254.0.0", "169.254.255.255"],
  ["Private", "private", "172.16.0.0", "172.31.255.255"],
  ["Never", "protocol assignments", "192.0.0.0", "192.0.0.255"],
  ["Never", "documentation", "192.0.2.0", "192.0.2.255"],
  ["Never", "6to4 relay", "192.88.99.0", "192.88.99.255"],
  ["Private", "private", "192.168.0.0", "192.168.255.255"],
  ["Never", "benchmarking", "198.18.0.0", "198.19.255.255"],
  ["Never", "documentation", "198.51.100.0", "198.51.100.255"],
  ["Never", "documentation", "203.0.113.0", "203.0.113.255"],
  ["Never", "multicast", "224.0.0.0", "239.255.255.255"],
  ["Never", "reserved", "240.0.0.0", "255.255.255.254"],
  ["Never", "broadcast", "255.255.255.255", "255.255.255.255"],
  ["Never", "cloud metadata", "100.100.100.200", "100.100.100.200"],
  ["Never", "cloud metadata", "168.63.129.16", "168.63.129.16"],
  ["Never", "unspecified", "::", "::"],
  ["Loopback", "loopback", "::1", "::1"],
  ["Never", "IPv4-compatible", "::2", "::ffff:ffff"],
  ["Never", "IPv4-mapped", "::ffff:0.0.0.0", "::ffff:255.255.255.255"],
  ["Never", "NAT64", "64:ff9b::", "64:ff9b::ffff:ffff"],
  ["Never", "outside global unicast", "64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "outside global unicast", "100::", "100::ffff:ffff:ffff:ffff"],
  ["Never", "Teredo", "2001::", "2001:0:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "protocol assignments", "2001:1::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "documentation", "2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "6to4", "2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "documentation", "3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "outside global unicast", "4000::", "fbff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Private", "unique local", "fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "cloud metadata", "fd00:ec2::254", "fd00:ec2::254"],
  ["Never", "link-local", "fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "outside global unicast", "fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["Never", "multicast", "ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
]

/** The neighbours of the ranges above that anybody may own. */
const publicAddresses: ReadonlyArray<string> = [
  "1.0.0.0",
  "9.255.255.255",
  "11.0.0.0",
  "100.63.255.255",
  "100.128.0.0",
  "126.255.255.255",
  "128.0.0.0",
  "168.63.129.15",
  "168.63.129.17",
  "169.253.255.255",
  "169.255.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "192.0.3.0",
  "192.88.98.255",
  "192.88.100.0",
  "192.167.255.255",
  "192.169.0.0",
  "198.17.255.255",
  "198.20.0.0",
  "198.51.99.255",
  "198.51.101.0",
  "203.0.112.255",
  "203.0.114.0",
  "223.255.255.255",
  "2000::",
  "2001:200::",
  "2001:db7:ffff:ffff:ffff:ffff:ffff:ffff",
  "2001:db9::",
  "2003::",
  "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
  "3fff:1000::",
]

/** The same ranges in Node's own matcher, which judges independently of ours; one for each family, since it knows mapped addresses. */
const specialIpv4 = new BlockList()
const specialIpv6 = new BlockList()
for (const [, , first, last] of ranges) {
  if (first.includes(":")) {
    specialIpv6.addRange(first, last, "ipv6")
  } else {
    specialIpv4.addRange(first, last, "ipv4")
  }
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")
const translated = new BlockList()
translated.addSubnet("64:ff9b::", 96, "ipv6")

const Byte = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 255 }))
const Group = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 0xffff }))
const FirstGroup = Schema.Union([Group, Schema.Literals([0, 0x64, 0x2001, 0x2002, 0x3fff, 0xfd00, 0xfe80])])
const Zero = Schema.Union([Schema.Literal(0), Group])

describe("kindOfAddress", () => {
  it("knows the first and the last address of every special range", () => {
    for (const [kind, range, first, last] of ranges) {
      for (const address of [first, last]) {
        const judged = kindOfAddress(address)
        assert.strictEqual(judged.kind, kind, address)
        assert.isTrue(judged.range.startsWith(range), `${address}: ${judged.range}`)
      }
    }
  })

  it("takes the neighbours of the special ranges as public", () => {
    for (const address of publicAddresses) {
      assert.strictEqual(kindOfAddress(address).kind, "Public", address)
    }
  })

  it("judges an address behind NAT64 as public if what it carries is, and never as loopback or private", () => {
    assert.strictEqual(kindOfAddress("64:ff9b::8.8.8.8").kind, "Public")
    for (const carried of ["127.0.0.1", "10.0.0.1", "169.254.169.254", "0.0.0.0"]) {
      assert.strictEqual(kindOfAddress(`64:ff9b::${carried}`).kind, "Never", carried)
    }
  })

  it("never allows what is not exactly one address", () => {
    for (const text of [
      "",
      "localhost",
      "127.1",
      "0177.0.0.1",
      "127.0.0.1 ",
      "[::1]",
      "fe80::1%eth0",
      "::1%lo",
      "::1/128",
      "1::2::3",
    ]) {
      assert.deepStrictEqual(kindOfAddress(text), { kind: "Never", range: "not an address" }, text)
    }
  })

  it.prop(
    "takes an IPv4 address as public exactly when Node finds it in no special range",
    [Byte, Byte, Byte, Byte],
    (bytes) => {
      const address = bytes.join(".")
      return (kindOfAddress(address).kind === "Public") === !specialIpv4.check(address, "ipv4")
    },
  )

  it.prop(
    "takes an IPv6 address as public exactly when Node finds it in no special range, however it is spelled",
    [FirstGroup, Zero, Zero, Zero, Zero, Zero, Zero, Group],
    (groups) => {
      const address = groups.map((group) => group.toString(16)).join(":")
      const short = new URL(`http://[${address}]/`).hostname.slice(1, -1)
      const padded = groups.map((group) => group.toString(16).padStart(4, "0").toUpperCase()).join(":")
      const { kind, range } = kindOfAddress(address)
      return (
        kindOfAddress(short).range === range &&
        kindOfAddress(padded).range === range &&
        (translated.check(address, "ipv6") ||
          (kind === "Public") === (globalUnicast.check(address, "ipv6") && !specialIpv6.check(address, "ipv6")))
      )
    },
  )
})
