/** Moments as a terminal shows them. */

/** A moment in UTC, to the second. */
export const momentText = (millis: number): string =>
  `${new Date(millis).toISOString().slice(0, 19).replace("T", " ")}Z`
