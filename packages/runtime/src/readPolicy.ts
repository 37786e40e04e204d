/**
 * The policy of core with the parts that `POLICY_FILE` replaces. Times are milliseconds. A key that nobody knows, or a value that the
 * key cannot have, is an error that names the key: a limit that was mistyped must not be a limit that is missing.
 */
import { readFile } from "node:fs/promises"
import { Array, Effect, Result, Schema, SchemaIssue, Struct } from "effect"
import { checkPolicy, defaultPolicy, type PolicyShape, Rail, type RailSchedule as CoreSchedule } from "@cauri/core"
import { Misconfigured } from "./Misconfigured.ts"

/** The variable of the policy, with what it must be. */
export const policyVariables = { POLICY_FILE: "the path of a JSON file that overrides parts of the policy" } as const

const Time = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const Times = Schema.Array(Time)
const Waits = Schema.NonEmptyArray(Time)
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const AtLeastOne = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))
const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
const Rate = Schema.NullOr(
  Schema.Struct({ perSecond: Schema.Finite.check(Schema.isGreaterThan(0)), burst: AtLeastOne }),
)

const RailSchedule = Schema.Struct({
  first: Time,
  next: Times,
  /** `until: null` is for ever: JSON has no infinity. */
  afterwards: Schema.Array(Schema.Struct({ every: AtLeastOne, until: Schema.NullOr(Time) })),
  deadline: Schema.NullOr(Time),
  overdueAfter: Times,
  listening: Times,
})

const Breaker = Schema.Struct({ window: AtLeastOne, calls: AtLeastOne, share: Share, openFor: Time })

/** Every key of the policy, as it is written in JSON. */
const fields = {
  fees: Schema.Array(
    Schema.Struct({
      project: Schema.optionalKey(Schema.String),
      rail: Schema.optionalKey(Rail),
      basisPoints: Count,
      fixedXof: Count,
    }),
  ),
  shops: Schema.Record(Schema.String, Schema.Struct({ name: Schema.String, siteUrl: Schema.String })),
  payinIntentLimit: Time,
  payoutIntentLimit: Time,
  maxAttempts: AtLeastOne,
  maxHostedRetries: Count,
  otpRequestCoolDown: Time,
  maxOtpRequests: Count,
  maxOtpSubmissions: Count,
  tryAgainCoolDown: Time,
  maxTries: Count,
  twinWindow: Time,
  notExecutedAge: Time,
  payoutFailureAgreement: Time,
  contradictionAgreement: Time,
  notFoundLimit: AtLeastOne,
  lostHandleLimit: Time,
  maxUnknownStatuses: Count,
  audits: Times,
  slotRetries: Count,
  slotRetryAfter: Time,
  confirmSpacing: Time,
  jitter: Share,
  callbackSpacing: Time,
  callbackConfirmsPerHour: Count,
  lease: AtLeastOne,
  reconcilerPatience: Time,
  connectTimeout: AtLeastOne,
  creationTimeout: AtLeastOne,
  confirmTimeout: AtLeastOne,
  confirmRate: Rate,
  callbackConfirmRate: Rate,
  creationRate: Rate,
  creationPatience: Time,
  confirmPatience: Time,
  confirmBackoff: Waits,
  notSentBackoff: Waits,
  announceBackoff: Waits,
  maxAnnounceTries: AtLeastOne,
  hearTimeout: AtLeastOne,
  sweepBatch: AtLeastOne,
  sweepConcurrency: AtLeastOne,
  sweepSleep: AtLeastOne,
  sweepBackoff: AtLeastOne,
  walkPage: AtLeastOne,
  clockTolerance: AtLeastOne,
  maxSettleTries: AtLeastOne,
  maxSaveTries: AtLeastOne,
  answerPatience: Time,
  answerRetryAfter: AtLeastOne,
  statusAliases: Schema.Record(Schema.String, Schema.Literals(["completed", "notcompleted"])),
  refuseIdKeys: Schema.Boolean,
  maxItems: Count,
  maxCustomData: Count,
} satisfies { readonly [Key in Exclude<keyof PolicyShape, "schedules" | "breaker">]: Schema.Constraint }

const partOf = <Fields extends Schema.Struct.Fields>(struct: Schema.Struct<Fields>) =>
  struct.mapFields(Struct.map(Schema.optionalKey))

const SchedulePart = partOf(RailSchedule)

const Overrides = Schema.Struct({
  ...partOf(Schema.Struct(fields)).fields,
  breaker: Schema.optionalKey(partOf(Breaker)),
  /** Of a rail, only what is to be another. */
  schedules: Schema.optionalKey(
    partOf(
      Schema.Struct({
        Hosted: SchedulePart,
        UssdPush: SchedulePart,
        GuidedUssd: SchedulePart,
        UssdOtp: SchedulePart,
        SmsOtp: SchedulePart,
        OperatorRedirect: SchedulePart,
        ServiceRedirect: SchedulePart,
        Wallet: SchedulePart,
        WalletPayout: SchedulePart,
        MobileMoneyPayout: SchedulePart,
      } satisfies { readonly [Name in Rail]: typeof SchedulePart }),
    ),
  ),
})

const decode = Schema.decodeUnknownResult(Overrides, { onExcessProperty: "error" })

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1({
  leafHook: (issue) => (issue._tag === "UnexpectedKey" ? "is no key of the policy" : "cannot be that"),
  checkHook: () => "cannot be that",
})

/** What is wrong, by its key and without its value. A file that is no object at all has no key. */
const problemOf = ({ issue }: Schema.SchemaError): Misconfigured => {
  const problems = issuesOf(issue).issues.map(
    ({ message, path }) => `${Array.fromNullishOr(path).flat().map(String).join(".") || "the file"} ${message}`,
  )
  return wrong(`a policy as the README describes it: ${problems.join(", ")}`)
}

const wrong = (expected: string) => new Misconfigured({ variable: "POLICY_FILE", expected })

/** A schedule with the parts that replace its own. */
const scheduleWith = (schedule: CoreSchedule, part: typeof SchedulePart.Type = {}): CoreSchedule => {
  const { afterwards, ...rest } = part
  const bands = afterwards?.map(({ every, until }) => ({ every, until: until ?? Infinity }))
  return { ...schedule, ...rest, afterwards: bands ?? schedule.afterwards }
}

/** The default policy with these overrides, or what is wrong with them. */
export const overridePolicy = (overrides: unknown): Result.Result<PolicyShape, Misconfigured> =>
  Result.gen(function* () {
    const { breaker, schedules: parts, ...rest } = yield* Result.mapError(decode(overrides), problemOf)
    const schedules = { ...defaultPolicy.schedules }
    for (const rail of Rail.literals) schedules[rail] = scheduleWith(schedules[rail], parts?.[rail])
    const policy: PolicyShape = {
      ...defaultPolicy,
      ...rest,
      breaker: { ...defaultPolicy.breaker, ...breaker },
      schedules,
    }
    return yield* Result.mapError(checkPolicy(policy), ({ rule }) => wrong(`a policy in which ${rule}`))
  })

const unreadable = wrong(policyVariables.POLICY_FILE)

/** The policy in force. */
export const readPolicy = Effect.fnUntraced(function* (path: string | null) {
  if (path === null) return defaultPolicy
  const text = yield* Effect.tryPromise({ try: () => readFile(path, "utf8"), catch: () => unreadable })
  const json = yield* Effect.fromResult(Schema.decodeResult(Schema.fromJsonString(Schema.Unknown))(text)).pipe(
    Effect.mapError(() => unreadable),
  )
  return yield* Effect.fromResult(overridePolicy(json))
})
