/**
 * A gateway that answers as a test tells it, with everything else that core needs in memory. It knows nothing of the service:
 * whether the real wire says such things is for the gateway's own tests.
 */
import { Effect, Layer } from "effect"
import {
  blankRecord,
  CallbackAddress,
  type CallbackTarget,
  type ConfirmCall,
  type ConfirmRecord,
  CreationAnswer,
  type CreationCall,
  CreationToken,
  Credentials,
  defaultPolicy,
  Gateway,
  GatewayError,
  keyText,
  layerCauri,
  memoryStore,
  type Operation,
  type PayinInput,
  type Payin,
  type Payout,
  type PayoutInput,
  PaymentId,
  type PaymentKey,
  Policy,
  type PolicyShape,
  ProjectId,
  type Reason,
} from "@cauri/core"

/** One creation call as the gateway saw it. */
export interface Seen {
  readonly operation: Operation
  readonly call: CreationCall<Payin> | CreationCall<Payout>
}

/** What the service would say; tests change it as they go. */
export interface Script {
  /** What the next creations answer; after the last one, every creation is accepted with a token of its own. */
  creations: Array<CreationAnswer | Effect.Effect<CreationAnswer>>
  /** What a confirm of this token says; unset: pending. */
  readonly confirms: Map<string, ConfirmRecord | Reason | (() => Effect.Effect<ConfirmRecord, GatewayError>)>
  readonly seen: Array<Seen>
  readonly asked: Array<{ readonly operation: Operation; readonly token: string }>
  generation: string
  callbackBase: string
}

export const newScript = (): Script => ({
  creations: [],
  confirms: new Map(),
  seen: [],
  asked: [],
  generation: "one",
  callbackBase: "https://shop.example",
})

/** The token that creation number n answers with by itself. */
export const tokenNumber = (n: number) => CreationToken.make(`token-${n}`)

export const accepted = (n: number, url: string | null = null) =>
  CreationAnswer.cases.Accepted.make({ token: tokenNumber(n), url })

const gatewayOf = (script: Script) => {
  const create =
    (operation: Operation) =>
    (call: CreationCall<Payin> | CreationCall<Payout>): Effect.Effect<CreationAnswer> =>
      Effect.suspend(() => {
        script.seen.push({ operation, call })
        const next = script.creations.shift()
        if (next !== undefined) return Effect.isEffect(next) ? next : Effect.succeed(next)
        if (operation === "sendWalletOtp") return Effect.succeed(CreationAnswer.cases.OtpSent.make({}))
        const url = operation === "createHostedInvoice" ? `https://pay.example/${script.seen.length}` : null
        return Effect.succeed(accepted(script.seen.length, url))
      })
  const confirm = (operation: Operation) => (call: ConfirmCall) =>
    Effect.suspend((): Effect.Effect<ConfirmRecord, GatewayError> => {
      script.asked.push({ operation, token: call.token })
      const says = script.confirms.get(call.token) ?? blankRecord
      if (typeof says === "function") return says()
      return "_tag" in says ? Effect.fail(new GatewayError({ operation, reason: says })) : Effect.succeed(says)
    })
  return Gateway.of({
    createHostedInvoice: create("createHostedInvoice"),
    createDirectInvoice: create("createDirectInvoice"),
    sendWalletOtp: create("sendWalletOtp"),
    submitWalletInvoice: create("submitWalletInvoice"),
    createWalletPayout: create("createWalletPayout"),
    createMobileMoneyPayout: create("createMobileMoneyPayout"),
    confirmInvoice: confirm("confirmInvoice"),
    confirmPayout: confirm("confirmPayout"),
  })
}

const addressOf = (script: Script) =>
  CallbackAddress.of({
    get base() {
      return script.callbackBase
    },
    make: ({ key, attempt }: CallbackTarget) =>
      Effect.succeed(`${script.callbackBase}/callbacks/${keyText(key).replace(/[ /]/g, ".")}.${attempt}`),
    verify: () => Effect.succeedNone,
  })

/** All of core over a memory store and this script. */
export const layerScripted = (script: Script, policy: Partial<PolicyShape> = {}) =>
  layerCauri.pipe(
    Layer.provideMerge(memoryStore),
    Layer.provide(Layer.succeed(Gateway, gatewayOf(script))),
    Layer.provide(Layer.succeed(CallbackAddress, addressOf(script))),
    Layer.provide(
      Layer.succeed(
        Credentials,
        Credentials.of({ of: () => Effect.succeed(null), generation: () => Effect.sync(() => script.generation) }),
      ),
    ),
    Layer.provide(Layer.succeed(Policy, { ...testPolicy, ...policy })),
  )

/** The default policy with a shop for the tests' project. */
export const testPolicy: PolicyShape = {
  ...defaultPolicy,
  shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } },
}

export const payinKey = (id: string): PaymentKey => ({
  kind: "payin",
  project: ProjectId.make("shop"),
  id: PaymentId.make(id),
})
export const payoutKey = (id: string): PaymentKey => ({ ...payinKey(id), kind: "payout" })

/** A push payin of 500 francs. */
export const pushPayin = (id: string, more: Partial<PayinInput> = {}): PayinInput => ({
  project: "shop",
  id,
  amount: 500,
  method: { _tag: "Direct", mode: "UssdPush", customer: "22670000001" },
  description: "Two loaves",
  ...more,
})

/** A mobile-money payout of 700 francs. */
export const payout = (id: string, more: Partial<PayoutInput> = {}): PayoutInput => ({
  project: "shop",
  id,
  amount: 700,
  method: { _tag: "MobileMoney" },
  beneficiary: "22670000002",
  description: "Salary",
  ...more,
})

/** A record that says completed, with this amount. */
export const completed = (amount: number, more: Partial<ConfirmRecord> = {}): ConfirmRecord => ({
  ...blankRecord,
  status: "completed",
  amount,
  montant: amount,
  operatorName: "ORANGE BURKINA",
  requestId: `request-${amount}`,
  ...more,
})

/** A record that says notcompleted. */
export const failed = (more: Partial<ConfirmRecord> = {}): ConfirmRecord => ({
  ...blankRecord,
  status: "notcompleted",
  ...more,
})
