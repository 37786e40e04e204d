/** How mutation testing runs the suite of gateways. All other runs take the configuration of the root. */
import { defineConfig } from "vitest/config"

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: { include: ["test/ownGateway.slow.test.ts"], isolate: false, testTimeout: 60_000 },
})
