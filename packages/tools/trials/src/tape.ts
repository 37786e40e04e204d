/**
 * The ports of core, recorded. A program is run from its start over a tape: calls that the tape knows are answered from it, with the clock
 * as it was then, and the first call that it does not know stops the program and is handed out. So a running use case is plain data, its
 * name and the answers to its calls, and can be cut at any call, copied, and resumed.
 *
 * Nothing is performed here: a replay touches neither the store nor the service.
 */
import { type Clock, Effect, type Exit, Redacted } from "effect"
import {
  type DeliveredEvent,
  type Consumer,
  keyText,
  type PaymentKey,
  PaymentStore,
  type StoreError,
} from "@cauri/core"
import {
  CallbackAddress,
  type CreationAnswer,
  type CreationCall,
  SharedState,
  Credentials,
  Gateway,
} from "@cauri/core/adapter"
import { railOf } from "@cauri/core/model"
import type { Creation } from "./service.ts"

/** The name of the one consumer of these worlds. */
export const hostName = "host"

/** The code that the service takes; any other is wrong. */
export const rightCode = "code-4711"

/** A call of a port that waits for the world to answer it. */
export type Call =
  | {
      readonly _tag: "Store"
      readonly method: keyof PaymentStore["Service"] | keyof SharedState["Service"]
      /** The payment that is inserted or claimed, and the attempt that the claim would make. */
      readonly subject: string | null
      readonly claims: number | null
      readonly perform: (
        store: PaymentStore["Service"],
        shared: SharedState["Service"],
      ) => Effect.Effect<unknown, StoreError>
    }
  | { readonly _tag: "Create"; readonly creation: Creation }
  /** Without a token it is asked by our id. */
  | { readonly _tag: "Confirm"; readonly key: PaymentKey; readonly attempt: number; readonly token: string | null }
  | { readonly _tag: "Hear"; readonly deliverable: DeliveredEvent }
  | { readonly _tag: "Turn" }

/** What a call was answered, and when. */
export interface Answer {
  readonly at: number
  readonly exit: Exit.Exit<unknown, unknown>
}

export interface Tape {
  answers: ReadonlyArray<Answer>
  position: number
  now: number
  /** The call that the tape had no answer for. */
  waiting: Call | null
}

/** A tape without anything on it. */
export const blankTape = (): Tape => ({ answers: [], position: 0, now: 0, waiting: null })

/** Answers from the tape, or stops the program for good. */
const ask = <A, E>(tape: Tape, call: () => Call): Effect.Effect<A, E> =>
  Effect.suspend((): Effect.Effect<A, E> => {
    const known = tape.answers[tape.position]
    if (known === undefined) {
      // Of concurrent calls the first one is answered first.
      tape.waiting ??= call()
      return Effect.never
    }
    tape.position++
    tape.now = known.at
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what was recorded for a call is what that call gives
    return known.exit as Exit.Exit<A, E>
  })

const unused = Effect.die(new Error("No program of these worlds calls this."))

export const tapedStore = (tape: Tape): PaymentStore["Service"] => {
  const step = <A>(
    method: keyof PaymentStore["Service"],
    perform: (store: PaymentStore["Service"]) => Effect.Effect<A, StoreError>,
    { subject = null, claims = null }: { readonly subject?: string | null; readonly claims?: number | null } = {},
  ): Effect.Effect<A, StoreError> => ask(tape, () => ({ _tag: "Store", method, subject, claims, perform }))
  return PaymentStore.of({
    clock: Effect.sync(() => tape.now),
    now: Effect.sync(() => tape.now),
    insert: (change, tracking) =>
      step("insert", (store) => store.insert(change, tracking), { subject: keyText(change.payment.key) }),
    find: (key) => step("find", (store) => store.find(key)),
    save: (change, tracking, terms) => step("save", (store) => store.save(change, tracking, terms)),
    claim: (change, tracking, terms) =>
      step("claim", (store) => store.claim(change, tracking, terms), {
        subject: keyText(change.payment.key),
        claims: change.payment.attempts.length,
      }),
    takeDue: (...given) => step("takeDue", (store) => store.takeDue(...given)),
    noteCallback: (note) => step("noteCallback", (store) => store.noteCallback(note)),
    // The host is subscribed from the beginning of its world, and services that all programs share remember it: no step.
    subscribe: () => Effect.succeed(true),
    unsubscribe: () => unused,
    takeDeliveries: (...given) => step("takeDeliveries", (store) => store.takeDeliveries(...given)),
    markDelivered: (lease, event) => step("markDelivered", (store) => store.markDelivered(lease, event)),
    retryDelivery: (lease, retryAt) => step("retryDelivery", (store) => store.retryDelivery(lease, retryAt)),
    deliveries: () => unused,
    page: (query) => step("page", (store) => store.page(query)),
    list: (query) => step("list", (store) => store.list(query)),
    history: (query) => step("history", (store) => store.history(query)),
  })
}

/** The service over a tape. `looksUp`: it can be asked by our id. */
export const tapedGateway = (tape: Tape, looksUp = false): Gateway["Service"] => {
  const create =
    (asksForCode: boolean) =>
    ({ payment, attempt, otp, notAfter }: CreationCall): Effect.Effect<CreationAnswer> =>
      ask(tape, () => {
        const { amount } = payment.content
        const rail = railOf(payment.content)
        const payable = otp === null ? !asksForCode : Redacted.value(otp) === rightCode
        const onlySendsCode = asksForCode && rail === "wallet"
        return {
          _tag: "Create",
          creation: { rail, onlySendsCode, payment: keyText(payment.key), attempt, amount, payable, notAfter },
        }
      })
  return Gateway.of({
    create: create(false),
    requestCode: create(true),
    confirm: ({ attempt, payment: { key }, token }) => ask(tape, () => ({ _tag: "Confirm", key, attempt, token })),
    lookUp: looksUp
      ? ({ attempt, payment: { key } }) => ask(tape, () => ({ _tag: "Confirm", key, attempt, token: null }))
      : undefined,
  })
}

export const tapedConsumer = (tape: Tape): Consumer => ({
  name: hostName,
  receive: (deliverable) => ask(tape, () => ({ _tag: "Hear", deliverable })),
})

/**
 * The clock of a program: the time at which its newest call was answered. A sleeper is never woken, so no time-out of a program ever fires:
 * a worker may outlive its lease, which is the worse case, and one that is cut off in time is one that crashes.
 */
export const tapedClock = (tape: Tape): Clock.Clock => ({
  currentTimeMillisUnsafe: () => tape.now,
  currentTimeMillis: Effect.sync(() => tape.now),
  currentTimeNanosUnsafe: () => BigInt(tape.now) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(tape.now) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(tape.now) * 1_000_000n,
  monotonicTimeNanos: Effect.sync(() => BigInt(tape.now) * 1_000_000n),
  sleep: () => Effect.never,
})

/** The shared state over a tape. Where nothing sets a pause, only the tokens of a rate are steps. */
export const tapedShared = (tape: Tape, hasPauses: boolean): SharedState["Service"] => {
  const step = <A>(
    method: keyof SharedState["Service"],
    perform: (shared: SharedState["Service"]) => Effect.Effect<A, StoreError>,
  ): Effect.Effect<A, StoreError> => {
    const call = { _tag: "Store", method, subject: null, claims: null } as const
    return ask(tape, () => ({ ...call, perform: (_store, shared) => perform(shared) }))
  }
  return SharedState.of({
    pause: (pause) => step("pause", (shared) => shared.pause(pause)),
    resume: (scope, seen) => step("resume", (shared) => shared.resume(scope, seen)),
    pauses: () => (hasPauses ? step("pauses", (shared) => shared.pauses()) : Effect.succeed([])),
    beat: () => unused,
    heartbeats: () => unused,
    takeRateToken: () => ask(tape, () => ({ _tag: "Turn" })),
    identity: () => unused,
    acceptRestored: () => unused,
  })
}

/** Addresses without a signature: in these worlds only bodies are forged, never addresses. */
export const quietAddress: CallbackAddress["Service"] = CallbackAddress.of({
  base: "https://shop.example",
  make: ({ key, attempt }) => Effect.succeed(`https://shop.example/callbacks/${keyText(key)}#${attempt}`),
})

/** Credentials that never change. */
export const quietCredentials: Credentials["Service"] = Credentials.of({
  generation: () => Effect.succeed("one"),
})
