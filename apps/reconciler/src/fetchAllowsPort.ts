/**
 * Fetch never calls some ports, such as 6000: https://fetch.spec.whatwg.org/#port-blocking. Nothing exports its list, so fetch itself
 * is asked. It gets a dispatcher that sends nothing, and reaches it only where the port is allowed.
 */
import { Effect } from "effect"

/** Would fetch call this address? Nothing is sent. */
export const fetchAllowsPort = (url: string): Effect.Effect<boolean> =>
  Effect.promise(async () => {
    let calls = false
    const dispatch = () => {
      calls = true
      throw new Error("This was only a question.")
    }
    const init: object = { dispatcher: { dispatch } }
    await fetch(url, init).catch(() => {})
    return calls
  })
