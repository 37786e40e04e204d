/** What the tools say in English: the sandbox’s pages, the console, the command lines. */
export { sandbox } from "./en/sandbox.ts"
export { console } from "./en/console.ts"
export { requestFixes, requestReasons } from "./en/requestReasons.ts"
export * from "./en/checks.ts"
export * from "./en/demo.ts"
export { magicNumbers } from "./en/magicNumbers.ts"
export * from "./en/help.ts"
export * from "./en/commands.ts"
