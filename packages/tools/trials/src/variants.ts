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
const settles = (tags: ReadonlyArray<string>) => tags.includes("Completed") || tags.includes("NotCompleted")

/** Every broken promise, with the invariant that catches it. */
export const variants: ReadonlyArray<Variant> = [
  {
    does: "retries a creation whose answer was lost",
    breaks: "S1",
    setting: payoutWorld({ ...oneFault, kinds: ["answer lost"] }),
    wrapping: { gateway: retriesCreations },
    within: 5,
  },
  {
    does: "counts a lost answer as not sent",
    breaks: "S2",
    setting: payoutWorld({ ...oneFault, kinds: ["answer lost"] }),
    wrapping: { gateway: callsLostAnswersUnsent },
    within: 12,
  },
  {
    does: "counts a lost answer as not sent",
    breaks: "S10",
    setting: payoutWorld({ ...oneFault, kinds: ["answer lost"] }),
    wrapping: { gateway: callsLostAnswersUnsent },
    within: 6,
  },
  {
    does: "claims without looking at the version",
    breaks: "S1",
    setting: payoutWorld({ faults: 0, ticks: 1 }),
    wrapping: { driver: claimsAnything },
    within: 9,
  },
  {
    does: "sends again what a dead worker was sending",
    breaks: "S9",
    setting: payoutWorld({ ...oneFault, kinds: ["crash"] }),
    wrapping: { port: requeues },
    within: 8,
  },
  {
    does: "sends again what a dead worker was sending",
    breaks: "S2",
    setting: payoutWorld({ ...oneFault, kinds: ["crash"] }),
    wrapping: { port: requeues },
    within: 10,
  },
  {
    does: "takes a worker for dead before its lease is over",
    breaks: "S8",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { port: takesEarly },
    within: 8,
  },
  {
    does: "trusts what a callback says",
    breaks: "S4",
    setting: payoutWorld({ ...oneFault, kinds: ["forged callback"] }),
    wrapping: { port: trustsCallbacks },
    within: 8,
  },
  {
    does: "trusts what a callback says",
    breaks: "S11",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { port: trustsCallbacks },
    within: 9,
  },
  {
    does: "counts the second POST of an event as another one",
    breaks: "S11",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: countsEveryPost },
    within: 9,
  },
  {
    does: "settles without looking at the version",
    breaks: "S6",
    setting: pushWorld({ faults: 0, ticks: 2 }),
    wrapping: { driver: savesBlindly(settles) },
    within: 16,
  },
  {
    does: "settles without looking at the version",
    breaks: "S14",
    setting: pushWorld({ faults: 0, ticks: 2 }),
    wrapping: { driver: savesBlindly(settles) },
    within: 16,
  },
  {
    does: "expires a payin without asking",
    breaks: "S13",
    setting: pushWorld({ faults: 0, ticks: 1 }),
    wrapping: { gateway: neverAsks },
    within: 10,
  },
  {
    does: "rules on a payment that has changed since the person looked",
    breaks: "O10",
    setting: payoutWorld({ faults: 2, ticks: 2, kinds: ["crash", "person"] }),
    wrapping: { driver: savesBlindly((tags) => tags.includes("Resolved")) },
    within: 16,
  },
  {
    does: "overlooks a callback that comes while a person rules",
    breaks: "O10",
    setting: payoutWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "person"] }),
    wrapping: { driver: overlooksNotes },
    within: 11,
  },
  {
    does: "overlooks a callback that comes before a payout is sent again",
    breaks: "O9",
    setting: payoutWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "person"] }),
    wrapping: { driver: overlooksNotes },
    within: 13,
  },
  {
    does: "claims a payout again that a callback made stale, without reading the callback",
    breaks: "O9",
    setting: payoutWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "person"] }),
    wrapping: { port: claimsAgain },
    within: 13,
  },
  {
    does: "overlooks a callback that comes before a customer tries again",
    breaks: "P16",
    setting: pushWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "forged callback"] }),
    wrapping: { driver: overlooksNotes },
    within: 12,
  },
  {
    does: "claims a payin again that a callback made stale, without reading the callback",
    breaks: "P16",
    setting: pushWorld({ faults: 2, ticks: 1, kinds: ["answer lost", "forged callback"] }),
    wrapping: { port: claimsAgain },
    within: 12,
  },
  {
    does: "decides a round again without a token that came meanwhile",
    breaks: "S13",
    setting: pushWorld({ faults: 0, ticks: 2 }),
    wrapping: { port: decidesWithoutAsking },
    within: 19,
  },
  {
    does: "marks a callback as read that came while it asked the service",
    breaks: "S18",
    setting: payoutWorld({ faults: 0, ticks: 1 }),
    wrapping: { port: marksWhileSaving },
    within: 12,
  },
  {
    does: "forgets that a callback waits for its turn when an older round is saved",
    breaks: "S18",
    setting: ratedWorld({ faults: 1, ticks: 0, kinds: ["no turn"] }),
    wrapping: { port: forgetsWhatWaits },
    within: 14,
  },
  {
    does: "overlooks a payout of the same amount to the same beneficiary",
    breaks: "O2",
    setting: twinWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: overlooksTwins },
    within: 8,
  },
  {
    does: 'takes a "not now" for final',
    breaks: "L7",
    setting: payoutWorld({ faults: 1, ticks: 0, kinds: ["not now"] }),
    wrapping: { gateway: takesNotNowForFinal },
    within: 16,
  },
  {
    does: "sends a payout while payouts are paused",
    breaks: "O4",
    setting: twinWorld({ faults: 1, ticks: 0, kinds: ["not now"] }),
    wrapping: { driver: overlooksPauses },
    within: 12,
  },
  {
    does: 'overlooks a callback for a call that was told "not now"',
    breaks: "O9",
    setting: payoutWorld({ faults: 2, ticks: 1, kinds: ["not now", "forged callback"] }),
    wrapping: { driver: overlooksNotes },
    within: 16,
  },
  {
    does: "says that a token is saved before it is",
    breaks: "S7",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: forgetsTokens },
    within: 6,
  },
  {
    does: "sends before the claim is durable",
    breaks: "S8",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: forgetsClaims },
    within: 4,
  },
  {
    does: "sends after the lease is over",
    breaks: "S8",
    setting: payoutWorld({ faults: 0, ticks: 1 }),
    wrapping: { gateway: sendsAfterTheLease },
    within: 9,
  },
  {
    does: "erases a note that is newer than the one it read",
    breaks: "S18",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: erasesNewerNotes },
    within: 8,
  },
  {
    does: "never takes up what is due",
    breaks: "S15",
    setting: payoutWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: takesNothing },
    within: 16,
  },
  {
    does: "never takes up what is due",
    breaks: "L4",
    setting: payoutWorld({ ...oneFault, kinds: ["crash"] }),
    wrapping: { driver: takesNothing },
    within: 12,
  },
  {
    does: "never has the host hear what is due",
    breaks: "L3",
    setting: payoutWorld({ ...oneFault, kinds: ["refused"] }),
    wrapping: { driver: deliversNothing },
    within: 28,
  },
  {
    does: "saves what happened and gives the host nothing to hear",
    breaks: "L3",
    setting: payoutWorld({ ...oneFault, kinds: ["refused"] }),
    wrapping: { driver: savesInSilence },
    within: 28,
  },
  {
    does: "counts as heard what the host refused",
    breaks: "L3",
    setting: payoutWorld({ faults: 2, ticks: 1, kinds: ["refused", "host refuses"] }),
    wrapping: { driver: takesRefusalsForDelivered },
    within: 14,
  },
  {
    does: "reports the expected amount whatever was paid",
    breaks: "S5",
    setting: pushWorld({ ...oneFault, kinds: ["other amount"] }),
    wrapping: { gateway: reportsTheExpectedAmount },
    within: 11,
  },
  {
    does: "keeps a customer's code",
    breaks: "S17",
    setting: codeWorld({ faults: 0, ticks: 0 }),
    wrapping: { driver: keepsCodes },
    within: 3,
  },
  {
    does: "tells the host the newest event first",
    breaks: "S19",
    setting: payoutWorld({ ...oneFault, kinds: ["empty token"] }),
    wrapping: { driver: tellsBackwards },
    within: 12,
  },
]
