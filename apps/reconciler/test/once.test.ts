import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger } from "effect"
import { Payouts } from "@cauri/core"
import {
  blankConfirmRecord,
  SharedState,
  emptyMemory,
  type MemoryCell,
  memoryPorts,
  noAnswer,
} from "@cauri/core/adapter"
import { Rail } from "@cauri/core/model"
import { TestClock } from "effect/testing"
import { needsPerson, type Summary, summaryText, workThrough } from "../src/once.ts"
import { layerInProcess, layerOn, takesPayouts } from "./inProcess.ts"
import { payout } from "./payments.ts"

const quiet = { tell: () => {}, end: () => {} }

const fine: Summary = {
  taken: 3,
  failed: 0,
  unreadable: 0,
  due: 0,
  inDoubt: 0,
  held: 0,
  flagged: 0,
  pauses: [],
  events: {},
  sends: true,
}

const createAll = Effect.fnUntraced(function* (count: number) {
  const payouts = yield* Payouts
  for (let index = 0; index < count; index++) {
    yield* payouts.create(payout(`wage-${index}`, `2266000${String(index).padStart(4, "0")}`), { sendLater: true })
  }
})

describe("--once", () => {
  it.effect("takes everything that is due, and tells the host in the same run what came of it", () => {
    const received: Array<string> = []
    const consumer = {
      name: "test",
      receive: ({ id }: { readonly id: string }) => Effect.sync(() => void received.push(id)),
    }
    const completed = {
      ...takesPayouts,
      confirm: () => Effect.succeed({ ...blankConfirmRecord, status: "completed" as const }),
    }
    return Effect.gen(function* () {
      yield* createAll(70)
      yield* TestClock.adjust("5 seconds")
      const sent = yield* workThrough(quiet)
      assert.deepStrictEqual(sent, { ...fine, taken: 70, events: { intended: 70, attempt_started: 70, accepted: 70 } })
      yield* TestClock.adjust("1 minute")
      const confirmed = yield* workThrough(quiet)
      assert.deepInclude(confirmed, {
        failed: 0,
        due: 0,
        events: { intended: 70, attempt_started: 70, accepted: 70, completed: 70 },
      })
      assert.strictEqual(new Set(received).size, 70)
    }).pipe(Effect.provide(layerInProcess(completed, { calls: { confirmRate: null, creationRate: null } }, [consumer])))
  })

  it.effect("works on past whole batches that cannot be read, and counts them for a person", () => {
    const cell: MemoryCell = { current: emptyMemory }
    const stores = Layer.succeedContext(memoryPorts(cell))
    return Effect.gen(function* () {
      yield* createAll(70)
      const payments = [...cell.current.payments].toSorted(([one], [other]) => (one < other ? -1 : 1))
      const spoilt = payments.map(
        ([name, each], index) => [name, index < 60 ? { ...each, row: { ...each.row, body: "{" } } : each] as const,
      )
      cell.current = { ...cell.current, payments: new Map(spoilt) }
      yield* TestClock.adjust("5 seconds")
      const summary = yield* workThrough(quiet)
      const events = { intended: 70, attempt_started: 10, accepted: 10 }
      assert.deepStrictEqual(summary, { ...fine, taken: 10, unreadable: 60, events })
      assert.isTrue(needsPerson(summary))
    }).pipe(
      Effect.provide(
        Layer.merge(
          layerOn(stores, takesPayouts, { calls: { confirmRate: null, creationRate: null } }),
          Logger.layer([]),
        ),
      ),
    )
  })

  it.effect("ends although new payments become due for ever", () =>
    Effect.gen(function* () {
      yield* createAll(10)
      yield* TestClock.adjust("5 seconds")
      const { taken } = yield* workThrough(quiet)
      assert.isAtLeast(taken, 10)
      assert.isAtMost(taken, 3 * 10 + 100)
    }).pipe(
      // Each confirm is due again at once.
      Effect.provide(
        layerInProcess(takesPayouts, {
          calls: { confirmRate: null, creationRate: null },
          confirms: { spacing: 0, jitter: 0 },
          schedules: Object.fromEntries(
            Rail.literals.map((rail) => [
              rail,
              { first: 0, next: [], afterwards: [], deadline: null, overdueAfter: [], followUps: [] },
            ]),
          ),
        }),
      ),
    ),
  )

  it.effect("tells how far it has come after every batch, and never more than all", () =>
    Effect.gen(function* () {
      const told: Array<readonly [number, number]> = []
      yield* createAll(60)
      yield* TestClock.adjust("5 seconds")
      yield* workThrough({ tell: (done, total) => told.push([done, total]), end: () => told.push([-1, -1]) })
      assert.deepStrictEqual(told, [
        [0, 60],
        [50, 60],
        [60, 60],
        [-1, -1],
      ])
    }).pipe(Effect.provide(layerInProcess(takesPayouts, { calls: { creationRate: null } }))),
  )

  it.effect("needs a person when a payout is in doubt", () =>
    Effect.gen(function* () {
      yield* createAll(1)
      yield* TestClock.adjust("5 seconds")
      const summary = yield* workThrough(quiet)
      assert.deepInclude(summary, { inDoubt: 1, held: 0 })
      assert.isTrue(needsPerson(summary))
    }).pipe(Effect.provide(layerInProcess({ create: () => Effect.succeed(noAnswer("timed_out")) }))),
  )

  it.effect("names what is on hold", () =>
    Effect.gen(function* () {
      yield* (yield* SharedState).pause({
        scope: "payouts",
        reason: "outage",
        by: "A colleague",
        since: 0,
        credentials: null,
      })
      assert.deepInclude(yield* workThrough(quiet), { pauses: ["payouts"] })
    }).pipe(Effect.provide(layerInProcess())),
  )

  it.each([
    [fine, false],
    [{ ...fine, failed: 2, due: 5 }, false],
    [{ ...fine, unreadable: 1 }, true],
    [{ ...fine, inDoubt: 1 }, true],
    [{ ...fine, flagged: 1 }, true],
    [{ ...fine, held: 1 }, true],
    [{ ...fine, pauses: ["payouts"] }, true],
  ] satisfies ReadonlyArray<readonly [Summary, boolean]>)(
    "decides about %j whether it needs a person",
    (summary, needed) => {
      assert.strictEqual(needsPerson(summary), needed)
      assert.include(summaryText(summary), needed ? "Something needs a person" : "Nothing needs a person")
    },
  )

  it("prints its summary in sentences", () => {
    const summary = {
      ...fine,
      failed: 1,
      unreadable: 4,
      inDoubt: 2,
      pauses: ["project/shop"],
      events: { completed: 2, accepted: 1 },
    }
    assert.strictEqual(
      summaryText(summary),
      `Payments and events worked on: 3; could not be worked on: 1; cannot be read by this version: 4; still due: 0.
  accepted: 1
  completed: 2
In doubt 2, flagged 0, held 0.
Paused: project/shop. \`cauri console pauses\` says why and since when, and what ends it.
Something needs a person: run cauri console list, and look into what is in doubt, held or flagged.
`,
    )
  })
})
