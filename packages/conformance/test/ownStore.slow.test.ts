/** The store keeps the contract. */
import { operationsSuite, paymentStoreSuite } from "@cauri/conformance"
import { ownStore } from "./ownStore.ts"

paymentStoreSuite("my store", ownStore)
// Only a store for receiver, reconciler and console needs this one.
operationsSuite("my store, as the programs use it", ownStore)
