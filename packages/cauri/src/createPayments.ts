/**
 * Opens payments: chooses the layers, builds them once, and puts promises in front of them. It returns a promise, because a wrong key,
 * setting or store must show when the program starts, and not to its first customer.
 */
import { answers, CallbackReceiver, layerCallbackAddressUsingMac, toNodeListener, toWebHandler } from "@cauri/callbacks"
import { layerCauri, Consumers, PaymentStore, Policy } from "@cauri/core"
import { consumerIsAlive, layerActivity, WakeSignal } from "@cauri/core/adapter"
import { isCountry } from "@cauri/phone"
import { Context, Effect, Layer, ManagedRuntime, Redacted } from "effect"
import {
  type CallbackKey,
  type CallbackOptions,
  gatewayParts,
  type Host,
  HostSide,
  markOf,
  storeParts,
} from "./choices/choices.ts"
import { reviewOf } from "./payments/review.ts"
import { makeConsumers } from "./events/events.ts"
import type { Facade, Services } from "./payments/facade.ts"
import {
  type CallOptions,
  closedError,
  errorFrom,
  type Fields,
  idExpected,
  invalidInput,
  isProject,
  keyOf,
  onlyFields,
  shopFields,
  showing,
} from "@cauri/plain"
import { hostingOf } from "./hosting/hosting.ts"
import { keepInside } from "./inside.ts"
import { layerLog } from "./choices/log.ts"
import type { PaymentsOptions } from "./choices/options.ts"
import { layerDigest, layerMac } from "./choices/layerCrypto.ts"
import { layerMarked } from "./choices/marked.ts"
import { layerOpened } from "./choices/opening.ts"
import type { Payments } from "./payments/Payments.ts"
import { payinsOf } from "./payments/payins.ts"
import { payoutsOf } from "./payments/payouts.ts"
import { policyOf } from "./choices/policy.ts"
import { layerAlone } from "./choices/Surroundings.ts"
import { makeRunner, type Runner } from "./payments/running.ts"
import { layerTelemetry } from "./choices/telemetry.ts"
import { workerOf } from "./hosting/worker.ts"

const optionFields: Fields<PaymentsOptions<Host>> = {
  gateway: true,
  store: true,
  markFile: true,
  callbacks: true,
  project: true,
  country: true,
  shop: true,
  policy: true,
  logger: true,
  telemetry: true,
  onFailure: true,
}
const keyFields: Fields<CallbackKey> = { id: true, secret: true }
const callbackFields: Fields<CallbackOptions> = { base: true, key: true, olderKeys: true }

/** Refuses unknown options. */
const checkOptions = (options: PaymentsOptions<Host>): void => {
  const { callbacks, country, project, shop } = options
  onlyFields(options, optionFields)
  if (country !== undefined && !isCountry(country)) throw invalidInput("country", 'a two-letter code such as "BF"')
  if (project !== undefined && !isProject(project)) throw invalidInput("project", idExpected)
  onlyFields(callbacks, callbackFields, "callbacks.")
  for (const key of [callbacks?.key, callbacks?.olderKeys].flat()) onlyFields(key, keyFields, "callbacks.key.")
  onlyFields(shop, shopFields, "shop.")
}

const coreKey = ({ id, secret }: CallbackKey) => ({ id, secret: Redacted.make(secret) })

const isKey = (key: unknown): boolean =>
  typeof key === "object" && key !== null && "id" in key && "secret" in key && typeof key.secret === "string"

const addressOf = (callbacks: CallbackOptions | undefined) => {
  if (callbacks === undefined || typeof callbacks.base !== "string") {
    throw invalidInput("callbacks", "{ base, key: { id, secret } }, with the public address of this program")
  }
  const { base, key, olderKeys = [] } = callbacks
  if (![key, ...olderKeys].every(isKey)) throw invalidInput("callbacks.key", "{ id, secret }")
  const keys = { base, signing: coreKey(key), verifying: olderKeys.map(coreKey) }
  return Layer.provide(layerCallbackAddressUsingMac(keys), layerMac)
}

/** The layers of these options, and the consumers to fill. */
const layersOf = <H extends Host>(options: PaymentsOptions<H>) => {
  const gateway = gatewayParts(options.gateway)
  const merchant = options.policy?.merchant
  const project = options.project ?? merchant?.project ?? gateway.project ?? null
  const shops =
    options.shop === undefined || project === null ? merchant?.shops : { ...merchant?.shops, [project]: options.shop }
  const consumers = makeConsumers()
  const surroundings = Layer.mergeAll(
    Layer.succeed(Policy, policyOf({ ...options.policy, merchant: { ...merchant, project, shops } })),
    Layer.succeed(Consumers, consumers.consumers),
    layerLog(options.logger),
    layerTelemetry(options.telemetry),
    gateway.surroundings ?? Layer.empty,
  )
  const layer = CallbackReceiver.layerUsingDigest().pipe(
    Layer.provide(layerDigest),
    Layer.provideMerge(layerCauri),
    Layer.provideMerge(layerActivity),
    Layer.provideMerge(layerMarked(options.markFile, markOf(options.store))),
    Layer.provideMerge(layerOpened(gateway.needsDurable ?? false, project)),
    Layer.provideMerge(layerAlone),
    Layer.provideMerge(storeParts(options.store)),
    Layer.provideMerge(gateway.layer),
    Layer.provideMerge(addressOf(options.callbacks ?? gateway.callbacks)),
    Layer.provideMerge(surroundings),
  )
  return { consumers, gateway, layer, project }
}

/** Receives callbacks until the payments are closed; `close` waits for those under way. */
const guarded = (receiver: CallbackReceiver["Service"], { counted, isClosed }: Runner<Services>) =>
  CallbackReceiver.of({
    answer: (request) =>
      Effect.suspend(() => (isClosed() ? Effect.succeed("Unavailable" as const) : counted(receiver.answer(request)))),
    take: (request, tell) =>
      Effect.suspend(() =>
        isClosed() ? Effect.sync(() => tell("Unavailable")) : counted(receiver.take(request, tell)),
      ),
    receive: (request) =>
      Effect.suspend(() => (isClosed() ? Effect.succeed(answers.Unavailable) : counted(receiver.receive(request)))),
  })

/** Builds the services. Awaited all the way, so that an error has the caller's stack frames. */
const opened = async (runtime: ManagedRuntime.ManagedRuntime<Services, unknown>) => {
  try {
    return await runtime.context()
  } catch (failure) {
    await runtime.dispose()
    throw errorFrom(failure, false)
  }
}

/**
 * Opens payments. Fails with a `PaymentsError` when something is wrong with the options, the keys or the store.
 *
 * ```ts
 * const shop = { name: "Boutique", siteUrl: "https://shop.example" }
 * await using payments = await createPayments({ gateway: simulated(), store: memory(), shop })
 * await payments.payins.create(payin).then(({ status }) => status) // => "pending"
 * ```
 */
export const createPayments = async <H extends Host>(options: PaymentsOptions<H>): Promise<Payments<H>> => {
  if (typeof options !== "object" || options === null) throw invalidInput("options", "an object with gateway and store")
  checkOptions(options)
  const { country = null } = options
  const { consumers, gateway, layer, project } = layersOf(options)
  const runtime: ManagedRuntime.ManagedRuntime<Services, unknown> = ManagedRuntime.make(layer)
  const context = await opened(runtime)
  const runner = makeRunner(runtime)
  const wakeSignal = Context.get(context, WakeSignal)
  const store = Context.get(context, PaymentStore)
  const wakeWorker = () => void runtime.runFork(wakeSignal.signal)
  const hosting = hostingOf(Context.get(context, HostSide), runner, consumers, wakeWorker)
  const worker = workerOf(runtime, options.onFailure)
  const facade: Facade = {
    runner,
    country,
    show: showing(Context.get(context, Policy)),
    keys: (kind, ref) => keyOf(kind, ref, project),
    prepare: hosting.prepare,
  }

  const receiver = guarded(Context.get(context, CallbackReceiver), runner)
  const handlers = Effect.all([toWebHandler, toNodeListener], { concurrency: 1 })
  const [callbackHandler, nodeCallbackHandler] = await runtime.runPromise(
    Effect.provideService(handlers, CallbackReceiver, receiver),
  )
  gateway.deliverTo?.(callbackHandler)

  const end = async () => {
    await Promise.all([runner.drain(), worker.stop()])
    await runtime.dispose()
  }
  let ending: Promise<void> | null = null
  const close = () => (ending ??= end())
  const work = () => {
    consumers.seal()
    return worker
  }

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only the store knows what its transactions are, and its types say so
  const payments = {
    payins: payinsOf(facade),
    payouts: payoutsOf(facade),
    review: reviewOf(facade),
    on: consumers.on,
    onWithin: hosting.onWithin,
    insertWithin: hosting.insertWithin,
    start: () => {
      if (runner.isClosed()) throw closedError()
      work().start()
    },
    runOnce: (asked) => runner.run(work().once, asked),
    forget: async (name: string, asked?: CallOptions) => {
      const isRegistered = consumers.consumers.some((consumer) => consumer.name === name)
      if (typeof name !== "string" || isRegistered)
        throw invalidInput("name", "that of a handler which is not registered any more")
      if (await runner.run(consumerIsAlive(name)))
        throw invalidInput(
          "name",
          `that of a handler which no program has: "${name}" gave a sign of life within the last minute`,
        )
      return runner.run(store.unsubscribe(name), asked)
    },
    callbackHandler,
    nodeCallbackHandler,
    close,
    [Symbol.asyncDispose]: close,
  } as Payments<H>
  return keepInside(payments, { context, runner })
}
