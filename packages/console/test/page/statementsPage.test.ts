/** Statements on the pages: a file is uploaded, read as a person corrects it, imported once, and compared; and nothing decides by itself. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { Payouts, Review } from "@cauri/core"
import { Statements } from "@cauri/core/adapter"
import { DeedRecords } from "../../src/payments/reveal.ts"
import { type Browser, hiddenIn, inWorld, valueOf } from "./browsing.ts"
import { doubtful, paidIn, payin, payout, storedPayment } from "./world.ts"

const person = { by: "A colleague", reason: "monthly" }
const lines = [
  "Relevé;22670000001",
  "Date;Numéro;Débit;Crédit",
  "01/01/1970 00:01:00;22670000001;7 000,00;",
  "02/01/1970 00:01:00;70000009;9 999,00;",
  "Total;;16 999,00;",
]
const may = { name: "may <b>.csv", text: lines.join("\r\n") }

/** Uploads a file, and gives the address of its preview. */
const uploaded = Effect.fnUntraced(function* (
  browser: Browser,
  file = may,
  more: Readonly<Record<string, string>> = {},
) {
  const { headers, status } = yield* browser.upload(
    "/statements",
    { project: "shop", by: "A colleague", ...more },
    file,
  )
  assert.strictEqual(status, 303)
  return headers.get("location") ?? ""
})

const decoded = (text: string): string =>
  text.replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))

/** Everything that the last form of a page would send. */
const fieldsOf = (text: string): Record<string, string> => {
  const all: Record<string, string> = {}
  for (const [, tag = ""] of text.matchAll(/<input ([^>]*)>/g)) {
    const [name, value] = ["name", "value"].map((each) => new RegExp(`(?:^| )${each}="([^"]*)"`).exec(tag)?.[1])
    if (name !== undefined) all[name] = decoded(value ?? "")
  }
  for (const [, name = "", value = ""] of text.matchAll(/<textarea [^>]*name="([^"]+)"[^>]*>\n([^<]*)</g)) {
    all[name] = decoded(value)
  }
  for (const [, name = "", options = ""] of text.matchAll(/<select [^>]*name="([^"]+)"[^>]*>([^]*?)<\/select>/g)) {
    all[name] = decoded(/<option value="([^"]*)" selected/.exec(options)?.[1] ?? "")
  }
  return all
}

/** Imports a file as it is guessed, with what a person types. */
const imported = Effect.fnUntraced(function* (
  browser: Browser,
  file = may,
  typed: Readonly<Record<string, string>> = {},
) {
  const path = yield* uploaded(browser, file)
  const { text } = yield* browser.get(path)
  return yield* browser.post("/statements/preview", { ...fieldsOf(text), ...person, act: "import", ...typed })
})

/** A file with one line of this day. */
const next = (name: string, day: string) => ({ name, text: `Date;Numéro;Débit;Crédit\n${day}/01/1970;70000009;1,00;` })

const days = { from: "1970-01-01", to: "1970-01-09" }
const compare = "/statements/compare?project=shop&from=1970-01-01&to=1970-01-09"
const all = Effect.flatMap(Statements, (statements) => statements.list({ limit: 100 }))
const plain = (text: string) =>
  decoded(text)
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/[\s\u00A0]+/g, " ")

describe("a statement on the pages", () => {
  it.effect("is uploaded, shown as it was read beside the file, and imported with a name and a reason", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        const empty = yield* browser.get("/statements")
        assert.include(empty.text, "the only trace of a payout that a lost store has forgotten")
        const path = yield* uploaded(browser)
        const preview = yield* browser.get(path)
        assert.strictEqual(preview.status, 200)
        assert.include(preview.text, "&#60;b&#62;.csv")
        for (const secret of ["22670000001", "70000009", "<b>"]) assert.notInclude(preview.text, secret)
        assert.include(plain(preview.text), "01/01/1970 00:01:00;226••••••01;7 000,00;")
        assert.include(plain(preview.text), "1970-01-01 00:01:00Z -7,000 F CFA")
        assert.deepStrictEqual(yield* all, [])
        const records: Array<string> = []
        const sent = yield* browser
          .post("/statements/preview", {
            ...fieldsOf(preview.text),
            ...days,
            ...person,
            act: "import",
            opening: "20000",
            closing: "3001",
          })
          .pipe(Effect.provideService(DeedRecords, { write: (line) => Effect.sync(() => void records.push(line)) }))
        assert.strictEqual(sent.headers.get("location"), "/statements?project=shop&done=1&counted=2")
        assert.match(records.join(""), /"record":"import".*"by":"A colleague".*"reason":"monthly"/)
        const list = yield* browser.get("/statements?project=shop&done=1&counted=2")
        assert.include(
          plain(list.text),
          "Statement 1 is imported: 2 lines, 2 of them new. The opening balance and the lines give",
        )
        const [statement] = yield* all
        assert.deepInclude(statement, { account: "", lines: 2, opening: 20_000, closing: 3_001, by: "A colleague" })
        const again = yield* imported(browser)
        assert.strictEqual(again.headers.get("location"), "/statements?project=shop&already=1")
        assert.include((yield* browser.get("/statements?already=1")).text, "Nothing was added")
        assert.lengthOf(yield* all, 1)
        assert.include((yield* browser.get("/statements?language=fr&done=1&counted=2")).text, "Relevé 1 importé")
      }),
    ),
  )

  it.effect("is refused as an upload without a project, a person or a readable file, and when it is too large", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        const wrong = Effect.fnUntraced(function* (form: Readonly<Record<string, string>>, file: typeof may | null) {
          const { status, text } = yield* browser.upload("/statements", form, file)
          assert.strictEqual(status, 422)
          return [...text.matchAll(/id="([a-z]+)-wrong"/g)].map(([, name]) => name)
        })
        assert.deepStrictEqual(yield* wrong({}, null), ["project", "file", "by"])
        assert.deepStrictEqual(
          yield* wrong({ project: "shop", by: "A" }, { name: "book.xlsx", text: "PK\u0003\u0004" }),
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
        assert.isTrue(Option.isNone(yield* (yield* Statements).file("0".repeat(64))))
      }),
    ),
  )

  it.effect("names the lines that it cannot read, and imports none before the form is corrected", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        const file = { name: "bad.csv", text: `${lines.slice(1, 4).join("\n")}\n03/01/1970 00:02:00;70000009;5,50;\n` }
        const { text } = yield* browser.get(yield* uploaded(browser, file))
        assert.include(plain(text), "Line 4: its amount has a fraction")
        assert.notInclude(text, 'value="import"')
        const fields = { ...fieldsOf(text), ...days, ...person }
        const refused = yield* browser.post("/statements/preview", { ...fields, act: "import" })
        assert.strictEqual(refused.status, 422)
        assert.include(refused.text, "Nothing was imported: these lines cannot be read.")
        assert.deepStrictEqual(yield* all, [])
        const corrected = yield* browser.post("/statements/preview", { ...fields, foot: "1", act: "read" })
        assert.strictEqual(corrected.status, 200)
        assert.include(corrected.text, 'value="import"')
        const done = yield* browser.post("/statements/preview", {
          ...fieldsOf(corrected.text),
          ...person,
          act: "import",
          keep: "dashboard",
        })
        assert.strictEqual(done.status, 303)
        const next = { name: "next.csv", text: `${file.text}04/01/1970 00:02:00;70000009;9,50;\n` }
        assert.include((yield* browser.get("/statements")).text, '<option value="dashboard"')
        const kept = yield* browser.get(yield* uploaded(browser, next, { profile: "dashboard" }))
        assert.strictEqual(valueOf(kept, "foot"), "1")
      }),
    ),
  )

  it.effect("says what is wrong beside each field, and forgets no correction", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        const { text } = yield* browser.get(yield* uploaded(browser))
        const wrong = yield* browser.post("/statements/preview", {
          ...fieldsOf(text),
          project: "a b",
          account: "\u0007",
          from: "soon",
          to: "1969-01-01",
          opening: "x",
          closing: "1,5",
          replaces: "9",
          keep: "x".repeat(101),
          zone: "Nowhere/At-all",
          first: "0",
          foot: "-1",
          by: "",
          reason: "",
          delimiter: ";;",
          act: "import",
        })
        assert.strictEqual(wrong.status, 422)
        const found = [...wrong.text.matchAll(/id="([a-z]+)-wrong"/g)].map(([, name]) => name)
        const expected = [
          "first",
          "foot",
          "zone",
          "project",
          "account",
          "from",
          "opening",
          "closing",
          "keep",
          "by",
          "reason",
        ]
        assert.deepStrictEqual(found, expected)
        const backwards = yield* browser.post("/statements/preview", {
          ...fieldsOf(text),
          ...person,
          to: "1969-01-01",
          act: "import",
        })
        assert.include(backwards.text, "The last day lies before the first.")
        const outside = yield* browser.post("/statements/preview", {
          ...fieldsOf(text),
          ...person,
          to: "1970-01-01",
          act: "import",
        })
        assert.include(outside.text, "a line lies outside of the period")
        const french = /href="([^"]+language=fr)"/.exec(outside.text)?.[1] ?? ""
        assert.include((yield* browser.get(decoded(french))).text, "Vérifier le relevé")
        for (const path of ["/statements/preview", `/statements/preview?file=${"0".repeat(64)}`]) {
          assert.strictEqual((yield* browser.get(path)).status, 404)
        }
        assert.strictEqual((yield* browser.post("/statements/preview", { act: "import" })).status, 404)
        assert.deepStrictEqual(yield* all, [])
      }),
    ),
  )

  it.effect("replaces one that was read wrongly, and tells gaps, overlaps and a balance that does not agree", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        yield* imported(browser, may, { ...days, opening: "20000", closing: "3000" })
        const balance = yield* browser.get("/statements?done=1&counted=2")
        assert.include(plain(balance.text), "differ from the closing balance by 1 F CFA")
        yield* imported(browser, next("b.csv", "05"), { from: "1970-01-05", to: "1970-01-12" })
        yield* imported(browser, next("c.csv", "20"), { from: "1970-01-20", to: "1970-01-20" })
        yield* imported(browser, next("d.csv", "21"), { from: "1970-01-21", to: "1970-01-21", account: "Baobab" })
        const { text } = yield* browser.get("/statements")
        assert.include(plain(text), "Statements 1 and 2 overlap")
        assert.include(plain(text), "No statement covers 1970-01-13 to 1970-01-19.")
        assert.include(plain(text), "Baobab")
        yield* imported(browser, may, { ...days, replaces: "2" })
        const done = yield* imported(browser, next("e.csv", "06"), { ...days, replaces: "1" })
        assert.strictEqual(done.status, 303)
        assert.include(plain((yield* browser.get("/statements")).text), "replaced by 5")
        yield* imported(browser, next("other.csv", "07"), { ...days, project: "other" })
        const other = yield* browser.get("/statements")
        assert.match(other.text, /<option value="other" selected/)
        assert.include((yield* browser.get("/statements?project=shop")).text, "replaced by 5")
      }),
    ),
  )

  it.effect("lists ten at a time", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        for (let index = 1; index <= 12; index++) {
          const file = {
            name: `${index}.csv`,
            text: `Date;Numéro;Débit\n0${(index % 9) + 1}/01/1970;7000000${index % 10};${index},00`,
          }
          assert.strictEqual((yield* imported(browser, file, days)).status, 303)
        }
        const { text } = yield* browser.get("/statements")
        assert.include(text, "Statement 12<")
        assert.notInclude(text, "Statement 2<")
        const older = decoded(/href="([^"]+below=3)"/.exec(text)?.[1] ?? "")
        const last = yield* browser.get(older)
        assert.include(last.text, "Statement 1<")
        assert.notInclude(last.text, "Older statements")
      }),
    ),
  )
})

describe("a comparison on the pages", () => {
  it.effect("answers its questions, and proposes decisions that a person takes with the line as evidence", () =>
    inWorld((browser, script) =>
      Effect.gen(function* () {
        yield* TestClock.adjust("1 hour")
        yield* doubtful(script, payout("salary-1", 7_000, { beneficiary: "22670000001" }))
        yield* doubtful(script, payout("salary-2", 5_000, { beneficiary: "22670000002" }))
        yield* doubtful(script, payout("salary-3", 4_000, { beneficiary: "22670000003" }))
        yield* paidIn(script, payin("order-1", 12_500))
        yield* TestClock.adjust("9 days")
        yield* browser.enter
        assert.include((yield* browser.get("/statements/compare")).text, "Choose a project and a period.")
        assert.strictEqual((yield* browser.get("/statements/compare?project=a%20b&from=1&to=2")).status, 400)
        const text = [
          "Date;Numéro;Débit;Crédit",
          "01/01/1970 01:01:00;22670000001;7 000,00;",
          "01/01/1970 01:01:00;22670000003;3 999,00;",
          "02/01/1970 00:01:00;70000009;9 999,00;",
        ].join("\n")
        yield* imported(browser, { name: "may.csv", text }, days)
        const page = yield* browser.get(compare)
        const told = plain(page.text)
        for (const part of [
          "Payouts in doubt (3)",
          "completed: statement 1, line 2, -7,000 F CFA, 1970-01-01 01:01:00Z",
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
          assert.strictEqual((yield* storedPayment("payout", id)).state._tag, "InDoubt", id)
        }
        const [completed = "", not = ""] = links
        const form = yield* browser.get(completed)
        assert.include(valueOf(form, "evidence"), "statement 1, line 2, -7,000")
        assert.include(valueOf(yield* browser.get(not), "evidence"), "The statements 1 cover the whole time")
        const [path = ""] = completed.split("?")
        const decided = yield* browser.post(path, {
          asOf: hiddenIn(form.text, "asOf"),
          evidence: valueOf(form, "evidence"),
          ...person,
          amount: "7000",
        })
        assert.strictEqual(decided.status, 303)
        assert.strictEqual((yield* storedPayment("payout", "salary-1")).state._tag, "Completed")
        const after = plain((yield* browser.get(compare)).text)
        assert.include(after, "In both, with the same amount (1)")
        assert.include(
          plain((yield* browser.get(`${compare}&language=fr`)).text),
          "Des deux côtés, avec le même montant (1)",
        )
        const day = plain((yield* browser.get("/day?day=1970-01-02&language=en")).text)
        assert.match(day, /Statement of the day .* Went out 0 F CFA 9,999 F CFA They differ by 9,999 F CFA/)
        assert.notInclude((yield* browser.get("/day?day=1970-02-02")).text, "Statement of the day")
      }),
    ),
  )

  it.effect("cuts long lists with their count, and leads to the rest", () =>
    inWorld((browser) =>
      Effect.gen(function* () {
        const rows = Array.from({ length: 450 }, (_, index) => `01/01/1970 00:01:00;70000009;${index + 1},00`)
        yield* imported(browser, { name: "long.csv", text: ["Date;Numéro;Débit", ...rows].join("\n") }, days)
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
      }),
    ),
  )
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
          assert.notInclude((yield* browser.get(path)).text, `href="${path}/send-again"`)
          const shut = yield* browser.get(`${path}/send-again`)
          assert.strictEqual(shut.status, 409)
          assert.match(plain(shut.text), /No statement covers 1970-01-01 00:00:00Z to 1970-01-02/)
          assert.include(shut.text, 'href="/statements?project=shop"')
          const list = yield* browser.get("/statements?project=shop")
          assert.include(plain(list.text), "A restored store forgot what happened")
          yield* imported(browser, may, days)
          assert.notInclude(plain((yield* browser.get("/statements")).text), "A restored store forgot")
          assert.include((yield* browser.get(`${path}/send-again`)).text, 'name="amount"')
        }),
      true,
      { approvals: { statementAfterRestore: true } },
    ),
  )
})
