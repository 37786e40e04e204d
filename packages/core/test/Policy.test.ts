import { assert, describe } from "@effect/vitest"
import { Duration, Effect, Result, Schema, Struct } from "effect"
import {
  backoff,
  confirmDelay,
  defaultPolicy,
  type FeeRule,
  feesOn,
  jittered,
  makePolicy,
  millis,
  Policy,
  type PolicyInput,
  type PolicyShape,
  type RailSchedule,
} from "../src/model/Policy.ts"
import { Rail } from "../src/model/ValidationMode.ts"
import { policyWith } from "./samples.ts"
import { it } from "./scripted.ts"

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** The waits of a schedule one after the other, for a payment that grows older as they pass, without jitter. */
const waitsOf = (schedule: RailSchedule, count: number) => {
  const waits: Array<number> = []
  let age = 0
  for (let confirms = 0; confirms < count; confirms++) {
    const wait = confirmDelay(schedule, confirms, age)
    waits.push(wait)
    age += wait
  }
  return waits
}

const seconds = (...waits: ReadonlyArray<number>) => waits.map((wait) => wait * second)
const allMillis = (durations: ReadonlyArray<Duration.Duration>) => durations.map(millis)
const withFees = (...fees: ReadonlyArray<FeeRule>): PolicyShape => policyWith({ merchant: { fees } })
const seed = Schema.String
const wait = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 30 * day }))
const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_000 }))
const age = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 60 * day }))

describe("Policy", () => {
  const page = seconds(20, 30, 45, 67.5, 101.25, 120, 120)
  const code = seconds(3, 3, 5, 10, 20, 40, 60, 60)
  const payins: Readonly<
    Record<Exclude<Rail, `${string}payout`>, readonly [waits: ReadonlyArray<number>, deadline: number]>
  > = {
    ussd_push: [seconds(5, 5, 10, 15, 20, 30, 45, 60, 60), 15 * minute],
    guided_ussd: [seconds(15, 15, 30, 60, 120, 120), 30 * minute],
    ussd_otp: [code, 15 * minute],
    sms_otp: [code, 15 * minute],
    wallet: [code, 15 * minute],
    hosted: [page, 2 * hour],
    operator_redirect: [page, 30 * minute],
    service_redirect: [page, 30 * minute],
  }
  it.each(Struct.keys(payins))(
    "confirms %s ever more rarely, up to a deadline of our own, because the service knows none #121 #248",
    (rail) => {
      const [waits, deadline] = payins[rail]
      const schedule = defaultPolicy.schedules[rail]
      assert.deepStrictEqual(waitsOf(schedule, waits.length), waits)
      assert.strictEqual(millis(schedule.deadline), deadline)
    },
  )

  it("listens to every closed payin for a week", () => {
    for (const rail of Rail.literals.filter((each) => !each.endsWith("payout"))) {
      assert.deepStrictEqual(
        allMillis(defaultPolicy.schedules[rail].followUps),
        [15 * minute, hour, 6 * hour, 23 * hour, 72 * hour, 7 * day],
        rail,
      )
    }
  })

  it("confirms a wallet payout after 3 s and calls it late after two minutes #127", () => {
    const schedule = defaultPolicy.schedules.wallet_payout
    assert.deepStrictEqual(waitsOf(schedule, 9), seconds(3, 3, 5, 15, 60, 300, 1_800, 3_600, 3_600))
    assert.deepStrictEqual(allMillis(schedule.overdueAfter), [2 * minute])
  })

  it("confirms a mobile-money payout for days, ever more rarely, and calls it late after one, three and seven #126", () => {
    const schedule = defaultPolicy.schedules.mobile_money_payout
    assert.deepStrictEqual(waitsOf(schedule, 6), seconds(30, 60, 120, 300, 900, 1_800))
    const at = (old: number) => confirmDelay(schedule, 6, old)
    assert.deepStrictEqual([at(hour), at(day - 1)], [hour, hour])
    assert.deepStrictEqual([at(day), at(3 * day - 1)], [3 * hour, 3 * hour])
    assert.deepStrictEqual([at(3 * day), at(7 * day - 1)], [6 * hour, 6 * hour])
    assert.deepStrictEqual([at(7 * day), at(365 * day)], [day, day])
    assert.deepStrictEqual(allMillis(schedule.overdueAfter), [day, 3 * day, 7 * day])
  })

  it("no payout ever expires, because money may have left", () => {
    assert.strictEqual(millis(defaultPolicy.schedules.wallet_payout.deadline), Infinity)
    assert.strictEqual(millis(defaultPolicy.schedules.mobile_money_payout.deadline), Infinity)
  })

  it.prop(
    "a schedule never asks faster as a payment grows older, never twice within 3 s, and at least once a day",
    [Rail, count, age, count, age],
    ([rail, count, age, moreConfirms, older]) => {
      const schedule = defaultPolicy.schedules[rail]
      const now = confirmDelay(schedule, count, age)
      const later = confirmDelay(schedule, count + moreConfirms, age + older)
      return now >= millis(defaultPolicy.confirms.spacing) && now <= later && later <= day
    },
  )

  it("a schedule of a merchant's own that names no later waits keeps its last one", () => {
    const own = { first: 10, next: [20, 30, 40], afterwards: [] }
    const schedule = policyWith({ confirms: { spacing: 0 }, schedules: { hosted: own } }).schedules.hosted
    assert.deepStrictEqual(waitsOf(schedule, 6), [10, 20, 30, 40, 40, 40])
    assert.deepStrictEqual(waitsOf({ ...schedule, next: [] }, 3), [10, 10, 10])
  })

  it("a schedule of a merchant's own whose last band ends keeps asking at that band's pace", () => {
    const bands = [
      { every: 50, until: 100 },
      { every: 70, until: 200 },
      { every: 90, until: 300 },
    ]
    const schedule = policyWith({ schedules: { hosted: { next: [], afterwards: bands } } }).schedules.hosted
    assert.deepStrictEqual(
      [99, 100, 199, 200, 299, 300, 10_000].map((old) => confirmDelay(schedule, 1, old)),
      [50, 70, 70, 90, 90, 90, 90],
    )
  })

  it("every list of waits in the default policy grows and ends", () => {
    const { calls, confirms, delivery } = defaultPolicy
    const lists = [confirms.backoff, calls.notSentBackoff, delivery.backoff, confirms.followUps]
    for (const waits of lists.map(allMillis)) {
      assert.isAbove(waits.length, 0)
      assert.deepStrictEqual(
        waits,
        waits.toSorted((a, b) => a - b),
      )
      assert.isTrue(waits.every((each) => each > 0 && each <= day))
    }
  })

  it("a backoff goes through its waits and stays at the last one", () => {
    assert.deepStrictEqual(
      [0, 1, 2, 3, 1_000].map((tries) =>
        backoff([Duration.millis(5), Duration.millis(10), Duration.millis(20)], tries),
      ),
      [5, 10, 20, 20, 20],
    )
  })

  it.prop("jitter is the same for the same seed and stays within its share", [seed, wait], ([seed, wait]) => {
    const spread = jittered(defaultPolicy, seed, wait)
    return (
      spread === jittered(defaultPolicy, seed, wait) &&
      Number.isInteger(spread) &&
      Math.abs(spread - wait) <= wait * defaultPolicy.confirms.jitter + 0.5
    )
  })

  it("jitter spreads payments that began together over the whole of its share", () => {
    for (const nameOf of [(n: number) => `payin shop/order-${n}#0+0`, (n: number) => `payout shop/salary#${n}+0`]) {
      const tenths = Array.from({ length: 10 }, () => 0)
      for (let n = 0; n < 1_000; n++) {
        const tenth = Math.floor((jittered(defaultPolicy, nameOf(n), 100_000) - 80_000) / 4_000)
        tenths[tenth] = (tenths[tenth] ?? 0) + 1
      }
      assert.isTrue(
        tenths.every((each) => each > 50 && each < 200),
        tenths.join(" "),
      )
    }
  })

  it("jitter follows the published values of FNV-1a, so that a run replays in every version", () => {
    const spread = ["", "a", "foobar"].map((seed) => jittered(defaultPolicy, seed, 100_000))
    assert.deepStrictEqual(spread, [100_174, 115_632, 109_940])
  })

  it("without jitter a wait stays as it is", () => {
    assert.strictEqual(jittered(policyWith({ confirms: { jitter: 0 } }), "payin shop/order-1#0+0", 12_345), 12_345)
  })

  it("a customer pays nothing above the amount unless the merchant says so #124", () => {
    assert.strictEqual(feesOn(defaultPolicy, "shop", "ussd_otp", 2_000_000), 0)
  })

  it("a fee is a share of the amount, rounded up to a whole franc, plus a fixed sum #124 #10", () => {
    const policy = withFees({ basisPoints: 150, fixedXof: 25 })
    assert.strictEqual(feesOn(policy, "shop", "ussd_otp", 10_000), 175)
    assert.strictEqual(feesOn(policy, "shop", "ussd_otp", 101), 27)
    assert.strictEqual(feesOn(withFees({ basisPoints: 0, fixedXof: 25 }), "shop", "hosted", 9), 25)
  })

  it("the most special fee rule wins: project and rail, then project, then rail, then the general one", () => {
    const rules: ReadonlyArray<FeeRule> = [
      { basisPoints: 0, fixedXof: 1 },
      { rail: "ussd_otp", basisPoints: 0, fixedXof: 2 },
      { project: "shop", basisPoints: 0, fixedXof: 3 },
      { project: "shop", rail: "ussd_otp", basisPoints: 0, fixedXof: 4 },
    ]
    for (const policy of [withFees(...rules), withFees(...rules.toReversed())]) {
      assert.strictEqual(feesOn(policy, "shop", "ussd_otp", 500), 4)
      assert.strictEqual(feesOn(policy, "shop", "hosted", 500), 3)
      assert.strictEqual(feesOn(policy, "other", "ussd_otp", 500), 2)
      assert.strictEqual(feesOn(policy, "other", "hosted", 500), 1)
    }
    const rivals = rules.slice(1, 3)
    for (const policy of [withFees(...rivals), withFees(...rivals.toReversed())]) {
      assert.strictEqual(feesOn(policy, "shop", "ussd_otp", 500), 3)
    }
  })

  it("a fee rule of another project or rail does not count, and of two alike the first does", () => {
    const policy = withFees(
      { project: "other", basisPoints: 0, fixedXof: 9 },
      { rail: "wallet", basisPoints: 0, fixedXof: 9 },
      { project: "shop", basisPoints: 0, fixedXof: 5 },
      { project: "shop", basisPoints: 0, fixedXof: 6 },
    )
    assert.strictEqual(feesOn(policy, "shop", "ussd_push", 500), 5)
    assert.strictEqual(feesOn(policy, "constructor", "ussd_push", 500), 0)
  })

  it.prop(
    "fees are whole francs, never less than nothing, and grow with the amount #10",
    [
      Schema.Int.check(Schema.isBetween({ minimum: 9, maximum: 2_000_000 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1_000 })),
      Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 10_000 })),
    ],
    ([amount, basisPoints, fixedXof]) => {
      const fees = (of: number) => feesOn(withFees({ basisPoints, fixedXof }), "shop", "ussd_otp", of)
      return Number.isSafeInteger(fees(amount)) && fees(amount) >= fixedXof && fees(amount) <= fees(amount + 1)
    },
  )

  it("nothing is taken as another spelling of a status unless the merchant names it #80", () => {
    assert.deepStrictEqual(defaultPolicy.merchant.statusAliases, {})
  })

  it("every limit of the default policy is a finite number above nothing #251", () => {
    const { calls, schedules: _, ...groups } = defaultPolicy
    const limits = Object.entries({ calls, ...groups }).flatMap(([group, keys]) =>
      Object.entries(keys)
        .map(([key, value]) => [`${group}.${key}`, Duration.isDuration(value) ? millis(value) : value] as const)
        .filter(([, value]) => typeof value === "number"),
    )
    assert.isAbove(limits.length, 30)
    for (const [name, value] of limits) assert.isTrue(Number.isFinite(value) && Number(value) > 0, name)
    for (const rate of [calls.confirmRate, calls.callbackConfirmRate, calls.creationRate]) {
      assert.isTrue(rate !== null && rate.perSecond > 0 && rate.burst >= 1)
    }
  })

  it("callbacks may use at most half of the confirms, and creations have a rate of their own #251", () => {
    const { confirmRate, callbackConfirmRate, creationRate } = defaultPolicy.calls
    assert.deepStrictEqual([confirmRate?.perSecond, creationRate?.perSecond], [5, 2])
    assert.strictEqual(callbackConfirmRate?.perSecond, 2.5)
  })

  it("a creation waits longer than a confirm and ends before its lease does", () => {
    const { calls } = defaultPolicy
    const times = [
      calls.confirmTimeout,
      calls.connectTimeout,
      calls.creationPatience,
      calls.creationTimeout,
      calls.lease,
    ]
    const [confirmTimeout = 0, connectTimeout = 0, creationPatience = 0, creationTimeout = 0, lease = 0] =
      allMillis(times)
    assert.isAbove(creationTimeout, confirmTimeout)
    assert.isBelow(connectTimeout + creationTimeout, lease)
    assert.isBelow(creationPatience, lease)
  })

  it.gen("nothing needs to be provided to start, and a merchant replaces what it needs", function* () {
    assert.strictEqual(yield* Policy, defaultPolicy)
    const attempts = Effect.map(Policy, ({ limits }) => limits.maxAttempts)
    const under = (maxAttempts: number) => Effect.provide(attempts, Policy.layer({ limits: { maxAttempts } }))
    assert.strictEqual(yield* under(1), 1)
    assert.deepStrictEqual(
      (yield* Effect.flip(under(0))).problems.map(({ key }) => key),
      ["limits.maxAttempts"],
    )
  })
})

/** What is wrong with a policy of these parts, as a program without types hands them over. */
const problemsOf = (overrides: unknown) => {
  const made: ReturnType<typeof makePolicy> = Reflect.apply(makePolicy, undefined, [overrides])
  return Result.isFailure(made) ? made.failure.problems : []
}

describe("makePolicy", () => {
  it("is the default policy where nothing is overridden, and takes any policy as it is", () => {
    for (const same of [{}, defaultPolicy, { calls: undefined, limits: { maxTries: undefined } }]) {
      assert.deepStrictEqual(Result.getOrThrow(makePolicy(same)), defaultPolicy)
    }
    assert.deepStrictEqual(Result.getOrThrow(makePolicy()), defaultPolicy)
  })

  it("overrides only what is named, however deep", () => {
    const policy = Result.getOrThrow(
      makePolicy({
        calls: { breaker: { calls: 20 }, confirmRate: { burst: 7 }, creationRate: null },
        schedules: { hosted: { next: [], deadline: null } },
        confirms: { jitter: 0 },
      }),
    )
    const { calls, schedules } = defaultPolicy
    assert.deepStrictEqual(policy, {
      ...defaultPolicy,
      calls: {
        ...calls,
        breaker: { ...calls.breaker, calls: 20 },
        confirmRate: { perSecond: 5, burst: 7 },
        creationRate: null,
      },
      schedules: { ...schedules, hosted: { ...schedules.hosted, next: [], deadline: Duration.infinity } },
      confirms: { ...defaultPolicy.confirms, jitter: 0 },
    })
  })

  it("reads durations as words, as milliseconds and as they are, into whole milliseconds", () => {
    for (const lease of ["2 minutes", 120_000, Duration.minutes(2), Duration.nanos(120_000_000_000n)] as const) {
      const policy = policyWith({ calls: { lease } })
      assert.deepStrictEqual([policy.calls.lease, millis(policy.calls.lease)], [Duration.minutes(2), 120_000])
    }
    for (const lostToken of ["Infinity", null, Infinity, Duration.infinity] as const) {
      assert.strictEqual(millis(policyWith({ limits: { lostToken } }).limits.lostToken), Infinity)
    }
  })

  const unlike: ReadonlyArray<readonly [key: string, rule: string, overrides: unknown]> = [
    ["leese", "is no key of the policy", { leese: "canary" }],
    ["calls.leese", "is no key of the policy", { calls: { leese: "canary" } }],
    ["schedules.Hostd", "is no key of the policy", { schedules: { Hostd: {} } }],
    ["schedules.hosted.listening", "is no key of the policy", { schedules: { hosted: { listening: ["canary"] } } }],
    ["calls.lease", "must be a duration", { calls: { lease: "canary" } }],
    ["calls.lease", "must be a duration", { calls: { lease: null } }],
    ["calls.lease", "above zero", { calls: { lease: 0 } }],
    ["calls.lease", "must be a duration", { calls: { lease: Number.NaN } }],
    ["calls.lease", "must be a duration", { calls: { lease: { seconds: 90 } } }],
    ["limits.payinIntent", "must be a duration", { limits: { payinIntent: -1 } }],
    ["limits.payinIntent", "whole milliseconds", { limits: { payinIntent: "0.5 millis" } }],
    ["limits.payinIntent", "must be a duration", { limits: { payinIntent: "Infinity" } }],
    ["limits.maxAttempts", "must be a whole number of 1 or more", { limits: { maxAttempts: 0 } }],
    ["limits.maxTries", "must be an integer", { limits: { maxTries: 1.5 } }],
    ["confirms.jitter", "must be a number from 0 to 1", { confirms: { jitter: 1.1 } }],
    ["calls.breaker.share", "must be a number from 0 to 1", { calls: { breaker: { share: 2 } } }],
    ["calls.confirmRate.perSecond", "must be a number above 0", { calls: { confirmRate: { perSecond: 0 } } }],
    ["confirms.backoff.0", "is missing", { confirms: { backoff: [] } }],
    ["confirms.followUps.1", "must be a duration", { confirms: { followUps: [1, "canary"] } }],
    ["confirms.followUps", "none is shorter than the one before", { confirms: { followUps: [2, 1] } }],
    [
      "merchant.statusAliases.paid",
      'must be "completed" | "not_completed"',
      { merchant: { statusAliases: { paid: "canary" } } },
    ],
    ["merchant.refuseIdKeys", "must be boolean", { merchant: { refuseIdKeys: "canary" } }],
    ["approvals.payoutsAbove", "must be a whole number of 0 or more", { approvals: { payoutsAbove: -1 } }],
    ["approvals.approvers.0", "must be a name", { approvals: { approvers: [" "] } }],
    ["approvals.approvers.1", "must be a name", { approvals: { approvers: ["Awa", "a".repeat(101)] } }],
    ["calls", "must be object", { calls: "canary" }],
    ["the whole", "must be object", ["canary"]],
    ["the whole", "must be object", null],
  ]
  it.each(unlike)("names %s and says that it %s, without its value", (key, rule, overrides) => {
    const [problem, ...others] = problemsOf(overrides)
    assert.strictEqual(problem?.key, key)
    assert.include(problem?.rule, rule)
    assert.deepStrictEqual(others, [])
    assert.notInclude(JSON.stringify(problem), "canary")
  })

  const unsafe: ReadonlyArray<readonly [key: string, overrides: PolicyInput, mended: PolicyInput]> = [
    ["calls.lease", { calls: { lease: 35_000 } }, { calls: { lease: 35_001 } }],
    ["calls.lease", { calls: { confirmTimeout: 55_000 } }, { calls: { confirmTimeout: 54_999 } }],
    ["calls.creationPatience", { calls: { creationPatience: 60_000 } }, { calls: { creationPatience: 59_999 } }],
    [
      "calls.callbackConfirmRate",
      { calls: { confirmRate: { perSecond: 2 } } },
      { calls: { confirmRate: { perSecond: 2 }, callbackConfirmRate: { perSecond: 2 } } },
    ],
    [
      "calls.callbackConfirmRate",
      { calls: { callbackConfirmRate: { burst: 11 } } },
      { calls: { callbackConfirmRate: null } },
    ],
    ["confirms.callbackSpacing", { confirms: { callbackSpacing: 2_999 } }, { confirms: { callbackSpacing: 3_000 } }],
    [
      "confirms.followUpRetryAfter",
      { confirms: { followUpRetryAfter: 2_999 } },
      { confirms: { followUpRetryAfter: 3_000 } },
    ],
    ["delivery.timeout", { delivery: { timeout: 30_001 } }, { delivery: { timeout: 30_000 } }],
    ["store.clockTolerance", { store: { clockTolerance: 15_001 } }, { store: { clockTolerance: 15_000 } }],
    [
      "store.clockTolerance",
      { calls: { lease: "1 hour" }, store: { clockTolerance: 60_001 } },
      { calls: { lease: "1 hour" }, store: { clockTolerance: 60_000 } },
    ],
    ["limits.notExecutedAge", { limits: { notExecutedAge: 59_999 } }, { limits: { notExecutedAge: 60_000 } }],
    [
      "schedules.wallet.first",
      { schedules: { wallet: { first: 2_999 } } },
      { schedules: { wallet: { first: 3_000 } } },
    ],
    [
      "schedules.wallet_payout.deadline",
      { schedules: { wallet_payout: { deadline: "30 days" } } },
      { schedules: { wallet_payout: {} } },
    ],
  ]
  it.each(unsafe)(
    "refuses %s when it breaks a rule between keys, and not one step before",
    (key, overrides, mended) => {
      assert.deepStrictEqual(
        problemsOf(overrides).map((problem) => problem.key),
        [key],
      )
      assert.deepStrictEqual(problemsOf(mended), [])
    },
  )

  it("tells all that is wrong at once, in one sentence", () => {
    const overrides = { calls: { lease: "canary" }, delivery: { backof: [] }, worker: { batch: 0 } }
    const problems = problemsOf(overrides)
    assert.sameMembers(
      problems.map(({ key }) => key),
      ["calls.lease", "delivery.backof", "worker.batch"],
    )
    const made: ReturnType<typeof makePolicy> = Reflect.apply(makePolicy, undefined, [overrides])
    const { message } = Result.getOrThrow(Result.flip(made))
    assert.match(
      message,
      /^The policy is refused, and nothing starts with it\. Correct: .*calls\.lease must be .*; .*worker\.batch must be .*\.$/,
    )
    assert.notInclude(message, "canary")
  })
})
