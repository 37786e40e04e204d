/**
 * Reads bodies off the wire. An unreadable one arrives in the engine as `undefined`, and the engine answers in the service's own envelope:
 * no broken body ever becomes an error of the HTTP side.
 * Spec: General rules (#17).
 */
import { ByteSize, Effect } from "effect"
import { HttpServerRequest } from "effect/http"

/** The body's text, if it is within the limit and is UTF-8. */
export const bodyText = (
  limitBytes: number,
): Effect.Effect<string | undefined, never, HttpServerRequest.HttpServerRequest> =>
  Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) => request.arrayBuffer).pipe(
    Effect.provideService(HttpServerRequest.MaxBodySize, ByteSize.bytes(limitBytes)),
    Effect.map(decodedText),
    Effect.orElseSucceed(() => undefined),
  )

/** The JSON object in a text; `undefined` for anything else. The parser's message would quote the body, so it is dropped. */
export const jsonObject = (text: string | undefined): unknown => {
  try {
    const value: unknown = JSON.parse(text ?? "")
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

const decodedText = (bytes: ArrayBuffer): string | undefined => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
