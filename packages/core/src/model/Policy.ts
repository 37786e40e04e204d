/**
 * The policy in force, and what is computed from it. All of it is data: replace what you need with
 * `Effect.provideService(Policy, { ...defaultPolicy, … })`. `layerCauri` refuses a policy that is not safe.
 */
import { Context, Result, Schema } from "effect"
import { defaultPolicy } from "./defaultPolicy.ts"
import type { FeeRule, PolicyShape, RailSchedule } from "./PolicyShape.ts"
import type { Rail } from "./ValidationMode.ts"

const minute = 60_000

/** The policy in force. Nothing needs to be provided to start. */
export const Policy = Context.Reference<PolicyShape>("@cauri/core/Policy", { defaultValue: () => defaultPolicy })

/** Under this policy a call or a consumer could outlast the lease of its payment. */
export class PolicyRefused extends Schema.TaggedError<PolicyRefused>()("PolicyRefused", {
  /** The key to change. */
  setting: Schema.String,
  /** What must hold of a policy. */
  rule: Schema.String,
}) {
  override get message() {
    return `The policy is refused. Set one in which ${this.rule}.`
  }
}

/** The policy if it is safe, or the rule that it breaks. */
export const checkPolicy = (policy: PolicyShape): Result.Result<PolicyShape, PolicyRefused> => {
  const { confirmTimeout, connectTimeout, creationTimeout, hearTimeout, lease } = policy
  // A creation begins only while its lease has room for the connection and the answer, and a round of confirms is kept only within its own.
  if (!(lease > connectTimeout + Math.max(creationTimeout, confirmTimeout))) {
    const rule = "lease is longer than connectTimeout and the longer of creationTimeout and confirmTimeout together"
    return Result.fail(new PolicyRefused({ setting: "lease", rule }))
  }
  // A host begins to hear until half of the lease is over; a consumer that hears longer hears everything again.
  return hearTimeout <= lease / 2
    ? Result.succeed(policy)
    : Result.fail(new PolicyRefused({ setting: "hearTimeout", rule: "hearTimeout is at most half of lease" }))
}

/** How special a rule is. */
const weight = (rule: FeeRule): number => (rule.project === undefined ? 0 : 2) + (rule.rail === undefined ? 0 : 1)

/** What the customer of this payment may be charged above its amount. The most special rule wins; none: nothing. */
export const feesOn = (policy: PolicyShape, project: string, rail: Rail, amount: number): number => {
  const fitting = policy.fees.filter((rule) => (rule.project ?? project) === project && (rule.rail ?? rail) === rail)
  const rule = fitting.reduce<FeeRule | null>(
    (best, next) => (best === null || weight(next) > weight(best) ? next : best),
    null,
  )
  return rule === null ? 0 : Math.ceil((amount * rule.basisPoints) / 10_000) + rule.fixedXof
}

/** The confirm with this count (0 is the first), for a payment of this age: how long after the one before. */
export const confirmDelay = (schedule: RailSchedule, count: number, age: number): number => {
  if (count === 0) return schedule.first
  const listed = schedule.next[count - 1]
  if (listed !== undefined) return listed
  const band = schedule.afterwards.find((each) => age < each.until) ?? schedule.afterwards.at(-1)
  return band?.every ?? schedule.next.at(-1) ?? schedule.first
}

/** Wait number `count` of a backoff; the last one holds for ever. */
export const backoff = (waits: ReadonlyArray<number>, count: number): number =>
  waits[Math.min(count, waits.length - 1)] ?? minute

/** A share in [-1, 1) that depends on nothing but its seed, so that runs replay (FNV-1a). */
const share = (seed: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x8000_0000 - 1
}

/** A wait spread by the policy's jitter: payments that began together do not ask together. */
export const jittered = (policy: PolicyShape, seed: string, wait: number): number =>
  Math.round(wait * (1 + policy.jitter * share(seed)))
