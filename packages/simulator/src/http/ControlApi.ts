/**
 * The control API: the acts of the service's team, the operators and the customers, and a view of the internal state. It is no part of the
 * service; it has its own prefix, and every call carries the token printed at the start (D7). Typed, so that a page or a test can call it
 * through `HttpApiClient`.
 */
import { statuses } from "@cauri/wire"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSecurity } from "effect/http-api"
import { maximumTimeFactor } from "../Backstage.ts"
import { CallbackLogLine } from "../Callback.ts"
import { FaultCount, FaultRule } from "../Faults.ts"
import { Grade } from "../grades/Grade.ts"
import { MerchantWord } from "../grades/Heard.ts"
import { Invoice } from "../Invoice.ts"
import { LedgerEntry } from "../Ledger.ts"
import { Bounds, Operator } from "../Operator.ts"
import { Payout } from "../Payout.ts"
import { Behaviour, Phone } from "../Phone.ts"
import { Project, Whitelist } from "../Project.ts"
import { Scenario } from "../Scenario.ts"
import { ScenarioChoice } from "../scenarioFor.ts"
import { ScenarioRun } from "../ScenarioRuns.ts"
import { AttemptCount, EndpointCounts, RequestLine } from "./RequestLog.ts"

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

/** Changes of a project: anything but its name tag and its credentials. */
const ProjectChange = Schema.Struct({
  name: Schema.optionalKey(Schema.String),
  enabled: Schema.optionalKey(Schema.Boolean),
  credentialsExpireAt: Schema.optionalKey(Schema.NullOr(Schema.Int)),
  payinsEnabled: Schema.optionalKey(Schema.Boolean),
  payoutsEnabled: Schema.optionalKey(Schema.Boolean),
  whitelist: Schema.optionalKey(Whitelist),
  customerPaysFees: Schema.optionalKey(Schema.Boolean),
  bounds: Schema.optionalKey(Schema.Record(Schema.String, Bounds)),
  countryBounds: Schema.optionalKey(Schema.Record(Schema.String, Bounds)),
})

/** The acts of the team and the operators, except faults. */
export const TeamAct = Schema.Union([
  Schema.TaggedStruct("AddProject", { project: Project }),
  Schema.TaggedStruct("ChangeProject", { projectId: Schema.String, change: ProjectChange }),
  Schema.TaggedStruct("ReissueCredentials", { projectId: Schema.String }),
  Schema.TaggedStruct("SetBalance", { projectId: Schema.String, operatorId: Schema.String, balanceXof: Xof }),
  Schema.TaggedStruct("PutOperator", { operator: Operator }),
  Schema.TaggedStruct("Decide", { token: Schema.String, completed: Schema.Boolean }),
  Schema.TaggedStruct("Dispute", { token: Schema.String }),
  Schema.TaggedStruct("RepeatCallbacks", { token: Schema.String }),
  Schema.TaggedStruct("ForgeCallbacks", { token: Schema.String, status: Schema.Literals(statuses) }),
  Schema.TaggedStruct("LoseCallbacks", { token: Schema.String }),
  Schema.TaggedStruct("DelayCallbacks", {
    token: Schema.String,
    millis: Schema.Int.check(Schema.isGreaterThan(0)),
  }),
])

/** An act of a customer on a phone. */
export const PhoneAct = Schema.Union([
  /** Gives the code. */
  Schema.TaggedStruct("DialForCode", { amountXof: Xof, pin: Schema.optionalKey(Schema.String) }),
  Schema.TaggedStruct("Dial", { ussd: Schema.String, pin: Schema.optionalKey(Schema.String) }),
  Schema.TaggedStruct("Approve", { prompt: Schema.optionalKey(Schema.String), pin: Schema.optionalKey(Schema.String) }),
  Schema.TaggedStruct("Refuse", { prompt: Schema.optionalKey(Schema.String) }),
  Schema.TaggedStruct("SetWallet", { open: Schema.Boolean }),
  Schema.TaggedStruct("SetBehaviour", { behaviour: Behaviour }),
  Schema.TaggedStruct("SetBalance", { balanceXof: Xof }),
])

/** An act of a customer on a phone. */
export type PhoneAct = typeof PhoneAct.Type

/** How much faster simulated time runs than the clock. */
const TimeFactor = Schema.Finite.check(Schema.isGreaterThan(0), Schema.isLessThanOrEqualTo(maximumTimeFactor))

/** Simulated time in epoch milliseconds, and its pace. */
const SimulatedTime = Schema.Struct({ now: Schema.Int, factor: Schema.Finite })

const { delete: remove, get, post, put } = HttpApiEndpoint
const number = { number: Schema.String }
const refused = { error: ControlRefused }

/** Every call of the control API. */
export class ControlApi extends HttpApi.make("simulator-control").add(
  HttpApiGroup.make("control")
    .add(
      get("saveState", "/state", { success: Schema.Json }),
      put("restoreState", "/state", { payload: Schema.Json, ...refused }),
      post("reset", "/reset"),
      get("time", "/time", { success: SimulatedTime }),
      /** Also waits until every open callback was handed over and answered. */
      post("passTime", "/time", {
        payload: Schema.Struct({ millis: Schema.Int.check(Schema.isGreaterThan(0)) }),
        success: SimulatedTime,
      }),
      /** From now on; earlier time passed at the old pace. */
      put("setTimeFactor", "/time", { payload: Schema.Struct({ factor: TimeFactor }), success: SimulatedTime }),
      get("ledger", "/ledger", {
        success: Schema.Struct({
          balances: Schema.Record(Schema.String, Schema.Int),
          entries: Schema.Array(LedgerEntry),
        }),
      }),
      /** The newest payments, the newest first. */
      get("payments", "/payments", {
        success: Schema.Struct({ payins: Schema.Array(Invoice), payouts: Schema.Array(Payout) }),
      }),
      get("operators", "/operators", { success: Schema.Array(Operator) }),
      get("projects", "/projects", { success: Schema.Array(Project) }),
      post("act", "/acts", { payload: TeamAct, ...refused }),
      get("phone", "/phones/:number", { params: number, success: Phone, ...refused }),
      post("phoneAct", "/phones/:number/acts", {
        params: number,
        payload: PhoneAct,
        success: Schema.Struct({ code: Schema.NullOr(Schema.String) }),
        ...refused,
      }),
      get("faults", "/faults", {
        success: Schema.Struct({
          rules: Schema.Array(FaultRule),
          counts: Schema.Record(Schema.String, FaultCount),
        }),
      }),
      put("putFault", "/faults", { payload: FaultRule, ...refused }),
      remove("removeFault", "/faults/:id", { params: { id: Schema.String }, ...refused }),
      /** The catalogue. */
      get("scenarios", "/scenarios", { success: Schema.Array(Scenario) }),
      /** Running and finished runs; the newest first. */
      get("scenarioRuns", "/scenarios/runs", { success: Schema.Array(ScenarioRun) }),
      post("startScenario", "/scenarios/runs", {
        payload: Schema.Struct({ name: Schema.String, ...ScenarioChoice.fields }),
        success: ScenarioRun,
        ...refused,
      }),
      /** Continues with the next step without waiting. */
      post("goOnWithScenario", "/scenarios/runs/:run/next", { params: { run: Schema.NumberFromString }, ...refused }),
      /** What the merchant did right and wrong, weighed by the money at risk. */
      get("grades", "/grades", { success: Grade }),
      /** Passes on what the merchant says of an order. */
      post("merchantSays", "/grades/words", { payload: MerchantWord }),
      get("callbacks", "/callbacks", { success: Schema.Array(CallbackLogLine) }),
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
