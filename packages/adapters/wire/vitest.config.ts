import { packageTests } from "@cauri/house/vitest"

export default packageTests({ coverage: { lines: 100, branches: 100 } })
