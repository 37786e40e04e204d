/** The contract once more, on a pool that belongs to the host: every step runs in a transaction with settings of its own. */
import { paymentStoreSuite } from "@cauri/conformance"
import { Effect, Layer } from "effect"
import { layerFrom } from "@cauri/store-postgres"
import { hostPool } from "./host.ts"
import { scopedSchema } from "./support.ts"

const onHostsPool = Layer.unwrap(
  Effect.map(Effect.all([hostPool, scopedSchema], { concurrency: 1 }), ([pool, schema]) => layerFrom(pool, { schema })),
)

paymentStoreSuite("postgres store on the host's pool", onHostsPool)
