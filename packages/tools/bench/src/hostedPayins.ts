/**
 * Hosted payins from creation to callback, in process: the merchant creates, the customer chooses an operator on the page and enters
 * the PIN, the operator decides, two POSTs arrive, the merchant confirms. Each of these is one phase for all payins, so that it has
 * figures of its own. A run reports what it proved beside what it measured; the two are never apart.
 * Spec: hosted payin (#3 #9 #38 #113), two POSTs (#196).
 */
import { Backstage, CallbackSender, Engine, type FaultRule, HostedPage, layer, Phones } from "@cauri/simulator"
import { Effect, Layer } from "effect"
import { confirmation, creation, merchantAccount, operatorId, phoneOf, textOf } from "./merchant.ts"
import { measured, type Phase, type Progress } from "./phases.ts"

export interface Outcome {
  readonly payins: number
  /** Payins that endpoint 2 confirms as completed. */
  readonly completed: number
  /** Payins that brought exactly one POST as a form and one as JSON. */
  readonly calledBackTwice: number
  /** Every POST that arrived, for whichever payin. */
  readonly posts: number
  readonly ledgerSumXof: number
  readonly merchantGainXof: number
}

export interface Run {
  readonly outcome: Outcome
  readonly phases: {
    readonly creations: Phase
    readonly payments: Phase
    /** One step is one payin: the operator's decision and both POSTs. */
    readonly callbacks: Phase
    readonly confirmations: Phase
  }
  readonly totalMillis: number
  /** What the process used of the machine meanwhile, on all cores; other programs hardly change it. */
  readonly cpuMillis: number
  /** At the end, with every payin still in the simulator; without garbage when Node was started with `--expose-gc`. */
  readonly heapBytes: number
  readonly residentBytes: number
}

/** What every payin costs. No operator of the opening state takes a fee, so the merchant gains it whole. */
const amountXof = 4_200

export const rightOutcome = (payins: number): Outcome => ({
  payins,
  completed: payins,
  calledBackTwice: payins,
  posts: 2 * payins,
  ledgerSumXof: 0,
  merchantGainXof: payins * amountXof,
})

/** Runs this many payins through a simulator of its own; faults show that a wrong outcome is noticed. */
export const hostedPayins = (
  payins: number,
  progress: Progress = () => undefined,
  faultRules: ReadonlyArray<FaultRule> = [],
) => {
  const inbox = makeInbox()
  // Nothing is decided before every payin is paid: the delay is longer than the simulated time that the payments take.
  const operatorDelayMillis = payins * betweenPaymentsMillis + hour
  const simulator = layer({ operatorDelayMillis, faultRules }).pipe(Layer.provide(inbox.layer))
  return Effect.provide(run(payins, operatorDelayMillis, inbox, progress), simulator)
}

const hour = 60 * 60 * 1_000

/** Simulated time between two payments, so that the decisions about them are as far apart. */
const betweenPaymentsMillis = 100

const run = Effect.fnUntraced(function* (
  payins: number,
  operatorDelayMillis: number,
  inbox: ReturnType<typeof makeInbox>,
  progress: Progress,
) {
  const engine = yield* Engine
  const page = yield* HostedPage
  const phones = yield* Phones
  const before = yield* balances
  const cpuBefore = process.cpuUsage()
  const tokens: Array<string> = []
  const decidedAt: Array<number> = []
  let completed = 0

  const creations = yield* measured("creations", payins, progress, (index) =>
    Effect.map(engine.handle(creation(index, amountXof)), (reply) => tokens.push(textOf(reply, "token"))),
  )
  const payments = yield* measured(
    "payments",
    payins,
    progress,
    Effect.fnUntraced(function* (index) {
      yield* page.pay(tokens[index] ?? "", { operatorId, phone: phoneOf(index) })
      yield* phones.approve(phoneOf(index))
      decidedAt.push((yield* engine.now) + operatorDelayMillis)
      yield* engine.passTime(betweenPaymentsMillis)
    }),
  )
  const callbacks = yield* measured(
    "callbacks",
    payins,
    progress,
    Effect.fnUntraced(function* (index) {
      yield* engine.passTime((decidedAt[index] ?? 0) - (yield* engine.now))
      yield* engine.settled
    }),
  )
  const confirmations = yield* measured("confirmations", payins, progress, (index) =>
    Effect.map(engine.handle(confirmation(tokens[index] ?? "")), (reply) => {
      if (textOf(reply, "status") === "completed") completed += 1
    }),
  )

  const cpu = process.cpuUsage(cpuBefore)
  const phases = { creations, payments, callbacks, confirmations }
  const after = yield* balances
  globalThis.gc?.()
  const memory = process.memoryUsage()
  const result: Run = {
    outcome: {
      payins: new Set(tokens).size,
      completed,
      calledBackTwice: tokens.filter(inbox.hasOneOfEach).length,
      posts: inbox.posts(),
      ledgerSumXof: after.sumXof,
      merchantGainXof: after.merchantXof - before.merchantXof,
    },
    phases,
    totalMillis: Object.values(phases).reduce((sum, { totalMillis }) => sum + totalMillis, 0),
    cpuMillis: (cpu.user + cpu.system) / 1_000,
    heapBytes: memory.heapUsed,
    residentBytes: memory.rss,
  }
  return result
})

/** The merchant's receiver: it counts the POSTs of each payin and answers 200. */
const makeInbox = () => {
  const received = new Map<string, { form: number; json: number }>()
  return {
    layer: CallbackSender.layerTo(({ encoding, payment }) =>
      Effect.sync(() => {
        const seen = received.get(payment) ?? { form: 0, json: 0 }
        if (encoding === "Form") seen.form += 1
        else seen.json += 1
        received.set(payment, seen)
        return { _tag: "Answered", status: 200 }
      }),
    ),
    hasOneOfEach: (payment: string): boolean => {
      const seen = received.get(payment)
      return seen?.form === 1 && seen.json === 1
    },
    posts: (): number => [...received.values()].reduce((sum, { form, json }) => sum + form + json, 0),
  }
}

const balances = Effect.gen(function* () {
  const { balances } = yield* (yield* Backstage).ledger
  return {
    sumXof: Object.values(balances).reduce((sum, each) => sum + each, 0),
    merchantXof: balances[merchantAccount] ?? 0,
  }
})
