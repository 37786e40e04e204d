/**
 * A suite that cannot fail proves nothing. Mutation testing of the memory store shows that it fails (`pnpm mutate:kit`). Here it meets what no
 * mutation makes, and every case meets a store on which it must fail.
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
import { wrongOrders } from "./broken/orders.ts"
import { races } from "./broken/races.ts"
import { layerOf, type Wrong } from "./broken/world.ts"

const stores = [...races, ...wrongOrders]

const facets = [...paymentFacets, ...sharedFacets, ...operationsFacets, ...tableFacets, ...hostFacets]

const cases = new Map<string, Case<StorePorts | SideDoor | HostTable>>(
  facets.flatMap((facet) => Object.entries(facet.cases)),
)

/** Takes everything, and keeps nothing of it. */
const keepsNothing = (): Wrong => {
  let granted = 0
  return {
    driver: {
      insert: () => Effect.succeed({ _tag: "Inserted" }),
      save: () => Effect.succeed("Saved"),
      claim: () => Effect.succeed({ _tag: "Claimed", version: 1, lease: { number: 1, until: 1 } }),
      takeDue: () => Effect.succeed({ taken: [], nextDueAt: 0 }),
      clock: Effect.succeed(0),
      noteCallback: () => Effect.succeed("First"),
      subscribe: () => Effect.succeed(true),
    },
    shared: {
      pause: (pause) => Effect.succeed(pause),
      beat: () => Effect.void,
      // Not for ever: some cases ask until they have to wait.
      takeRateToken: () => Effect.sync(() => (granted++ < 100 ? 0 : 1)),
    },
    host: { insertWithin: () => Effect.succeed({ _tag: "Inserted" }) },
    documents: { keep: () => Effect.succeed({ _tag: "Kept", number: 1 }) },
  }
}

describe("stores that are broken on purpose", () => {
  it.live.each(stores)("$name", ({ caughtBy, wrong }) =>
    Effect.gen(function* () {
      for (const title of caughtBy) {
        const check = cases.get(title)
        if (check === undefined) return assert.fail(`there is no case "${title}"`)
        const exit = yield* Effect.exit(Effect.provide(check, layerOf(wrong)))
        if (Exit.isSuccess(exit)) return assert.fail(`"${title}" did not notice`)
        const failure = Cause.squash(exit.cause)
        assert.isTrue(failure instanceof Error && failure.name === "AssertionError", Cause.pretty(exit.cause))
      }
    }),
  )

  it.live("every case of the suite fails on a store that keeps nothing", () =>
    Effect.gen(function* () {
      const passed: Array<string> = []
      for (const [title, check] of cases) {
        const exit = yield* Effect.exit(Effect.timeout(Effect.provide(check, layerOf(keepsNothing)), "5 seconds"))
        if (Exit.isSuccess(exit)) passed.push(title)
      }
      assert.deepStrictEqual(passed, [])
    }),
  )

  it("titles tell the cases of all facets apart", () => {
    const titles = facets.flatMap((facet) => Object.keys(facet.cases))
    assert.strictEqual(new Set(titles).size, titles.length)
  })

  it.live("a store that is not broken is caught by no case", () =>
    Effect.gen(function* () {
      for (const [title, check] of cases) {
        const exit = yield* Effect.exit(
          Effect.provide(
            check,
            layerOf(() => ({})),
          ),
        )
        assert.isTrue(Exit.isSuccess(exit), title)
      }
    }),
  )
})
