/**
 * Steps through the state, and their random values: numbers, codes, tokens. Randomness lives in the state as two small generators
 * (mulberry32), so that the same state and the same calls always give the same codes, tokens and delays.
 */
import type { Profile } from "./Profile.ts"
import type { State } from "./State.ts"

/** A new state, and the result of the step. */
export interface Step<A> {
  readonly state: State
  readonly value: A
}

export const step = <A>(state: State, value: A): Step<A> => ({ state, value })

/** A number from 0 up to, but not including, 1. */
export const drawNumber = (state: State, stream: keyof State["random"] = "codes"): Step<number> => {
  const seed = (state.random[stream] + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
  const value = ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  return { state: { ...state, random: { ...state.random, [stream]: seed } }, value }
}

export const drawText = (state: State, length: number, alphabet: string): Step<string> => {
  let current = state
  let value = ""
  for (let index = 0; index < length; index++) {
    const drawn = drawNumber(current)
    current = drawn.state
    value += alphabet.charAt(Math.floor(drawn.value * alphabet.length))
  }
  return { state: current, value }
}

/** A code of six digits. `000000` is never drawn: it is the documented wrong code. */
export const drawCode = (state: State): Step<string> => {
  const drawn = drawText(state, 6, digits)
  return drawn.value === wrongCode ? drawCode(drawn.state) : drawn
}

/** A code that is always wrong, also for automatic customers. */
export const wrongCode = "000000"

/** A time between two, log-uniformly distributed (#126). */
export const drawDelay = (state: State, between: { readonly fromMillis: number; readonly toMillis: number }) => {
  const drawn = drawNumber(state)
  const from = Math.max(1, between.fromMillis)
  const ratio = Math.max(1, between.toMillis / from)
  return step(drawn.state, between.toMillis <= 0 ? 0 : Math.round(from * ratio ** drawn.value))
}

/** A token in the shape of the profile. It is opaque: nothing in it means anything. */
export const drawToken = (state: State, shape: Profile["tokenShape"]): Step<string> => {
  switch (shape) {
    case "Short":
      return drawText(state, 32, letters)
    case "Awkward": {
      // Every character that a query must escape and a path may hold (#71 puts the token into a path).
      const drawn = drawText(state, 24, letters)
      return step(drawn.state, `+${drawn.value.slice(0, 12)}&t=${drawn.value.slice(12)}==`)
    }
    case "JwtLike": {
      const drawn = drawText(state, 180, letters)
      return step(
        drawn.state,
        `eyJ${drawn.value.slice(0, 33)}.eyJ${drawn.value.slice(33, 137)}.${drawn.value.slice(137)}`,
      )
    }
  }
}

export const drawHex = (state: State, length: number): Step<string> => drawText(state, length, "0123456789abcdef")

/** The next number of the state's only counter. */
export const nextNumber = (state: State): Step<number> => step({ ...state, serial: state.serial + 1 }, state.serial + 1)

const digits = "0123456789"
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
