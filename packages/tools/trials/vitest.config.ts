import { packageTests } from "@cauri/house/vitest"

export default packageTests({ globalSetup: ["@cauri/test-postgres/globalSetup"] })
