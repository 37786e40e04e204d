/**
 * The service itself, in process or on a port: table of contents.
 */

// The service, its customers, its page, its team
export { layer, type Simulator } from "./engine/layer.ts"
export { Engine, type ServiceRequest } from "./ports/Engine.ts"
export { Phones } from "./ports/Phones.ts"
export { HostedPage, type PagePayment, type PageView } from "./ports/HostedPage.ts"
export { type Act, Backstage, type LedgerView, maximumTimeFactor } from "./ports/Backstage.ts"
export type { Reply } from "./model/Reply.ts"
export { refusalText, SimulatorRefusal } from "./model/SimulatorRefusal.ts"
export { givenIn, ruleIn, wrongFieldsOf } from "./options/wrongInput.ts"

// Options
export {
  defaultLimits,
  defaultProject,
  type Limits,
  type Options,
  type OptionsInput,
  resolveOptions,
} from "./options/Options.ts"
export { ProductionRefused } from "./options/production.ts"
export { asObserved, Profile, strict } from "./model/Profile.ts"
export { Assumptions, type CheckName, type RequestProblem } from "./model/AssumptionKinds.ts"
export { assumptions, walletOperatorId } from "./options/Assumptions.ts"

// Callbacks
export { CallbackSender, type CallbackSenderOptions } from "./sending/CallbackSender.ts"
export type { CallbackHandler } from "./sending/postInProcess.ts"
export { forwardAddress } from "./acts/forwards.ts"
export { callbackOf } from "./acts/callbackActs.ts"
export { CallbackLogLine, CallbackPost, CallbackResult } from "./model/Callback.ts"

export { PayinCallback, PayoutCallback } from "./spec/CallbackPayloads.ts"
export { callbackForm, formEncodings } from "./spec/callbackForm.ts"

// What the service writes
export { toCustomDataEntries } from "./spec/CustomData.ts"
export { formatSubCode, type SubCodeMeaning, statedSubCodes } from "./spec/SubCodes.ts"
export { pagePath } from "./spec/Texts.ts"

// Scenarios
export { MerchantAct, Scenario, ScenarioPaymentKind, ScenarioStep } from "./scenarios/Scenario.ts"
export { scenarioNamed, scenarios } from "./scenarios/scenarios.ts"
export { playScenario, type ScenarioPlay, scenarioPayments, type ScenarioStage } from "./scenarios/playScenario.ts"
export { ScenarioChoice, scenarioFor } from "./scenarios/scenarioFor.ts"
export { ScenarioRun, ScenarioRuns } from "./scenarios/ScenarioRuns.ts"

// Grades
export { Evidence, Grade, GradeCode, GradeLine } from "./grades/Grade.ts"
export { failedLines, gradeNow, gradeOf, merchantSays } from "./grades/gradeOf.ts"
export { OffWireEvent, MerchantWord } from "./log/OffWireEvent.ts"
export { type Seen, type SeenPayment, seenIn } from "./grades/Seen.ts"

// Faults and magic numbers
export { CallbackFault, CallFault, Fault, FaultRule, PaymentFault, RecordFault } from "./model/Faults.ts"
export { type Magic, magicAmountPrefix, magicNumbers, magicOfPhone } from "./options/MagicNumbers.ts"

// What the state is made of
export { newestPayments } from "./model/newestPayments.ts"
export { emptyState, State, StateJson } from "./model/State.ts"
export { StateKeeper } from "./ports/StateKeeper.ts"
export { account, balanceOf, Ledger, LedgerEntry } from "./model/Ledger.ts"
export { Bounds, Fee, feeOn, Operator, operatorOf, ValidationMode } from "./model/Operator.ts"
export { Project, Whitelist } from "./model/Project.ts"
export { Behaviour, IssuedCode, Phone, Prompt, Sms } from "./model/Phone.ts"
export { Payin, KeptStatus } from "./model/Payin.ts"
export { Payout } from "./model/Payout.ts"
export { factorOf } from "./life/plans.ts"
export { Agenda, AgendaEntry, AgendaEvent, Decision, plannedPosts } from "./model/Agenda.ts"

// Over HTTP
export { layerFetch, type FetchOptionsInput, SimulatorFetch } from "./http/SimulatorFetch.ts"
export {
  startBanner,
  defaultSocketLimits,
  type FurtherRoutes,
  PortRefused,
  serve,
  type Served,
  type ServeOptionsInput,
  type SocketLimits,
} from "./http/serveHttp.ts"
export { type HttpOptions, type HttpOptionsInput } from "./http/HttpOptions.ts"
export { AttemptCount, EndpointCounts, RequestLine, RequestLog, RequestOutcome } from "./log/RequestLog.ts"
export {
  ControlApi,
  ControlDenied,
  ControlRefused,
  controlPrefix,
  ControlToken,
  PhoneAct,
  Millis,
  TeamAct,
  controlTokenHeader,
} from "./http/control/ControlApi.ts"
export { exampleRequests } from "./http/documents/exampleRequests.ts"
export { type FirstCall, firstCalls } from "./http/documents/firstCalls.ts"
export { controlDocument, openApiDocument } from "./http/documents/openApiDocument.ts"
