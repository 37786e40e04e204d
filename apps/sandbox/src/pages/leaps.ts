/** Spans of time that people of the control room choose: leaps of the simulated clock, delays of callbacks. */
const minute = 60_000
/** In milliseconds, with their names in French and English. */
export const leaps = [
  [minute, "1 min", "1 min"],
  [15 * minute, "15 min", "15 min"],
  [60 * minute, "1 h", "1 h"],
  [24 * 60 * minute, "1 jour", "1 day"],
] as const
