import { packageTests } from "@cauri/house/vitest"

export default packageTests()
