import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { Context, Effect, Layer, Logger } from "effect"
import { TestClock } from "effect/testing"
import { Consumers, Payins, Payouts, Worker } from "@cauri/core"
import { blankConfirmRecord, type ConfirmCall, CreationAnswer, type CreationCall } from "@cauri/core/adapter"
import { CreationToken } from "@cauri/core/model"
import { temporaryFolder } from "@cauri/programs"
import * as Sqlite from "@cauri/store-sqlite"
import { layerWith, takesPayouts } from "./inProcess.ts"
import { layerOutcomes } from "./ownOutcomes.ts"
import { payout, pushed } from "./payments.ts"

const completed = () => Effect.succeed({ ...blankConfirmRecord, status: "completed" as const })
const accepted = () =>
  Effect.succeed(CreationAnswer.cases.accepted.make({ token: CreationToken.make("token-of-a-payin"), url: null }))

describe("a host with a consumer of its own", () => {
  it.effect("hears in the transaction that marks the event, in place of the consumers of the configuration", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const store = Sqlite.layer({ file: join(folder, "payments.db") })
      const gateway = {
        create: (call: CreationCall) => (call.payment._tag === "Payin" ? accepted() : takesPayouts.create()),
        confirm: ({ payment }: ConfirmCall) =>
          Effect.map(completed(), (record) =>
            payment._tag === "Payin" ? { ...record, amount: 5_000, requestId: "P1" } : record,
          ),
      }
      const services = yield* Layer.build(layerWith(store, layerOutcomes, gateway))
      const { client } = Context.get(services, Sqlite.SqliteStore)
      client.exec(
        "CREATE TABLE orders (id TEXT, paid INTEGER); INSERT INTO orders VALUES ('order-1', 0), ('wage-1', 0)",
      )
      assert.deepStrictEqual(
        Context.get(services, Consumers).map(({ name }) => name),
        ["orders"],
      )
      yield* Context.get(services, Payouts).create(payout("wage-1", "22660000001"))
      yield* Context.get(services, Payins).create(pushed("order-1", "22660000001"))
      yield* TestClock.adjust("1 minute")
      const { runOnce: sweep } = Context.get(services, Worker)
      for (let turn = 0; turn < 3; turn++) yield* sweep
      assert.deepStrictEqual(client.prepare("SELECT * FROM orders").all(), [
        { id: "order-1", paid: 1 },
        { id: "wage-1", paid: 0 },
      ])
    }).pipe(Effect.provide(Logger.layer([]))),
  )
})
