/**
 * Mobile-money payments as promises, for programs without Effect: table of contents. Stores and ways to the service that need more than
 * this have subpaths of their own: `/sqlite`, `/postgres`, `/https`, `/simulated`.
 *
 * In the examples `payments` are those of `simulatedPayments()`, `service` is theirs, `payin` and `payout` are inputs, and `options` name a
 * shop and where callbacks come in. A number that ends in 90 pays at once, and the answer for one in 82 is lost.
 */
import "./requireNode.ts"

// What people read
export type { Language, Texts } from "@cauri/catalogue"

// Opening
export { createPayments } from "./createPayments.ts"
export type { LogLine, OpenTelemetrySpan, PaymentsOptions, TelemetryOptions } from "./choices/options.ts"
export type { CallbackKey, CallbackOptions, GatewayChoice, Host, Store } from "./choices/choices.ts"
export { memory, type MemoryHost } from "./memory.ts"
export type { PolicyInput } from "@cauri/core"
export { defaultPolicy } from "./choices/policy.ts"

// What it gives
export type {
  ApprovalInput,
  CreatePayinOptions,
  CreatePayoutOptions,
  Review,
  Payins,
  Payments,
  Payouts,
  PreparedPayment,
  Rechecked,
  RequestInput,
  Resolution,
  Run,
} from "./payments/Payments.ts"
export type { EventName, HandlerOptions, PaymentEvent, PaymentEvents } from "./events/events.ts"
export {
  readWebhook,
  type AnyPaymentEvent,
  type ReadWebhookOptions,
  type WebhookEnvelope,
  type WebhookRequest,
} from "./events/readWebhook.ts"

// What goes in
export type { CallOptions, DecisionInput, FollowOptions, ListInput, PaymentRef } from "@cauri/plain"
export type { PayinInput, PayoutInput, RefundInput } from "@cauri/core"

// What comes out
export type {
  ApprovalRequest,
  Attempt,
  Confirmed,
  Flag,
  HistoryLine,
  Pause,
  Listing,
  Matters,
  NextStep,
  Page,
  Payin,
  PayinStatus,
  PaymentName,
  Phones,
  Payout,
  PayoutStatus,
  Problem,
  Rail,
  DecisionOutcome,
  Sending,
  SentPayin,
  SentPayout,
  UnreadablePayment,
} from "@cauri/plain"
export { PaymentsError, type PaymentsErrorCode } from "@cauri/plain"
