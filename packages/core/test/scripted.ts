/**
 * A gateway that answers as a test tells it, with everything else that core needs in memory. It knows nothing of the service:
 * whether the real wire says such things is for the gateway's own tests.
 */
import { it as plainIt } from "@effect/vitest"
import { Context, Clock, type Duration, Effect, Layer, type Scope } from "effect"
import { TestClock } from "effect/testing"
import {
  type DeliveredEvent,
  type Cauri,
  type Consumer,
  defaultPolicy,
  keyText,
  layerCauri,
  type ListQuery,
  Consumers,
  type PayinInput,
  Payins,
  PaymentId,
  type PaymentKey,
  PaymentNotFound,
  PaymentStore,
  type PayoutInput,
  Payouts,
  Policy,
  type PolicyInput,
  type PolicyShape,
  ProjectId,
  Review,
  Worker,
  type StoreError,
} from "@cauri/core"
import {
  type Activity,
  blankConfirmRecord,
  CallbackAddress,
  type CallbackTarget,
  type ConfirmCall,
  type ConfirmRecord,
  CreationAnswer,
  type CreationCall,
  Credentials,
  SharedState,
  emptyMemory,
  Gateway,
  GatewayError,
  layerActivity,
  type LookUpCall,
  type MemoryCell,
  memoryShared,
  memoryDriver,
  memoryPorts,
  Documents,
  type PaymentRow,
  type PaymentStoreDriver,
} from "@cauri/core/adapter"
import { CreationToken, openFlags, type PaymentKind, CallFailure } from "@cauri/core/model"
import { writerOn } from "../src/services/Writer.ts"
import { policyWith } from "./samples.ts"

/** One creation call as the gateway saw it. */
interface Seen {
  readonly method: "create" | "requestCode"
  readonly call: CreationCall
  readonly at: number
}

/** What a confirm of a token may be told to say. */
type Says = ConfirmRecord | CallFailure | (() => Effect.Effect<ConfirmRecord, GatewayError>)

/** What a look-up of an attempt may be told to say. */
type LooksUp = CreationToken | CallFailure | (() => Effect.Effect<CreationToken | null, GatewayError>)

/** What the service would say, and what else a test may steer; tests change it as they go. */
export interface Script {
  /** What the next creations answer; after the last one, every creation is accepted with a token of its own. */
  creations: Array<CreationAnswer | Effect.Effect<CreationAnswer>>
  /** What a confirm of this token says; unset: pending. */
  readonly confirms: Map<string, Says>
  /** What the service says of an attempt when it is asked by our id; unset: it knows no token. Null: it cannot be asked so. */
  lookUps: Map<number, LooksUp> | null
  readonly lookedUp: Array<{ readonly attempt: number; readonly at: number }>
  readonly seen: Array<Seen>
  readonly asked: Array<{ readonly kind: PaymentKind; readonly token: string; readonly at: number }>
  generation: string
  /** The credentials of single projects, where they differ. */
  readonly generations: Map<string, string>
  /** Projects that this process has no credentials for. */
  readonly without: Set<string>
  callbackBase: string
  /** What the store holds. */
  readonly cell: MemoryCell
  /** What the server of the store tells; null: the store has none, as a file. */
  serverTime: (() => number) | null
  /** Runs before and after every step of the store: to fail it, to slow it down, to do something in between. */
  beforeStore: (step: keyof PaymentStoreDriver, query?: ListQuery) => Effect.Effect<void, StoreError>
  afterStore: (step: keyof PaymentStoreDriver, query?: ListQuery) => Effect.Effect<void, StoreError>
  /** Runs before every call of what people and processes share. */
  beforeDesk: (call: keyof SharedState["Service"]) => Effect.Effect<void, StoreError>
  /** Who hears; the books by default, which keep everything in `heard`. */
  consumers: Array<Consumer>
  readonly received: Array<DeliveredEvent>
}

export const newScript = (): Script => {
  const received: Array<DeliveredEvent> = []
  return {
    creations: [],
    confirms: new Map(),
    lookUps: null,
    lookedUp: [],
    seen: [],
    asked: [],
    generation: "one",
    generations: new Map(),
    without: new Set(),
    callbackBase: "https://shop.example",
    cell: { current: emptyMemory },
    serverTime: null,
    beforeStore: () => Effect.void,
    afterStore: () => Effect.void,
    beforeDesk: () => Effect.void,
    consumers: [
      { name: "books", from: 0, receive: (deliveredEvent) => Effect.sync(() => void received.push(deliveredEvent)) },
    ],
    received,
  }
}

/** The token that creation number n answers with by itself. */
export const tokenNumber = (n: number) => CreationToken.make(`token-${n}`)

export const accepted = (n: number, url: string | null = null) =>
  CreationAnswer.cases.accepted.make({ token: tokenNumber(n), url })

export const refused = (reason: CallFailure) => CreationAnswer.cases.refused.make({ reason })
export const turnedAway = (reason: CallFailure) => CreationAnswer.cases.turned_away.make({ reason })
export const code00 = CallFailure.cases.authentication_failed.make({ code: "Code00" })

export const after = (wait: Parameters<typeof Effect.delay>[1], answer: CreationAnswer) =>
  Effect.delay(Effect.succeed(answer), wait)

const gatewayOf = (script: Script) => {
  const creation =
    (method: Seen["method"]) =>
    (call: CreationCall): Effect.Effect<CreationAnswer> =>
      Effect.gen(function* () {
        script.seen.push({ method, call, at: yield* Clock.currentTimeMillis })
        const number = script.seen.length
        const next = script.creations.shift()
        if (next !== undefined) return Effect.isEffect(next) ? yield* next : next
        const { type: way } = call.payment.content.method
        if (method === "requestCode" && way === "wallet") return CreationAnswer.cases.otp_sent.make({})
        return accepted(number, way === "hosted" ? `https://pay.example/${number}` : null)
      })
  const confirm = Effect.fnUntraced(function* ({ payment: { key }, token }: ConfirmCall) {
    script.asked.push({ kind: key.kind, token, at: yield* Clock.currentTimeMillis })
    const says = script.confirms.get(token) ?? blankConfirmRecord
    if (typeof says === "function") return yield* says()
    if ("_tag" in says) return yield* new GatewayError({ key, reason: says })
    return says
  })
  const lookUp = Effect.fnUntraced(function* ({ attempt, payment: { key } }: LookUpCall) {
    script.lookedUp.push({ attempt, at: yield* Clock.currentTimeMillis })
    const says = script.lookUps?.get(attempt) ?? null
    if (typeof says === "function") return yield* says()
    if (says !== null && typeof says === "object") return yield* new GatewayError({ key, reason: says })
    return says
  })
  return Gateway.of({
    create: creation("create"),
    requestCode: creation("requestCode"),
    confirm,
    get lookUp() {
      return script.lookUps === null ? undefined : lookUp
    },
  })
}

const addressOf = (script: Script) =>
  CallbackAddress.of({
    get base() {
      return script.callbackBase
    },
    make: ({ key, attempt }: CallbackTarget) =>
      Effect.succeed(`${script.callbackBase}/callbacks/${keyText(key).replace(/[ /]/g, ".")}.${attempt}`),
  })

const driverOf = (script: Script): PaymentStoreDriver => {
  const driver = memoryDriver(script.cell)
  const around = <A>(step: keyof PaymentStoreDriver, work: Effect.Effect<A, StoreError>, query?: ListQuery) =>
    Effect.gen(function* () {
      yield* script.beforeStore(step, query)
      const result = yield* work
      yield* script.afterStore(step, query)
      return result
    })
  return {
    clock: around(
      "clock",
      Effect.suspend(() => (script.serverTime === null ? driver.clock : Effect.succeed(script.serverTime()))),
    ),
    insert: (...args) => around("insert", driver.insert(...args)),
    find: (...args) => around("find", driver.find(...args)),
    save: (...args) => around("save", driver.save(...args)),
    claim: (...args) => around("claim", driver.claim(...args)),
    takeDue: (...args) => around("takeDue", driver.takeDue(...args)),
    noteCallback: (...args) => around("noteCallback", driver.noteCallback(...args)),
    list: (query) => around("list", driver.list(query), query),
    history: (...args) => around("history", driver.history(...args)),
    subscribe: (...args) => around("subscribe", driver.subscribe(...args)),
    unsubscribe: (...args) => around("unsubscribe", driver.unsubscribe(...args)),
    takeDeliveries: (...args) => around("takeDeliveries", driver.takeDeliveries(...args)),
    markDelivered: (...args) => around("markDelivered", driver.markDelivered(...args)),
    retryDelivery: (...args) => around("retryDelivery", driver.retryDelivery(...args)),
    deliveries: (...args) => around("deliveries", driver.deliveries(...args)),
  }
}

const reviewOf = (script: Script): SharedState["Service"] => {
  const shared = memoryShared(script.cell, "scripted")
  const after = <A>(call: keyof SharedState["Service"], work: Effect.Effect<A, StoreError>) =>
    Effect.andThen(
      Effect.suspend(() => script.beforeDesk(call)),
      work,
    )
  return SharedState.of({
    pause: (...args) => after("pause", shared.pause(...args)),
    resume: (...args) => after("resume", shared.resume(...args)),
    pauses: () => after("pauses", shared.pauses()),
    beat: (...args) => after("beat", shared.beat(...args)),
    heartbeats: () => after("heartbeats", shared.heartbeats()),
    takeRateToken: (...args) => after("takeRateToken", shared.takeRateToken(...args)),
    identity: () => after("identity", shared.identity()),
    acceptRestored: () => after("acceptRestored", shared.acceptRestored()),
  })
}

/** All of core over a memory store and this script. */
export const layerScripted = (script: Script, policy: PolicyInput = {}) =>
  layerWithoutDocuments(script, policy).pipe(
    Layer.provideMerge(Layer.succeed(Documents, Context.get(memoryPorts(script.cell), Documents))),
  )

/** The same over a store that keeps no documents. */
export const layerWithoutDocuments = (script: Script, policy: PolicyInput = {}) =>
  layerCauri.pipe(
    Layer.provideMerge(layerActivity),
    Layer.provideMerge(Layer.succeed(PaymentStore, PaymentStore.fromDriver(driverOf(script)))),
    Layer.provideMerge(Layer.succeed(SharedState, reviewOf(script))),
    Layer.provide(Layer.succeed(Gateway, gatewayOf(script))),
    Layer.provide(Layer.succeed(CallbackAddress, addressOf(script))),
    Layer.provide(
      Layer.succeed(
        Credentials,
        Credentials.of({
          generation: (project) =>
            Effect.sync(() =>
              script.without.has(project) ? null : (script.generations.get(project) ?? script.generation),
            ),
        }),
      ),
    ),
    Layer.provide(Layer.succeed(Policy, policyWith(testPolicy, policy))),
    Layer.provide(
      Layer.effect(
        Consumers,
        Effect.sync(() => script.consumers),
      ),
    ),
  )

/** What a test over a scripted gateway works with. */
export type ScriptedPorts = Activity | Cauri | PaymentStore | SharedState | Documents

/** Runs a test's body in a world of its own. */
export const scripted = <A, E>(
  body: (script: Script) => Effect.Effect<A, E, ScriptedPorts>,
  policy: PolicyInput = {},
) =>
  Effect.suspend(() => {
    const script = newScript()
    return Effect.provide(body(script), layerScripted(script, policy))
  })

type Body<Given extends ReadonlyArray<unknown>, R> = (
  ...given: Given
) => Generator<Effect.Effect<unknown, unknown, R>, void, never>

/** Registers a test whose body is what `Effect.gen` takes, in a world that a function makes around it. */
const within =
  <Given extends ReadonlyArray<unknown>, R>(
    world: (body: (...given: Given) => Effect.Effect<void, unknown, R>) => Effect.Effect<void, unknown, Scope.Scope>,
  ) =>
  (title: string, body: Body<Given, R>) =>
    plainIt.effect(title, () => world((...given) => Effect.gen(() => body(...given))))

const gen = within((body: () => Effect.Effect<void, unknown, Scope.Scope>) => body())
/** What most tests ask first for. */
const desk = Effect.all({ payins: Payins, payouts: Payouts, review: Review, store: PaymentStore })
type Desk = Effect.Success<typeof desk>

const under = (policy: PolicyInput) =>
  within((body: (script: Script, desk: Desk) => Effect.Effect<void, unknown, ScriptedPorts>) =>
    scripted((script) => Effect.flatMap(desk, (services) => body(script, services)), policy),
  )

const isGenerator = (body: unknown): boolean => Object.prototype.toString.call(body) === "[object GeneratorFunction]"

/** `it`, whose generators run in scripted worlds under this policy. */
export const itUnder = (policy: PolicyInput) => {
  const run = under(policy)
  return new Proxy(plainIt, {
    apply: (target, self, [title, body, ...more]) =>
      isGenerator(body) ? run(title, body) : Reflect.apply(target, self, [title, body, ...more]),
  }) as typeof run & typeof plainIt
}

/**
 * `it`, whose generators run in scripted worlds: `it("…", function* (script, { payins }) {…})`, or `it.under(policy)("…", …)` under a policy of their
 * own; `it.gen("…", …)` without a world, `it.within(world)("…", …)` in another one.
 */
export const it = Object.assign(itUnder({}), { gen, under, within })

/** Changes every row behind the store's back. */
export const changeRows = ({ cell }: Pick<Script, "cell">, change: (row: PaymentRow) => PaymentRow): void => {
  const changed = [...cell.current.payments].map(
    ([name, payment]) => [name, { ...payment, row: change(payment.row) }] as const,
  )
  cell.current = { ...cell.current, payments: new Map(changed) }
}

/** The row after another process was faster. */
export const outrun = (row: PaymentRow): PaymentRow => ({ ...row, version: row.version + 1 })

/** Takes a payment away behind the store's back. */
export const forget = ({ cell }: Pick<Script, "cell">, name: string): void => {
  const left = new Map(cell.current.payments)
  left.delete(name)
  cell.current = { ...cell.current, payments: left }
}

/** From now on another program saves every payment just before each save of ours, so that none of them succeeds. */
export const overtake = (script: Script) => {
  const counted = { saves: 0 }
  script.beforeStore = (step) =>
    Effect.sync(() => {
      if (step !== "save") return
      counted.saves++
      changeRows(script, outrun)
    })
  return counted
}

/** Lets the reconciler work in the background until the test is over. */
export const reconcile = Effect.flatMap(Worker, ({ run }) => Effect.forkChild(run))
export const reconcileFor = (time: Duration.Input) => Effect.tap(reconcile, TestClock.adjust(time))

export const testPolicy: PolicyShape = policyWith(defaultPolicy, {
  merchant: { shops: { shop: { name: "Boutique", siteUrl: "https://shop.example" } } },
})

/** The policy that `scripted` makes of these overrides. */
export const policyOf = (overrides: PolicyInput): PolicyShape => policyWith(testPolicy, overrides)

/** No limit on how often the service is called, for tests that count other things. */
export const unlimited = { calls: { confirmRate: null, callbackConfirmRate: null, creationRate: null } }

export const payinKey = (id: string): PaymentKey => ({
  kind: "payin",
  project: ProjectId.make("shop"),
  id: PaymentId.make(id),
})
export const payoutKey = (id: string): PaymentKey => ({ ...payinKey(id), kind: "payout" })

export const fieldsOf = (error: object): object => Object.fromEntries(Object.entries(error))

export const recordOf = (key: PaymentKey) =>
  Effect.gen(function* () {
    return (yield* (yield* PaymentStore).find(key)) ?? (yield* new PaymentNotFound({ key }))
  })
/** An answer comes for an attempt, whatever happened to its payment meanwhile. */
export const answerComes = (key: PaymentKey, attempt: number, answer: CreationAnswer) =>
  Effect.gen(function* () {
    const writer = writerOn(yield* PaymentStore, yield* Policy)
    return (yield* writer.readAndApply(key, { _tag: "Answered", attempt, answer })).record
  })
export const stateOf = (key: PaymentKey) => Effect.map(recordOf(key), ({ payment }) => payment.state._tag)
/** What consumers have not heard of a payment: who, the numbers of the last heard and the newest event, refusals, and when it is due. */
export const waitingOf = (key: PaymentKey) =>
  Effect.gen(function* () {
    const waiting = yield* (yield* PaymentStore).deliveries({ key, limit: 100 })
    return waiting.map(({ consumer, delivered: received, newest, tries, dueAt }) => [
      consumer,
      received,
      newest,
      tries,
      dueAt,
    ])
  })
export const flagsOf = (key: PaymentKey) =>
  Effect.map(recordOf(key), ({ payment }) => openFlags(payment.flags).map(({ kind, subject }) => `${kind} ${subject}`))
export const tagsOf = (key: PaymentKey) =>
  Effect.map(
    Effect.flatMap(PaymentStore, (store) => store.history({ key, after: 0, limit: 1_000 })),
    (history) => history.map(({ event }) => event._tag),
  )

/** A push payin of 500 francs. */
export const pushPayin = (id: string, more: Partial<PayinInput> = {}): PayinInput => ({
  project: "shop",
  id,
  amount: 500,
  method: { type: "direct", mode: "ussd_push", phone: "22670000001" },
  description: "Two loaves",
  ...more,
})

/** A payin of 500 francs on the service's own page. */
export const hostedPayin = (id: string, more: Partial<PayinInput> = {}): PayinInput =>
  pushPayin(id, {
    method: { type: "hosted", returnUrl: "https://shop.example/thanks", cancelUrl: "https://shop.example/cart" },
    ...more,
  })

/** A payin of 500 francs from the service's wallet. */
export const walletPayin = (id: string, more: Partial<PayinInput> = {}): PayinInput =>
  pushPayin(id, { method: { type: "wallet", phone: "22670000001" }, ...more })

/** A direct payin of 500 francs in this mode. */
export const directPayin = (
  id: string,
  mode: Extract<PayinInput["method"], { type: "direct" }>["mode"],
  more: Partial<PayinInput> = {},
): PayinInput => pushPayin(id, { method: { type: "direct", mode, phone: "22670000001" }, ...more })

/** A mobile-money payout of 700 francs. */
export const payout = (id: string, more: Partial<PayoutInput> = {}): PayoutInput => ({
  project: "shop",
  id,
  amount: 700,
  method: { type: "mobile_money" },
  phone: "22670000002",
  description: "Salary",
  ...more,
})

export const completed = (amount: number, more: Partial<ConfirmRecord> = {}): ConfirmRecord => ({
  ...blankConfirmRecord,
  status: "completed",
  amount,
  operatorName: "ORANGE BURKINA",
  requestId: `request-${amount}`,
  ...more,
})

export const failed = (more: Partial<ConfirmRecord> = {}): ConfirmRecord => ({
  ...blankConfirmRecord,
  status: "not_completed",
  ...more,
})
