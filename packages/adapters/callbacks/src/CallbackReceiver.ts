/**
 * Takes a callback from the wire to the store: verify the address, read the body, save the note durably, answer. The address is verified
 * before the body is read and before the store is used; 200 is sent only after the durable write (#198, #199, #213). No body, no address
 * and no error text that could quote them is ever logged.
 */
import { Clock, Context, Effect, Layer, Metric, Option, Record } from "effect"
import { Digest } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { keyText, type StoreError } from "@cauri/core"
import { CallbackIntake, type CallbackTarget, issuePage, type NoteResult } from "@cauri/core/adapter"
import { type AnswerName, answers } from "./answers.ts"
import { type CallbackRequest, fromServerRequest } from "./CallbackRequest.ts"
import { type Deadline, makeDeadline } from "./deadlines.ts"
import { defectKind } from "./defectKind.ts"
import { callbacksSegment, CallbackVerifier } from "./signedAddress.ts"
import { takeBody } from "./takeBody.ts"
import { assessCallback, type Assessment } from "./assessCallback.ts"

/** The limits of a receiver. */
export interface ReceiverLimits {
  /** How long a body may take to arrive. */
  readonly bodyWithinMillis: number
  /** How long the store may take before the caller gets 503. The note is kept even so, if the write succeeds. */
  readonly noteWithinMillis: number
  /** Callbacks with a valid address that are worked on at one time; more get 503. */
  readonly atOnce: number
  /**
   * Of one address: bodies on their way, where a newer one cuts the oldest short; and callbacks that wait for the store, where more get
   * 503.
   */
  readonly atOncePerAddress: number
}

/** Limits that no honest callback reaches. */
export const defaultReceiverLimits: ReceiverLimits = {
  bodyWithinMillis: 5_000,
  noteWithinMillis: 5_000,
  atOnce: 256,
  atOncePerAddress: 16,
}

/** Receives callbacks. */
export class CallbackReceiver extends Context.Service<
  CallbackReceiver,
  {
    /** Returns the answer to one request; never fails. A caller that hangs up does not stop the write. */
    answer(request: CallbackRequest): Effect.Effect<AnswerName>
    /**
     * The same for servers with callbacks of their own: calls `tell` once, as soon as the answer is certain. The effect may run longer,
     * when the store was too slow for the caller and still saves the note.
     */
    take(request: CallbackRequest, tell: (answer: AnswerName) => void): Effect.Effect<void>
    /** The same for Effect's servers. */
    receive(request: HttpServerRequest.HttpServerRequest): Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@cauri/callbacks/CallbackReceiver") {
  static readonly layer = (
    limits: Partial<ReceiverLimits> = {},
  ): Layer.Layer<CallbackReceiver, never, CallbackVerifier | CallbackIntake> =>
    Layer.provide(CallbackReceiver.layerUsingDigest(limits), Digest.layerWebCrypto)

  /** With another digest than WebCrypto's: on Node, `NodeCrypto.layerDigest` of `@effect/platform-node` costs a tenth. */
  static readonly layerUsingDigest = (
    limits: Partial<ReceiverLimits> = {},
  ): Layer.Layer<CallbackReceiver, never, CallbackVerifier | CallbackIntake | Digest.Digest> =>
    Layer.effect(CallbackReceiver, makeReceiver({ ...defaultReceiverLimits, ...limits }))
}

const makeReceiver = Effect.fnUntraced(function* (limits: ReceiverLimits) {
  const { verify } = yield* CallbackVerifier
  const intake = yield* CallbackIntake
  const { digest } = yield* Digest.Digest
  const context = yield* Effect.context()
  const bodyDeadline = yield* makeDeadline(limits.bodyWithinMillis)
  const noteDeadline = yield* makeDeadline(limits.noteWithinMillis)
  const places = makePlaces(limits)

  const begin = (onAnswer: (answer: AnswerName) => void) => new Answering(onAnswer, context)

  /** Reads the body of a request with a verified address, saves the note, and answers. */
  const keepCallback = Effect.fnUntraced(function* (
    request: CallbackRequest,
    target: CallbackTarget,
    place: Place,
    answering: Answering,
  ) {
    const weighed = assessCallback(request, yield* takeBody(request, place.within(bodyDeadline)), target)
    // A late store keeps its write, although the caller got 503.
    answering.within(noteDeadline)
    const fingerprint = Base64Url.encode(yield* digest(Digest.sha256, weighed.print))
    const receivedAt = yield* Clock.currentTimeMillis
    const result = yield* intake.receive({ ...target, fingerprint, receivedAt, body: weighed.body })
    const remark = remarkOn(result, weighed)
    if (remark !== undefined) yield* about(target, remark)
    answering.tell(result === "Unknown" ? "NotFound" : weighed.answer)
  })

  const work = Effect.fnUntraced(function* (request: CallbackRequest, answering: Answering) {
    if (request.method !== "POST") return answering.tell("WrongMethod")
    const address = addressIn(request.url)
    const target = yield* verify(address)
    if (Option.isNone(target)) return answering.tell("NotFound")
    const place = places.take(address)
    if (place === null) return answering.tell("Unavailable")
    return yield* keepCallback(request, target.value, place, answering).pipe(
      Effect.catch((error: StoreError) => about(target.value, answering.sendAway(Effect.logError(error.message)))),
      Effect.catchDefect((defect) => about(target.value, answering.sendAway(stoppedBy(defect)))),
      Effect.ensuring(Effect.sync(place.leave)),
    )
  })

  const take = (request: CallbackRequest, onAnswer: (answer: AnswerName) => void): Effect.Effect<void> =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const answering = begin(onAnswer)
        return Effect.catchDefect(work(request, answering), (defect) => answering.sendAway(stoppedBy(defect)))
      }),
    )

  /** Runs in its own fiber, because it may continue after the answer. */
  const answer = (request: CallbackRequest): Effect.Effect<AnswerName> =>
    Effect.contextWith((callers: Context.Context<never>) => {
      const run = Effect.runForkWith(callers)
      return Effect.callback<AnswerName>((resume) => void run(take(request, (name) => resume(Effect.succeed(name)))))
    }).pipe(Effect.uninterruptible)

  return CallbackReceiver.of({
    answer,
    take,
    receive: (request) => Effect.map(answer(fromServerRequest(request)), (name) => answers[name]),
  })
})

interface Place {
  /** The deadline of its body, which ends early when newer callbacks of the address need the room. */
  readonly within: (deadline: Deadline) => Deadline
  readonly leave: () => void
}

/** Gives callbacks their places, so that no address takes those of the others. */
const makePlaces = ({ atOnce, atOncePerAddress }: ReceiverLimits) => {
  const byAddress = new Map<string, { taken: number; readonly arriving: Set<() => void> }>()
  let taken = 0
  const take = (address: string): Place | null => {
    const same = byAddress.get(address) ?? { taken: 0, arriving: new Set() }
    if (taken >= atOnce || same.taken - same.arriving.size >= atOncePerAddress) return null
    const [oldest] = same.arriving
    if (oldest !== undefined && same.arriving.size >= atOncePerAddress) {
      same.arriving.delete(oldest)
      oldest()
    }
    taken++
    same.taken++
    byAddress.set(address, same)
    return {
      within: (deadline) => (late) => {
        const inTime = deadline(late)
        same.arriving.add(late)
        return () => {
          same.arriving.delete(late)
          inTime()
        }
      },
      leave: () => {
        taken--
        same.taken--
        if (same.taken === 0) byAddress.delete(address)
      },
    }
  }
  return { take }
}

/** One answer: the first one counts, and is counted in the metrics. */
class Answering {
  #isOpen = true
  #inTime = () => {}
  readonly #onAnswer: (answer: AnswerName) => void
  readonly #context: Context.Context<never>

  constructor(onAnswer: (answer: AnswerName) => void, context: Context.Context<never>) {
    this.#onAnswer = onAnswer
    this.#context = context
  }

  tell(name: AnswerName): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#inTime()
    answered[name].updateUnsafe(1, this.#context)
    this.#onAnswer(name)
  }

  /** Answers 503 at the deadline. */
  within(deadline: Deadline): void {
    this.#inTime = deadline(() => this.tell("Unavailable"))
  }

  /** Answers 503 after this log line. */
  sendAway(line: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.andThen(
      line,
      Effect.sync(() => this.tell("Unavailable")),
    )
  }
}

/** What a person may want to know of a callback, if anything. */
const remarkOn = (result: NoteResult, { oddities }: Assessment): Effect.Effect<void> | undefined => {
  switch (result) {
    case "Unknown":
      return Effect.logError(unknownPayment)
    case "TooMany":
      return Metric.update(tooMany, 1)
    case "First":
      return oddities.length === 0 ? undefined : Effect.logWarning(`${oddCallback} ${oddities.join(", ")}`)
    case "Repeat":
      return undefined
  }
}

/** Counts callbacks whose payment already has the most notes. Only a stolen address brings so many. Each still schedules a confirm. */
const tooMany = Metric.counter("cauri_callbacks_too_many", {
  description:
    "Callbacks that led to a confirm and were not stored, because their payment has the most notes that are kept.",
  incremental: true,
})

/** Counts the answers. Their attribute has few values, and callers cannot choose them. */
const answered = Record.map(answers, (_, answer) =>
  Metric.withAttributes(
    Metric.counter("cauri_callbacks", { description: "Callbacks, by answer.", incremental: true }),
    {
      answer,
    },
  ),
)

const about = <A>({ attempt, key }: CallbackTarget, line: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.annotateLogs(line, { payment: keyText(key), attempt })

/** The last segment of a path when the one before it is ours; else a text that is no address. */
const addressIn = (url: string): string => {
  const query = url.indexOf("?")
  const path = query === -1 ? url : url.slice(0, query)
  const end = path.lastIndexOf("/")
  return path.slice(0, end).endsWith(`/${callbacksSegment}`) ? path.slice(end + 1) : ""
}

const oddCallback = "A callback was unusual. It was stored, and its payment is confirmed; nothing to do:"
const unknownPayment =
  "A callback came for an attempt that this store does not have, at an address that our keys signed. If the store was restored from a backup, run `cauri console restored` before anything else; if two stores share their keys, give each its own CALLBACK_KEYS."

const stoppedBy = (defect: unknown) =>
  Effect.logError(
    `A callback was not stored, because of a defect (${defectKind(defect)}). Its payment is unchanged: the service was asked to send the callback again, and the worker confirms the payment by itself. Report it at ${issuePage} with the version of this program.`,
  )
