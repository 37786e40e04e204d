/** What `createPayments` returns, as types. */
import type { NodeListener } from "@cauri/callbacks"
import type { ConfirmAnswers, NotNowReason, PayinInput, PayoutInput, RefundInput } from "@cauri/core"
import type { Host } from "../choices/choices.ts"
import type { EventName, HandlerOptions, PaymentEvents } from "../events/events.ts"
import type {
  ApprovalRequest,
  CallOptions,
  DecisionInput,
  DecisionOutcome,
  Flag,
  FollowOptions,
  HistoryLine,
  ListInput,
  Listing,
  Matters,
  NextStep,
  Pause,
  Payin,
  PayinStatus,
  PaymentName,
  PaymentRef,
  Payout,
  PayoutStatus,
  Phones,
  SentPayin,
  SentPayout,
} from "@cauri/plain"

declare const prepared: unique symbol
/** A payment that was checked and is not stored yet. Insert it at once: an unsent payin is cancelled after two minutes. */
export interface PreparedPayment extends PaymentName {
  /** Only the compiler reads it. */
  readonly [prepared]?: never
}

/** How a payout is created. */
export interface CreatePayoutOptions extends CallOptions {
  /** Only stores it; the worker sends it. */
  readonly sendLater?: boolean
  /**
   * What the promise waits for. `answer` (the default): the service's answer, at most the policy's `calls.creationTimeout`. `stored`: only
   * until no restart can lose the payment; this program then sends it at once, in the background.
   */
  readonly waitFor?: "stored" | "answer"
}

/** How a payin is created. */
export interface CreatePayinOptions extends CreatePayoutOptions {
  /** The code that a customer of mode `ussd_otp` got by dialling before. */
  readonly otp?: string
}

/** What payins and payouts have in common. */
interface Common<Payment, Status extends string> {
  /**
   * The payment as it is stored; it does not ask the service. Fails with `not_found`.
   *
   * ```ts
   * await payments.payins.create(payin)
   * await payments.payins.get("order-17").then(({ status }) => status) // => "pending"
   * await payments.payins.get("order-18").catch(({ code }) => code) // => "not_found"
   * ```
   */
  get(payment: PaymentRef, options?: CallOptions): Promise<Payment>
  /**
   * The full phone numbers of a payment, which its object and its events mask. Do not log them.
   *
   * ```ts
   * const { phone } = await payments.payins.create(payin)
   * phone // => "226••••••01"
   * await payments.payins.phones("order-17") // => { phone: "22660000001", payer: null }
   * ```
   */
  phones(payment: PaymentRef, options?: CallOptions): Promise<Phones>
  /**
   * Matching payments, the oldest first.
   *
   * ```ts
   * await payments.payins.create(payin)
   * const ids: Array<string> = []
   * for await (const { id } of payments.payins.list({ status: "pending" })) ids.push(id) // all of them
   * ids.join() // => "order-17"
   * const { next } = await payments.payins.list({ limit: 20 }) // one page, for a page of yours
   * next // => null
   * ```
   */
  list(query?: ListInput<Status>, options?: CallOptions): Listing<Payment>
  /**
   * Cancels a payment that was not sent, or a hosted payin in doubt whose page no customer saw. `by`: who asked for it. Otherwise fails with
   * `decision_refused`.
   *
   * ```ts
   * await payments.payins.create(payin, { sendLater: true })
   * const { status } = await payments.payins.cancel("order-17", "The customer")
   * status // => "cancelled"
   * ```
   */
  cancel(payment: PaymentRef, by: string, options?: CallOptions): Promise<Payment>
  /**
   * Resolves with the payment once it is closed. That may take days, and never happens where no worker runs: pass a signal, such as
   * `AbortSignal.timeout(60_000)`. It waits for news and does not ask the service.
   *
   * ```ts
   * await payments.payins.create(payin)
   * const waiting = payments.payins.waitFor("order-17", { signal: AbortSignal.timeout(60_000) })
   * await payments.service.phones.approve("22660000001")
   * await payments.advance("1 minute")
   * await waiting.then(({ status }) => status) // => "completed"
   * ```
   */
  waitFor(payment: PaymentRef, options?: FollowOptions): Promise<Payment>
  /**
   * Yields the payment now and after each change, until it is closed: for a page that shows it live.
   *
   * ```ts
   * await payments.payins.create(payin, { sendLater: true })
   * const changes = payments.payins.watch("order-17")
   * const first = await changes.next()
   * await payments.payins.cancel("order-17", "The customer")
   * const states = [first, await changes.next()].map(({ value }) => value.status) // => ["intended", "cancelled"]
   * ```
   */
  watch(payment: PaymentRef, options?: FollowOptions): AsyncIterableIterator<Payment>
  /**
   * The same as server-sent events: `payment` with what `render` returns, and `end` after the last. It stops when its reader leaves. When
   * the signal aborts or the payments close, it stops without `end`, and browsers connect again by themselves.
   *
   * ```ts
   * await payments.payins.create(payin, { sendLater: true })
   * await payments.payins.cancel("order-17", "The customer")
   * const response = payments.payins.eventStream("order-17", ({ status }) => status)
   * await response.text() // => "event: payment\ndata: cancelled\n\nevent: end\ndata: \n\n"
   * ```
   */
  eventStream(
    payment: PaymentRef,
    render: (payment: Payment) => string | Promise<string>,
    options?: FollowOptions,
  ): Response
}

/** What a merchant does with payins. */
export interface Payins extends Common<Payin, PayinStatus> {
  /**
   * Creates and sends it. The same id with the same content returns the stored payin and sends nothing. A refusal by the service is no
   * error: see `status` and `problem`. Fails with `invalid_input`, with `content_conflict` when the id has another content, and with
   * `store_failed`: then make the same call with the same id again.
   *
   * ```ts
   * const method = { type: "direct", mode: "ussd_push", phone: "22660000001" } as const
   * const { next } = await payments.payins.create({ id: "order-17", amount: 500, method, description: "Two loaves" })
   * next // => { type: "confirm_on_phone", how: "enter_pin" }
   * ```
   */
  create(input: PayinInput, options?: CreatePayinOptions): Promise<SentPayin>
  /**
   * What the customer must do before a payin of this mode is created, or null.
   *
   * ```ts
   * const method = { type: "direct", mode: "ussd_otp", phone: "22670000001" } as const
   * const step = await payments.payins.beforeCreation({ ...payin, method })
   * step // => { type: "dial_this_code_first", amount: 500, fees: 0, total: 500 }
   * ```
   */
  beforeCreation(input: PayinInput, options?: CallOptions): Promise<NextStep | null>
  /**
   * Checks it, for `insertWithin` in a transaction of your own; `send` sends it afterwards. Fails with `invalid_input`.
   *
   * ```ts
   * const prepared = await payments.payins.prepare(payin)
   * prepared.id // => "order-17"
   * await payments.payins.get("order-17").catch(({ code }) => code) // => "not_found"
   * ```
   */
  prepare(input: PayinInput, options?: CallOptions): Promise<PreparedPayment>
  /**
   * Sends a stored payin that was not sent yet; returns any other as it is.
   *
   * ```ts
   * await payments.payins.create(payin, { sendLater: true })
   * const { status } = await payments.payins.send("order-17")
   * status // => "pending"
   * ```
   */
  send(payin: PaymentRef, options?: CallOptions & { readonly otp?: string }): Promise<SentPayin>
  /**
   * Submits the code that the customer received; the same code again, within ten minutes, is that call. Fails with `not_allowed` when the
   * payin waits for no code, or had too many.
   *
   * ```ts
   * const method = { type: "direct", mode: "sms_otp", phone: "22640000001" } as const
   * const asked = await payments.payins.create({ ...payin, method })
   * asked.next // => { type: "enter_code", from: "sms" }
   * const { next } = await payments.payins.submitOtp("order-17", "123456")
   * next // => { type: "wait_or_enter_code", from: "sms" }
   * ```
   */
  submitOtp(payin: PaymentRef, otp: string, options?: CallOptions): Promise<Payin>
  /**
   * Lets the service send another code. Fails with `not_allowed`: `too_soon` until `retryAt`, or too often.
   *
   * ```ts
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "sms_otp", phone: "22640000001" } })
   * await payments.payins.sendOtpAgain("order-17").catch(({ reason }) => reason) // => "too_soon"
   * await payments.advance("2 minutes")
   * const { attempts } = await payments.payins.sendOtpAgain("order-17")
   * attempts.length // => 2
   * ```
   */
  sendOtpAgain(payin: PaymentRef, options?: CallOptions): Promise<Payin>
  /**
   * Makes a new attempt after one without an answer, because the customer asks for it. Fails with `not_allowed`: see `retryAt`.
   *
   * ```ts
   * const method = { type: "direct", mode: "ussd_push", phone: "22660000082" } as const
   * const lost = await payments.payins.create({ ...payin, method }) // its answer is lost
   * const early = await payments.payins.tryAgain("order-17").catch(({ reason }) => reason)
   * const found = [lost.status, early] // => ["in_doubt", "too_soon"]
   * ```
   */
  tryAgain(payin: PaymentRef, options?: CallOptions & { readonly otp?: string }): Promise<Payin>
  /**
   * Refunds a completed payin, wholly or in part. Two calls with the same content make one refund. Fails with `invalid_input` when the
   * payin is not completed or less is left of it.
   *
   * ```ts
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "ussd_push", phone: "22660000090" } })
   * await payments.advance("1 minute")
   * const { amount, id, phone } = await payments.payins.refund("order-17", { amount: 200 })
   * const part = [id, amount, phone] // => ["refund-order-17", 200, "226••••••90"]
   * ```
   */
  refund(
    payin: PaymentRef,
    refund?: RefundInput,
    options?: CallOptions & { readonly sendLater?: boolean },
  ): Promise<SentPayout>
}

/** What a merchant does with payouts. */
export interface Payouts extends Common<Payout, PayoutStatus> {
  /**
   * Creates and sends it. The same id with the same content returns the stored payout and sends nothing. One that is `in_doubt` may have
   * been paid: never create it under another id. Fails with `invalid_input`, with `content_conflict` when the id has another content, and
   * with `store_failed`: then make the same call with the same id again.
   *
   * ```ts
   * await payments.payouts.create(payout)
   * const other = { ...payout, amount: 600 } // the same id, another content
   * await payments.payouts.create(other).catch(({ code }) => code) // => "content_conflict"
   * ```
   */
  create(input: PayoutInput, options?: CreatePayoutOptions): Promise<SentPayout>
  /**
   * Checks it, for `insertWithin` in a transaction of your own; `send` sends it afterwards. Fails with `invalid_input`.
   *
   * ```ts
   * const { kind, project } = await payments.payouts.prepare(payout)
   * const prepared = `${kind} ${project}` // => "payout default"
   * ```
   */
  prepare(input: PayoutInput, options?: CallOptions): Promise<PreparedPayment>
  /**
   * Sends a stored payout that was not sent yet; returns any other as it is.
   *
   * ```ts
   * await payments.review.pause("payouts", { by: "The manager", reason: "we count" })
   * await payments.payouts.create(payout)
   * const { notSentBecause } = await payments.payouts.send("salary-7")
   * notSentBecause // => "paused"
   * ```
   */
  send(payout: PaymentRef, options?: CallOptions): Promise<SentPayout>
}

/** A payment after a recheck. */
export type Rechecked = (Payin | Payout) & {
  /** Why the service was not asked, so the payment is unchanged; null: it was asked. */
  readonly unasked: NotNowReason | null
  /** The result: an answer for every token, for some, for none; or others changed the payment at every try. Null: it was not asked. */
  readonly answered: ConfirmAnswers | null
}

/** What a person decides became of the money. */
export interface Resolution extends DecisionInput {
  /** One of the payment's `decisions`. */
  readonly to: DecisionOutcome
  /** What the person relies on, such as the operator's statement and its line. */
  readonly evidence: string
  /** What was paid, with `completed`. Default: what the service says, else the payment's amount. Less than the amount is `underpaid`. */
  readonly amountPaid?: number
  /** The person accepts less than the amount as full: the payin is `completed`. */
  readonly acceptedAsFull?: boolean
}

/** What a person requests, and why. */
export interface RequestInput extends DecisionInput {
  /** The decision that needs two people. */
  readonly decision: ApprovalRequest["decision"]
  /** What it rests on, such as a statement of the service. Needed to send again. */
  readonly evidence?: string
}

/** Who approves a request, and what that person saw. */
export interface ApprovalInput {
  /** Who approves. */
  readonly by: string
  /** The `seq` of the payment as that person saw it. */
  readonly asOf: number
  /** The `digest` of its `request`. */
  readonly digest: string
}

/** People's decisions: enough for an admin page. */
export interface Review {
  /**
   * Asks the service now, or returns why it cannot be asked. Fails with `not_found`.
   *
   * ```ts
   * const method = { type: "direct", mode: "ussd_push", phone: "22660000090" } as const
   * const payment = await payments.payins.create({ ...payin, method }) // pays at once
   * await payments.review.recheck(payment).then(({ answered }) => answered) // => "all"
   * ```
   */
  recheck(payment: PaymentName, options?: CallOptions): Promise<Rechecked>
  /**
   * Decides what became of the money; `decisions` of the payment lists what is allowed. Fails with `decision_refused` when the payment has
   * changed since `asOf`, or does not allow it; then nothing is changed.
   *
   * ```ts
   * const lost = await payments.payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
   * const evidence = "the service's statement of 3 June, line 4"
   * const because = { by: "The accountant", reason: "the answer was lost", evidence, asOf: lost.seq }
   * const { status } = await payments.review.resolve(lost, { to: "completed", ...because })
   * status // => "completed"
   * ```
   */
  resolve(payment: PaymentName, decision: Resolution, options?: CallOptions): Promise<Payin | Payout>
  /**
   * What needs a person: payments in doubt, then held ones, then those with an open flag; of each kind the oldest first and at most a
   * hundred. Beside them the unreadable ones, found among these and among the hundred oldest that are under way.
   *
   * ```ts
   * await payments.payouts.create({ ...payout, phone: "22660000082" }) // its answer is lost
   * const { payments: found } = await payments.review.needsAttention()
   * found.map(({ id, status }) => `${id}: ${status}`) // => ["salary-7: in_doubt"]
   * ```
   */
  needsAttention(query?: { readonly project?: string }, options?: CallOptions): Promise<Matters>
  /**
   * Releases a held payout. Fails with `decision_refused` when it is not held, or has changed since `asOf`.
   *
   * ```ts
   * await payments.payouts.create(payout)
   * const twin = await payments.payouts.create({ ...payout, id: "salary-8" }) // held: it looks like the same debt
   * const decision = { by: "The manager", reason: "two months at once", asOf: twin.seq }
   * await payments.review.release(twin, decision).then(({ status }) => status) // => "intended"
   * ```
   */
  release(payment: PaymentName, decision: DecisionInput, options?: CallOptions): Promise<Payin | Payout>
  /**
   * Requests what the policy lets only two people do (`approvals`): the release of a payout, or that it is sent again, which needs evidence.
   * The payout then has a `request`; its next event makes that void. Fails with `decision_refused` where one person is enough
   * (`one_is_enough`), or where the policy names no second one (`no_second_person`).
   *
   * ```ts
   * const held = await payments.payouts.create({ ...payout, amount: 150_000 }) // above the policy's `payoutsAbove`
   * const wish = { decision: "release", by: "The accountant", reason: "rent of May", asOf: held.seq } as const
   * const requested = await payments.review.request(held, wish)
   * requested.kind === "payout" && requested.request?.by // => "The accountant"
   * ```
   */
  request(payment: PaymentName, decision: RequestInput, options?: CallOptions): Promise<Payin | Payout>
  /**
   * Takes the decision that another person requested. `digest`: that of the `request` as this person saw it. Fails with `decision_refused`
   * when anything has changed since (`changed`), for the person who requested it (`same_person`), and for one whom the policy does not name
   * (`not_an_approver`).
   *
   * ```ts
   * const held = await payments.payouts.create({ ...payout, amount: 150_000 })
   * const wish = { decision: "release", by: "The accountant", reason: "rent of May", asOf: held.seq } as const
   * await payments.review.request(held, wish)
   * const { request, seq: asOf } = await payments.payouts.get("salary-7")
   * const approval = { by: "The manager", asOf, digest: request?.digest ?? "" }
   * await payments.review.approve(held, approval).then(({ status }) => status) // => "intended"
   * ```
   */
  approve(payment: PaymentName, approval: ApprovalInput, options?: CallOptions): Promise<Payin | Payout>
  /**
   * Takes a request back.
   *
   * ```ts
   * const held = await payments.payouts.create({ ...payout, amount: 150_000 })
   * const wish = { decision: "release", by: "The accountant", reason: "rent of May", asOf: held.seq } as const
   * const { seq: asOf } = await payments.review.request(held, wish)
   * await payments.review.withdraw(held, { by: "The accountant", asOf })
   * await payments.payouts.get("salary-7").then(({ request }) => request) // => null
   * ```
   */
  withdraw(
    payment: PaymentName,
    decision: { readonly by: string; readonly asOf: number },
    options?: CallOptions,
  ): Promise<Payin | Payout>
  /**
   * Closes an open flag. Fails with `decision_refused` when it is closed, or the payment has changed since `asOf`.
   *
   * ```ts
   * const method = { type: "direct", mode: "ussd_push", phone: "22660000082" } as const
   * const lost = await payments.payins.create({ ...payin, method }) // its answer is lost
   * const decision = { by: "The manager", reason: "the customer paid in cash", asOf: lost.seq }
   * const after = await payments.review.closeFlag(lost, { kind: "unanswered", subject: "1" }, decision)
   * after.flags.map(({ closed }) => closed?.by) // => ["The manager"]
   * ```
   */
  closeFlag(
    payment: PaymentName,
    flag: Pick<Flag, "kind" | "subject">,
    decision: DecisionInput,
    options?: CallOptions,
  ): Promise<Payin | Payout>
  /**
   * The history, line by line.
   *
   * ```ts
   * const payment = await payments.payouts.create(payout)
   * const lines = await payments.review.history(payment)
   * lines.map(({ event }) => event) // => ["intended", "attempt_started", "accepted"]
   * ```
   */
  history(payment: PaymentName, options?: CallOptions): Promise<ReadonlyArray<HistoryLine>>
  /**
   * Pauses creations: `payouts`, `project/…`, `project/…/payins`, `project/…/payouts` or `operator/<project>/…`. Returns the person's
   * pause in force: an earlier one of another person stays unchanged.
   *
   * ```ts
   * const pause = await payments.review.pause("project/default/payins", { by: "The manager", reason: "stock is counted" })
   * pause.by // => "The manager"
   * await payments.payins.create(payin).then(({ notSentBecause }) => notSentBecause) // => "paused"
   * ```
   */
  pause(
    scope: string,
    decision: { readonly by: string; readonly reason: string },
    options?: CallOptions,
  ): Promise<Pause>
  /**
   * Resumes a scope; false when it was not paused. `seen`: the pause that the person saw, one of `pauses()`; a newer one stays. `payouts`
   * stays paused while an unsent one cannot be read, unless you confirm that you know what became of it.
   *
   * ```ts
   * const seen = await payments.review.pause("payouts", { by: "The manager", reason: "we compare the balance" })
   * await payments.review.resume("payouts", { seen }) // => true
   * await payments.review.resume("payouts") // => false
   * ```
   */
  resume(
    scope: string,
    options?: CallOptions & { readonly seen?: Pick<Pause, "by" | "since">; readonly ignoreUnreadable?: boolean },
  ): Promise<boolean>
  /**
   * All pauses in force.
   *
   * ```ts
   * await payments.review.pause("operator/default/BAOBAB", { by: "The manager", reason: "its balance is low" })
   * const pauses = await payments.review.pauses()
   * pauses.map(({ scope }) => scope) // => ["operator/default/BAOBAB"]
   * ```
   */
  pauses(options?: CallOptions): Promise<ReadonlyArray<Pause>>
}

/** What one run of the worker did. */
export interface Run {
  /** Payments and deliveries that it worked on. */
  readonly taken: number
  /** Those of them that failed; they are tried again later. */
  readonly failed: number
  /** When something is due next; null: nothing waits. */
  readonly nextDueAt: string | null
}

/** Mobile-money payments, as promises. */
export interface Payments<H extends Host> {
  /** Money that customers pay. */
  readonly payins: Payins
  /** Money that you send. */
  readonly payouts: Payouts
  /** People's decisions: enough for an admin page. */
  readonly review: Review
  /**
   * Calls the handler for each such event, at least once and in order per payment, and retries when it throws. Register before `start()`.
   * Of payments older than its first worker a handler receives only later events; `from` says how far back it receives all. Throws
   * `too_late` after `start()`, and `invalid_input` when another handler has the name.
   *
   * ```ts
   * const shipped: Array<string> = []
   * payments.on("payin.completed", ({ payment }) => void shipped.push(payment.id))
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "ussd_push", phone: "22660000090" } })
   * await payments.advance("1 minute")
   * shipped.join() // => "order-17"
   * ```
   */
  on<Name extends EventName>(
    event: Name,
    handler: (event: PaymentEvents[Name]) => void | Promise<void>,
    options?: HandlerOptions,
  ): void
  /**
   * The same in the transaction that marks the event as received, so what the handler writes in it happens exactly once. On SQLite the
   * handler must not return a promise. Throws like `on`.
   *
   * ```ts
   * const booked: Array<number> = []
   * payments.onWithin("payin.completed", (_nothing, { amountPaid }) => void booked.push(amountPaid)) // in memory; SQLite hands its database
   * await payments.payins.create({ ...payin, method: { type: "direct", mode: "ussd_push", phone: "22660000090" } })
   * await payments.advance("1 minute")
   * booked.join() // => "500"
   * ```
   */
  onWithin<Name extends EventName>(
    event: Name,
    handler: (handed: H["handed"], event: PaymentEvents[Name]) => H["handled"],
    options?: HandlerOptions,
  ): void
  /**
   * Stores a prepared payment in your transaction. So that you roll back, it fails with `content_conflict` when the id has another
   * content, and with `invalid_input` when no transaction is open.
   *
   * ```ts
   * const prepared = await payments.payins.prepare(payin)
   * payments.insertWithin(null, prepared) // => "inserted"
   * payments.insertWithin(null, prepared) // => "already_there"
   * ```
   */
  insertWithin(transaction: H["transaction"], payment: PreparedPayment): H["inserted"]
  /**
   * Starts the worker in this process: it sends what waits, asks the service about payments, and calls the handlers. Throws `closed`
   * after `close()`.
   *
   * ```ts
   * payments.start()
   * await payments.payins.create(payin, { sendLater: true })
   * await payments.advance("10 seconds")
   * await payments.payins.get("order-17").then(({ status }) => status) // => "pending"
   * ```
   */
  start(): void
  /**
   * Works once through what is due, for a cron job or a test.
   *
   * ```ts
   * await payments.payins.create(payin, { sendLater: true })
   * await payments.runOnce() // => { taken: 0, failed: 0, nextDueAt: "2026-01-05T08:00:05.000Z" }
   * ```
   */
  runOnce(options?: CallOptions): Promise<Run>
  /**
   * Deletes what the store keeps for a handler that no program registers any more, by its name. Until then its events wait for it, and so
   * does every call with `untilDelivered`.
   *
   * ```ts
   * payments.on("payin.completed", () => {}, { name: "mails" })
   * await payments.forget("mails").catch(({ code }) => code) // => "invalid_input"
   * ```
   */
  forget(name: string, options?: CallOptions): Promise<void>
  /**
   * Receives the service's callbacks: for Hono, Next, Deno, Bun, workers. Route `POST /callbacks/*` to it, before any body parser.
   *
   * ```ts
   * const address = "https://shop.example/callbacks/unsigned"
   * const response = await payments.callbackHandler(new Request(address, { method: "POST", body: "{}" }))
   * response.status // => 404
   * ```
   */
  readonly callbackHandler: (request: Request) => Promise<Response>
  /**
   * The same as a listener of node:http, Express and Fastify.
   *
   * ```ts
   * const server = createServer(payments.nodeCallbackHandler)
   * server.listenerCount("request") // => 1
   * ```
   */
  readonly nodeCallbackHandler: NodeListener
  /**
   * Accepts no more calls, saves the answers that are under way, and ends. It may be called twice.
   *
   * ```ts
   * await payments.close()
   * await payments.payins.create(payin).catch(({ code }) => code) // => "closed"
   * ```
   */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}
