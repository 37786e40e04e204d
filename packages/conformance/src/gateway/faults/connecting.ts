/**
 * Faults before a connection is established: no server at the address, a server that never accepts, and everything that can be wrong with
 * TLS. Nothing of a request may leave, so every one of them is `not_sent`, and sending again is safe.
 */
import { Effect, type Scope } from "effect"
import { connect, type Socket } from "node:net"
import type { TlsOptions } from "node:tls"
import { Worker } from "node:worker_threads"
import { type Authority, newAuthority, selfSigned } from "../certificates.ts"
import { addressOf, ignore, listen, listenSecurely, type Script } from "../Listener.ts"
import { type Fault, fault, type Outcome, type Place, scriptFor, willing } from "./Fault.ts"

/**
 * A port on which nothing listens, kept free by a connection of ours that begins there. The system may give a port that was only closed to
 * any other program a moment later.
 */
const closedPort: Effect.Effect<number, never, Scope.Scope> = Effect.gen(function* () {
  const { port } = yield* listen({})
  const begun = Effect.callback<Socket>((resume) => {
    const socket = connect(port, "127.0.0.1", () => resume(Effect.succeed(socket))).on("error", ignore)
  })
  const { localPort } = yield* Effect.acquireRelease(begun, (socket) => Effect.sync(() => socket.destroy()))
  return localPort ?? (yield* Effect.die(new Error("The connection has no port.")))
})

/** A thread that listens and then stops for ever, so that the system answers for it until its queue is full. */
const stuckListener = `
  const { parentPort, workerData } = require("node:worker_threads")
  const server = require("node:net").createServer()
  server.listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
    parentPort.postMessage(server.address().port)
    Atomics.wait(workerData, 0, 0)
  })
`

/** More callers than the queue of a stuck listener holds. */
const callersInQueue = 8

/** A port whose queue is full: a new connection gets no response at all. */
const fullPort: Effect.Effect<number, never, Scope.Scope> = Effect.acquireRelease(
  Effect.callback<{ readonly port: number; readonly end: Effect.Effect<void> }>((resume) => {
    const worker = new Worker(stuckListener, { eval: true, workerData: new Int32Array(new SharedArrayBuffer(4)) })
    worker.once("message", (port: number) => {
      const queue: Array<Socket> = []
      for (let caller = 0; caller < callersInQueue; caller++) {
        queue.push(connect(port, "127.0.0.1").on("error", ignore))
      }
      const end = Effect.promise(() => {
        for (const socket of queue) socket.destroy()
        return worker.terminate()
      })
      resume(Effect.succeed({ port, end }))
    })
  }),
  ({ end }) => end,
).pipe(Effect.map(({ port }) => port))

const noServer = (baseUrl: string): Place => ({ baseUrl, server: null })

const absent: ReadonlyArray<Fault> = [
  fault({
    title: "nothing listens at the port",
    outcomes: ["not_sent.connection_refused"],
    open: Effect.map(closedPort, (port) => noServer(`http://127.0.0.1:${port}`)),
  }),
  fault({
    title: "nothing listens at the port, and it should speak TLS",
    outcomes: ["not_sent.connection_refused"],
    open: Effect.map(closedPort, (port) => noServer(`https://127.0.0.1:${port}`)),
  }),
  fault({
    title: "no connection is accepted: the queue is full",
    // Behind a proxy the proxy waits, and only refuses.
    outcomes: ["not_sent.connect_timeout", "not_sent.connection_refused"],
    open: Effect.map(fullPort, (port) => noServer(`http://127.0.0.1:${port}`)),
    vain: "connection",
  }),
  fault({
    // A label of 64 letters is longer than any name may hold, so the machine's resolver refuses it without a query.
    title: "the name of the host does not resolve",
    // Behind a proxy the proxy does not find it, and only refuses.
    outcomes: ["not_sent.name_not_resolved", "not_sent.connection_refused"],
    open: Effect.succeed(noServer(`https://${"a".repeat(64)}.invalid`)),
  }),
]

const tlsOutcomes: ReadonlyArray<Outcome> = ["not_sent.tls_failure"]

const secure = (title: string, tls: (authority: Authority) => TlsOptions): Fault =>
  fault({
    title,
    outcomes: tlsOutcomes,
    open: Effect.gen(function* () {
      const authority = newAuthority()
      const server = yield* listenSecurely(tls(authority), yield* scriptFor(willing))
      return { server, baseUrl: addressOf(server, "https"), ca: authority.ca }
    }),
  })

/** A server that is called over TLS and does something else. */
const insecure = (title: string, outcomes: Fault["outcomes"], script: Script, vain: Fault["vain"] = null): Fault =>
  fault({
    title,
    outcomes,
    open: Effect.map(listen(script), (server) => ({ server, baseUrl: addressOf(server, "https") })),
    vain,
  })

const notSent: ReadonlyArray<Outcome> = [
  "not_sent.tls_failure",
  "not_sent.connect_timeout",
  "not_sent.connection_refused",
]

const encrypted: ReadonlyArray<Fault> = [
  secure("the certificate vouches for itself", () => selfSigned()),
  secure("the certificate is signed by an unknown authority", () => newAuthority("Unknown").issue()),
  secure("the certificate has expired", (authority) => authority.issue({ years: [2020, 2021] })),
  secure("the certificate is not valid yet", (authority) => authority.issue({ years: [2097, 2099] })),
  secure("the certificate is another host's", (authority) => authority.issue({ hosts: ["other.example"] })),
  secure("the server speaks TLS 1.1 and no later version", (authority) => ({
    ...authority.issue(),
    minVersion: "TLSv1",
    maxVersion: "TLSv1.1",
    // Version 1.1 signs with what today's default forbids; without this the server could not even offer it.
    ciphers: "DEFAULT@SECLEVEL=0",
  })),
  secure("the server shares no cipher with us", (authority) => ({
    ...authority.issue(),
    maxVersion: "TLSv1.2",
    ciphers: "ECDHE-RSA-AES128-GCM-SHA256",
  })),
  insecure("the port answers a handshake in plain HTTP", tlsOutcomes, {
    received: ({ socket }) => socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n"),
  }),
  insecure("the port answers a handshake with garbage", tlsOutcomes, {
    received: ({ socket }) => socket.end(Buffer.alloc(64, 0x5a)),
  }),
  insecure("the handshake hangs", notSent, {}, "connection"),
  insecure("the connection is closed in the handshake", notSent, { received: ({ socket }) => socket.end() }),
  insecure("the connection is reset in the handshake", notSent, {
    received: ({ socket }) => socket.resetAndDestroy(),
  }),
]

export const connectingFaults: ReadonlyArray<Fault> = [...absent, ...encrypted]
