/** A run of the samples' tests in which each sample has its mistakes. `carelessSamples.process.test.ts` starts it and reads its report. */
import { join } from "node:path"
import { defineConfig } from "vitest/config"
import { carelessSamples } from "./carelessSamples.ts"

/** No other test of those files runs. */
const names = carelessSamples.flatMap(({ mistakes }) =>
  mistakes.map(({ caughtBy }) => `${(caughtBy.split(" > ").at(-1) ?? "").replaceAll(/[^\w ]/g, ".")}$`),
)

const root = join(import.meta.dirname, "../../../..")

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  root,
  plugins: [
    {
      name: "careless",
      enforce: "pre",
      transform(code, id) {
        const found = carelessSamples.find(({ sample }) => id.endsWith(`/${sample}`))
        if (found === undefined) return undefined
        return found.mistakes.reduce((text, { edit: [old, instead], mistake }) => {
          if (!text.includes(old)) throw new Error(`${found.sample} no longer says what "${mistake}" changes.`)
          return text.replace(old, () => instead)
        }, code)
      },
    },
  ],
  test: {
    include: [...new Set(carelessSamples.map(({ tests }) => tests))],
    testNamePattern: new RegExp(names.join("|")),
    testTimeout: 60_000,
    hookTimeout: 240_000,
    globalSetup: ["packages/tools/test-postgres/src/globalSetup.ts"],
  },
})
