/** Statements on the pages: a file is uploaded, read as a person corrects it, imported once, and compared; and nothing decides by itself. */
import { assert, describe } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, Review } from "@cauri/core"
import { DeedRecords } from "../../src/deeds/recordDeed.ts"
import { statementsIn } from "../../src/statements/kept.ts"
import { type Browser, hiddenIn, inWorld, valueOf } from "../serving/browsing.ts"
import { doubtful, paidIn, payin, payout, storedPayment } from "../serving/world.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

const person = { by: "A colleague", reason: "monthly" }
const header = "time;kind;amount;number;balance"
/** A file of these lines, with the balances of its whole time. */
const fileOf = (name: string, from: string, before: string, ...lines: ReadonlyArray<string>) => {
  const spent = lines.reduce((sum, line) => sum + Number(line.split(";")[2]), 0)
  const text = [header, `${from};opening;;;${spent}`, ...lines, `${before};closing;;;0`].join("\r\n")
  return { name, text }
}
const may = fileOf(
  "may <b>.csv",
  "1970-01-01",
  "1970-01-10",
  "1970-01-01 00:01:00;payout;7000;22670000001;",
  "1970-01-02 00:01:00;payout;9999;70000009;",
)

const decoded = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Imports a file. */
const imported = (browser: Browser, file = may, typed: Readonly<Record<string, string>> = {}) =>
  browser.upload("/statements", { project: "shop", ...person, ...typed }, file)

/** A file with one line of this day. */
const next = (name: string, day: string, until: string) =>
  fileOf(name, `1970-01-${day}`, `1970-01-${until}`, `1970-01-${day} 10:00;payout;1;70000009;`)

const compare = "/statements/compare?project=shop&from=1970-01-01&to=1970-01-09"
const all = statementsIn({ limit: 100 })
const plain = (text: string) =>
  decoded(text)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\s\u00A0]+/g, " ")

describe("a statement on the pages", () => {
  it("is imported with a name and a reason, and says what it covers", function* (browser) {
    const empty = yield* browser.get("/statements")
    assert.include(empty.text, "the only trace of a payout that a lost store has forgotten")
    const records: Array<string> = []
    const sent = yield* imported(browser).pipe(
      Effect.provideService(DeedRecords, { write: (line) => Effect.sync(() => void records.push(line)) }),
    )
    assert.strictEqual(sent.headers.get("location"), "/statements?project=shop&done=1&counted=2&contradicted=0")
    assert.match(records.join(""), /"record":"import".*"by":"A colleague".*"reason":"monthly"/)
    const list = yield* browser.get("/statements?project=shop&done=1&counted=2")
    assert.include(plain(list.text), "Statement 1 is imported: 2 lines, 2 of them new. It covers: the whole project.")
    assert.include(list.text, "&#60;b&#62;.csv")
    const [statement] = yield* all
    assert.deepInclude(statement, { covers: [""], lines: 2, by: "A colleague" })
    const again = yield* imported(browser)
    assert.strictEqual(again.headers.get("location"), "/statements?project=shop&already=1")
    assert.include((yield* browser.get("/statements?already=1")).text, "Nothing was added")
    assert.lengthOf(yield* all, 1)
    assert.include((yield* browser.get("/statements?language=fr&done=1&counted=2")).text, "Relevé 1 importé")
  })

  it("is refused with the rows that cannot be read", function* (browser) {
    const wrong = { name: "wrong.csv", text: `${header}\n1970-01-02;payout;5,5;;\n1970-01-02;gift;5;;` }
    const { status, text } = yield* imported(browser, wrong)
    assert.strictEqual(status, 422)
    assert.include(plain(text), "Nothing was imported: these rows cannot be read.")
    assert.include(plain(text), "line 2: its amount is no whole number of francs")
    assert.include(plain(text), "line 3: its kind is none of")
    assert.include((yield* imported(browser, { name: "empty.csv", text: header })).text, "This file has no row.")
    assert.deepStrictEqual(yield* all, [])
  })

  it("is refused as an upload without a project, a person or a readable file, and when it is too large", function* (browser) {
    const wrong = Effect.fnUntraced(function* (form: Readonly<Record<string, string>>, file: typeof may | null) {
      const { status, text } = yield* browser.upload("/statements", form, file)
      assert.strictEqual(status, 422)
      return [...text.matchAll(/id="([a-z]+)-wrong"/g)].map(([, name]) => name)
    })
    assert.deepStrictEqual(yield* wrong({}, null), ["project", "file", "by", "reason"])
    assert.deepStrictEqual(
      yield* wrong({ project: "shop", ...person }, { name: "book.xlsx", text: "PK\u0003\u0004\u0000" }),
      ["file"],
    )
    const large = { name: "large.csv", text: "x".repeat(9_000_000) }
    const tooLarge = yield* browser.upload("/statements", { project: "shop", by: "A" }, large)
    assert.strictEqual(tooLarge.status, 413)
    assert.include(tooLarge.text, "larger than 8 MiB")
    const broken = yield* browser.post(
      "/statements",
      {},
      { headers: { "content-type": "multipart/form-data; boundary=x" } },
    )
    assert.strictEqual(broken.status, 422)
    const elsewhere = yield* browser.upload("/pauses", {}, may)
    assert.strictEqual(elsewhere.status, 415)
    const outside = yield* browser.upload("/statements", { project: "shop", by: "A" }, may, { cookie: null })
    assert.strictEqual(outside.status, 401)
    assert.deepStrictEqual(yield* all, [])
  })

  it("replaces one that was read wrongly, and tells gaps and overlaps", function* (browser) {
    yield* imported(browser)
    yield* imported(browser, next("b.csv", "05", "13"))
    yield* imported(browser, next("c.csv", "20", "21"))
    const open = { name: "open.csv", text: "time;kind;amount\n1970-01-25;payout;5" }
    assert.include((yield* imported(browser, open)).headers.get("location"), "done=4")
    assert.include((yield* browser.get("/statements?done=4&counted=1")).text, "It covers nothing")
    const { text } = yield* browser.get("/statements")
    assert.include(plain(text), "Statements 1 and 2 overlap")
    assert.include(plain(text), "No statement covers 1970-01-13 to 1970-01-19.")
    assert.strictEqual((yield* imported(browser, may, { replaces: "9" })).status, 422)
    const done = yield* imported(browser, next("e.csv", "06", "08"), { replaces: "1" })
    assert.strictEqual(done.status, 303)
    assert.include(plain((yield* browser.get("/statements")).text), "replaced by 5")
    yield* imported(browser, next("other.csv", "07", "08"), { project: "other" })
    const other = yield* browser.get("/statements")
    assert.match(other.text, /<option value="other" selected/)
    assert.include((yield* browser.get("/statements?project=shop")).text, "replaced by 5")
  })

  it("lists ten at a time", function* (browser) {
    for (let index = 1; index <= 12; index++) {
      const file = {
        name: `${index}.csv`,
        text: `time;kind;amount;number\n1970-01-0${(index % 9) + 1};payout;${index};7000000${index % 10}`,
      }
      assert.strictEqual((yield* imported(browser, file)).status, 303)
    }
    const { text } = yield* browser.get("/statements")
    assert.include(text, "Statement 12</a>")
    assert.notInclude(text, "Statement 2</a>")
    const older = decoded(/href="([^"]+below=3)"/.exec(text)?.[1] ?? "")
    const last = yield* browser.get(older)
    assert.include(last.text, "Statement 1</a>")
    assert.notInclude(last.text, "Older statements")
  })
})

describe("a comparison on the pages", () => {
  it("answers its questions, and proposes decisions that a person takes with the line as evidence", function* (browser, script) {
    yield* TestClock.adjust("1 hour")
    yield* doubtful(script, payout("salary-1", 7_000, { phone: "22670000001" }))
    yield* doubtful(script, payout("salary-2", 5_000, { phone: "22670000002" }))
    yield* doubtful(script, payout("salary-3", 4_000, { phone: "22670000003" }))
    yield* paidIn(script, payin("order-1", 12_500))
    yield* TestClock.adjust("9 days")
    yield* browser.enter
    assert.include((yield* browser.get("/statements/compare")).text, "Choose a project and a period.")
    assert.strictEqual((yield* browser.get("/statements/compare?project=a%20b&from=1&to=2")).status, 400)
    yield* imported(
      browser,
      fileOf(
        "may.csv",
        "1970-01-01",
        "1970-01-10",
        "1970-01-01 01:01:00;payout;7000;22670000001;",
        "1970-01-01 01:01:00;payout;3999;22670000003;",
        "1970-01-02 00:01:00;payout;9999;70000009;",
      ),
    )
    const page = yield* browser.get(compare)
    const told = plain(page.text)
    for (const part of [
      "Payouts in doubt (3)",
      "completed: statement 1, line 3, -7,000 F CFA, 1970-01-01 01:01:00Z",
      "not completed: the time is covered whole, and no line fits",
      "unclear: a line may be it",
      "In theirs and not in ours (2)",
      "In ours and not in theirs (1)",
      "They differ by 12,500 F CFA.",
    ])
      assert.include(told, part)
    const links = [...page.text.matchAll(/href="(\/payments\/[^"]+evidence=[^"]+)"/g)].map(([, link = ""]) =>
      decoded(link),
    )
    assert.lengthOf(links, 2)
    for (const id of ["salary-1", "salary-2", "salary-3"]) {
      assert.strictEqual((yield* storedPayment("payout", id)).state._tag, "in_doubt", id)
    }
    const [completed = "", not = ""] = links
    const form = yield* browser.get(completed)
    assert.include(valueOf(form, "evidence"), "statement 1, line 3, -7,000")
    assert.include(valueOf(yield* browser.get(not), "evidence"), "The statements 1 cover the whole time")
    const [path = ""] = completed.split("?")
    const decided = yield* browser.post(path, {
      asOf: hiddenIn(form.text, "asOf"),
      evidence: valueOf(form, "evidence"),
      ...person,
      amount: "7000",
    })
    assert.strictEqual(decided.status, 303)
    assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "completed")
    const after = plain((yield* browser.get(compare)).text)
    assert.include(after, "In both, with the same amount (1)")
    assert.include(
      plain((yield* browser.get(`${compare}&language=fr`)).text),
      "Des deux côtés, avec le même montant (1)",
    )
    const day = plain((yield* browser.get("/day?day=1970-01-02&language=en")).text)
    assert.match(day, /Statement of the day .* Went out 0 F CFA 9,999 F CFA They differ by 9,999 F CFA/)
    assert.notInclude((yield* browser.get("/day?day=1970-02-02")).text, "Statement of the day")
  })

  it("shows a contradiction with both sides, and leads to it from the worklist", function* (browser) {
    yield* TestClock.adjust("1 hour")
    const payouts = yield* Payouts
    yield* payouts.create(payout("salary-1", 7_000, { phone: "22670000001" }), { sendLater: true })
    const { key } = yield* storedPayment("payout", "salary-1")
    yield* payouts.cancel(key, "A colleague")
    yield* browser.enter
    const line = "1970-01-01 01:01:00;payout;7000;22670000001;"
    const sent = yield* imported(browser, fileOf("may.csv", "1970-01-01", "1970-01-10", line))
    assert.include(sent.headers.get("location"), "contradicted=1")
    assert.include((yield* browser.get(sent.headers.get("location") ?? "")).text, "It contradicts 1 payment")
    const told = plain((yield* browser.get(compare)).text)
    assert.match(told, /One side says that it moved, and the other that it did not \(1\) .*salary-1 .*Cancelled moved/)
    assert.include((yield* browser.get("/?list=flagged")).text, "salary-1")
    assert.include(plain((yield* browser.get("/payments/payout/shop/salary-1")).text), "statement 1, line 3")
  })

  it("cuts long lists with their count, and leads to the rest", function* (browser) {
    const rows = Array.from({ length: 450 }, (_, index) => `1970-01-01 00:01:00;payout;${index + 1};70000009;`)
    yield* imported(browser, fileOf("long.csv", "1970-01-01", "1970-01-10", ...rows))
    const { text } = yield* browser.get(compare)
    assert.include(text, "20 of 450 are shown.")
    assert.lengthOf([...text.matchAll(/line \d+, /g)], 20)
    const follow = (page: string, label: string) =>
      browser.get(decoded(new RegExp(`href="([^"]+)"[^>]*>${label}<`).exec(page)?.[1] ?? ""))
    const first = yield* follow(text, "Show more")
    assert.lengthOf([...first.text.matchAll(/line \d+, /g)], 200)
    const last = yield* follow((yield* follow(first.text, "Next page")).text, "Next page")
    assert.lengthOf([...last.text.matchAll(/line \d+, /g)], 50)
    assert.notInclude(last.text, "Next page")
    assert.include((yield* browser.get(`${compare}&list=theirs&skip=x`)).text, "Whole comparison")
  })
})

describe("a payout that waits for a statement", () => {
  it.effect("says so before a person tries, and leads to the upload", () =>
    inWorld(
      (browser) =>
        Effect.gen(function* () {
          yield* (yield* Payouts).create(payout("salary-1", 7_000), { sendLater: true })
          yield* TestClock.adjust("1 day")
          yield* browser.enter
          yield* (yield* Review).restored("A colleague", "the disk was lost")
          yield* TestClock.adjust("3 days")
          yield* browser.enter
          const path = "/payments/payout/shop/salary-1"
          assert.notInclude((yield* browser.get(path)).text, `href="${path}/send_again"`)
          const shut = yield* browser.get(`${path}/send_again`)
          assert.strictEqual(shut.status, 409)
          assert.match(plain(shut.text), /No statement covers 1970-01-01 00:00:00Z to 1970-01-02/)
          assert.include(shut.text, 'href="/statements?project=shop"')
          const list = yield* browser.get("/statements?project=shop")
          assert.include(plain(list.text), "A restored store forgot what happened")
          yield* imported(browser)
          assert.notInclude(plain((yield* browser.get("/statements")).text), "A restored store forgot")
          assert.include((yield* browser.get(`${path}/send_again`)).text, 'name="amount"')
        }),
      true,
      { approvals: { statementAfterRestore: true } },
    ),
  )
})
