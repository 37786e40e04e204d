/** All services of the simulator over one cell. */
import { Effect, Fiber, Layer, Result, Schema } from "effect"
import { Backstage } from "../ports/Backstage.ts"
import { ledgerView, performed } from "../acts/backstageActs.ts"
import type { CallbackSender } from "../sending/CallbackSender.ts"
import { Cell } from "./Cell.ts"
import { step } from "../model/draws.ts"
import { Engine, type ServiceRequest } from "../ports/Engine.ts"
import type { CallOrRecordFault } from "../service/faultSelection.ts"
import { HostedPage } from "../ports/HostedPage.ts"
import { openingState } from "./opening.ts"
import type { OptionsInput } from "../options/Options.ts"
import { cancelPage, payOnPage, viewPage } from "../acts/pageActs.ts"
import {
  approve,
  dial,
  dialForCode,
  lookAt,
  refuse,
  refusedAct,
  setBehaviour,
  setPhoneBalance,
  setWallet,
} from "../acts/phoneActs.ts"
import { Phones } from "../ports/Phones.ts"
import { ScenarioRuns } from "../scenarios/ScenarioRuns.ts"
import { serveCall, strikes } from "../service/serveCall.ts"
import { SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import { StateJson } from "../model/State.ts"

/** All services of the simulator in process. */
export type Simulator = Engine | Phones | HostedPage | Backstage | ScenarioRuns

/** The service, its customers, its page, its team, and scenarios to play on all of them. */
export const layer = (options: OptionsInput = {}): Layer.Layer<Simulator, never, CallbackSender> =>
  ScenarioRuns.layer.pipe(
    Layer.provideMerge(
      Layer.mergeAll(layerEngine, layerPhones, layerHostedPage, layerBackstage).pipe(
        Layer.provide(Cell.layer(options)),
      ),
    ),
  )

const layerEngine = Layer.effect(
  Engine,
  Effect.gen(function* () {
    const cell = yield* Cell
    const scope = yield* Effect.scope
    const { options } = cell

    const served = Effect.fnUntraced(function* (request: ServiceRequest) {
      const faults = yield* cell.change((state) => strikes(state, options, request))
      yield* Effect.sleep(delayOf(faults, false))
      const { first, reply } = yield* cell.change((state) => serveCall(state, options, request, faults))
      yield* cell.deliver(first)
      yield* Effect.sleep(delayOf(faults, true))
      return reply
    })

    return Engine.of({
      // A caller that gives up does not stop its call.
      handle: (request) => Effect.flatMap(Effect.forkIn(served(request), scope), (fiber) => Fiber.join(fiber)),
      state: cell.change((state) => step(state, state)),
      now: cell.change((state) => step(state, state.now)),
      passTime: cell.passTime,
      settled: cell.settled,
      save: Effect.flatMap(
        cell.change((state) => step(state, state)),
        (state) => Effect.orDie(Schema.encodeEffect(StateJson)(state)),
      ),
      restore: (saved) =>
        Schema.decodeUnknownEffect(StateJson)(saved).pipe(
          Effect.mapError(() => new SimulatorRefusal({ because: "not_a_state" })),
          Effect.flatMap(cell.replace),
        ),
      reset: Effect.flatMap(
        cell.change((state) => step(state, state.now)),
        (now) => cell.replace(openingState(options, now)),
      ),
    })
  }),
)

const delayOf = (faults: ReadonlyArray<CallOrRecordFault>, executed: boolean): number =>
  faults.reduce((sum, fault) => sum + (fault._tag === "Delay" && fault.executed === executed ? fault.millis : 0), 0)

const layerPhones = Layer.effect(
  Phones,
  Effect.gen(function* () {
    const { attempt, options } = yield* Cell
    return Phones.of({
      look: (phone) => attempt((state) => lookAt(state, options, phone)),
      dialForCode: (phone, amountXof, pin) => attempt((state) => dialForCode(state, options, phone, amountXof, pin)),
      dial: (phone, ussd, pin) => attempt((state) => dial(state, options, phone, ussd, pin)),
      approve: (phone, answer = {}) => attempt((state) => approve(state, options, phone, answer)),
      refuse: (phone, prompt) => attempt((state) => refuse(state, options, phone, prompt)),
      setWallet: (phone, open) => attempt((state) => setWallet(state, options, phone, open)),
      setBehaviour: (phone, behaviour) => attempt((state) => setBehaviour(state, options, phone, behaviour)),
      setBalance: (phone, balanceXof) => attempt((state) => setPhoneBalance(state, options, phone, balanceXof)),
    })
  }),
)

const layerHostedPage = Layer.effect(
  HostedPage,
  Effect.gen(function* () {
    const { attempt, options } = yield* Cell
    return HostedPage.of({
      view: (token) => attempt((state) => Result.map(viewPage(state, token), (view) => step(state, view))),
      pay: (token, payment) => attempt((state) => payOnPage(state, options, token, payment)),
      cancel: (token) => attempt((state) => cancelPage(state, options, token)),
    })
  }),
)

const layerBackstage = Layer.effect(
  Backstage,
  Effect.gen(function* () {
    const { attempt, change, options } = yield* Cell
    return Backstage.of({
      act: (act) => attempt((state) => performed(state, options, act)),
      project: (projectId) =>
        attempt((state) => {
          const project = state.projects.find(({ id }) => id === projectId)
          return project === undefined ? refusedAct("no_project", projectId) : Result.succeed(step(state, project))
        }),
      ledger: change((state) => step(state, ledgerView(state))),
      callbacks: change((state) => step(state, state.callbackLog)),
    })
  }),
)
