/**
 * What the parts of the facade share.
 */
import type { Cauri, PaymentKey, Prepared } from "@cauri/core"
import type { Activity, Ports } from "@cauri/core/adapter"
import type { CallbackReceiver } from "@cauri/callbacks"
import type { Effect } from "effect"
import type { HostSide } from "../choices/choices.ts"
import type { CallOptions, PaymentRef, showing } from "@cauri/plain"
import type { PreparedPayment } from "./Payments.ts"
import type { Runner } from "./running.ts"

export type Services = Activity | Cauri | Ports | HostSide | CallbackReceiver

export interface Facade {
  readonly runner: Runner<Services>
  /** The country of local numbers; null: they are refused. */
  readonly country: string | null
  /** Stored payments as plain objects. */
  readonly show: ReturnType<typeof showing>
  readonly keys: (kind: PaymentKey["kind"], ref: PaymentRef) => PaymentKey
  readonly prepare: (
    preparing: Effect.Effect<Prepared, unknown, Services>,
    options?: CallOptions,
  ) => Promise<PreparedPayment>
}
