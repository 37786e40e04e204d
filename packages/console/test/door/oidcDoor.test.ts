/** Signing in at a real OpenID provider, and everything that must not let anyone in. */
import { afterEach, assert, describe, vi, it as plainIt } from "@effect/vitest"
import { Clock, Effect, Redacted } from "effect"
import { oidcDoor } from "../../src/door/oidcDoor.ts"
import { browserAt } from "../serving/browsing.ts"
import { doubtfulPath, inShop, refusedEverywhere, newPeople, secrets, standing } from "./doors.ts"
import { client, type ProviderOptions, signInAt, startProvider } from "./provider.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inShop, plainIt.live)

const origin = "http://127.0.0.1:4600"
const mail = "a.colleague@shop.example"

const behindProvider = Effect.fnUntraced(function* (
  options: Partial<ProviderOptions> & { readonly claim?: string } = {},
) {
  const issuer = yield* startProvider({ origin, ...options })
  const { people, write } = yield* newPeople
  write({ [mail]: { may: ["look", "decide"] }, "b.colleague@shop.example": { may: ["look"] } })
  const provider = {
    issuer,
    clientId: client.clientId,
    clientSecret: Redacted.make(client.clientSecret),
    claim: options.claim ?? "email",
  }
  const door = oidcDoor(standing(people, origin), { origin: new URL(origin), secrets }, provider)
  return { browser: yield* browserAt(door), door, people, provider }
})

type Given = Effect.Success<ReturnType<typeof behindProvider>>
const test = itWithin(
  (body: (given: Given) => ReturnType<Parameters<typeof inShop>[0]>) =>
    inShop(() => Effect.flatMap(behindProvider(), body)),
  plainIt.live,
)

type Browser = Effect.Success<ReturnType<typeof browserAt>>

const begun = (browser: Browser, path = "/enter/begin") =>
  Effect.map(browser.get(path), ({ headers, status }) => {
    assert.strictEqual(status, 303)
    return headers.get("location") ?? ""
  })

/** Comes back from the provider to the console. */
const comeBack = (browser: Browser, { pathname, search }: URL) => browser.get(`${pathname}${search}`)

const signIn = Effect.fnUntraced(function* (browser: Browser, login = mail) {
  return yield* comeBack(browser, yield* signInAt(yield* begun(browser), login))
})

/** Signs in from the page at this address, as a person who is sent to the sign-in. */
const signInFrom = Effect.fnUntraced(function* (browser: Browser, path: string) {
  const { text } = yield* browser.get(path)
  const [, begin = ""] = /href="(\/enter\/begin[^"]*)"/.exec(text) ?? []
  const entered = yield* comeBack(browser, yield* signInAt(yield* begun(browser, begin), mail))
  return entered.headers.get("location")
})

const staysOut = Effect.fnUntraced(function* (browser: Browser, path: string) {
  const { headers, status, text } = yield* browser.get(path)
  assert.strictEqual(status, 403)
  assert.include(text, "The sign-in did not succeed")
  assert.notInclude(headers.getSetCookie().join(), "session")
  assert.strictEqual((yield* browser.get("/")).status, 401)
})

afterEach(() => void vi.useRealTimers())

describe("the door of an OpenID provider", () => {
  test("shows the sign-in and nothing else to someone unknown, on every path", function* ({ browser }) {
    yield* refusedEverywhere(browser, 401, 'href="/enter/begin?next=%2F')
  })

  it("sends a person to the provider with PKCE, state and nonce, and lets them in when they come back", function* () {
    const { browser } = yield* behindProvider()
    const { searchParams } = new URL(yield* begun(browser))
    assert.strictEqual(searchParams.get("response_type"), "code")
    assert.strictEqual(searchParams.get("code_challenge_method"), "S256")
    for (const name of ["state", "nonce", "code_challenge"]) assert.isAtLeast(searchParams.get(name)?.length ?? 0, 40)
    assert.notInclude([...browser.cookies.values()].join(), searchParams.get("state") ?? "")
    const entered = yield* signIn(browser)
    assert.deepStrictEqual([entered.status, entered.headers.get("location")], [303, "/"])
    const page = yield* browser.get(doubtfulPath)
    assert.strictEqual(page.status, 200)
    assert.include(page.text, `Signed in as ${mail}`)
    assert.strictEqual((yield* browser.get(`${doubtfulPath}/completed`)).status, 200)
    assert.strictEqual((yield* browser.get(`${doubtfulPath}/reveal`)).status, 403)
    yield* browser.post("/leave", {})
    assert.strictEqual((yield* browser.get("/")).status, 401)
  })

  it("lets no one in by an ID token that the provider's published keys have not signed", function* () {
    const { browser } = yield* behindProvider({ foreignKeys: true })
    const back = yield* signInAt(yield* begun(browser), mail)
    yield* staysOut(browser, `${back.pathname}${back.search}`)
  })

  test("leads a person to the page that they asked for, and to no other site", function* ({ browser }) {
    assert.strictEqual(yield* signInFrom(browser, "/?list=all&kind=payout"), "/?list=all&kind=payout")
    for (const path of ["/enter?next=%2F%2Fother.example", "/enter?next=https%3A%2F%2Fother.example"]) {
      yield* browser.post("/leave", {})
      assert.strictEqual(yield* signInFrom(browser, path), "/", path)
    }
  })

  test("refuses another state, and a return that this browser did not begin", function* ({ browser, door }) {
    const back = yield* signInAt(yield* begun(browser), mail)
    const stranger = yield* browserAt(door)
    yield* staysOut(stranger, `${back.pathname}${back.search}`)
    const forged = new URL(back)
    forged.searchParams.set("state", "guess")
    yield* staysOut(browser, `${forged.pathname}${forged.search}`)
    // What the sign-in began with is spent, also for the right state.
    yield* staysOut(browser, `${back.pathname}${back.search}`)
  })

  test("refuses an ID token for another nonce", function* ({ browser }) {
    const begin = new URL(yield* begun(browser))
    begin.searchParams.set("nonce", "another-nonce")
    const back = yield* signInAt(begin.href, mail)
    yield* staysOut(browser, `${back.pathname}${back.search}`)
  })

  it("refuses a code that was begun with another challenge, and one from another browser's sign-in", function* () {
    const { browser, door } = yield* behindProvider()
    const stranger = yield* browserAt(door)
    const theirs = yield* signInAt(yield* begun(stranger), "b.colleague@shop.example")
    const own = new URL(yield* begun(browser))
    const injected = new URL(theirs)
    injected.searchParams.set("state", own.searchParams.get("state") ?? "")
    yield* staysOut(browser, `${injected.pathname}${injected.search}`)
  })

  test("refuses a code that is too old, and one that was used", function* ({ browser }) {
    const back = yield* signInAt(yield* begun(browser), mail)
    const now = yield* Clock.currentTimeMillis
    vi.useFakeTimers({ toFake: ["Date"], now: now + 5 * 60_000 })
    yield* staysOut(browser, `${back.pathname}${back.search}`)
    vi.useRealTimers()
    const other = yield* signInAt(yield* begun(browser), mail)
    const kept = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")
    assert.strictEqual((yield* comeBack(browser, other)).status, 303)
    const again = yield* browser.get(`${other.pathname}${other.search}`, { cookie: kept })
    assert.strictEqual(again.status, 403)
  })

  test("refuses what the provider refused, and a return without anything", function* ({ browser }) {
    const state = new URL(yield* begun(browser)).searchParams.get("state") ?? ""
    yield* staysOut(browser, `/enter/return?error=access_denied&state=${state}`)
    yield* begun(browser)
    yield* staysOut(browser, "/enter/return")
    yield* begun(browser)
    yield* staysOut(browser, "/enter/return?code=guess&state=guess&iss=https%3A%2F%2Fother.example")
  })

  test("tells a person who is not in the file so, and nothing else", function* ({ browser }) {
    assert.strictEqual((yield* signIn(browser, "c.nobody@shop.example")).status, 303)
    yield* refusedEverywhere(browser, 403, "You are signed in as c.nobody@shop.example")
  })

  it("takes no mail address that the provider has not verified, and no claim that is missing", function* () {
    const unverified = yield* behindProvider({ verified: false })
    assert.strictEqual((yield* signIn(unverified.browser)).status, 403)
    const missing = yield* behindProvider({ claim: "staff_number" })
    assert.strictEqual((yield* signIn(missing.browser)).status, 403)
    const subject = yield* behindProvider({ claim: "sub", verified: false })
    assert.strictEqual((yield* signIn(subject.browser)).status, 303)
  })

  test("says that the provider does not answer, and asks it again the next time", function* ({ people, provider }) {
    const issuer = new URL("http://127.0.0.1:9")
    const door = oidcDoor(standing(people, origin), { origin: new URL(origin), secrets }, { ...provider, issuer })
    const { status, text } = yield* (yield* browserAt(door)).get("/enter/begin")
    assert.strictEqual(status, 503)
    assert.include(text, "The sign-in service does not answer")
  })

  test("answers at its own address only, also where a person comes back", function* ({ browser }) {
    for (const path of ["/enter", "/enter/begin", "/enter/return?code=x"]) {
      for (const host of ["other.example", "127.0.0.1:4600, other.example"]) {
        assert.strictEqual((yield* browser.get(path, { headers: { host } })).status, 421, `${path} ${host}`)
      }
    }
  })
})
