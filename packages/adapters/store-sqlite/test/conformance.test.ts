/** The contract that every store keeps, on a database in memory; on files it is kept in the last tier. */
import { paymentStoreSuite } from "@cauri/conformance"
import { Effect, Layer } from "effect"
import { layerFrom } from "../src/index.ts"
import { openRaw, silence } from "./support.ts"

const inMemory = Layer.unwrap(
  Effect.map(openRaw(":memory:"), (client) => layerFrom(client, { acceptDataLoss: "nothing of a test is kept" })),
).pipe(Layer.provide(silence))
paymentStoreSuite("store in memory", inMemory)
