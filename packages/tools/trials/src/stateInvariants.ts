/**
 * The invariants of a state. Each returns a sentence about what is wrong, or null.
 */
import { Equal, Result } from "effect"
import { fold, issuedTokensOf, type HistoryEntry, type PaymentEvent } from "@cauri/core/model"
import { attemptText, behind, transactionsOf } from "./service.ts"
import { rightCode } from "./tape.ts"
import type { View } from "./views.ts"
import type { World } from "./world.ts"

type StateCheck = (world: World, views: ReadonlyArray<View>) => string | null

const first = <A>(values: ReadonlyArray<A>, look: (value: A) => string | null): string | null => {
  for (const value of values) {
    const what = look(value)
    if (what !== null) return what
  }
  return null
}

/** A check of stored payments alone: each view is checked only once. */
const ofPayment = (look: (view: View) => string | null): StateCheck => {
  const known = new WeakMap<View, string | null>()
  return (_world, views) =>
    first(views, (view) => {
      const before = known.get(view)
      if (before !== undefined) return before
      const what = look(view)
      known.set(view, what)
      return what
    })
}

const isNotExecuted = ({ event }: HistoryEntry): boolean => event._tag === "resolved" && event.to !== "completed"

const isVerdict = ({ event }: HistoryEntry): boolean =>
  event._tag === "completed" || event._tag === "not_completed" || (event._tag === "resolved" && event.to !== "intended")

const tokenIn = (event: PaymentEvent): string | null => {
  if (event._tag === "accepted" || event._tag === "otp_requested" || event._tag === "attempt_unanswered")
    return event.token
  if (event._tag !== "answered_late") return null
  return "token" in event.answer ? event.answer.token : null
}

/** S1: at most one POST per attempt on the wire. */
const onePost: StateCheck = ({ ledger }) => {
  const twice = Object.entries(ledger.posts).find(([, count]) => count > 1)
  return twice === undefined ? null : `${twice[1]} POSTs of ${twice[0]}`
}

/**
 * S2: at most one executed payout per reference, unless a person recorded "not executed". A transfer that is still pending can be
 * executed at any moment, so it counts already.
 */
const onePayout: StateCheck = ({ ledger }, views) =>
  first(views, ({ name, row, history }) => {
    if (row.kind !== "payout") return null
    const moving = transactionsOf(ledger, name).filter(({ status }) => status !== "not_completed").length
    return moving > 1 + history.filter(isNotExecuted).length ? `${moving} transfers for the ${name}` : null
  })

/** S4: `completed` has an observation of one of its own tokens, and the service did complete it; or a decision. */
const provenCompletion: StateCheck = ({ ledger }, views) =>
  first(views, ({ name, record, history }) => {
    const state = record.payment.state._tag
    if (state !== "completed" && state !== "not_completed") return null
    const verdict = history.findLast(isVerdict)?.event
    if (verdict?._tag === "resolved" && verdict.to === state) return null
    const tokens = issuedTokensOf(record.payment.attempts)
    if (verdict?._tag === "completed" && state === "completed") {
      const { attempt, record: said } = verdict.observation
      const token = tokens.find((issued) => issued.attempt === attempt)?.token
      const known = token === undefined ? undefined : behind(ledger, token)
      if (said.status === "completed" && known?.status === "completed" && known.askedAt !== null) return null
    }
    if (verdict?._tag === "not_completed" && state === "not_completed") {
      if (tokens.length > 0 && tokens.every(({ token }) => behind(ledger, token)?.status === "not_completed"))
        return null
    }
    return `the ${name} is ${state}, and neither the service nor a person has said so`
  })

/** S5: what was collected for a payin that a confirm completed is the expected amount, at the service too. */
const expectedAmount: StateCheck = ({ ledger }, views) =>
  first(views, ({ name, record, history }) => {
    const { content, attempts } = record.payment
    if (content.kind !== "payin") return null
    return first(history, ({ event }) => {
      if (event._tag !== "completed") return null
      const { attempt, record: said } = event.observation
      const token = issuedTokensOf(attempts).find((issued) => issued.attempt === attempt)?.token ?? ""
      const paid = behind(ledger, token)?.amount
      return said.amount === content.amount && paid === content.amount
        ? null
        : `the ${name} of ${content.amount} francs is completed with ${paid}`
    })
  })

/** S6: at most one of `completed` and `not_completed` per payment. */
const oneVerdict: StateCheck = ofPayment(({ name, history }) => {
  const verdicts = history.filter(isVerdict)
  return verdicts.length > 1 ? `the ${name} has the verdicts ${verdicts.map(({ event }) => event._tag).join()}` : null
})

/** S7: no token that was durable once is ever given up. */
const keptTokens: StateCheck = ofPayment(({ name, record, history }) => {
  const kept = issuedTokensOf(record.payment.attempts).map(({ token }): string => token)
  const lost = history.map(({ event }) => tokenIn(event)).find((token) => token !== null && !kept.includes(token))
  return lost === undefined ? null : `the ${name} has given up ${lost}`
})

/** S9: a payout's attempt in flight at a crash stays unanswered until the service names its token, and nothing follows it without a decision. */
const inDoubtAfterCrash: StateCheck = ({ ledger, orphans }, views) =>
  first(views, ({ name, record, history }) => {
    const { payment } = record
    if (payment._tag !== "Payout") return null
    return first(payment.attempts, ({ number, outcome }) => {
      if (!orphans.includes(attemptText(name, number))) return null
      if (ledger.looksUp && "token" in outcome && outcome.token !== null) return null
      const open = outcome._tag === "in_flight" || outcome._tag === "no_answer" || outcome._tag === "not_executed"
      const waits = payment.state._tag === "submitting" || payment.state._tag === "in_doubt"
      const alone = number === payment.attempts.length && waits
      if (open && (alone || history.some(({ event }) => event._tag === "resolved"))) return null
      return `attempt ${number} of the ${name} was in flight at a crash; now it is ${outcome._tag} and the payout ${payment.state._tag}`
    })
  })

/** S10: `not_sent` means that the service saw nothing. */
const unseenWhenNotSent: StateCheck = ({ ledger }, views) =>
  first(views, ({ name, record }) =>
    first(record.payment.attempts, ({ number, outcome }) =>
      outcome._tag === "not_sent" && (ledger.posts[attemptText(name, number)] ?? 0) > 0
        ? `attempt ${number} of the ${name} counts as not sent and the service has it`
        : null,
    ),
  )

/** S13, its second half: what the service has executed is never cancelled or held as unsent. */
const nothingCancelledThatLeft: StateCheck = ({ ledger }, views) =>
  first(views, ({ name, row, history }) =>
    row.state === "cancelled" && transactionsOf(ledger, name).length > 0 && !history.some(isNotExecuted)
      ? `the ${name} is cancelled and the service knows a transaction of it`
      : null,
  )

/** S14: fold(history) is the payment, and the numbers of the history have no gap. */
const foldedHistory: StateCheck = ofPayment(({ name, record, history }) => {
  const gap = history.findIndex(({ seq }, index) => seq !== index + 1)
  if (gap >= 0) return `line ${gap + 1} of the history of the ${name} has the number ${history[gap]?.seq}`
  const [intent, ...others] = history
  if (intent === undefined) return `the ${name} has no history`
  const folded = fold([intent, ...others])
  if (Result.isFailure(folded)) return `the history of the ${name} does not fold: ${folded.failure}`
  return Equal.equals(folded.success, record.payment) ? null : `the history of the ${name} folds to another payment`
})

/** S17: a code is never at rest. */
const noCodeAtRest: StateCheck = ofPayment(({ name, row }) =>
  row.body.includes(rightCode) ? `the row of the ${name} holds the customer's code` : null,
)

/** S18: an unread note keeps its payment due. */
const noLostWakeUp: StateCheck = ({ now }, views) =>
  first(views, ({ name, row, record }) =>
    row.newestNote > record.tracking.notesSeen && (row.actAt === null || row.actAt > now)
      ? `note ${row.newestNote} of the ${name} is unread and the payment is due at ${row.actAt}`
      : null,
  )

/** S19: the host receives events in order, and only what happened. */
const receivedInOrder: StateCheck = ({ received }, views) =>
  first(views, ({ name, history }) => {
    const numbers = received.filter((id) => id.startsWith(`${name}#`)).map((id) => Number(id.split("#")[1]))
    const ordered = numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0))
    const real = numbers.every((number) => history.some(({ seq }) => seq === number))
    return ordered && real ? null : `the host heard ${numbers.join()} of the ${name}`
  })

export const stateChecks: Readonly<Record<string, StateCheck>> = {
  S1: onePost,
  S2: onePayout,
  S4: provenCompletion,
  S5: expectedAmount,
  S6: oneVerdict,
  S7: keptTokens,
  S9: inDoubtAfterCrash,
  S10: unseenWhenNotSent,
  S13: nothingCancelledThatLeft,
  S14: foldedHistory,
  S17: noCodeAtRest,
  S18: noLostWakeUp,
  S19: receivedInOrder,
}
