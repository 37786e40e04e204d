/**
 * Every limit, schedule and deadline of the library, in one schema: what it means, what it can be, and its default. The service defines no
 * expiry, no rate limit and no retry policy (#121, #213, #241, #248, #251), so all of these are ours to choose.
 */
import { Array, Context, Duration, Effect, Layer, Option, Result, Schema, SchemaGetter, SchemaIssue } from "effect"
import { asSubCode, LearntReason } from "./CallFailure.ts"
import { configured } from "./configured.ts"
import { isPersonsText } from "./Content.ts"
import { ProjectId } from "./Identifiers.ts"
import { Rail } from "./ValidationMode.ts"

/** A duration as written in a policy: `"5 seconds"`, milliseconds or a `Duration`; `"Infinity"` or null, where allowed, means for ever. */
type TimeInput = Duration.Duration | number | `${number} ${Duration.Unit}` | "Infinity" | null

/** The milliseconds of a duration of the policy, without an allocation. */
export const millis = (duration: Duration.Duration): number => {
  const { value } = duration
  return value._tag === "Millis" ? value.millis : value._tag === "Infinity" ? Infinity : Duration.toMillis(duration)
}

/** The time that is `duration` after `time`. */
export const later = (time: number, duration: Duration.Duration): number => time + millis(duration)

const read = Schema.decodeUnknownOption(Schema.Union([Schema.Duration, Schema.DurationFromString]))

/** The milliseconds of a duration; NaN when the value is none. */
const millisIn = (given: unknown): number => {
  if (typeof given === "number") return given
  return given === null ? Infinity : Option.getOrElse(Option.map(read(given), millis), () => Number.NaN)
}

const durationOf = (expected: string, isFine: (millis: number) => boolean) =>
  Schema.declare((given): given is TimeInput => isFine(millisIn(given)), { expected }).pipe(
    Schema.decodeTo(Schema.Duration, {
      decode: SchemaGetter.transform((given) => Duration.millis(millisIn(given))),
      encode: SchemaGetter.passthroughSupertype(),
    }),
  )

const written = 'a duration in whole milliseconds, such as "5 seconds" or 5000'
const isTime = (time: number) => Number.isSafeInteger(time) && time >= 0
const Time = durationOf(written, isTime)
const Positive = durationOf(`${written}, above zero`, (time) => isTime(time) && time > 0)
const Endless = durationOf(`${written}, or "Infinity"`, (time) => isTime(time) || time === Infinity)
const Times = Schema.Array(Time)
const Waits = Schema.NonEmptyArray(Time)
const Moments = Times.check(
  Schema.makeFilter((times) => times.every((time, at) => millis(time) >= millis(times[at - 1] ?? time)), {
    expected: "a list of durations of which none is shorter than the one before",
  }),
)
const Count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0, { expected: "a whole number of 0 or more" }))
const AtLeastOne = Schema.Int.check(Schema.isGreaterThanOrEqualTo(1, { expected: "a whole number of 1 or more" }))
const Share = Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }, { expected: "a number from 0 to 1" }))
const PersonsName = Schema.String.check(
  Schema.makeFilter((name) => name.length <= 100 && isPersonsText(name), {
    expected: "a name in 1 to 100 characters, with a letter or a digit",
  }),
)
const AboveZero = Schema.Finite.check(Schema.isGreaterThan(0, { expected: "a number above 0" }))

/** Gives a key its default. */
const or = <S extends Schema.Constraint>(value: S["Encoded"]) => Schema.withDecodingDefault<S>(Effect.succeed(value))

const waits = (...usual: typeof Waits.Encoded) => Waits.pipe(or(usual))

/** A rate that all processes of one store share; `null`: without a limit. */
const rate = (usual: { readonly perSecond: number; readonly burst: number }) =>
  Schema.NullOr(
    Schema.Struct({ perSecond: AboveZero.pipe(or(usual.perSecond)), burst: AtLeastOne.pipe(or(usual.burst)) }),
  ).pipe(or({}))

const Bands = Schema.Array(Schema.Struct({ every: Positive, until: Endless }))

type Usual = Partial<Readonly<Record<"first" | "deadline", TimeInput>>> &
  Partial<Readonly<Record<"next" | "overdueAfter" | "followUps", ReadonlyArray<TimeInput>>>> & {
    readonly afterwards?: typeof Bands.Encoded
  }

/** When the payments of a rail are confirmed. */
const schedule = (usual: Usual) =>
  Schema.Struct({
    /** From the answer of the last attempt to the first confirm. */
    first: Time.pipe(or(usual.first ?? "3 seconds")),
    /** The waits after it, one by one. */
    next: Times.pipe(or(usual.next ?? ["3 seconds", "5 seconds", "10 seconds", "20 seconds", "40 seconds"])),
    /** The waits after those: `every`, while the payment is younger than `until`. The last `every` applies for ever. */
    afterwards: Bands.pipe(or(usual.afterwards ?? [{ every: "1 minute", until: "Infinity" }])),
    /** After this long since the last attempt a payin is expired; for ever: it waits until it is known, as every payout does. */
    deadline: Endless.pipe(or(usual.deadline ?? "15 minutes")),
    /** A payout older than one of these gets the flag `overdue` with that level. */
    overdueAfter: Moments.pipe(or(usual.overdueAfter ?? [])),
    /** Confirms after closing, counted from the closing. */
    followUps: Moments.pipe(or(usual.followUps ?? ["15 minutes", "1 hour", "6 hours", "23 hours", "3 days", "7 days"])),
  }).pipe(or({}))

const page: Usual = {
  first: "20 seconds",
  next: ["30 seconds", "45 seconds", "67.5 seconds", "101.25 seconds"],
  afterwards: [{ every: "2 minutes", until: "Infinity" }],
  deadline: "30 minutes",
}
const payout: Usual = { deadline: "Infinity", followUps: [] }

/** What the customer may be charged above the amount, because the customer pays the operator's fees. */
const FeeRule = Schema.Struct({
  project: Schema.optionalKey(Schema.String),
  rail: Schema.optionalKey(Rail),
  /** Hundredths of a percent: 150 is 1.5 %. */
  basisPoints: Count,
  fixedXof: Count,
})

const Settings = Schema.Struct({
  /** One call of the service: how long it may take, and how many there may be. */
  calls: Schema.Struct({
    /** How long a worker leases a payment. */
    lease: Positive.pipe(or("1 minute")),
    connectTimeout: Positive.pipe(or("5 seconds")),
    creationTimeout: Positive.pipe(or("30 seconds")),
    confirmTimeout: Positive.pipe(or("10 seconds")),
    creationRate: rate({ perSecond: 2, burst: 10 }),
    confirmRate: rate({ perSecond: 5, burst: 10 }),
    /** The part of the confirms that callbacks may cause. */
    callbackConfirmRate: rate({ perSecond: 2.5, burst: 5 }),
    /** A creation waits at most this long for its rate token before it is left to the worker. */
    creationPatience: Time.pipe(or("10 seconds")),
    /** A confirm with a waiting caller waits at most this long for its rate token; after it nothing is asked. */
    confirmPatience: Time.pipe(or("10 seconds")),
    /** Waits after an attempt that was not sent. */
    notSentBackoff: waits("2 seconds", "5 seconds", "15 seconds", "1 minute"),
    /** The circuit breaker of one process. */
    breaker: Schema.Struct({
      window: Time.pipe(or("1 minute")),
      calls: AtLeastOne.pipe(or(10)),
      share: Share.pipe(or(0.5)),
      openFor: Time.pipe(or("30 seconds")),
    }).pipe(or({})),
  }).pipe(or({})),
  schedules: Schema.Struct({
    hosted: schedule({ ...page, deadline: "2 hours" }),
    ussd_push: schedule({
      first: "5 seconds",
      next: ["5 seconds", "10 seconds", "15 seconds", "20 seconds", "30 seconds", "45 seconds"],
    }),
    guided_ussd: schedule({ ...page, first: "15 seconds", next: ["15 seconds", "30 seconds", "1 minute"] }),
    ussd_otp: schedule({}),
    sms_otp: schedule({}),
    wallet: schedule({}),
    operator_redirect: schedule(page),
    service_redirect: schedule(page),
    wallet_payout: schedule({
      ...payout,
      next: ["3 seconds", "5 seconds", "15 seconds", "1 minute", "5 minutes", "30 minutes"],
      afterwards: [{ every: "1 hour", until: "Infinity" }],
      overdueAfter: ["2 minutes"],
    }),
    mobile_money_payout: schedule({
      ...payout,
      first: "30 seconds",
      next: ["1 minute", "2 minutes", "5 minutes", "15 minutes", "30 minutes"],
      afterwards: [
        { every: "1 hour", until: "1 day" },
        { every: "3 hours", until: "3 days" },
        { every: "6 hours", until: "7 days" },
        { every: "1 day", until: "Infinity" },
      ],
      overdueAfter: ["1 day", "3 days", "7 days"],
    }),
  } satisfies Record<Rail, unknown>).pipe(or({})),
  /** What all confirms have in common. */
  confirms: Schema.Struct({
    /** Never two confirms of one payment closer than this. */
    spacing: Time.pipe(or("3 seconds")),
    /** Jitter of the schedules, as a share: 0.2 is ±20 %. */
    jitter: Share.pipe(or(0.2)),
    /** Waits after a confirm that the service did not answer in a usable way. */
    backoff: waits("5 seconds", "10 seconds", "20 seconds", "40 seconds", "1 minute", "2 minutes", "5 minutes"),
    /** Confirms after a payment is final. */
    followUps: Moments.pipe(or(["1 hour", "23 hours"])),
    /** How often a follow-up is repeated after a transport failure, and how soon. */
    followUpRetries: Count.pipe(or(3)),
    followUpRetryAfter: Time.pipe(or("1 minute")),
    /** Confirms that callbacks may cause, per payment. */
    callbackSpacing: Time.pipe(or("5 seconds")),
    callbacksPerHour: Count.pipe(or(20)),
  }).pipe(or({})),
  /** How long and how often something is tried with one payment, and what counts as proof. */
  limits: Schema.Struct({
    /** An unsent payin is cancelled after this: the customer has gone. */
    payinIntent: Time.pipe(or("2 minutes")),
    /** An unsent payout is held after this, since its creation or its release. */
    payoutIntent: Time.pipe(or("1 day")),
    /** Payouts that the service refused for a low balance wait this long before they go on by themselves; for ever: a person resumes them. */
    lowBalancePause: Endless.pipe(or("15 minutes")),
    /** Attempts that were not sent, per payment (and per release of a payout), before it is cancelled or held. */
    maxAttempts: AtLeastOne.pipe(or(3)),
    /** New attempts that a program makes after a hosted creation without answer; the customer's tries come on top. */
    maxHostedRetries: Count.pipe(or(2)),
    /** Cool-down between two requests for an OTP, and how many there may be. */
    otpRequestCoolDown: Time.pipe(or("1 minute")),
    maxOtpRequests: Count.pipe(or(3)),
    maxOtpSubmissions: Count.pipe(or(5)),
    /** Cool-down before a customer may try an unanswered payment again, and how many attempts there may be. */
    tryAgainCoolDown: Time.pipe(or("2 minutes")),
    maxTries: Count.pipe(or(3)),
    /** Two payouts of one amount to one beneficiary within this window are twins. */
    twinWindow: Time.pipe(or("10 minutes")),
    /** The age from which a person may decide that an unanswered payout was not executed. */
    notExecutedAge: Time.pipe(or("3 days")),
    /** Two `not_completed` of a payout, and two contradictions of a final state, count when they are this far apart. */
    payoutFailureAgreement: Time.pipe(or("30 seconds")),
    contradictionAgreement: Time.pipe(or("1 minute")),
    /** Not-found answers after which a token counts as lost. */
    maxNotFound: AtLeastOne.pipe(or(3)),
    /** An open payout with a lost token is confirmed until this long after its last attempt; after it only a note wakes it. */
    lostToken: Endless.pipe(or("7 days")),
    /** Flags about statuses outside the specification, per payment. */
    maxUnknownStatuses: Count.pipe(or(5)),
  }).pipe(or({})),
  delivery: Schema.Struct({
    /** Waits of a failing consumer, and the tries after which its event is parked. */
    backoff: waits("1 second", "5 seconds", "15 seconds", "1 minute", "5 minutes", "30 minutes", "1 hour"),
    maxTries: AtLeastOne.pipe(or(20)),
    /** A consumer that takes longer to receive an event counts as having refused it. */
    timeout: Positive.pipe(or("10 seconds")),
  }).pipe(or({})),
  worker: Schema.Struct({
    /** Payments per batch, and how many are acted on at once; each consumer receives four times as many events at once. */
    batch: AtLeastOne.pipe(or(50)),
    concurrency: AtLeastOne.pipe(or(8)),
    /** The longest sleep, and the wait after a failing batch. */
    sleep: Positive.pipe(or("30 seconds")),
    backoff: Positive.pipe(or("5 seconds")),
    /** How long a fresh intent is left to the caller that made it. */
    patience: Time.pipe(or("5 seconds")),
  }).pipe(or({})),
  /** How the store is read and written. */
  store: Schema.Struct({
    /** Payments per page where many are walked over. */
    pageSize: AtLeastOne.pipe(or(200)),
    /** A program that is further behind the store's time than this ends. Leases are unsafe between hosts that are further apart. */
    clockTolerance: Positive.pipe(or("5 seconds")),
    /** Payments closed for longer than this are archived by a reconciler, once a day: their histories take less room, and read as before. */
    archiveAfter: Endless.pipe(or("180 days")),
    /** How often a step, and a confirm with a waiting caller, starts over because others changed the payment at the same moment. */
    maxSaveTries: AtLeastOne.pipe(or(100)),
    maxConfirmTries: AtLeastOne.pipe(or(3)),
    /** How long saving the answer of a call is retried while the store fails. */
    answerPatience: Time.pipe(or("10 minutes")),
    answerRetryAfter: Positive.pipe(or("1 second")),
  }).pipe(or({})),
  /** Which decisions need two people: one requests them, another approves them. */
  approvals: Schema.Struct({
    /** A payout of more francs than this is held, and leaves only when two people let it go; `null`: of any amount without a second person. */
    payoutsAbove: Schema.NullOr(Count).pipe(or(null)),
    /** After a restore: sending again a payout that it put in doubt. */
    afterRestore: Schema.Boolean.pipe(or(false)),
    /** Who may approve what another person requested. Empty: such requests are refused. */
    approvers: Schema.Array(PersonsName).check(Schema.isMaxLength(50)).pipe(or([])),
    /** After a restore payouts are released and resumed only once a statement of the service over the gap was imported. */
    statementAfterRestore: Schema.Boolean.pipe(or(true)),
  }).pipe(or({})),
  merchant: Schema.Struct({
    /** The project of payments that name none; `null`: each must name its own. */
    project: Schema.NullOr(ProjectId).pipe(or(null)),
    /** The shop of each project; a payin may bring its own. */
    shops: Schema.Record(Schema.String, Schema.Struct({ name: Schema.String, siteUrl: Schema.String })).pipe(or({})),
    fees: Schema.Array(FeeRule).pipe(or([])),
    /** Other spellings that a merchant accepts as one of the three statuses. Empty: anything else reads as pending. */
    statusAliases: Schema.Record(Schema.String, Schema.Literals(["completed", "not_completed"])).pipe(or({})),
    /**
     * What you have learnt from the service about sub-codes that its specification does not state, by rail: such as
     * `{ mobile_money_payout: { Code05: "declined" } }`. Such an answer is final; a token or a callback beside it counts for more.
     */
    subCodes: Schema.Record(Schema.String, Schema.Record(Schema.String, LearntReason)).pipe(or({})),
    /**
     * Refuse custom_data keys that contain "id", such as `order_id`: the service joins their values with the payment's id in a record's
     * `external_id` (#90, #91). Switch it on when other programs or people read that.
     */
    refuseIdKeys: Schema.Boolean.pipe(or(false)),
    maxItems: Count.pipe(or(200)),
    maxCustomData: Count.pipe(or(20)),
  }).pipe(or({})),
})

/**
 * The milliseconds that the clocks of two hosts of a store are apart at the most: what `store.clockTolerance` can be.
 *
 * ```ts
 * const made = makePolicy({ store: { clockTolerance: maxStoreClockTolerance }, calls: { lease: "4 minutes" } })
 * Result.isSuccess(made) // => true
 * ```
 */
export const maxStoreClockTolerance = 60_000

/** The policy, with the rules between its keys. */
const Checked = Settings.check(
  Schema.makeFilter(({ calls, confirms, delivery, limits, merchant, schedules, store }) => {
    const lease = millis(calls.lease)
    const longest = Math.max(millis(calls.creationTimeout), millis(calls.confirmTimeout))
    const [part, all] = [calls.callbackConfirmRate, calls.confirmRate]
    const fits = part === null || all === null || (part.perSecond <= all.perSecond && part.burst <= all.burst)
    const isSpaced = (time: Duration.Duration) => millis(time) >= millis(confirms.spacing)
    const rules: ReadonlyArray<readonly [isMet: boolean, key: string, rule: string]> = [
      // A creation begins, and a confirm round is kept, only while its lease has room for the connection and the answer.
      [
        lease > millis(calls.connectTimeout) + longest,
        "calls.lease",
        "longer than connectTimeout and the longer of creationTimeout and confirmTimeout together",
      ],
      [millis(calls.creationPatience) < lease, "calls.creationPatience", "shorter than calls.lease"],
      // A host that is ahead by this much takes over another host's lease early, while that host may still send.
      [
        millis(store.clockTolerance) <= Math.min(lease / 4, maxStoreClockTolerance),
        "store.clockTolerance",
        "at most a quarter of calls.lease, and at most a minute",
      ],
      [fits, "calls.callbackConfirmRate", "at most calls.confirmRate"],
      [isSpaced(confirms.callbackSpacing), "confirms.callbackSpacing", "at least confirms.spacing"],
      [isSpaced(confirms.followUpRetryAfter), "confirms.followUpRetryAfter", "at least confirms.spacing"],
      // A consumer may begin to receive until half of the lease is over; one that takes longer would receive everything again.
      [millis(delivery.timeout) <= lease / 2, "delivery.timeout", "at most half of calls.lease"],
      // Until then the call may still be under way.
      [millis(limits.notExecutedAge) >= lease, "limits.notExecutedAge", "at least calls.lease"],
      ...Object.entries(merchant.subCodes).flatMap(([rail, codes]) =>
        Object.keys(codes).map((subCode) => {
          const isMet = Schema.is(Rail)(rail) && asSubCode(subCode) !== ""
          return [isMet, `merchant.subCodes.${rail}.${subCode}`, "a rail, and a sub-code such as Code05"] as const
        }),
      ),
      ...Rail.literals.flatMap((rail) => {
        const { deadline, first } = schedules[rail]
        const mayEnd = !rail.endsWith("payout") || millis(deadline) === Infinity
        return [
          [isSpaced(first), `schedules.${rail}.first`, "at least confirms.spacing"],
          [mayEnd, `schedules.${rail}.deadline`, '"Infinity": money may have left, so no payout expires'],
        ] as const
      }),
    ]
    const broken = rules.filter(([isMet]) => !isMet)
    return broken.map(([, key, rule]) => ({ path: key.split("."), issue: `must be ${rule}` }))
  }),
)

/** Every limit, schedule and deadline. */
export interface PolicyShape extends Readonly<typeof Checked.Type> {}
/** What a policy is made of: what is left out keeps its default. */
export interface PolicyInput extends Readonly<typeof Checked.Encoded> {}
/** When the payments of a rail are confirmed. */
export type RailSchedule = PolicyShape["schedules"][Rail]
/** A rate that all processes of one store share. */
export type Rate = NonNullable<PolicyShape["calls"]["confirmRate"]>
export type FeeRule = typeof FeeRule.Type

/**
 * The overrides make no valid policy.
 *
 * ```ts
 * const refused = yield* Effect.flip(Layer.build(Policy.layer({ worker: { batch: 0 } })))
 * refused.problems // => [{ key: "worker.batch", rule: "must be a whole number of 1 or more" }]
 * ```
 */
export class PolicyRefused extends Schema.TaggedError<PolicyRefused>()("PolicyRefused", {
  /** Each key to change, by its path, and what is wrong with it. Contains no value. */
  problems: Schema.Array(Schema.Struct({ key: Schema.String, rule: Schema.String })),
}) {
  override get message() {
    return `The policy is refused, and nothing starts with it. Correct: ${this.problems.map(({ key, rule }) => `${key} ${rule}`).join("; ")}.`
  }
}

const decode = Schema.decodeUnknownResult(Checked, { onExcessProperty: "error", errors: "all" })
const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Schema's message as the end of a sentence about its key. */
const ruleIn = (message: string): string => {
  const rule = message.replace("Expected no excess property", "is no key of the policy").replace("Expected", "must be")
  return rule.replace("Missing key", "is missing").replace(" | undefined", "")
}

/**
 * The policy with these overrides: the only way to make one. What they leave out keeps its default. Fails with every key that is unknown,
 * that cannot have its value, or that breaks a rule.
 *
 * ```ts
 * const made = makePolicy({ limits: { twinWindow: "1 hour" } })
 * Result.isSuccess(made) // => true
 * ```
 */
export const makePolicy = (overrides: PolicyInput = {}): Result.Result<PolicyShape, PolicyRefused> =>
  Result.mapError(decode(overrides), ({ issue }) => {
    const problems = format(issue).issues.map(({ message, path = [] }) => {
      return { key: path.map(String).join(".") || "the whole", rule: ruleIn(message) }
    })
    return new PolicyRefused({ problems })
  })

/**
 * The default of every limit, schedule and deadline.
 *
 * ```ts
 * const { deadline }: RailSchedule = defaultPolicy.schedules.hosted
 * Duration.toMillis(deadline) // => 7_200_000
 * ```
 */
export const defaultPolicy: PolicyShape = Result.getOrThrow(makePolicy())

const policyInForce = Context.Reference<PolicyShape>("@cauri/core/Policy", { defaultValue: () => defaultPolicy })

const layer = (overrides: PolicyInput): Layer.Layer<never, PolicyRefused> =>
  Layer.effect(policyInForce, Effect.fromResult(makePolicy(overrides)))

/**
 * The policy in force, and the layers that put another one in force. The default applies when none is provided.
 *
 * ```ts
 * const layer = Policy.layer({ limits: { maxOtpSubmissions: 2 } })
 * yield* Policy.pipe(Effect.map(({ limits }) => limits.maxOtpSubmissions), Effect.provide(layer)) // => 2
 * ```
 */
export const Policy = Object.assign(policyInForce, {
  /** The policy with these overrides. Fails as `makePolicy` does. */
  layer,
  /** The same, with the overrides from configuration. */
  layerConfig: configured(layer),
})

/** How specific a rule is. */
const weight = (rule: FeeRule): number => (rule.project === undefined ? 0 : 2) + (rule.rail === undefined ? 0 : 1)

/**
 * What the customer of this payment may be charged above its amount. The most specific rule applies; without one: nothing.
 *
 * ```ts
 * const withFees = Result.getOrThrow(makePolicy({ merchant: { fees: [{ basisPoints: 150, fixedXof: 10 }] } }))
 * feesOn(withFees, "shop", "ussd_otp", 1_000) // => 25
 * ```
 */
export const feesOn = (policy: PolicyShape, project: string, rail: Rail, amount: number): number => {
  const fitting = policy.merchant.fees.filter(
    (rule) => (rule.project ?? project) === project && (rule.rail ?? rail) === rail,
  )
  const [rule] = fitting.toSorted((one, other) => weight(other) - weight(one))
  return rule === undefined ? 0 : Math.ceil((amount * rule.basisPoints) / 10_000) + rule.fixedXof
}

/** How long the confirm number `count` (0 is the first) waits after the one before, for a payment of this age. */
export const confirmDelay = (schedule: RailSchedule, count: number, age: number): number => {
  const { afterwards, first, next } = schedule
  const band = afterwards.find(({ until }) => age < millis(until)) ?? afterwards.at(-1)
  return millis(count === 0 ? first : (next[count - 1] ?? band?.every ?? next.at(-1) ?? first))
}

/** Wait number `count` of a backoff; the last one applies for ever. */
export const backoff = (waits: typeof Waits.Type, count: number): number =>
  millis(waits[count] ?? Array.lastNonEmpty(waits))

/** A share in [-1, 1) that depends on nothing but its seed, so that runs replay (FNV-1a). */
const share = (seed: string): number => {
  let hash = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) hash = Math.imul(hash ^ seed.charCodeAt(i), 0x01000193)
  return (hash >>> 0) / 0x8000_0000 - 1
}

/** A wait spread by the policy's jitter: payments that began together do not ask together. */
export const jittered = (policy: PolicyShape, seed: string, wait: number): number =>
  Math.round(wait * (1 + policy.confirms.jitter * share(seed)))
