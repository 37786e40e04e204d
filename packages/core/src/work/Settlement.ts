/**
 * Asks the service about every handle of a payment and stores what it says. This is the only way by which the service's word
 * enters a payment's state (spec: Events rule 4; #205 to #207). A confirm that fails changes nothing.
 */
import { Clock, Context, Effect, Layer } from "effect"
import { type Handle, handlesOf } from "../model/Attempt.ts"
import { Breaker, keepTurns, keptFor, takeTurns, wayOf } from "./Breaker.ts"
import { Credentials, Gateway } from "../ports/Gateway.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { DeskStore } from "../ports/DeskStore.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { Reason } from "../model/Reason.ts"
import { keyText, type PaymentKey } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { asRecord, type HandleReply } from "../model/Observation.ts"
import { type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { later, millis, Policy, type PolicyShape } from "../model/Policy.ts"
import { NotNow, type NotNowBecause } from "../machine/tries.ts"
import { writerOn } from "./Writer.ts"

/** One round of confirms, and what the store holds after it. */
export interface Round {
  readonly record: PaymentRecord
  readonly replies: ReadonlyArray<HandleReply>
  /** False when a token came meanwhile that was not asked for, or the lease was over: the round was thrown away. */
  readonly kept: boolean
}

/** What came of asking the service about a payment. */
export type Heard =
  /** It answered for every token. */
  | "All"
  /** Some tokens brought no answer that can be used. */
  | "Some"
  /** No token brought an answer that can be used: the payment is as it was. */
  | "Nothing"
  /** Others changed the payment at every try, and what was heard was thrown away each time. */
  | "ThrownAway"

/** The payment as it is afterwards. */
export type Settled = PaymentRecord &
  /** What came of asking the service. */
  (
    | { readonly heard: Heard; readonly notNow: null }
    /** Why the service was not asked: `Throttled`, `CallUnderWay` or `NoToken`. */
    | { readonly heard: null; readonly notNow: NotNow }
  )

const unasked = (record: PaymentRecord, because: NotNowBecause, retryAt: number | null = null): Settled => {
  const { key } = record.payment
  return { ...record, heard: null, notNow: new NotNow({ key, because, retryAt }) }
}

const heardIn = ({ kept, replies }: Round): Heard => {
  if (!kept) return "ThrownAway"
  const failed = replies.filter(({ _tag }) => _tag === "Failed").length
  return failed === 0 ? "All" : failed < replies.length ? "Some" : "Nothing"
}

/** What asking for one handle brought, and the reason where it brought nothing. */
interface Asked {
  readonly reply: HandleReply
  readonly error: Reason | null
}

/** The handles of one payment that are asked about at once: few payments have more than two, and the rate limits all calls. */
const sideBySide = 8

/** How long a round of so many handles takes at the most. */
export const longestRound = (handles: number, policy: PolicyShape): number =>
  Math.ceil(handles / sideBySide) * later(millis(policy.calls.connectTimeout), policy.calls.confirmTimeout)

/** Settles payments. */
export class Settlement extends Context.Service<
  Settlement,
  {
    /** Asks now, whatever the schedule says, and tells whether it could and what came of it. */
    settle(key: PaymentKey): Effect.Effect<Settled, StoreError | PaymentNotFound>
    /** One round now for a record that was read, without a lease; null: no turn was free in time, and nothing was asked. */
    ask(record: PaymentRecord): Effect.Effect<Round | null, StoreError>
    /** Takes a turn of the shared rate for each handle of a payment; false: the last one would come later than that time. */
    turns(record: PaymentRecord, until: number): Effect.Effect<boolean, StoreError>
    /** One round for a record that was read, whose turns were taken: confirm every handle, judge, save, and give this lease back if it is ours. */
    round(record: PaymentRecord, until: number, lease: number | null): Effect.Effect<Round, StoreError>
  }
>()("@cauri/core/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const desk = yield* DeskStore
      const doubles = yield* DoubleCollections
      const policy = yield* Policy
      const asking = {
        gateway: yield* Gateway,
        breaker: yield* Breaker,
        credentials: yield* Credentials,
        denied: yield* DeniedCredentials,
        policy,
      }
      const writer = writerOn(store, policy)
      const keptOf = keepTurns(keptFor(policy))

      const round = Effect.fn("Settlement.round")(function* (
        record: PaymentRecord,
        until: number,
        lease: number | null,
      ) {
        const startedAt = yield* Clock.currentTimeMillis
        const { replies, isDenied } = yield* askAll(asking, record)
        const round = { replies, startedAt, readNote: record.newestNote, isDenied }
        const terms = { until, ...(lease === null ? {} : { giveBack: lease }) }
        const applied = yield* writer.apply(record, { _tag: "Confirmed", ...round }, terms)
        const kept = applied._tag === "Applied"
        if (kept) yield* doubles.look(applied.record, replies)
        return { record: applied.record, replies, kept }
      })

      const turns = Effect.fn("Settlement.turns")(function* (record: PaymentRecord, until: number) {
        const handles = handlesOf(record.payment.attempts).length
        const kept = keptOf(keyText(record.payment.key))
        return yield* takeTurns(desk, "confirms", policy.calls.confirmRate, handles, until, kept)
      })

      const ask = Effect.fn("Settlement.ask")(function* (record: PaymentRecord) {
        const patience = later(yield* Clock.currentTimeMillis, policy.calls.confirmPatience)
        if (!(yield* turns(record, patience))) return null
        return yield* round(record, later(yield* Clock.currentTimeMillis, policy.calls.lease), null)
      })

      const settle = Effect.fn("Settlement.settle")(function* (
        key: PaymentKey,
      ): Effect.fn.Return<Settled, StoreError | PaymentNotFound> {
        for (let tries = 1; ; tries++) {
          const record = yield* writer.read(key)
          // A call is under way: its own answer comes first, and its lease is not ours to give back.
          if (record.payment.state._tag === "Submitting") return unasked(record, "CallUnderWay", record.lease.until)
          const tried = yield* ask(record)
          if (tried === null) {
            return unasked(record, "Throttled", later(yield* Clock.currentTimeMillis, policy.calls.confirmPatience))
          }
          if (!tried.kept && tries < policy.store.maxConfirmTries) continue
          return tried.replies.length === 0
            ? unasked(tried.record, "NoToken")
            : { ...tried.record, heard: heardIn(tried), notNow: null }
        }
      })

      return Settlement.of({ settle, ask, turns, round })
    }),
  )
}

/** What the service is asked with. */
interface Asking {
  readonly gateway: Gateway["Service"]
  readonly breaker: Breaker["Service"]
  readonly credentials: Credentials["Service"]
  readonly denied: DeniedCredentials["Service"]
  readonly policy: PolicyShape
}

/** Asks for one handle. Whatever a gateway does, one token must not keep the others from being heard. */
const confirm = Effect.fnUntraced(function* (
  { gateway, policy }: Asking,
  { payment: { key } }: PaymentRecord,
  { attempt, token }: Handle,
) {
  const startedAt = yield* Clock.currentTimeMillis
  const failed = (error: Reason): Asked => ({ reply: { _tag: "Failed", attempt, startedAt }, error })
  const unusable = failed(Reason.cases.NoAnswer.make({ cause: "Unreadable", code: "" }))
  const call = { project: key.project, token }
  const asked = Effect.suspend(() =>
    key.kind === "payin" ? gateway.confirmInvoice(call) : gateway.confirmPayout(call),
  )
  return yield* asked.pipe(
    Effect.map((given): Asked => {
      const read = asRecord(given)
      if (read === null) return unusable
      return { reply: { _tag: "Observed", observation: { attempt, startedAt, record: read } }, error: null }
    }),
    Effect.catchTag("GatewayError", ({ reason }) =>
      Effect.succeed<Asked>(
        reason._tag === "NotFound"
          ? { reply: { _tag: "NotFound", attempt, startedAt }, error: reason }
          : failed(reason),
      ),
    ),
    Effect.timeoutOrElse({
      duration: later(millis(policy.calls.connectTimeout), policy.calls.confirmTimeout),
      orElse: () => Effect.succeed(unusable),
    }),
    Effect.catchDefect(() => Effect.succeed(unusable)),
  )
})

/** Asks for every handle, and remembers what the answers say of the way to the service and of our credentials. */
const askAll = Effect.fnUntraced(function* (asking: Asking, record: PaymentRecord) {
  const { breaker, credentials, denied } = asking
  // Read before asking: credentials that change meanwhile must lift the hold that a denial may cause (#192).
  const generation = yield* credentials.generation(record.payment.content.project)
  const answers = yield* Effect.forEach(handlesOf(record.payment.attempts), (each) => confirm(asking, record, each), {
    concurrency: sideBySide,
  })
  const now = yield* Clock.currentTimeMillis
  // What the service answers, even a refusal, came through.
  for (const { error } of answers) yield* breaker.record(now, error === null ? "Carried" : wayOf(error))
  const { key } = record.payment
  const wasDenied = answers.some(({ error }) => error?._tag === "AuthenticationFailed")
  if (!wasDenied && answers.some(({ reply }) => reply._tag === "Observed")) denied.answered(key.project)
  const isDenied = wasDenied && !(yield* denied.denyConfirm(key, generation))
  return { replies: answers.map(({ reply }) => reply), isDenied }
})
