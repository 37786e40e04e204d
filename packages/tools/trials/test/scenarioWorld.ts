/**
 * A whole merchant for the simulator's scenarios: core over its memory store and the HTTP gateway over the simulator's `fetch`, on the
 * test's clock. Nothing of it opens a socket, and nothing waits for real time: callbacks go straight to the intake, because a
 * receiver's digests and macs are made on threads of their own, while the test's clock goes on.
 */
import { Clock, Effect, Fiber, HashMap, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { layerCauri, memoryStore, type Payins, PaymentId, type Payouts, Policy, Worker } from "@cauri/core"
import { CallbackAddress, CallbackIntake } from "@cauri/core/adapter"
import { CredentialsKeeper, layer as layerGateway, layerCredentials } from "@cauri/gateway-http/fetch"
import {
  Backstage,
  type CallbackPost,
  CallbackSender,
  Engine,
  gradeNow,
  layerFetch,
  merchantSays,
  type MerchantWord,
  Phones,
  playScenario,
  type Scenario,
} from "@cauri/simulator"
import { merchantHas, merchantIn, pairOf, shop, shops } from "./scenarioMerchant.ts"

const simulatorUrl = "http://127.0.0.1:4010"

const base = "https://shop.example/callbacks/"

/** Addresses that name their attempt and are not signed: nobody but the simulator knows them here. */
const address = Layer.succeed(
  CallbackAddress,
  CallbackAddress.of({
    base: "https://shop.example",
    make: ({ attempt, key }) => Effect.succeed(`${base}${key.kind}.${key.id}.${attempt}`),
  }),
)

/** Notes a callback as a receiver does: both POSTs of an event are one note. */
const note = Effect.fnUntraced(function* (intake: CallbackIntake["Service"], post: CallbackPost) {
  const [kind, id = "", attempt] = post.url.slice(base.length).split(".")
  const result = yield* intake.receive({
    key: { kind: kind === "payout" ? "payout" : "payin", project: shop, id: PaymentId.make(id) },
    attempt: Number(attempt),
    fingerprint: post.event,
    receivedAt: yield* Clock.currentTimeMillis,
    body: null,
  })
  return { _tag: "Answered" as const, status: result === "Unknown" ? 404 : 200 }
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
    Layer.provide(Policy.layer({ merchant: { shops } })),
    Layer.provideMerge(Logger.layer([])),
  )

const acted = merchantIn<Backstage | CredentialsKeeper | Phones>({
  newestCode: (phone) =>
    Effect.flatMap(Phones, ({ look }) => look(phone)).pipe(
      Effect.map(({ codes }) => codes[0]?.code ?? null),
      Effect.orDie,
    ),
  takeNewKeys: Effect.gen(function* () {
    const { apiKey, apiToken } = yield* (yield* Backstage).project("project-1")
    yield* (yield* CredentialsKeeper).replace({ shop: pairOf(apiKey, apiToken) })
  }).pipe(Effect.orDie),
})

/** Lets time pass in small steps: what runs on promises must not miss its own time-out. */
const pass = (millis: number) =>
  Effect.repeat(
    Effect.andThen(
      TestClock.adjust(stepMillis),
      Effect.promise(async () => {
        // A digest that others wait for was begun before this one: on a busy machine the threads that make them lag behind.
        await crypto.subtle.digest("SHA-256", nothing)
        for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      }),
    ),
    { times: Math.ceil(millis / stepMillis) - 1 },
  )

const stepMillis = 2_000

const nothing = new Uint8Array()

/** Turns of the event loop in each step: an answer's promises are done after fewer. */
const turns = 3

/** More time than any scenario takes. */
const longestMillis = 40 * 60 * 60 * 1_000

const saysOf = (state: string): MerchantWord["says"] =>
  state === "completed" ? "Paid" : ["not_completed", "refused"].includes(state) ? "Failed" : "Open"

/** Plays a scenario to its end and some time beyond, with the reconciler at work, and looks at both sides then. */
export const played = (scenario: Scenario, afterMillis = 10 * 60_000) =>
  Effect.suspend(() => {
    const world: { intake: CallbackIntake["Service"] | null } = { intake: null }
    return Effect.gen(function* () {
      world.intake = yield* CallbackIntake
      yield* Effect.forkChild((yield* Worker).run)
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
      const has = yield* merchantHas(scenario)
      yield* merchantSays({ order: scenario.name, says: saysOf(has.state) })
      const { invoices, payouts } = yield* (yield* Engine).state
      const atService = [...HashMap.values(invoices), ...HashMap.values(payouts)]
      return {
        because: Result.isFailure(ended) ? ended.failure.because : null,
        grade: yield* gradeNow(0),
        both: {
          ...has,
          service: atService.map(({ status }) => status).toSorted(),
        },
      }
    }).pipe(Effect.provide(layerWorld(world)))
  })
