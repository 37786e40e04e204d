/**
 * What the tests of the three stores have in common.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { inject } from "vitest"
import type {} from "@cauri/test-postgres/globalSetup"
import { compareStores, differenceText } from "../src/stores/differ.ts"
import { forgedSequenceOf } from "../src/stores/sequences.ts"
import { threeStores } from "../src/stores/subjects.ts"

/** What sequences must have met, or they show little. */
const worthSeeing = [
  "Inserted",
  "AlreadyThere",
  "Saved",
  "Stale",
  "Claimed",
  "Paused",
  "twin",
  "refund_too_high",
  "First",
  "Repeat",
  "Unknown",
]

/** Runs so many sequences on all three stores, which must agree on every one of them. */
export const agreeOn = (seed: number, sequences: number) =>
  Effect.gen(function* () {
    const stores = yield* threeStores(inject("postgresUrl"))
    const { answers, found, sequences: ran } = yield* compareStores(stores, seed, sequences)
    assert.isNull(found, found === null ? "" : differenceText(found))
    assert.strictEqual(ran, sequences)
    assert.includeMembers(Object.keys(answers), worthSeeing)
    assert.notProperty(answers, "fails", "a step that core allows was refused")
  }).pipe(Effect.scoped)

/** The same on the two databases, with forged saves among the others: both refuse what core never does, in one way. */
export const refuseAlike = (seed: number, sequences: number) =>
  Effect.gen(function* () {
    const stores = yield* threeStores(inject("postgresUrl"))
    const databases = () => stores().filter(({ name }) => name !== "memory")
    const { answers, found } = yield* compareStores(databases, seed, sequences, forgedSequenceOf)
    assert.isNull(found, found === null ? "" : differenceText(found))
    assert.isAbove(answers["fails"] ?? 0, sequences / 4)
  }).pipe(Effect.scoped)
