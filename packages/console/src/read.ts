/** What the facade reads with: the console's read models without its pages and commands. */
export { historyOf } from "./payments/history.ts"
export { needsAttention } from "./payments/worklist.ts"
