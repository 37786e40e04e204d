/**
 * For programs that embed core: the services and values that a merchant's code calls. Authors of adapters import `@cauri/core/adapter`,
 * readers of stored payments `@cauri/core/model`. Every time is a number of milliseconds since 1970, as `Clock.currentTimeMillis` gives it;
 * lengths of time in the policy are `Duration`s.
 *
 * In the examples `payins`, `payouts`, `review`, `worker` and `store` are these services, `policy` is the one in force, and `payin` and
 * `payout` are inputs. As in the simulator, a number that ends in 90 pays at once, one in 92 refuses, and the answer for one in 82 is lost.
 */

// All of core over the ports, and its settings
export { type Cauri, layerCauri } from "./services/layerCauri.ts"
export { defaultPolicy, Policy, type PolicyInput, PolicyRefused, type PolicyShape } from "./model/Policy.ts"
export { memoryStore } from "./memory/memoryStore.ts"

// Collecting and sending
export { type CreatePayinOptions, Payins, type SendPayinOptions } from "./services/Payins.ts"
export { type CreatePayoutOptions, Payouts } from "./services/Payouts.ts"
export {
  ContentConflict,
  type CustomDataInput,
  type LineItemInput,
  type PayinInput,
  type PayoutInput,
  type RefundInput,
} from "./services/input.ts"
export { InvalidInput } from "./model/fields.ts"
export { type PaymentView, type SentView } from "./services/merchantSteps.ts"
export { NotNow, NotNowReason } from "./machine/furtherCalls.ts"
export { NextStep } from "./model/ValidationMode.ts"
export { type Prepared } from "./ports/PaymentRow.ts"

// Names and numbers
export { isOtp, keyText, type Otp, PaymentId, PaymentKey, ProjectId } from "./model/Identifiers.ts"

// Looking at payments
export { cursorAfter, PaymentNotFound, PaymentStore } from "./ports/PaymentStore.ts"
export { type ListQuery, StoreError } from "./ports/PaymentStoreDriver.ts"

// Working, and receiving what became of payments
export { type WorkDone } from "./services/lanes.ts"
export { Worker } from "./services/Worker.ts"
export {
  type Consumer,
  DeliveryRefused,
  Consumers,
  type DeliveredEvent,
  type PlainConsumer,
} from "./ports/Consumers.ts"

// People's decisions
export { type Cancellation, type Decision, Review, type Resolution, type ResumeOptions } from "./services/Review.ts"
export { DecisionRefusal, DecisionRefused, type DecisionOutcome } from "./model/stimulus.ts"
export { type ConfirmAnswers, type ConfirmResult } from "./services/Confirmation.ts"
export { type PauseScope } from "./ports/SharedState.ts"
