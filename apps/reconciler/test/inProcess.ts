/**
 * The app's services in the test's own process, on virtual time: core on its memory store, a gateway that answers as the test says, and
 * a store's side that counts what the memory holds.
 */
import { Effect, Layer, Logger, Redacted, Stream } from "effect"
import {
  blankRecord,
  CallbackAddress,
  type Consumer,
  CreationAnswer,
  CreationToken,
  Credentials,
  type DeskStore,
  defaultPolicy,
  Gateway,
  layerCauri,
  memoryStore,
  Outcomes,
  PaymentStore,
  Policy,
  type PolicyShape,
} from "@cauri/core"
import { StoreSide } from "@cauri/runtime"
import { layerActivity } from "../src/activity.ts"

/** The gateway's service. */
export type Answers = Partial<Gateway["Service"]>

let tokens = 0

/** Takes every payout, and says that each is pending. */
export const takesPayouts: Answers = {
  createMobileMoneyPayout: () =>
    Effect.sync(() => {
      tokens += 1
      return CreationAnswer.cases.Accepted.make({ token: CreationToken.make(`token-${tokens}`), url: null })
    }),
  confirmPayout: () => Effect.succeed(blankRecord),
}

/** Counts as the real sides do, by looking at every payment. */
export const memorySide = Layer.effect(
  StoreSide,
  Effect.gen(function* () {
    const store = yield* PaymentStore
    return StoreSide.of({
      standing: Effect.fnUntraced(function* (now) {
        const records = yield* store.list({ limit: 1_000_000 })
        const due = records.flatMap(({ lease, watch: { actAt, announceAt } }) => {
          const dueAt = Math.min(actAt ?? Infinity, announceAt ?? Infinity)
          return dueAt <= now && lease.until <= now ? [dueAt] : []
        })
        const count = (state: string) => records.filter(({ payment }) => payment.state._tag === state).length
        return {
          due: due.length,
          oldestDueAt: due.length === 0 ? null : due.reduce((one, other) => Math.min(one, other)),
          inDoubt: count("InDoubt"),
          held: count("Held"),
          flagged: records.filter(({ payment }) => payment.flags.some(({ closed }) => closed === null)).length,
        }
      }),
      changes: Stream.never,
      failed: Effect.never,
    })
  }),
)

/** What stands around core in a test. */
const surroundings = Layer.mergeAll(
  Layer.succeed(Credentials, {
    of: () => Effect.succeed({ apiKey: Redacted.make("key"), apiToken: Redacted.make("token") }),
    generation: () => Effect.succeed("one"),
  }),
  Layer.mock(CallbackAddress)({
    base: "https://callbacks.shop.example",
    make: ({ attempt, key }) => Effect.succeed(`https://callbacks.shop.example/${key.id}/${attempt}`),
  }),
)

/** Every service of the app on these stores, with what tells the host. */
export const layerWith = <S, E, OE>(
  stores: Layer.Layer<PaymentStore | DeskStore | S, E>,
  outcomes: Layer.Layer<never, OE, S>,
  gateway: Answers = takesPayouts,
  policy: Partial<PolicyShape> = {},
) =>
  layerCauri.pipe(
    Layer.provideMerge(layerActivity),
    Layer.provideMerge(outcomes),
    Layer.provideMerge(stores),
    Layer.provide(Layer.mock(Gateway)(gateway)),
    Layer.provide(surroundings),
    Layer.provideMerge(Layer.succeed(Policy, { ...defaultPolicy, ...policy })),
  )

/** Every service of the app on these stores. Nobody is told anything unless the test names consumers. */
export const layerOn = <E>(
  stores: Layer.Layer<PaymentStore | DeskStore | StoreSide, E>,
  gateway?: Answers,
  policy?: Partial<PolicyShape>,
  consumers: ReadonlyArray<Consumer> = [],
) => layerWith(stores, Layer.succeed(Outcomes, consumers), gateway, policy)

/** The memory store with its side. */
const memoryStores = Layer.provideMerge(memorySide, memoryStore)

/** Every service of the app on the memory store, and no logs. */
export const layerInProcess = (gateway?: Answers, policy?: Partial<PolicyShape>, consumers?: ReadonlyArray<Consumer>) =>
  Layer.provideMerge(layerOn(memoryStores, gateway, policy, consumers), Logger.layer([]))
