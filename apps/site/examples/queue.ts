/** Events into a queue. */
import { keyText, type PlainConsumer } from "@cauri/core"
import type { Host, Payments } from "cauri"
import { Effect } from "effect"

/** Your queue's client. It takes a message once per `id`, and keeps a `group` in order. */
export interface Queue {
  send(message: {
    readonly id: string
    readonly group: string
    readonly body: string
  }): Promise<void>
}

// #region core
/** Hands every event over. A failure is tried again, later, with the same id. */
export const toQueue = (queue: Queue): PlainConsumer => ({
  name: "queue",
  receive: (event) =>
    Effect.tryPromise(() =>
      queue.send({
        id: event.id,
        group: keyText(event.key),
        body: JSON.stringify(event),
      }),
    ),
})
// #endregion

/** The same through the facade: the events that the other side needs. */
export const forward = (payments: Payments<Host>, queue: Queue): void => {
  // #region facade
  for (const type of [
    "payin.completed",
    "payin.not_completed",
    "payout.completed",
  ] as const) {
    payments.on(
      type,
      (event) =>
        queue.send({
          id: event.id,
          group: `${event.payment.kind} ${event.payment.project}/${event.payment.id}`,
          body: JSON.stringify(event),
        }),
      { name: `queue:${type}` },
    )
  }
  // #endregion
}
