/**
 * One of our apps as a process of its own, started from its folder as it is where it is deployed. The caller waits until the program
 * reports that it works, sees its lines, and ends it by its process object; what still runs ends with the scope.
 */
import type { ChildProcess } from "node:child_process"
import { Deferred, Effect, Schema, Scope } from "effect"
import { type AppOptions, type ExitStatus, inBundle, onEnd, type OnLine, sendSignal, spawnChild } from "./spawnChild.ts"

export interface ProgramOptions<Said> extends AppOptions {
  readonly name: string
  /** Parses the line with which the program reports that it works; returns undefined for every other line. */
  readonly ready: (line: string) => Said | undefined
  readonly onLine?: OnLine
}

export interface Running<Said> {
  readonly name: string
  readonly pid: number
  readonly said: Said
  /** The newest lines of both outputs, the oldest first. */
  readonly lastLines: Effect.Effect<ReadonlyArray<string>>
  readonly ended: Effect.Effect<ExitStatus>
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Effect.Effect<ExitStatus>
}

/** The program never reported that it works. */
export class ProgramFailed extends Schema.TaggedError<ProgramFailed>()("ProgramFailed", {
  program: Schema.String,
  ended: Schema.Union([Schema.Number, Schema.String]),
  lastLines: Schema.Array(Schema.String),
}) {
  override get message() {
    const how = this.ended === "silent" ? "did not say in time that it works" : `ended with ${this.ended}`
    const lines = this.lastLines.map((line) => `\n  ${line}`)
    return `The ${this.program} ${how}.${lines.length === 0 ? "" : ` Its last lines:${lines.join("")}`}`
  }
}

/** Lines that are kept of each program. */
const keptLines = 100
/** How long a program may take to start, on a machine that has much else to do. */
const patience = "2 minutes"
/** How long a program may take to stop when its scope ends, before it is killed. */
const grace = "30 seconds"

const endsWithStarter = (inBundle("demo/endsWithStarter.js") ?? new URL("endsWithStarter.ts", import.meta.url)).href

/** Starts a program and waits until it works. */
export const spawnProgram = Effect.fn("spawnProgram")(function* <Said>(
  options: ProgramOptions<Said>,
): Effect.fn.Return<Running<Said>, ProgramFailed, Scope.Scope> {
  const { name, ready } = options
  const lastLines: Array<string> = []
  const said = yield* Deferred.make<Said, ProgramFailed>()
  const ended = yield* Deferred.make<ExitStatus>()
  const onLine: OnLine = (line, from) => {
    lastLines.push(line)
    if (lastLines.length > keptLines) lastLines.shift()
    options.onLine?.(line, from)
    const found = ready(line)
    if (found !== undefined) Deferred.doneUnsafe(said, Effect.succeed(found))
  }
  const failed = (how: ExitStatus | "silent") =>
    new ProgramFailed({ program: name, ended: how, lastLines: [...lastLines] })

  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      // The input only has to stay open: see endsWithStarter.ts.
      const started = spawnChild(options, { input: "pipe", nodeFlags: ["--import", endsWithStarter] }, onLine)
      onEnd(started, (how) => {
        Deferred.doneUnsafe(ended, Effect.succeed(how))
        Deferred.doneUnsafe(said, Effect.fail(failed(how)))
      })
      return started
    }),
    (started) => stopped(started, Deferred.await(ended)),
  )
  const answer = yield* Effect.timeoutOrElse(Deferred.await(said), {
    duration: patience,
    orElse: () => Effect.fail(failed("silent")),
  })
  return {
    name,
    pid: child.pid ?? 0,
    said: answer,
    lastLines: Effect.sync(() => [...lastLines]),
    ended: Deferred.await(ended),
    end: (signal) => Effect.andThen(sendSignal(child, signal), Deferred.await(ended)),
  }
})

/** The same Ctrl-C may reach the starter this long after a program. */
const sameMoment = "300 millis"

/** Fails with a program's last lines when it ends by itself. Ctrl-C reaches the programs too: what ends with us did not fail. */
export const failsWhenEnded = <Said>(program: Running<Said>): Effect.Effect<never, ProgramFailed> =>
  Effect.gen(function* () {
    const ended = yield* program.ended
    yield* Effect.sleep(sameMoment)
    return yield* new ProgramFailed({ program: program.name, ended, lastLines: [...(yield* program.lastLines)] })
  })

/** A scope whose programs are stopped at the same time, not one after the other. */
export const parallelScope = Effect.acquireRelease(Scope.make("parallel"), (group, exit) => Scope.close(group, exit))

const stopped = (child: ChildProcess, ended: Effect.Effect<ExitStatus>) =>
  Effect.andThen(sendSignal(child, "SIGTERM"), ended).pipe(
    // A finalizer would otherwise wait longer than it may.
    Effect.interruptible,
    Effect.timeoutOrElse({ duration: grace, orElse: () => Effect.andThen(sendSignal(child, "SIGKILL"), ended) }),
  )
