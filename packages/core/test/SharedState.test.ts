/** What people and processes share: holds, heartbeats and turns. */
import { assert, it } from "@effect/vitest"
import { pauseScopes } from "@cauri/core/adapter"

it("the scopes of holds: a payin is stopped by its project and its kind, a payout by all payouts and its operator too", () => {
  assert.deepStrictEqual(pauseScopes("payin", "shop", null), ["project/shop", "project/shop/payins"])
  assert.deepStrictEqual(pauseScopes("payout", "shop", null), ["payouts", "project/shop", "project/shop/payouts"])
  assert.deepStrictEqual(pauseScopes("payout", "shop", "ORANGE").at(-1), "operator/shop/ORANGE")
})
