/**
 * What the customer can do on the service's payment page. The HTTP side renders it; nothing here is HTML, and every text is raw.
 * Spec: hosted payin (#3 #20 #21 #37-#39 #52 #54 #55), U11.
 */
import { Context, type Effect } from "effect"
import type { Payin } from "../model/Payin.ts"
import type { Operator } from "../model/Operator.ts"
import type { SimulatorRefusal } from "../model/SimulatorRefusal.ts"

/** What the page shows. */
export interface PageView {
  readonly invoice: Payin
  /** The operators to choose from; a customer's number in the request narrows them (#39). */
  readonly operators: ReadonlyArray<Operator>
}

/** What the customer enters on the page. */
export interface PagePayment {
  readonly operatorId: string
  readonly phone: string
  /** USSD OTP, SMS OTP and wallet; absent on the first request of the last two. */
  readonly otp?: string
}

/** The service's payment page. */
export class HostedPage extends Context.Service<
  HostedPage,
  {
    /** The invoice of a page, also a final one. Direct invoices have no page, except in redirect modes. */
    readonly view: (token: string) => Effect.Effect<PageView, SimulatorRefusal>
    /** Starts a payment with one operator; it continues on the phone. */
    readonly pay: (token: string, payment: PagePayment) => Effect.Effect<void, SimulatorRefusal>
    /** Cancels: the invoice stays pending (U11); the customer goes to `cancelUrl` (#54). */
    readonly cancel: (token: string) => Effect.Effect<void, SimulatorRefusal>
  }
>()("@cauri/simulator/HostedPage") {}
