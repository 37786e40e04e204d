/** Takes the body of a request, never more of it than the limit. */
import { ByteSize, Effect } from "effect"
import { type HttpServerError, HttpServerRequest } from "effect/http"
import { bodyLimits } from "./limits.ts"

/** The body, or why there is none. */
export type TakenBody =
  | { readonly _tag: "Whole"; readonly bytes: Uint8Array }
  | { readonly _tag: "TooLarge" }
  /** The connection broke off, or the body took too long. */
  | { readonly _tag: "CutShort" }
  /** A body was announced and nothing came: somebody in this process had read it before. */
  | { readonly _tag: "TakenBefore" }

/** Takes the body of a request. A body that takes longer than this is cut short. */
export const takeBody = (
  request: HttpServerRequest.HttpServerRequest,
  withinMillis: number,
): Effect.Effect<TakenBody> =>
  declaredLength(request) > bodyLimits.bytes
    ? Effect.succeed({ _tag: "TooLarge" })
    : request.arrayBuffer.pipe(
        Effect.map((buffer): TakenBody => {
          const bytes = new Uint8Array(buffer)
          return bytes.length === 0 && announcesBody(request) ? { _tag: "TakenBefore" } : { _tag: "Whole", bytes }
        }),
        Effect.catch((error) => Effect.succeed(whyNot(error))),
        Effect.provideService(HttpServerRequest.MaxBodySize, limit),
        Effect.timeoutOrElse({ duration: withinMillis, orElse: () => Effect.succeed<TakenBody>({ _tag: "CutShort" }) }),
      )

const limit = ByteSize.fromInputUnsafe(bodyLimits.bytes)

const declaredLength = ({ headers }: HttpServerRequest.HttpServerRequest): number =>
  Number(headers["content-length"] ?? 0)

const announcesBody = (request: HttpServerRequest.HttpServerRequest): boolean =>
  declaredLength(request) > 0 || request.headers["transfer-encoding"] !== undefined

const whyNot = ({ reason }: HttpServerError.HttpServerError): TakenBody =>
  reason._tag === "RequestParseError" && reason.reason === "BodyTooLarge" ? { _tag: "TooLarge" } : { _tag: "CutShort" }
