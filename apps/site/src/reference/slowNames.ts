/** The tables that only `pnpm generate` makes, because they take a while: the API and what every program says of itself. */
export const slowNames = [
  "api",
  "api-data",
  "api-errors",
  "api-review",
  "api-subpaths",
  "api-simulated",
  "command-line",
  "command-line-console",
] as const
export type SlowName = (typeof slowNames)[number]
