/**
 * One POST over a socket, to checked addresses: no second resolution, no redirect, no proxy, no cookie, no pooled connection, and only the
 * status of the answer is kept.
 * Spec: Events (#9 #196 #213); control D1 of the threat model.
 */
import { Agent as HttpAgent, type AgentOptions, type ClientRequest, request as httpRequest } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { Effect } from "effect"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import type { CallbackTarget } from "./callbackTarget.ts"
import { type Told, undelivered } from "../model/Told.ts"

/** The time-out of connecting and answering. */
export const defaultAnswerMillis = 5_000

/** The most bytes of an answer's body that are read and dropped before the connection is cut. */
export const maximumAnswerBytes = 64 * 1024

/** The most bytes of an answer's status line and headers. */
const maximumHeaderBytes = 16 * 1024

/** How a POST is made. */
export interface PostSettings {
  readonly answerMillis: number
  /** Certificates (PEM) that are trusted instead of the system's; for receivers with certificates of their own. */
  readonly certificateAuthorities: ReadonlyArray<string> | undefined
}

/** Sends one POST to the first of the addresses that accepts a connection. It never fails. */
export const postOverHttp = (
  target: CallbackTarget,
  addresses: ReadonlyArray<string>,
  post: Pick<CallbackPost, "contentType" | "body">,
  settings: PostSettings,
): Effect.Effect<CallbackResult> =>
  Effect.suspend(() => {
    let status: number | undefined
    const soFar = (because: Told): CallbackResult =>
      status === undefined ? { _tag: "NoAnswer", because } : { _tag: "Answered", status }
    return Effect.callback<CallbackResult>((resume) => {
      let request: ClientRequest
      try {
        request = open(target, addresses, post, settings)
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
        duration: settings.answerMillis,
        orElse: () => Effect.succeed(soFar(undelivered((texts) => texts.host_silent))),
      }),
    )
  })

/** Each request has its own agent, which shares no connection and reads no proxy from the environment. */
const open = (
  target: CallbackTarget,
  addresses: ReadonlyArray<string>,
  post: Pick<CallbackPost, "contentType" | "body">,
  settings: PostSettings,
): ClientRequest => {
  const connection: AgentOptions = { keepAlive: false, autoSelectFamily: true, lookup: pinned(addresses) }
  const options = {
    method: "POST",
    host: target.host,
    port: target.port,
    path: target.path,
    headers: { "content-type": post.contentType, "content-length": Buffer.byteLength(post.body) },
    maxHeaderSize: maximumHeaderBytes,
    insecureHTTPParser: false,
  }
  if (!target.secure) {
    return httpRequest({ ...options, agent: new HttpAgent(connection) })
  }
  // Set explicitly, so that no environment variable can turn verification off.
  const trust = {
    rejectUnauthorized: true,
    ...(settings.certificateAuthorities && { ca: [...settings.certificateAuthorities] }),
  }
  return httpsRequest({ ...options, agent: new HttpsAgent({ ...connection, ...trust }) })
}

/** Answers every DNS look-up with the checked addresses. Node looks up no host that is an address. */
const pinned =
  (addresses: ReadonlyArray<string>): LookupFunction =>
  (_name, _options, answer) =>
    answer(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    )

const codeOf = (error: unknown): string => (error instanceof Error && "code" in error ? String(error.code) : "no code")
