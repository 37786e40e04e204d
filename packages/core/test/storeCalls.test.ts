/**
 * How often the hot paths call a store: every call of `PaymentStore` and of `SharedState`, by name and in order, between the call of a use
 * case and its end. Each is a commit or a question over a wire, so one more is paid for by every payment. A turn of a rate is a call of
 * `SharedState`, and stands at its place.
 */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { Confirmation } from "../src/services/Confirmation.ts"
import { Payins, Payouts, Worker } from "@cauri/core"
import { CallbackIntake, noAnswer } from "@cauri/core/adapter"
import {
  completed,
  hostedPayin,
  layerScripted,
  newScript,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  type Script,
} from "./scripted.ts"

type World = Effect.Services<ReturnType<typeof createPayin>> | CallbackIntake | Payouts | Worker | Confirmation

interface Flow {
  readonly before?: (script: Script) => Effect.Effect<unknown, unknown, World>
  readonly flow: Effect.Effect<unknown, unknown, World>
  readonly calls: ReadonlyArray<string>
}

const createPayin = (id: string) => Effect.flatMap(Payins, (payins) => payins.create(pushPayin(id)))
const createPayout = (id: string, refundOf?: string) =>
  Effect.flatMap(Payouts, (payouts) =>
    payouts.create(refundOf === undefined ? payout(id) : payout(id, { refundOf, amount: 500 })),
  )
const settle = (key: ReturnType<typeof payinKey>) =>
  Effect.flatMap(Confirmation, (settlement) => settlement.confirm(key))
const sweep = Effect.flatMap(Worker, (reconciliation) => reconciliation.runOnce)
const callback = Effect.flatMap(CallbackIntake, (intake) =>
  intake.receive({ key: payinKey("order"), attempt: 1, fingerprint: "one", receivedAt: 0, body: null }),
)

/** A payin that the service knows as completed, and whose customer the worker has not asked about yet. */
const paid = (script: Script) => {
  script.confirms.set("token-1", completed(500))
  return createPayin("order")
}

const flows: Readonly<Record<string, Flow>> = {
  "create a payin": { flow: createPayin("order"), calls: ["insert", "takeRateToken", "claim", "save"] },
  "create a hosted payin": {
    flow: Effect.flatMap(Payins, (payins) => payins.create(hostedPayin("order"))),
    calls: ["insert", "takeRateToken", "claim", "save"],
  },
  "create a payin whose answer is lost": {
    before: (script) => Effect.sync(() => (script.creations = [noAnswer("timed_out")])),
    flow: createPayin("order"),
    calls: ["insert", "takeRateToken", "claim", "save"],
  },
  "create a payin that is there": { before: () => createPayin("order"), flow: createPayin("order"), calls: ["insert"] },
  "create a payout": { flow: createPayout("salary"), calls: ["insert", "takeRateToken", "claim", "save"] },
  // Once, before a payment ends, the store is asked whether another one has its token.
  "confirm a payin that is completed": {
    before: paid,
    flow: settle(payinKey("order")),
    calls: ["find", "takeRateToken", "list", "save"],
  },
  "confirm a payout that is completed": {
    before: (script) => {
      script.confirms.set("token-1", completed(700))
      return createPayout("salary")
    },
    flow: settle(payoutKey("salary")),
    calls: ["find", "takeRateToken", "list", "save"],
  },
  "receive a callback": { before: paid, flow: callback, calls: ["noteCallback"] },
  "receive a callback again": {
    before: (script) => Effect.andThen(paid(script), callback),
    flow: callback,
    calls: ["noteCallback"],
  },
  // The time is checked, at most once a second. The holds are read once for the round, and once for the confirm: credentials that were denied do not ask.
  "one round of a worker that confirms a completed payin and announces it": {
    before: (script) => paid(script).pipe(Effect.andThen(sweep), Effect.andThen(TestClock.adjust("1 minute"))),
    flow: sweep,
    calls: [
      "pauses",
      "clock",
      "takeDue",
      "pauses",
      "takeRateToken",
      "list",
      "save",
      "takeDeliveries",
      "markDelivered",
      "takeDeliveries",
    ],
  },
  // The sum of all refunds is looked at before the payout is stored, and once more in its claim, which needs the amount of the payin.
  "create a refund": {
    before: (script) => Effect.andThen(paid(script), settle(payinKey("order"))),
    flow: createPayout("refund", "order"),
    calls: ["find", "find", "list", "insert", "takeRateToken", "find", "claim", "save"],
  },
}

describe("the store calls of a hot path", () => {
  for (const [title, { before, calls, flow }] of Object.entries(flows))
    it.effect(`${title}: ${calls.join(", ")}`, () => {
      const script = newScript()
      return Effect.gen(function* () {
        if (before !== undefined) yield* before(script)
        const counted: Array<string> = []
        const count = (call: string) => Effect.sync(() => void counted.push(call))
        script.beforeStore = count
        script.beforeDesk = count
        yield* flow
        assert.deepStrictEqual(counted, calls)
      }).pipe(Effect.provide(layerScripted(script)))
    })
})
