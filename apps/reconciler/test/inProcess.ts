/**
 * The app's services in the test's own process, on virtual time: core on its memory store, and a gateway that answers as the test says.
 */
import { Effect, Layer, Logger } from "effect"
import {
  type Consumer,
  layerCauri,
  memoryStore,
  Consumers,
  type PaymentStore,
  Policy,
  type PolicyInput,
} from "@cauri/core"
import {
  blankConfirmRecord,
  CallbackAddress,
  CreationAnswer,
  Credentials,
  type SharedState,
  Gateway,
  type StorePorts,
} from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { layerActivity } from "@cauri/core/adapter"

export type Answers = Partial<Gateway["Service"]>

let tokens = 0

export const takesPayouts = {
  create: () =>
    Effect.sync(() => {
      tokens += 1
      return CreationAnswer.cases.accepted.make({ token: CreationToken.make(`token-${tokens}`), url: null })
    }),
  confirm: () => Effect.succeed(blankConfirmRecord),
} satisfies Answers

/** What stands around core in a test. */
const surroundings = Layer.mergeAll(
  Layer.succeed(Credentials, {
    generation: () => Effect.succeed("one"),
  }),
  Layer.mock(CallbackAddress)({
    base: "https://callbacks.shop.example",
    make: ({ attempt, key }) => Effect.succeed(`https://callbacks.shop.example/${key.id}/${attempt}`),
  }),
)

/** Every service of the app on these stores, with what tells the host. */
export const layerWith = <S, E, OE>(
  stores: Layer.Layer<PaymentStore | SharedState | S, E>,
  outcomes: Layer.Layer<never, OE, S>,
  gateway: Answers = takesPayouts,
  policy: PolicyInput = {},
) =>
  layerCauri.pipe(
    Layer.provideMerge(layerActivity),
    Layer.provideMerge(outcomes),
    Layer.provideMerge(stores),
    Layer.provide(Layer.mock(Gateway)(gateway)),
    Layer.provide(surroundings),
    Layer.provideMerge(Policy.layer(policy)),
  )

/** Every service of the app on these stores. Nobody is told anything unless the test names consumers. */
export const layerOn = <E>(
  stores: Layer.Layer<StorePorts, E>,
  gateway?: Answers,
  policy?: PolicyInput,
  consumers: ReadonlyArray<Consumer> = [],
) => layerWith(stores, Layer.succeed(Consumers, consumers), gateway, policy)

/** Every service of the app on the memory store, and no logs. */
export const layerInProcess = (gateway?: Answers, policy?: PolicyInput, consumers?: ReadonlyArray<Consumer>) =>
  Layer.provideMerge(layerOn(memoryStore, gateway, policy, consumers), Logger.layer([]))
