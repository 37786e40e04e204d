/**
 * The port through which callbacks leave the simulator. The engine decides what is said, to whom and when; an implementation sends
 * one POST and says what came of it. It is the only place that may open a connection to an address that a request named, so it
 * carries the controls D1 (addresses) and D2 (rate per target) of the threat model. It must answer in bounded time and never fail.
 */
import { Context, Effect, Layer } from "effect"
import type { CallbackPost, CallbackResult } from "./Callback.ts"

/** Sends one POST of a callback. */
export class CallbackSender extends Context.Service<
  CallbackSender,
  { readonly send: (post: CallbackPost) => Effect.Effect<CallbackResult> }
>()("@cauri/simulator/CallbackSender") {
  /** Sends nothing: for tests that only look at the log of callbacks. */
  static readonly layerNone = Layer.succeed(CallbackSender, {
    send: () => Effect.succeed({ _tag: "NotSent", because: "No sender is provided." }),
  })

  /** Hands every POST to a function, without a socket. */
  static readonly layerTo = (
    receive: (post: CallbackPost) => Effect.Effect<CallbackResult>,
  ): Layer.Layer<CallbackSender> => Layer.succeed(CallbackSender, { send: receive })
}
