/**
 * One POST over a socket: no redirect, no proxy, no cookie, no pooled connection, and only the status of the answer is kept.
 * Spec: Events (#9 #196 #213).
 */
import { type ClientRequest, request as httpRequest } from "node:http"
import { request as httpsRequest } from "node:https"
import { Effect } from "effect"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import { type Bilingual, undelivered } from "../model/Bilingual.ts"

export const answerMillis = 5_000

/** The most bytes of an answer's body that are read and dropped before the connection is cut. */
export const maximumAnswerBytes = 64 * 1024

/** The most bytes of an answer's status line and headers. */
const maximumHeaderBytes = 16 * 1024

/** Sends one POST. It never fails. */
export const postOverHttp = (
  url: URL,
  post: Pick<CallbackPost, "contentType" | "body">,
): Effect.Effect<CallbackResult> =>
  Effect.suspend(() => {
    let status: number | undefined
    const soFar = (because: Bilingual): CallbackResult =>
      status === undefined ? { _tag: "NoAnswer", because } : { _tag: "Answered", status }
    return Effect.callback<CallbackResult>((resume) => {
      let request: ClientRequest
      try {
        request = open(url, post)
      } catch (error) {
        return resume(
          Effect.succeed({ _tag: "NotSent", because: undelivered((texts) => texts.not_made(codeOf(error))) }),
        )
      }
      // Report only the code: a message may quote the certificate or the answer.
      request.on("error", (error) => resume(Effect.succeed(soFar(undelivered((texts) => texts.failed(codeOf(error)))))))
      request.on("close", () => resume(Effect.succeed(soFar(undelivered((texts) => texts.closed)))))
      request.on("response", (response) => {
        status = response.statusCode
        let bytes = 0
        // A receiver that has answered need not read the rest of the request.
        response.on("end", () => request.destroy())
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes >= maximumAnswerBytes) {
            request.destroy()
          }
        })
      })
      request.end(post.body)
      return Effect.sync(() => request.destroy())
    }).pipe(
      Effect.timeoutOrElse({
        duration: answerMillis,
        orElse: () => Effect.succeed(soFar(undelivered((texts) => texts.host_silent))),
      }),
    )
  })

/** Each request has an agent of its own, which shares no connection and reads no proxy from the environment. */
const open = (url: URL, post: Pick<CallbackPost, "contentType" | "body">): ClientRequest =>
  (url.protocol === "https:" ? httpsRequest : httpRequest)(url, {
    method: "POST",
    agent: false,
    headers: { "content-type": post.contentType, "content-length": Buffer.byteLength(post.body) },
    maxHeaderSize: maximumHeaderBytes,
  })

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "no code")
