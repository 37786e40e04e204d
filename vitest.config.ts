/**
 * One run of vitest for the whole house, in two tiers. `pnpm test` runs what needs one process and a moment. `pnpm test:long`, a
 * part of `pnpm verify`, runs what starts processes or a database (`*.process.test.ts`), and what explores or repeats (`*.slow.test.ts`).
 * Name a folder to run its tests alone: `pnpm test packages/core`.
 */
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

// Programs that tests start from their sources need not strip and compile the same files each time.
process.env["NODE_COMPILE_CACHE"] ??= fileURLToPath(new URL("node_modules/.cache/node", import.meta.url))

const members = "{packages,packages/adapters,packages/tools,apps}/*"
const ofTheLongTier = `${members}/test/**/*.{process,slow}.test.ts`
const long = process.env["CAURI_TIER"] === "long"

/** The lowest share of lines and branches, in percent, that the quick tier reaches. What the long tier alone runs is not in it. */
const shares: Readonly<Record<string, readonly [lines: number, branches: number]>> = {
  "packages/adapters/callbacks": [100, 100],
  "packages/adapters/gateway-http": [100, 99],
  "packages/adapters/wire": [100, 100],
  "packages/catalogue": [100, 98],
  "packages/api": [95, 90],
  "packages/batches": [93, 85],
  "packages/cauri": [94, 89],
  "packages/console": [90, 80],
  "packages/core": [99, 99],
  "packages/phone": [100, 100],
  "packages/plain": [99, 95],
  "packages/runtime": [99, 96],
  "packages/simulator": [99, 95],
  "apps/shop": [90, 75],
}

const quick = {
  include: [`${members}/test/**/*.test.ts`],
  // In place of the defaults: without the first, each run walks through every dependency of every package.
  exclude: ["**/node_modules/**", ofTheLongTier],
  // A worker and a fresh load of effect for each file took half of the time. No module of ours keeps anything between tests.
  isolate: false,
  maxWorkers: 2,
}

/** The files of the long tier that take minutes, the longest first: one that starts last is what everything waits for. */
const longest = [
  "reconciler/test/batches.process",
  "trials/test/gradedShops.process",
  "trials/test/glass.process",
  "sandbox/test/browser.process",
  "console/test/serving/page.process",
  "shop/test/browser.process",
  "reconciler/test/clocks.process",
  "demo/test/demo.process",
  "core/test/Worker",
  "store-postgres/test/conformance",
]

const placeOf = ({ moduleId }: TestSpecification): number => {
  const found = longest.findIndex((part) => moduleId.includes(part))
  return found === -1 ? longest.length : found
}

class LongestFirst extends BaseSequencer {
  override sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    return Promise.resolve(files.toSorted((one, other) => placeOf(one) - placeOf(other)))
  }
}

// A file waits for its processes most of the time, so one more than there are cores.
const slow = {
  include: [ofTheLongTier],
  sequence: { sequencer: LongestFirst },
  isolate: false,
  maxWorkers: 3,
  globalSetup: ["packages/tools/test-postgres/src/globalSetup.ts", "packages/tools/programs/src/globalSetup.ts"],
}

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    ...(long ? slow : quick),
    passWithNoTests: true,
    testTimeout: 480_000,
    hookTimeout: 240_000,
    // The JSON report is what `.ci/run` sums up in its last line.
    reporters: ["default", ["json", { outputFile: `reports/${long ? "long" : "test"}.json` }]],
    coverage: {
      // The shares are those of the quick tier: of the long one alone they would say nothing.
      enabled: process.env["CAURI_COVERAGE"] === "1" && !long,
      provider: "v8",
      include: Object.keys(shares).map((folder) => `${folder}/src/**/*.ts`),
      reporter: ["text-summary", "json"],
      thresholds: Object.fromEntries(
        Object.entries(shares).map(([folder, [lines, branches]]) => [
          `${folder}/src/**`,
          { lines, functions: lines, statements: lines, branches },
        ]),
      ),
    },
  },
})
