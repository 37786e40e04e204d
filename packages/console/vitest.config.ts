import { packageTests } from "@cauri/house/vitest"

export default packageTests({ coverage: { lines: 90, branches: 80 } })
