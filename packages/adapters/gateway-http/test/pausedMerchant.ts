/** A program that makes twelve payouts at once and prints what it heard. It is started with the address of a service. */
import { Effect, Layer, Result } from "effect"
import { Policy } from "@cauri/core"
import { Gateway, makePolicy } from "@cauri/core/adapter"
import { layerCredentials } from "../src/credentials.ts"
import { layer } from "../src/nodeGateway.ts"
import { callOf, pair, payout } from "./calls.ts"

const https = layer({ baseUrl: process.argv[2] ?? "" })

const program = Effect.gen(function* () {
  const gateway = yield* Gateway
  const salary = yield* callOf(payout({ type: "mobile_money" }))
  return yield* Effect.forEach(Array.from({ length: 12 }), () => gateway.create(salary), {
    concurrency: "unbounded",
  })
})

const answers = await Effect.runPromise(
  program.pipe(
    Effect.provide(https.pipe(Layer.provide(layerCredentials({ shop: pair })))),
    Effect.provideService(Policy, Result.getOrThrow(makePolicy({ calls: { creationTimeout: 4_000 } }))),
  ),
)
process.stdout.write(answers.map((answer) => (answer._tag === "accepted" ? answer.token : answer._tag)).join("\n"))
