import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import {
  defaultRateLimit,
  makeCallbackLimits,
  maximumAttempts,
  maximumCountedPosts,
  maximumTargets,
} from "../src/model/callbackLimits.ts"
import { undelivered } from "../src/model/Told.ts"

/** How many of so many requests for a permission are granted at one time. */
const granted = (limits: ReturnType<typeof makeCallbackLimits>, asked: number, nowMillis: number, rateKey = "a:80") =>
  Array.from({ length: asked }, () => limits.takePermission(rateKey, nowMillis)).filter(Result.isSuccess).length

describe("takePermission", () => {
  it("grants a burst of 40, then 20 per second, never more than the burst after a rest #196", () => {
    const limits = makeCallbackLimits()
    assert.deepStrictEqual(defaultRateLimit, { perSecond: 20, burst: 40 })
    assert.strictEqual(granted(limits, 50, 0), 40)
    assert.strictEqual(granted(limits, 5, 49), 0)
    assert.strictEqual(granted(limits, 5, 50), 1)
    assert.strictEqual(granted(limits, 50, 1_050), 20)
    assert.strictEqual(granted(limits, 50, 3_600_000), 40)
  })

  it("counts each target on its own", () => {
    const limits = makeCallbackLimits({ perSecond: 1, burst: 2 })
    assert.strictEqual(granted(limits, 3, 0, "a:80"), 2)
    assert.strictEqual(granted(limits, 3, 0, "a:443"), 2)
    assert.strictEqual(granted(limits, 3, 0, "b:80"), 2)
  })

  it("says how often the target may be called", () => {
    assert.deepStrictEqual(
      makeCallbackLimits({ perSecond: 1, burst: 0 }).takePermission("a:80", 0),
      Result.fail(undelivered((texts) => texts.too_often(1, 0))),
    )
  })

  it("gives nothing for a clock that was set back, and goes on from there", () => {
    const limits = makeCallbackLimits({ perSecond: 1, burst: 2 })
    assert.strictEqual(granted(limits, 3, 10_000), 2)
    assert.strictEqual(granted(limits, 3, 5_000), 0)
    assert.strictEqual(granted(limits, 3, 6_000), 1)
  })

  it("remembers a bounded number of targets, and forgets only those that rested until their bucket is full", () => {
    const limits = makeCallbackLimits({ perSecond: 1, burst: 2 })
    for (let index = 0; index < maximumTargets; index++) {
      assert.strictEqual(granted(limits, 1, 0, `host-${index}:80`), 1)
    }
    assert.deepStrictEqual(
      limits.takePermission("one-more:80", 999),
      Result.fail(undelivered((texts) => texts.too_many_hosts(1000))),
    )
    assert.strictEqual(granted(limits, 3, 999, "host-0:80"), 1)
    assert.strictEqual(granted(limits, 3, 1_100, "one-more:80"), 2)
    // Two, had it been forgotten.
    assert.strictEqual(granted(limits, 3, 1_100, "host-0:80"), 1)
  })
})

describe("countAttempt", () => {
  it("counts ten attempts of a POST and refuses the eleventh, whatever number it bears #213", () => {
    const limits = makeCallbackLimits()
    for (let index = 0; index < maximumAttempts; index++) {
      assert.isTrue(Result.isSuccess(limits.countAttempt("event-1 Form", 1)))
    }
    assert.deepStrictEqual(
      limits.countAttempt("event-1 Form", 1),
      Result.fail(undelivered((texts) => texts.sent_too_often(10))),
    )
    assert.isTrue(Result.isSuccess(limits.countAttempt("event-1 Json", 1)))
  })

  it("believes the number of an attempt that is higher than its own count", () => {
    const limits = makeCallbackLimits()
    assert.isTrue(Result.isFailure(limits.countAttempt("event-1 Form", 11)))
    assert.isTrue(Result.isSuccess(limits.countAttempt("event-1 Form", 10)))
    assert.isTrue(Result.isFailure(limits.countAttempt("event-1 Form", 2)))
  })

  it("forgets the POST that was unused for longest when it counts too many", () => {
    const limits = makeCallbackLimits()
    limits.countAttempt("first", 10)
    limits.countAttempt("second", 9)
    for (let index = 2; index < maximumCountedPosts; index++) {
      limits.countAttempt(`event-${index}`, 1)
    }
    limits.countAttempt("second", 9)
    assert.isTrue(Result.isFailure(limits.countAttempt("first", 1)))
    limits.countAttempt("one more", 1)
    assert.isTrue(Result.isSuccess(limits.countAttempt("first", 1)))
    assert.isTrue(Result.isFailure(limits.countAttempt("second", 1)))
  })
})
