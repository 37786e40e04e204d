/**
 * Every scenario with the simplest merchant there is: one that makes the calls that a step asks for, and knows nothing else. What a
 * real one must end with is asserted where there is one.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import {
  Engine,
  type MerchantAct,
  Phones,
  playScenario,
  type Scenario,
  scenarioNamed,
  scenarios,
} from "../src/index.ts"
import { endpoints, requestHeaders } from "@cauri/wire"
import { call, directBody, hostedBody, layerWith, payoutBody, walletPayoutBody } from "./support.ts"

type Calls = Effect.Effect<unknown, never, Engine>

/** The call that creates a scenario's payment, or with a code the one that submits it. */
const creation = ({ payment: { amountXof, kind, phone } }: Scenario, otp: string): Calls => {
  const invoice = { total_amount: amountXof, customer: phone, otp, items: [] }
  switch (kind) {
    case "hosted":
      return call("createHostedInvoice", { body: hostedBody({ total_amount: amountXof, items: [] }) })
    case "ussd_push":
    case "guided_ussd":
    case "ussd_otp":
    case "sms_otp":
      return call("createDirectInvoice", { body: directBody(invoice) })
    case "wallet":
      return otp === ""
        ? call("sendWalletOtp", { parameters: { phone_number: phone, amount: String(amountXof) } })
        : call("submitWalletInvoice", { body: directBody(invoice) })
    case "wallet_payout":
      return call("createWalletPayout", { body: walletPayoutBody({ amount: amountXof, customer: phone }) })
    case "mobile_money_payout":
      return call("createDirectPayout", { body: payoutBody({ amount: amountXof, customer: phone }) })
  }
}

const newestCode = ({ payment }: Scenario) =>
  Effect.map(
    Effect.flatMap(Phones, ({ look }) => look(payment.phone)),
    ({ codes }) => codes[0]?.code ?? "none",
  )

/** With the credentials that the project has now. */
const withNewKeys = (scenario: Scenario) =>
  Effect.gen(function* () {
    const [project] = (yield* (yield* Engine).state).projects
    if (project === undefined) return assert.fail("there is no project")
    const body = directBody({ total_amount: scenario.payment.amountXof, customer: scenario.payment.phone })
    const headers = Object.entries(requestHeaders(endpoints.createDirectInvoice, project))
    return yield* call("createDirectInvoice", {
      body,
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    })
  })

const acted = Effect.fnUntraced(function* (scenario: Scenario, does: MerchantAct) {
  switch (does) {
    case "creates":
      return yield* creation(scenario, scenario.payment.kind === "ussd_otp" ? yield* newestCode(scenario) : "")
    case "creates_twin":
    case "tries_again":
    case "calls_again":
      return yield* creation(scenario, "")
    case "submits_right_code":
      return yield* creation(scenario, yield* newestCode(scenario))
    case "submits_wrong_code":
      return yield* creation(scenario, "000000")
    case "takes_new_keys":
      return yield* withNewKeys(scenario)
  }
})

const played = (scenario: Scenario) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<Engine | Phones>()
    const steps: Array<number> = []
    const playing = yield* Effect.forkChild(
      Effect.result(
        playScenario(scenario, {
          merchant: (does) => Effect.asVoid(Effect.provideContext(acted(scenario, does), services)),
          onStep: (index) => Effect.sync(() => steps.push(index)),
        }),
      ),
    )
    // In steps: one leap over all of it passes only those sleeps that have begun, and a player that is on its way to one sleeps for ever.
    while (playing.pollUnsafe() === undefined) yield* TestClock.adjust("10 seconds")
    const result = yield* Fiber.join(playing)
    return { failed: result._tag === "Failure" ? result.failure.because : null, steps: steps.length }
  }).pipe(Effect.provide(layerWith()))

describe("playScenario", () => {
  it.effect.each(scenarios.map((each) => [each.name, each] as const))(
    "plays %s from its first step to its last",
    ([, each]) =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* played(each), { failed: null, steps: each.steps.length })
      }),
  )

  it.effect("takes its own waits, and tells in words when what a step is about is not there", () =>
    Effect.gen(function* () {
      const scenario = scenarioNamed("late-completion")
      if (scenario === undefined) return assert.fail("it is not in the catalogue")
      const waited: Array<number> = []
      const playing = yield* Effect.forkChild(
        Effect.flip(
          playScenario(scenario, {
            merchant: () => Effect.void,
            wait: (millis) => Effect.sync(() => void waited.push(millis)),
          }),
        ),
      )
      yield* TestClock.adjust("5 minutes")
      const { because } = yield* Fiber.join(playing)
      assert.strictEqual(because, "merchant_strayed")
      assert.deepStrictEqual(waited, [20 * 60_000])
    }).pipe(Effect.provide(layerWith())),
  )
})
