/**
 * A whole merchant for the simulator's scenarios: core over its memory store and the HTTP gateway over the simulator's `fetch`, on the
 * test's clock. Nothing of it opens a socket, and nothing waits for real time: callbacks go straight to the intake, because a
 * receiver's digests and macs are made on threads of their own, while the test's clock goes on.
 */
import { Clock, Effect, Fiber, HashMap, Layer, Logger, Redacted, Result } from "effect"
import { TestClock } from "effect/testing"
import {
  CallbackAddress,
  CallbackIntake,
  defaultPolicy,
  DeskStore,
  layerCauri,
  memoryStore,
  openFlags,
  PaymentId,
  type PaymentKey,
  PaymentStore,
  type PayinInput,
  Payins,
  type PayoutInput,
  Payouts,
  Policy,
  ProjectId,
  Reconciliation,
} from "@cauri/core"
import { CredentialsKeeper, layer as layerGateway, layerCredentials } from "@cauri/gateway-http/fetch"
import {
  Backstage,
  type CallbackPost,
  CallbackSender,
  Engine,
  layerFetch,
  type MerchantAct,
  Phones,
  playScenario,
  type Scenario,
} from "@cauri/simulator"

const simulatorUrl = "http://127.0.0.1:4010"
const shop = ProjectId.make("shop")
const pairOf = (apiKey: string, apiToken: string) => ({
  apiKey: Redacted.make(apiKey),
  apiToken: Redacted.make(apiToken),
})

const policy = { ...defaultPolicy, shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } }

const base = "https://shop.example/callbacks/"

/** Addresses that name their attempt and are not signed: nobody but the simulator knows them here. */
const address = Layer.succeed(
  CallbackAddress,
  CallbackAddress.of({
    base: "https://shop.example",
    make: ({ attempt, key }) => Effect.succeed(`${base}${key.kind}.${key.id}.${attempt}`),
    verify: () => Effect.succeedNone,
  }),
)

/** Notes a callback as a receiver does: both POSTs of an event are one note. */
const note = Effect.fnUntraced(function* (intake: CallbackIntake["Service"], post: CallbackPost) {
  const [kind, id = "", attempt] = post.url.slice(base.length).split(".")
  const noted = yield* intake.receive({
    key: { kind: kind === "payout" ? "payout" : "payin", project: shop, id: PaymentId.make(id) },
    attempt: Number(attempt),
    fingerprint: post.event,
    receivedAt: yield* Clock.currentTimeMillis,
    body: null,
  })
  return { _tag: "Answered" as const, status: noted === "Unknown" ? 404 : 200 }
})

/** The merchant and the service. The service calls the merchant, who is put in once both are there. */
const layerWorld = (merchant: { intake: CallbackIntake["Service"] | null }) =>
  layerCauri.pipe(
    Layer.provideMerge(memoryStore),
    Layer.provide(layerGateway({ baseUrl: simulatorUrl })),
    Layer.provideMerge(layerCredentials({ shop: pairOf("sandbox-key-1", "sandbox-token-1") })),
    Layer.provide(address),
    Layer.provideMerge(
      layerFetch({ seed: 7, baseUrl: simulatorUrl }).pipe(
        Layer.provide(
          CallbackSender.layerTo((post) =>
            merchant.intake === null
              ? Effect.die("A callback came before the merchant was there.")
              : Effect.orDie(note(merchant.intake, post)),
          ),
        ),
      ),
    ),
    Layer.provide(Layer.succeed(Policy, policy)),
    Layer.provideMerge(Logger.layer([])),
  )

const id = (scenario: Scenario, twin = false) => PaymentId.make(twin ? `${scenario.name}-twin` : scenario.name)

const isPayout = ({ payment: { kind } }: Scenario): boolean => kind === "WalletPayout" || kind === "MobileMoneyPayout"

/** The payment of a scenario, or its twin. */
const keyOf = (scenario: Scenario, twin = false): PaymentKey => ({
  kind: isPayout(scenario) ? "payout" : "payin",
  project: shop,
  id: id(scenario, twin),
})

const methodOf = ({ payment: { kind, phone: customer } }: Scenario): PayinInput["method"] => {
  switch (kind) {
    case "Hosted":
    case "WalletPayout":
    case "MobileMoneyPayout":
      return { _tag: "Hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" }
    case "Wallet":
      return { _tag: "Wallet", customer }
    case "UssdPush":
    case "GuidedUssd":
    case "UssdOtp":
    case "SmsOtp":
      return { _tag: "Direct", mode: kind, customer }
  }
}

const newestCode = ({ payment }: Scenario) =>
  Effect.flatMap(Phones, ({ look }) => look(payment.phone)).pipe(
    Effect.map(({ codes }) => Redacted.make(codes[0]?.code ?? "none")),
  )

const created = Effect.fnUntraced(function* (scenario: Scenario, twin: boolean) {
  const { amountXof: amount, kind, phone } = scenario.payment
  const common = { project: "shop", id: id(scenario, twin), amount, description: scenario.title.en }
  if (isPayout(scenario)) {
    const method: PayoutInput["method"] =
      kind === "WalletPayout" ? { _tag: "Wallet", funds: "KeepInWallet" } : { _tag: "MobileMoney" }
    return yield* (yield* Payouts).create({ ...common, method, beneficiary: phone })
  }
  const options = kind === "UssdOtp" ? { otp: yield* newestCode(scenario) } : {}
  return yield* (yield* Payins).create({ ...common, method: methodOf(scenario) }, options)
})

/** Does what the merchant of a scenario does. */
const acted = Effect.fnUntraced(function* (scenario: Scenario, does: MerchantAct) {
  switch (does) {
    case "Creates":
    case "CreatesTwin":
      return yield* created(scenario, does === "CreatesTwin")
    case "SubmitsRightCode":
      return yield* (yield* Payins).submitOtp(keyOf(scenario), yield* newestCode(scenario))
    case "SubmitsWrongCode":
      return yield* (yield* Payins).submitOtp(keyOf(scenario), Redacted.make("000000"))
    case "TriesAgain":
      return yield* (yield* Payins).tryAgain(keyOf(scenario))
    case "TakesNewKeys": {
      const { apiKey, apiToken } = yield* (yield* Backstage).project("project-1")
      return yield* (yield* CredentialsKeeper).replace({ shop: pairOf(apiKey, apiToken) })
    }
  }
})

/** Lets time pass in small steps: what runs on promises must not miss its own time-out. */
const pass = (millis: number) =>
  Effect.repeat(
    Effect.andThen(
      TestClock.adjust(stepMillis),
      Effect.promise(async () => {
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      }),
    ),
    { times: Math.ceil(millis / stepMillis) - 1 },
  )

const stepMillis = 2_000

/** Turns of the event loop in each step: an answer's promises are done after fewer. */
const turns = 3

/** More time than any scenario takes. */
const longestMillis = 40 * 60 * 60 * 1_000

/** A payment as the merchant has it in the end. */
const told = Effect.fnUntraced(function* (key: PaymentKey) {
  const record = yield* Effect.flatMap(PaymentStore, (store) => store.find(key))
  if (record._tag === "None") return { state: "none", flags: [], attempts: 0 }
  const { payment } = record.value
  return {
    state: payment.state._tag,
    flags: openFlags(payment.flags)
      .map(({ kind }) => kind)
      .toSorted(),
    attempts: payment.attempts.length,
  }
})

/** Plays a scenario to its end and some time beyond, with the reconciler at work, and looks at both sides then. */
export const played = (scenario: Scenario, afterMillis = 10 * 60_000) =>
  Effect.suspend(() => {
    const world: { intake: CallbackIntake["Service"] | null } = { intake: null }
    return Effect.gen(function* () {
      world.intake = yield* CallbackIntake
      yield* Effect.forkChild((yield* Reconciliation).run)
      const merchant = yield* Effect.context<Backstage | CredentialsKeeper | Payins | Payouts | Phones>()
      const playing = yield* Effect.forkChild(
        playScenario(scenario, {
          merchant: (does) => Effect.asVoid(Effect.orDie(Effect.provideContext(acted(scenario, does), merchant))),
        }),
      )
      let waited = 0
      while (playing.pollUnsafe() === undefined && waited < longestMillis) {
        yield* pass(stepMillis)
        waited += stepMillis
      }
      const ended = yield* Effect.result(Fiber.join(playing))
      yield* pass(afterMillis)
      const { invoices, payouts } = yield* (yield* Engine).state
      const atService = [...HashMap.values(invoices), ...HashMap.values(payouts)]
      return {
        because: Result.isFailure(ended) ? ended.failure.because : null,
        merchant: yield* told(keyOf(scenario)),
        twin: yield* told(keyOf(scenario, true)),
        refunds: yield* Effect.map(
          Effect.flatMap(PaymentStore, (store) => store.list({ kind: "payout", limit: 10 })),
          (all) =>
            all.flatMap(({ payment }) =>
              payment.key.id === scenario.name || payment.key.id.endsWith("-twin") ? [] : [payment.state._tag],
            ),
        ),
        holds: yield* Effect.map(
          Effect.flatMap(DeskStore, (desk) => desk.holds()),
          (all) => all.map(({ scope }) => scope),
        ),
        service: atService.map(({ status }) => status).toSorted(),
      }
    }).pipe(Effect.provide(layerWorld(world)))
  })
