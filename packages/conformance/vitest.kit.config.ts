/** How mutation testing runs the suite of gateways. */
import { defineConfig } from "vitest/config"

// oxlint-disable-next-line import/no-default-export -- vitest reads the default export
export default defineConfig({
  test: { include: ["test/ownGateway.slow.test.ts"], isolate: false },
})
