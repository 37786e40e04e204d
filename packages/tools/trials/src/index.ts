/**
 * Exploration of the real code: every order in which a small world can go, and the promises that must hold in all of them.
 */
export { type Bounds, type CounterExample, explore, type Explored } from "./explore.ts"
export { codeWorld, everyFault, hostedWorld, jointWorld, payoutWorld, pushWorld, twinWorld } from "./settings.ts"
export { type Variant, variants } from "./variants.ts"
