/**
 * pgbouncer between a store and its server: Debian's (`apt-get install pgbouncer`). Where there is none, its tests are skipped and say so.
 */
import { Effect, type Scope } from "effect"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"

const program = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer"].find((path) => existsSync(path))

/** Why tests are skipped, for their title; empty where there is a pgbouncer. */
export const whySkipped = program === undefined ? ", skipped: no pgbouncer is installed on this machine" : ""

/** When a server connection goes to another client: with its client, or after each transaction. */
export type PoolMode = "session" | "transaction"

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" ? (address?.port ?? 0) : 0
}

/** pgbouncer refuses to run as root, so root runs it as the user that owns nothing. */
const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

interface Pooler {
  readonly url: string
  readonly stop: () => Promise<void>
}

const started = async (to: string, mode: PoolMode): Promise<Pooler> => {
  const folder = mkdtempSync(join(tmpdir(), "pgbouncer-"))
  const { hostname, pathname, port: serverPort, username } = new URL(to)
  const port = await freePort()
  const settings = [
    "[databases]",
    `${pathname.slice(1)} = host=${hostname} port=${serverPort} user=${username}`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    `pool_mode = ${mode}`,
    "default_pool_size = 40",
    "ignore_startup_parameters = extra_float_digits",
  ]
  const file = join(folder, "pgbouncer.ini")
  writeFileSync(file, `${settings.join("\n")}\n`)
  for (const path of [folder, file])
    if (unprivileged.uid !== undefined) chownSync(path, unprivileged.uid, unprivileged.gid)
  const child = spawn(program ?? "", [file], { ...unprivileged, cwd: folder, stdio: ["ignore", "ignore", "pipe"] })
  const ended = once(child, "close")
  const log = await new Promise<string>((resolve) => {
    let text = ""
    child.stderr.on("data", (bytes) => {
      text += String(bytes)
      if (text.includes("process up")) resolve(text)
    })
    child.once("close", () => resolve(text))
  })
  if (!log.includes("process up")) {
    rmSync(folder, { recursive: true })
    // It takes no port 0, and between the choice of a port and its start another test may take that port.
    if (log.includes("Address already in use")) return await started(to, mode)
    throw new Error(`pgbouncer ended before it was ready.\n${log}`)
  }
  return {
    url: `postgres://${username}@127.0.0.1:${port}${pathname}`,
    stop: async () => {
      child.kill("SIGTERM")
      await ended
      rmSync(folder, { recursive: true })
    },
  }
}

/** A pgbouncer before the server of this address, for the length of a scope. */
export const pgbouncerTo = (to: string, mode: PoolMode): Effect.Effect<string, never, Scope.Scope> =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => started(to, mode)),
      ({ stop }) => Effect.promise(stop),
    ),
    ({ url }) => url,
  )
