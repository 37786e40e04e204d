/**
 * Who hears what becomes of payments. Each handler is a consumer of core's with a durable name and deliveries of its own: it hears at least once and in order; one that throws hears again later and keeps nobody else from hearing.
 */
import type { Announced, Consumer } from "@cauri/core"
import type { AnnouncedTag, FlagKind, Payout, ReasonTag, StateTag } from "@cauri/core/model"
import { Effect } from "effect"
import { isoOf } from "./failures.ts"
import { type Fields, onlyFields } from "./fields.ts"
import { invalidInput, PaymentsError } from "./PaymentsError.ts"
import type { PaymentName, Rail, Ruling } from "./plain.ts"
import { millisOf } from "./readInputs.ts"
import { Surroundings } from "./Surroundings.ts"
import { type Word, wordOf } from "./words.ts"

/** What every event tells. */
export interface PaymentEvent<Type extends string = string> {
  /** Stable for ever: what comes twice comes under the same id. */
  readonly id: string
  readonly type: Type
  readonly payment: PaymentName
  readonly seq: number
  readonly at: string
  /** The payment as it was last saved, which may be further on than the event. */
  readonly status: Word<StateTag>
  readonly amount: number
  readonly rail: Rail
  readonly orderRef: string | null
}

interface Flagged {
  readonly flag: Word<FlagKind>
  /** Tells two flags of a kind apart. */
  readonly subject: string
}
interface Refused {
  /** Why, such as `amount_refused`; null where an older program wrote the event. */
  readonly reason: Word<ReasonTag> | null
  /** The service's own code, such as `Code02`; empty where there is none. */
  readonly subCode: string
}
interface Resolved {
  readonly to: Exclude<Ruling, "send_again"> | "intended"
  readonly by: string
}

/** The events by name. */
export interface PaymentEvents {
  /** The money came. `late`: after the payin had been closed. */
  readonly "payin.completed": PaymentEvent<"payin.completed"> & { readonly late: boolean; readonly operator: string }
  readonly "payin.not_completed": PaymentEvent<"payin.not_completed">
  readonly "payin.refused": PaymentEvent<"payin.refused"> & Refused
  /** Closed for you; money that comes all the same is a late `payin.completed`. */
  readonly "payin.expired": PaymentEvent<"payin.expired">
  readonly "payin.cancelled": PaymentEvent<"payin.cancelled"> & { readonly because: string }
  readonly "payin.in_doubt": PaymentEvent<"payin.in_doubt">
  readonly "payin.resolved": PaymentEvent<"payin.resolved"> & Resolved
  readonly "payin.flagged": PaymentEvent<"payin.flagged"> & Flagged
  readonly "payout.completed": PaymentEvent<"payout.completed"> & { readonly operator: string }
  readonly "payout.not_completed": PaymentEvent<"payout.not_completed">
  readonly "payout.refused": PaymentEvent<"payout.refused"> & Refused
  readonly "payout.cancelled": PaymentEvent<"payout.cancelled"> & { readonly because: string }
  /** Nobody knows whether it was sent. A person must decide; never create it again under another id. */
  readonly "payout.in_doubt": PaymentEvent<"payout.in_doubt">
  /** It waits for a person. */
  readonly "payout.held": PaymentEvent<"payout.held"> & {
    readonly because: Word<Extract<Payout["state"], { _tag: "Held" }>["because"]>
  }
  readonly "payout.resolved": PaymentEvent<"payout.resolved"> & Resolved
  readonly "payout.flagged": PaymentEvent<"payout.flagged"> & Flagged
}
/** The name of an event. */
export type EventName = keyof PaymentEvents

/** How a handler is known. */
export interface HandlerOptions {
  /**
   * The consumer's name, for ever: another name is another consumer, which hears from its own beginning. Default: the event's name, so a second handler of one
   * event needs a name.
   */
  readonly name?: string
  /**
   * A time in ISO 8601: payments that were created from then on are heard of from their beginning. It may be moved back later, for a
   * handler that is to hear of older ones as well. Default: when a worker first works for the handler.
   */
  readonly from?: string
}

/** How a consumer of core's is known. */
type Known = Pick<Consumer, "name" | "from">

const handlerFields: Fields<HandlerOptions> = { name: true, from: true }

const both = [
  "completed",
  "not_completed",
  "refused",
  "cancelled",
  "in_doubt",
  "resolved",
  "flagged",
] as const satisfies ReadonlyArray<Word<AnnouncedTag>>

/** Every event's name. */
export const eventNames: ReadonlyArray<EventName> = [
  ...both.flatMap((event) => [`payin.${event}`, `payout.${event}`] as const),
  "payin.expired",
  "payout.held",
]

const isEventName = (type: unknown): type is EventName => eventNames.some((name) => name === type)

const words: ReadonlyArray<string> = ["because", "to", "flag", "reason"]

/** An announcement as a plain event. */
const plainEvent = (announced: Announced): PaymentEvent => ({
  ...(announced.event === "Refused" ? { reason: null, subCode: "" } : {}),
  ...Object.fromEntries(
    Object.entries(announced.detail).map(([name, value]) => [
      name,
      words.includes(name) && typeof value === "string" ? wordOf(value) : value,
    ]),
  ),
  id: announced.id,
  type: eventType(announced),
  payment: { ...announced.key },
  seq: announced.seq,
  at: isoOf(announced.at),
  status: wordOf(announced.state),
  amount: announced.amount,
  rail: wordOf(announced.rail),
  orderRef: announced.orderRef,
})

const eventType = ({ event, key }: Announced): string => `${key.kind}.${wordOf(event)}`

/** The consumers of these payments, filled until the first event is announced. */
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
    return from === undefined ? { name } : { name, from }
  }

  return {
    /** What core announces to; it grows as handlers come. */
    consumers,
    seal: () => {
      sealed = true
    },
    /** A handler that hears after the fact, at least once. */
    on: (type: string, handler: (event: PaymentEvent) => unknown, options?: HandlerOptions) => {
      consumers.push({
        ...add(type, handler, options),
        hear: (announced) =>
          eventType(announced) === type
            ? Effect.flatMap(Surroundings, ({ awaited }) =>
                awaited(Effect.tryPromise(async () => void (await handler(plainEvent(announced))))),
              )
            : Effect.void,
      })
    },
    /** A consumer that an adapter made of a handler. */
    onWithin: (type: string, handler: unknown, make: (name: string) => Consumer, options?: HandlerOptions) => {
      const known = add(type, handler, options)
      consumers.push({ ...make(known.name), ...known })
    },
    /** A handler within the host's transaction that hears only of its own event. */
    filtered:
      (type: string, handler: (handed: unknown, event: PaymentEvent) => void | Promise<void>) =>
      (handed: unknown, announced: Announced): void | Promise<void> =>
        eventType(announced) === type ? handler(handed, plainEvent(announced)) : undefined,
  }
}
