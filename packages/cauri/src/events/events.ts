/**
 * The handlers of payment events. Each is a consumer of core's with a durable name and deliveries of its own: it receives every event at
 * least once and in order. A handler that throws is retried later and delays no other handler.
 */
import type { Consumer } from "@cauri/core"
import type { EventDetails } from "@cauri/core/adapter"
import { type DeliveredTag, deliveredTags } from "@cauri/core/model"
import { plainEvent, type PlainEvent } from "@cauri/catalogue/events"
import { Effect, Struct } from "effect"
import {
  type Fields,
  invalidInput,
  millisOf,
  onlyFields,
  type PayinStatus,
  PaymentsError,
  type PayoutStatus,
  type Rail,
} from "@cauri/plain"
import { Surroundings } from "../choices/Surroundings.ts"

type Kind = PlainEvent["payment"]["kind"]

/** What every event has. */
export interface PaymentEvent<Type extends string = string> extends PlainEvent<PayinStatus | PayoutStatus, Rail> {
  /** The event's name. */
  readonly type: Type
  /** Which payment it is about, of the kind that the event is of. */
  readonly payment: {
    readonly kind: Type extends `${infer Of extends Kind}.${string}` ? Of : Kind
    readonly project: string
    readonly id: string
  }
}

/** What every event of a type has, and its own fields, written out in one object as an editor shows it. */
type EventOf<Type extends string, Own = unknown> = {
  readonly [Name in keyof (PaymentEvent<Type> & Own)]: (PaymentEvent<Type> & Own)[Name]
} & {}

/** The events by name. */
export interface PaymentEvents {
  /** The money came, as the service says or a person decided. `late`: after the payin was closed. */
  readonly "payin.completed": EventOf<"payin.completed", EventDetails["completed"]>
  /** A person decided that less than `amount` was paid, and did not accept it as full. */
  readonly "payin.underpaid": EventOf<"payin.underpaid", EventDetails["underpaid"]>
  /** It was not paid, as the service says or a person decided. */
  readonly "payin.not_completed": EventOf<"payin.not_completed", EventDetails["not_completed"]>
  /** The service refused it. */
  readonly "payin.refused": EventOf<"payin.refused", EventDetails["refused"]>
  /** Closed for you; money that comes later is a late `payin.completed`. */
  readonly "payin.expired": EventOf<"payin.expired">
  /** It was never sent. */
  readonly "payin.cancelled": EventOf<"payin.cancelled", EventDetails["cancelled"]>
  /** It is unknown whether it was created: ask the customer to wait, not to pay again. */
  readonly "payin.in_doubt": EventOf<"payin.in_doubt">
  /** A person should look at it. */
  readonly "payin.flagged": EventOf<"payin.flagged", EventDetails["flagged"]>
  /** The beneficiary has the money, as the service says or a person decided. */
  readonly "payout.completed": EventOf<"payout.completed", Omit<EventDetails["completed"], "late">>
  /** It was not paid out, as the service says or a person decided. */
  readonly "payout.not_completed": EventOf<"payout.not_completed", EventDetails["not_completed"]>
  /** The service refused it. */
  readonly "payout.refused": EventOf<"payout.refused", EventDetails["refused"]>
  /** It was never sent. */
  readonly "payout.cancelled": EventOf<"payout.cancelled", EventDetails["cancelled"]>
  /** It is unknown whether it was sent. A person must decide; never create it again under another id. */
  readonly "payout.in_doubt": EventOf<"payout.in_doubt">
  /** It waits for a person. */
  readonly "payout.held": EventOf<"payout.held", EventDetails["held"]>
  /** A person should look at it. */
  readonly "payout.flagged": EventOf<"payout.flagged", EventDetails["flagged"]>
}
/** The name of an event: each kind of payment has what core delivers, but a payin is never held, and a payout never expires and is never underpaid. */
export type EventName = Exclude<
  `${"payin" | "payout"}.${DeliveredTag}`,
  "payin.held" | "payout.expired" | "payout.underpaid"
>

/** The options of a handler. */
export interface HandlerOptions {
  /**
   * The consumer's name, for ever: another name is another consumer, which begins on its own. Default: the event's name, so a second
   * handler of one event needs a name.
   */
  readonly name?: string
  /**
   * A time in ISO 8601: of payments created from then on it receives every event. You may set an earlier time later, so that the handler
   * receives older ones as well. Default: when a worker first works for the handler.
   */
  readonly from?: string
}

/** A consumer's name, its beginning, and the one event that it receives. */
type Known = Pick<Consumer, "name" | "from" | "events" | "kind">

const handlerFields: Fields<HandlerOptions> = { name: true, from: true }

const both = {
  completed: true,
  not_completed: true,
  refused: true,
  cancelled: true,
  in_doubt: true,
  flagged: true,
} satisfies Record<Exclude<DeliveredTag, "expired" | "held" | "underpaid">, true>

export const eventNames: ReadonlyArray<EventName> = [
  ...Struct.keys(both).flatMap((event) => [`payin.${event}`, `payout.${event}`] as const),
  "payin.expired",
  "payin.underpaid",
  "payout.held",
]

export const isEventName = (type: unknown): type is EventName => eventNames.some((name) => name === type)

/** The consumers of these payments; handlers may be added until the first event is delivered. */
export const makeConsumers = () => {
  const consumers: Array<Consumer> = []
  let sealed = false

  const add = (type: unknown, handler: unknown, options: HandlerOptions = {}): Known => {
    if (sealed) {
      throw new PaymentsError({
        code: "too_late",
        message: `The handler of ${String(type)} must be registered before start(): it would miss what is announced meanwhile.`,
      })
    }
    if (!isEventName(type)) {
      throw invalidInput("event", `one of ${eventNames.join(", ")}`)
    }
    if (typeof handler !== "function") throw invalidInput("handler", "a function")
    onlyFields(options, handlerFields)
    const name = options.name ?? type
    const from = millisOf(options.from, "from")
    if (!/^[\x21-\x7E]{1,64}$/.test(name)) throw invalidInput("name", "1 to 64 printable characters without spaces")
    if (consumers.some((each) => each.name === name)) {
      throw invalidInput("name", `another one than "${name}", which hears already: give each handler a name of its own`)
    }
    const own = {
      name,
      events: deliveredTags.filter((event) => type.endsWith(`.${event}`)),
      kind: type.startsWith("payin") ? ("payin" as const) : ("payout" as const),
    }
    return from === undefined ? own : { ...own, from }
  }

  return {
    /** What core delivers to; it grows with each handler. */
    consumers,
    seal: () => {
      sealed = true
    },
    /** A handler that receives after the fact, at least once. */
    on: (type: string, handler: (event: PaymentEvent) => unknown, options?: HandlerOptions) => {
      consumers.push({
        ...add(type, handler, options),
        receive: (deliveredEvent) =>
          Effect.flatMap(Surroundings, ({ awaited }) =>
            awaited(Effect.tryPromise(async () => void (await handler(plainEvent(deliveredEvent))))),
          ),
      })
    },
    /** A consumer that an adapter made of a handler. */
    onWithin: (type: string, handler: unknown, make: (name: string) => Consumer, options?: HandlerOptions) => {
      const known = add(type, handler, options)
      consumers.push({ ...make(known.name), ...known })
    },
  }
}
