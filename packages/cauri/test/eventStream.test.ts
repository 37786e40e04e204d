/** Payments that pages follow live. */
import { assert, describe, it } from "@effect/vitest"
import { numbers, payin, test, open } from "./samples.ts"

const shown = (status: string) => `event: payment\ndata: <p>\ndata: ${status}</p>\n\n`

describe("a stream of events", () => {
  test("has the payment after each change as the page shows it, line by line, and an end", async (payments) => {
    await payments.payins.create(payin("order"))
    const response = payments.payins.eventStream("order", async ({ status }) => `<p>\n${status}</p>`)
    assert.strictEqual(response.headers.get("content-type"), "text/event-stream")
    const whole = response.text()
    await payments.advance("1 second")
    await payments.service.phones.approve(numbers.push)
    await payments.advance("1 minute")
    assert.strictEqual(await whole, `${shown("pending")}${shown("completed")}event: end\ndata: \n\n`)
  })

  test("follows nothing any longer once its reader has left", async (payments) => {
    await payments.payins.create(payin("order"))
    const seen: Array<string> = []
    const response = payments.payins.eventStream("order", ({ status }) => {
      seen.push(status)
      return status
    })
    const reader = response.body?.getReader()
    await reader?.read()
    await payments.advance("1 second")
    await reader?.cancel()
    await payments.service.phones.approve(numbers.push)
    await payments.advance("1 minute")
    assert.deepStrictEqual(seen, ["pending"])
  })

  it("ends without an end when the signal aborts or the payments close, so that the browser comes again", async () => {
    const payments = await open()
    await payments.payins.create(payin("order"))
    const leaving = new AbortController()
    const aborted = payments.payins.eventStream("order", () => "seen", { signal: leaving.signal }).text()
    const closed = payments.payins.eventStream("order", () => "seen").text()
    await payments.advance("1 second")
    leaving.abort()
    assert.strictEqual(await aborted, "event: payment\ndata: seen\n\n")
    await payments.close()
    assert.strictEqual(await closed, "event: payment\ndata: seen\n\n")
  })

  test("fails for its reader where there is no such payment, and where the page cannot be made", async (payments) => {
    await payments.payins.create(payin("order"))
    const reason = async (id: string) =>
      payments.payins
        .eventStream(id, () => {
          throw new Error("no page")
        })
        .text()
        .then(() => "nothing", String)
    assert.include(await reason("order"), "no page")
    assert.include(await reason("nowhere"), "nowhere")
  })
})
