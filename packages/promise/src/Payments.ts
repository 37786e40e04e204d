/**
 * What `createPayments` gives: the whole of it, as types.
 */
import type { NodeListener } from "@cauri/callbacks"
import type { Heard, NotNowBecause } from "@cauri/core"
import type { Host } from "./choices.ts"
import type { EventName, HandlerOptions, PaymentEvents } from "./events.ts"
import type {
  CallOptions,
  DecisionInput,
  FollowOptions,
  ListInput,
  PayinInput,
  PaymentRef,
  PayoutInput,
  PayoutMethod,
} from "./inputs.ts"
import type {
  Flag,
  HistoryLine,
  Hold,
  Listing,
  Matters,
  NextStep,
  Payin,
  PayinStatus,
  PaymentName,
  Phones,
} from "./plain.ts"
import type { Payout, PayoutStatus, Ruling, SentPayin, SentPayout } from "./plain.ts"
import type { Word } from "./words.ts"

declare const prepared: unique symbol
/** A payment that was checked and is not stored yet. It is made for now: an unsent payin is cancelled after two minutes. */
export interface PreparedPayment extends PaymentName {
  /** Only the compiler reads it. */
  readonly [prepared]?: never
}

/** How a payin is created. */
export interface CreatePayinOptions extends CallOptions {
  /** The code that a customer of mode `ussd_otp` got by dialling first. */
  readonly otp?: string
  /** Only store it; the worker sends it. */
  readonly sendLater?: boolean
}

/** What payins and payouts have in common. */
interface Common<Payment, Status extends string> {
  get(payment: PaymentRef, options?: CallOptions): Promise<Payment>
  /** The numbers of a payment in full, which its object and its events show masked: for you, and not for a log. */
  phones(payment: PaymentRef, options?: CallOptions): Promise<Phones>
  /**
   * What fits, the oldest first.
   *
   * ```ts
   * for await (const payin of payments.payins.list({ status: "pending" })) console.log(payin.id) // all of them
   * const { payments: some, next } = await payments.payins.list({ limit: 20 }) // one page, for a page of yours
   * ```
   */
  list(query?: ListInput<Status>, options?: CallOptions): Listing<Payment>
  /** Cancels a payment of which nothing has left. `by`: who asked for it. */
  cancel(payment: PaymentRef, by: string, options?: CallOptions): Promise<Payment>
  /**
   * The payment once it is closed. It may take days, or for ever where nobody works on the payments: pass a signal, such as
   * `AbortSignal.timeout(60_000)`. It wakes on news and asks nobody.
   */
  waitFor(payment: PaymentRef, options?: FollowOptions): Promise<Payment>
  /** The payment as it is, and again after each change, until it is closed: for a page that follows it live. */
  watch(payment: PaymentRef, options?: FollowOptions): AsyncIterableIterator<Payment>
  /**
   * The same as server-sent events: `payment` with what `render` makes of it, and `end` after the last. It ends with its reader; when the
   * signal aborts or the payments close, it ends without `end`, and browsers connect again by themselves.
   */
  eventStream(
    payment: PaymentRef,
    render: (payment: Payment) => string | Promise<string>,
    options?: FollowOptions,
  ): Response
}

/** What a merchant does with payins. */
export interface Payins extends Common<Payin, PayinStatus> {
  /** Creates and sends it. The same id with the same content gives the stored payin back and sends nothing. */
  create(input: PayinInput, options?: CreatePayinOptions): Promise<SentPayin>
  /** What the customer must do before a payin of this mode is created, or null. */
  beforeCreation(input: PayinInput, options?: CallOptions): Promise<NextStep | null>
  /** Checks it, for `insertWithin` in a transaction of your own; `send` sends it afterwards. */
  prepare(input: PayinInput, options?: CallOptions): Promise<PreparedPayment>
  /** Sends a stored payin that was not sent yet; any other is given back as it is. */
  send(payin: PaymentRef, options?: CallOptions & { readonly otp?: string }): Promise<SentPayin>
  /** Submits the code that the customer received: the second call, or another code after a wrong one. */
  submitOtp(payin: PaymentRef, otp: string, options?: CallOptions): Promise<Payin>
  sendOtpAgain(payin: PaymentRef, options?: CallOptions): Promise<Payin>
  /** A new attempt after one without an answer, because the customer asks for it. */
  tryAgain(payin: PaymentRef, options?: CallOptions & { readonly otp?: string }): Promise<Payin>
  /** Gives a completed payin back, wholly or in part. Asked twice with the same content, it is one refund. */
  refund(payin: PaymentRef, refund?: RefundInput, options?: CallOptions): Promise<SentPayout>
}

/** How a payin is given back. */
export interface RefundInput {
  /** The payout's own id. Default: `refund-` and the id of the payin, so that there is one. */
  readonly id?: string
  /** Whole francs; all of it when left out. */
  readonly amount?: number
  /** Who gets it; the number that paid when left out. */
  readonly phone?: string
  readonly description?: string
  /** Default: mobile money. */
  readonly method?: PayoutMethod
  readonly operator?: string
  readonly sendLater?: boolean
}

/** What a merchant does with payouts. */
export interface Payouts extends Common<Payout, PayoutStatus> {
  /** Creates and sends it. The same id with the same content gives the stored payout back and sends nothing. */
  create(input: PayoutInput, options?: CallOptions & { readonly sendLater?: boolean }): Promise<SentPayout>
  prepare(input: PayoutInput, options?: CallOptions): Promise<PreparedPayment>
  /** Sends a stored payout that was not sent yet; any other is given back as it is. */
  send(payout: PaymentRef, options?: CallOptions): Promise<SentPayout>
}

/** A payment after a recheck. */
export type Rechecked = (Payin | Payout) & {
  /** Why the service was not asked, so that the payment is as it was; null: it was asked. */
  readonly unasked: Word<NotNowBecause> | null
  /** What came of it: an answer for every token, for some, for none; or others changed the payment at every try. Null: it was not asked. */
  readonly heard: Word<Heard> | null
}

/** Where people decide: enough for an admin page. */
export interface Desk {
  /** Asks the service now, or says why it cannot be asked. */
  recheck(payment: PaymentName, options?: CallOptions): Promise<Rechecked>
  /** Rules what became of the money; `rulings` of the payment says what is allowed. */
  resolve(
    payment: PaymentName,
    decision: DecisionInput & { readonly to: Ruling; readonly evidence: string },
    options?: CallOptions,
  ): Promise<Payin | Payout>
  /**
   * What waits for a person: payments in doubt, then those that are held, then those with an open flag; of each the oldest first, and
   * at most a hundred. Beside them those that cannot be read: among these, and among the hundred oldest that are under way.
   */
  matters(query?: { readonly project?: string }, options?: CallOptions): Promise<Matters>
  /** Lets a held payout go. */
  release(payment: PaymentName, decision: DecisionInput, options?: CallOptions): Promise<Payin | Payout>
  closeFlag(
    payment: PaymentName,
    flag: Pick<Flag, "kind" | "subject">,
    decision: DecisionInput,
    options?: CallOptions,
  ): Promise<Payin | Payout>
  /** What happened, line by line. */
  history(payment: PaymentName, options?: CallOptions): Promise<ReadonlyArray<HistoryLine>>
  /**
   * Stops creations: `payouts`, `project/…`, `project/…/payins`, `project/…/payouts` or `operator/<project>/…`. Gives the person's hold
   * that is in force: another's, if that was there before, and then nothing was changed.
   */
  hold(scope: string, decision: { readonly by: string; readonly reason: string }, options?: CallOptions): Promise<Hold>
  /**
   * Lets a scope go on; false when it was not on hold. `seen`: the hold that the person saw, one of `holds()`; one that was set since
   * stays. `payouts` stays on hold while an unsent one cannot be read, unless you say that you know what became of it.
   */
  lift(
    scope: string,
    options?: CallOptions & { readonly seen?: Pick<Hold, "by" | "since">; readonly despiteUnreadable?: boolean },
  ): Promise<boolean>
  holds(options?: CallOptions): Promise<ReadonlyArray<Hold>>
}

/** What one run of the worker did. */
export interface Run {
  readonly taken: number
  readonly failed: number
  /** When something is due next; null: nothing waits. */
  readonly nextDueAt: string | null
}

/** Mobile-money payments, as promises. */
export interface Payments<H extends Host> {
  readonly payins: Payins
  readonly payouts: Payouts
  readonly desk: Desk
  /**
   * Calls the handler for each such event, at least once and in order per payment; what it throws is tried again later. Register before
   * `start()`. Of payments that are older than its first worker a handler hears what happens from then on; `from` says how far back it is to hear all.
   */
  on<Name extends EventName>(
    event: Name,
    handler: (event: PaymentEvents[Name]) => void | Promise<void>,
    options?: HandlerOptions,
  ): void
  /**
   * The same inside the very transaction that marks the event as heard, so what the handler writes with what it is handed happens exactly
   * once. On SQLite it must not return a promise.
   */
  onWithin<Name extends EventName>(
    event: Name,
    handler: (handed: H["handed"], event: PaymentEvents[Name]) => H["handled"],
    options?: HandlerOptions,
  ): void
  /** Stores a prepared payment in a transaction of yours. Throws, so that you roll back, when the id is taken by another content. */
  insertWithin(transaction: H["transaction"], payment: PreparedPayment): H["inserted"]
  /** Starts the worker in this process: it sends what waits, asks what became of payments, and calls the handlers. */
  start(): void
  /** Works once through what is due, for a cron job or a test. */
  runOnce(options?: CallOptions): Promise<Run>
  /**
   * Takes away what the store keeps for a handler that no program registers any more, by its name. Until then its events wait for it, and
   * whoever waits with `untilHeard` does as well.
   */
  forget(name: string, options?: CallOptions): Promise<void>
  /** Takes the service's callbacks: for Hono, Next, Deno, Bun, workers. Route `POST /callbacks/*` to it, before any body parser. */
  readonly callbackHandler: (request: Request) => Promise<Response>
  /** The same as a listener of node:http, Express and Fastify. */
  readonly nodeCallbackHandler: NodeListener
  /** Takes nothing more, saves the answers that are under way, and ends. May be called again. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
