/** Lists: a page at a time, and all of it. */
import { assert, describe } from "@effect/vitest"
import { PaymentsError } from "../src/index.ts"
import { payin, test } from "./samples.ts"

describe("a list", () => {
  test("is walked by for await, page after page, and gives its first page where it is awaited", async (payments) => {
    const ids = ["order-1", "order-2", "order-3", "order-4", "order-5"]
    for (const id of ids) {
      await payments.payins.create(payin(id), { sendLater: true })
      await payments.advance("1 second")
    }
    const walked: Array<string> = []
    for await (const { id } of payments.payins.list({ limit: 2 })) walked.push(id)
    assert.deepStrictEqual(walked, ids)

    const page = await payments.payins.list({ limit: 2 })
    assert.deepStrictEqual(
      page.payments.map(({ id }) => id),
      ["order-1", "order-2"],
    )
    assert.isNotNull(page.next)
  })

  test("asks for no page that is not walked to", async (payments) => {
    for (const id of ["order-1", "order-2"]) await payments.payins.create(payin(id), { sendLater: true })
    const abort = new AbortController()
    const walked: Array<string> = []
    for await (const { id } of payments.payins.list({ limit: 1 }, { signal: abort.signal })) {
      walked.push(id)
      abort.abort() // a second page would fail
      break
    }
    assert.strictEqual(walked.length, 1)
  })

  test("fails where it is walked when the query is wrong", async (payments) => {
    try {
      for await (const { id } of payments.payouts.list({ limit: 0 })) assert.fail(id)
      assert.fail("it was walked")
    } catch (error) {
      assert.isTrue(error instanceof PaymentsError && error.field === "limit", String(error))
    }
  })
})
