/**
 * Passes one POST to a web-standard handler, without a socket: for tests of a receiver, at any address. There is no connection, so no
 * address is refused and no rate is limited; the time-out of an answer is that of a socket.
 * Spec: Events (#9 #196).
 */
import { Effect, Result } from "effect"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import { readCallbackUrl } from "./callbackTarget.ts"
import { answerMillis } from "./postOverHttp.ts"
import { undelivered } from "../model/Bilingual.ts"

/** Hono's `app.fetch`, a framework's route, or a test's own function. The request's signal is aborted when the sender stops waiting. */
export type CallbackHandler = (request: Request) => Response | Promise<Response>

/** Passes one POST on. It never fails: a handler that throws counts as no answer. */
export const postInProcess = (
  handler: CallbackHandler,
  post: Pick<CallbackPost, "url" | "contentType" | "body">,
): Effect.Effect<CallbackResult> =>
  Result.match(readCallbackUrl(post.url), {
    onFailure: (because) => Effect.succeed<CallbackResult>({ _tag: "NotSent", because }),
    onSuccess: (url) =>
      Effect.tryPromise((signal) => handOver(handler, url, post, signal)).pipe(
        Effect.map((status): CallbackResult => ({ _tag: "Answered", status })),
        Effect.orElseSucceed((): CallbackResult => ({
          _tag: "NoAnswer",
          because: undelivered((texts) => texts.handler_failed),
        })),
        Effect.timeoutOrElse({
          duration: answerMillis,
          orElse: () =>
            Effect.succeed<CallbackResult>({ _tag: "NoAnswer", because: undelivered((texts) => texts.handler_silent) }),
        }),
      ),
  })

const handOver = async (
  handler: CallbackHandler,
  url: URL,
  post: Pick<CallbackPost, "contentType" | "body">,
  signal: AbortSignal,
): Promise<number> => {
  const headers = { "content-type": post.contentType }
  const response = await handler(new Request(url, { method: "POST", headers, body: post.body, signal }))
  // The body is cancelled unread; a failure to cancel does not change the answer.
  response.body?.cancel().catch(() => undefined)
  return response.status
}
