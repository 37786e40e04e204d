/**
 * All processes of a store share a rate: a burst at once, then one token after the other. A store may give too little by a millisecond,
 * never too much.
 */
import { assert } from "@effect/vitest"
import { Arbitrary, Effect, Schema } from "effect"
import { SharedState } from "@cauri/core/adapter"
import type { Rate } from "@cauri/core/model"
import type { Facet } from "../Facet.ts"
import { newGround } from "../samples.ts"

const turnsAt = Effect.fnUntraced(function* (name: string, rate: Rate, times: ReadonlyArray<number>) {
  const shared = yield* SharedState
  return yield* Effect.forEach(times, (time) => shared.takeRateToken({ rate: `own/${name}`, limit: rate, now: time }), {
    concurrency: 1,
  })
})

/** Is there any span of time in which more was granted than the burst and what the rate gives in that time? */
const tooMany = (granted: ReadonlyArray<number>, { perSecond, burst }: Rate): boolean =>
  granted.some((from, first) =>
    granted.slice(first).some((to, count) => count + 1 > burst + ((to - from) * perSecond) / 1_000 + 1e-6),
  )

const Calls = Schema.Struct({
  perSecond: Schema.Literals([0.2, 0.7, 1, 3, 5, 7, 33, 250]),
  burst: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 8 })),
  waits: Schema.Array(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 3_000 }))).check(Schema.isMaxLength(60)),
})

export const rateTokens: Facet = {
  name: "taking rate tokens",
  alone: false,
  cases: {
    "a rate grants its burst at once, then says how long to wait": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const waits = yield* turnsAt(project, { perSecond: 2, burst: 3 }, [at, at, at, at, at + 100])
      assert.deepStrictEqual(waits, [0, 0, 0, 500, 400])
    }),

    "after the wait that was told a turn is granted, and not a millisecond before": Effect.gen(function* () {
      const { project, at } = yield* newGround
      for (const perSecond of [0.2, 0.7, 1, 3, 7]) {
        const rate = { perSecond, burst: 1 }
        const name = `${project}/${perSecond}`
        const [first, wait = 0] = yield* turnsAt(name, rate, [at, at])
        assert.strictEqual(first, 0)
        assert.isTrue(Number.isInteger(wait) && wait > 0)
        const [early, granted] = yield* turnsAt(name, rate, [at + wait - 1, at + wait])
        assert.deepStrictEqual([early, granted], [1, 0])
      }
    }),

    "after the burst the turns come one after the other, as far apart as the rate says": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const rate = { perSecond: 4, burst: 2 }
      const times = Array.from({ length: 1_001 }, (_, index) => at + index)
      const waits = yield* turnsAt(project, rate, times)
      const granted = times.filter((_, index) => waits[index] === 0).map((time) => time - at)
      assert.deepStrictEqual(granted, [0, 1, 250, 500, 750, 1_000])
    }),

    "a rest fills the burst again, and no more than the burst": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const later = at + 3_600_000
      const waits = yield* turnsAt(project, { perSecond: 1, burst: 2 }, [at, at, later, later, later])
      assert.deepStrictEqual(waits, [0, 0, 0, 0, 1_000])
    }),

    "a refusal costs nothing": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const times = [at, ...Array.from({ length: 200 }, (_, index) => at + index), at + 1_000]
      const waits = yield* turnsAt(project, { perSecond: 1, burst: 1 }, times)
      assert.deepStrictEqual([waits[0], waits.slice(1, -1).includes(0), waits.at(-1)], [0, false, 0])
    }),

    "a clock that was set back makes no caller wait for the old time": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const later = at + 3_600_000
      const waits = yield* turnsAt(project, { perSecond: 1, burst: 2 }, [later, later, at, at, at, at + 1_000])
      assert.deepStrictEqual(waits, [0, 0, 0, 1_000, 1_000, 0])
    }),

    "a turn that lies ahead of a host that lags is waited for, and one further off than a minute counts as now":
      Effect.gen(function* () {
        const { project, at } = yield* newGround
        const times = [at, at, at - 1, at - 60_000, at - 60_001, at - 60_001]
        const waits = yield* turnsAt(project, { perSecond: 1, burst: 1 }, times)
        assert.deepStrictEqual(waits, [0, 1_000, 1_001, 61_000, 0, 1_000])
      }),

    "two hosts of which one lags take together no more than the rate": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const rate = { perSecond: 2, burst: 3 }
      for (const lag of [800, 50_000]) {
        const times = Array.from({ length: 200 }, (_, index) => at + 100 * index)
        const seen = times.map((time, index) => (index % 2 === 0 ? time : time - lag))
        const waits = yield* turnsAt(`${project}/${lag}`, rate, seen)
        const granted = times.filter((_, index) => waits[index] === 0)
        assert.isFalse(tooMany(granted, rate), `${granted.length} of 200, ${lag} ms apart`)
        assert.isAtLeast(granted.length, 40, `${lag} ms apart`)
      }
    }),

    "rates of different names do not share their turns": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const rate = { perSecond: 1, burst: 1 }
      for (const name of ["", "a", "A", "a_", "a%"]) {
        assert.deepStrictEqual(yield* turnsAt(`${project}${name}`, rate, [at, at]), [0, 1_000])
      }
    }),

    "a caller that waits as long as it should gets what the rate promises": Effect.gen(function* () {
      const { project, at } = yield* newGround
      const shared = yield* SharedState
      const rate = { perSecond: 7, burst: 3 }
      let [now, granted] = [at, 0]
      while (now < at + 30_000) {
        const wait = yield* shared.takeRateToken({ rate: `own/${project}`, limit: rate, now })
        if (wait === 0) granted += 1
        now += wait
      }
      assert.isAtLeast(granted, 0.97 * (rate.burst + 30 * rate.perSecond))
    }),

    "over any span of time no rate grants more than its burst and its share of that time": Effect.gen(function* () {
      const { project, at } = yield* newGround
      let run = 0
      const result = yield* Arbitrary.checkEffect(
        Arbitrary.schema(Calls),
        Effect.fnUntraced(function* ({ perSecond, burst, waits }) {
          run += 1
          const rate = { perSecond, burst }
          let now = at
          const times = waits.map((wait) => (now += wait % 7 === 0 ? 0 : wait))
          const answers = yield* turnsAt(`${project}/${run}`, rate, times)
          const granted = times.filter((_, index) => answers[index] === 0)
          return !tooMany(granted, rate) && answers.every((wait) => Number.isInteger(wait) && wait >= 0)
        }),
        { runs: 60, seed: "turns" },
      )
      assert.isUndefined(Arbitrary.formatCheckFailure(result))
    }),
  },
}
