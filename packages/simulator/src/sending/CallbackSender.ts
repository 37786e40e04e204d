/**
 * The port through which callbacks leave the simulator. The engine decides content, target and time; an implementation sends one POST and
 * returns its result, in bounded time and without failing. It is the only place that opens a connection to an address that a request named.
 * Spec: Events (#9 #195 #196 #210).
 */
import { Clock, Context, Effect, Layer } from "effect"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import { makeCallbackRate, type RateLimit } from "./callbackRate.ts"
import { targetOf } from "./callbackTarget.ts"
import { type CallbackHandler, postInProcess } from "./postInProcess.ts"
import { postOverHttp } from "./postOverHttp.ts"
import { undelivered } from "../model/Bilingual.ts"

/** What the simulator's owner may set about sending. */
export interface CallbackSenderOptions {
  /** Hosts that may be called beside loopback: names, addresses, or suffixes such as `.shop.example`, each perhaps with a port. */
  readonly allowedHosts?: ReadonlyArray<string>
  readonly rate?: RateLimit
}

/** Sends one POST of a callback. */
export class CallbackSender extends Context.Service<
  CallbackSender,
  { readonly send: (post: CallbackPost) => Effect.Effect<CallbackResult> }
>()("@cauri/simulator/CallbackSender") {
  /** Sends over HTTP: to loopback, and to the hosts that the options allow. */
  static readonly layer = ({ allowedHosts = [], rate }: CallbackSenderOptions = {}): Layer.Layer<CallbackSender> =>
    Layer.sync(CallbackSender, () => {
      const takePermission = makeCallbackRate(rate)
      return {
        send: (post) =>
          Effect.gen(function* () {
            const url = yield* Effect.fromResult(targetOf(post.url, allowedHosts))
            yield* Effect.fromResult(takePermission(url, yield* Clock.currentTimeMillis))
            return yield* postOverHttp(url, post)
          }).pipe(Effect.catch((because) => Effect.succeed<CallbackResult>({ _tag: "NotSent", because }))),
      }
    })

  /** Passes every POST to a web-standard handler, whatever its address, without a socket. */
  static readonly layerInProcess = (handler: CallbackHandler): Layer.Layer<CallbackSender> =>
    Layer.succeed(CallbackSender, { send: (post) => postInProcess(handler, post) })

  /** Passes every POST to a function, as the engine made it. */
  static readonly layerTo = (
    receive: (post: CallbackPost) => Effect.Effect<CallbackResult>,
  ): Layer.Layer<CallbackSender> => Layer.succeed(CallbackSender, { send: receive })

  /** Sends nothing: for tests that only read the log of callbacks. */
  static readonly layerNone = Layer.succeed(CallbackSender, {
    send: () => Effect.succeed({ _tag: "NotSent", because: undelivered((texts) => texts.no_sender) }),
  })
}
