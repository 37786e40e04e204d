/** Old payments are archived, and a person's data erased: nothing is sent to a number that is gone, and money is still recognised. */
import { assert, describe } from "@effect/vitest"
import { Context, Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { CallbackIntake, Evidence, memoryPorts } from "@cauri/core/adapter"
import { type PaymentKey, Payins, type PaymentStore, Payouts, Policy, Worker } from "@cauri/core"
import { CallFailure } from "@cauri/core/model"
import { decide } from "../src/machine/decide.ts"
import { newRecord } from "../src/model/PaymentRecord.ts"
import { Archive } from "../src/services/Archive.ts"
import { newPayout, policy } from "./samples.ts"
import {
  completed,
  type Script,
  it,
  payinKey,
  payout,
  payoutKey,
  pushPayin,
  refused,
  stateOf,
  testPolicy,
  reconcileFor,
} from "./scripted.ts"

const archiveOf = ({ cell }: Script) =>
  Effect.gen(function* () {
    const evidence = Context.get(memoryPorts(cell), Evidence)
    const context = yield* Effect.context<PaymentStore>()
    return yield* Effect.provide(Archive, Archive.layer).pipe(
      Effect.provideService(Evidence, evidence),
      Effect.provideService(Policy, testPolicy),
      Effect.provideContext(context),
    )
  })

const created = { _tag: "Created", isDraft: false } as const
const ring = (key: PaymentKey) =>
  CallbackIntake.use((intake) => intake.receive({ key, attempt: 1, fingerprint: "print", receivedAt: 1, body: null }))
const due = Effect.flatMap(Worker, ({ runOnce }) => runOnce)

describe("a payment whose data were erased", () => {
  it("is refused while it is open, or was closed a moment ago", function* (script) {
    const { erase } = yield* archiveOf(script)
    yield* (yield* Payouts).create(payout("salary-1"))
    const open = yield* Effect.flip(erase(payoutKey("salary-1")))
    script.creations = [refused(CallFailure.cases.beneficiary_without_wallet.make({ code: "Code02" }))]
    yield* (yield* Payouts).create(payout("salary-2"))
    const fresh = yield* Effect.flip(erase(payoutKey("salary-2")))
    for (const error of [open, fresh]) assert.deepInclude(error, { _tag: "DecisionRefused", because: "still_waits" })
  })

  it("is never sent: there is no number to send to", () => {
    const { content } = newPayout()
    const started = { _tag: "Started", kind: "pay", carriesOtp: false, asOf: 1 } as const
    const outcomes = [content, { ...content, erasedAt: 1 }].map((each) => {
      const { change, tracking } = Result.getOrThrow(decide(newRecord(each, 0, policy), created, 0, policy))
      return decide({ ...newRecord(each, 0, policy), payment: change.payment, tracking }, started, 0, policy)
    })
    assert.deepStrictEqual(outcomes.map(Result.isSuccess), [true, false])
  })

  it("completes when money comes late, although its number is gone (#87, #248)", function* (script) {
    const { erase } = yield* archiveOf(script)
    const key = payinKey("order-1")
    yield* (yield* Payins).create(pushPayin("order-1"))
    for (let day = 0; day < 12; day++) {
      yield* TestClock.adjust("1 day")
      yield* due
    }
    assert.strictEqual(yield* stateOf(key), "expired")
    yield* erase(key)
    script.confirms.set("token-1", completed(500, { payer: "22670000099", transactionId: null, externalId: "" }))
    yield* ring(key)
    yield* reconcileFor("1 minute")
    assert.strictEqual(yield* stateOf(key), "completed")
  })
})
