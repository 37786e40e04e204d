/**
 * The wire table through a real nginx before the server, with the example of `deploy/nginx.conf`: whatever nginx takes for one request
 * must be one request to the server, the same one, and nothing of it may reach the next caller's. Used by the test and by the campaign.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { IncomingMessage } from "node:http"
import { connect } from "node:net"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { temporaryFolder } from "@cauri/programs"
import { home } from "./home.ts"
import { postText, served, statusesIn, until } from "./serving.ts"
import { rows } from "./wireTable.ts"

const executable = ["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/usr/bin/nginx"].find((path) => existsSync(path))

/** Is there no nginx on this machine? Debian's is `apt-get install --no-install-recommends nginx-light`. */
export const noNginx = executable === undefined

export const nginxVersion = (): string =>
  /nginx\/(\S+)/.exec(spawnSync(executable ?? "nginx", ["-v"], { encoding: "utf8" }).stderr)?.[1] ??
  "of an unknown version"

export interface Passed {
  readonly what: string
  /** The statuses of the answers that the caller heard. */
  readonly statuses: ReadonlyArray<number>
  /** The requests that nginx passed on, and those that arrived, by method and address. */
  readonly passedOn: ReadonlyArray<string>
  readonly arrived: ReadonlyArray<string>
  readonly rang: number
  /** What an ordinary callback of somebody else was answered right behind it. */
  readonly next: ReadonlyArray<number>
}

/** What nginx and the server disagree about; null: nothing. */
export const disagreementOf = ({ arrived, next, passedOn, rang, statuses }: Passed): string | null => {
  // What Node's parser refuses is no request to the server; nobody rang for it either.
  const isRefused =
    arrived.length === 0 && statuses.length === passedOn.length && statuses.every((each) => each === 400)
  if (!isRefused && arrived.join("\n") !== passedOn.join("\n")) return "other requests arrived than were passed on"
  if (rang > arrived.length) return "more bells rang than requests arrived"
  return next.join() === "200" ? null : "the next caller was not answered as always"
}

/** The example, made to listen on a socket of its own without TLS, to pass on to this port, and to tell what it passed on. */
const exampleFor = (port: number, folder: string): string => {
  const text = readFileSync(join(home, "deploy", "nginx.conf"), "utf8")
    .replaceAll(/^ *(ssl_.*|listen \[.*);\n/gm, "")
    .replaceAll("listen 443 ssl", `listen unix:${join(folder, "nginx.sock")}`)
    .replaceAll("access_log off;", `access_log ${join(folder, "access.log")} passed;`)
    .replaceAll(/error_log \S+/g, `error_log ${join(folder, "error.log")}`)
    .replace("127.0.0.1:8080", `127.0.0.1:${port}`)
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  return `daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
events {}
http {
${paths.join("\n")}
log_format passed '$request_method $request_uri $upstream_status';
${text}
}
`
}

/** What the other side of a socket answers to these bytes, up to its end. */
const answersAt = (path: string, bytes: string): Effect.Effect<string> =>
  Effect.callback((resume) => {
    let heard = ""
    const socket = connect(path)
    socket.setEncoding("latin1")
    socket.on("connect", () => socket.write(bytes, "latin1"))
    socket.on("data", (chunk: string) => void (heard += chunk))
    socket.on("error", () => {})
    socket.on("close", () => resume(Effect.succeed(heard)))
  })

interface Nginx {
  readonly socket: string
  readonly log: string
  readonly errors: string
}

const nginx = (port: number): Effect.Effect<Nginx, never, Scope.Scope> =>
  Effect.gen(function* () {
    const folder = yield* temporaryFolder
    const file = join(folder, "nginx.conf")
    writeFileSync(file, exampleFor(port, folder))
    const child = yield* Effect.acquireRelease(
      Effect.sync(() => spawn(executable ?? "nginx", ["-p", folder, "-c", file, "-e", join(folder, "error.log")])),
      ended,
    )
    const socket = join(folder, "nginx.sock")
    yield* until(() => existsSync(socket) || child.exitCode !== null)
    if (child.exitCode !== null) return yield* Effect.die(new Error(readFileSync(join(folder, "error.log"), "utf8")))
    return { socket, log: join(folder, "access.log"), errors: join(folder, "error.log") }
  })

const ended = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    child.once("close", () => resume(Effect.void))
    child.kill("SIGTERM")
  })

/** Every request that a server of this process reads on this port, by method and address, until the scope ends. */
const arrivals = (port: number): Effect.Effect<ReadonlyArray<string>, never, Scope.Scope> =>
  Effect.gen(function* () {
    const seen: Array<string> = []
    const look = (message: unknown) => {
      const { request } = Object(message)
      if (request instanceof IncomingMessage && request.socket.localPort === port)
        seen.push(`${request.method} ${request.url}`)
    }
    yield* Effect.acquireRelease(
      Effect.sync(() => subscribe("http.server.request.start", look)),
      () => Effect.sync(() => unsubscribe("http.server.request.start", look)),
    )
    return seen
  })

const passedOnIn = (lines: ReadonlyArray<string>): ReadonlyArray<string> =>
  lines.flatMap((line) => (line.endsWith(" -") ? [] : [line.slice(0, line.lastIndexOf(" "))]))

/** Sends every row through nginx, and an ordinary callback behind each. */
export const throughNginx: Effect.Effect<ReadonlyArray<Passed>, unknown, Scope.Scope> = Effect.gen(function* () {
  const { desk, path, port } = yield* served({ linger: 0 })
  const { log, socket } = yield* nginx(port)
  const arrived = yield* arrivals(port)
  const logged = () => readFileSync(log, "utf8").split("\n").slice(0, -1)
  const results: Array<Passed> = []
  for (const { bytes, what } of rows) {
    const before = { logged: logged().length, arrived: arrived.length, notes: desk.notes.length }
    const statuses = statusesIn(yield* answersAt(socket, bytes(path)))
    const behind = `${path}?behind=${results.length}`
    const next = statusesIn(yield* answersAt(socket, postText(behind)))
    yield* until(() => logged().some((line) => line.startsWith(`POST ${behind} `)))
    const isOther = (line: string) => line !== `POST ${behind}`
    results.push({
      what,
      statuses,
      passedOn: passedOnIn(logged().slice(before.logged)).filter(isOther),
      arrived: arrived.slice(before.arrived).filter(isOther),
      rang: desk.notes.length - before.notes - 1,
      next,
    })
  }
  return results
})

/** What nginx writes into its log of errors about callbacks that it cannot pass on, and what it answers to them. */
export const troubleWithNginx = Effect.gen(function* () {
  const path = "/callbacks/k1.payin.shop.order-17.1.the-mac-of-an-address"
  const { errors, socket } = yield* nginx(9)
  const heard = [
    yield* answersAt(socket, postText(path)),
    yield* answersAt(socket, postText(path, { content: "x".repeat(140_000) })),
  ]
  return { path, written: readFileSync(errors, "utf8"), statuses: heard.flatMap(statusesIn) }
}).pipe(Effect.scoped)
