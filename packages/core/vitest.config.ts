/** How mutation testing runs core's tests. All other runs take the configuration of the root. */
import { defineConfig } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

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

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.slow.test.ts"],
    isolate: false,
    sequence: { sequencer: QuickestFirst },
    deps: { optimizer: { ssr: { enabled: true, include: ["effect", "effect/testing", "@effect/vitest"] } } },
  },
})
