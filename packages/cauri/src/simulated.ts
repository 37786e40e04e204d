/**
 * The service for practice and for tests: in this process, without a socket. `simulated()` runs on the machine's clock; the time of
 * `simulatedPayments()` stands still until a test moves it.
 */
import "./requireNode.ts"
import { Duration, Effect } from "effect"
import type { Host, Store } from "./choices/choices.ts"
import { createPayments } from "./createPayments.ts"
import { insideOf, keepInside } from "./inside.ts"
import { memory, type MemoryHost } from "./memory.ts"
import type { PaymentsOptions } from "./choices/options.ts"
import type { Payments } from "./payments/Payments.ts"
import { SimulatedClock } from "./simulation/simulatedClock.ts"
import { isoOf } from "@cauri/plain"
import { makeSimulated, type SimulatedOptions, type SimulatedService } from "./simulation/simulatedService.ts"

export type { SimulatedOptions, SimulatedPhones, SimulatedService } from "./simulation/simulatedService.ts"

/**
 * The service in this process, on the machine's clock.
 *
 * ```ts
 * await using payments = await createPayments({ ...options, gateway: simulated({ timeFactor: 1_000 }), store: memory() })
 * const { next } = await payments.payins.create(payin)
 * next.type // => "confirm_on_phone"
 * ```
 */
export const simulated = (options: SimulatedOptions = {}): SimulatedService => makeSimulated(options)

/** A stretch of time: milliseconds, or such as `"5 minutes"`. */
export type TimeSpan = number | `${number} ${"second" | "minute" | "hour" | "day"}${"" | "s"}`

/** Payments on time that a test moves. */
export interface SimulatedPayments<H extends Host> extends Payments<H> {
  /** The service in this process: its customers' phones, its page, faults. */
  readonly service: SimulatedService
  /**
   * Lets time pass: the worker works, customers and operators act, callbacks come, in the order of their times. Resolves when everything
   * is at rest. It starts the worker if it is not running.
   *
   * ```ts
   * await payments.advance("5 minutes")
   * payments.now() // => "2026-01-05T08:05:00.000Z"
   * ```
   */
  advance(time: TimeSpan): Promise<void>
  /**
   * What time it is there, in ISO 8601.
   *
   * ```ts
   * await simulatedPayments({ startsAt: 0 }).then(({ now }) => now()) // => "1970-01-01T00:00:00.000Z"
   * ```
   */
  now(): string
}

/** The options of payments for a test; everything has a default. */
export interface SimulatedPaymentsOptions<H extends Host> extends Partial<
  Omit<PaymentsOptions<H>, "gateway" | "store">
> {
  /** How the simulator behaves. */
  readonly simulator?: SimulatedOptions
  /** When time begins: milliseconds since 1970. */
  readonly startsAt?: number
}

/** A Monday morning, so that runs replay. */
const monday = Date.UTC(2026, 0, 5, 8)

/** No other program writes to the store, so there is no lost notice to look for: the worker sleeps until something is due. */
const untilWoken = "36500 days"

/**
 * Payments for a test: in memory unless a store is given (SQLite will do too), over the simulator, on time that stands still until
 * `advance`.
 *
 * ```ts
 * await using payments = await simulatedPayments()
 * await payments.payins.create({ ...payin, method: { type: "direct", mode: "ussd_push", phone: "22660000001" } })
 * await payments.service.phones.approve("22660000001") // the customer enters the PIN
 * await payments.advance("1 minute")
 * await payments.payins.get("order-17").then(({ status }) => status) // => "completed"
 * ```
 */
export function simulatedPayments(
  options?: SimulatedPaymentsOptions<MemoryHost>,
): Promise<SimulatedPayments<MemoryHost>>
export function simulatedPayments<H extends Host>(
  options: SimulatedPaymentsOptions<H> & { readonly store: Store<H> },
): Promise<SimulatedPayments<H>>
export async function simulatedPayments(
  options: SimulatedPaymentsOptions<Host> & { readonly store?: Store<Host> } = {},
): Promise<SimulatedPayments<Host>> {
  const { simulator, startsAt = monday, store = memory(), policy, ...others } = options
  const clock = new SimulatedClock(startsAt)
  const service = makeSimulated(simulator, clock)
  const payments = await createPayments<Host>({
    shop: { name: "Test shop", siteUrl: "https://shop.example" },
    ...others,
    policy: { ...policy, worker: { sleep: untilWoken, ...policy?.worker } },
    store,
    gateway: service,
  })
  let started = false
  const simulated: SimulatedPayments<Host> = {
    ...payments,
    service,
    advance: async (time) => {
      // Time goes on while payments are being closed, for what is still under way.
      if (!started) payments.start()
      started = true
      await Effect.runPromise(clock.advance(Duration.toMillis(Duration.fromInputUnsafe(time))))
    },
    now: () => isoOf(clock.currentTimeMillisUnsafe()),
  }
  return keepInside(simulated, insideOf(payments))
}
