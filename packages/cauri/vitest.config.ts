import { packageTests } from "@cauri/house/vitest"

export default packageTests({
  coverage: { lines: 97, branches: 90 },
  globalSetup: ["@cauri/test-postgres/globalSetup"],
})
