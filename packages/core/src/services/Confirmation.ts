/**
 * Asks the service about every token of a payment, and by our id about every attempt without an answer where it can be asked so, and stores
 * the answers. This is the only way by which the service's word enters a payment's state (spec: Events rule 4; #205 to #207). A question
 * that fails changes nothing.
 *
 * Nothing is sent again or expires, and no person decides that a call was not executed, before a round of these questions is answered.
 */
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { issuedTokensOf } from "../model/Attempt.ts"
import { Breaker, connectionResultOf } from "./Breaker.ts"
import { makeReservedTokens, reservationTime, takeRateTokens } from "./rateTokens.ts"
import { Credentials, Gateway, type GatewayError } from "../ports/Gateway.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { SharedState } from "../ports/SharedState.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { CallFailure } from "../model/CallFailure.ts"
import { CreationAnswer } from "../model/CreationAnswer.ts"
import { CreationToken, keyText, type PaymentKey } from "../model/Identifiers.ts"
import type { PaymentRecord } from "../model/PaymentRecord.ts"
import { asConfirmRecord, type TokenReply } from "../model/Observation.ts"
import { cursorAfter, type PaymentNotFound, PaymentStore } from "../ports/PaymentStore.ts"
import type { StoreError } from "../ports/PaymentStoreDriver.ts"
import { later, millis, Policy, type PolicyShape } from "../model/Policy.ts"
import { observed, sharesToken } from "../machine/confirming.ts"
import { attemptsToLookUp } from "../machine/schedule.ts"
import { isFinal } from "../model/Payment.ts"
import { NotNow, type NotNowReason } from "../machine/furtherCalls.ts"
import { type Writer, writerOn } from "./Writer.ts"

/** One round of questions, and what the store holds after it. */
export interface ConfirmRound {
  readonly record: PaymentRecord
  readonly replies: ReadonlyArray<TokenReply>
  /** False when a token came or was found that was not asked about, or the lease was over: the round was discarded. */
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

const failedIn = (replies: ReadonlyArray<TokenReply>): ReadonlyArray<number> =>
  replies.flatMap((reply) => (reply._tag === "Failed" ? [reply.attempt] : []))

const answersIn = ({ kept, replies }: ConfirmRound): ConfirmAnswers => {
  if (!kept) return "thrown_away"
  const failed = failedIn(replies).length
  return failed === 0 ? "all" : failed < replies.length ? "some" : "nothing"
}

/** One call of a round: about a token, or by our id where it is null. */
interface Question {
  readonly attempt: number
  readonly token: CreationToken | null
}

/** What the service can be asked about a payment. */
export const questionsOn = ({ lookUp }: Gateway["Service"], { payment }: PaymentRecord): ReadonlyArray<Question> => [
  ...issuedTokensOf(payment.attempts),
  ...(lookUp === undefined ? [] : attemptsToLookUp(payment).map((attempt) => ({ attempt, token: null }))),
]

/** The first token that a round found: the next round finds another, unless the service gives the same one for two attempts. */
const foundIn = (replies: ReadonlyArray<TokenReply>) =>
  replies.flatMap((reply) =>
    reply._tag === "LookedUp" && reply.token !== null ? [{ attempt: reply.attempt, token: reply.token }] : [],
  )[0]

/** What one question brought, and the reason where it failed. */
interface TokenAnswer {
  readonly reply: TokenReply
  readonly error: CallFailure | null
}

/** The questions of one round that are asked at once: few payments have more than two, and the rate limits all calls. */
const sideBySide = 8

/** How long a round of so many questions takes at most. */
export const longestRound = (questions: number, policy: PolicyShape): number =>
  Math.ceil(questions / sideBySide) * later(millis(policy.calls.connectTimeout), policy.calls.confirmTimeout)

export class Confirmation extends Context.Service<
  Confirmation,
  {
    /** Confirms now, whatever the schedule says, and returns whether it could and what came of it. */
    confirm(key: PaymentKey): Effect.Effect<ConfirmResult, StoreError | PaymentNotFound>
    /**
     * Asks about the attempts without an answer, where the service can be asked by our id: before one counts as not executed. False: it did
     * not say.
     */
    lookUp(record: PaymentRecord): Effect.Effect<boolean, StoreError>
    /**
     * Asks now about a record that was read, without a lease, and again once a token was found. Null: no rate token was free in time, and
     * nothing was asked.
     */
    confirmRecord(record: PaymentRecord): Effect.Effect<ConfirmRound | null, StoreError>
    /** Takes a rate token for each question; false: the last one would come after `until`. */
    reserve(record: PaymentRecord, until: number): Effect.Effect<boolean, StoreError>
    /** One round for a read record with its rate tokens taken: ask, judge, save, and give `lease` back if it is ours. */
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
        const looksUp = asking.gateway.lookUp !== undefined
        const round = { replies, startedAt, readNote: record.newestNote, isDenied, looksUp }
        const giveBack = lease === null ? {} : { giveBack: lease }
        const found = foundIn(replies)
        if (found !== undefined) {
          // It is the late answer of its attempt. The round did not ask about this token, so it proves nothing.
          const { attempt, token } = found
          const answer = CreationAnswer.cases.accepted.make({ token, url: null })
          const answered = { _tag: "Answered", attempt, answer, isFound: true } as const
          const { record: after } = yield* writer.apply(record, answered, giveBack)
          return { record: after, replies, kept: false }
        }
        const terms = { until, ...giveBack }
        const looked = mayEnd(record, replies) ? yield* flagSharedTokens(store, writer, record) : record
        const applied = yield* writer.apply(looked, { _tag: "Confirmed", ...round }, terms)
        const kept = applied._tag === "Applied"
        if (kept) yield* doubles.look(applied.record, replies)
        return { record: applied.record, replies, kept }
      })

      const rateTokens = Effect.fn("Confirmation.reserve")(function* (record: PaymentRecord, until: number) {
        const questions = questionsOn(asking.gateway, record).length
        const kept = keptOf(keyText(record.payment.key))
        return yield* takeRateTokens(shared, "confirms", policy.calls.confirmRate, questions, until, kept)
      })

      const ask = Effect.fn("Confirmation.confirmRecord")(function* (read: PaymentRecord) {
        for (let record = read; ;) {
          const patience = later(yield* Clock.currentTimeMillis, policy.calls.confirmPatience)
          if (!(yield* rateTokens(record, patience))) return null
          const asked = yield* round(record, later(yield* Clock.currentTimeMillis, policy.calls.lease), null)
          if (foundIn(asked.replies) === undefined) return asked
          record = asked.record
        }
      })

      const lookUp = Effect.fn("Confirmation.lookUp")(function* (record: PaymentRecord) {
        const attempts = questionsOn(asking.gateway, record).flatMap((each) =>
          each.token === null ? [each.attempt] : [],
        )
        if (attempts.length === 0) return true
        const asked = yield* ask(record)
        return asked !== null && !failedIn(asked.replies).some((attempt) => attempts.includes(attempt))
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
          return tried.replies.every(({ _tag }) => _tag === "LookedUp")
            ? notAsked(tried.record, "no_token")
            : { ...tried.record, answered: answersIn(tried), notNow: null }
        }
      })

      return Confirmation.of({ confirm: settle, confirmRecord: ask, lookUp, reserve: rateTokens, round })
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

/** Asks one question. Whatever a gateway does, one must not block the others. */
const askOne = Effect.fnUntraced(function* (
  { gateway, policy }: Asking,
  { payment }: PaymentRecord,
  { attempt, token }: Question,
) {
  const startedAt = yield* Clock.currentTimeMillis
  const failed = (error: CallFailure): TokenAnswer => ({ reply: { _tag: "Failed", attempt, startedAt }, error })
  const unusable = failed(CallFailure.cases.no_answer.make({ cause: "unreadable", code: "" }))
  const lookedUp = (found: CreationToken | null): TokenReply | null => {
    if (found !== null && !Schema.is(CreationToken)(found)) return null
    // One that another attempt has says nothing about this one.
    const isNew = issuedTokensOf(payment.attempts).every((each) => each.token !== found)
    return { _tag: "LookedUp", attempt, startedAt, token: isNew ? found : null }
  }
  const question = Effect.suspend((): Effect.Effect<TokenReply | null, GatewayError> => {
    if (token === null) return Effect.map(gateway.lookUp?.({ payment, attempt }) ?? Effect.succeed(null), lookedUp)
    return Effect.map(gateway.confirm({ payment, attempt, token }), (given) => {
      const read = asConfirmRecord(given)
      return read && { _tag: "Observed", observation: { attempt, startedAt, record: read } }
    })
  })
  const notFound: TokenReply =
    token === null ? { _tag: "LookedUp", attempt, startedAt, token } : { _tag: "NotFound", attempt, startedAt }
  return yield* question.pipe(
    Effect.map((reply): TokenAnswer => (reply === null ? unusable : { reply, error: null })),
    Effect.catchTag("GatewayError", ({ reason }) =>
      Effect.succeed(reason._tag === "not_found" ? { reply: notFound, error: reason } : failed(reason)),
    ),
    Effect.timeoutOrElse({
      duration: later(millis(policy.calls.connectTimeout), policy.calls.confirmTimeout),
      orElse: () => Effect.succeed(unusable),
    }),
    Effect.catchDefect(() => Effect.succeed(unusable)),
  )
})

/** Asks every question, and records what the answers say of the connection and of our credentials. */
const askAll = Effect.fnUntraced(function* (asking: Asking, record: PaymentRecord) {
  const { breaker, credentials, denied } = asking
  // Read before asking: credentials that change meanwhile must resume the pause that a denial may cause (#192).
  const generation = yield* credentials.generation(record.payment.content.project)
  const answers = yield* Effect.forEach(questionsOn(asking.gateway, record), (each) => askOne(asking, record, each), {
    concurrency: sideBySide,
  })
  const now = yield* Clock.currentTimeMillis
  // Any answer of the service, even a refusal, came through.
  for (const { error } of answers) yield* breaker.record(now, error === null ? "Carried" : connectionResultOf(error))
  const { key } = record.payment
  const wasDenied = answers.some(({ error }) => error?._tag === "authentication_failed")
  if (!wasDenied && answers.some(({ error }) => error === null)) denied.answered(key.project)
  const isDenied = wasDenied && !(yield* denied.denyConfirm(key, generation))
  return { replies: answers.map(({ reply }) => reply), isDenied }
})
