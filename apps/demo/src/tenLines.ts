import { Payouts } from "@cauri/core"
import { noAnswer } from "@cauri/core/adapter"
import { Effect } from "effect"
import { newScript } from "./scriptedGateway.ts"
import { layerStage } from "./stage.ts"

const script = { ...newScript(), answers: [noAnswer("timed_out")] } // the service takes it, and its answer is lost
const salary = { project: "shop", id: "salary-17", amount: 25_000, phone: "22670000002", description: "June" }

/** Asks twice for one payout whose answer was lost: it is in doubt, and it was sent once. */
export const program = Effect.gen(function* () {
  const payouts = yield* Payouts
  const { payment: first } = yield* payouts.create({ ...salary, method: { type: "mobile_money" } })
  // The same id: nothing is sent.
  const { payment: again } = yield* payouts.create({ ...salary, method: { type: "mobile_money" } })
  return `${first.state._tag}, ${again.state._tag}, ${script.creations} call`
}).pipe(Effect.provide(layerStage(script)))
