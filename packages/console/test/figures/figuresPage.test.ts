/** The figures of a time: each chart with its table, in the time that the address names. */
import { assert } from "@effect/vitest"
import { doubtful, paidIn, payin, payout } from "../serving/world.ts"
import { inWorld } from "../serving/browsing.ts"
import { itWithin } from "@cauri/house/it"

const it = itWithin(inWorld)

it("the page of figures shows money by rail, the time to completion and the share without an answer, by hour or day", function* (browser, script) {
  assert.include((yield* browser.get("/figures")).text, "No payments in this time")
  yield* paidIn(script, payin("order-1", 7_500))
  yield* doubtful(script, payout("salary-1", 9_000))
  const { text } = yield* browser.get("/figures")
  assert.include(text, "Money over time · Payin")
  assert.include(text, "7,500\u00A0F\u00A0CFA")
  assert.include(text, "up to 10\u00A0s")
  assert.match(text, /Answers of the service to creations · Payin[^]*up to 1\u00A0s/)
  assert.include(text, "50\u00A0%")
  assert.include(text, "<table>")
  assert.include((yield* browser.get("/figures?days=7&language=fr")).text, "Montants dans le temps")
})
