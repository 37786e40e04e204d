/**
 * Collects everything that a program outputs while it runs: logs of every level, spans with their attributes and ends, metrics, Effect's
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

type Listener = (said: ReadonlyArray<Said>) => void

const loggerFor = (receive: Listener): Logger.Logger<unknown, void> =>
  Logger.make(({ cause, fiber, message }) =>
    receive([
      ...say(
        "log",
        message,
        fiber.getRef(References.CurrentLogAnnotations),
        fiber.getRef(References.CurrentLogSpans).map(([label]) => label),
      ),
      { by: "log", text: Cause.pretty(cause) },
    ]),
  )

class ReceivedSpan extends Tracer.NativeSpan {
  readonly receive: Listener
  constructor(options: ConstructorParameters<typeof Tracer.NativeSpan>[0], receive: Listener) {
    super(options)
    this.receive = receive
    receive(say("span", options.name))
  }
  override attribute(key: string, value: unknown): void {
    super.attribute(key, value)
    this.receive(say("span", key, value))
  }
  override event(name: string, startTime: bigint, attributes?: { [key: string]: unknown }): void {
    super.event(name, startTime, attributes)
    this.receive(say("span", name, attributes))
  }
  override end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    super.end(endTime, exit)
    if (Exit.isFailure(exit)) this.receive([{ by: "span", text: Cause.pretty(exit.cause) }, ...say("span", exit.cause)])
  }
}

const consoleMethods = ["log", "info", "warn", "error", "debug", "trace", "dir"] as const

const consoleFor = (receive: Listener): Console.Console => {
  const received = Object.fromEntries(
    consoleMethods.map((name) => [name, (...values: ReadonlyArray<unknown>) => receive(say("print", ...values))]),
  )
  return Object.assign(Object.create(globalThis.console), received)
}

/** The current listeners of the machine's console and its two streams. Tests may run side by side, so the taps are installed once. */
const listeners = new Set<Listener>()
const pass = (values: ReadonlyArray<unknown>): void => {
  const said = say("print", ...values)
  for (const receive of listeners) receive(said)
}

const tap = <Name extends string>(
  target: { [Each in Name]: (...values: Array<never>) => unknown },
  name: Name,
): (() => void) => {
  const original = target[name]
  target[name] = new Proxy(original, {
    apply: (called, self, values: Array<never>) => {
      pass(values)
      return Reflect.apply(called, self, values)
    },
  })
  return () => {
    target[name] = original
  }
}

let untap: ReadonlyArray<() => void> = []

const listening = (receive: Listener) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      if (listeners.size === 0) {
        untap = [
          ...consoleMethods.map((name) => tap(globalThis.console, name)),
          tap(process.stdout, "write"),
          tap(process.stderr, "write"),
        ]
      }
      listeners.add(receive)
    }),
    () =>
      Effect.sync(() => {
        listeners.delete(receive)
        if (listeners.size === 0) for (const remove of untap) remove()
      }),
  )

/** Runs a program and collects its output. The program's own outcome is returned unchanged. */
export const witnessed = <A, E, R>(
  program: Effect.Effect<A, E, R>,
): Effect.Effect<{ readonly exit: Exit.Exit<A, E>; readonly said: ReadonlyArray<Said> }, never, R> =>
  Effect.scoped(
    Effect.gen(function* () {
      const said: Array<Said> = []
      const receive: Listener = (more) => void said.push(...more)
      yield* listening(receive)
      const exit = yield* Effect.exit(program).pipe(
        Effect.withSpan("a span of the program"),
        Effect.provideService(Logger.CurrentLoggers, new Set([loggerFor(receive)])),
        Effect.provideService(References.MinimumLogLevel, "All"),
        Effect.provideService(Console.Console, consoleFor(receive)),
        Effect.provideService(Tracer.Tracer, Tracer.make({ span: (options) => new ReceivedSpan(options, receive) })),
      )
      receive(say("metric", yield* Metric.snapshot))
      if (Exit.isFailure(exit)) {
        receive([
          { by: "error", text: Cause.pretty(exit.cause) },
          ...say("error", Cause.squash(exit.cause), exit.cause),
        ])
      }
      return { exit, said }
    }),
  )
