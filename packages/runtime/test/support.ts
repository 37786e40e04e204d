/** What the tests share: a folder, ports of core that answer as a test says, and a payout to ask for. */
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Metric, Redacted, type Scope } from "effect"
import { type Consumer, layerCauri, Consumers, type PayinInput, type PaymentStore, type PayoutInput } from "@cauri/core"
import {
  blankConfirmRecord,
  CallbackAddress,
  CreationAnswer,
  Credentials,
  type SharedState,
  Gateway,
} from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { opener } from "@cauri/store-sqlite"
import type { StoreSettings } from "../src/commonSettings.ts"

export const newFolder: Effect.Effect<string, never, Scope.Scope> = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-runtime-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

export const settingsFor = (file: string, change: Partial<StoreSettings> = {}): StoreSettings => ({
  address: Redacted.make(`sqlite:${file}`),
  opener,
  create: "if-missing",
  expected: null,
  variables: {},
  markFile: null,
  ...change,
})

/** A server of the loopback, with its port. */
export const listening = (listener: RequestListener): Effect.Effect<number, never, Scope.Scope> =>
  Effect.suspend(() => {
    const server = createServer(listener)
    return Effect.acquireRelease(
      Effect.callback<number>((resume) => {
        server.listen(0, "127.0.0.1", () => {
          const address = server.address()
          resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : 0))
        })
      }),
      () =>
        Effect.callback<void>((resume) => {
          server.close(() => resume(Effect.void))
          server.closeAllConnections()
        }),
    )
  })

export type Answers = Partial<Gateway["Service"]>

export const takesPayouts = {
  create: ({ payment: { key } }) =>
    Effect.succeed(CreationAnswer.cases.accepted.make({ token: CreationToken.make(`token-${key.id}`), url: null })),
  confirm: () => Effect.succeed(blankConfirmRecord),
} satisfies Answers

const surroundings = Layer.mergeAll(
  Layer.succeed(Credentials, {
    generation: () => Effect.succeed("one"),
  }),
  Layer.mock(CallbackAddress)({
    base: "https://callbacks.shop.example",
    make: ({ attempt, key }) => Effect.succeed(`https://callbacks.shop.example/${key.id}/${attempt}`),
  }),
)

/** Core on these stores. Nobody is told anything unless the test names consumers. */
export const layerOn = <S, E>(
  stores: Layer.Layer<PaymentStore | SharedState | S, E>,
  gateway: Answers = takesPayouts,
  consumers: ReadonlyArray<Consumer> = [],
) =>
  layerCauri.pipe(
    Layer.provideMerge(stores),
    Layer.provide(Layer.mock(Gateway)(gateway)),
    Layer.provide(surroundings),
    Layer.provide(Layer.succeed(Consumers, consumers)),
  )

export const payout = (id: string, phone: string): PayoutInput => ({
  project: "shop",
  id,
  amount: 7_000,
  method: { type: "mobile_money" },
  phone,
  description: `Payout ${id}`,
})

/** A payin of the test shop whose customer confirms on a screen that the operator pushes. */
export const pushed = (id: string, customer: string): PayinInput => ({
  project: "shop",
  id,
  amount: 5_000,
  method: { type: "direct", mode: "ussd_push", phone: customer },
  description: `Order ${id}`,
  shop: { name: "Shop", siteUrl: "https://shop.example" },
})

/** Metrics that belong to one test alone. */
export const ownMetrics = Effect.provideServiceEffect(
  Metric.MetricRegistry,
  Effect.sync(() => new Map()),
)

/** What a browser has, until the scope ends. */
export const inBrowser = Effect.acquireRelease(
  Effect.sync(() => Object.assign(globalThis, { window: {} })),
  () => Effect.sync(() => Reflect.deleteProperty(globalThis, "window")),
)
