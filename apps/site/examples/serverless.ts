/** Functions that start for each request: one for callbacks, one for a timer. */
import type { Host, Payments } from "cauri"

/** The functions, over payments that are opened once for each instance. */
export const functionsFor = (open: () => Promise<Payments<Host>>) => {
  // #region serverless
  let opened: Promise<Payments<Host>> | undefined
  // open: createPayments({ store: postgres(…), … }). A file does not survive.
  const payments = () => (opened ??= open())

  /** For the service's callbacks: POST /callbacks/* */
  const callbacks = async (request: Request) =>
    (await payments()).callbackHandler(request)
  /** For a timer, once a minute: sends, asks, and calls your handlers. */
  const minute = async () => (await payments()).runOnce()
  // #endregion
  return { callbacks, minute }
}
