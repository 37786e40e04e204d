/** A grade for the terminal, and for a build that reads JUnit. */
import { type Language, money } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import type { Evidence, Grade, GradeLine } from "@cauri/simulator"
import type { LeftOut } from "./grading.ts"

const marks = { Passed: "✓", Failed: "✗", NotSeen: "–" } as const

/** Whether a build must stop: a line is red, or nothing was seen at all. */
export const isRed = ({ lines, points }: Grade): boolean =>
  points === null || lines.some(({ verdict }) => verdict === "Failed")

const seen = ({ order, request, says }: Evidence, language: Language): string =>
  [order, request === null ? null : `N° ${request}`, says[language]].filter((part) => part !== null).join(" · ")

const failure = ({ evidence, read }: GradeLine, language: Language): ReadonlyArray<string> => [
  read[language],
  ...evidence.map((each) => seen(each, language)),
]

/** The verdict on the terminal: every line, with evidence and what to read where it is red, and what it does not speak of. */
export const gradeText = (
  { atRiskXof, lines, of, points, unjudged }: Grade,
  leftOut: ReadonlyArray<LeftOut>,
  language: Language,
): string => {
  const { gradeRun, sandbox } = tools[language]
  return `${[
    "",
    points === null ? sandbox.not_graded : sandbox.points(points, of),
    ...(atRiskXof === 0 ? [] : [gradeRun.at_risk(money(atRiskXof, language))]),
    ...lines.flatMap((line) => [
      `  ${marks[line.verdict]} ${line.says[language]}`,
      ...(line.verdict === "Failed" ? failure(line, language).map((text) => `      ${text}`) : []),
    ]),
    ...unjudged.map((each) => `  ${seen(each, language)}`),
    ...[...Map.groupBy(leftOut, ({ why }) => why)].map(
      ([why, each]) => `  ${gradeRun.not_graded[why](each.map(({ what }) => what).join(", "))}`,
    ),
  ].join("\n")}\n`
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']|[^\t\n\r\x20-\uffff]/g, (character) =>
    /[&<>"']/.test(character) ? `&#${character.charCodeAt(0)};` : "",
  )

/** The verdict as JUnit: a test for each line, skipped where nothing was seen. */
export const gradeJunit = ({ lines }: Grade, language: Language): string => {
  const count = (verdict: GradeLine["verdict"]) => lines.filter((line) => line.verdict === verdict).length
  const inner = (line: GradeLine): string => {
    const [read = "", ...rest] = failure(line, language)
    if (line.verdict === "NotSeen") return "<skipped/>"
    return line.verdict === "Passed" ? "" : `<failure message="${escaped(read)}">${escaped(rest.join("\n"))}</failure>`
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuite name="cauri sandbox --grade" tests="${lines.length}" failures="${count("Failed")}" skipped="${count("NotSeen")}">
${lines.map((line) => `  <testcase classname="${line.code}" name="${escaped(line.says[language])}">${inner(line)}</testcase>`).join("\n")}
</testsuite>
`
}
