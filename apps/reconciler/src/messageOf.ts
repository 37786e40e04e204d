/**
 * What a host receives of an event: the same object by webhook and on standard output. It holds no token, no address and no full number,
 * because the events that core delivers hold none.
 */
import type { DeliveredEvent } from "@cauri/core"

/** An event as a host reads it. */
export interface Message {
  /** `payin.completed`, `payout.held`, …: the kind and the event. */
  readonly type: string
  /** When it happened, ISO 8601. */
  readonly timestamp: string
  readonly data: {
    /** The same event always has the same id. */
    readonly id: string
    readonly project: string
    readonly paymentId: string
    readonly seq: number
    readonly state: string
    readonly amount: number
    readonly rail: string
    readonly orderRef: string | null
    readonly detail: DeliveredEvent["detail"]
  }
}

/** An event as a host reads it. */
export const messageOf = (announced: DeliveredEvent): Message => ({
  type: `${announced.key.kind}.${announced.event.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase()}`,
  timestamp: new Date(announced.at).toISOString(),
  data: {
    id: announced.id,
    project: announced.key.project,
    paymentId: announced.key.id,
    seq: announced.seq,
    state: announced.state,
    amount: announced.amount,
    rail: announced.rail,
    orderRef: announced.orderRef,
    detail: announced.detail,
  },
})
