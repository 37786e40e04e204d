/**
 * The one place that holds the state. Every change is one synchronous step of a pure function, so no call sees half of another. Before a
 * step everything due happens; after it, callbacks that are due are handed to `CallbackSender`, and a fibre sleeps on Effect's Clock until
 * the next event. Simulated time is the clock's, perhaps faster, perhaps moved forward; it never goes back.
 */
import { Clock, Context, Duration, Effect, Latch, Layer, Result, Semaphore } from "effect"
import { advance } from "../life/advance.ts"
import { nextEntry } from "../model/Agenda.ts"
import type { CallbackPost, CallbackResult } from "../model/Callback.ts"
import { CallbackSender } from "../sending/CallbackSender.ts"
import { afterResult, takeOutbox } from "../life/callbacks.ts"
import { type Step, step } from "../model/draws.ts"
import { forwarded } from "../acts/forwards.ts"
import { openingState } from "./opening.ts"
import { type Options, type OptionsInput, resolveOptions } from "../options/Options.ts"
import { ProductionRefused, refusesHere } from "../options/production.ts"
import type { SimulatorRefusal } from "../model/SimulatorRefusal.ts"
import type { State } from "../model/State.ts"
import { StateKeeper } from "../ports/StateKeeper.ts"

/** Holds the state; for the services of this package only. */
export class Cell extends Context.Service<
  Cell,
  {
    readonly options: Options
    readonly change: <A>(change: (state: State) => Step<A>) => Effect.Effect<A>
    /** One step that may be refused; a refused one changes nothing. */
    readonly attempt: <A>(
      change: (state: State) => Result.Result<Step<A>, SimulatorRefusal>,
    ) => Effect.Effect<A, SimulatorRefusal>
    /** Moves simulated time forward. */
    readonly passTime: (millis: number) => Effect.Effect<void>
    /** Replaces the state; time continues from the later of both. */
    readonly replace: (state: State) => Effect.Effect<void>
    /** Sends posts now and waits for their results. */
    readonly deliver: (posts: ReadonlyArray<CallbackPost>) => Effect.Effect<void>
    /** Completes when everything due has happened and no callback is being sent. */
    readonly settled: Effect.Effect<void>
  }
>()("@cauri/simulator/Cell") {
  static readonly layer = (input: OptionsInput = {}): Layer.Layer<Cell, never, CallbackSender> =>
    Layer.effect(Cell, make(resolveOptions(input)))
}

/** The longest sleep until the next event, for timers that know no longer one. */
const longestWait = 86_400_000

const make = Effect.fnUntraced(function* (options: Options) {
  if (refusesHere(options)) return yield* Effect.die(new ProductionRefused())
  const sender = yield* CallbackSender
  const keep = yield* StateKeeper
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const awake = yield* Latch.make(false)
  const idle = yield* Latch.make(true)
  const permits = yield* Semaphore.make(options.limits.callbacksUnderWay)

  const started = clock.currentTimeMillisUnsafe()
  // Simulated time is `simulated` plus the clock's progress since `clock`, times the factor.
  const origin = { clock: started, simulated: started }
  let state = openingState(options, started)
  const sending = { underWay: 0 }

  const simulatedNow = (): number =>
    Math.floor(origin.simulated + (clock.currentTimeMillisUnsafe() - origin.clock) * state.timeFactor)

  const startAt = (simulated: number): void => {
    origin.clock = clock.currentTimeMillisUnsafe()
    origin.simulated = simulated
  }

  // The time up to now passed at the old pace.
  const put = (next: State): void => {
    if (next.timeFactor !== state.timeFactor) startAt(simulatedNow())
    state = next
  }

  const taken = <A>(value: A): Effect.Effect<A> =>
    Effect.suspend(() => {
      const { state: emptied, value: posts } = takeOutbox(state, options)
      state = emptied
      keep(state)
      awake.openUnsafe()
      return posts.length === 0 ? Effect.succeed(value) : Effect.as(send(posts), value)
    })

  const advanced = (): State => advance(state, options, Math.max(simulatedNow(), state.now))

  const change = <A>(change: (state: State) => Step<A>): Effect.Effect<A> =>
    Effect.suspend(() => {
      const next = change(advanced())
      put(next.state)
      put(advanced())
      return taken(next.value)
    })

  const attempt = <A>(change: (state: State) => Result.Result<Step<A>, SimulatorRefusal>) =>
    Effect.suspend(() => {
      put(advanced())
      const next = change(state)
      if (Result.isFailure(next)) return Effect.andThen(taken(undefined), Effect.fail(next.failure))
      put(next.success.state)
      put(advanced())
      return taken(next.success.value)
    })

  const keepResult = (post: CallbackPost, result: CallbackResult, tookMillis: number): Effect.Effect<void> =>
    change((current) => step(afterResult(current, options, post, result, tookMillis), undefined))

  const sendOne = (post: CallbackPost): Effect.Effect<void> =>
    permits
      .withPermits(1)(Effect.timed(Effect.suspend(() => sender.send({ ...post, url: forwarded(state, post.url) }))))
      .pipe(Effect.flatMap(([took, result]) => keepResult(post, result, Math.round(Duration.toMillis(took)))))

  // The POSTs of one payment are sent one after the other, those of different payments concurrently.
  const deliver = (posts: ReadonlyArray<CallbackPost>): Effect.Effect<void> =>
    Effect.forEach(
      Map.groupBy(posts, ({ payment }) => payment).values(),
      (group) => Effect.forEach(group, sendOne, { discard: true, concurrency: 1 }),
      { discard: true, concurrency: options.limits.callbacksUnderWay },
    )

  const send = (posts: ReadonlyArray<CallbackPost>): Effect.Effect<void> =>
    Effect.suspend(() => {
      sending.underWay += 1
      idle.closeUnsafe()
      return Effect.asVoid(
        Effect.forkIn(
          Effect.ensuring(
            deliver(posts),
            Effect.sync(() => {
              sending.underWay -= 1
              if (sending.underWay === 0) idle.openUnsafe()
            }),
          ),
          scope,
        ),
      )
    })

  const looked = change((current) => step(current, undefined))

  const isDue = (): boolean => (nextEntry(state.agenda)?.at ?? Infinity) <= simulatedNow()

  const settled: Effect.Effect<void> = Effect.gen(function* () {
    yield* looked
    while (sending.underWay > 0 || isDue()) {
      yield* idle.await
      yield* looked
    }
  })

  yield* Effect.forkScoped(
    Effect.gen(function* () {
      for (;;) {
        awake.closeUnsafe()
        const next = nextEntry(state.agenda)?.at
        if (next === undefined) yield* awake.await
        else {
          const ahead = next - simulatedNow()
          // Time that stands still divides by zero.
          const wait = ahead <= 0 ? 0 : Math.min(ahead / state.timeFactor, longestWait)
          yield* Effect.timeoutOption(awake.await, Math.ceil(wait))
          if (isDue()) yield* looked
        }
      }
    }),
  )

  return Cell.of({
    options,
    change,
    attempt,
    deliver,
    settled,
    passTime: (millis) =>
      Effect.suspend(() => {
        startAt(simulatedNow() + Math.max(0, millis))
        return looked
      }),
    replace: (next) =>
      Effect.suspend(() => {
        startAt(Math.max(simulatedNow(), next.now))
        state = next
        return looked
      }),
  })
})
