/** The contract that every store keeps, on a file of its own and on a host's connection. */
import { operationsSuite, paymentStoreSuite, sideDoorSuite } from "@cauri/conformance"
import { drizzle } from "drizzle-orm/better-sqlite3"
import { Effect, Layer } from "effect"
import { layerFrom } from "../src/index.ts"
import { hostTable } from "./host.ts"
import { newFile, newStore, openRaw, sideDoor } from "./support.ts"

paymentStoreSuite("store in a file", newStore(), Layer.provideMerge(hostTable, newStore()))
operationsSuite("store in a file, as the deployed programs use it", newStore())
sideDoorSuite("store in a file, through its side door", Layer.provideMerge(sideDoor, newStore()))

const onHostsConnection = Layer.unwrap(
  Effect.gen(function* () {
    const client = yield* openRaw(yield* newFile)
    client.pragma("journal_mode = WAL")
    return layerFrom(drizzle(client))
  }),
)
paymentStoreSuite("store on a host's connection", onHostsConnection, Layer.provideMerge(hostTable, onHostsConnection))
