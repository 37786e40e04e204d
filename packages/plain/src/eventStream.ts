/** The changes of a payment as server-sent events for a page: a web-standard response. */
import { PaymentsError } from "./PaymentsError.ts"

const headers = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  // Tells proxies that buffer answers to pass this one on.
  "x-accel-buffering": "no",
}

/** Data of several lines is sent as several lines, which the browser puts together again. */
const eventOf = (name: string, data: string): string =>
  `event: ${name}\n${data
    .split(/\r\n|\r|\n/)
    .map((line) => `data: ${line}\n`)
    .join("")}\n`

/**
 * The payment after each change as an event `payment`, with what `render` returns, and `end` after the last. It stops when the reader
 * leaves. When the signal aborts or the payments close, it stops without `end`, and the browser connects again by itself.
 */
export const eventStream = <Payment>(
  watch: (signal: AbortSignal) => AsyncIterator<Payment>,
  render: (payment: Payment) => string | Promise<string>,
  signal?: AbortSignal,
): Response => {
  const left = new AbortController()
  const over = signal === undefined ? left.signal : AbortSignal.any([signal, left.signal])
  const payments = watch(over)
  const text = new TextEncoder()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      const { done, value } = await payments.next()
      controller.enqueue(text.encode(done === true ? eventOf("end", "") : eventOf("payment", await render(value))))
      if (done === true) controller.close()
    } catch (error) {
      if (over.aborted || (error instanceof PaymentsError && error.code === "closed")) controller.close()
      else controller.error(error)
    }
  }
  return new Response(new ReadableStream({ pull, cancel: () => left.abort() }), { headers })
}
