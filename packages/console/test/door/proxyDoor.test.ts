/** A trusted proxy's header: what counts, and everything that does not. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { proxyDoor, proxySecretHeader } from "../../src/door/proxyDoor.ts"
import { browserAt } from "../serving/browsing.ts"
import { doubtfulPath, files, guardedPaths, inShop, inside, newPeople, standing } from "./doors.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inShop)

const header = "X-Person"
const secret = "a-secret-of-the-proxy-0123456789abcdef"
const byAddress = { header, byAddress: true, secret: null }
const bySecret = { header, byAddress: false, secret: Redacted.make(secret) }
const proxy = "192.0.2.9"

const behind = Effect.fnUntraced(function* (naming: Parameters<typeof proxyDoor>[1], peer: string) {
  const { people } = yield* newPeople
  return yield* browserAt(proxyDoor(standing(people), naming), { peer })
})

const person = { "x-person": "A. Colleague" }

describe("the door behind a proxy", () => {
  it("lets in whom the proxy names, and shows no way to leave", function* () {
    const browser = yield* behind(byAddress, proxy)
    const { status, text } = yield* browser.get("/", { headers: person })
    assert.strictEqual(status, 200)
    assert.include(text, "Signed in as A. Colleague")
    assert.notInclude(text, 'action="/leave"')
  })

  it("shows nothing without a name, to a name from elsewhere, and to two names, on every path", function* () {
    const from = yield* behind(byAddress, proxy)
    const elsewhere = yield* behind(byAddress, "203.0.113.7")
    const nowhere = yield* behind(byAddress, "")
    for (const [browser, headers] of [
      [from, {}],
      [from, { "x-person": "" }],
      [from, { "x-person": " , " }],
      [from, { "x-person": "A. Colleague, A. Colleague" }],
      [from, { "x-person": "A. Colleague, B. Colleague" }],
      [from, { "x-person": "A. Colleague\u00ff" }],
      [from, { x_person: "A. Colleague" }],
      [from, { "x-forwarded-user": "A. Colleague" }],
      [elsewhere, person],
      [elsewhere, { ...person, "x-forwarded-for": proxy }],
      [elsewhere, { ...person, forwarded: `for=${proxy}`, "x-real-ip": proxy }],
      [nowhere, person],
    ] as const) {
      for (const [method, path] of guardedPaths) {
        const { status, text } = yield* method === "GET"
          ? browser.get(path, { headers })
          : browser.post(path, {}, { headers })
        assert.strictEqual(status, 401, `${method} ${path} ${JSON.stringify(headers)}`)
        assert.notMatch(text, inside)
      }
      for (const file of files) assert.strictEqual((yield* browser.get(file, { headers })).status, 401, file)
    }
  })

  it("believes a secret header instead, or as well", function* () {
    const right = { ...person, [proxySecretHeader]: secret }
    const anywhere = yield* behind(bySecret, "203.0.113.7")
    assert.strictEqual((yield* anywhere.get("/", { headers: right })).status, 200)
    for (const given of ["", "guess", `${secret}x`, `${secret}, ${secret}`]) {
      const headers = { ...person, [proxySecretHeader]: given }
      assert.strictEqual((yield* anywhere.get("/", { headers })).status, 401, given)
    }
    const both = { ...bySecret, byAddress: true }
    assert.strictEqual((yield* (yield* behind(both, proxy)).get("/", { headers: right })).status, 200)
    assert.strictEqual((yield* (yield* behind(both, proxy)).get("/", { headers: person })).status, 401)
    assert.strictEqual((yield* (yield* behind(both, "203.0.113.7")).get("/", { headers: right })).status, 401)
  })

  it("believes no one where neither is configured", function* () {
    const browser = yield* behind({ header, byAddress: false, secret: null }, proxy)
    assert.strictEqual((yield* browser.get("/", { headers: person })).status, 401)
  })

  it("tells a person who is not in the file so, and nothing else", function* () {
    const browser = yield* behind(byAddress, proxy)
    for (const name of ["E. Nobody", "__proto__", "Adélaïde", '"><script>alert(1)</script>']) {
      // A header holds bytes.
      const headers = { "x-person": Buffer.from(name).toString("latin1") }
      const { status, text } = yield* browser.get(doubtfulPath, { headers })
      assert.strictEqual(status, 403, name)
      assert.notMatch(text, inside)
      assert.notMatch(text, /<script|method="post"/)
    }
    const { text } = yield* browser.get("/", {
      headers: { "x-person": Buffer.from("Adélaïde").toString("latin1") },
    })
    assert.include(text, "signed in as Adélaïde")
  })
})
