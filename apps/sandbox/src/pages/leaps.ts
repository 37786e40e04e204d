/** Spans of time that people of the control room choose: leaps of the simulated clock, delays of callbacks. */
const minute = 60_000
/** In milliseconds. */
export const leaps: ReadonlyArray<number> = [minute, 15 * minute, 60 * minute, 24 * 60 * minute]
