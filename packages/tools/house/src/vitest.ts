/**
 * The vitest configuration of every package, in one place: where tests live, what each tier runs, and how coverage is measured. `pnpm test`
 * runs `test/**` but for the files named `*.process.test.ts`, which start processes and belong to `pnpm verify`.
 */
import { defineConfig, type ViteUserConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** The differences between packages. */
export interface PackageTests {
  /** The lowest share of lines and branches that this package's own tests reach, in percent. */
  readonly coverage?: { readonly lines: number; readonly branches: number }
  /** Modules that start what all tests of the package share. */
  readonly globalSetup?: ReadonlyArray<string>
  /** Test files that take seconds: mutation testing leaves them out, and a mutant that survives is tried again with them. */
  readonly slow?: ReadonlyArray<string>
}

/**
 * First the file that caught the last mutant, then the quickest: most mutants then end in a moment, where the slowest file first costs
 * seconds each.
 */
class QuickestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const costOf = (file: TestSpecification): number => {
      const result = this.ctx.cache.getTestSpecificationResult(file)
      return result === undefined ? Number.POSITIVE_INFINITY : result.failed ? -1 : result.duration
    }
    const costs = new Map(files.map((file) => [file, costOf(file)]))
    return files.toSorted((one, other) => (costs.get(one) ?? 0) - (costs.get(other) ?? 0))
  }
}

/** The configuration of one package. Coverage is measured when `CAURI_COVERAGE=1`, as `pnpm verify` and CI do. */
export const packageTests = (options: PackageTests = {}): ViteUserConfig => {
  const processTier = process.env["CAURI_TIER"] === "process"
  const mutation = process.env["CAURI_TIER"] === "mutation"
  const lines = options.coverage?.lines ?? 0
  return defineConfig({
    test: {
      include: processTier ? ["test/**/*.process.test.ts"] : ["test/**/*.test.ts"],
      exclude: processTier ? [] : ["test/**/*.process.test.ts", ...(mutation ? (options.slow ?? []) : [])],
      passWithNoTests: true,
      // A worker and a fresh load of effect for each file took half of the time, and most of it for a mutant. No module of ours keeps
      // anything between tests.
      isolate: processTier,
      ...(mutation ? { sequence: { sequencer: QuickestFirst } } : {}),
      deps: { optimizer: { ssr: { enabled: mutation, include: ["effect", "effect/testing", "@effect/vitest"] } } },
      // The JSON report is what `.ci/run` sums up in its last line.
      reporters: ["default", ["json", { outputFile: `reports/${processTier ? "process" : "test"}.json` }]],
      testTimeout: 480_000,
      hookTimeout: 240_000,
      globalSetup: [...(options.globalSetup ?? [])],
      coverage: {
        enabled: process.env["CAURI_COVERAGE"] === "1" && !processTier && options.coverage !== undefined,
        provider: "v8",
        include: ["src/**/*.ts"],
        reporter: ["text-summary", "json"],
        thresholds: { lines, functions: lines, statements: lines, branches: options.coverage?.branches ?? 0 },
      },
    },
  })
}
