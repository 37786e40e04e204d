/** Named accounts: hostile names and passwords, too many tries, sessions, and what each person may do. */
import { assert, describe } from "@effect/vitest"
import { Effect, Redacted, Schema } from "effect"
import { TestClock } from "effect/testing"
import { accountsDoor } from "../../src/door/accountsDoor.ts"
import { Documents } from "@cauri/core/adapter"
import { hashOf, isPassword, PasswordHash } from "../../src/door/passwords.ts"
import { leftSessionsIn } from "../../src/door/sessions.ts"
import { makeTries } from "../../src/door/tries.ts"
import { DeedRecords } from "../../src/deeds/recordDeed.ts"
import { type Browser, browserAt, hiddenIn } from "../serving/browsing.ts"
import { doubtfulPath, inShop, refusedEverywhere, inside, newPeople, password, secrets, standing } from "./doors.ts"
import { itWithin } from "@cauri/house/it"
import { it as itAlone } from "../it.ts"

const it = itWithin(inShop)

const origin = "https://console.shop.example"

const behindDoor = Effect.gen(function* () {
  const given = yield* newPeople
  const tries = makeTries()
  const door = accountsDoor(standing(given.people, origin), { origin: new URL(origin), secrets }, tries)
  const browser = yield* browserAt(door, { origin, peer: "203.0.113.7" })
  return { ...given, door, browser, tries }
})

type Given = Effect.Success<typeof behindDoor>
const test = itWithin((body: (given: Given) => ReturnType<Parameters<typeof inShop>[0]>) =>
  inShop(() => Effect.flatMap(behindDoor, body)),
)

const signIn = (browser: Browser, name = "A. Colleague", typed = password) =>
  browser.post("/enter", { name, password: typed })

const kept = (browser: Browser) => [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ")

describe("the door of named accounts", () => {
  test("shows the sign-in and nothing else to someone unknown, on every path", function* ({ browser }) {
    yield* refusedEverywhere(browser, 401, 'action="/enter"')
  })

  test("lets the right password in, with a cookie that no script and no other site sends", function* ({ browser }) {
    const entered = yield* signIn(browser)
    assert.deepStrictEqual([entered.status, entered.headers.get("location")], [303, "/"])
    const [session = ""] = entered.headers.getSetCookie()
    assert.match(session, /^__Host-cauri-console-session=[\w.-]+; /)
    for (const part of ["Max-Age=43200", "Path=/", "HttpOnly", "Secure", "SameSite=Lax"]) assert.include(session, part)
    assert.notMatch(session, /Domain|Colleague/)
    const page = yield* browser.get("/")
    assert.strictEqual(page.status, 200)
    assert.include(page.text, "Signed in as A. Colleague")
  })

  it("leads a person to the page that they asked for, past a wrong password and another language", function* () {
    const { browser } = yield* behindDoor
    const asked = "/?list=all&kind=payout"
    const { text } = yield* browser.get(`${asked}&language=fr`)
    const [, other = ""] = /href="(\/enter\?[^"]*language=en)"/.exec(text) ?? []
    const page = yield* browser.get(other.replaceAll("&#38;", "&"))
    assert.include(page.text, '<html lang="en">')
    const next = hiddenIn(page.text, "next").replaceAll("&#38;", "&")
    const wrong = yield* browser.post("/enter", { name: "A. Colleague", password: "wrong", next })
    assert.strictEqual(hiddenIn(wrong.text, "next").replaceAll("&#38;", "&"), asked)
    const entered = yield* browser.post("/enter", { name: "A. Colleague", password, next })
    assert.strictEqual(entered.headers.get("location"), asked)
    yield* browser.post("/leave", {})
    const late = yield* browser.post(`${doubtfulPath}/completed`, {})
    assert.strictEqual(hiddenIn(late.text, "next"), `${doubtfulPath}/completed`)
  })

  test("leads to no other site", function* ({ browser }) {
    for (const next of [
      "//other.example",
      "/\\other.example",
      "\\\\other.example",
      "/\t/other.example",
      "/\n/other.example",
      " //other.example",
      "https://other.example",
      "https:other.example",
      "javascript:alert(1)",
      "other.example",
      `/${"x".repeat(2_000)}`,
      "",
    ]) {
      const entered = yield* browser.post("/enter", { name: "A. Colleague", password, next })
      assert.deepStrictEqual([entered.status, entered.headers.get("location")], [303, "/"], next)
      const shown = yield* browser.get(`/enter?${new URLSearchParams({ next }).toString()}`)
      assert.strictEqual(hiddenIn(shown.text, "next"), "/", next)
    }
  })

  it("says the same of a wrong password, an unknown name and a person without one, and spends as much work", function* () {
    const { browser } = yield* behindDoor
    const texts = new Set<string>()
    for (const [name, typed] of [
      ["A. Colleague", "wrong"],
      ["A. Colleague", `${password} `],
      ["D. Colleague", password],
      ["D. Colleague", ""],
      ["E. Nobody", password],
      ["__proto__", password],
      ["constructor", ""],
    ] as const) {
      const { status, text } = yield* signIn(browser, name, typed)
      assert.strictEqual(status, 403, name)
      assert.notInclude(text, password)
      texts.add(text.replaceAll(/<input id="name"[^>]*>/g, ""))
    }
    assert.strictEqual(texts.size, 1)
    assert.strictEqual((yield* browser.get("/")).status, 401)
  })

  it("takes five wrong tries of a name in a minute, and no longer refuses the right one after it", function* () {
    const { browser } = yield* behindDoor
    for (let tries = 0; tries < 5; tries++) yield* signIn(browser, "A. Colleague", "wrong")
    const many = yield* signIn(browser)
    assert.deepStrictEqual([many.status, many.headers.get("retry-after")], [429, "60"])
    assert.strictEqual((yield* signIn(browser, "B. Colleague")).status, 303)
    yield* TestClock.adjust("1 minute")
    assert.strictEqual((yield* signIn(browser)).status, 303)
  })

  it("lets a person in from their own browser while strangers try their name and all others", function* () {
    const { browser, door, tries } = yield* behindDoor
    yield* signIn(browser)
    yield* browser.post("/leave", {})
    const stranger = yield* browserAt(door, { origin })
    for (let times = 0; times < 5; times++) yield* signIn(stranger, "A. Colleague", "wrong")
    assert.strictEqual((yield* signIn(stranger)).status, 429)
    // Fifty-four more of other names, without the work of each.
    for (let times = 0; times < 54; times++) tries.take("all", 60, 0)
    assert.strictEqual((yield* signIn(stranger, "X", "wrong")).status, 403)
    assert.strictEqual((yield* signIn(stranger, "B. Colleague")).status, 429, "all together are limited")
    assert.strictEqual((yield* signIn(browser)).status, 303)
  })

  test("does not count right tries", function* ({ browser }) {
    for (let times = 0; times < 7; times++) {
      browser.cookies.clear()
      assert.strictEqual((yield* signIn(browser)).status, 303)
    }
  })

  it("forgets a session after twelve hours, when it is left, and when the password changes", function* () {
    const { all, browser, hash, write } = yield* behindDoor
    yield* signIn(browser)
    const before = kept(browser)
    const left = yield* browser.post("/leave", {})
    assert.include(left.headers.get("set-cookie") ?? "", "Max-Age=0")
    assert.strictEqual((yield* browser.get("/", { cookie: before })).status, 401, "a copy is worth nothing either")
    yield* signIn(browser)
    assert.strictEqual((yield* browser.get("/")).status, 200)
    write({ ...all, "A. Colleague": { may: ["look"], password: hash.replace(/.$/, "x") } })
    assert.strictEqual((yield* browser.get("/")).status, 401)
    write(all)
    assert.strictEqual((yield* browser.get("/")).status, 200)
    yield* TestClock.adjust("12 hours")
    assert.strictEqual((yield* browser.get("/")).status, 401)
  })

  test("knows a session on every machine with the secret, and on none without it", function* ({ browser, people }) {
    yield* signIn(browser)
    const cookie = kept(browser)
    const elsewhere = (all: typeof secrets) =>
      Effect.flatMap(
        browserAt(accountsDoor(standing(people, origin), { origin: new URL(origin), secrets: all }), { origin }),
        (machine) => Effect.map(machine.get("/", { cookie }), ({ status }) => status),
      )
    const fresh = Redacted.make("another-secret-of-the-tests-0123456789")
    assert.strictEqual(yield* elsewhere(secrets), 200)
    assert.strictEqual(yield* elsewhere([fresh, ...secrets]), 200, "a secret is changed in two steps")
    assert.strictEqual(yield* elsewhere([fresh]), 401)
    const forged = cookie.replace(
      /(session=[^;]*)([^;])([^;]{8})(;|$)/,
      (_, head, one, rest, end) => `${head}${one === "A" ? "B" : "A"}${rest}${end}`,
    )
    assert.strictEqual((yield* browser.get("/", { cookie: forged })).status, 401)
    const [, browserCookie = ""] = /console-browser=([^;]*)/.exec(cookie) ?? []
    const swapped = `__Host-cauri-console-session=${browserCookie}`
    assert.strictEqual((yield* browser.get("/", { cookie: swapped })).status, 401, "another kind of cookie")
  })

  it("knows a session that was left on no machine, and not after a restart", function* () {
    const left = leftSessionsIn(yield* Documents)
    const { people } = yield* newPeople
    const started = browserAt(accountsDoor(standing(people, origin, left), { origin: new URL(origin), secrets }), {
      origin,
    })
    const [browser, other] = [yield* started, yield* started]
    yield* signIn(browser)
    const cookie = kept(browser)
    assert.strictEqual((yield* other.get("/", { cookie })).status, 200)
    yield* browser.post("/leave", {})
    for (const machine of [browser, other, yield* started])
      assert.strictEqual((yield* machine.get("/", { cookie })).status, 401)
    const [deed] = yield* (yield* Documents).list({ kind: "deed", limit: 1 })
    assert.include(deed?.head, '"record":"leave"')
    yield* signIn(browser)
    assert.strictEqual((yield* browser.get("/")).status, 200)
  })

  it("tells a person who is not in the file so, shows nothing else, and lets them leave", function* () {
    const { browser, write } = yield* behindDoor
    yield* signIn(browser)
    write({})
    yield* refusedEverywhere(browser, 403, "You are signed in as A. Colleague")
    yield* browser.post("/leave", {})
    assert.strictEqual((yield* browser.get("/")).status, 401)
  })

  it("hides and refuses what a person may not do, and shows nothing to one who may not look", function* () {
    const { browser } = yield* behindDoor
    yield* signIn(browser, "B. Colleague")
    const { text } = yield* browser.get(doubtfulPath)
    assert.notMatch(text, /\/(completed|send_again|reveal)"/)
    for (const part of ["completed", "send_again", "reveal"]) {
      assert.strictEqual((yield* browser.get(`${doubtfulPath}/${part}`)).status, 403, part)
      assert.strictEqual((yield* browser.post(`${doubtfulPath}/${part}`, {})).status, 403, part)
    }
    yield* browser.post("/leave", {})
    yield* signIn(browser, "C. Colleague")
    const closed = yield* browser.get(doubtfulPath)
    assert.strictEqual(closed.status, 403)
    assert.notMatch(closed.text, inside)
  })

  test("answers at its own address only, and takes forms from there only", function* ({ browser }) {
    for (const host of ["127.0.0.1:4600", "console.shop.example:8443", "console.shop.example, other.example", ""]) {
      assert.strictEqual((yield* browser.get("/enter", { headers: { host } })).status, 421, host)
    }
    const forwarded = { host: "other.example", "x-forwarded-host": "console.shop.example" }
    assert.strictEqual((yield* browser.get("/enter", { headers: forwarded })).status, 421)
    for (const headers of [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "none" },
      { origin: "https://other.example" },
      { origin: "http://console.shop.example" },
      { origin: "null" },
    ]) {
      const form = { name: "A. Colleague", password }
      assert.strictEqual((yield* browser.post("/enter", form, { headers })).status, 403, JSON.stringify(headers))
    }
  })

  test("records a decision under the person's name and from their address", function* ({ door }) {
    const browser = yield* browserAt(door, { origin, peer: "192.0.2.9" })
    yield* signIn(browser)
    const page = yield* browser.get(`${doubtfulPath}/completed`)
    const form = { by: "Someone else", reason: "The service wrote it.", evidence: "Letter 12", amount: "145000" }
    const headers = { "x-forwarded-for": "198.51.100.1, 203.0.113.7, 192.0.2.8" }
    const lines: Array<string> = []
    const decided = yield* browser
      .post(`${doubtfulPath}/completed`, { ...form, asOf: hiddenIn(page.text, "asOf") }, { headers })
      .pipe(Effect.provideService(DeedRecords, { write: (line) => Effect.sync(() => void lines.push(line)) }))
    assert.strictEqual(decided.status, 303)
    assert.deepInclude(JSON.parse(lines[0] ?? "{}"), {
      record: "decision",
      payment: "payout shop/salary-1",
      by: "A. Colleague",
      from: "203.0.113.7",
    })
  })
})

describe("a password", () => {
  itAlone("is compared by its letters, however they are composed", function* () {
    const hash = yield* hashOf("mot de passe é", 14)
    assert.isTrue(yield* isPassword("mot de passe e\u0301", hash))
    assert.isFalse(yield* isPassword("mot de passe e", hash))
    for (const broken of ["", "mot de passe é", "$scrypt$ln=14,r=8,p=1$$", hash.replace("ln=14", "ln=1")]) {
      assert.isFalse(Schema.is(PasswordHash)(broken), broken)
    }
    assert.isFalse(yield* isPassword("mot de passe é", "$scrypt$ln=14,r=8,p=1$$"))
    assert.notStrictEqual(yield* hashOf("mot de passe é", 14), hash, "each has a salt of its own")
  })
})
