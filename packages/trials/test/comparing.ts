/**
 * What the tests of the three stores have in common.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"
import { compareStores, told } from "../src/stores/differ.ts"
import { threeStores } from "../src/stores/subjects.ts"

/** What sequences must have met, or they show little. */
const worthSeeing = [
  "Inserted",
  "AlreadyThere",
  "Saved",
  "Stale",
  "Claimed",
  "OnHold",
  "Twin",
  "RefundTooHigh",
  "First",
  "Repeat",
  "Unknown",
]

/** Runs so many sequences on all three stores, which must agree on every one of them. */
export const agreeOn = (seed: number, sequences: number) =>
  Effect.gen(function* () {
    const stores = yield* threeStores(inject("postgresUrl"))
    const { answers, found, sequences: ran } = yield* compareStores(stores, seed, sequences)
    assert.isNull(found, found === null ? "" : told(found))
    assert.strictEqual(ran, sequences)
    assert.includeMembers(Object.keys(answers), worthSeeing)
    assert.notProperty(answers, "fails", "a step that core allows was refused")
  }).pipe(Effect.scoped)
