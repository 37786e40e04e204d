/**
 * The control API: the acts of the service's team, the operators and the customers, and a view of the internal state. It is no part of the
 * service; it has its own prefix, and every call carries the token printed at the start (D7). Typed, so that a page or a test can call it
 * through `HttpApiClient`.
 */
import { statuses } from "@cauri/wire"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiMiddleware, HttpApiSecurity, OpenApi } from "effect/http-api"
import { maximumTimeFactor } from "../Backstage.ts"
import { CallbackLogLine, CallbackPost } from "../Callback.ts"
import { FaultRuleCounts, FaultRule } from "../Faults.ts"
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

/** The longest body that a person may give a callback. */
const maximumCallbackBody = 64 * 1024

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

/** How much faster simulated time runs than the clock; 0 stops it. */
const TimeFactor = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0), Schema.isLessThanOrEqualTo(maximumTimeFactor))

/** A span of time in milliseconds. */
const Millis = Schema.Int.check(Schema.isGreaterThan(0))

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
  Schema.TaggedStruct("HoldCallbacks", { token: Schema.String }),
  Schema.TaggedStruct("ReleaseCallbacks", { token: Schema.String }),
  Schema.TaggedStruct("DeliverCallback", { callback: Schema.String }),
  Schema.TaggedStruct("EditCallback", {
    callback: Schema.String,
    body: Schema.String.check(Schema.isMaxLength(maximumCallbackBody)),
  }),
  Schema.TaggedStruct("PutForward", { target: Schema.String }),
  Schema.TaggedStruct("RemoveForward", { target: Schema.String }),
  Schema.TaggedStruct("DelayCallbacks", { token: Schema.String, millis: Millis }),
  Schema.TaggedStruct("SetProjectTimeFactor", { projectId: Schema.String, factor: TimeFactor }),
  Schema.TaggedStruct("AdvanceProject", { projectId: Schema.String, millis: Millis }),
  Schema.TaggedStruct("AdvancePayment", { token: Schema.String, millis: Millis }),
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

/** Simulated time in epoch milliseconds, and its pace. */
const SimulatedTime = Schema.Struct({ now: Schema.Int, factor: Schema.Finite })

const { delete: remove, get, post, put } = HttpApiEndpoint
const number = { number: Schema.String }
const refused = { error: ControlRefused }

const actExamples: ReadonlyArray<typeof TeamAct.Type> = [
  { _tag: "Decide", token: "the token of a payment", completed: true },
  { _tag: "HoldCallbacks", token: "the token of a payment" },
  { _tag: "DeliverCallback", callback: "the id of a callback" },
  { _tag: "AdvancePayment", token: "the token of a payment", millis: 259_200_000 },
]
const phoneActExamples: ReadonlyArray<PhoneAct> = [{ _tag: "Approve", pin: "1234" }, { _tag: "Refuse" }]
const faultExample: FaultRule = { id: "lost", fault: { _tag: "AnswerDropped" }, transactionId: "order-1042", times: 1 }

const documented = (summary: string, description?: string) =>
  OpenApi.annotations({ summary, ...(description !== undefined && { description }) })

/** Every call of the control API. */
export class ControlApi extends HttpApi.make("simulator-control").add(
  HttpApiGroup.make("control")
    .add(
      get("saveState", "/state", { success: Schema.Json }).annotateMerge(
        documented("Read the whole state", "One JSON value; `PUT` takes it back."),
      ),
      put("restoreState", "/state", { payload: Schema.Json, ...refused }).annotateMerge(
        documented("Replace the whole state"),
      ),
      post("reset", "/reset").annotateMerge(documented("Start over", "Everything is forgotten, except the time.")),
      get("time", "/time", { success: SimulatedTime }).annotateMerge(documented("Read simulated time")),
      post("passTime", "/time", {
        payload: Schema.Struct({ millis: Millis }),
        success: SimulatedTime,
      }).annotateMerge(
        documented(
          "Move simulated time ahead",
          "Everything on the way happens, and every callback has been handed over and answered before this call answers.",
        ),
      ),
      put("setTimeFactor", "/time", {
        payload: Schema.Struct({ factor: TimeFactor }),
        success: SimulatedTime,
      }).annotateMerge(
        documented("Set the pace of simulated time", "0 stops it. Earlier time passed at the old pace."),
      ),
      get("ledger", "/ledger", {
        success: Schema.Struct({
          balances: Schema.Record(Schema.String, Schema.Int),
          entries: Schema.Array(LedgerEntry),
        }),
      }).annotateMerge(documented("Read every balance and movement")),
      get("payments", "/payments", {
        success: Schema.Struct({ payins: Schema.Array(Invoice), payouts: Schema.Array(Payout) }),
      }).annotateMerge(documented("List the newest payments", "The newest first, with the tokens that acts take.")),
      get("operators", "/operators", { success: Schema.Array(Operator) }).annotateMerge(
        documented("List the operators"),
      ),
      get("projects", "/projects", { success: Schema.Array(Project) }).annotateMerge(
        documented("List the projects with their credentials"),
      ),
      post("act", "/acts", { payload: TeamAct.annotate({ examples: actExamples }), ...refused }).annotateMerge(
        documented(
          "Act as the team, an operator or a forger",
          "Decide payments, change projects, hold back, send, repeat, forge or lose callbacks, move time of one project or payment.",
        ),
      ),
      get("phone", "/phones/:number", { params: number, success: Phone, ...refused }).annotateMerge(
        documented("Look at a phone", "Its messages, codes and prompts."),
      ),
      post("phoneAct", "/phones/:number/acts", {
        params: number,
        payload: PhoneAct.annotate({ examples: phoneActExamples }),
        success: Schema.Struct({ code: Schema.NullOr(Schema.String) }),
        ...refused,
      }).annotateMerge(documented("Act as a customer", "Dial, confirm with the PIN, refuse.")),
      get("faults", "/faults", {
        success: Schema.Struct({
          rules: Schema.Array(FaultRule),
          counts: Schema.Record(Schema.String, FaultRuleCounts),
        }),
      }).annotateMerge(documented("List the faults in force")),
      put("putFault", "/faults", {
        payload: FaultRule.annotate({ examples: [faultExample] }),
        ...refused,
      }).annotateMerge(documented("Switch a fault on")),
      remove("removeFault", "/faults/:id", { params: { id: Schema.String }, ...refused }).annotateMerge(
        documented("Switch a fault off"),
      ),
      get("scenarios", "/scenarios", { success: Schema.Array(Scenario) }).annotateMerge(
        documented("List the scenarios"),
      ),
      get("scenarioRuns", "/scenarios/runs", { success: Schema.Array(ScenarioRun) }).annotateMerge(
        documented("List running and finished scenarios", "The newest first."),
      ),
      post("startScenario", "/scenarios/runs", {
        payload: Schema.Struct({ name: Schema.String, ...ScenarioChoice.fields }),
        success: ScenarioRun,
        ...refused,
      }).annotateMerge(documented("Start a scenario")),
      post("goOnWithScenario", "/scenarios/runs/:run/next", {
        params: { run: Schema.NumberFromString },
        ...refused,
      }).annotateMerge(documented("Go on with the next step without waiting")),
      get("grades", "/grades", { success: Grade }).annotateMerge(
        documented("Grade the merchant", "What it did right and wrong, weighed by the money at risk."),
      ),
      post("merchantSays", "/grades/words", { payload: MerchantWord }).annotateMerge(
        documented("Pass on what the merchant says of an order"),
      ),
      get("callbacks", "/callbacks", { success: Schema.Array(CallbackLogLine) }).annotateMerge(
        documented(
          "List the callbacks that were sent",
          "The oldest first, each with its result and how long it took; secrets are masked.",
        ),
      ),
      get("callback", "/callbacks/:id", {
        params: { id: Schema.String },
        success: CallbackPost,
        ...refused,
      }).annotateMerge(documented("Read one callback", "Every byte of it, nothing masked: sent, planned or held back.")),
      get("requests", "/requests", { success: Schema.Array(RequestLine) }).annotateMerge(
        documented("List the requests that came", "Each with everything that was wrong with it."),
      ),
      get("requestCounts", "/requests/:transactionId", {
        params: { transactionId: Schema.String },
        success: EndpointCounts,
      }).annotateMerge(documented("Count the requests of one transaction_id")),
      get("requestAttempts", "/requests/:transactionId/attempts", {
        params: { transactionId: Schema.String },
        success: Schema.Array(AttemptCount),
      }).annotateMerge(documented("Count the attempts of one transaction_id")),
    )
    .middleware(ControlToken)
    .prefix("/_control"),
) {}
