/** A program with Effect on core itself, as the site shows it: a file, and the gateway over a real socket. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { ConfigProvider, Deferred, Effect, Layer, Logger } from "effect"
import { type DeliveredEvent, PaymentId, type PlainConsumer, Policy, ProjectId } from "@cauri/core"
import { Backstage, defaultProject, serve } from "@cauri/simulator"
import { fulfilment, ownApp, sell } from "./ownApp.ts"

/** The worker asks at once and again after a moment, because the service hurries as well. */
const hurried = Policy.layer({
  confirms: { spacing: 5 },
  schedules: { ussd_push: { first: 5, next: [5, 5, 5] } },
})

const newFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-own-app-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

const completed = {
  _tag: "completed",
  detail: { amountPaid: 500, late: false, operator: "", decidedBy: null },
} as const
const notCompleted = { _tag: "not_completed", detail: { detail: "", decidedBy: null } } as const

const about = (kind: "payin" | "payout", said: typeof completed | typeof notCompleted): DeliveredEvent => ({
  ...said,
  id: `${kind} shop/order-17#5`,
  key: { kind, project: ProjectId.make("shop"), id: PaymentId.make("order-17") },
  seq: 5,
  at: 0,
  state: said._tag,
  amount: 500,
  rail: "ussd_push",
  orderRef: null,
})

/** Looks at no kind. */
const careless = (fulfil: (order: string) => Effect.Effect<void>): PlainConsumer => ({
  name: "fulfilment",
  receive: ({ _tag, key: { id } }) => (_tag === "completed" ? fulfil(id) : Effect.void),
})

/** The orders that this consumer fulfils when a payin and a payout of one id complete, and a payin that was not paid ends. */
const fulfilledBy = (made: (fulfil: (order: string) => Effect.Effect<void>) => PlainConsumer) =>
  Effect.gen(function* () {
    const orders: Array<string> = []
    const { receive } = made((order) => Effect.sync(() => void orders.push(order)))
    yield* receive(about("payout", completed))
    yield* receive(about("payin", notCompleted))
    yield* receive(about("payin", completed))
    return orders
  })

describe("an app on core itself", () => {
  it.effect("fulfils payins alone: a consumer that looks at no kind delivers an order for a payout", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* fulfilledBy(fulfilment), ["order-17"])
      assert.deepStrictEqual(yield* fulfilledBy(careless), ["order-17", "order-17"])
    }),
  )

  it.live("sells over the gateway, keeps its payments in a file, and fulfils the order", () =>
    Effect.gen(function* () {
      const service = yield* serve({ timeFactor: 1_000, projects: [defaultProject] })
      const fulfilled = yield* Deferred.make<string>()
      const settings = ConfigProvider.fromUnknown({
        PAYMENTS_FILE: join(yield* newFolder, "payments.db"),
        SERVICE_URL: service.url,
        CAURI_API_KEY: defaultProject.apiKey,
        CAURI_API_TOKEN: defaultProject.apiToken,
        CALLBACK_BASE: "https://shop.example",
        SIGNING_SECRET: "a-secret-for-tests-0123456789abcdef",
      })
      const app = ownApp((order) => Effect.asVoid(Deferred.succeed(fulfilled, order)))
      const surroundings = Layer.mergeAll(hurried, Logger.layer([]), ConfigProvider.layer(settings))
      yield* Effect.forkScoped(Effect.provide(sell, Layer.provideMerge(app, surroundings)))
      assert.strictEqual(yield* Deferred.await(fulfilled), "order-17")
      const { balances } = yield* Effect.flatMap(Backstage, ({ ledger }) => ledger).pipe(
        Effect.provideContext(service.services),
      )
      assert.isTrue(Object.values(balances).some((balance) => balance !== 0))
    }).pipe(Effect.scoped),
  )
})
