/**
 * Plays a scenario against a running simulator: each step is an act of a customer, an operator or the team; the caller performs the
 * merchant's own steps. A test uses a real merchant; a sandbox waits until it sees that the merchant has acted.
 */
import { Effect, HashMap, Option, Schedule } from "effect"
import { Backstage } from "../ports/Backstage.ts"
import { Engine } from "../ports/Engine.ts"
import type { FaultRule } from "../model/Faults.ts"
import { HostedPage } from "../ports/HostedPage.ts"
import type { Payin } from "../model/Payin.ts"
import { operatorOf } from "../model/Operator.ts"
import type { Payout } from "../model/Payout.ts"
import { RequestLog } from "../log/RequestLog.ts"
import { Phones } from "../ports/Phones.ts"
import type { MerchantAct, Scenario, ScenarioStep } from "./Scenario.ts"
import { scenarioNamed } from "./scenarios.ts"
import { simulatedSleep } from "./simulatedSleep.ts"
import { SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"

/** What the caller of a player provides. */
export interface ScenarioPlay {
  /** Performs the merchant's act, or waits until the merchant has. */
  readonly merchant: (does: MerchantAct) => Effect.Effect<void, SimulatorRefusal>
  /** Lets time pass, on every clock; by default the simulator's own pace is kept. */
  readonly wait?: (millis: number) => Effect.Effect<void>
  /** Runs before each step, counted from 0. */
  readonly onStep?: (index: number) => Effect.Effect<void>
}

/** The simulator that a scenario is played on. */
export type ScenarioStage = Engine | Phones | HostedPage | Backstage

/** Plays all steps, one after the other. Fails at an impossible step, because the merchant did something else. */
export const playScenario = Effect.fn("playScenario")(function* (scenario: Scenario, play: ScenarioPlay) {
  const { serial } = yield* (yield* Engine).state
  const world: World = { scenario, since: serial, whitelists: new Map(), play }
  yield* (yield* Phones).setBehaviour(scenario.payment.phone, "waits")
  yield* faultsEnd(world)
  for (const [index, each] of scenario.steps.entries()) {
    yield* play.onStep?.(index) ?? Effect.void
    yield* played(world, each, index)
  }
})

interface World {
  readonly scenario: Scenario
  /** Payments of earlier runs have lower numbers. */
  readonly since: number
  readonly whitelists: Map<string, ReadonlyArray<string>>
  readonly play: ScenarioPlay
}

/** The payments of a scenario at the service, the newest first. */
export const scenarioPayments = (state: State, scenario: Scenario, since: number) =>
  [...HashMap.values(state.invoices), ...HashMap.values(state.payouts)]
    .filter((each) => each.number > since && isOf(scenario, each))
    .toSorted((one, other) => other.number - one.number)

/** Amount and phone bind a payment to its scenario. A hosted payin has no phone until its customer pays. */
const isOf = ({ payment: { amountXof, kind, phone } }: Scenario, payment: Payin | Payout): boolean =>
  payment.amountXof === amountXof &&
  (kind === "hosted"
    ? payment.origin === "createHostedInvoice" && (payment.payer ?? phone) === phone
    : ("beneficiary" in payment ? payment.beneficiary : (payment.payer ?? payment.customer.phone)) === phone)

export const callsOf = ({ payment: { amountXof, kind, phone } }: Scenario): Pick<FaultRule, "amountXof" | "phone"> =>
  kind === "hosted" ? { amountXof } : { amountXof, phone }

/** Whether nothing tells the payments of two scenarios apart: they share a phone, or an amount on the payment page. */
export const areAlike = ({ payment: one }: Scenario, { payment: other }: Scenario): boolean =>
  one.phone === other.phone || (one.amountXof === other.amountXof && one.kind === "hosted" && other.kind === "hosted")

const ruleId = ({ scenario: { name, payment } }: World, index: number): string =>
  [name, payment.phone, payment.amountXof, index].join("/")

const scenarioOf = ({ id }: FaultRule): Scenario | undefined => {
  const [name = "", phone = "", amount] = id.split("/")
  const known = scenarioNamed(name)
  return known && { ...known, payment: { ...known.payment, phone, amountXof: Number(amount) } }
}

/** Notes in the log, where there is one, that the customer wants another try: a grade does not blame the further call then. */
const asked = Effect.fnUntraced(function* ({ payment: { amountXof, phone } }: Scenario) {
  const log = yield* Effect.serviceOption(RequestLog)
  const { now } = yield* Engine
  if (Option.isSome(log)) yield* log.value.logOffWire({ _tag: "CustomerAsked", at: yield* now, phone, amountXof })
})

/** A customer is a little slower than the network: missing prompts and codes are looked for again. */
const patience = { schedule: Schedule.spaced("250 millis"), times: 240 }

const played = Effect.fnUntraced(function* (world: World, step: ScenarioStep, index: number) {
  const { scenario } = world
  const { amountXof, phone } = scenario.payment
  const phones = yield* Phones
  const backstage = yield* Backstage
  switch (step._tag) {
    case "Merchant":
      if (step.does === "tries_again") yield* asked(scenario)
      return yield* world.play.merchant(step.does)
    case "TimePasses":
      return yield* world.play.wait?.(step.millis) ?? simulatedSleep(yield* Engine, step.millis)
    case "FaultBegins": {
      const { _tag, ...rule } = step
      return yield* backstage.act({
        _tag: "PutFaultRule",
        rule: { ...rule, id: ruleId(world, index), ...callsOf(scenario) },
      })
    }
    case "FaultsEnd":
      return yield* faultsEnd(world)
    case "CustomerIs":
      return yield* phones.setBehaviour(phone, step.behaviour)
    case "CustomerApproves":
      return yield* patiently(phones.approve(phone))
    case "CustomerRefuses":
      return yield* patiently(phones.refuse(phone))
    case "CustomerEntersWrongPin":
      return yield* patiently(phones.approve(phone, { pin: "0000" }))
    case "CustomerDials":
      return yield* patiently(dialled(phone))
    case "CustomerGetsCode":
      return yield* phones.dialForCode(phone, amountXof + step.moreXof)
    case "CustomerPaysOnPage":
    case "CustomerCancelsOnPage":
      return yield* patiently(onPage(world, step._tag === "CustomerPaysOnPage"))
    case "OperatorDecides":
    case "CallbacksForged":
    case "CallbacksLost":
    case "CallbacksDelayed":
    case "CallbacksRepeated":
      return yield* patiently(onPayment(world, step))
    case "CredentialsReissued":
    case "WhitelistEmptied":
    case "WhitelistRestored":
    case "BalanceSet":
      return yield* byTeam(world, step)
  }
})

const patiently = <A, R>(act: Effect.Effect<A, SimulatorRefusal, R>) => Effect.retry(act, patience)

/** Ends the faults of this scenario, and those of earlier ones that would strike its payment. */
const faultsEnd = Effect.fnUntraced(function* ({ scenario }: World) {
  const backstage = yield* Backstage
  const { faultRules } = yield* (yield* Engine).state
  const own = faultRules.filter((rule) => {
    const other = scenarioOf(rule)
    return other !== undefined && areAlike(scenario, other)
  })
  yield* Effect.forEach(own, ({ id }) => backstage.act({ _tag: "RemoveFaultRule", ruleId: id }), {
    concurrency: 1,
    discard: true,
  })
})

const dialled = Effect.fnUntraced(function* (phone: string) {
  const phones = yield* Phones
  const { prompts } = yield* phones.look(phone)
  const ussd = prompts.find(({ dial }) => dial !== null)?.dial
  if (ussd === null || ussd === undefined) return yield* nothingThere
  yield* phones.dial(phone, ussd)
})

const onPage = Effect.fnUntraced(function* ({ scenario, since }: World, pays: boolean) {
  const page = yield* HostedPage
  const state = yield* (yield* Engine).state
  const [newest] = scenarioPayments(state, scenario, since)
  if (newest === undefined) return yield* nothingThere
  const { phone } = scenario.payment
  const operatorId = operatorOf(state.operators, phone)?.id ?? ""
  yield* pays ? page.pay(newest.token, { operatorId, phone }) : page.cancel(newest.token)
})

type OnPayment = Extract<
  ScenarioStep,
  { _tag: "OperatorDecides" | "CallbacksForged" | "CallbacksLost" | "CallbacksDelayed" | "CallbacksRepeated" }
>

const onPayment = Effect.fnUntraced(function* ({ scenario, since }: World, step: OnPayment) {
  const { act } = yield* Backstage
  const own = scenarioPayments(yield* (yield* Engine).state, scenario, since)
  const token = (step._tag === "OperatorDecides" && step.which === "Oldest" ? own.at(-1) : own[0])?.token
  if (token === undefined) return yield* nothingThere
  switch (step._tag) {
    case "OperatorDecides":
      return yield* act({ _tag: "Decide", token, completed: step.completed })
    case "CallbacksForged":
      return yield* act({ _tag: "ForgeCallbacks", token, status: step.status })
    case "CallbacksLost":
      return yield* act({ _tag: "LoseCallbacks", token })
    case "CallbacksDelayed":
      return yield* act({ _tag: "DelayCallbacks", token, millis: step.millis })
    case "CallbacksRepeated":
      return yield* act({ _tag: "RepeatCallbacks", token })
  }
})

type ByTeam = Extract<
  ScenarioStep,
  { _tag: "CredentialsReissued" | "WhitelistEmptied" | "WhitelistRestored" | "BalanceSet" }
>

/** Acts of the team on the first project, which is the ready one of a sandbox. */
const byTeam = Effect.fnUntraced(function* ({ scenario, whitelists }: World, step: ByTeam) {
  const { act } = yield* Backstage
  const { operators, projects } = yield* (yield* Engine).state
  const [project] = projects
  if (project === undefined) return yield* nothingThere
  const projectId = project.id
  switch (step._tag) {
    case "CredentialsReissued":
      return yield* act({ _tag: "ReissueCredentials", projectId })
    case "WhitelistEmptied":
      whitelists.set(projectId, project.whitelist)
      return yield* act({ _tag: "ChangeProject", projectId, change: { whitelist: [] } })
    case "WhitelistRestored":
      return yield* act({
        _tag: "ChangeProject",
        projectId,
        change: { whitelist: whitelists.get(projectId) ?? project.whitelist },
      })
    case "BalanceSet": {
      const operatorId = operatorOf(operators, scenario.payment.phone)?.id ?? ""
      return yield* act({ _tag: "SetBalance", projectId, operatorId, balanceXof: step.balanceXof })
    }
  }
})

const nothingThere = Effect.fail(new SimulatorRefusal({ because: "merchant_strayed" }))
