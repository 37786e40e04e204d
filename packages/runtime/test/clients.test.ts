import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { clientBehind, proxiesAt } from "../src/clients.ts"
import { shapes } from "../src/shapes.ts"

const isRange = Schema.is(shapes.Ranges)

describe("the addresses of proxies", () => {
  it("are single ones and ranges, of both kinds", () => {
    const isProxy = proxiesAt(["192.0.2.0/24", "2001:db8::/32", "198.51.100.7"])
    for (const address of ["192.0.2.0", "192.0.2.255", "2001:db8::9", "198.51.100.7"])
      assert.isTrue(isProxy(address), address)
    for (const address of ["192.0.3.0", "2001:db9::", "198.51.100.8", "", "any"])
      assert.isFalse(isProxy(address), address)
    for (const range of ["10.0.0.0/8", "::1", "fd00::/8", "127.0.0.1, ::1"]) assert.isTrue(isRange(range), range)
    for (const range of ["10.0.0.0/33", "fd00::/129", "10.0.0.0/", "10.0.0.0/8/8", "host", "", "10.0.0.0/x"]) {
      assert.isFalse(isRange(range), range)
    }
  })
})

describe("the client", () => {
  const isProxy = proxiesAt(["192.0.2.0/24"])

  it.each([
    ["203.0.113.9", "10.1.1.1", "203.0.113.9"],
    ["192.0.2.1", "10.1.1.1", "10.1.1.1"],
    ["192.0.2.1", "10.9.9.9, 203.0.113.9, 192.0.2.2", "203.0.113.9"],
    ["192.0.2.1", "10.9.9.9, unknown, 192.0.2.2", "192.0.2.2"],
    ["192.0.2.1", null, "192.0.2.1"],
  ])("at %s that forwards for %s is %s: a client cannot choose its address", (peer, forwardedFor, client) => {
    assert.strictEqual(clientBehind(peer, forwardedFor, isProxy), client)
  })
})
