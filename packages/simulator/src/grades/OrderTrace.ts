/** Everything that was seen of one order, and the questions that lines ask about it. */
import { tools, type Tools } from "@cauri/catalogue/tools"
import type { CallbackLogLine } from "../model/Callback.ts"
import type { RequestLine } from "../log/RequestLog.ts"
import type { Bilingual } from "../model/Bilingual.ts"
import type { Evidence } from "./Grade.ts"
import type { OffWireEvent } from "../log/OffWireEvent.ts"
import type { Seen, SeenPayment } from "./Seen.ts"

export type OffWireWord = Extract<OffWireEvent, { _tag: "Word" }>

export interface OrderTrace {
  readonly order: string
  /** The oldest first, as everything here. */
  readonly payments: ReadonlyArray<SeenPayment>
  readonly creations: ReadonlyArray<RequestLine>
  readonly confirms: ReadonlyArray<RequestLine>
  readonly callbacks: ReadonlyArray<CallbackLogLine>
  readonly words: ReadonlyArray<OffWireWord>
  readonly visits: ReadonlyArray<Extract<OffWireEvent, { _tag: "Visit" }>>
}

const creationEndpoints: ReadonlyArray<RequestLine["endpoint"]> = [
  "createHostedInvoice",
  "createDirectInvoice",
  "submitWalletInvoice",
  "createWalletPayout",
  "createDirectPayout",
]

/** The order that a word or a visit names: by its reference, by a token or number of the service, or by an amount that no other has. */
const namedOrder = ({ payments, requests }: Seen, name: string, amountXof?: number): string | undefined => {
  const exact = payments.find(({ order, requestId, token }) => [order, requestId, token].includes(name))
  if (exact !== undefined || requests.some(({ transactionId }) => transactionId === name)) return exact?.order ?? name
  const nameless = payments.filter(({ order, requestId }) => order === requestId)
  const [only, ...others] = nameless.filter((payment) => payment.amountXof === amountXof)
  // Where every payment has a reference, the service has never heard of this one.
  return only !== undefined && others.length === 0 ? only.order : nameless.length === 0 ? name : undefined
}

/** Words that no payment can be found for, because payments carry no reference: nothing can be said of them. */
export const unmatchedWords = (seen: Seen): ReadonlyArray<OffWireWord> =>
  seen.offWire
    .filter((each) => each._tag === "Word")
    .filter(({ word }) => namedOrder(seen, word.order, word.amountXof) === undefined)

/** What was seen, order by order. A call that names no order belongs to the payment that it asked about. */
export const tracesOf = (seen: Seen): ReadonlyArray<OrderTrace> => {
  const { callbacks, offWire, payments, requests } = seen
  const orderOf = new Map(payments.map(({ order, requestId }) => [requestId, order]))
  const named = requests.flatMap((line) => {
    const order = line.transactionId ?? orderOf.get(line.requestId ?? "")
    return line.endpoint === null || order === undefined ? [] : [{ order, line }]
  })
  const isCreation = ({ line }: (typeof named)[number]) => creationEndpoints.includes(line.endpoint)
  const creations = grouped(named.filter(isCreation), ({ order }) => order)
  const confirms = grouped(
    named.filter((each) => !isCreation(each)),
    ({ order }) => order,
  )
  const paymentsOf = grouped(payments, ({ order }) => order)
  const callbacksOf = grouped(callbacks, ({ post }) => orderOf.get(post.requestId) ?? "")
  const words = grouped(
    offWire.filter((each) => each._tag === "Word"),
    ({ word }) => namedOrder(seen, word.order, word.amountXof) ?? "",
  )
  const visits = grouped(
    offWire.filter((each) => each._tag === "Visit"),
    ({ order }) => namedOrder(seen, order) ?? "",
  )
  const orders = new Set([...creations.keys(), ...paymentsOf.keys(), ...words.keys()].filter((order) => order !== ""))
  return [...orders].map((order) => ({
    order,
    payments: (paymentsOf.get(order) ?? []).toSorted((one, other) => one.createdAt - other.createdAt),
    creations: (creations.get(order) ?? []).map(({ line }) => line),
    confirms: (confirms.get(order) ?? []).map(({ line }) => line),
    callbacks: callbacksOf.get(order) ?? [],
    words: words.get(order) ?? [],
    visits: visits.get(order) ?? [],
  }))
}

const grouped = <A>(all: ReadonlyArray<A>, keyOf: (each: A) => string): ReadonlyMap<string, ReadonlyArray<A>> =>
  Map.groupBy(all, keyOf)

/** The money of an order: its dearest payment, or what the merchant says that it costs. */
export const orderValueXof = ({ payments, words }: OrderTrace): number =>
  Math.max(0, ...payments.map(({ amountXof }) => amountXof), ...words.map(({ word }) => word.amountXof ?? 0))

/** Whether a program that waited could read an answer of the service. */
export const isAnswered = ({ outcome }: RequestLine): boolean =>
  outcome?._tag === "Answered" && outcome.responseCode !== null

/** The payment that a call created or asked about. */
export const paymentOfLine = (trace: OrderTrace, line: RequestLine): SeenPayment | undefined =>
  trace.payments.find(({ requestId }) => requestId === line.requestId)

/** The payment may still complete, or has. */
export const isOpenAt = (payment: SeenPayment, at: number): boolean =>
  payment.finalAt === null || payment.finalAt > at || payment.status !== "notcompleted"

/** The merchant holds the token of the payment: the answer of a creation brought it. */
export const isKnown = (trace: OrderTrace, { requestId }: SeenPayment): boolean =>
  trace.creations.some((line) => line.requestId === requestId && isAnswered(line) && line.said?.hasToken === true)

export const confirmsSaying = (trace: OrderTrace, status: string, until = Infinity): ReadonlyArray<RequestLine> =>
  trace.confirms.filter(({ at, said }) => said?.status === status && at <= until)

/** Callbacks that claimed a status which the payment did not have, up to a time. */
export const forgedBy = (trace: OrderTrace, until = Infinity): ReadonlyArray<CallbackLogLine> =>
  trace.callbacks.filter(({ handedOverAt, post }) => post.forged && handedOverAt <= until)

/** Callbacks of the service's own whose address was reached. */
export const genuine = ({ callbacks }: OrderTrace): ReadonlyArray<CallbackLogLine> =>
  callbacks.filter(({ post, result }) => !post.forged && result !== null && result._tag !== "NotSent")

/** A sentence of the evidence, in both languages. */
const says = (choose: (texts: Tools["gradeEvidence"]) => string): Bilingual => ({
  fr: choose(tools.fr.gradeEvidence),
  en: choose(tools.en.gradeEvidence),
})

export const ofLine = (
  trace: OrderTrace,
  { at, number, requestId }: RequestLine,
  said: (texts: Tools["gradeEvidence"]) => string,
): Evidence => ({ at, order: trace.order, request: number, requestId, says: says(said) })

export const ofCallback = (trace: OrderTrace, { handedOverAt, post, result }: CallbackLogLine): Evidence => ({
  at: handedOverAt,
  order: trace.order,
  request: null,
  requestId: post.requestId,
  says: says((texts) =>
    post.forged
      ? texts.forged
      : result?._tag === "Answered"
        ? texts.callback_answered(result.status)
        : texts.callback_unanswered,
  ),
})

export const ofWord = (trace: OrderTrace, { at, word }: OffWireWord): Evidence => ({
  at,
  order: trace.order,
  request: null,
  requestId: trace.payments.at(-1)?.requestId ?? null,
  says: says((texts) => ({ Paid: texts.says_paid, Failed: texts.says_failed, Open: texts.says_open })[word.says]),
})

/** A word that no payment can be found for. */
export const ofUnmatched = ({ at, word }: OffWireWord): Evidence => ({
  at,
  order: word.order,
  request: null,
  requestId: null,
  says: says(({ unmatched }) => unmatched),
})

export const ofPayment = (
  trace: OrderTrace,
  { amountXof, createdAt, finalAt, requestId, status }: SeenPayment,
): Evidence => ({
  at: finalAt ?? createdAt,
  order: trace.order,
  request: null,
  requestId,
  says: says((texts) => texts.payment_is(status, amountXof)),
})

export const ofConfirm = (trace: OrderTrace, line: RequestLine): Evidence =>
  ofLine(trace, line, (texts) =>
    line.said?.status == null ? texts.confirm_without_record : texts.confirm_said(line.said.status),
  )
