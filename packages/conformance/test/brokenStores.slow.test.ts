/**
 * A suite that cannot fail proves nothing. Here every case of the suite meets a store that breaks exactly what the case is about,
 * and must fail on it.
 */
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit } from "effect"
import type { StorePorts } from "@cauri/core/adapter"
import {
  type Case,
  sharedFacets,
  type HostTable,
  hostFacets,
  operationsFacets,
  paymentFacets,
  type SideDoor,
  tableFacets,
} from "@cauri/conformance"
import { brokenAtOnce } from "./broken/atOnce.ts"
import { brokenClaiming } from "./broken/claiming.ts"
import { brokenDeliveries } from "./broken/deliveries.ts"
import { brokenSharedStates } from "./broken/sharedState.ts"
import { brokenSubscribing } from "./broken/subscribing.ts"
import { brokenDocuments } from "./broken/documents.ts"
import { brokenGuards } from "./broken/guards.ts"
import { brokenHosts } from "./broken/host.ts"
import { brokenKeeping } from "./broken/keeping.ts"
import { brokenNotes } from "./broken/notes.ts"
import { brokenOperationsStores } from "./broken/operations.ts"
import { brokenQueue } from "./broken/queue.ts"
import { brokenReading } from "./broken/reading.ts"
import { brokenReports } from "./broken/reports.ts"
import { brokenSaving } from "./broken/saving.ts"
import { brokenTables } from "./broken/tables.ts"
import { type Broken, layerOf } from "./broken/world.ts"

const stores: ReadonlyArray<Broken> = [
  ...brokenKeeping,
  ...brokenSaving,
  ...brokenClaiming,
  ...brokenGuards,
  ...brokenQueue,
  ...brokenSubscribing,
  ...brokenDeliveries,
  ...brokenNotes,
  ...brokenReading,
  ...brokenAtOnce,
  ...brokenSharedStates,
  ...brokenReports,
  ...brokenOperationsStores,
  ...brokenDocuments,
  ...brokenTables,
  ...brokenHosts,
]

const facets = [...paymentFacets, ...sharedFacets, ...operationsFacets, ...tableFacets, ...hostFacets]

const cases = new Map<string, Case<StorePorts | SideDoor | HostTable>>(
  facets.flatMap((facet) => Object.entries(facet.cases)),
)

describe("stores that are broken on purpose", () => {
  it.live.each(stores)("$name", ({ caughtBy, breaksDown = false, ...how }) =>
    Effect.gen(function* () {
      for (const title of caughtBy) {
        const check = cases.get(title)
        if (check === undefined) return assert.fail(`there is no case "${title}"`)
        const exit = yield* Effect.exit(Effect.provide(check, layerOf({ ...how, caughtBy })))
        if (Exit.isSuccess(exit)) return assert.fail(`"${title}" did not notice`)
        const failure = Cause.squash(exit.cause)
        const noticed = failure instanceof Error && failure.name === "AssertionError"
        assert.strictEqual(noticed, !breaksDown, Cause.pretty(exit.cause))
      }
    }),
  )

  it("every case of the suite is held against a store that it must catch", () => {
    const caught = new Set(stores.flatMap(({ caughtBy }) => caughtBy))
    assert.deepStrictEqual(
      [...cases.keys()].filter((title) => !caught.has(title)),
      [],
    )
  })

  it("titles tell the cases of all facets apart", () => {
    const titles = facets.flatMap((facet) => Object.keys(facet.cases))
    assert.strictEqual(new Set(titles).size, titles.length)
  })

  it.live("a store that is not broken is caught by no case", () =>
    Effect.gen(function* () {
      for (const [title, check] of cases) {
        const exit = yield* Effect.exit(Effect.provide(check, layerOf({ name: "", caughtBy: [] })))
        assert.isTrue(Exit.isSuccess(exit), title)
      }
    }),
  )
})
