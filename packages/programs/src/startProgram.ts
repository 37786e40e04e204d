/**
 * One of our apps as a process of its own, started from its folder as whoever deploys it does. Whoever starts it goes on when it says
 * that it works, sees every line that it says, and ends it by its own handle; what still runs ends with the scope.
 */
import { type ChildProcess, spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Deferred, Effect, Schema, Scope } from "effect"

/** What to start. */
export interface ProgramOptions<Said> {
  /** What it is called in sentences. */
  readonly name: string
  /** Its folder under `apps`. */
  readonly app: string
  readonly arguments?: ReadonlyArray<string>
  /** All that it sees of our environment, beside `PATH`. */
  readonly environment: Readonly<Record<string, string>>
  /** Reads the line in which it says that it works; of every other line it makes undefined. */
  readonly ready: (line: string) => Said | undefined
  /** Sees every line as it comes. */
  readonly onLine?: (line: string, from: "stdout" | "stderr") => void
}

/** How a process ended: its exit code, or the signal that ended it. */
export type Ended = number | NodeJS.Signals

/** A program that works. */
export interface Running<Said> {
  readonly name: string
  readonly pid: number
  /** What it said when it was ready. */
  readonly said: Said
  /** The newest lines of both outputs, the oldest first. */
  readonly lastLines: Effect.Effect<ReadonlyArray<string>>
  /** Waits for its end. */
  readonly ended: Effect.Effect<Ended>
  /** Sends a signal and waits for the end. */
  readonly end: (signal: NodeJS.Signals) => Effect.Effect<Ended>
}

/** It never said that it works. */
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
/** How long a program may take until it works, on a machine that has much else to do. */
const patience = "2 minutes"
/** How long a program may take to stop when its scope ends, before it is killed. */
const grace = "5 seconds"

/** The folder of an app. */
const folderOf = (app: string): string => fileURLToPath(new URL(`../../../apps/${app}/`, import.meta.url))

const endsWithStarter = import.meta.resolve("./endsWithStarter.ts")

/** Starts a program and waits until it works. */
export const startProgram = Effect.fn("startProgram")(function* <Said>(
  options: ProgramOptions<Said>,
): Effect.fn.Return<Running<Said>, ProgramFailed, Scope.Scope> {
  const { name, ready } = options
  const lastLines: Array<string> = []
  const said = yield* Deferred.make<Said, ProgramFailed>()
  const ended = yield* Deferred.make<Ended>()
  const onLine = (line: string, from: "stdout" | "stderr") => {
    lastLines.push(line)
    if (lastLines.length > keptLines) lastLines.shift()
    options.onLine?.(line, from)
    const found = ready(line)
    if (found !== undefined) Deferred.doneUnsafe(said, Effect.succeed(found))
  }
  const failed = (how: Ended | "silent") => new ProgramFailed({ program: name, ended: how, lastLines: [...lastLines] })

  const child = yield* Effect.acquireRelease(
    Effect.sync(() => {
      const started = spawned(options, onLine)
      // "close" comes after the last line of both outputs.
      started.once("close", (code, signal) => {
        const how = code ?? signal ?? "SIGKILL"
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
    end: (signal) => Effect.andThen(signalled(child, signal), Deferred.await(ended)),
  }
})

/** How long after a program its starter may be told to stop by the same Ctrl-C. */
const sameMoment = "300 millis"

/** Fails when a program ends by itself, with its last lines. Ctrl-C reaches the programs too: what ends with us did not fail. */
export const failsWhenEnded = <Said>(program: Running<Said>): Effect.Effect<never, ProgramFailed> =>
  Effect.gen(function* () {
    const ended = yield* program.ended
    yield* Effect.sleep(sameMoment)
    return yield* new ProgramFailed({ program: program.name, ended, lastLines: [...(yield* program.lastLines)] })
  })

const spawned = <Said>(
  { app, arguments: given = [], environment }: ProgramOptions<Said>,
  onLine: (line: string, from: "stdout" | "stderr") => void,
): ChildProcess => {
  const home = folderOf(app)
  const child = spawn(process.execPath, ["--import", endsWithStarter, "src/main.ts", ...given], {
    cwd: home,
    env: {
      PATH: process.env["PATH"] ?? "",
      // The same types would be stripped again at every start.
      NODE_COMPILE_CACHE: `${home}node_modules/.cache/node`,
      ...environment,
    },
    // The first is only held open: see endsWithStarter.ts.
    stdio: ["pipe", "pipe", "pipe"],
  })
  // A program that cannot be started at all closes as well, without a code; a handler must be there all the same.
  child.once("error", (error) => onLine(error.message, "stderr"))
  for (const from of ["stdout", "stderr"] as const)
    createInterface({ input: child[from] }).on("line", (line) => onLine(line, from))
  return child
}

/** A scope for programs that are told to stop at the same moment, not one after the other. */
export const newGroup = Effect.acquireRelease(Scope.make("parallel"), (group, exit) => Scope.close(group, exit))

/** Sent to our own child only: its handle knows when the process is gone, so that no other one that got its number is meant. */
const signalled = (child: ChildProcess, signal: NodeJS.Signals) => Effect.sync(() => void child.kill(signal))

const stopped = (child: ChildProcess, ended: Effect.Effect<Ended>) =>
  Effect.andThen(signalled(child, "SIGTERM"), ended).pipe(
    // A finalizer would otherwise wait longer than it may.
    Effect.interruptible,
    Effect.timeoutOrElse({ duration: grace, orElse: () => Effect.andThen(signalled(child, "SIGKILL"), ended) }),
  )
