/**
 * Starts and ends a throw-away server. Its settings are the durable ones, because stores refuse any other; a test of that refusal
 * asks for others by name.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { chownSync, mkdtempSync, rmSync, statfsSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Binaries, binariesFor } from "./binaries.ts"

export interface TestPostgres {
  readonly url: string
  /** The server's own process; null when it was already running. */
  readonly pid: number | null
  /** The folders in which the server keeps its files; none when it was already running. */
  readonly folders: ReadonlyArray<string>
  /** Stops the server, lets `change` edit the folder of its data, and starts it at the same address. Only for a server of our own. */
  readonly restart: (change: (data: string) => void) => Promise<void>
  readonly stop: () => Promise<void>
}

interface ServerOptions {
  readonly onDisk?: boolean
  /** The folder of other programs than npm's: a server that the machine's own `pg_dump` can read. */
  readonly binaries?: string | undefined
  /** What it sees of the environment, beside `PATH`. */
  readonly environment?: Readonly<Record<string, string>>
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      server.close(() => resolve(port))
    })
  })

const memory = "/dev/shm"
const enoughRoom = 1_024 ** 3

/**
 * Where the data go: into memory where there is room, because the settings are durable and tests would wait for a disk at every commit.
 * Tests check what the server does, not the disk.
 */
const placeForData = (onDisk: boolean): string => {
  if (onDisk) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize >= enoughRoom) return memory
  } catch {
    // Not Linux, or no memory to spare.
  }
  return tmpdir()
}

const initialise = ({ folder, rights }: Binaries, workplace: string, data: string): void => {
  const options = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", "--no-instructions"]
  execFileSync(join(folder, "initdb"), ["-D", data, ...options], {
    ...rights,
    env: { PATH: process.env["PATH"], LC_ALL: "C" },
    cwd: workplace,
    stdio: ["ignore", "ignore", "inherit"],
  })
}

const whenReady = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let log = ""
    server.stderr?.on("data", (chunk) => {
      // Once it is ready the log is only drained: a full pipe would stop the server.
      if (log.includes("ready to accept connections")) return
      log += String(chunk)
      if (log.includes("ready to accept connections")) resolve()
    })
    server.once("error", reject)
    // Not "exit": the last words may still be in the pipe then.
    server.once("close", (code) => reject(new Error(`Postgres ended with ${code} before it was ready.\n${log}`)))
  })

/**
 * A shell that waits for the end of a pipe whose other end is ours. However this process dies, the pipe closes, and the shell ends
 * the server and removes its files. A killed test run leaves nothing behind.
 */
const watch = (pid: number, folders: ReadonlyArray<string>): ChildProcess => {
  // The files go when the server has: one that is still ending would write new ones.
  const end =
    'kill -QUIT "$1"; for i in $(seq 100); do kill -0 "$1" 2>/dev/null || break; sleep 0.1; done; shift; rm -rf "$@"'
  const script = `read line; [ "$line" = done ] || { ${end}; }`
  const watchdog = spawn("sh", ["-c", script, "sh", String(pid), ...folders], {
    cwd: "/",
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  })
  watchdog.unref()
  return watchdog
}

const remove = (folders: ReadonlyArray<string>): void => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
}

/** Ends a server, and with it the shell that tracks it. */
const ended = (server: ChildProcess, watchdog: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    const clear = () => {
      watchdog.stdin?.end("done\n")
      resolve()
    }
    if (server.exitCode !== null || server.signalCode !== null) return clear()
    server.once("exit", clear)
    // Fast shutdown: open sessions are ended, not waited for.
    server.kill("SIGINT")
  })

const refuseRestart = () => Promise.reject(new Error("The server that TEST_DATABASE_URL names is not ours to restart."))

/**
 * Returns a Postgres server. `settings` and `environment` are for a server that it starts itself: with `settings` or `onDisk` it uses no
 * other; `onDisk` is for measuring what durable commits cost.
 */
export const startPostgres = async (
  settings: Readonly<Record<string, string>> = {},
  { binaries: given, environment = {}, onDisk = false }: ServerOptions = {},
): Promise<TestPostgres> => {
  const named = process.env["TEST_DATABASE_URL"] ?? ""
  if (named !== "" && Object.keys(settings).length === 0 && !onDisk && given === undefined) {
    return { url: named, pid: null, folders: [], restart: refuseRestart, stop: () => Promise.resolve() }
  }
  const workplace = mkdtempSync(join(tmpdir(), "test-postgres-"))
  const data = mkdtempSync(join(placeForData(onDisk), "test-postgres-"))
  const folders = [workplace, data]
  try {
    const binaries = await binariesFor(workplace, undefined, given)
    const { uid, gid } = binaries.rights
    if (uid !== undefined && gid !== undefined) chownSync(data, uid, gid)
    initialise(binaries, workplace, data)
    const port = await freePort()
    const flags = Object.entries({ max_connections: "200", ...settings }).flatMap(([name, value]) => [
      "-c",
      `${name}=${value}`,
    ])
    const place = ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", workplace]
    const start = async () => {
      const server = spawn(join(binaries.folder, "postgres"), [...place, ...flags], {
        ...binaries.rights,
        env: { PATH: process.env["PATH"], LC_ALL: "C", ...environment },
        cwd: workplace,
        stdio: ["ignore", "ignore", "pipe"],
      })
      const pid = server.pid
      if (pid === undefined) throw new Error("Postgres could not be started.")
      const watchdog = watch(pid, folders)
      await whenReady(server).catch(async (error: unknown) => {
        await ended(server, watchdog)
        throw error
      })
      return { pid, end: () => ended(server, watchdog) }
    }
    let running = await start()
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      pid: running.pid,
      folders,
      restart: async (change) => {
        await running.end()
        change(data)
        running = await start()
      },
      stop: async () => {
        await running.end()
        remove(folders)
      },
    }
  } catch (error) {
    remove(folders)
    throw error
  }
}
