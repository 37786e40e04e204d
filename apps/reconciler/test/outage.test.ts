/**
 * A day of outage: the service answered nothing, payments piled up, and all of them are due at once. Scaled down here; `campaign.ts`
 * does it with a hundred thousand on SQLite.
 */
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { PaymentStore, Worker } from "@cauri/core"
import { blankConfirmRecord, type ConfirmCall } from "@cauri/core/adapter"
import { layerInProcess, takesPayouts } from "./inProcess.ts"
import { pileUp } from "./pileUp.ts"

const payments = 1_000

describe("after a day of outage", () => {
  it.effect("a thousand open payments are confirmed within the budget, the oldest first, until all are done", () => {
    const confirms: Array<{ readonly at: number; readonly token: string }> = []
    const gateway = {
      ...takesPayouts,
      confirm: ({ token }: ConfirmCall) =>
        Effect.map(Clock.currentTimeMillis, (at) => {
          confirms.push({ at, token })
          return { ...blankConfirmRecord, status: "completed" as const }
        }),
    }
    return Effect.gen(function* () {
      const tokens = yield* pileUp(payments, 86_400_000)
      yield* TestClock.setTime(86_400_000)
      const { run } = yield* Worker
      const working = yield* Effect.forkChild(run)
      const budget = { perSecond: 5, burst: 10 }
      const enough = Math.ceil((payments / budget.perSecond) * 1_000 * 1.1)
      yield* TestClock.adjust(enough)
      yield* Fiber.interrupt(working)

      const store = yield* PaymentStore
      const open = yield* store.list({ states: ["pending"], limit: payments })
      assert.strictEqual(open.length, 0, "all are done within a tenth more than the budget needs")
      assert.sameMembers(
        confirms.map(({ token }) => token),
        tokens,
      )

      // In no second more than the rate and its burst, and not much less either.
      let first = 0
      for (const [index, { at }] of confirms.entries()) {
        while ((confirms[first]?.at ?? at) <= at - 1_000) first += 1
        assert.isAtMost(index - first + 1, budget.perSecond + budget.burst)
      }
      const mean = confirms.length / ((confirms.at(-1)?.at ?? 0) - 86_400_000)
      assert.isAtMost(mean * 1_000, budget.perSecond * 1.05)

      // Those of one batch are confirmed side by side; beyond that nobody overtakes.
      const places = new Map(tokens.map((token, place) => [token, place]))
      const outOfPlace = confirms.map(({ token }, index) => Math.abs((places.get(token) ?? 0) - index))
      assert.isAtMost(
        outOfPlace.reduce((one, other) => Math.max(one, other)),
        50,
      )
    }).pipe(Effect.provide(layerInProcess(gateway, { calls: { creationRate: null } })))
  })
})
