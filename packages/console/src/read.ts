/** What the facade reads with: the console's read models without its pages and commands. */
export { historyOf } from "./payment/history.ts"
export { needsAttention } from "./worklist/worklist.ts"
