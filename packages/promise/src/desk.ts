/**
 * People's decisions as promises.
 */
import {
  Desk as CoreDesk,
  DeskStore,
  FlagKind,
  type Hold as CoreHold,
  type PaymentRecord,
  PaymentStore,
} from "@cauri/core"
import { Effect } from "effect"
import type { Facade } from "./facade.ts"
import { isoOf } from "./failures.ts"
import { type CallOptions, type DecisionInput, nameIn } from "./inputs.ts"
import { readMatters } from "./matters.ts"
import type { Desk, Hold } from "./Payments.ts"
import { invalidInput } from "./PaymentsError.ts"
import type { Payin, PaymentName, Payout } from "./plain.ts"
import { plainLine, plainPayin, plainPayout, plainUnreadable } from "./toPlain.ts"
import { namesByWord, wordOf } from "./words.ts"

const rulings = namesByWord(["Completed", "NotCompleted", "SendAgain"])
const flagKinds = namesByWord(FlagKind.literals)

/** Programs without types hand over anything; what a decision rests on must be there. */
const decisionOf = (decision: DecisionInput): DecisionInput => {
  if (!Number.isSafeInteger(decision?.asOf)) {
    throw invalidInput("asOf", "the `seq` of the payment as the person saw it")
  }
  return { by: decision.by, reason: decision.reason, asOf: decision.asOf }
}

const plainHold = ({ scope, reason, by, since }: CoreHold): Hold => ({ scope, reason, by, since: isoOf(since) })

/** Programs without types hand over anything. */
const millisOf = (since: string): number => {
  const millis = Date.parse(since)
  if (!Number.isSafeInteger(millis)) throw invalidInput("seen.since", "the `since` of the hold as the person saw it")
  return millis
}

const desk = <A, E>(use: (service: CoreDesk["Service"]) => Effect.Effect<A, E>) => Effect.flatMap(CoreDesk, use)

/** People's decisions as promises. */
export const deskOf = ({ keys, policy, runner: { run } }: Facade): Desk => {
  const plain = ({ payment }: PaymentRecord): Payin | Payout =>
    payment._tag === "Payin" ? plainPayin(payment, policy) : plainPayout(payment)
  const decide = (
    use: (service: CoreDesk["Service"]) => Effect.Effect<PaymentRecord, unknown>,
    options: CallOptions | undefined,
  ) => run(Effect.map(desk(use), plain), options)
  const keyOf = (payment: PaymentName) => {
    if (payment?.kind !== "payin" && payment?.kind !== "payout") throw invalidInput("kind", '"payin" or "payout"')
    return keys(payment.kind, payment)
  }
  return {
    recheck: async (payment, options) => {
      const key = keyOf(payment)
      return run(
        Effect.map(
          desk((service) => service.recheck(key)),
          (settled) => ({
            ...plain(settled),
            unasked: settled.asked ? null : wordOf(settled.because),
            heard: settled.asked ? wordOf(settled.heard) : null,
          }),
        ),
        options,
      )
    },
    matters: async ({ project } = {}, options) => {
      const { records, unreadable } = await run(readMatters(project === undefined ? {} : { project }), options)
      return { payments: records.map(plain), unreadable: unreadable.map(plainUnreadable) }
    },
    resolve: async (payment, decision, options) => {
      const key = keyOf(payment)
      const to = nameIn(rulings, decision?.to, "to")
      const resolution = { ...decisionOf(decision), evidence: decision.evidence, to }
      return decide((service) => service.resolve(key, resolution), options)
    },
    release: async (payment, decision, options) => {
      const key = keyOf(payment)
      const taken = decisionOf(decision)
      return decide((service) => service.release(key, taken), options)
    },
    closeFlag: async (payment, flag, decision, options) => {
      const key = keyOf(payment)
      const named = { kind: nameIn(flagKinds, flag?.kind, "flag.kind"), subject: flag.subject }
      const taken = decisionOf(decision)
      return decide((service) => service.closeFlag(key, named, taken), options)
    },
    history: async (payment, options) => {
      const key = keyOf(payment)
      const read = Effect.flatMap(PaymentStore, (store) => store.history(key, 0, 1_000))
      return run(
        Effect.map(read, (entries) => entries.map(plainLine)),
        options,
      )
    },
    hold: async (scope, decision, options) =>
      run(
        Effect.map(
          desk((service) => service.hold(scope, decision?.by, decision?.reason)),
          plainHold,
        ),
        options,
      ),
    lift: async (scope, { despiteUnreadable = false, seen, ...options } = {}) => {
      const which = seen === undefined ? {} : { seen: { by: seen.by, since: millisOf(seen.since) } }
      return run(
        desk((service) => service.lift(scope, { despiteUnreadable, ...which })),
        options,
      )
    },
    holds: async (options) => {
      const read = Effect.flatMap(DeskStore, (store) => store.holds())
      return run(
        Effect.map(read, (holds) => holds.map(plainHold)),
        options,
      )
    },
  }
}
