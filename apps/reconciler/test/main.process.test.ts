/** The app as it is started from the command line, against the service on a port. */
import { assert, describe, it } from "@effect/vitest"
import { Context, Effect, Option } from "effect"
import { Payins, PaymentId, type PaymentKind, ProjectId, Payouts, type StateTag } from "@cauri/core"
import { Phones, RequestLog } from "@cauri/simulator"
import { freePort, startApp, until } from "./app.ts"
import { newWorld, payin, payout, type StoreKind, type World } from "./world.ts"

const start = Effect.fnUntraced(function* (world: World, extra: Readonly<Record<string, string>> = {}) {
  const port = yield* freePort
  const app = yield* startApp({ ...world.environment, OPERATIONS_PORT: String(port), ...extra })
  return { ...app, port }
})

const create = Effect.fnUntraced(function* (
  world: World,
  kind: PaymentKind,
  id: string,
  phone: string,
  amount?: number,
) {
  yield* kind === "payin"
    ? Context.get(world.merchant, Payins).create(payin(id, phone, amount), { sendLater: true })
    : Context.get(world.merchant, Payouts).create(payout(id, phone, amount), { sendLater: true })
})

const stateOf = (world: World, kind: PaymentKind, id: string): Effect.Effect<StateTag> =>
  world.store
    .find({ kind, project: ProjectId.make("shop"), id: PaymentId.make(id) })
    .pipe(
      Effect.map(Option.match({ onNone: () => "Intended" as const, onSome: ({ payment }) => payment.state._tag })),
      Effect.orDie,
    )

const creationsOf = Effect.fnUntraced(function* (world: World, id: string) {
  const counts = yield* Context.get(world.simulator.services, RequestLog).countsOf(id)
  return counts.createDirectInvoice + counts.createDirectPayout
})

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]

describe.each(kinds)("the reconciler on %s", (kind) => {
  it.live(
    "sends a payin, finds its completion although every callback is lost, and tells the host (#121, #206, #209)",
    () =>
      Effect.gen(function* () {
        const world = yield* newWorld(kind)
        yield* start(world)
        yield* create(world, "payin", "order-1", "22660000001")
        yield* until(stateOf(world, "payin", "order-1"), (state) => state === "Pending")
        yield* Context.get(world.simulator.services, Phones).approve("22660000001")
        const heard = yield* until(world.host.heard, (told) => told.length > 0)
        assert.deepStrictEqual(
          heard.map(({ type }) => type),
          ["payin.completed"],
        )
        assert.strictEqual(yield* stateOf(world, "payin", "order-1"), "Completed")
        assert.strictEqual(yield* creationsOf(world, "order-1"), 1)
        assert.strictEqual(yield* world.host.forged, 0)
      }),
  )

  it.live("sends a payout, confirms it and tells the host (#126, #206)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld(kind)
      yield* start(world)
      yield* create(world, "payout", "wage-1", "22660000090")
      const heard = yield* until(world.host.heard, (told) => told.length > 0)
      assert.deepStrictEqual(
        heard.map(({ type }) => type),
        ["payout.completed"],
      )
      assert.strictEqual(yield* stateOf(world, "payout", "wage-1"), "Completed")
      assert.strictEqual(yield* creationsOf(world, "wage-1"), 1)
    }),
  )
})
