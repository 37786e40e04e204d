/** The store that the site shows passes the suite. */
import { paymentStoreSuite } from "@cauri/conformance"
import { ownStore } from "./ownStore.ts"

paymentStoreSuite("my store", ownStore)
