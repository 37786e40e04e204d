/**
 * Asks the service about every handle of a payment and stores what it says. This is the only way by which the service's word
 * enters a payment's state (spec: Events rule 4; #205 to #207). A confirm that fails changes nothing.
 */
import { Clock, Context, Effect, Layer, Option, Ref } from "effect"
import { type Handle, handlesOf } from "./Attempt.ts"
import { Breaker, wayOf } from "./Breaker.ts"
import { Credentials } from "./Credentials.ts"
import { DeniedCredentials } from "./DeniedCredentials.ts"
import { DeskStore } from "./DeskStore.ts"
import { flagged } from "./answers.ts"
import { DoubleCollections } from "./DoubleCollections.ts"
import { Gateway } from "./Gateway.ts"
import type { GatewayError } from "./GatewayError.ts"
import { Reason } from "./Reason.ts"
import { keyText, type PaymentKey } from "./Identifiers.ts"
import { advance, saved } from "./journal.ts"
import type { IllegalTransition } from "./Machine.ts"
import type { PaymentRecord } from "./nextAction.ts"
import { asRecord, type HandleReply } from "./Observation.ts"
import { closedAt } from "./Payment.ts"
import { PaymentNotFound, PaymentStore } from "./PaymentStore.ts"
import type { StoreError } from "./PaymentStoreDriver.ts"
import { Policy } from "./Policy.ts"
import type { PolicyShape } from "./PolicyShape.ts"
import { keepTurns, keptFor, takeTurns } from "./turns.ts"
import { judge, type Verdict } from "./verdicts.ts"
import { usesSlot, type Watch } from "./Watch.ts"

/** One round of confirms, and what the store holds after it. */
export interface Round {
  readonly record: PaymentRecord
  readonly replies: ReadonlyArray<HandleReply>
  /** False when somebody else changed the payment meanwhile, or the lease was over: the round was thrown away. */
  readonly kept: boolean
}

/** Why the service was not asked about a payment. */
export type Unasked =
  /** The rate that all processes share leaves no turn in time. */
  | "NoTurn"
  /** A creation call is under way, and its own answer comes first. */
  | "CallUnderWay"
  /** No call of the payment brought a token, so there is nothing to ask with. */
  | "NoToken"

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

/** The payment as it is afterwards, whether the service was asked about it, and what came of that. */
export type Settled = PaymentRecord &
  ({ readonly asked: true; readonly heard: Heard } | { readonly asked: false; readonly because: Unasked })

const unasked = (record: PaymentRecord, because: Unasked): Settled => ({ ...record, asked: false, because })

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

/** The handles of one payment that are asked about at once. */
const sideBySide = 8

/** How long a round of so many handles takes at the most. */
export const longestRound = (handles: number, policy: PolicyShape): number =>
  Math.ceil(handles / sideBySide) * (policy.connectTimeout + policy.confirmTimeout)

/** Settles payments. */
export class Settlement extends Context.Service<
  Settlement,
  {
    /** Asks now, whatever the schedule says, and tells whether it could and what came of it. */
    settle(key: PaymentKey): Effect.Effect<Settled, StoreError | IllegalTransition | PaymentNotFound>
    /** One round now for a record that was read, without a lease; null: no turn was free in time, and nothing was asked. */
    ask(record: PaymentRecord): Effect.Effect<Round | null, StoreError | IllegalTransition>
    /** Takes a turn of the shared rate for each handle of a payment; false: the last one would come later than that time. */
    turns(record: PaymentRecord, until: number): Effect.Effect<boolean, StoreError>
    /** One round for a record that was read, whose turns were taken: confirm every handle, judge, save, and give this lease back if it is ours. */
    round(
      record: PaymentRecord,
      until: number,
      lease: number | null,
    ): Effect.Effect<Round, StoreError | IllegalTransition>
  }
>()("@cauri/core/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.gen(function* () {
      const store = yield* PaymentStore
      const desk = yield* DeskStore
      const gateway = yield* Gateway
      const breaker = yield* Breaker
      const credentials = yield* Credentials
      const denied = yield* DeniedCredentials
      const doubles = yield* DoubleCollections
      const policy = yield* Policy
      const keptOf = keepTurns(keptFor(policy))
      // The payment of each project that was last denied, and under which credentials, until a confirm of the project succeeds.
      const lastDenied = yield* Ref.make<ReadonlyMap<string, { readonly key: string; readonly generation: string }>>(
        new Map(),
      )

      /** A second payment denied in a row is the project's trouble, which a hold tells; one alone is its own. True: it is the project's. */
      const noteDenial = Effect.fnUntraced(function* (record: PaymentRecord, generation: string) {
        const { project } = record.payment.content
        const key = keyText(record.payment.key)
        const before = (yield* Ref.get(lastDenied)).get(project)
        yield* Ref.update(lastDenied, (map) => new Map(map).set(project, { key, generation }))
        const isAlone = before?.generation !== generation || before.key === key
        if (isAlone && !(yield* denied.areDenied(project, generation))) return false
        const isNew = yield* denied.deny(project, generation)
        if (isNew) yield* Effect.logError(`project/${project} is on hold: confirms were denied.`)
        return true
      })

      const confirm = Effect.fnUntraced(function* (record: PaymentRecord, handle: Handle) {
        const { project, kind } = record.payment.content
        const startedAt = yield* Clock.currentTimeMillis
        const call = { project, token: handle.token }
        const asked = Effect.suspend(() =>
          kind === "payin" ? gateway.confirmInvoice(call) : gateway.confirmPayout(call),
        )
        const unusable: Asked = {
          reply: { _tag: "Failed", attempt: handle.attempt, startedAt },
          error: Reason.cases.NoAnswer.make({ cause: "Unreadable", code: "" }),
        }
        return yield* asked.pipe(
          Effect.map((given): Asked => {
            const read = asRecord(given)
            return read === null
              ? unusable
              : {
                  reply: { _tag: "Observed", observation: { attempt: handle.attempt, startedAt, record: read } },
                  error: null,
                }
          }),
          Effect.catchTag("GatewayError", (error) =>
            Effect.succeed<Asked>({ reply: reply(handle, startedAt, error), error: error.reason }),
          ),
          // A gateway that hangs or breaks on one token must not keep the others from being heard.
          Effect.timeoutOrElse({
            duration: policy.connectTimeout + policy.confirmTimeout,
            orElse: () => Effect.succeed(unusable),
          }),
          Effect.catchDefect(() => Effect.succeed(unusable)),
        )
      })

      const askAll = Effect.fnUntraced(function* (record: PaymentRecord) {
        // Read before asking: credentials that change meanwhile must lift the hold that a denial may cause (#192).
        const generation = yield* credentials.generation(record.payment.content.project)
        const answers = yield* Effect.forEach(handlesOf(record.payment.attempts), (handle) => confirm(record, handle), {
          concurrency: sideBySide,
        })
        const now = yield* Clock.currentTimeMillis
        // What the service answers, even a refusal, came through.
        for (const { error } of answers) yield* breaker.record(now, error === null ? "Carried" : wayOf(error))
        const isDenied = answers.some(({ error }) => error?._tag === "AuthenticationFailed")
        if (!isDenied && answers.some(({ reply }) => reply._tag === "Observed")) {
          yield* Ref.update(
            lastDenied,
            (map) => new Map([...map].filter(([each]) => each !== record.payment.content.project)),
          )
        }
        const isDeniedAlone = isDenied && !(yield* noteDenial(record, generation))
        return { replies: answers.map(({ reply }) => reply), isDeniedAlone }
      })

      const round = Effect.fn("Settlement.round")(function* (
        record: PaymentRecord,
        until: number,
        lease: number | null,
      ) {
        const started = yield* Clock.currentTimeMillis
        const { replies, isDeniedAlone } = yield* askAll(record)
        const now = yield* Clock.currentTimeMillis
        if (now >= until) return { record, replies, kept: false }
        const verdict = judge(record.payment, record.watch, replies, record.notes, now, policy)
        const events = isDeniedAlone
          ? [...verdict.events, ...flagged(record.payment, "ConfirmDenied", "")]
          : verdict.events
        const watch = afterRound(record, verdict, replies.length, started, now)
        const step = yield* Effect.fromResult(advance(record, events, watch, now, policy))
        const terms = { version: record.version, giveBack: lease, now }
        if ((yield* store.save(step.change, step.watch, terms)) === "Stale") return { record, replies, kept: false }
        const after = saved(record, step)
        yield* doubles.look(after, replies)
        return { record: after, replies, kept: true }
      })

      /** What is remembered of a round beyond its verdict: counts, slots, and the notes that it answered. */
      const afterRound = (
        record: PaymentRecord,
        verdict: Verdict,
        asked: number,
        started: number,
        now: number,
      ): Watch => {
        const before = record.watch
        const due = before.actAt !== null && started >= before.actAt
        const noted = record.newestNote > before.notesSeen || before.notesAt !== null
        // An hour that begins in the future was counted before the clock was set back.
        const elapsed = now - before.callbackHour.since
        const hour = elapsed < 0 || elapsed >= 3_600_000 ? { since: now, count: 0 } : before.callbackHour
        const base: Watch = { ...verdict.watch, notesSeen: record.newestNote, notesAt: null }
        if (asked === 0) return base
        const counted: Watch = {
          ...base,
          lastConfirmAt: started,
          callbackHour: noted && !due ? { ...hour, count: hour.count + 1 } : hour,
        }
        if (closedAt(record.payment) === null) {
          // Only the schedule's own confirms take it further, or callbacks would slow it down.
          return verdict.failed === "no"
            ? { ...counted, confirms: before.confirms + (due ? 1 : 0), failures: 0 }
            : { ...counted, failures: before.failures + 1 }
        }
        if (!due) return counted
        return verdict.failed === "transport" && before.slotTries < policy.slotRetries
          ? { ...counted, slotTries: before.slotTries + 1 }
          : {
              ...counted,
              slot: before.slot + (usesSlot(record.payment, before, started, policy) ? 1 : 0),
              slotTries: 0,
            }
      }

      const turns = Effect.fn("Settlement.turns")(function* (record: PaymentRecord, until: number) {
        const handles = handlesOf(record.payment.attempts).length
        const kept = keptOf(keyText(record.payment.key))
        return yield* takeTurns(desk, "confirms", policy.confirmRate, handles, until, kept)
      })

      const ask = Effect.fn("Settlement.ask")(function* (record: PaymentRecord) {
        const patience = (yield* Clock.currentTimeMillis) + policy.confirmPatience
        if (!(yield* turns(record, patience))) return null
        return yield* round(record, (yield* Clock.currentTimeMillis) + policy.lease, null)
      })

      const settle = Effect.fn("Settlement.settle")(function* (
        key: PaymentKey,
      ): Effect.fn.Return<Settled, StoreError | IllegalTransition | PaymentNotFound> {
        for (let tries = 1; ; tries++) {
          const found = yield* store.find(key)
          if (Option.isNone(found)) return yield* new PaymentNotFound({ key })
          // A call is under way: its own answer comes first, and its lease is not ours to give back.
          if (found.value.payment.state._tag === "Submitting") return unasked(found.value, "CallUnderWay")
          const tried = yield* ask(found.value)
          if (tried === null) return unasked(found.value, "NoTurn")
          if (!tried.kept && tries < policy.maxSettleTries) continue
          return tried.replies.length === 0
            ? unasked(tried.record, "NoToken")
            : { ...tried.record, asked: true, heard: heardIn(tried) }
        }
      })

      return Settlement.of({ settle, ask, turns, round })
    }),
  )
}

const reply = (handle: Handle, startedAt: number, error: GatewayError): HandleReply => ({
  _tag: error.reason._tag === "NotFound" ? "NotFound" : "Failed",
  attempt: handle.attempt,
  startedAt,
})
