/**
 * Every payment that fits a query, page by page.
 */
import { Effect } from "effect"
import { endOf, type Listed, type PaymentStore } from "../ports/PaymentStore.ts"
import type { ListQuery } from "../ports/PaymentStoreDriver.ts"
import type { PolicyShape } from "../model/PolicyShape.ts"

/** What a walk visits. */
export type WalkQuery = Omit<ListQuery, "after" | "limit">

/** Visits every payment that fits, the oldest first. What the visit changes may leave the query: no page is read twice. */
export const walk = Effect.fnUntraced(function* <E>(
  store: PaymentStore["Service"],
  policy: PolicyShape,
  query: WalkQuery,
  visit: (entry: Listed) => Effect.Effect<void, E>,
) {
  let page: ReadonlyArray<Listed>
  let after: Pick<ListQuery, "after"> = {}
  do {
    page = yield* store.page({ ...query, ...after, limit: policy.walkPage })
    for (const entry of page) {
      yield* visit(entry)
      after = { after: endOf(entry) }
    }
  } while (page.length === policy.walkPage)
})
