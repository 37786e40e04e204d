/**
 * Takes a callback from the wire to the store: verify the address, take the body, note it durably, answer. The address is verified
 * before the body is read and before the store is asked anything; 200 is said only after the durable write (#198, #199, #213).
 * No body, no address and no text of an error that could quote them is ever logged.
 */
import { Clock, Context, Effect, Layer, Metric, Option, Record } from "effect"
import { Digest } from "effect/crypto"
import { Base64Url } from "effect/encoding"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import { CallbackAddress, CallbackIntake, type CallbackTarget, keyText, type StoreError } from "@cauri/core"
import { type AnswerName, answers } from "./answers.ts"
import { type CallbackRequest, fromServerRequest } from "./CallbackRequest.ts"
import { makeDeadline } from "./deadlines.ts"
import { callbacksSegment } from "./signedAddress.ts"
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
}

/** Bounds that no honest callback comes near. */
export const defaultReceiverLimits: ReceiverLimits = { bodyWithinMillis: 5_000, noteWithinMillis: 5_000, atOnce: 256 }

/** Receives callbacks. */
export class CallbackReceiver extends Context.Service<
  CallbackReceiver,
  {
    /** Says what one request is answered, whatever it is. A caller who hangs up stops nothing that was begun. */
    answer(request: CallbackRequest): Effect.Effect<AnswerName>
    /** The same for Effect's servers. */
    receive(request: HttpServerRequest.HttpServerRequest): Effect.Effect<HttpServerResponse.HttpServerResponse>
  }
>()("@cauri/callbacks/CallbackReceiver") {
  static readonly layer = (
    limits: Partial<ReceiverLimits> = {},
  ): Layer.Layer<CallbackReceiver, never, CallbackAddress | CallbackIntake> =>
    Layer.provide(CallbackReceiver.layerUsingDigest(limits), Digest.layerWebCrypto)

  /** With another digest than WebCrypto's: on Node, `NodeCrypto.layerDigest` of `@effect/platform-node` costs a tenth. */
  static readonly layerUsingDigest = (
    limits: Partial<ReceiverLimits> = {},
  ): Layer.Layer<CallbackReceiver, never, CallbackAddress | CallbackIntake | Digest.Digest> =>
    Layer.effect(CallbackReceiver, makeReceiver({ ...defaultReceiverLimits, ...limits }))
}

const makeReceiver = Effect.fnUntraced(function* (limits: ReceiverLimits) {
  const addresses = yield* CallbackAddress
  const intake = yield* CallbackIntake
  const { digest } = yield* Digest.Digest
  const bodyDeadline = yield* makeDeadline(limits.bodyWithinMillis)
  const noteDeadline = yield* makeDeadline(limits.noteWithinMillis)
  let underWay = 0
  const ends = Effect.sync(() => underWay--)

  const note = Effect.fnUntraced(function* (target: CallbackTarget, { answer, body, oddities, print }: Weighed) {
    const fingerprint = Base64Url.encode(yield* digest(Digest.sha256, print))
    const receivedAt = yield* Clock.currentTimeMillis
    const noted = yield* intake.receive({ ...target, fingerprint, receivedAt, body })
    if (noted === "Unknown") {
      yield* about(target, Effect.logError(unknownPayment))
      return "NotFound"
    }
    if (noted === "TooMany") yield* Metric.update(tooMany, 1)
    if (noted === "First" && oddities.length > 0)
      yield* about(target, Effect.logWarning(`${oddCallback} ${oddities.join(", ")}`))
    return answer
  })

  /** Notes in a fiber of its own, so that a slow store keeps what it was given when the caller was sent away. */
  const noteSafely = (target: CallbackTarget, weighed: Weighed): Effect.Effect<AnswerName> =>
    note(target, weighed).pipe(
      Effect.catch((error: StoreError) =>
        Effect.as(about(target, Effect.logError(error.message)), "Unavailable" as const),
      ),
      Effect.catchDefect((defect) => about(target, stoppedBy(defect))),
      Effect.ensuring(ends),
      Effect.forkDetach({ startImmediately: true }),
      Effect.flatMap((noting) =>
        Effect.callback<AnswerName>((resume) => {
          const inTime = noteDeadline(() => resume(Effect.succeed("Unavailable")))
          noting.addObserver((exit) => {
            inTime()
            resume(exit)
          })
        }),
      ),
    )

  const nameAnswer = Effect.fnUntraced(function* (request: CallbackRequest) {
    if (request.method !== "POST") return "WrongMethod"
    const target = yield* addresses.verify(addressIn(request.url))
    if (Option.isNone(target)) return "NotFound"
    if (underWay >= limits.atOnce) return "Unavailable"
    underWay++
    const weighed = yield* Effect.suspend(() => takeBody(request, bodyDeadline)).pipe(
      Effect.map((taken) => weighCallback(request, taken, target.value)),
      Effect.onError(() => ends),
    )
    return yield* noteSafely(target.value, weighed)
  })

  const answer = (request: CallbackRequest) =>
    Effect.uninterruptible(
      Effect.tap(Effect.catchDefect(nameAnswer(request), stoppedBy), (name) => Metric.update(answered[name], 1)),
    )
  return CallbackReceiver.of({
    answer,
    receive: (request) => Effect.map(answer(fromServerRequest(request)), (name) => answers[name]),
  })
})

/** Counts what found its payment's notes full. Whoever sends so many has stolen an address, and each is answered like a repetition. */
const tooMany = Metric.counter("cauri_callbacks_too_many", {
  description: "Callbacks that were not noted, because their payment has as many notes as are kept.",
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

/** A defect's own words may quote what was written, so only its kind is told. */
const stoppedBy = (defect: unknown) =>
  Effect.as(
    Effect.logError(
      `A defect kept a callback from being noted; its sender was asked to come again: ${defect instanceof Error ? defect.name : typeof defect}`,
    ),
    "Unavailable" as const,
  )
