/**
 * The service itself, in process or on a port: table of contents.
 */

// The service, its customers, its page, its team
export { layer, type Simulator } from "./layer.ts"
export { Engine, type ServiceRequest } from "./Engine.ts"
export { Phones } from "./Phones.ts"
export { HostedPage, type PagePayment, type PageView } from "./HostedPage.ts"
export { type Act, Backstage, type LedgerView, maximumTimeFactor } from "./Backstage.ts"
export type { Reply } from "./Reply.ts"
export { refusalText, SimulatorRefusal } from "./SimulatorRefusal.ts"
export { givenIn, ruleIn, wrongFieldsOf } from "./wrongInput.ts"

// Options
export {
  defaultLimits,
  defaultProject,
  type Limits,
  type Options,
  type OptionsInput,
  resolveOptions,
} from "./Options.ts"
export { ProductionRefused } from "./production.ts"
export { asObserved, Profile, strict } from "./Profile.ts"
export { Assumptions, type CheckName, type RequestProblem } from "./AssumptionKinds.ts"
export { assumptions, walletOperatorId } from "./Assumptions.ts"

// Callbacks
export { CallbackSender } from "./CallbackSender.ts"
export type { AllowedHost } from "./callbackTarget.ts"
export type { CallbackSenderOptions } from "./guardedSend.ts"
export type { CallbackHandler } from "./postInProcess.ts"
export { forwardAddress } from "./forwards.ts"
export { callbackOf } from "./callbackActs.ts"
export { CallbackLogLine, CallbackPost, CallbackResult } from "./Callback.ts"

// Scenarios
export { MerchantAct, Scenario, ScenarioPaymentKind, ScenarioStep } from "./Scenario.ts"
export { scenarioNamed, scenarios } from "./scenarios.ts"
export { playScenario, type ScenarioPlay, scenarioPayments, type ScenarioStage } from "./playScenario.ts"
export { ScenarioChoice, scenarioFor } from "./scenarioFor.ts"
export { ScenarioRun, ScenarioRuns } from "./ScenarioRuns.ts"

// Grades
export { Evidence, Grade, GradeCode, GradeLine } from "./grades/Grade.ts"
export { failedLines, gradeNow, gradeOf, merchantSays } from "./grades/gradeOf.ts"
export { Heard, MerchantWord } from "./grades/Heard.ts"
export { type Seen, type SeenPayment, seenIn } from "./grades/Seen.ts"

// Faults and magic numbers
export { CallbackFault, CallFault, Fault, FaultRule, PaymentFault, RecordFault } from "./Faults.ts"
export { type Magic, magicAmountPrefix, magicNumbers, magicOfPhone } from "./MagicNumbers.ts"

// What the state is made of
export { newestPayments } from "./newestPayments.ts"
export { emptyState, State, StateJson } from "./State.ts"
export { StateKeeper } from "./StateKeeper.ts"
export { account, balanceOf, Ledger, LedgerEntry } from "./Ledger.ts"
export { Bounds, Fee, feeOn, Operator, operatorOf, ValidationMode } from "./Operator.ts"
export { Project, Whitelist } from "./Project.ts"
export { Behaviour, IssuedCode, Phone, Prompt, Sms } from "./Phone.ts"
export { Payin, KeptStatus } from "./Payin.ts"
export { Payout } from "./Payout.ts"
export { factorOf } from "./plans.ts"
export { Agenda, AgendaEntry, AgendaEvent, Decision, plannedPosts } from "./Agenda.ts"

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
export { AttemptCount, EndpointCounts, RequestLine, RequestLog, RequestOutcome } from "./http/RequestLog.ts"
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
} from "./http/ControlApi.ts"
export { exampleRequests } from "./http/exampleRequests.ts"
export { type FirstCall, firstCalls } from "./http/firstCalls.ts"
export { controlDocument, openApiDocument } from "./http/openApiDocument.ts"
