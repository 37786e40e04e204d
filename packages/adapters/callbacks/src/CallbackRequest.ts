/** What the receiver needs of a request from any server: little, so that an adapter costs little. */
import { ByteSize, Effect } from "effect"
import { type HttpServerError, HttpServerRequest } from "effect/http"
import type { Deadline } from "./deadlines.ts"

export type BodyRead =
  | { readonly _tag: "Whole"; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge" }
  /** The connection broke off, or the body took too long. */
  | { readonly _tag: "CutShort" }
  /** Other code in this process has read the body before. */
  | { readonly _tag: "TakenBefore" }

/** A request. */
export interface CallbackRequest {
  readonly method: string
  /** The target: a path with its query. */
  readonly url: string
  /** Keyed by lower-case names. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** Reads the body: at most `maximum` bytes, and cut short at the deadline. Called once, after the address was verified. */
  readonly readBody: (maximum: number, deadline: Deadline) => Effect.Effect<BodyRead>
}

/** A request of Effect's servers. It is read lazily, so that the receiver can catch its defects. */
export const fromServerRequest = (request: HttpServerRequest.HttpServerRequest): CallbackRequest => ({
  get method() {
    return request.method
  },
  get url() {
    return request.url
  },
  get headers() {
    return request.headers
  },
  readBody: (maximum, deadline) =>
    Effect.suspend(() => {
      const wasBegun = isBegun(request.source)
      return request.arrayBuffer.pipe(
        Effect.map((buffer): BodyRead => ({ _tag: "Whole", bytes: new Uint8Array(buffer) })),
        Effect.catch((error) => Effect.succeed(whyNot(error))),
        Effect.map((read): BodyRead => (wasBegun && isNothing(read) ? { _tag: "TakenBefore" } : read)),
        Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.fromInputUnsafe(maximum)),
        Effect.raceFirst(tooLate(deadline)),
      )
    }),
})

/** Has other code begun to read the body of a web request? Effect's own request keeps what it read, so the body may still be available. */
const isBegun = (source: object): boolean => "bodyUsed" in source && source.bodyUsed === true

const isNothing = (read: BodyRead): boolean => read._tag !== "Whole" || read.bytes.length === 0

const tooLate = (deadline: Deadline) =>
  Effect.callback<BodyRead>((resume) => {
    const over = deadline(() => resume(Effect.succeed({ _tag: "CutShort" })))
    return Effect.sync(over)
  })

const whyNot = ({ reason }: HttpServerError.HttpServerError): BodyRead =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? { _tag: "TooLarge" } : { _tag: "CutShort" }
