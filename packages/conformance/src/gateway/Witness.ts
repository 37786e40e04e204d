/**
 * Hears everything that a program says while it runs: logs of every level, spans with their attributes and ends, metrics, Effect's
 * console and the machine's own.
 */
import { Cause, Console, Effect, Exit, Logger, Metric, References, Tracer } from "effect"
import { inspect } from "node:util"

/** One thing that was said, and by what. */
export interface Said {
  readonly by: "log" | "span" | "metric" | "print" | "error"
  readonly text: string
}

const attempt = (print: () => string | undefined): string => {
  try {
    return print() ?? ""
  } catch {
    // What cannot be printed in one form is printed in another.
    return ""
  }
}

/** A value in every form in which programs print values. */
export const textsOf = (value: unknown): ReadonlyArray<string> => [
  attempt(() => String(value)),
  attempt(() => JSON.stringify(value)),
  inspect(value, { depth: 20, showHidden: true, maxStringLength: null, maxArrayLength: null }),
]

const say = (by: Said["by"], ...values: ReadonlyArray<unknown>): ReadonlyArray<Said> =>
  values.flatMap(textsOf).map((text) => ({ by, text }))

type Hearing = (said: ReadonlyArray<Said>) => void

const loggerFor = (hear: Hearing): Logger.Logger<unknown, void> =>
  Logger.make(({ cause, fiber, message }) =>
    hear([
      ...say(
        "log",
        message,
        fiber.getRef(References.CurrentLogAnnotations),
        fiber.getRef(References.CurrentLogSpans).map(([label]) => label),
      ),
      { by: "log", text: Cause.pretty(cause) },
    ]),
  )

class HeardSpan extends Tracer.NativeSpan {
  readonly hear: Hearing
  constructor(options: ConstructorParameters<typeof Tracer.NativeSpan>[0], hear: Hearing) {
    super(options)
    this.hear = hear
    hear(say("span", options.name))
  }
  override attribute(key: string, value: unknown): void {
    super.attribute(key, value)
    this.hear(say("span", key, value))
  }
  override event(name: string, startTime: bigint, attributes?: { [key: string]: unknown }): void {
    super.event(name, startTime, attributes)
    this.hear(say("span", name, attributes))
  }
  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    super.end(endTime, exit)
    if (Exit.isFailure(exit)) this.hear([{ by: "span", text: Cause.pretty(exit.cause) }, ...say("span", exit.cause)])
  }
}

const consoleMethods = ["log", "info", "warn", "error", "debug", "trace", "dir"] as const

const consoleFor = (hear: Hearing): Console.Console => {
  const heard = Object.fromEntries(
    consoleMethods.map((name) => [name, (...values: ReadonlyArray<unknown>) => hear(say("print", ...values))]),
  )
  return Object.assign(Object.create(globalThis.console), heard)
}

/** Whoever listens to the machine's console and its two streams. Tests may run side by side, so the taps are laid once. */
const listeners = new Set<Hearing>()
const told = (values: ReadonlyArray<unknown>): void => {
  const said = say("print", ...values)
  for (const hear of listeners) hear(said)
}

const tap = <Name extends string>(
  target: { [Each in Name]: (...values: Array<never>) => unknown },
  name: Name,
): (() => void) => {
  const original = target[name]
  target[name] = new Proxy(original, {
    apply: (called, self, values: Array<never>) => {
      told(values)
      return Reflect.apply(called, self, values)
    },
  })
  return () => {
    target[name] = original
  }
}

let untap: ReadonlyArray<() => void> = []

const listening = (hear: Hearing) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      if (listeners.size === 0) {
        untap = [
          ...consoleMethods.map((name) => tap(globalThis.console, name)),
          tap(process.stdout, "write"),
          tap(process.stderr, "write"),
        ]
      }
      listeners.add(hear)
    }),
    () =>
      Effect.sync(() => {
        listeners.delete(hear)
        if (listeners.size === 0) for (const remove of untap) remove()
      }),
  )

/** Runs a program and hears what it says. The program's own outcome comes back untouched. */
export const witnessed = <A, E, R>(
  program: Effect.Effect<A, E, R>,
): Effect.Effect<{ readonly exit: Exit.Exit<A, E>; readonly said: ReadonlyArray<Said> }, never, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const said: Array<Said> = []
      const hear: Hearing = (more) => void said.push(...more)
      yield* listening(hear)
      const exit = yield* Effect.exit(program).pipe(
        Effect.withSpan("a span of the program"),
        Effect.provideService(Logger.CurrentLoggers, new Set([loggerFor(hear)])),
        Effect.provideService(References.MinimumLogLevel, "All"),
        Effect.provideService(Console.Console, consoleFor(hear)),
        Effect.provideService(Tracer.Tracer, Tracer.make({ span: (options) => new HeardSpan(options, hear) })),
      )
      hear(say("metric", yield* Metric.snapshot))
      if (Exit.isFailure(exit)) {
        hear([{ by: "error", text: Cause.pretty(exit.cause) }, ...say("error", Cause.squash(exit.cause), exit.cause)])
      }
      return { exit, said }
    }),
  )
