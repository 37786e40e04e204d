/**
 * Replies as bytes, on any transport. It decides nothing: the engine has chosen the status and every word.
 * Spec: Common response envelope (#22-#29).
 */
import { type EndpointName, jsonMediaType, parseSubCode, wikiPaths } from "@cauri/wire"
import { errorCode } from "../spec/Texts.ts"
import { formatSubCode } from "../spec/SubCodes.ts"
import { Context, Effect, Option, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import type { Options } from "../options/Options.ts"
import { wikiOf } from "../life/records.ts"
import { refusal } from "../service/replies.ts"
import { json, type Reply } from "../model/Reply.ts"
import { keptBody } from "../log/mask.ts"
import type { Reason } from "../log/Reason.ts"
import { Connection } from "./Connection.ts"
import type { HttpOptions } from "./HttpOptions.ts"
import { type CallExplained, RequestLog, type RequestOutcome } from "../log/RequestLog.ts"

export class CurrentLine extends Context.Service<CurrentLine, number>()("@cauri/simulator/http/answers/CurrentLine") {}

export const logAnswered = Effect.fnUntraced(function* (outcome: RequestOutcome) {
  const log = yield* RequestLog
  yield* log.answered(yield* CurrentLine, outcome)
})

/** A reply as a response, or as what no response can express. */
export const answer = Effect.fnUntraced(function* (reply: Reply) {
  yield* logAnswered(outcomeOf(reply))
  switch (reply._tag) {
    case "Json":
      return jsonResponse(reply.status, reply.body)
    case "Page":
      return HttpServerResponse.text(reply.html, { status: reply.status, contentType: htmlMediaType })
    case "Truncated":
      return HttpServerResponse.stream(cutOff(reply.text, (yield* Connection).flushed), {
        status: reply.status,
        contentType: jsonMediaType,
      })
    case "Cut":
      return yield* (yield* Connection).cut
    case "Silence":
      return yield* Effect.never
  }
})

/** A JSON response. The media type is bare, as Content-Type is on requests (#17). */
export const jsonResponse = (status: number, body: unknown): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(JSON.stringify(body), { status, contentType: jsonMediaType })

export const htmlMediaType = "text/html; charset=utf-8"

/** The service's failure envelope for a path that it does not have (U25). */
export const unknownPath = (options: Options): Reply =>
  json(404, {
    response_code: errorCode,
    token: "",
    response_text: formatSubCode(options.assumptions.unknownAddressCode),
    wiki: wikiOf(options, wikiPaths.createInvoice),
  })

/** The failure of an endpoint, in its own envelope, for a method that it does not have (U25). */
export const wrongMethod = (options: Options, endpoint: EndpointName): Reply =>
  json(405, refusal(options, endpoint, options.assumptions.unknownAddressCode, "Invalid").body)

/** What the log keeps of an answer: its body, masked, its sub-code, and what it said of the payment. */
export const answered = (reply: Reply): Pick<CallExplained, "answer" | "subCode" | "said"> => {
  if (reply._tag !== "Json") return { answer: reply._tag === "Page" ? reply.html : null, subCode: null, said: null }
  const { amount, message, response_text: text = message, status, token } = reply.body
  const said = {
    status: typeof status === "string" && status !== "" ? status : null,
    // As observed it may be a text.
    amountXof: typeof amount === "number" || typeof amount === "string" ? Number(amount) : null,
    hasToken: typeof token === "string" && token !== "",
  }
  const subCode = typeof text === "string" ? Option.getOrNull(parseSubCode(text)) : null
  return { answer: keptBody(reply.body), subCode, said }
}

const reasonHeader = "x-sandbox-reason"
const longestHeader = 1_500

/** A response with its reasons in a header, in English and in ASCII. The service has no such header. */
export const withReasons = (
  http: Pick<HttpOptions, "reasonHeader">,
  reasons: ReadonlyArray<Reason>,
  response: HttpServerResponse.HttpServerResponse,
): HttpServerResponse.HttpServerResponse =>
  reasons.length === 0 || !http.reasonHeader
    ? response
    : HttpServerResponse.setHeader(
        response,
        reasonHeader,
        ascii(reasons.map(({ fix, says }) => `${says.en} ${fix.en}`).join(" | ")).slice(0, longestHeader),
      )

const ascii = (text: string): string =>
  text
    .replaceAll("’", "'")
    .replaceAll("…", "...")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\x20-\x7e]/g, "?")

const outcomeOf = (reply: Reply): RequestOutcome => {
  switch (reply._tag) {
    case "Json": {
      const code = reply.body["response_code"]
      return { _tag: "Answered", status: reply.status, responseCode: typeof code === "string" ? code : null }
    }
    case "Page":
      return { _tag: "Answered", status: reply.status, responseCode: null }
    case "Truncated":
      return { _tag: "Truncated", status: reply.status }
    case "Cut":
    case "Silence":
      return { _tag: reply._tag }
  }
}

// No length is sent, so a body that breaks off cannot look complete.
const cutOff = (text: string, flushed: Effect.Effect<void>): Stream.Stream<Uint8Array> =>
  Stream.concat(
    Stream.succeed(new TextEncoder().encode(text)),
    // The error of a real fetch for a body that breaks off.
    Stream.fromEffect(Effect.andThen(flushed, Effect.die(new TypeError("terminated")))),
  )
