import { assert, describe, it } from "@effect/vitest"
import { Clock, Context, Effect, Layer } from "effect"
import { layerCauri, PaymentStore, Payouts, type PayoutInput, Policy } from "@cauri/core"
import {
  CallbackAddress,
  Credentials,
  SharedState,
  emptyMemory,
  Gateway,
  type MemoryCell,
  memoryDriver,
} from "@cauri/core/adapter"
import { waysOfCreation } from "../src/answers.ts"
import { makeMachine, type Thread } from "../src/machine.ts"
import { trialPolicy } from "../src/policy.ts"
import { send } from "../src/programs.ts"
import { emptyLedger } from "../src/service.ts"
import { blankTape, quietAddress, quietCredentials, tapedClock, tapedShared, tapedGateway } from "../src/tape.ts"

const payout: PayoutInput = {
  project: "shop",
  id: "p",
  amount: 700,
  method: { type: "mobile_money" },
  phone: "22670000002",
  description: "Salary",
}

/** Runs a thread to its end; every call is answered honestly, and once. */
const toTheEnd = (machine: ReturnType<typeof makeMachine>, first: Thread) => {
  let thread = first
  let store = emptyMemory
  let ledger = emptyLedger
  const calls: Array<string> = []
  while (thread.call !== null) {
    const { call } = thread
    calls.push(call._tag === "Store" ? call.method : call._tag)
    if (call._tag === "Store") {
      const performed = machine.perform(thread, store)
      store = performed.store
      thread = machine.answer(thread, performed.reply, 0)
    } else {
      assert.strictEqual(call._tag, "Create")
      const [way] = call._tag === "Create" ? waysOfCreation(ledger, call.creation, 0) : []
      assert.isDefined(way)
      ledger = way.ledger
      thread = machine.answer(thread, way.reply, 0)
    }
  }
  return { thread, store, ledger, calls }
}

describe("a use case that is cut at every port call", () => {
  it("makes its calls in order, each of them once, however often it is replayed", () => {
    const machine = makeMachine(trialPolicy)
    const { calls, ledger, thread } = toTheEnd(machine, machine.start(send(payout), 0))
    assert.deepStrictEqual(calls, ["insert", "claim", "Create", "save"])
    assert.deepStrictEqual(ledger.posts, { "payout shop/p#1": 1 })
    assert.strictEqual(thread.exit?._tag, "Success")
    assert.deepStrictEqual(thread.tokens, ["payout:shop/p#1"])
  })

  it.effect("leaves the store as if it had run in one go", () =>
    Effect.gen(function* () {
      const machine = makeMachine(trialPolicy)
      const cut = toTheEnd(machine, machine.start(send(payout), 0))
      const cell: MemoryCell = { current: emptyMemory }
      const [way] = cut.thread.answers.filter(({ exit }) => exit._tag === "Success" && isAnswer(exit.value))
      assert.isDefined(way)
      const tape = { ...blankTape(), answers: [way] }
      const ports = Layer.succeedContext(
        Context.make(PaymentStore, PaymentStore.fromDriver(memoryDriver(cell))).pipe(
          Context.add(Gateway, tapedGateway(tape)),
          Context.add(SharedState, tapedShared(tape, false)),
          Context.add(CallbackAddress, quietAddress),
          Context.add(Credentials, quietCredentials),
          Context.add(Policy, trialPolicy),
          Context.add(Clock.Clock, tapedClock(tape)),
        ),
      )
      yield* Effect.flatMap(Payouts, (payouts) => payouts.create(payout)).pipe(
        Effect.provide(Layer.provideMerge(layerCauri, ports)),
      )
      assert.deepStrictEqual([...cell.current.payments], [...cut.store.payments])
    }),
  )

  it("is the same value when the same happens to it, so that it is replayed once", () => {
    const machine = makeMachine(trialPolicy)
    const one = toTheEnd(machine, machine.start(send(payout), 0))
    const replays = machine.replays()
    const other = toTheEnd(machine, machine.start(send(payout), 0))
    assert.strictEqual(other.thread, one.thread)
    assert.strictEqual(other.store, one.store)
    assert.strictEqual(machine.replays(), replays)
  })
})

const isAnswer = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "_tag" in value && value._tag === "accepted"
