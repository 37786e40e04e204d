/**
 * Core in surroundings that are broken on purpose: each variant takes one promise away, by wrapping a port, and the exploration
 * must find the schedule that breaks the invariant behind the promise. A check that no variant can make fail would prove nothing.
 */
import {
  callsLostAnswersUnsent,
  claimsAgain,
  claimsAnything,
  countsEveryPost,
  decidesWithoutAsking,
  deliversNothing,
  erasesNewerNotes,
  forgetsClaims,
  forgetsTokens,
  forgetsWhatWaits,
  marksWhileSaving,
  neverAsks,
  neverLooksUp,
  overlooksNotes,
  overlooksPauses,
  overlooksTwins,
  requeues,
  retriesCreations,
  savesBlindly,
  savesInSilence,
  sendsAfterTheLease,
  takesEarly,
  takesNothing,
  takesNotNowForFinal,
  takesRefusalsForDelivered,
  trustsCallbacks,
  keepsCodes,
  reportsTheExpectedAmount,
  tellsBackwards,
} from "./brokenPorts.ts"
import type { Wrapping } from "./machine.ts"
import { codeWorld, payoutWorld, pushWorld, ratedWorld, twinWorld } from "./settings.ts"
import type { Setting } from "./world.ts"

export interface Variant {
  /** What is done wrong, as a sentence without its subject. */
  readonly does: string
  /** The invariant that it must break. */
  readonly breaks: string
  readonly setting: Setting
  readonly wrapping: Wrapping
  /** The shortest counter-example is no longer than this. */
  readonly within: number
}

const oneFault = { faults: 1, ticks: 2 }
const settles = (tags: ReadonlyArray<string>) => tags.includes("completed") || tags.includes("not_completed")

/** Variants that one setting shows. */
const broken = (
  setting: Setting,
  ...rows: ReadonlyArray<readonly [does: string, breaks: string, wrapping: Wrapping, within: number]>
): ReadonlyArray<Variant> =>
  rows.map(([does, breaks, wrapping, within]) => ({ does, breaks, setting, wrapping, within }))

/** Every broken promise, with the invariant that catches it. */
export const variants: ReadonlyArray<Variant> = [
  ...broken(
    payoutWorld({ ...oneFault, kinds: ["answer lost"] }),
    ["retries a creation whose answer was lost", "S1", { gateway: retriesCreations }, 5],
    ["counts a lost answer as not sent", "S2", { gateway: callsLostAnswersUnsent }, 12],
    ["counts a lost answer as not sent", "S10", { gateway: callsLostAnswersUnsent }, 6],
  ),
  ...broken(
    payoutWorld({ faults: 0, ticks: 1 }),
    ["claims without looking at the version", "S1", { driver: claimsAnything }, 9],
    ["marks a callback as read that came while it asked the service", "S18", { port: marksWhileSaving }, 12],
    ["sends after the lease is over", "S8", { gateway: sendsAfterTheLease }, 9],
  ),
  ...broken(
    payoutWorld({ ...oneFault, kinds: ["crash"] }),
    ["sends again what a dead worker was sending", "S9", { port: requeues }, 8],
    ["sends again what a dead worker was sending", "S2", { port: requeues }, 10],
    ["never takes up what is due", "L4", { driver: takesNothing }, 12],
  ),
  ...broken(
    payoutWorld({ faults: 0, ticks: 0 }),
    ["takes a worker for dead before its lease is over", "S8", { port: takesEarly }, 8],
    ["trusts what a callback says", "S11", { port: trustsCallbacks }, 9],
    ["counts the second POST of an event as another one", "S11", { driver: countsEveryPost }, 9],
    ["says that a token is saved before it is", "S7", { driver: forgetsTokens }, 6],
    ["sends before the claim is durable", "S8", { driver: forgetsClaims }, 4],
    ["erases a note that is newer than the one it read", "S18", { driver: erasesNewerNotes }, 8],
    ["never takes up what is due", "S15", { driver: takesNothing }, 16],
  ),
  ...broken(payoutWorld({ ...oneFault, kinds: ["forged callback"] }), [
    "trusts what a callback says",
    "S4",
    { port: trustsCallbacks },
    8,
  ]),
  ...broken(
    pushWorld({ faults: 0, ticks: 2 }),
    ["settles without looking at the version", "S6", { driver: savesBlindly(settles) }, 16],
    ["settles without looking at the version", "S14", { driver: savesBlindly(settles) }, 16],
    ["decides a round again without a token that came meanwhile", "S13", { port: decidesWithoutAsking }, 19],
  ),
  ...broken(payoutWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "person"], looksUp: true }), [
    "forgets to ask by our id before a payout is sent again",
    "O8",
    { gateway: neverLooksUp },
    9,
  ]),
  ...broken(pushWorld({ ...oneFault, kinds: ["answer lost"], looksUp: true }), [
    "forgets to ask by our id before a customer tries again",
    "O8",
    { gateway: neverLooksUp },
    9,
  ]),
  ...broken(pushWorld({ faults: 0, ticks: 1 }), ["expires a payin without asking", "S13", { gateway: neverAsks }, 10]),
  ...broken(payoutWorld({ faults: 2, ticks: 2, kinds: ["crash", "person"] }), [
    "rules on a payment that has changed since the person looked",
    "O10",
    { driver: savesBlindly((tags) => tags.includes("resolved")) },
    16,
  ]),
  ...broken(
    payoutWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "person"] }),
    ["overlooks a callback that comes while a person rules", "O10", { driver: overlooksNotes }, 11],
    ["overlooks a callback that comes before a payout is sent again", "O9", { driver: overlooksNotes }, 13],
    ["claims a payout again that a callback made stale, without reading the callback", "O9", { port: claimsAgain }, 13],
  ),
  ...broken(
    pushWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "forged callback"] }),
    ["overlooks a callback that comes before a customer tries again", "P16", { driver: overlooksNotes }, 12],
    ["claims a payin again that a callback made stale, without reading the callback", "P16", { port: claimsAgain }, 12],
  ),
  ...broken(ratedWorld({ faults: 1, ticks: 0, kinds: ["no turn"] }), [
    "forgets that a callback waits for its turn when an older round is saved",
    "S18",
    { port: forgetsWhatWaits },
    14,
  ]),
  ...broken(twinWorld({ faults: 0, ticks: 0 }), [
    "overlooks a payout of the same amount to the same beneficiary",
    "O2",
    { driver: overlooksTwins },
    8,
  ]),
  ...broken(payoutWorld({ faults: 1, ticks: 0, kinds: ["not now"] }), [
    'takes a "not now" for final',
    "L7",
    { gateway: takesNotNowForFinal },
    16,
  ]),
  ...broken(twinWorld({ faults: 1, ticks: 0, kinds: ["not now"] }), [
    "sends a payout while payouts are paused",
    "O4",
    { driver: overlooksPauses },
    12,
  ]),
  ...broken(payoutWorld({ faults: 2, ticks: 1, kinds: ["not now", "forged callback"] }), [
    'overlooks a callback for a call that was told "not now"',
    "O9",
    { driver: overlooksNotes },
    16,
  ]),
  ...broken(
    payoutWorld({ ...oneFault, kinds: ["refused"] }),
    ["never has the host hear what is due", "L3", { driver: deliversNothing }, 28],
    ["saves what happened and gives the host nothing to hear", "L3", { driver: savesInSilence }, 28],
  ),
  ...broken(payoutWorld({ faults: 2, ticks: 1, kinds: ["refused", "host refuses"] }), [
    "counts as heard what the host refused",
    "L3",
    { driver: takesRefusalsForDelivered },
    14,
  ]),
  ...broken(pushWorld({ ...oneFault, kinds: ["other amount"] }), [
    "reports the expected amount whatever was paid",
    "S5",
    { gateway: reportsTheExpectedAmount },
    11,
  ]),
  ...broken(codeWorld({ faults: 0, ticks: 0 }), ["keeps a customer's code", "S17", { driver: keepsCodes }, 3]),
  ...broken(payoutWorld({ ...oneFault, kinds: ["empty token"] }), [
    "tells the host the newest event first",
    "S19",
    { driver: tellsBackwards },
    12,
  ]),
]
