/** Everything that people read in English, family by family. */
export * from "./en/payments.ts"
export * from "./en/problems.ts"
export * from "./en/customers.ts"
export * from "./en/decisions.ts"
export * from "./en/approvals.ts"
export * from "./en/sandbox.ts"
