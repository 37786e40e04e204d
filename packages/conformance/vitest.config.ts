import { packageTests } from "@cauri/house/vitest"

export default packageTests({ coverage: { lines: 99, branches: 98 } })
