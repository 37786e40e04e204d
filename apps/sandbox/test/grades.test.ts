/** Grades while a program is watched: the page in both languages, and the control API. */
import { tools } from "@cauri/catalogue/tools"
import { assert, describe } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { it } from "@cauri/house/it"
import { Grade, type Served } from "@cauri/simulator"
import { call, controlToken, formsOf, payin, startSandbox, visitor } from "./site.ts"

const control = ({ url }: Served, path: string, body?: unknown) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/_control${path}`, {
      headers: { "x-control-token": controlToken, "content-type": "application/json" },
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    })
    return { status: response.status, text: await response.text() }
  })

const grade = (served: Served) =>
  Effect.map(control(served, "/grades"), ({ text }) => Schema.decodeUnknownSync(Schema.fromJsonString(Grade))(text))

describe("the grades", () => {
  it.live("are empty at first, and say nothing good of what they have not seen", function* () {
    const served = yield* startSandbox()
    const { lines, of, points } = yield* grade(served)
    assert.deepStrictEqual([points, of], [null, 48])
    assert.isTrue(lines.every(({ verdict }) => verdict === "NotSeen"))
    const { ask, enter } = visitor(served)
    yield* enter
    assert.include((yield* ask("/grades?lang=fr")).text, tools.fr.sandbox.not_graded)
  })

  it.live("show each red line with its evidence and what to read, in both languages", function* () {
    const served = yield* startSandbox()
    yield* call(served, "createDirectInvoice", payin("order-1", "22660000001"))
    const { ask, enter, submit } = visitor(served)
    yield* enter
    const form = formsOf((yield* ask("/grades")).text).find(({ act }) => act === "grade.word")
    yield* submit({ ...form?.fields, order: "order-1", says: "Paid" })
    const { lines, points } = yield* grade(served)
    const line = lines.find(({ code }) => code === "asked_first") ?? assert.fail("there is no such line")
    assert.deepStrictEqual([line.verdict, line.atRiskXof], ["Failed", 4_200])
    assert.strictEqual(line.evidence.at(-1)?.order, "order-1")
    for (const language of ["fr", "en"] as const) {
      const { text } = yield* ask(`/grades?lang=${language}`)
      const { gradeEvidence, gradeLines, sandbox } = tools[language]
      assert.include(text, sandbox.points(points ?? 48, 48))
      for (const said of [gradeLines.asked_first.read, gradeEvidence.says_paid]) assert.include(text, said)
      assert.notInclude(text, gradeLines.forged_believed.read)
    }
  })

  it.live(
    "say of a word that no payment fits that they cannot judge it, where the program sends no transaction_id #60",
    () =>
      Effect.gen(function* () {
        const served = yield* startSandbox()
        const nameless = payin("", "22660000001")
        const { token } = yield* call(served, "createDirectInvoice", {
          commande: { ...nameless.commande, custom_data: {} },
        })
        yield* control(served, "/grades/words", { order: "order-1", says: "Paid" })
        const before = yield* grade(served)
        assert.deepStrictEqual([before.unjudged.map(({ order }) => order), before.points], [["order-1"], 48])
        const { ask, enter } = visitor(served)
        yield* enter
        for (const language of ["fr", "en"] as const) {
          assert.include((yield* ask(`/grades?lang=${language}`)).text, tools[language].gradeEvidence.unmatched)
        }
        yield* control(served, "/grades/words", { order: token, says: "Paid" })
        const { lines } = yield* grade(served)
        assert.strictEqual(lines.find(({ code }) => code === "asked_first")?.verdict, "Failed")
      }),
  )

  it.live("hear from a test what a program says of an order, and refuse what is none", function* () {
    const served = yield* startSandbox()
    const said = yield* control(served, "/grades/words", { order: "stood-in", says: "Paid", amountXof: 900 })
    assert.strictEqual(said.status, 204)
    assert.strictEqual((yield* control(served, "/grades/words", { order: "", says: "Paid" })).status, 400)
    const { atRiskXof, lines } = yield* grade(served)
    assert.strictEqual(lines.find(({ code }) => code === "stand_in")?.verdict, "Failed")
    assert.strictEqual(atRiskXof, 900)
  })
})
