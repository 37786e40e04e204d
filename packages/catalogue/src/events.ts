/**
 * An event as programs read it: the same object in a handler of the facade and in the reconciler's webhook. It holds no token, no address and
 * no full number, because the events that core delivers hold none.
 */

/** An event as core delivers it. */
export interface Delivered<State extends string = string, Rail extends string = string> {
  readonly id: string
  readonly key: { readonly kind: "payin" | "payout"; readonly project: string; readonly id: string }
  readonly seq: number
  readonly at: number
  readonly _tag: string
  readonly detail: Readonly<
    Record<string, string | number | boolean | { readonly by: string; readonly reason: string } | null>
  >
  readonly state: State
  readonly amount: number
  readonly rail: Rail
  readonly orderRef: string | null
}

/** An event as programs read it, with the fields of its own type beside these. */
export interface PlainEvent<Status extends string = string, Rail extends string = string> {
  /** Stable for ever: an event that is delivered twice has the same id. */
  readonly id: string
  /** `payin.completed`, `payout.held`, …: the kind and the event. */
  readonly type: string
  /** Which payment it is about. */
  readonly payment: { readonly kind: "payin" | "payout"; readonly project: string; readonly id: string }
  /** Its number in the payment's history. */
  readonly seq: number
  /** When it happened, in ISO 8601. */
  readonly at: string
  /** The payment as it was last saved, which may be newer than the event. */
  readonly status: Status
  /** Whole francs (XOF). */
  readonly amount: number
  /** The way the payment travels. */
  readonly rail: Rail
  /** Your order; null where you named none. */
  readonly orderRef: string | null
}

/** An event in the envelope of Standard Webhooks. */
export interface Envelope<Event extends PlainEvent = PlainEvent> {
  readonly type: Event["type"]
  /** When it happened, in ISO 8601. */
  readonly timestamp: string
  readonly data: Event
}

/** The type of a delivered event, such as `payin.not_completed`. */
export const eventType = ({ _tag, key }: Pick<Delivered, "_tag" | "key">): string => `${key.kind}.${_tag}`

/** A delivered event as programs read it. */
export const plainEvent = <State extends string, Rail extends string>(
  delivered: Delivered<State, Rail>,
): PlainEvent<State, Rail> => ({
  ...delivered.detail,
  id: delivered.id,
  type: eventType(delivered),
  payment: { ...delivered.key },
  seq: delivered.seq,
  at: new Date(delivered.at).toISOString(),
  status: delivered.state,
  amount: delivered.amount,
  rail: delivered.rail,
  orderRef: delivered.orderRef,
})

/** A delivered event in its envelope. */
export const envelopeOf = (delivered: Delivered): Envelope => {
  const data = plainEvent(delivered)
  return { type: data.type, timestamp: data.at, data }
}
