/** The contract of both stores and of the tables behind them, on a real server. */
import { operationsSuite, paymentStoreSuite, sideDoorSuite } from "@cauri/conformance"
import { freshStoreWithHost } from "./host.ts"
import { freshStoreWithSideDoor } from "./sideDoor.ts"
import { freshStore } from "./support.ts"

paymentStoreSuite("postgres store", freshStore(), freshStoreWithHost)

operationsSuite("postgres store, as the deployed programs use it", freshStore())

sideDoorSuite("postgres store, through its side door", freshStoreWithSideDoor)
