import { assert, describe, it } from "@effect/vitest"
import { hostText, isLoopback, isOwnForm, isOwnHost } from "../../src/frame/origins.ts"

describe("origins", () => {
  it("knows which addresses only this machine reaches", () => {
    for (const host of ["127.0.0.1", "127.1.2.3", "::1", "[::1]", "localhost"]) assert.isTrue(isLoopback(host), host)
    const others = [
      "0.0.0.0",
      "::",
      "192.0.2.1",
      "example.org",
      "localhost.example",
      "127.0.0.1.example",
      "128.0.0.1",
      "127.999.0.1",
      "127.0.0.256",
      "",
      "1",
    ]
    for (const host of others) assert.isFalse(isLoopback(host), host)
    assert.strictEqual(hostText("::1"), "[::1]")
    assert.strictEqual(hostText("127.0.0.1"), "127.0.0.1")
  })

  it("takes only a name of the loopback for its own, with a port or without", () => {
    for (const host of ["127.0.0.1:4600", "localhost", "LocalHost:80", "[::1]:4600"])
      assert.isTrue(isOwnHost(host), host)
    for (const host of [
      undefined,
      "",
      ":4600",
      "other.example:4600",
      "127.0.0.1:4600:1",
      "localhost:4600 x",
      "a@127.0.0.1",
    ]) {
      assert.isFalse(isOwnHost(host), host)
    }
  })

  it("takes a form only when the browser says that it comes from here", () => {
    const own = { host: "localhost:4600", origin: "http://localhost:4600" }
    assert.isTrue(isOwnForm(own))
    assert.isTrue(isOwnForm({ ...own, "sec-fetch-site": "same-origin" }))
    assert.isFalse(isOwnForm({ ...own, "sec-fetch-site": "none" }))
    assert.isFalse(isOwnForm({ host: own.host }))
    assert.isFalse(isOwnForm({ ...own, origin: "null" }))
    assert.isFalse(isOwnForm({ ...own, origin: "http://localhost:4601" }))
    assert.isFalse(isOwnForm({ ...own, origin: "http://localhost" }))
  })
})
