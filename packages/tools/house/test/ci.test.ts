/**
 * What CI prints last and what it runs. The summary is tried on reports of every kind, because a line that says "0 failed" over a run
 * that failed would be believed.
 */
import { assert, describe, it } from "@effect/vitest"
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { repository, writeTree } from "./fixture.ts"

const read = (path: string) => readFileSync(join(repository, path), "utf8")

const script = join(repository, ".config/test-summary.mjs")

interface Counts {
  readonly passed: number
  readonly failed?: number
  readonly skipped?: number
  readonly unloaded?: number
}

const report = ({ passed, failed = 0, skipped = 0, unloaded = 0 }: Counts) =>
  JSON.stringify({
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults: [
      ...(failed > 0
        ? [
            {
              status: "failed",
              name: "/here/packages/a/test/red.test.ts",
              message: "",
              assertionResults: Array.from({ length: failed }, (_, index) => ({
                status: "failed",
                fullName: `a thing does ${index + 1}`,
                failureMessages: [`expected ${index + 1} to be 0\n    at somewhere`],
              })),
            },
          ]
        : []),
      ...Array.from({ length: unloaded }, () => ({
        status: "failed",
        name: "/here/packages/a/test/unloaded.test.ts",
        message: "SyntaxError",
        assertionResults: [],
      })),
    ],
  })

const summary = (exitCode: number, test: Counts, long?: Counts) => {
  const tree = writeTree(
    { "reports/test.json": report(test), ...(long === undefined ? {} : { "reports/long.json": report(long) }) },
    {},
  )
  const result = spawnSync(process.execPath, [script, String(exitCode), tree.root], {
    encoding: "utf8",
    cwd: tree.root,
  })
  tree.remove()
  const lines = result.stdout.trimEnd().split("\n")
  return { exitCode: result.status, last: lines.at(-1), before: lines.slice(0, -1) }
}

describe("the last line of CI", () => {
  it("counts failed tests, names each with the beginning of what it said, and then fails itself", () =>
    assert.deepStrictEqual(summary(1, { passed: 3, failed: 2 }, { passed: 4 }), {
      exitCode: 1,
      last: "7 passed, 2 failed",
      before: [
        "Failed: packages/a/test/red.test.ts: a thing does 1",
        "    expected 1 to be 0",
        "        at somewhere",
        "Failed: packages/a/test/red.test.ts: a thing does 2",
        "    expected 2 to be 0",
        "        at somewhere",
      ],
    }))

  it("counts a file that did not load as a failure, and names it", () => {
    const result = summary(1, { passed: 3, unloaded: 1 }, { passed: 4 })
    assert.strictEqual(result.last, "7 passed, 1 failed")
    assert.deepStrictEqual(result.before, ["Failed: packages/a/test/unloaded.test.ts: did not load", "    SyntaxError"])
  })

  it("tells of no success when another step failed", () => {
    const result = summary(2, { passed: 3 }, { passed: 4 })
    assert.strictEqual(result.last, "7 passed, 1 failed")
    assert.strictEqual(result.exitCode, 1)
    assert.deepStrictEqual(result.before, ["A step failed outside the tests (exit code 2)."])
  })

  it("tells of no success when a report is missing", () => {
    const result = summary(0, { passed: 3 })
    assert.strictEqual(result.last, "3 passed, 1 failed")
    assert.strictEqual(result.exitCode, 1)
    assert.deepStrictEqual(result.before, ["Not run: long."])
  })
})

describe("the commands", () => {
  const { packageManager }: { packageManager: string } = JSON.parse(read("package.json"))

  for (const path of [
    "README.md",
    "CONTRIBUTING.md",
    ".ci/run",
    ".github/workflows/checks.yml",
    ".github/workflows/nightly.yml",
    ".github/workflows/release.yml",
  ])
    it(`name one version of pnpm in ${path}`, () =>
      assert.deepStrictEqual(
        [...read(path).matchAll(/pnpm@[\w.-]+/g)].map(([name]) => name).filter((name) => name !== packageManager),
        [],
      ))

  it("of CI are the frozen installation, the tests and most of the rest of verify", () => {
    const pnpm = `npx --yes ${packageManager}`
    assert.deepStrictEqual(
      read(".ci/run")
        .split("\n")
        .filter((line) => line.startsWith("npx "))
        .map((line) => line.replace(/ packages\/.*/, "")),
      [`${pnpm} install --frozen-lockfile`, `${pnpm} test`, `${pnpm} verify:static`, `${pnpm} test:long`],
    )
  })
})
