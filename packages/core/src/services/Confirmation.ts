/**
 * Asks the service about every token of a payment and stores the answers. This is the only way by which the service's word enters a
 * payment's state (spec: Events rule 4; #205 to #207). A failed confirm changes nothing.
 */
import { Clock, Context, Effect, Layer, Result } from "effect"
import { type IssuedToken, issuedTokensOf } from "../model/Attempt.ts"
import { Breaker, connectionResultOf } from "./Breaker.ts"
import { makeReservedTokens, reservationTime, takeRateTokens } from "./rateTokens.ts"
import { Credentials, Gateway } from "../ports/Gateway.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { SharedState } from "../ports/SharedState.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { CallFailure } from "../model/CallFailure.ts"
import { keyText, type PaymentKey } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { asConfirmRecord, type TokenReply } from "../model/Observation.ts"
import { cursorAfter, type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { later, millis, Policy, type PolicyShape } from "../model/Policy.ts"
import { observed, sharesToken } from "../machine/confirming.ts"
import { isFinal } from "../model/Payment.ts"
import { NotNow, type NotNowReason } from "../machine/furtherCalls.ts"
import { type Writer, writerOn } from "./Writer.ts"

/** One confirm round, and what the store holds after it. */
export interface ConfirmRound {
  readonly record: PaymentRecord
  readonly replies: ReadonlyArray<TokenReply>
  /** False when a new token came that was not asked about, or the lease was over: the round was discarded. */
  readonly kept: boolean
}

/** What came of asking the service about a payment. */
export type ConfirmAnswers =
  /** It answered for every token. */
  | "all"
  /** Some tokens brought no usable answer. */
  | "some"
  /** No token brought a usable answer: the payment is unchanged. */
  | "nothing"
  /** Others changed the payment at every try, and the answers were discarded each time. */
  | "thrown_away"

/** The payment as it is afterwards. */
export type ConfirmResult = PaymentRecord &
  /** What came of asking the service. */
  (
    | { readonly answered: ConfirmAnswers; readonly notNow: null }
    /** Why the service was not asked: `throttled`, `call_under_way` or `no_token`. */
    | { readonly answered: null; readonly notNow: NotNow }
  )

const notAsked = (record: PaymentRecord, because: NotNowReason, retryAt: number | null = null): ConfirmResult => {
  const { key } = record.payment
  return { ...record, answered: null, notNow: new NotNow({ key, because, retryAt }) }
}

const answersIn = ({ kept, replies }: ConfirmRound): ConfirmAnswers => {
  if (!kept) return "thrown_away"
  const failed = replies.filter(({ _tag }) => _tag === "Failed").length
  return failed === 0 ? "all" : failed < replies.length ? "some" : "nothing"
}

/** What the confirm of one token brought, and the reason where it failed. */
interface TokenAnswer {
  readonly reply: TokenReply
  readonly error: CallFailure | null
}

/** The tokens of one payment that are confirmed at once: few payments have more than two, and the rate limits all calls. */
const sideBySide = 8

/** How long a round of so many tokens takes at most. */
export const longestRound = (tokens: number, policy: PolicyShape): number =>
  Math.ceil(tokens / sideBySide) * later(millis(policy.calls.connectTimeout), policy.calls.confirmTimeout)

export class Confirmation extends Context.Service<
  Confirmation,
  {
    /** Confirms now, whatever the schedule says, and returns whether it could and what came of it. */
    confirm(key: PaymentKey): Effect.Effect<ConfirmResult, StoreError | PaymentNotFound>
    /** One round now for a record that was read, without a lease; null: no rate token was free in time, and nothing was asked. */
    confirmRecord(record: PaymentRecord): Effect.Effect<ConfirmRound | null, StoreError>
    /** Takes a rate token for each token of a payment; false: the last one would come after `until`. */
    reserve(record: PaymentRecord, until: number): Effect.Effect<boolean, StoreError>
    /** One round for a read record with its rate tokens taken: confirm every token, judge, save, and give `lease` back if it is ours. */
    round(record: PaymentRecord, until: number, lease: number | null): Effect.Effect<ConfirmRound, StoreError>
  }
>()("@cauri/core/Confirmation") {
  static readonly layer = Layer.effect(
    Confirmation,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const shared = yield* SharedState
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
      const keptOf = makeReservedTokens(reservationTime(policy))

      const round = Effect.fn("Confirmation.round")(function* (
        record: PaymentRecord,
        until: number,
        lease: number | null,
      ) {
        const startedAt = yield* Clock.currentTimeMillis
        const { replies, isDenied } = yield* askAll(asking, record)
        const round = { replies, startedAt, readNote: record.newestNote, isDenied }
        const terms = { until, ...(lease === null ? {} : { giveBack: lease }) }
        const looked = mayEnd(record, replies) ? yield* flagSharedTokens(store, writer, record) : record
        const applied = yield* writer.apply(looked, { _tag: "Confirmed", ...round }, terms)
        const kept = applied._tag === "Applied"
        if (kept) yield* doubles.look(applied.record, replies)
        return { record: applied.record, replies, kept }
      })

      const rateTokens = Effect.fn("Confirmation.reserve")(function* (record: PaymentRecord, until: number) {
        const tokens = issuedTokensOf(record.payment.attempts).length
        const kept = keptOf(keyText(record.payment.key))
        return yield* takeRateTokens(shared, "confirms", policy.calls.confirmRate, tokens, until, kept)
      })

      const ask = Effect.fn("Confirmation.confirmRecord")(function* (record: PaymentRecord) {
        const patience = later(yield* Clock.currentTimeMillis, policy.calls.confirmPatience)
        if (!(yield* rateTokens(record, patience))) return null
        return yield* round(record, later(yield* Clock.currentTimeMillis, policy.calls.lease), null)
      })

      const settle = Effect.fn("Confirmation.confirm")(function* (
        key: PaymentKey,
      ): Effect.fn.Return<ConfirmResult, StoreError | PaymentNotFound> {
        for (let tries = 1; ; tries++) {
          const record = yield* writer.read(key)
          // A call is under way: its own answer comes first, and its lease is not ours to give back.
          if (record.payment.state._tag === "submitting") {
            const { until } = record.lease
            return notAsked(record, "call_under_way", until > (yield* Clock.currentTimeMillis) ? until : null)
          }
          const tried = yield* ask(record)
          if (tried === null) {
            return notAsked(record, "throttled", later(yield* Clock.currentTimeMillis, policy.calls.confirmPatience))
          }
          if (!tried.kept && tries < policy.store.maxConfirmTries) continue
          return tried.replies.length === 0
            ? notAsked(tried.record, "no_token")
            : { ...tried.record, answered: answersIn(tried), notNow: null }
        }
      })

      return Confirmation.of({ confirm: settle, confirmRecord: ask, reserve: rateTokens, round })
    }),
  )
}

/** May this round end the payment? Only then is the store asked who else has its tokens. */
const mayEnd = ({ payment }: PaymentRecord, replies: ReadonlyArray<TokenReply>): boolean =>
  !isFinal(payment) && !sharesToken(payment) && observed(replies).some(({ record }) => record.status !== "pending")

/**
 * Flags the payment, and another one that has a token of it too (P13, O11). A constraint of the store would lose that token instead. It
 * is looked for here, once for each payment, so that no program can end between a saved token and its check.
 */
const flagSharedTokens = Effect.fnUntraced(function* (
  store: PaymentStore["Service"],
  writer: Writer,
  record: PaymentRecord,
) {
  const { attempts, key } = record.payment
  let flagged = record
  for (const { token } of issuedTokensOf(attempts)) {
    for (const entry of yield* store.page({ token, limit: 2 })) {
      const { key: other } = cursorAfter(entry)
      if (keyText(other) === keyText(key)) continue
      if (Result.isSuccess(entry)) yield* writer.apply(entry.success, { _tag: "TokenShared", other: key })
      flagged = (yield* writer.apply(flagged, { _tag: "TokenShared", other })).record
    }
  }
  return flagged
})

interface Asking {
  readonly gateway: Gateway["Service"]
  readonly breaker: Breaker["Service"]
  readonly credentials: Credentials["Service"]
  readonly denied: DeniedCredentials["Service"]
  readonly policy: PolicyShape
}

/** Confirms one token. Whatever a gateway does, one token must not block the others. */
const confirm = Effect.fnUntraced(function* (
  { gateway, policy }: Asking,
  { payment }: PaymentRecord,
  { attempt, token }: IssuedToken,
) {
  const startedAt = yield* Clock.currentTimeMillis
  const failed = (error: CallFailure): TokenAnswer => ({ reply: { _tag: "Failed", attempt, startedAt }, error })
  const unusable = failed(CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" }))
  return yield* Effect.suspend(() => gateway.confirm({ payment, attempt, token })).pipe(
    Effect.map((given): TokenAnswer => {
      const read = asConfirmRecord(given)
      if (read === null) return unusable
      return { reply: { _tag: "Observed", observation: { attempt, startedAt, record: read } }, error: null }
    }),
    Effect.catchTag("GatewayError", ({ reason }) =>
      Effect.succeed<TokenAnswer>(
        reason._tag === "not_found"
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

/** Confirms every token, and records what the answers say of the connection and of our credentials. */
const askAll = Effect.fnUntraced(function* (asking: Asking, record: PaymentRecord) {
  const { breaker, credentials, denied } = asking
  // Read before asking: credentials that change meanwhile must resume the pause that a denial may cause (#192).
  const generation = yield* credentials.generation(record.payment.content.project)
  const answers = yield* Effect.forEach(
    issuedTokensOf(record.payment.attempts),
    (each) => confirm(asking, record, each),
    { concurrency: sideBySide },
  )
  const now = yield* Clock.currentTimeMillis
  // Any answer of the service, even a refusal, came through.
  for (const { error } of answers) yield* breaker.record(now, error === null ? "Carried" : connectionResultOf(error))
  const { key } = record.payment
  const wasDenied = answers.some(({ error }) => error?._tag === "authentication_failed")
  if (!wasDenied && answers.some(({ reply }) => reply._tag === "Observed")) denied.answered(key.project)
  const isDenied = wasDenied && !(yield* denied.denyConfirm(key, generation))
  return { replies: answers.map(({ reply }) => reply), isDenied }
})
