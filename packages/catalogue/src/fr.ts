/** Everything that people read in French, family by family. */
export * from "./fr/payments.ts"
export * from "./fr/problems.ts"
export * from "./fr/customers.ts"
export * from "./fr/decisions.ts"
export * from "./fr/approvals.ts"
export * from "./fr/sandbox.ts"
