/**
 * Loopback ports for programs that must know theirs before they start, because their address is part of their settings. Another program
 * may take a free port a moment later: then the program is started again on another port.
 */
import { createServer } from "node:net"
import { Effect, type Scope } from "effect"
import { type ProgramFailed, type ProgramOptions, type Running, spawnProgram } from "./spawnProgram.ts"

const maximumTries = 5

/** Opens a port of the loopback for a moment, and returns its number, or null when it is in use. 0 is any free port. */
const probe = (wanted: number): Effect.Effect<number | null> =>
  Effect.callback((resume) => {
    const server = createServer()
    server.once("error", () => resume(Effect.succeed(null)))
    server.listen(wanted, "127.0.0.1", () => {
      const address = server.address()
      server.close(() => resume(Effect.succeed(typeof address === "object" && address !== null ? address.port : null)))
    })
  })

/** The wanted port, or any other when that one is in use or none is wanted. */
export const freePort = Effect.fnUntraced(function* (wanted = 0) {
  const port = (wanted === 0 ? null : yield* probe(wanted)) ?? (yield* probe(0))
  return port ?? (yield* Effect.die(new Error("The loopback of this machine has no free port.")))
})

export interface RunningOnPort<Said> extends Running<Said> {
  readonly port: number
  readonly url: string
}

/** Starts a program with its port as a setting: the wanted port or, when that is in use, another. */
export const spawnOnPort = Effect.fnUntraced(function* <Said>(
  wanted: number,
  optionsOn: (port: number, url: string) => ProgramOptions<Said>,
): Effect.fn.Return<RunningOnPort<Said>, ProgramFailed, Scope.Scope> {
  for (let tries = 1; ; tries++) {
    const port = yield* freePort(tries === 1 ? wanted : 0)
    const url = `http://127.0.0.1:${port}`
    const started = yield* Effect.result(spawnProgram(optionsOn(port, url)))
    if (started._tag === "Success") return { ...started.success, port, url }
    // Another program listens on this port; or the program itself took it for its health a moment before, and ended with 75: try again.
    const isTaken = started.failure.ended === 75 || (yield* probe(port)) === null
    if (tries < maximumTries && isTaken) continue
    return yield* started.failure
  }
})
