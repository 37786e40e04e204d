/**
 * The order of the controls: the address, the rate, the name, its addresses, the attempts, and only then a connection. Resolving and
 * connecting are passed in, so that tests can count them.
 * Spec: Events (#9 #195 #196 #210); controls D1 and D2 of the threat model.
 */
import { Clock, Effect } from "effect"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import { defaultRateLimit, makeCallbackLimits, type RateLimit } from "../model/callbackLimits.ts"
import {
  allowedAddresses,
  type CallbackTarget,
  resolveTargetRules,
  type TargetRules,
  targetOf,
} from "./callbackTarget.ts"
import { defaultAnswerMillis, type PostSettings } from "./postOverHttp.ts"
import { type Told, undelivered } from "../model/Told.ts"

/** What the simulator's owner may set about sending. */
export interface CallbackSenderOptions extends Partial<TargetRules>, Partial<PostSettings> {
  readonly rate?: RateLimit
}

/** The side effects of a sender. */
export interface Outside {
  /** The addresses of a name; any failure means that it has none. */
  readonly resolve: (name: string) => Effect.Effect<ReadonlyArray<string>, unknown>
  /** Sends to checked addresses. */
  readonly deliver: (
    target: CallbackTarget,
    addresses: ReadonlyArray<string>,
    post: CallbackPost,
    settings: PostSettings,
  ) => Effect.Effect<CallbackResult>
}

/** The time-out of resolving a name. */
const resolveMillis = 5_000

/** Makes a guarded `send`, with limits of its own. */
export const makeGuardedSend = (
  options: CallbackSenderOptions,
  outside: Outside,
): ((post: CallbackPost) => Effect.Effect<CallbackResult>) => {
  const rules = resolveTargetRules(options)
  const limits = makeCallbackLimits(options.rate ?? defaultRateLimit)
  const settings: PostSettings = {
    answerMillis: options.answerMillis ?? defaultAnswerMillis,
    certificateAuthorities: options.certificateAuthorities,
  }
  return (post) =>
    Effect.gen(function* () {
      const target = yield* Effect.fromResult(targetOf(post.url, rules))
      const nowMillis = yield* Clock.currentTimeMillis
      yield* Effect.fromResult(limits.takePermission(target.rateKey, nowMillis))
      const addresses = target.addresses ?? (yield* resolveOnce(target.host, outside))
      const checked = yield* Effect.fromResult(allowedAddresses(target, addresses))
      yield* Effect.fromResult(limits.countAttempt(`${post.event} ${post.encoding}`, post.attempt))
      return yield* outside.deliver(target, checked, post, settings)
    }).pipe(Effect.catch((because) => Effect.succeed<CallbackResult>({ _tag: "NotSent", because })))
}

const resolveOnce = (name: string, outside: Outside): Effect.Effect<ReadonlyArray<string>, Told> =>
  outside.resolve(name).pipe(
    Effect.mapError(() => undelivered((texts) => texts.unresolved)),
    Effect.timeoutOrElse({
      duration: resolveMillis,
      orElse: () => Effect.fail(undelivered((texts) => texts.unresolved_in_time)),
    }),
  )
