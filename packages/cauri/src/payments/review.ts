/**
 * People's decisions as promises.
 */
import { historyOf, needsAttention } from "@cauri/console/read"
import { Review as CoreReview, type PauseScope } from "@cauri/core"
import { SharedState, isPauseScope } from "@cauri/core/adapter"
import { ApprovableDecision, decisionOutcomes, FlagKind, type PaymentRecord } from "@cauri/core/model"
import { Effect } from "effect"
import type { Facade } from "./facade.ts"
import {
  type CallOptions,
  type DecisionInput,
  type Fields,
  invalidInput,
  onlyFields,
  type PaymentName,
  plainLine,
  plainPause,
  plainUnreadable,
  wordIn,
} from "@cauri/plain"
import type { Review } from "./Payments.ts"

/** Programs without types pass anything. */
const seqIn = (asOf: number | undefined): number => {
  if (asOf !== undefined && Number.isSafeInteger(asOf)) return asOf
  throw invalidInput("asOf", "the `seq` of the payment as the person saw it")
}

/** Programs without types pass anything. */
const scopeIn = (scope: string): PauseScope => {
  if (isPauseScope(scope)) return scope
  throw invalidInput("scope", "payouts, project/…, project/…/payins, project/…/payouts or operator/<project>/…")
}

const decisionFields: Fields<DecisionInput> = { by: true, reason: true, asOf: true }

/** Programs without types pass anything; a decision must have all that it rests on. */
const decisionOf = (
  decision: DecisionInput,
  fields: Readonly<Record<string, true>> = decisionFields,
): DecisionInput => {
  onlyFields(decision, fields)
  const asOf = seqIn(decision?.asOf)
  return { by: decision.by, reason: decision.reason, asOf }
}

/** Programs without types pass anything. */
const millisOf = (since: string): number => {
  const millis = Date.parse(since)
  if (!Number.isSafeInteger(millis)) throw invalidInput("seen.since", "the `since` of the hold as the person saw it")
  return millis
}

const review = <A, E>(use: (service: CoreReview["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(CoreReview, use)

/** People's decisions as promises. */
export const reviewOf = ({ keys, runner: { run }, show }: Facade): Review => {
  const decide = (
    use: (service: CoreReview["Service"]) => Effect.Effect<PaymentRecord, unknown>,
    options: CallOptions | undefined,
  ) => run(Effect.flatMap(review(use), show.one), options)
  const keyOf = (payment: PaymentName) => {
    if (payment?.kind !== "payin" && payment?.kind !== "payout") throw invalidInput("kind", '"payin" or "payout"')
    return keys(payment.kind, payment)
  }
  return {
    recheck: async (payment, options) => {
      const key = keyOf(payment)
      const rechecked = Effect.gen(function* () {
        const settled = yield* review((service) => service.recheck(key))
        return {
          ...(yield* show.one(settled)),
          unasked: settled.notNow?.because ?? null,
          answered: settled.answered,
        }
      })
      return run(rechecked, options)
    },
    needsAttention: async (query = {}, options) => {
      onlyFields(query, { project: true } satisfies Fields<typeof query>)
      const { project } = query
      const waiting = Effect.gen(function* () {
        const { records, unreadable } = yield* needsAttention(project === undefined ? {} : { project })
        return { payments: yield* show.all(records), unreadable: unreadable.map(plainUnreadable) }
      })
      return run(waiting, options)
    },
    resolve: async (payment, decision, options) => {
      const key = keyOf(payment)
      const to = wordIn(decisionOutcomes, decision?.to, "to")
      const own = { to: true, evidence: true, amountPaid: true, acceptedAsFull: true } as const
      const fields = { ...decisionFields, ...own } satisfies Fields<typeof decision>
      const { amountPaid, acceptedAsFull, evidence } = decision
      const resolution = {
        ...decisionOf(decision, fields),
        evidence,
        to,
        acceptedAsFull: acceptedAsFull === true,
        ...(amountPaid === undefined ? {} : { amountPaid }),
      }
      return decide((service) => service.resolve(key, resolution), options)
    },
    release: async (payment, decision, options) => {
      const key = keyOf(payment)
      const taken = decisionOf(decision)
      return decide((service) => service.release(key, taken), options)
    },
    request: async (payment, input, options) => {
      const key = keyOf(payment)
      const decision = wordIn(ApprovableDecision.literals, input?.decision, "decision")
      const fields = { ...decisionFields, decision: true, evidence: true } satisfies Fields<typeof input>
      const evidence = input.evidence === undefined ? {} : { evidence: input.evidence }
      const asked = { ...decisionOf(input, fields), ...evidence, decision }
      return decide((service) => service.request(key, asked), options)
    },
    approve: async (payment, approval, options) => {
      const key = keyOf(payment)
      onlyFields(approval, { by: true, asOf: true, digest: true } satisfies Fields<typeof approval>)
      const asOf = seqIn(approval?.asOf)
      const { by, digest } = approval
      return decide((service) => service.approve(key, { by, asOf, digest }), options)
    },
    withdraw: async (payment, decision, options) => {
      const key = keyOf(payment)
      onlyFields(decision, { by: true, asOf: true } satisfies Fields<typeof decision>)
      const asOf = seqIn(decision?.asOf)
      return decide((service) => service.withdraw(key, { by: decision.by, asOf }), options)
    },
    closeFlag: async (payment, flag, decision, options) => {
      const key = keyOf(payment)
      const named = { kind: wordIn(FlagKind.literals, flag?.kind, "flag.kind"), subject: flag.subject }
      const taken = decisionOf(decision)
      return decide((service) => service.closeFlag(key, named, taken), options)
    },
    history: async (payment, options) => {
      const key = keyOf(payment)
      return run(
        Effect.map(historyOf(key), (entries) => entries.map(plainLine)),
        options,
      )
    },
    pause: async (scope, decision, options) => {
      const named = scopeIn(scope)
      return run(
        Effect.map(
          review((service) => service.pause(named, decision?.by, decision?.reason)),
          plainPause,
        ),
        options,
      )
    },
    resume: async (scope, { ignoreUnreadable = false, seen, ...options } = {}) => {
      const which = seen === undefined ? {} : { seen: { by: seen.by, since: millisOf(seen.since) } }
      return run(
        isPauseScope(scope)
          ? review((service) => service.resume(scope, { ignoreUnreadable, ...which }))
          : Effect.succeed(false),
        options,
      )
    },
    pauses: async (options) => {
      const read = Effect.flatMap(SharedState, (store) => store.pauses())
      return run(
        Effect.map(read, (pauses) => pauses.map(plainPause)),
        options,
      )
    },
  }
}
