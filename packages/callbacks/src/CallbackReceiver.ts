/**
 * Takes a callback from the wire to the store: verify the address, take the body, note it durably, answer. The address is verified
 * before the body is read and before the store is asked anything; 200 is said only after the durable write (#198, #199, #213).
 * No body, no address and no text of an error that could quote them is ever logged.
 */
import { Clock, Context, Effect, Layer, Metric, Option, Record } from "effect"
import { Digest } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { keyText, type StoreError } from "@cauri/core"
import { CallbackIntake, type CallbackTarget, type Noted } from "@cauri/core/adapter"
import { type AnswerName, answers } from "./answers.ts"
import { type CallbackRequest, fromServerRequest } from "./CallbackRequest.ts"
import { type Deadline, makeDeadline } from "./deadlines.ts"
import { kindOf } from "./kindOf.ts"
import { callbacksSegment, CallbackVerifier } from "./signedAddress.ts"
import { takeBody } from "./takeBody.ts"
import { weighCallback, type Weighed } from "./weighCallback.ts"

/** What a receiver allows itself. */
export interface ReceiverLimits {
  /** How long a body may take to arrive. */
  readonly bodyWithinMillis: number
  /** How long the store may take before the caller is sent away to come again. The note is kept even so, if it succeeds. */
  readonly noteWithinMillis: number
  /** Callbacks with a valid address that are worked on at one time; more are sent away to come again. */
  readonly atOnce: number
  /**
   * Of one address: bodies that are on their way, where a newer one cuts the oldest short; and callbacks that wait for the store, where
   * more are sent away to come again.
   */
  readonly atOncePerAddress: number
}

/** Bounds that no honest callback comes near. */
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
    /** Says what one request is answered, whatever it is. A caller who hangs up stops nothing that was begun. */
    answer(request: CallbackRequest): Effect.Effect<AnswerName>
    /**
     * The same for servers that have callbacks of their own: tells the answer once, as soon as it is certain. It may go on after that, when
     * the store was too slow for its caller and keeps the note all the same.
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

  const begin = (told: (answer: AnswerName) => void) => new Answering(told, context)

  /** Takes the body of a request whose address was verified, notes it, and answers. */
  const ring = Effect.fnUntraced(function* (
    request: CallbackRequest,
    target: CallbackTarget,
    place: Place,
    answering: Answering,
  ) {
    const weighed = weighCallback(request, yield* takeBody(request, place.within(bodyDeadline)), target)
    // A store that is late keeps what it was given, though the caller was sent away.
    answering.within(noteDeadline)
    const fingerprint = Base64Url.encode(yield* digest(Digest.sha256, weighed.print))
    const receivedAt = yield* Clock.currentTimeMillis
    const noted = yield* intake.receive({ ...target, fingerprint, receivedAt, body: weighed.body })
    const remark = remarkOn(noted, weighed)
    if (remark !== undefined) yield* about(target, remark)
    answering.tell(noted === "Unknown" ? "NotFound" : weighed.answer)
  })

  const work = Effect.fnUntraced(function* (request: CallbackRequest, answering: Answering) {
    if (request.method !== "POST") return answering.tell("WrongMethod")
    const address = addressIn(request.url)
    const target = yield* verify(address)
    if (Option.isNone(target)) return answering.tell("NotFound")
    const place = places.take(address)
    if (place === null) return answering.tell("Unavailable")
    return yield* ring(request, target.value, place, answering).pipe(
      Effect.catch((error: StoreError) => about(target.value, answering.sendAway(Effect.logError(error.message)))),
      Effect.catchDefect((defect) => about(target.value, answering.sendAway(stoppedBy(defect)))),
      Effect.ensuring(Effect.sync(place.leave)),
    )
  })

  const take = (request: CallbackRequest, told: (answer: AnswerName) => void): Effect.Effect<void> =>
    Effect.uninterruptible(
      Effect.suspend(() => {
        const answering = begin(told)
        return Effect.catchDefect(work(request, answering), (defect) => answering.sendAway(stoppedBy(defect)))
      }),
    )

  /** In a fiber of its own, because it may go on when the answer is told. */
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

/** The place of one callback that is under way. */
interface Place {
  /** The deadline of its body, which ends before its time when newer callbacks of the address need the room. */
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

/** One answer: whatever is told first. It is counted when it is told. */
class Answering {
  #isOpen = true
  #inTime = () => {}
  readonly #told: (answer: AnswerName) => void
  readonly #context: Context.Context<never>

  constructor(told: (answer: AnswerName) => void, context: Context.Context<never>) {
    this.#told = told
    this.#context = context
  }

  tell(name: AnswerName): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.#inTime()
    answered[name].updateUnsafe(1, this.#context)
    this.#told(name)
  }

  /** Sends the caller away at the deadline. */
  within(deadline: Deadline): void {
    this.#inTime = deadline(() => this.tell("Unavailable"))
  }

  /** Sends the caller away after this line was written. */
  sendAway(line: Effect.Effect<void>): Effect.Effect<void> {
    return Effect.andThen(
      line,
      Effect.sync(() => this.tell("Unavailable")),
    )
  }
}

/** What a person may want to know of a callback, if anything. */
const remarkOn = (noted: Noted, { oddities }: Weighed): Effect.Effect<void> | undefined => {
  switch (noted) {
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

/** Counts what found its payment's notes full. Only a stolen address brings so many. Each still wakes its payment. */
const tooMany = Metric.counter("cauri_callbacks_too_many", {
  description: "Callbacks that rang without being kept, because their payment has as many notes as are kept.",
  incremental: true,
})

/** Counts what was answered. Its attribute has few values, and none of them is a caller's. */
const answered = Record.map(answers, (_, answer) =>
  Metric.withAttributes(
    Metric.counter("cauri_callbacks", { description: "Callbacks, by answer.", incremental: true }),
    {
      answer,
    },
  ),
)

/** A line of the log that names the attempt. */
const about = <A>({ attempt, key }: CallbackTarget, line: Effect.Effect<A>): Effect.Effect<A> =>
  Effect.annotateLogs(line, { payment: keyText(key), attempt })

/** The last segment of a path whose last but one is ours; else a text that is no address. */
const addressIn = (url: string): string => {
  const query = url.indexOf("?")
  const path = query === -1 ? url : url.slice(0, query)
  const end = path.lastIndexOf("/")
  return path.slice(0, end).endsWith(`/${callbacksSegment}`) ? path.slice(end + 1) : ""
}

const oddCallback = "A callback was noted that is odd. Its bell rang all the same:"
const unknownPayment =
  "A callback came for an attempt that this store does not have, at an address that our keys signed. Was the store restored from a backup, or do two stores share their keys?"

const stoppedBy = (defect: unknown) =>
  Effect.logError(`A defect kept a callback from being noted; its sender was asked to come again: ${kindOf(defect)}`)
