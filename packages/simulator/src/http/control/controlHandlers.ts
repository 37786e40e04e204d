/** The control API over the simulator's own ports. It adds nothing to them. */
import { isSameSecret } from "@cauri/pages"
import { ByteSize, Context, Effect, Layer, Redacted } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Backstage } from "../../ports/Backstage.ts"
import { callbackOf } from "../../acts/callbackActs.ts"
import { Engine } from "../../ports/Engine.ts"
import { gradeNow, merchantSays } from "../../grades/gradeOf.ts"
import { Phones } from "../../ports/Phones.ts"
import { ScenarioRuns } from "../../scenarios/ScenarioRuns.ts"
import { scenarios } from "../../scenarios/scenarios.ts"
import { SimulatorRefusal } from "../../model/SimulatorRefusal.ts"
import {
  ControlApi,
  ControlDenied,
  ControlRefused,
  ControlToken,
  controlTokenHeader,
  type PhoneAct,
} from "./ControlApi.ts"
import type { HttpOptions } from "../HttpOptions.ts"
import { maskedPost } from "../../log/mask.ts"
import { RequestLog } from "../../log/RequestLog.ts"
import { newestPayments } from "../../model/newestPayments.ts"

export const controlRoutes = (http: HttpOptions) =>
  HttpApiBuilder.layer(ControlApi).pipe(Layer.provide(handlers), Layer.provide(layerToken(http)))

const layerToken = (http: HttpOptions) =>
  Layer.succeed(ControlToken, {
    token: (served, { credential }) =>
      Effect.gen(function* () {
        if (!isSameSecret(Redacted.value(credential), http.controlToken)) {
          return yield* new ControlDenied({
            message: `Send the control token in the header ${controlTokenHeader}: the sandbox printed it when it started, or SANDBOX_CONTROL_TOKEN sets it.`,
          })
        }
        const { headers, method } = yield* HttpServerRequest.HttpServerRequest
        const type = headers["content-type"]?.split(";")[0]?.trim().toLowerCase()
        // Another site's form or script needs a preflight for this type, and the simulator answers none (D7).
        if (method !== "GET" && type !== "application/json") return unsupported
        return yield* served.pipe(
          Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(http.controlBodyBytes)),
        )
      }),
  })

const unsupported = HttpServerResponse.text(
  "Send the body as JSON, with the header Content-Type: application/json.\n",
  { status: 415 },
)

const handlers = HttpApiBuilder.group(
  ControlApi,
  "control",
  Effect.fnUntraced(function* (routes) {
    const engine = yield* Engine
    const backstage = yield* Backstage
    const phones = yield* Phones
    const log = yield* RequestLog
    const runs = yield* ScenarioRuns
    const context = Context.make(Engine, engine).pipe(Context.add(RequestLog, log))
    const time = Effect.map(engine.state, ({ now, timeFactor }) => ({ now, factor: timeFactor }))
    return routes.handleAll({
      saveState: () => engine.save,
      restoreState: ({ payload }) => refusing(engine.restore(payload)),
      reset: () => Effect.andThen(engine.reset, log.clear),
      time: () => time,
      passTime: ({ payload }) => Effect.andThen(Effect.andThen(engine.passTime(payload.millis), engine.settled), time),
      setTimeFactor: ({ payload }) =>
        Effect.andThen(Effect.orDie(backstage.act({ _tag: "SetTimeFactor", factor: payload.factor })), time),
      ledger: () => backstage.ledger,
      payments: () => Effect.map(engine.state, newestPayments),
      operators: () => Effect.map(engine.state, ({ operators }) => operators),
      projects: () => Effect.map(engine.state, ({ projects }) => projects),
      act: ({ payload }) => refusing(backstage.act(payload)),
      phone: ({ params }) => refusing(phones.look(params.number)),
      phoneAct: ({ params, payload }) => refusing(actOnPhone(phones, params.number, payload)),
      faults: () =>
        Effect.map(engine.state, ({ faultCounts, faultRules }) => ({ rules: faultRules, counts: faultCounts })),
      putFault: ({ payload }) => refusing(backstage.act({ _tag: "PutFaultRule", rule: payload })),
      removeFault: ({ params }) => refusing(backstage.act({ _tag: "RemoveFaultRule", ruleId: params.id })),
      scenarios: () => Effect.succeed(scenarios),
      scenarioRuns: () => runs.runs,
      startScenario: ({ payload }) => refusing(runs.start(payload.name, payload)),
      goOnWithScenario: ({ params }) => refusing(runs.goOn(params.run)),
      grades: () => Effect.provideContext(gradeNow(), context),
      merchantSays: ({ payload }) => Effect.provideContext(merchantSays(payload), context),
      callbacks: () =>
        Effect.map(backstage.callbacks, (lines) => lines.map((line) => ({ ...line, post: maskedPost(line.post) }))),
      callback: ({ params }) =>
        Effect.flatMap(engine.state, (state) =>
          refusing(
            Effect.fromNullishOr(callbackOf(state, params.id)).pipe(
              Effect.mapError(() => new SimulatorRefusal({ because: "no_callback" })),
            ),
          ),
        ),
      requests: () => log.lines,
      requestCounts: ({ params }) => log.countsOf(params.transactionId),
      requestAttempts: ({ params }) => log.attemptsOf(params.transactionId),
    })
  }),
)

const refusing = <A>(act: Effect.Effect<A, SimulatorRefusal>): Effect.Effect<A, ControlRefused> =>
  Effect.mapError(act, ({ message }) => new ControlRefused({ message }))

export interface PhoneActed {
  readonly code: string | null
}

/** Performs a customer's act on a phone. */
export const actOnPhone = (
  phones: Phones["Service"],
  number: string,
  act: PhoneAct,
): Effect.Effect<PhoneActed, SimulatorRefusal> => {
  const nothing: PhoneActed = { code: null }
  switch (act._tag) {
    case "DialForCode":
      return Effect.map(phones.dialForCode(number, act.amountXof, act.pin), (code) => ({ code }))
    case "Dial":
      return Effect.as(phones.dial(number, act.ussd, act.pin), nothing)
    case "Approve":
      return Effect.as(phones.approve(number, act), nothing)
    case "Refuse":
      return Effect.as(phones.refuse(number, act.prompt), nothing)
    case "SetWallet":
      return Effect.as(phones.setWallet(number, act.open), nothing)
    case "SetBehaviour":
      return Effect.as(phones.setBehaviour(number, act.behaviour), nothing)
    case "SetBalance":
      return Effect.as(phones.setBalance(number, act.balanceXof), nothing)
  }
}
