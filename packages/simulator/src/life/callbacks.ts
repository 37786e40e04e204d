/**
 * The service's callbacks to a merchant, and their times: two POSTs per event with the same content, another token, the service's own
 * entries. Faults of the payment lose, repeat, reorder, delay or forge them here, as data; `CallbackSender` only sends.
 * Spec: Events (#195-#203 #208 #209 #214 #215).
 */
import { callbackForm } from "../spec/callbackForm.ts"
import { externalIdOf } from "../spec/CustomData.ts"
import { formMediaType, jsonMediaType, type Status, wikiPaths } from "@cauri/wire"
import { type PayinCallback, type PayoutCallback } from "../spec/CallbackPayloads.ts"
import { serviceKeys } from "../spec/Texts.ts"
import { HashMap, Option } from "effect"
import type { CallbackPost } from "../model/Callback.ts"
import { drawHex, drawText, type Step, step } from "../model/draws.ts"
import type { CallbackFault, PaymentFault } from "../model/Faults.ts"
import type { Payin } from "../model/Payin.ts"
import type { Options } from "../options/Options.ts"
import type { Payout } from "../model/Payout.ts"
import { plan } from "./plans.ts"
import { entryOf, payinFields, payoutOperator, transactionIdOf, wikiOf } from "./records.ts"
import type { State } from "../model/State.ts"

export type AnyPayment =
  | { readonly kind: "payin"; readonly payment: Payin }
  | { readonly kind: "payout"; readonly payment: Payout }

/** The faults that struck at a payment's creation. */
export const faultsOf = (state: State, token: string): ReadonlyArray<PaymentFault | CallbackFault> =>
  Option.getOrElse(HashMap.get(state.paymentFaults, token), () => [])

/** Plans the callbacks of a payment's present status. */
export const planCallbacks = (state: State, options: Options, subject: AnyPayment): State =>
  isLost(state, subject) ? state : planCallbacksAgain(state, options, subject)

/** The same at a person's request, also where callbacks are lost. */
export const planCallbacksAgain = (state: State, options: Options, subject: AnyPayment): State => {
  const { statuses } = options.assumptions.callbackSequence
  return statuses.includes(subject.payment.status) ? planPosts(state, options, subject, false) : state
}

const isLost = (state: State, { payment }: AnyPayment): boolean =>
  faultsOf(state, payment.token).some(({ _tag }) => _tag === "CallbackLost")

/** Plans callbacks with a false status: a fault. */
export const forge = (state: State, options: Options, subject: AnyPayment, status: Status): State =>
  planPosts(
    state,
    options,
    subject.kind === "payin"
      ? { kind: "payin", payment: { ...subject.payment, status } }
      : { kind: "payout", payment: { ...subject.payment, status } },
    true,
  )

const planPosts = (state: State, options: Options, subject: AnyPayment, forged: boolean): State => {
  // As observed a merchant may want none.
  if (subject.payment.callbackUrl === "") return state
  const faults = faultsOf(state, subject.payment.token)
  const { order, delayMillis } = options.assumptions.callbackSequence
  const sequence = faults.some(({ _tag }) => _tag === "CallbackReordered") ? order.toReversed() : order
  const single = faults.find((fault) => fault._tag === "CallbackSingle")
  const late = faults.find((fault) => fault._tag === "CallbackLate")?.millis ?? 0
  const repeated = faults.find((fault) => fault._tag === "CallbackRepeated")
  const event = drawText(state, 12, "abcdefghijklmnopqrstuvwxyz0123456789")
  const hash = drawHex(event.state, 64)
  const body = bodyOf(hash.state, options, subject, hash.value)
  // A callback caused within the creation is sent a little later: the answer usually comes first.
  const start = Math.max(state.now, subject.payment.createdAt + options.callbackHeadStartMillis) + late
  let planned = hash.state
  for (let round = 0; round <= (repeated?.times ?? 0); round++) {
    for (const [index, encoding] of sequence.entries()) {
      if (single !== undefined && single.encoding !== encoding) continue
      const at = start + (delayMillis[index] ?? 0) + round * (repeated?.everyMillis ?? 0)
      planned = plan(planned, at, {
        _tag: "SendCallback",
        post: {
          id: `${event.value}-${encoding}-${round + 1}`,
          event: event.value,
          kind: subject.kind,
          payment: subject.payment.token,
          requestId: subject.payment.requestId,
          projectId: subject.payment.projectId,
          url: subject.payment.callbackUrl,
          encoding,
          contentType: encoding === "Form" ? formMediaType : jsonMediaType,
          body: encoding === "Form" ? body.form : body.json,
          at,
          attempt: 1,
          forged,
        },
      })
    }
  }
  return planned
}

/** The same content twice: as a form and as JSON (#196, #197). */
const bodyOf = (
  state: State,
  options: Options,
  subject: AnyPayment,
  hash: string,
): { readonly form: string; readonly json: string } => {
  const payload =
    subject.kind === "payin"
      ? payinPayload(state, options, subject.payment, hash)
      : payoutPayload(state, options, subject.payment, hash)
  const observed = subject.kind === "payout" && options.profile.payoutCallback === "Observed"
  return {
    form: callbackForm(payload, options.formEncoding),
    json: JSON.stringify(observed ? observedTypes(payload) : payload),
  }
}

const payinPayload = (state: State, options: Options, invoice: Payin, hash: string): PayinCallback => ({
  ...payinFields(state, options, invoice),
  token: options.profile.callbackToken === "Another" ? invoice.callbackToken : "",
  custom_data: withHash(invoice, hash, state.now),
})

const payoutPayload = (state: State, options: Options, payout: Payout, hash: string): PayoutCallback => {
  const transactionId = transactionIdOf(payout.entries)
  const common = {
    response_code: "00",
    token: options.profile.callbackToken === "Another" ? payout.callbackToken : "",
    response_text: "",
    status: payout.status,
    ...payoutOperator(state, options, payout),
  } as const
  if (options.profile.payoutCallback === "Observed") {
    const flat = {
      ...common,
      // Observed: the token was there although the payin callback's was empty.
      token: payout.callbackToken,
      custom_data: [],
      url: payout.callbackUrl,
      url_method: "",
      transaction_id: transactionId,
      external_id: transactionId,
      montant: payout.amountXof,
      amount: payout.amountXof,
    }
    return flat
  }
  const topLevel = options.assumptions.payoutCallbackIdentifiers === "TopLevel"
  return {
    ...common,
    custom_data: topLevel ? [] : withHash(payout, hash, state.now),
    description: payout.description,
    montant: payout.amountXof,
    amount: payout.amountXof,
    transaction_id: transactionId,
    external_id: externalIdOf(payout.entries),
    wiki: wikiOf(options, wikiPaths.createStraightWithdrawal),
  }
}

/** `hash` comes before the service's `logfile`, which is last, and means nothing (N8). */
const withHash = ({ entries }: Pick<Payin, "entries">, hash: string, now: number) =>
  entries.toSpliced(-1, 0, entryOf(serviceKeys.hash, hash, now))

/** As observed: the operator is a number and the amounts are texts. */
const observedTypes = (payload: PayinCallback | PayoutCallback) => ({
  ...payload,
  operator_id: Number(payload.operator_id),
  montant: String(payload.montant),
  amount: String(payload.amount),
})

/** The state after the result of a POST: it is finished, or planned again (N9, N10). */
export const afterResult = (
  state: State,
  options: Options,
  post: CallbackPost,
  result: NonNullable<State["callbackLog"][number]["result"]>,
  tookMillis: number,
): State => {
  // The post was handed over recently, so its line is near the end of the log; with many posts it may be gone already.
  const index = state.callbackLog.findLastIndex((line) => line.post.id === post.id)
  const line = state.callbackLog[index]
  const logged =
    line === undefined
      ? state
      : { ...state, callbackLog: state.callbackLog.with(index, { ...line, result, tookMillis }) }
  const received = result._tag === "Answered" && options.assumptions.callbackAcceptedStatuses.includes(result.status)
  const wait = options.assumptions.callbackRetries.slice(0, 9)[post.attempt - 1]
  return received || wait === undefined
    ? logged
    : plan(logged, state.now + wait, { _tag: "SendCallback", post: again(post, state.now + wait) })
}

const again = (post: CallbackPost, at: number): CallbackPost => ({
  ...post,
  id: `${post.id}-again${post.attempt + 1}`,
  at,
  attempt: post.attempt + 1,
})

export const handedOver = (state: State, options: Options, posts: ReadonlyArray<CallbackPost>): State => ({
  ...state,
  callbackLog: [
    ...state.callbackLog,
    ...posts.map((post) => ({ post, handedOverAt: state.now, result: null, tookMillis: null })),
  ].slice(-options.limits.callbackLog),
})

/** Takes the posts of the outbox, and logs that they were handed over. */
export const takeOutbox = (state: State, options: Options): Step<ReadonlyArray<CallbackPost>> =>
  state.outbox.length === 0
    ? step(state, state.outbox)
    : step({ ...handedOver(state, options, state.outbox), outbox: [] }, state.outbox)
