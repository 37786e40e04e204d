/** Phone numbers as customers type them, and the sentences that a page shows: `@cauri/phone`, which needs no install of its own. */
export * from "@cauri/phone"
