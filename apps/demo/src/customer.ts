/** A customer with a browser on the service's payment page: chooses the operator of a number, and pays. */
import { Effect } from "effect"

/** The operator whose customers confirm on a screen that it pushes. */
const operatorId = "12"

/** How often a page is opened again that did not open. */
const reloads = 3

/** Opens the page, fills in its form and sends it. The form carries a text that the page gave, as a browser's would. */
export const payOnPage = (url: string, phone: string): Effect.Effect<void> =>
  Effect.tryPromise(async () => {
    const page = await (await fetch(url)).text()
    const pageToken = /name="page" value="([^"]+)"/.exec(page)?.[1] ?? ""
    const form = new URLSearchParams({ act: "pay", page: pageToken, operator: operatorId, phone })
    // What the page says to it, a limit that is reached for instance, is between the customer and the service.
    await fetch(url, { method: "POST", body: form, redirect: "manual" })
  }).pipe(
    Effect.retry({ times: reloads }),
    // The customer gives up, and the payment expires.
    Effect.ignore,
  )
