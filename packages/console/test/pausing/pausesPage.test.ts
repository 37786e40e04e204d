import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { Payouts, StoreError } from "@cauri/core"
import { SharedState } from "@cauri/core/adapter"
import { DeedRecords } from "../../src/deeds/recordDeed.ts"
import { payout } from "../serving/world.ts"
import { inWorld } from "../serving/browsing.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const person = { by: "A colleague", reason: "The service is down." }
const scopes = Effect.map(
  Effect.flatMap(SharedState, (shared) => shared.pauses()),
  (pauses) => pauses.map(({ scope }) => scope).toSorted(),
)

/** Where the first hold of a page is lifted. */
const liftIn = (text: string): string =>
  (/href="(\/pauses\/resume\?scope=[^"]+)"/.exec(text)?.[1] ?? "").replaceAll("&#38;", "&").replaceAll("&amp;", "&")

describe("holds on the page", () => {
  it("are never said to be in force where another person's is, and a person's stands beside the program's own", function* (browser) {
    yield* (yield* SharedState).pause({
      scope: "project/shop",
      reason: "ip_denied",
      by: "cauri",
      since: 0,
      credentials: null,
    })
    const first = { ...person, scope: "project", project: "shop" }
    assert.strictEqual((yield* browser.submit("/pauses", first)).headers.get("location"), "/pauses?done=set")
    const other = yield* browser.submit("/pauses", { ...first, by: "Another colleague", reason: "Fraud." })
    assert.strictEqual(other.status, 422)
    assert.include(other.text, "A colleague has paused this already. Your pause was not added")
    assert.include(other.text, "Fraud.")
    const own = yield* browser.submit("/pauses", { ...first, by: "cauri" })
    assert.include(own.text, 'id="by-wrong"')
    const french = (yield* browser.get("/pauses?language=fr")).text
    assert.include(french, "adresse IP non autorisée")
    assert.include(french, "Par le programme lui-même · Depuis")
    assert.include(french, 'Par <bdi class="said">A colleague</bdi> · Depuis')
    const { text } = yield* browser.get("/pauses?language=en")
    assert.include(text, "By the program itself · Since")
    assert.notInclude(text, "cauri</bdi>")
    assert.lengthOf([...text.matchAll(/<h3>Project shop<\/h3>/g)], 2)
  })

  it("are lifted as they were shown: one that was set since stays, and its page is asked for in both languages", function* (browser) {
    yield* browser.submit("/pauses", { ...person, scope: "operator", project: "shop", operator: "Baobab / B" })
    const resume = liftIn((yield* browser.get("/pauses")).text)
    const form = /name="form" value="([^"]+)"/.exec((yield* browser.get(resume)).text)?.[1] ?? ""
    const scope = "operator/shop/Baobab / B"
    const refused = yield* browser.submit("/pauses/resume", {
      form,
      scope,
      since: "0",
      by: "B. Colleague",
      reason: "",
    })
    assert.strictEqual(refused.status, 422)
    const french = /href="([^"]+language=fr)"/.exec(refused.text)?.[1] ?? ""
    assert.include((yield* browser.get(french.replaceAll("&#38;", "&"))).text, "Baobab / B")
    const shared = yield* SharedState
    yield* shared.resume(scope)
    yield* shared.pause({ scope, reason: "fraud", by: "C. Colleague", since: 7, credentials: null })
    const late = yield* browser.submit("/pauses/resume", {
      form,
      scope,
      since: "0",
      by: "B. Colleague",
      reason: "Over.",
    })
    assert.strictEqual(late.headers.get("location"), "/pauses?done=gone")
    assert.deepStrictEqual(yield* scopes, [scope])
  })

  it("show no number and no address that a person wrote into a reason", function* (browser) {
    yield* browser.submit("/pauses", {
      by: "A colleague",
      reason: "22670000001, someone@mail.example",
      scope: "payouts",
    })
    const { text } = yield* browser.get("/pauses")
    const page = yield* browser.get(liftIn(text))
    for (const each of [text, page.text]) {
      for (const personal of ["22670000001", "someone@mail.example"]) assert.notInclude(each, personal)
    }
  })

  it("are set for payouts, a project, one of its kinds, or an operator", function* (browser) {
    assert.include((yield* browser.get("/pauses")).text, "Nothing is paused")
    const forms: ReadonlyArray<Readonly<Record<string, string>>> = [
      { scope: "payouts" },
      { scope: "project", project: "shop" },
      { scope: "payins", project: "shop" },
      { scope: "projectPayouts", project: "shop" },
      { scope: "operator", project: "shop", operator: "Baobab / B" },
    ]
    for (const form of forms) {
      const set = yield* browser.submit("/pauses", { ...person, ...form })
      assert.strictEqual(set.headers.get("location"), "/pauses?done=set", JSON.stringify(form))
    }
    assert.deepStrictEqual(yield* scopes, [
      "operator/shop/Baobab / B",
      "payouts",
      "project/shop",
      "project/shop/payins",
      "project/shop/payouts",
    ])
    const { text } = yield* browser.get("/pauses?done=set")
    for (const name of [
      "All payouts",
      "Project shop",
      "Payins of shop",
      "Payouts of shop",
      "Operator Baobab / B of shop",
    ]) {
      assert.include(text, `<h3>${name}</h3>`)
    }
    assert.include(text, "The pause is in force.")
    assert.include(text, '<bdi class="said">The service is down.</bdi>')
  })

  it("are refused beside the field that is wrong, with everything still there", function* (browser) {
    const wrong = Effect.fnUntraced(function* (form: Readonly<Record<string, string>>) {
      const { status, text } = yield* browser.submit("/pauses", form)
      assert.strictEqual(status, 422)
      const found = [...text.matchAll(/id="([a-z]+)-wrong"/g)].map(([, name]) => name)
      return { found, text }
    })
    assert.deepStrictEqual((yield* wrong({})).found, ["scope", "by", "reason"])
    assert.deepStrictEqual((yield* wrong({ ...person, scope: "everything" })).found, ["scope"])
    assert.deepStrictEqual((yield* wrong({ ...person, scope: "project" })).found, ["project"])
    assert.deepStrictEqual((yield* wrong({ ...person, scope: "operator", project: "a b" })).found, [
      "project",
      "operator",
    ])
    const { found, text } = yield* wrong({ ...person, scope: "payins", project: "a/b", operator: "<b>" })
    assert.deepStrictEqual(found, ["project"])
    assert.match(text, /value="payins" checked=""/)
    assert.match(text, /id="project"[^>]* value="a\/b"/)
    assert.match(text, /id="operator"[^>]* value="&#60;b&#62;"/)
    assert.deepStrictEqual(yield* scopes, [])
  })

  it("are resumed by a person with a reason, which is recorded first", function* (browser) {
    const lines: Array<string> = []
    const records = { write: (line: string) => Effect.sync(() => void lines.push(line)) }
    yield* browser.submit("/pauses", { ...person, scope: "operator", project: "shop", operator: "Baobab" })
    const { text } = yield* browser.get("/pauses")
    const resume = liftIn(text)
    assert.include((yield* browser.get(resume)).text, "Operator Baobab of shop")
    const send = (form: Readonly<Record<string, string>>) =>
      browser
        .submit("/pauses/resume", { scope: "operator/shop/Baobab", since: "0", ...form })
        .pipe(Effect.provideService(DeedRecords, records))
    const page = yield* browser.get(resume)
    const form = /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? ""
    const nameless = yield* send({ form, by: "", reason: "It is over." })
    assert.strictEqual(nameless.status, 422)
    assert.include(nameless.text, 'id="by-wrong"')
    assert.isEmpty(lines)
    const full = { write: () => Effect.fail(new StoreError({ operation: "record", cause: "the disk is full" })) }
    const unrecorded = yield* browser
      .post("/pauses/resume", {
        form,
        scope: "operator/shop/Baobab",
        since: "0",
        by: "Another colleague",
        reason: "It is over.",
      })
      .pipe(Effect.provideService(DeedRecords, full))
    assert.strictEqual(unrecorded.status, 503)
    assert.deepStrictEqual(yield* scopes, ["operator/shop/Baobab"], "what is not recorded is not done")
    const resumed = yield* send({ form, by: "Another colleague", reason: "It is over." })
    assert.strictEqual(resumed.headers.get("location"), "/pauses?done=resumed")
    assert.deepInclude(JSON.parse(lines[0] ?? ""), {
      record: "resume",
      scope: "operator/shop/Baobab",
      by: "Another colleague",
    })
    assert.deepStrictEqual(yield* scopes, [])
    assert.strictEqual(
      (yield* send({ form, by: "Another colleague", reason: "Again." })).headers.get("location"),
      "/pauses?done=gone",
    )
    assert.strictEqual((yield* browser.get(resume)).headers.get("location"), "/pauses?done=gone")
  })

  it("stay for payouts while an unsent one cannot be read, which is said and not recorded as done (O16)", function* (browser, script) {
    const lines: Array<string> = []
    const records = { write: (line: string) => Effect.sync(() => void lines.push(line)) }
    yield* (yield* Payouts).create(payout("salary-1", 145_000), { sendLater: true })
    script.unreadable.add("salary-1")
    yield* browser.submit("/pauses", { ...person, scope: "payouts" })
    const resume = liftIn((yield* browser.get("/pauses")).text)
    const form = /name="form" value="([^"]+)"/.exec((yield* browser.get(resume)).text)?.[1] ?? ""
    const given = { form, scope: "payouts", since: "0", by: "A. Colleague", reason: "It is over." }
    const refused = yield* browser.submit("/pauses/resume", given).pipe(Effect.provideService(DeedRecords, records))
    assert.strictEqual(refused.status, 422)
    assert.include(refused.text, "payout shop/salary-1: A payout cannot be read and may have been sent")
    assert.deepStrictEqual(yield* scopes, ["payouts"])
    assert.isEmpty(lines)
  })
})
