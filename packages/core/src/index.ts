/**
 * For a team that embeds core: the services and values that a merchant's code calls. `@cauri/core/adapter` is for who writes an adapter,
 * `@cauri/core/model` for who reads stored payments.
 */

// All of core over the ports, and its settings
export { type Cauri, layerCauri } from "./work/layerCauri.ts"
export { defaultPolicy, makePolicy, Policy, type PolicyInput, PolicyRefused, type PolicyShape } from "./model/Policy.ts"
export { memoryStore } from "./memory/memoryStore.ts"

// Collecting and sending
export { type CreatePayinOptions, Payins, type SendPayinOptions } from "./work/Payins.ts"
export { type CreatePayoutOptions, Payouts } from "./work/Payouts.ts"
export {
  ContentConflict,
  type CustomDataInput,
  type ItemInput,
  type PayinInput,
  type PayoutInput,
} from "./work/input.ts"
export { InvalidInput } from "./model/fields.ts"
export { type PaymentView, type SentView } from "./work/intending.ts"
export { NotNow, NotNowBecause } from "./machine/tries.ts"
export { NextStep } from "./model/ValidationMode.ts"
export { type Prepared } from "./ports/PaymentRow.ts"

// Names and numbers
export { isOtp, keyText, maskMsisdn, type Otp, PaymentId, PaymentKey, ProjectId } from "./model/Identifiers.ts"

// Looking at payments
export { endOf, PaymentNotFound, PaymentStore } from "./ports/PaymentStore.ts"
export { type ListQuery, StoreError } from "./ports/PaymentStoreDriver.ts"

// Working, and hearing what became of payments
export { type Sweep } from "./work/lanes.ts"
export { Reconciliation } from "./work/Reconciliation.ts"
export { type Announced, type Consumer, type Listener, logConsumer, Outcomes } from "./ports/Outcomes.ts"

// People's decisions
export { type Cancellation, type Decision, Desk, type LiftOptions, type Resolution } from "./work/Desk.ts"
export { DecisionRefusal, DecisionRefused, type Ruling } from "./model/stimulus.ts"
export { type Heard, type Settled } from "./work/Settlement.ts"
export { type Restoration } from "./work/restoration.ts"
export { type HoldScope, isHoldScope } from "./ports/DeskStore.ts"
