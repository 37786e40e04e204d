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
  coverage: { lines: 100, branches: 100 },
  slow: slow.map((name) => `test/${name}.test.ts`),
})
