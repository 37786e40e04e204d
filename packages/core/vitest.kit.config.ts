/**
 * How mutation testing runs the conformance kit over the memory store. The kit stands beside core and imports core by its name, so the name
 * leads to the copy of core that is mutated: this file is a part of that copy, and its link to `node_modules` tells where the kit is.
 */
import { realpathSync } from "node:fs"
import { relative } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "vitest/config"

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const kit = `${realpathSync(at("node_modules"))}/../../conformance/test`

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  resolve: {
    alias: [
      { find: /^@cauri\/core$/, replacement: at("src/index.ts") },
      { find: /^@cauri\/core\/(adapter|model)$/, replacement: at("src/$1.ts") },
    ],
  },
  test: {
    include: [relative(at("."), `${kit}/memoryStore.test.ts`)],
    isolate: false,
    deps: { optimizer: { ssr: { enabled: true, include: ["effect", "effect/testing", "@effect/vitest"] } } },
  },
})
