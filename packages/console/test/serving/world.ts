/**
 * All of core over a store in memory and a service that answers as a test tells it, with the payments of a busy week in it.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import {
  Review,
  layerCauri,
  Consumers,
  type PayinInput,
  Payins,
  PaymentStore,
  type PayoutInput,
  Payouts,
  Policy,
  type PolicyInput,
  Worker,
  StoreError,
} from "@cauri/core"
import {
  blankConfirmRecord,
  CallbackAddress,
  type ConfirmCall,
  type ConfirmRecord,
  CreationAnswer,
  Credentials,
  emptyMemory,
  Gateway,
  GatewayError,
  memoryDriver,
  memoryPorts,
  noAnswer,
  type PaymentRow,
  type PaymentStoreDriver,
  type StorePorts,
  makePolicy,
} from "@cauri/core/adapter"
import { CreationToken, CallFailure } from "@cauri/core/model"
import { ServiceLine } from "../../src/payment/allowed.ts"
import { completed, keyOf, payin as payinOf, payout as payoutOf } from "../world.ts"

export { completed, keyOf }

/** What the service would say next, and what a test may break. */
export interface Script {
  /** What the next creations answer; after the last one, each is accepted with a token of its own. */
  readonly creations: Array<CreationAnswer>
  /** What a confirm of this token says; unset: pending. */
  readonly confirms: Map<string, ConfirmRecord | "Lost">
  /** Steps of the store that fail. */
  readonly broken: Set<keyof PaymentStoreDriver>
  /** Ids of payments whose rows nobody can read. */
  readonly unreadable: Set<string>
  created: number
  asked: number
}

/** A service without a will of its own. */
export const newScript = (): Script => ({
  creations: [],
  confirms: new Map(),
  broken: new Set(),
  unreadable: new Set(),
  created: 0,
  asked: 0,
})

/** The token that creation number n answers with by itself: it looks like one of the service's. */
export const tokenNumber = (n: number) => CreationToken.make(`eyJ0eXAiOiJKV1QifQ.token-number-${n}`)

const lost = CallFailure.cases.no_answer.make({ cause: "timed_out", code: "" })

const gatewayOf = (script: Script) => {
  const create = () =>
    Effect.sync(() => {
      script.created++
      return (
        script.creations.shift() ??
        CreationAnswer.cases.accepted.make({ token: tokenNumber(script.created), url: null })
      )
    })
  const confirm = ({ payment: { key }, token }: ConfirmCall) =>
    Effect.sync(() => {
      script.asked++
      return script.confirms.get(token) ?? blankConfirmRecord
    }).pipe(
      Effect.flatMap((said) =>
        said === "Lost" ? Effect.fail(new GatewayError({ key, reason: lost })) : Effect.succeed(said),
      ),
    )
  return Gateway.of({
    create: create,
    requestCode: create,
    confirm: confirm,
  })
}

const storeOf = (script: Script) => {
  const cell = { current: emptyMemory }
  const driver = memoryDriver(cell)
  const around = <A>(step: keyof PaymentStoreDriver, work: Effect.Effect<A, StoreError>) =>
    Effect.suspend(() =>
      script.broken.has(step)
        ? Effect.fail(new StoreError({ operation: step, cause: new Error("canary-7F3K of the database") }))
        : work,
    )
  const spoilt = (row: PaymentRow): PaymentRow => (script.unreadable.has(row.id) ? { ...row, body: "{" } : row)
  const broken: PaymentStoreDriver = {
    ...driver,
    deliveries: (...given) => around("deliveries", driver.deliveries(...given)),
    insert: (...given) => around("insert", driver.insert(...given)),
    find: (...given) =>
      around(
        "find",
        Effect.map(driver.find(...given), (row) => row && spoilt(row)),
      ),
    save: (...given) => around("save", driver.save(...given)),
    claim: (...given) => around("claim", driver.claim(...given)),
    takeDue: (...given) => around("takeDue", driver.takeDue(...given)),
    noteCallback: (...given) => around("noteCallback", driver.noteCallback(...given)),
    list: (...given) =>
      around(
        "list",
        Effect.map(driver.list(...given), (rows) => rows.map(spoilt)),
      ),
    history: (...given) => around("history", driver.history(...given)),
  }
  return Layer.succeedContext(
    Context.add(memoryPorts(cell, "5f3a91c2-test"), PaymentStore, PaymentStore.fromDriver(broken)),
  )
}

const policyWith = ({ calls, ...own }: PolicyInput) => {
  const unlimited = { confirmRate: null, callbackConfirmRate: null, creationRate: null }
  const merchant = { shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } }
  return Result.getOrThrow(makePolicy({ calls: { ...unlimited, ...calls }, merchant, ...own }))
}

/** Everything that the pages stand on; `store` instead of the one in memory. */
export const layerWorld = <E = never>(
  script: Script,
  line = true,
  store: Layer.Layer<StorePorts, E> = storeOf(script),
  changes: PolicyInput = {},
) =>
  layerCauri.pipe(
    Layer.provideMerge(store),
    Layer.provide(Layer.succeed(Gateway, gatewayOf(script))),
    Layer.provide(
      Layer.succeed(CallbackAddress, {
        base: "https://shop.example",
        make: () => Effect.succeed("https://shop.example/callbacks/one"),
      }),
    ),
    Layer.provide(
      Layer.succeed(Credentials, {
        generation: () => Effect.succeed("one"),
      }),
    ),
    Layer.provide(Layer.succeed(Consumers, [])),
    Layer.provideMerge(Layer.succeed(Policy, policyWith(changes))),
    Layer.provideMerge(ServiceLine.layer(line)),
  )

/** What such a world provides. */
export type WorldServices = Layer.Success<ReturnType<typeof layerWorld>>

/** A payin of the shop. */
export const payin = (id: string, amount: number, more: Partial<PayinInput> = {}): PayinInput =>
  payinOf(id, { amount, ...more })

/** A payout of the shop. */
export const payout = (id: string, amount: number, more: Partial<PayoutInput> = {}): PayoutInput =>
  payoutOf(id, { amount, operator: "Baobab", ...more })

/** Pays in, to the end. */
export const paidIn = Effect.fnUntraced(function* (script: Script, input: PayinInput) {
  const { payment } = yield* (yield* Payins).create(input)
  script.confirms.set(tokenNumber(script.created), { ...completed(input.amount), payer: null })
  yield* (yield* Review).recheck(payment.key)
})

/** A payout whose call got no answer. */
export const doubtful = Effect.fnUntraced(function* (script: Script, input: PayoutInput) {
  script.creations.push(noAnswer("timed_out"))
  yield* (yield* Payouts).create(input)
})

/** How a test moves time on, by milliseconds. */
export type Travel = (millis: number) => Effect.Effect<void>

const hour = 3_600_000
const day = 24 * hour

/**
 * A busy week that ends now: payments that completed, were refused, are in doubt, are held, are late, and carry flags.
 */
export const busyWeek = Effect.fn("busyWeek")(function* (script: Script, travel: Travel) {
  const payouts = yield* Payouts
  const review = yield* Review
  yield* doubtful(script, payout("salary-2026-w46-003", 145_000, { phone: "22670000003" }))
  yield* travel(4 * day)
  yield* payouts.create(payout("supplier-771", 310_000, { phone: "22670000007", operator: "Djembe" }))
  yield* travel(6 * hour)
  for (const [index, amount] of [12_500, 4_200, 89_900, 15_000, 7_350].entries()) {
    yield* paidIn(script, payin(`order-${1040 + index}`, amount, { customer: { email: "client@shop.example" } }))
    yield* travel(25 * 60_000)
  }
  script.creations.push(noAnswer("token_missing"))
  yield* payouts.create(payout("salary-2026-w47-001", 98_000, { phone: "22670000004" }))
  yield* travel(40 * 60_000)
  yield* payouts.create(payout("salary-2026-w47-002", 120_000, { phone: "22670000005" }))
  script.confirms.set(tokenNumber(script.created), completed(120_000))
  yield* travel(2 * 60_000)
  yield* review.recheck(keyOf("payout", "salary-2026-w47-002"))
  yield* travel(20 * 60_000)
  yield* payouts.create(payout("salary-2026-w47-003", 75_000, { phone: "22670000006", operator: "Djembe" }))
  yield* payouts.create(payout("salary-2026-w47-003b", 75_000, { phone: "22670000006", operator: "Djembe" }))
  yield* travel(3 * 60_000)
  yield* (yield* Payins).create(payin("order-1046", 23_000))
  script.confirms.set(tokenNumber(script.created), completed(22_000))
  yield* travel(60_000)
  yield* review.recheck(keyOf("payin", "order-1046"))
  script.creations.push(
    CreationAnswer.cases.refused.make({ reason: CallFailure.cases.amount_refused.make({ code: "Code02" }) }),
  )
  yield* (yield* Payins).create(payin("order-1047", 640_000))
  yield* travel(10 * 60_000)
  yield* doubtful(script, payout("refund-order-0998", 18_500, { phone: "22670000008", operator: null }))
  yield* (yield* Worker).runOnce
  yield* review.pause("operator/shop/Sanza", "A colleague", "The operator announced maintenance until 18:00.")
  yield* travel(7 * 60_000)
})

/** This machine's clock, so many milliseconds ago. */
export const clockBehind = (cell: { behind: number }, machine: Clock.Clock): Clock.Clock => {
  const millis = () => machine.currentTimeMillisUnsafe() - cell.behind
  const nanosOf = (now: () => bigint) => () => now() - BigInt(cell.behind) * 1_000_000n
  const currentNanos = nanosOf(() => machine.currentTimeNanosUnsafe())
  const monotonicNanos = nanosOf(() => machine.monotonicTimeNanosUnsafe())
  return {
    currentTimeMillisUnsafe: millis,
    currentTimeMillis: Effect.sync(millis),
    currentTimeNanosUnsafe: currentNanos,
    currentTimeNanos: Effect.sync(currentNanos),
    monotonicTimeNanosUnsafe: monotonicNanos,
    monotonicTimeNanos: Effect.sync(monotonicNanos),
    sleep: (duration) => machine.sleep(duration),
  }
}

/** How long the busy week takes. */
export const weekMillis = 4 * day + 6 * hour + 5 * 25 * 60_000 + (40 + 2 + 20 + 3 + 1 + 10 + 7) * 60_000

/** What the store holds of a payment. */
export const storedPayment = Effect.fnUntraced(function* (kind: "payin" | "payout", id: string) {
  const found = yield* (yield* PaymentStore).find(keyOf(kind, id))
  return (yield* Effect.fromNullishOr(found)).payment
})
