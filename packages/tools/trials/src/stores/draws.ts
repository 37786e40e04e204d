/**
 * What a seed draws: the same seed always gives the same numbers, so a failed sequence can be repeated.
 */

export interface Draws {
  /** A whole number from 0 up to, but not including, this one. */
  readonly below: (limit: number) => number
  readonly oneOf: <A>(choices: readonly [A, ...ReadonlyArray<A>]) => A
  /** True once in `times` calls, on average. */
  readonly onceIn: (times: number) => boolean
}

/** The draws of a seed (mulberry32). */
export const drawsFrom = (seed: number): Draws => {
  let state = seed | 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }
  return {
    below,
    oneOf: (choices) => choices[below(choices.length)] ?? choices[0],
    onceIn: (times) => below(times) === 0,
  }
}
