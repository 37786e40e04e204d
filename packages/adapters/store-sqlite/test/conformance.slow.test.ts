/** The contract that every store keeps, on a file of its own; on a host's connection it is kept in the quick tier. */
import { operationsSuite, paymentStoreSuite, sideDoorSuite } from "@cauri/conformance"
import { Layer } from "effect"
import { hostTable } from "./host.ts"
import { newStore, sideDoor } from "./support.ts"

paymentStoreSuite("store in a file", newStore(), Layer.provideMerge(hostTable, newStore()))
operationsSuite("store in a file, as the deployed programs use it", newStore())
sideDoorSuite("store in a file, through its side door", Layer.provideMerge(sideDoor, newStore()))
