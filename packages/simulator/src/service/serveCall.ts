/**
 * One call, from a request to a reply, as two pure steps: which faults strike it, and its execution. Between and after them the engine may
 * have to wait, for a fault that delays.
 */
import { HashMap } from "effect"
import { withEarlyCallbacks } from "../life/advance.ts"
import type { CallbackPost } from "../model/Callback.ts"
import { planCallbacks, type AnyPayment, forge } from "../life/callbacks.ts"
import { askedToken, confirmInvoice, confirmPayout } from "./confirms.ts"
import { type Step, step } from "../model/draws.ts"
import type { ServiceRequest } from "../ports/Engine.ts"
import { type CallOrRecordFault, type LastingFault, strikeCall, strikePayment } from "./faultSelection.ts"
import { htmlPage, instead, spoiled } from "./faultyReplies.ts"
import { faultHeader } from "../options/MagicNumbers.ts"
import type { Options } from "../options/Options.ts"
import { findPayin, putPayin } from "../life/payinLife.ts"
import { createPayin, sendWalletOtp, type Executed } from "./payinRequests.ts"
import { findPayout, putPayout } from "../life/payoutLife.ts"
import { createPayout } from "./payoutRequests.ts"
import type { Project } from "../model/Project.ts"
import { transactionIdOf } from "../life/records.ts"
import type { Reply } from "../model/Reply.ts"
import { type CreationEndpoint, isCreation, type Subject, subjectOf } from "./requestBodies.ts"
import { checked, namedProject } from "./requestChecks.ts"
import { hasRoom, withRoom } from "../life/retention.ts"
import type { State } from "../model/State.ts"

/** The faults that strike a call; each is counted here, once. */
export const strikes = (
  state: State,
  options: Options,
  request: ServiceRequest,
): Step<ReadonlyArray<CallOrRecordFault>> =>
  strikeCall(
    state,
    options,
    request.endpoint,
    subjectOfCall(state, options, request),
    isConfirm(request),
    request.headers[faultHeader],
  )

const isConfirm = ({ endpoint }: ServiceRequest): boolean =>
  endpoint === "confirmInvoice" || endpoint === "confirmPayout"

export interface Outcome {
  readonly reply: Reply
  readonly first: ReadonlyArray<CallbackPost>
}

export const serveCall = (
  state: State,
  options: Options,
  request: ServiceRequest,
  faults: ReadonlyArray<CallOrRecordFault>,
): Step<Outcome> => {
  const other = instead(options, request.endpoint, faults)
  if (other !== undefined) return step(state, { reply: other, first: [] })
  const limited = withinRate(state, options, request)
  if (!limited.value) return step(limited.state, { reply: { ...page(429), because: "RateLimit" }, first: [] })
  const { served, struck } = executedWithFaults(limited.state, options, request)
  const reply = spoiled(options, request.endpoint, served.value.reply, faults)
  const { created } = served.value
  if (created === undefined) return step(served.state, { reply, first: [] })
  const struckAtOnce = withFaultsAtOnce(served.state, options, created, struck)
  return step(struckAtOnce.state, { reply: { ...reply, payment: created }, first: struckAtOnce.value })
}

// Lasting faults must be there before the payment is, for a wallet payout ends inside its own creation. They strike only what is created,
// and its token is known only after the execution: so a creation that is struck is executed again from the same state.
const executedWithFaults = (
  state: State,
  options: Options,
  request: ServiceRequest,
): { readonly served: Step<Executed>; readonly struck: ReadonlyArray<LastingFault> } => {
  const served = execute(state, options, request)
  const { created } = served.value
  if (created === undefined) return { served, struck: [] }
  const struck = strikePayment(
    state,
    options,
    request.endpoint,
    subjectOfCall(state, options, request),
    request.headers[faultHeader],
  )
  const { faultCounts, random } = struck.state
  if (struck.value.length === 0) {
    const counted = { ...served.state, faultCounts, random: { ...served.state.random, faults: random.faults } }
    return { served: step(counted, served.value), struck: [] }
  }
  const paymentFaults = HashMap.set(state.paymentFaults, created, struck.value)
  return { served: execute({ ...struck.state, paymentFaults }, options, request), struck: struck.value }
}

const page = (status: number): Reply => ({ _tag: "Page", status, html: htmlPage(status) })

const execute = (state: State, options: Options, request: ServiceRequest): Step<Executed> => {
  const refused = checked(state, options, request)
  const project = namedProject(state, request)
  if (refused !== undefined || project === undefined) return step(state, { reply: refused ?? page(500) })
  const { endpoint, parameters } = request
  switch (endpoint) {
    case "createHostedInvoice":
    case "createDirectInvoice":
    case "submitWalletInvoice":
    case "createWalletPayout":
    case "createDirectPayout":
      return create(withRoom(state, options), options, endpoint, project, request.body)
    case "sendWalletOtp":
      return sendWalletOtp(state, options, project, parameters)
    case "confirmInvoice":
      return step(state, { reply: confirmInvoice(state, options, project, parameters) })
    case "confirmPayout":
      return step(state, { reply: confirmPayout(state, options, project, parameters) })
  }
}

const create = (
  state: State,
  options: Options,
  endpoint: CreationEndpoint,
  project: Project,
  body: unknown,
): Step<Executed> => {
  // D9: pending payments are never deleted, so without room a creation is refused before anything happens.
  if (!hasRoom(state, options)) return step(state, { reply: { ...page(503), because: "Full" } })
  const made =
    endpoint === "createWalletPayout" || endpoint === "createDirectPayout"
      ? createPayout(state, options, endpoint, project, body)
      : createPayin(state, options, endpoint, project, body)
  // U13: whether a payment that is still pending is called back too.
  const payment = made.value.created === undefined ? undefined : paymentOf(made.state, made.value.created)
  return payment?.payment.status === "pending" ? step(planCallbacks(made.state, options, payment), made.value) : made
}

// Three of the lasting faults act at once.
const withFaultsAtOnce = (
  state: State,
  options: Options,
  token: string,
  faults: ReadonlyArray<LastingFault>,
): Step<ReadonlyArray<CallbackPost>> => {
  let current = state
  const expires = faults.find((fault) => fault._tag === "TokenExpires")
  if (expires !== undefined) current = withExpiry(current, token, state.now + expires.afterMillis)
  const forged = faults.find((fault) => fault._tag === "CallbackForged")
  const payment = paymentOf(current, token)
  if (forged !== undefined && payment !== undefined) current = forge(current, options, payment, forged.status)
  return faults.some(({ _tag }) => _tag === "CallbackEarly")
    ? withEarlyCallbacks(current, options, token)
    : step(current, [])
}

const withExpiry = (state: State, token: string, tokenExpiresAt: number): State => {
  const invoice = findPayin(state, token)
  if (invoice !== undefined) return putPayin(state, { ...invoice, tokenExpiresAt })
  const payout = findPayout(state, token)
  return payout === undefined ? state : putPayout(state, { ...payout, tokenExpiresAt })
}

/** A payment of either kind, by its creation token. */
export const paymentOf = (state: State, token: string): AnyPayment | undefined => {
  const invoice = findPayin(state, token)
  if (invoice !== undefined) return { kind: "payin", payment: invoice }
  const payout = findPayout(state, token)
  return payout === undefined ? undefined : { kind: "payout", payment: payout }
}

/** What a call is about: a confirm about its payment, a creation about its body, endpoint 4 about its path. */
export const subjectOfCall = (
  state: State,
  options: Options,
  { body, endpoint, parameters }: ServiceRequest,
): Subject => {
  if (endpoint === "sendWalletOtp") {
    return { ...noSubject, phone: parameters["phone_number"] ?? "", amountXof: Number(parameters["amount"] ?? 0) }
  }
  if (isCreation(endpoint)) return subjectOf(options, endpoint, body)
  const found = paymentOf(state, askedToken(options, endpoint, parameters))
  if (found === undefined) return noSubject
  return {
    ...noSubject,
    phone: found.kind === "payin" ? (found.payment.payer ?? found.payment.customer.phone) : found.payment.beneficiary,
    amountXof: found.payment.amountXof,
    transactionId: transactionIdOf(found.payment.entries),
  }
}

const noSubject: Subject = { phone: "", amountXof: 0, transactionId: "", callbackUrl: null, hasCode: false }

// N15: calls of one project in one window.
const withinRate = (state: State, options: Options, request: ServiceRequest): Step<boolean> => {
  const { rateLimit } = options.assumptions
  const project = namedProject(state, request)
  if (rateLimit === null || project === undefined) return step(state, true)
  const window = state.rateWindows[project.id]
  const fresh = window === undefined || state.now - window.startedAt >= rateLimit.windowMillis
  const calls = fresh ? 1 : window.calls + 1
  const startedAt = fresh ? state.now : window.startedAt
  return step(
    { ...state, rateWindows: { ...state.rateWindows, [project.id]: { startedAt, calls } } },
    calls <= rateLimit.calls,
  )
}
