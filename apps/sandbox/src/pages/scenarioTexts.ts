/** Scenarios in words: the codes of the catalogue for what the simulator plays. The command line speaks them too. */
import { catalogue, type Catalogue, type Language } from "@cauri/catalogue"
import type { Behaviour, Scenario, ScenarioStep } from "@cauri/simulator"
import { usualFaults } from "./usualFaults.ts"

export const paymentText = (
  language: Language,
  { payment: { amountXof, kind, phone } }: Pick<Scenario, "payment">,
): string => {
  const { scenarioPayments, scenarioSteps } = catalogue[language]
  return scenarioSteps.create(scenarioPayments[kind], amountXof, phone)
}

export const behaviourText = (language: Language, behaviour: Behaviour): string =>
  catalogue[language].behaviours[behaviour]

export const stepText = (language: Language, step: ScenarioStep): string => {
  const texts = catalogue[language]
  const steps = texts.scenarioSteps
  switch (step._tag) {
    case "Merchant":
      return texts.merchantActs[step.does]
    case "FaultBegins":
      return steps.fault_begins(faultText(texts, step.fault))
    case "FaultsEnd":
      return steps.faults_end
    case "CustomerIs":
      return steps.customer_is(behaviourText(language, step.behaviour))
    case "CustomerApproves":
      return steps.customer_approves
    case "CustomerRefuses":
      return steps.customer_refuses
    case "CustomerEntersWrongPin":
      return steps.customer_enters_wrong_pin
    case "CustomerDials":
      return steps.customer_dials
    case "CustomerGetsCode":
      return step.moreXof === 0 ? steps.customer_gets_code : steps.customer_gets_other_code
    case "CustomerPaysOnPage":
      return steps.customer_pays_on_page
    case "CustomerCancelsOnPage":
      return steps.customer_cancels_on_page
    case "OperatorDecides": {
      const status = step.completed ? "completed" : "notcompleted"
      return step.which === "Oldest" ? steps.operator_decides_oldest(status) : steps.operator_decides(status)
    }
    case "CallbacksForged":
      return steps.callbacks_forged(step.status)
    case "CallbacksLost":
      return steps.callbacks_lost
    case "CallbacksDelayed":
      return steps.callbacks_delayed(step.millis)
    case "CallbacksRepeated":
      return steps.callbacks_repeated
    case "CredentialsReissued":
      return steps.credentials_reissued
    case "WhitelistEmptied":
      return steps.whitelist_emptied
    case "WhitelistRestored":
      return steps.whitelist_restored
    case "BalanceSet":
      return steps.balance_set(step.balanceXof)
    case "TimePasses":
      return steps.time_passes(step.millis)
  }
}

const faultText = ({ faults }: Catalogue, fault: Extract<ScenarioStep, { _tag: "FaultBegins" }>["fault"]): string => {
  const usual =
    usualFaults.find((each) => JSON.stringify(each.fault) === JSON.stringify(fault)) ??
    usualFaults.find((each) => each.fault._tag === fault._tag)
  return usual === undefined ? fault._tag : faults[usual.id]
}
