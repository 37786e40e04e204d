/** What a host does in its own transactions: inserts a prepared payment beside its order, and receives events where they are marked. */
import { ContentConflict, type Prepared } from "@cauri/core"
import { type Inserted, type PaymentRow, contentDifferences } from "@cauri/core/adapter"
import { plainEvent } from "@cauri/catalogue/events"
import type { HostSide } from "../choices/choices.ts"
import type { HandlerOptions, makeConsumers, PaymentEvent } from "../events/events.ts"
import type { Facade, Services } from "../payments/facade.ts"
import { closedError, errorFrom, invalidInput } from "@cauri/plain"
import type { PreparedPayment } from "../payments/Payments.ts"
import type { Runner } from "../payments/running.ts"

/** The result of an insert, or the conflict that rolls the host's transaction back. */
const insertResultOf = (inserted: Inserted<PaymentRow>, prepared: Prepared): "inserted" | "already_there" => {
  if (inserted._tag === "Inserted") return "inserted"
  const fields = contentDifferences(prepared, inserted.found)
  if (fields.length === 0) return "already_there"
  throw errorFrom(new ContentConflict({ key: prepared.key, fields }), false)
}

/** What a host does in its own transactions. `wake` signals the worker: an inserted payment may be due
 * before the worker's sleep ends. */
export const hostingOf = (
  side: HostSide["Service"],
  { isClosed, run }: Runner<Services>,
  consumers: ReturnType<typeof makeConsumers>,
  wake: () => void,
) => {
  const rows = new WeakMap<PreparedPayment, Prepared>()

  const prepare: Facade["prepare"] = async (preparing, asked) => {
    const prepared = await run(preparing, asked)
    const payment: PreparedPayment = Object.freeze({ ...prepared.key })
    rows.set(payment, prepared)
    return payment
  }

  const insertWithin = (transaction: unknown, payment: PreparedPayment) => {
    if (isClosed()) throw closedError()
    const prepared = rows.get(payment)
    if (prepared === undefined) throw invalidInput("payment", "what payins.prepare or payouts.prepare gave")
    const settle = (inserted: Inserted<PaymentRow>) => {
      wake()
      return insertResultOf(inserted, prepared)
    }
    const inserted = side.insertWithin(transaction, prepared)
    return inserted instanceof Promise ? inserted.then(settle) : settle(inserted)
  }

  const onWithin = (
    type: string,
    handler: (handed: unknown, event: PaymentEvent) => void | Promise<void>,
    named?: HandlerOptions,
  ) => {
    if (!side.handlersWait && Object.prototype.toString.call(handler) === "[object AsyncFunction]") {
      throw invalidInput("handler", "a function that is not async: a transaction of this store cannot wait")
    }
    const make = (name: string) =>
      side.deliverWithin(name, (handed, deliveredEvent) => handler(handed, plainEvent(deliveredEvent)))
    consumers.onWithin(type, handler, make, named)
  }

  return { prepare, insertWithin, onWithin }
}
