/**
 * `pnpm spec:map`: for each rule of the specification and each side that it is marked for, the tests that show it.
 * Writes one page per side and fails, with a list, when a rule has no test on a side. `--check` writes nothing and fails when a page
 * is out of date, too. The rules are data of `packages/simulator`; this package imports nothing of ours, so it loads them by path.
 */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { type Outcome, type Page, report, settle } from "./pages.ts"
import { type Citation, citationsOf, numbersIn } from "./specCitations.ts"

/** A rule: its number, the specification's line, the side that shows it, and its text. */
export type Rule = readonly [number: number, line: number, side: string, text: string]

/** Rules that the merchant's side will show later, by the title of the issue that brings the tests: `{ "Callbacks": "#198 #199" }`. */
export type Deferred = Readonly<Record<string, string>>

interface Side {
  readonly title: string
  readonly page: string
  /** The marks of the rules that this side shows. */
  readonly marks: string
  readonly tests: ReadonlyArray<string>
  readonly mayDefer: boolean
}

const simulatorSide: Side = {
  title: "the simulator's side",
  page: "packages/simulator/SPECIFICATION.md",
  marks: "BS",
  tests: ["packages/{simulator,adapters/wire}/test/**/*.test.ts"],
  mayDefer: false,
}

const merchantSide: Side = {
  title: "the merchant's side",
  page: "packages/core/docs/SPECIFICATION.md",
  marks: "BC",
  tests: [
    "packages/{core,catalogue,cauri,phone,adapters/gateway-http,adapters/callbacks,tools/trials}/test/**/*.test.ts",
    // The suites of conformance are source: adapters run them. What all frameworks are asked is a suite as well.
    "packages/conformance/{src,test}/**/*.ts",
    "packages/adapters/callbacks/test/framework.ts",
    "apps/*/test/**/*.test.ts",
  ],
  mayDefer: true,
}

/** The pages of a tree, by path, and its problems. */
export interface SpecMap {
  readonly pages: ReadonlyArray<Page>
  readonly problems: ReadonlyArray<string>
}

/** Makes both pages from the tests under `root`. */
export const specMap = (root: string, rules: ReadonlyArray<Rule>, deferred: Deferred): SpecMap => {
  const maps = [simulatorSide, merchantSide].map((side) => sideMap(root, side, rules, side.mayDefer ? deferred : {}))
  return { pages: maps.map(({ page }) => page), problems: maps.flatMap(({ problems }) => problems) }
}

const sideMap = (root: string, side: Side, rules: ReadonlyArray<Rule>, deferred: Deferred) => {
  const files = side.tests.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted()
  const found = files.map((file) => citationsOf(file, readFileSync(join(root, file), "utf8")))
  const citations = found.flatMap((file) => file.citations)
  const known = new Set(rules.map(([number]) => number))
  const later = new Map(
    Object.entries(deferred).flatMap(([issue, numbers]) => numbersIn(numbers).map((n) => [n, issue])),
  )
  const shown = Map.groupBy(citations, ({ rule }) => rule)
  const own = rules.filter(([, , mark]) => side.marks.includes(mark))
  return {
    page: { path: side.page, text: pageText(side, own, shown, later) },
    problems: [
      ...found.flatMap((file) => file.problems),
      ...citations
        .filter(({ rule }) => !known.has(rule))
        .map(({ file, rule, title }) => `${file}: there is no rule #${rule}: ${title}`),
      ...own
        .filter(([number]) => !shown.get(number)?.some(({ mayBeSkipped }) => !mayBeSkipped) && !later.has(number))
        .map(
          ([number, , , text]) => `${side.page}: no test on ${side.title} that always runs shows #${number}: ${text}`,
        ),
      ...[...later.keys()]
        .filter((number) => shown.has(number) || !own.some(([known]) => known === number))
        .map(
          (number) => `${deferredPath}: #${number} has a test, or is no rule of ${side.title}: take it off the list`,
        ),
    ],
  }
}

const pageText = (
  side: Side,
  rules: ReadonlyArray<Rule>,
  shown: ReadonlyMap<number, ReadonlyArray<Citation>>,
  later: ReadonlyMap<number, string>,
): string =>
  [
    `# The specification, rule by rule: ${side.title}`,
    "",
    "Made by `pnpm spec:map` from the rules in `packages/simulator/src/spec/Rules.ts` and the titles of the tests. Not edited by hand.",
    "",
    "| Rule | Line | What it says | Shown by |",
    "|---|---|---|---|",
    ...rules.map(
      ([number, line, , text]) =>
        `| ${number} | ${line} | ${cell(text)} | ${testsCell(shown.get(number) ?? [], later.get(number))} |`,
    ),
    "",
  ].join("\n")

const testsCell = (citations: ReadonlyArray<Citation>, issue: string | undefined): string =>
  citations.length === 0
    ? issue === undefined
      ? "no test"
      : `later: ${cell(issue)}`
    : [...Map.groupBy(citations, ({ file }) => file)]
        .map(([file, cited]) => `\`${file}\`: ${[...new Set(cited.map(shownAs))].join("; ")}`)
        .join("<br>")

const shownAs = ({ mayBeSkipped, title }: Citation): string =>
  `${cell(title)}${mayBeSkipped ? " (may be skipped)" : ""}`

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("\n", " ")

const rulesPath = "packages/simulator/src/spec/Rules.ts"
const deferredPath = "packages/tools/house/deferredRules.json"

export const runSpecMap = async (root: string, check: boolean): Promise<Outcome> => {
  const { rules }: { rules: ReadonlyArray<Rule> } = await import(pathToFileURL(join(root, rulesPath)).href)
  const deferred: Deferred = JSON.parse(readFileSync(join(root, deferredPath), "utf8"))
  const { pages, problems } = specMap(root, rules, deferred)
  const { failed, lines } = settle(root, pages, check, "pnpm spec:map")
  return { lines: [...problems, ...lines], failed: problems.length > 0 || failed }
}

if (import.meta.main) report(await runSpecMap(process.cwd(), process.argv.includes("--check")))
