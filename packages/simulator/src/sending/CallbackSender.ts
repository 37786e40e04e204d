/**
 * The port through which callbacks leave the simulator. The engine decides content, target and time; an implementation sends one POST and
 * returns its result. It is the only place that may open a connection to an address that a request named, so `layer` carries the controls
 * D1 (addresses) and D2 (rate and attempts) of the threat model. It answers in bounded time and never fails.
 * Spec: Events (#9 #195 #196 #210).
 */
import { Context, Effect, Layer } from "effect"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import { type CallbackSenderOptions, makeGuardedSend, type Outside } from "./guardedSend.ts"
import { type CallbackHandler, postInProcess } from "./postInProcess.ts"
import { postOverHttp } from "./postOverHttp.ts"
import { resolveByMachine } from "./resolveByMachine.ts"
import { undelivered } from "../model/Told.ts"

/** Sends one POST of a callback. */
export class CallbackSender extends Context.Service<
  CallbackSender,
  { readonly send: (post: CallbackPost) => Effect.Effect<CallbackResult> }
>()("@cauri/simulator/CallbackSender") {
  /** Sends over HTTP: to loopback, and to the hosts that the options allow. Names are resolved by the machine, or as the host says. */
  static readonly layer = (
    options: CallbackSenderOptions = {},
    resolve: Outside["resolve"] = resolveByMachine,
  ): Layer.Layer<CallbackSender> =>
    Layer.sync(CallbackSender, () => ({ send: makeGuardedSend(options, { resolve, deliver: postOverHttp }) }))

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
