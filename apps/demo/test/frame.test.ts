import { assert, describe, it } from "@effect/vitest"
import { faultCounts, frame, newsLine, type Picture, plainLine, smallestTerminal } from "../src/frame.ts"
import { painter } from "../src/paint.ts"
import { newProgress, type Progress } from "../src/Progress.ts"

const plain = painter(false)

const halfWay = (): Progress => ({
  ...newProgress(10_000, 247),
  phase: "sending",
  sent: 124,
  atRest: 20,
  counts: new Map([
    [
      "ussd_push",
      new Map([
        ["pending", 7],
        ["submitting", 2],
        ["completed", 3],
        ["refused", 1],
        ["not_completed", 1],
      ]),
    ],
    [
      "mobile_money_payout",
      new Map([
        ["in_doubt", 4],
        ["held", 2],
        ["completed", 11],
      ]),
    ],
  ]),
  struck: { AnswerDropped: 3, TruncatedJson: 2, CallbackForged: 9 },
  wrongCodes: 5,
  news: Array.from({ length: 9 }, (_, index) => ({ at: 11_000 + index, what: ["killed", `number ${index}`] as const })),
})

const at = (now: number): Picture => ({ seed: 7, now, height: 40, paint: plain, language: "en" })

const rowOf = (lines: ReadonlyArray<string>, label: string) =>
  (lines.find((line) => line.trimStart().startsWith(label)) ?? "").trim().split(/\s{2,}/)

describe("the picture", () => {
  it("counts payments by rail and by what became of them", () => {
    const lines = frame(halfWay(), at(12_500))
    assert.deepStrictEqual(rowOf(lines, "push"), ["push", "14", "9", "3", "2", "·", "·", "·"])
    assert.deepStrictEqual(rowOf(lines, "to mobile money"), ["to mobile money", "17", "·", "11", "·", "·", "4", "2"])
    assert.deepStrictEqual(rowOf(lines, "all"), ["all", "31", "9", "14", "2", "·", "4", "2"])
    assert.include(lines.join("\n"), "seed 7 · 2.5\u00A0s")
    assert.include(lines.join("\n"), "124 of 247 sent")
  })

  it.each([24, 34, 60])("fits a terminal of 80 columns and %i rows, and always has the same height on it", (height) => {
    for (const language of ["fr", "en"] as const) {
      const empty = frame(newProgress(0, 247), { ...at(0), height, language, seed: 999_999 })
      const finished: Progress = { ...halfWay(), sent: 247, phase: "days_later", wrongCodes: 25 }
      const full = frame(finished, { ...at(99_000), height, language, seed: 999_999 })
      assert.strictEqual(full.length, empty.length)
      // The cursor waits in the row below.
      assert.isBelow(full.length, height)
      for (const line of [...empty, ...full]) assert.isAtMost(line.length, smallestTerminal.columns, line)
    }
  })

  it("shows the newest news only", () => {
    const text = frame(halfWay(), at(12_500)).join("\n")
    assert.include(text, "1.0\u00A0s  number 8 was killed")
    assert.notInclude(text, "number 3")
  })

  it("names every trouble, and joins those that are one", () => {
    const counts = new Map(faultCounts(halfWay()))
    assert.strictEqual(counts.get("answers_lost"), 5)
    assert.strictEqual(counts.get("callbacks_forged"), 9)
    assert.strictEqual(counts.get("codes_wrong"), 5)
    assert.strictEqual(counts.get("statuses_changed"), 0)
  })

  it("is one line where it is no terminal", () => {
    assert.strictEqual(
      plainLine(halfWay(), 12_500, "en"),
      "  2.5\u00A0s  sending payments · 124 of 247 sent · pending 9, completed 14, refused 2, expired 0, in doubt 4, held 2",
    )
    // No number says anything yet.
    assert.strictEqual(plainLine(newProgress(10_000, 247), 12_000, "en"), "  2.0\u00A0s  starting the programs")
    assert.strictEqual(
      newsLine(halfWay(), { at: 11_000, what: ["works_again", "x"] }, "en"),
      "  1.0\u00A0s  * x works again",
    )
  })
})
