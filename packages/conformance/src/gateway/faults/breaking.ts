/**
 * Faults of a connection that stood: it is closed, reset, half-closed, or falls silent, at every point of a request. From then on
 * nobody knows, whatever the failure is called.
 */
import { headOf, jsonReply } from "../replies.ts"
import { answering, type Fault, type Outcome, scripted } from "./Fault.ts"

const lost: ReadonlyArray<Outcome> = ["NoAnswer.ConnectionLost"]
/** The server has not read a byte: an adapter that has not written one either may say so. The log decides whether it may. */
const lostOrUnsent: ReadonlyArray<Outcome> = [
  "NoAnswer.ConnectionLost",
  "NotSent.ConnectionRefused",
  "NotSent.ConnectTimeout",
]
const timedOut: ReadonlyArray<Outcome> = ["NoAnswer.TimedOut"]
const vain = { vain: "answer" } as const

/** How often a server that drips says something: well inside every time-out. */
const dripMillis = 20

const ended: ReadonlyArray<Fault> = [
  scripted("the connection is closed as soon as it stands", lostOrUnsent, { connected: ({ socket }) => socket.end() }),
  scripted("the connection is destroyed as soon as it stands", lostOrUnsent, {
    connected: ({ socket }) => socket.destroy(),
  }),
  scripted("the connection is reset as soon as it stands, before anything is read", lostOrUnsent, {
    connected: ({ socket }) => socket.resetAndDestroy(),
    neverReads: true,
  }),
  scripted("the connection is reset at the first byte", lost, { heard: ({ socket }) => socket.resetAndDestroy() }),
  scripted("the connection is closed after the head of the request", lost, { head: ({ socket }) => socket.destroy() }),
  scripted("the connection is reset after the head of the request", lost, {
    head: ({ socket }) => socket.resetAndDestroy(),
  }),
  answering("the connection is closed after the whole request", lost, ({ socket }) => socket.destroy()),
  answering("the connection is reset after the whole request", lost, ({ socket }) => socket.resetAndDestroy()),
  answering("the connection is half-closed after the whole request", lost, ({ socket }) => socket.end()),
  answering("the connection is closed in the middle of the answer's head", lost, ({ socket }, tempting) =>
    socket.end(jsonReply(JSON.parse(tempting)).subarray(0, 30)),
  ),
  answering("the connection is closed after the answer's head", lost, ({ socket }, tempting) =>
    socket.end(headOf(200, { "Content-Length": String(Buffer.byteLength(tempting)) })),
  ),
  answering("the connection is closed in the middle of the answer's body", lost, ({ socket }, tempting) =>
    socket.end(jsonReply(JSON.parse(tempting)).subarray(0, -9)),
  ),
  answering("the connection is reset in the middle of the answer's body", lost, ({ socket }, tempting) =>
    socket.write(jsonReply(JSON.parse(tempting)).subarray(0, -9), () => socket.resetAndDestroy()),
  ),
]

const silent: ReadonlyArray<Fault> = [
  scripted("nothing is ever read", timedOut, { neverReads: true }, vain),
  answering("nothing is ever answered", timedOut, () => {}, vain),
  answering("the answer stops within its first line", timedOut, ({ socket }) => socket.write("HTTP/1.1 2"), vain),
  answering(
    "the answer stops after its head",
    timedOut,
    ({ socket }, tempting) => socket.write(headOf(200, { "Content-Length": String(Buffer.byteLength(tempting)) })),
    vain,
  ),
  answering(
    "the answer stops in the middle of its body",
    timedOut,
    ({ socket }, tempting) => socket.write(jsonReply(JSON.parse(tempting)).subarray(0, -9)),
    vain,
  ),
  answering(
    "the answer drips for ever, so that it is never quite silent",
    timedOut,
    ({ socket }) => {
      socket.write(headOf(200, { "Transfer-Encoding": "chunked" }))
      const drip = setInterval(() => socket.write("1\r\n \r\n"), dripMillis)
      socket.on("close", () => clearInterval(drip))
    },
    vain,
  ),
  answering(
    "the head of the answer drips for ever",
    timedOut,
    ({ socket }) => {
      socket.write("HTTP/1.1 200 OK\r\nX-Drip: ")
      const drip = setInterval(() => socket.write("."), dripMillis)
      socket.on("close", () => clearInterval(drip))
    },
    vain,
  ),
]

/** Every fault of a connection that breaks or falls silent. */
export const breakingFaults: ReadonlyArray<Fault> = [...ended, ...silent]
