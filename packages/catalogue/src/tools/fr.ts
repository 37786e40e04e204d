/** What the tools say in French: the sandbox’s pages, the console, the command lines. */
export { sandbox } from "./fr/sandbox.ts"
export { console } from "./fr/console.ts"
export { requestFixes, requestReasons } from "./fr/requestReasons.ts"
export * from "./fr/checks.ts"
export * from "./fr/demo.ts"
export { magicNumbers } from "./fr/magicNumbers.ts"
export * from "./fr/help.ts"
export * from "./fr/commands.ts"
