import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { type Browser, hiddenIn, insideBrowser, newBrowser, testToken } from "./browsing.ts"
import { itWithin } from "@cauri/house/it"
import { guardedPaths, inShop } from "../door/doors.ts"

const it = itWithin(inShop)

const pathsOf = (method: string) => guardedPaths.flatMap(([each, path]) => (each === method ? [path] : []))

const decision = { by: "A colleague", reason: "The service wrote it.", evidence: "Letter 12", amount: "145000" }

const stateOf = (browser: Browser) =>
  Effect.map(browser.get("/payments/payout/shop/salary-1"), ({ text }) => /class="pill (\w+)"/.exec(text)?.[1])

describe("guard", () => {
  it("shows only the sign-in page to a visitor who is not signed in", function* () {
    const browser = yield* newBrowser()
    for (const path of pathsOf("GET")) {
      const { status, text } = yield* browser.get(path)
      assert.strictEqual(status, 401, path)
      assert.include(text, 'action="/enter"', path)
      assert.notMatch(text, /145.?000|Baobab|5f3a91c2/, path)
    }
    for (const path of pathsOf("POST")) assert.strictEqual((yield* browser.post(path, decision)).status, 401, path)
    for (const cookie of ["cauri-console-4600=", "cauri-console-4600=guess", `cauri-console-4600=${testToken}`]) {
      assert.strictEqual((yield* browser.get("/", { cookie })).status, 401, cookie)
    }
  })

  it("exchanges the token for a cookie that no script and no other site can use", function* () {
    const browser = yield* newBrowser()
    const door = yield* browser.get(`/enter/${testToken}`)
    assert.strictEqual(door.status, 200)
    assert.strictEqual(hiddenIn(door.text, "token"), testToken)
    assert.strictEqual(door.headers.get("referrer-policy"), "strict-origin")
    assert.isEmpty([...browser.cookies], "to look at the door lets nobody in")
    const entered = yield* browser.post("/enter", { token: testToken })
    assert.strictEqual(entered.status, 303)
    assert.strictEqual(entered.headers.get("location"), "/")
    const cookie = entered.headers.get("set-cookie") ?? ""
    assert.match(cookie, /^cauri-console-4600=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    const page = yield* browser.get("/")
    assert.strictEqual(page.status, 200)
    assert.notInclude(page.text, testToken)
  })

  it("refuses a wrong token beside its field, and says when there were too many", function* () {
    const browser = yield* newBrowser()
    const wrong = yield* browser.post("/enter", { token: "guess" })
    assert.strictEqual(wrong.status, 403)
    assert.match(wrong.text, /id="token-wrong">Invalid token\./)
    assert.notInclude(wrong.text, "guess")
    for (let index = 0; index < 9; index++) yield* browser.post("/enter", { token: "guess" })
    const many = yield* browser.post("/enter", { token: testToken })
    assert.strictEqual(many.status, 429)
    assert.strictEqual(many.headers.get("retry-after"), "60")
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* browser.enter).status, 303)
  })

  it("leads to the page that was asked for, and to no other site", function* () {
    const browser = yield* newBrowser()
    const asked = yield* browser.get("/payments/payout/shop/salary-1")
    const next = hiddenIn(asked.text, "next")
    assert.strictEqual(next, "/payments/payout/shop/salary-1")
    const entered = yield* browser.post("/enter", { token: testToken, next })
    assert.strictEqual(entered.headers.get("location"), next)
    const foreign = yield* browser.post("/enter", { token: testToken, next: "//other.example" })
    assert.strictEqual(foreign.headers.get("location"), "/")
  })

  it("lets a token of one run in once", function* () {
    const browser = yield* newBrowser({ reusable: false })
    assert.strictEqual((yield* browser.post("/enter", { token: "guess" })).status, 403, "a wrong one uses it not up")
    assert.strictEqual((yield* browser.enter).status, 303)
    const second = yield* browser.enter
    assert.strictEqual(second.status, 403)
    assert.include(second.text, "was used already")
  })

  it("forgets the session when its person leaves, and after twelve hours", function* () {
    const browser = yield* insideBrowser
    const kept = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    const left = yield* browser.submit("/", {})
    assert.strictEqual(left.status, 404, "the worklist takes no form")
    const leave = yield* browser.post("/leave", {})
    assert.include(leave.headers.get("set-cookie") ?? "", "Max-Age=0")
    assert.strictEqual((yield* browser.get("/", { cookie: kept })).status, 401)
    yield* browser.enter
    yield* TestClock.adjust("12 hours")
    assert.strictEqual((yield* browser.get("/")).status, 401)
  })

  it("answers to names of the loopback only, so that no name of another site leads here", function* () {
    const browser = yield* insideBrowser
    for (const host of [
      "other.example:4600",
      "127.0.0.1.other.example",
      "192.0.2.1:4600",
      "localhost.other.example:4600",
      "",
    ]) {
      const { status, text } = yield* browser.get("/", { headers: { host } })
      assert.strictEqual(status, 421, host)
      assert.notInclude(text, "salary", host)
    }
    for (const host of ["127.0.0.1:4600", "LOCALHOST:4600", "[::1]:4600", "127.8.0.1:4600"]) {
      assert.strictEqual((yield* browser.get("/", { headers: { host } })).status, 200, host)
    }
  })

  it("takes a form only from its own pages", function* () {
    const browser = yield* insideBrowser
    const path = "/payments/payout/shop/salary-1/completed"
    const page = yield* browser.get(path)
    const form = { ...decision, asOf: hiddenIn(page.text, "asOf") }
    const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
    ]
    for (const headers of foreign) {
      assert.strictEqual((yield* browser.post(path, form, { headers })).status, 403, JSON.stringify(headers))
    }
    assert.strictEqual(yield* stateOf(browser), "doubt")
    assert.strictEqual((yield* browser.post(path, form)).status, 303)
  })

  it("reads no form that is too large, has no length, or is no form", function* () {
    const browser = yield* insideBrowser
    const path = "/payments/payout/shop/salary-1/completed"
    const large = yield* browser.post(path, { ...decision, reason: "x".repeat(140_000) })
    assert.strictEqual(large.status, 413)
    const unmeasured = yield* browser.post(path, decision, { headers: { "content-length": "many" } })
    assert.strictEqual(unmeasured.status, 413)
    const json = yield* browser.post(path, decision, { headers: { "content-type": "application/json" } })
    assert.strictEqual(json.status, 415)
    assert.strictEqual(yield* stateOf(browser), "doubt")
  })

  it("reads the longest texts that are allowed, also where each character takes nine in a form", function* () {
    const browser = yield* insideBrowser
    const path = "/payments/payout/shop/salary-1/completed"
    const long = `1${"’".repeat(1_999)}`
    const taken = yield* browser.submit(path, { ...decision, by: long, reason: long, evidence: long })
    assert.strictEqual(taken.status, 303)
    assert.notStrictEqual(yield* stateOf(browser), "doubt")
  })

  it("sends every page with a policy that allows no script, no frame and nothing foreign", function* () {
    const browser = yield* insideBrowser
    const outside = yield* newBrowser()
    const answers = [
      ...(yield* Effect.forEach(pathsOf("GET"), (path) => browser.get(path))),
      yield* outside.get("/enter"),
      yield* outside.get("/", { headers: { host: "other.example" } }),
      yield* browser.post("/pauses", {}, { headers: { origin: "https://other.example" } }),
      yield* browser.enter,
    ]
    for (const { headers, text } of answers) {
      const policy = headers.get("content-security-policy") ?? ""
      for (const part of ["default-src 'none'", "style-src 'self'", "form-action 'self'", "frame-ancestors 'none'"]) {
        assert.include(policy, part)
      }
      assert.notInclude(policy, "unsafe")
      assert.notInclude(policy, "script-src")
      assert.strictEqual(headers.get("cache-control"), "no-store")
      assert.strictEqual(headers.get("x-content-type-options"), "nosniff")
      assert.strictEqual(headers.get("x-frame-options"), "DENY")
      assert.include(["same-origin", "strict-origin"], headers.get("referrer-policy"))
      assert.notMatch(text, /<script|<style|\son\w+=|\sstyle=|https?:\/\//i)
    }
  })

  it("serves its style under an address that changes with it", function* () {
    const browser = yield* newBrowser()
    const { text } = yield* browser.get("/enter")
    const path = /<link rel="stylesheet" href="([^"]+)"/.exec(text)?.[1] ?? ""
    assert.match(path, /^\/assets\/[A-Za-z0-9_-]{16}\/style\.css$/)
    const style = yield* browser.get(path)
    assert.strictEqual(style.headers.get("content-type"), "text/css; charset=utf-8")
    assert.include(style.headers.get("cache-control") ?? "", "immutable")
    assert.notMatch(style.text, /@import|url\(/)
  })

  it("tells nothing of what failed inside", function* (script) {
    const browser = yield* insideBrowser
    script.broken.add("list")
    script.broken.add("find")
    for (const path of ["/", "/find?id=salary-1", "/payments/payout/shop/salary-1", "/day"]) {
      const { status, text } = yield* browser.get(path)
      assert.strictEqual(status, 503, path)
      assert.include(text, "The store does not answer", path)
      assert.notInclude(text, "canary-7F3K", path)
    }
  })

  it("says that a page or a payment does not exist", function* () {
    const browser = yield* insideBrowser
    const missing = [
      "/nowhere",
      "/payments/payout/shop/salary-1/nothing",
      "/payments/refund/shop/salary-1",
      "/payments/payout/shop/a%20b",
      "/payments/payout/shop/salary-2",
      "/payments/payin/shop/salary-1",
      "/payments/payout/shop/salary-2/completed",
      "/payments/payout/shop/salary-2/reveal",
      "//other.example/x",
      "/\\other.example/x",
    ]
    for (const path of missing) assert.strictEqual((yield* browser.get(path)).status, 404, path)
  })
})
