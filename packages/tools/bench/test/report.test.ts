import { assert, describe, it } from "@effect/vitest"
import { reportOf, textOf, withBlock } from "../src/report.ts"

const figures = { totalMillis: { median: 1_234, lowest: 9, highest: 10_000.25 } }
const bars = [
  { what: "times a peer", figure: 3.5, wanted: { atLeast: 4 } },
  { what: "p99, ms", figure: 5, wanted: { atMost: 5 } },
]

const page = (text: string) => `One\n\n\`\`\`text a\n${text}\n\`\`\`\n\n\`\`\`text ab\nother\n\`\`\`\n`

describe("report", () => {
  it("says when, where, what was proved, and which bars are met", () => {
    const machine = { cores: 2, loadAverage: 1, loopMillis: 60, node: "26.0.0", platform: "linux-x64" }
    const circumstances = { date: "2026-01-01T00:00:00.000Z", machine }
    assert.deepStrictEqual(reportOf("writes", { outcome: { rows: 3 }, wrong: [], figures, bars }, circumstances), {
      benchmark: "writes",
      ...circumstances,
      outcome: { rows: 3 },
      figures,
      bars: [
        { what: "times a peer", figure: 3.5, wanted: { atLeast: 4 }, met: false },
        { what: "p99, ms", figure: 5, wanted: { atMost: 5 }, met: true },
      ],
    })
  })

  it("has columns under each other, and every bar beside its figure", () => {
    const lines = ["             median  lowest    highest", "totalMillis   1,234       9  10,000.25"]
    assert.strictEqual(textOf({ figures, bars: [] }), lines.join("\n"))
    assert.strictEqual(
      textOf({ figures, bars: bars.map((bar) => ({ ...bar, met: bar.figure === 5 })) }),
      [
        ...lines,
        "",
        "bar               wanted  measured",
        "times a peer  at least 4       3.5  not met",
        "p99, ms        at most 5         5      met",
      ].join("\n"),
    )
  })

  it("a text takes the place of the one before, in the block of its own benchmark", () => {
    assert.strictEqual(withBlock(page("old"), "a", "new\n$1"), page("new\n$1"))
    assert.strictEqual(withBlock(page("old"), "b", "new"), page("old"))
  })
})
