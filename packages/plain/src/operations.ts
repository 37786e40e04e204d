/** What every face does alike: reads payments as plain objects, and creates one until it is stored or answered. */
import { type CreatePayoutOptions, type NotNow, type PaymentKey, PaymentNotFound, PaymentStore } from "@cauri/core"
import { Deferred, type Duration, Effect, Fiber } from "effect"
import { errorFromCause } from "./failures.ts"
import type { ListInput } from "./inputs.ts"
import { invalidInput } from "./PaymentsError.ts"
import type { Page, Payin, PayinStatus, Payout, PayoutStatus } from "./plain.ts"
import { coreQuery, cursorOf } from "./readInputs.ts"
import type { showing } from "./toPlain.ts"

/** Stored payments as plain objects. */
export type Show = ReturnType<typeof showing>

/** Tells the payments of one kind from the others. */
export type Pick<Plain> = (shown: Payin | Payout) => Plain | null

export const pickPayin: Pick<Payin> = (shown) => (shown.kind === "payin" ? shown : null)

export const pickPayout: Pick<Payout> = (shown) => (shown.kind === "payout" ? shown : null)

/** Reads one payment. Fails where there is none. */
export const readingOf = <Plain>(show: Show, pick: Pick<Plain>) =>
  Effect.fnUntraced(function* (key: PaymentKey) {
    const found = yield* (yield* PaymentStore).find(key)
    const plain = found === null ? null : pick(yield* show.one(found))
    return plain ?? (yield* new PaymentNotFound({ key }))
  })

/** Reads one page of a list, and where the next one begins. Throws an error that names the field of a wrong query. */
export const pageOf = <Plain>(
  show: Show,
  kind: PaymentKey["kind"],
  pick: Pick<Plain>,
  query?: ListInput<PayinStatus | PayoutStatus>,
) => {
  const asked = coreQuery(kind, query)
  return Effect.gen(function* () {
    const records = yield* (yield* PaymentStore).list(asked)
    const last = records.length < asked.limit ? undefined : records.at(-1)?.payment
    const payments = (yield* show.all(records)).map(pick).filter((plain) => plain !== null)
    const page: Page<Plain> = { payments, next: last === undefined ? null : cursorOf(last.createdAt, last.key) }
    return page
  })
}

/** What a creation says of its payment: which one it is, and why it was not sent. */
export interface Created {
  readonly payment: { readonly key: PaymentKey }
  readonly notNow: NotNow | null
}

/** How it is sent: an omitted option is not the same as one that is undefined. */
export const sendingOf = ({ sendLater }: { readonly sendLater?: boolean }): { readonly sendLater?: boolean } =>
  sendLater === undefined ? {} : { sendLater }

/**
 * Creates a payment, and waits for what its caller wants to wait for: the answer, or until it is stored and `patience` is over. `counted`:
 * the rest is under way until it ends.
 */
export const creating = <E, R>(
  counted: <A, Failure, S>(effect: Effect.Effect<A, Failure, S>) => Effect.Effect<A, Failure, S>,
  {
    patience,
    waitFor = "answer",
    ...options
  }: {
    readonly sendLater?: boolean
    readonly waitFor?: "stored" | "answer"
    readonly patience?: Duration.Input
  },
  create: (options: CreatePayoutOptions) => Effect.Effect<Created, E, R>,
): Effect.Effect<Created, E, R> => {
  if (waitFor === "answer") return create(sendingOf(options))
  if (waitFor !== "stored") throw invalidInput("waitFor", "stored or answer")
  return Effect.gen(function* () {
    const stored = yield* Deferred.make<PaymentKey>()
    const onStored = (key: PaymentKey) => Deferred.succeed(stored, key)
    const going = yield* create({ ...sendingOf(options), onStored }).pipe(
      Effect.tapCause((cause) =>
        Effect.when(
          Effect.logError(
            `A stored payment could not be sent now; the worker sends it. ${errorFromCause(cause, true).message}`,
          ),
          Deferred.isDone(stored),
        ),
      ),
      counted,
      Effect.forkDetach,
    )
    const seen = Effect.map(Deferred.await(stored), (key) => ({ payment: { key }, notNow: null }))
    const waiting = patience === undefined ? seen : Effect.delay(seen, patience)
    return yield* Effect.raceFirst(waiting, Fiber.join(going))
  })
}
