import { packageTests } from "@cauri/house/vitest"

export default packageTests({
  coverage: { lines: 95, branches: 80 },
  globalSetup: ["@cauri/test-postgres/globalSetup"],
})
