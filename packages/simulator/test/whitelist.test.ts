import { assert, describe, it } from "@effect/vitest"
import { isWhitelisted, isWhitelistEntry } from "../src/model/whitelist.ts"

describe("a whitelist", () => {
  it.each(["any", "127.0.0.1", "::1", "0.0.0.0/0", "172.16.0.0/12", "10.0.0.1/32", "fd00::/8", "::/0"])(
    "takes %s",
    (entry) => assert.isTrue(isWhitelistEntry(entry)),
  )

  it.each([
    "",
    "ANY",
    "*",
    "sandbox",
    "10.0.0.0/33",
    "::/129",
    "10.0.0.0/",
    "10.0.0.0/08",
    "10.0.0.0/8/8",
    "10.0.0",
    " ::1",
  ])("refuses %j", (entry) => assert.isFalse(isWhitelistEntry(entry)))

  it.each([
    ["172.16.0.0/12", "172.31.255.255", true],
    ["172.16.0.0/12", "172.32.0.0", false],
    ["0.0.0.0/0", "203.0.113.9", true],
    ["fd00::/8", "fdff::1", true],
    ["fd00::/8", "fe00::1", false],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["0.0.0.0/0", "2001:db8::1", false],
    ["10.0.0.0/8", "not an address", false],
    ["any", "2001:db8::1", true],
  ] as const)("with %s: a call from %s passes: %s", (entry, ip, passes) =>
    assert.strictEqual(isWhitelisted([entry], ip), passes),
  )
})
