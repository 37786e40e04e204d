/**
 * The control API: the acts of the service's team, the operators and the customers, and a view of the internal state. It is no part of the
 * service; it has its own prefix, and every call carries the token printed at the start (D7). Typed, so that a page or a test can call it
 * through `HttpApiClient`.
 */
import { statuses } from "@cauri/wire"
import { Schema, Struct } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { operators } from "../../options/Assumptions.ts"
import { maximumTimeFactor } from "../../ports/Backstage.ts"
import { CallbackLogLine, CallbackPost } from "../../model/Callback.ts"
import { FaultRuleCounts, FaultRule } from "../../model/Faults.ts"
import { Grade } from "../../grades/Grade.ts"
import { MerchantWord } from "../../log/OffWireEvent.ts"
import { Payin } from "../../model/Payin.ts"
import { LedgerEntry } from "../../model/Ledger.ts"
import { Operator } from "../../model/Operator.ts"
import { defaultProject } from "../../options/Options.ts"
import { Payout } from "../../model/Payout.ts"
import { Behaviour, Phone } from "../../model/Phone.ts"
import { Project } from "../../model/Project.ts"
import { Scenario } from "../../scenarios/Scenario.ts"
import { ScenarioChoice } from "../../scenarios/scenarioFor.ts"
import { ScenarioRun } from "../../scenarios/ScenarioRuns.ts"
import { maximumSpan } from "../../acts/timeActs.ts"
import { AttemptCount, EndpointCounts, RequestLine } from "../../log/RequestLog.ts"

/** The prefix of every path of the control API. */
export const controlPrefix = "/_control/"

/** The header that carries the control token. */
export const controlTokenHeader = "X-Control-Token"

/** The token is missing or wrong. */
export class ControlDenied extends Schema.TaggedError<ControlDenied>()(
  "ControlDenied",
  { message: Schema.String },
  { httpApiStatus: 401 },
) {}

/** The request makes no sense at present. */
export class ControlRefused extends Schema.TaggedError<ControlRefused>()(
  "ControlRefused",
  { message: Schema.String },
  { httpApiStatus: 422 },
) {}

/** Requires the control token. */
export class ControlToken extends HttpApiMiddleware.Service<ControlToken>()("@cauri/simulator/http/ControlToken", {
  security: { token: HttpApiSecurity.apiKey({ in: "header", key: controlTokenHeader }) },
  error: ControlDenied,
}) {}

const Xof = Schema.Int

/** The longest body that a person may give a callback. */
const maximumCallbackBody = 64 * 1024

/** Changes of a project: anything but its name tag and its credentials. */
const ProjectChange = Schema.Struct(
  Struct.map(Struct.omit(Project.fields, ["id", "apiKey", "apiToken"]), Schema.optionalKey),
)

/** How much faster simulated time runs than the clock; 0 stops it. */
const TimeFactor = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(maximumTimeFactor))

/** A span of time in milliseconds, ten years at most. */
export const Millis = Schema.Finite.check(
  Schema.isBetween({ minimum: 1, maximum: maximumSpan }).abort(),
  Schema.isInt(),
)

/** The acts of the team and the operators, except faults. */
export const TeamAct = Schema.TaggedUnion({
  AddProject: { project: Project },
  ChangeProject: { projectId: Schema.String, change: ProjectChange },
  ReissueCredentials: { projectId: Schema.String },
  SetBalance: { projectId: Schema.String, operatorId: Schema.String, balanceXof: Xof },
  PutOperator: { operator: Operator },
  Decide: { token: Schema.String, completed: Schema.Boolean },
  Dispute: { token: Schema.String },
  RepeatCallbacks: { token: Schema.String },
  ForgeCallbacks: { token: Schema.String, status: Schema.Literals(statuses) },
  LoseCallbacks: { token: Schema.String },
  HoldCallbacks: { token: Schema.String },
  ReleaseCallbacks: { token: Schema.String },
  DeliverCallback: { callback: Schema.String },
  EditCallback: { callback: Schema.String, body: Schema.String.check(Schema.isMaxLength(maximumCallbackBody)) },
  PutForward: { target: Schema.String },
  RemoveForward: { target: Schema.String },
  DelayCallbacks: { token: Schema.String, millis: Millis },
  SetProjectTimeFactor: { projectId: Schema.String, factor: TimeFactor },
  AdvanceProject: { projectId: Schema.String, millis: Millis },
  AdvancePayment: { token: Schema.String, millis: Millis },
})

/** An act of a customer on a phone. */
export const PhoneAct = Schema.TaggedUnion({
  /** Gives the code. */
  DialForCode: { amountXof: Xof, pin: Schema.optionalKey(Schema.String) },
  Dial: { ussd: Schema.String, pin: Schema.optionalKey(Schema.String) },
  Approve: { prompt: Schema.optionalKey(Schema.String), pin: Schema.optionalKey(Schema.String) },
  Refuse: { prompt: Schema.optionalKey(Schema.String) },
  SetWallet: { open: Schema.Boolean },
  SetBehaviour: { behaviour: Behaviour },
  SetBalance: { balanceXof: Xof },
})

export type PhoneAct = typeof PhoneAct.Type

/** Simulated time in epoch milliseconds, and its pace. */
const SimulatedTime = Schema.Struct({ now: Schema.Int, factor: Schema.Finite })

const { delete: remove, get, post, put } = HttpApiEndpoint
const number = { number: Schema.String }
const refused = { error: ControlRefused }

const token = "the token of a payment"
const callback = "the id of a callback"
const { id: projectId } = defaultProject

/** One of each act; the documents show them. */
export const actExamples: ReadonlyArray<typeof TeamAct.Type> = [
  { _tag: "Decide", token, completed: true },
  { _tag: "Dispute", token },
  { _tag: "HoldCallbacks", token },
  { _tag: "ReleaseCallbacks", token },
  { _tag: "DeliverCallback", callback },
  { _tag: "EditCallback", callback, body: "status=completed" },
  { _tag: "RepeatCallbacks", token },
  { _tag: "ForgeCallbacks", token, status: "completed" },
  { _tag: "LoseCallbacks", token },
  { _tag: "DelayCallbacks", token, millis: 900_000 },
  { _tag: "PutForward", target: "http://localhost:3000/callbacks" },
  { _tag: "RemoveForward", target: "http://localhost:3000/callbacks" },
  { _tag: "AdvancePayment", token, millis: 259_200_000 },
  { _tag: "AdvanceProject", projectId, millis: 3_600_000 },
  { _tag: "SetProjectTimeFactor", projectId, factor: 60 },
  { _tag: "SetBalance", projectId, operatorId: "12", balanceXof: 0 },
  { _tag: "ChangeProject", projectId, change: { payoutsEnabled: false, whitelist: ["172.16.0.0/12"] } },
  { _tag: "ReissueCredentials", projectId },
  { _tag: "AddProject", project: { ...defaultProject, id: "shop-2", name: "Second shop" } },
  ...operators.slice(0, 1).map((operator) => ({ _tag: "PutOperator", operator }) as const),
]

/** One of each act on a phone. */
export const phoneActExamples: ReadonlyArray<PhoneAct> = [
  { _tag: "Approve", pin: "1234" },
  { _tag: "Refuse" },
  { _tag: "Dial", ussd: "*555*4*123456#", pin: "1234" },
  { _tag: "DialForCode", amountXof: 7_500, pin: "1234" },
  { _tag: "SetBalance", balanceXof: 0 },
  { _tag: "SetBehaviour", behaviour: "pays_at_once" },
  { _tag: "SetWallet", open: true },
]
const faultExample: FaultRule = { id: "lost", fault: { _tag: "AnswerDropped" }, transactionId: "order-1042", times: 1 }
const wordExample: MerchantWord = { order: "order-1042", says: "Paid" }
const startExample = { name: "late-completion", amountXof: 7_500, phones: ["22660000001"] }

/** Every call of the control API. */
export class ControlApi extends HttpApi.make("simulator-control").add(
  HttpApiGroup.make("control")
    .add(
      get("saveState", "/state", { success: Schema.Json }),
      put("restoreState", "/state", { payload: Schema.Json, ...refused }),
      post("reset", "/reset"),
      get("time", "/time", { success: SimulatedTime }),
      post("passTime", "/time", {
        payload: Schema.Struct({ millis: Millis }).annotate({ examples: [{ millis: 60_000 }] }),
        success: SimulatedTime,
      }),
      put("setTimeFactor", "/time", {
        payload: Schema.Struct({ factor: TimeFactor }).annotate({ examples: [{ factor: 60 }] }),
        success: SimulatedTime,
      }),
      get("ledger", "/ledger", {
        success: Schema.Struct({
          balances: Schema.Record(Schema.String, Schema.Int),
          entries: Schema.Array(LedgerEntry),
        }),
      }),
      get("payments", "/payments", {
        success: Schema.Struct({ payins: Schema.Array(Payin), payouts: Schema.Array(Payout) }),
      }),
      get("operators", "/operators", { success: Schema.Array(Operator) }),
      get("projects", "/projects", { success: Schema.Array(Project) }),
      post("act", "/acts", { payload: TeamAct.annotate({ examples: actExamples }), ...refused }),
      get("phone", "/phones/:number", { params: number, success: Phone, ...refused }),
      post("phoneAct", "/phones/:number/acts", {
        params: number,
        payload: PhoneAct.annotate({ examples: phoneActExamples }),
        success: Schema.Struct({ code: Schema.NullOr(Schema.String) }),
        ...refused,
      }),
      get("faults", "/faults", {
        success: Schema.Struct({
          rules: Schema.Array(FaultRule),
          counts: Schema.Record(Schema.String, FaultRuleCounts),
        }),
      }),
      put("putFault", "/faults", { payload: FaultRule.annotate({ examples: [faultExample] }), ...refused }),
      remove("removeFault", "/faults/:id", { params: { id: Schema.String }, ...refused }),
      get("scenarios", "/scenarios", { success: Schema.Array(Scenario) }),
      get("scenarioRuns", "/scenarios/runs", { success: Schema.Array(ScenarioRun) }),
      post("startScenario", "/scenarios/runs", {
        payload: Schema.Struct({ name: Schema.String, ...ScenarioChoice.fields }).annotate({
          examples: [startExample],
        }),
        success: ScenarioRun,
        ...refused,
      }),
      post("goOnWithScenario", "/scenarios/runs/:run/next", { params: { run: Schema.NumberFromString }, ...refused }),
      get("grades", "/grades", { success: Grade }),
      post("merchantSays", "/grades/words", { payload: MerchantWord.annotate({ examples: [wordExample] }) }),
      get("callbacks", "/callbacks", { success: Schema.Array(CallbackLogLine) }),
      get("callback", "/callbacks/:id", { params: { id: Schema.String }, success: CallbackPost, ...refused }),
      get("requests", "/requests", { success: Schema.Array(RequestLine) }),
      get("requestCounts", "/requests/:transactionId", {
        params: { transactionId: Schema.String },
        success: EndpointCounts,
      }),
      get("requestAttempts", "/requests/:transactionId/attempts", {
        params: { transactionId: Schema.String },
        success: Schema.Array(AttemptCount),
      }),
    )
    .middleware(ControlToken)
    .prefix("/_control"),
) {}
