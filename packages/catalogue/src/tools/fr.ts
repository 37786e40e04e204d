/** What the tools say in French. */
export { sandbox } from "./fr/sandbox.ts"
export { console } from "./fr/console.ts"
export { requestFixes, requestReasons } from "./fr/requestReasons.ts"
