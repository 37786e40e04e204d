import { packageTests } from "@cauri/house/vitest"

const slow = [
  "CallbackIntake.budgets",
  "CallbackIntake.metamorphic",
  "Deliveries.refusals",
  "Worker.lanes",
  "Worker.turns",
  "attacks.crashes",
]

export default packageTests({
  // What watches a worker (Activity, heartbeat) and some of the merged guards have their tests in the packages that use them.
  coverage: { lines: 98, branches: 98 },
  slow: slow.map((name) => `test/${name}.test.ts`),
})
