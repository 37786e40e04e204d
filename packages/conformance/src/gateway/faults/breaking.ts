/**
 * Faults of an open connection: it is closed, reset, half-closed, or falls silent, at every point of a request. From then on the outcome is
 * unknown, whatever the failure is called.
 */
import { headOf, jsonReply } from "../replies.ts"
import { answering, type Fault, keepWaiting, type Outcome, scripted } from "./Fault.ts"

const lost: ReadonlyArray<Outcome> = ["no_answer.connection_lost", "no_answer.cut_off"]
/** The server has not read a byte: an adapter that has not written one either may say so. The log decides whether it may. */
const lostOrUnsent: ReadonlyArray<Outcome> = [
  "no_answer.connection_lost",
  "not_sent.connection_refused",
  "not_sent.connect_timeout",
]
/** On a busy machine the time-out may come before the connection; the log shows whether anything was sent. */
const timedOut: ReadonlyArray<Outcome> = ["no_answer.timed_out", "not_sent.connect_timeout"]
/** Here the log shows nothing, because the request stays unread: it may have left, and counts as sent. */
const unread: ReadonlyArray<Outcome> = ["no_answer.timed_out"]
const vain = { vain: "answer" } as const

/** The interval of a server that sends piecemeal: well inside every time-out. */
const every = 20

const ended: ReadonlyArray<Fault> = [
  scripted("the connection is closed as soon as it stands", lostOrUnsent, { connected: ({ socket }) => socket.end() }),
  scripted("the connection is destroyed as soon as it stands", lostOrUnsent, {
    connected: ({ socket }) => socket.destroy(),
  }),
  scripted("the connection is reset as soon as it stands, before anything is read", lostOrUnsent, {
    connected: ({ socket }) => socket.resetAndDestroy(),
    neverReads: true,
  }),
  scripted("the connection is reset at the first byte", lost, { received: ({ socket }) => socket.resetAndDestroy() }),
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

/** Writes a piece of an answer and falls silent. */
const stopping = (title: string, piece: (tempting: string) => Buffer): Fault =>
  answering(
    title,
    timedOut,
    (peer, tempting) => {
      peer.socket.write(piece(tempting))
      keepWaiting(peer)
    },
    vain,
  )

const silent: ReadonlyArray<Fault> = [
  scripted("nothing is ever read", unread, { neverReads: true, connected: (peer) => keepWaiting(peer) }, vain),
  answering("nothing is ever answered", timedOut, (peer) => keepWaiting(peer), vain),
  stopping("the answer stops within its first line", () => Buffer.from("HTTP/1.1 2")),
  stopping("the answer stops after its head", (tempting) =>
    Buffer.from(headOf(200, { "Content-Length": String(Buffer.byteLength(tempting)) })),
  ),
  stopping("the answer stops in the middle of its body", (tempting) => jsonReply(JSON.parse(tempting)).subarray(0, -9)),
  answering(
    "the answer drips for ever, so that it is never quite silent",
    timedOut,
    (peer) => {
      peer.socket.write(headOf(200, { "Transfer-Encoding": "chunked" }))
      keepWaiting(peer, { text: "1\r\n \r\n", every })
    },
    vain,
  ),
  answering(
    "the head of the answer drips for ever",
    timedOut,
    (peer) => {
      peer.socket.write("HTTP/1.1 200 OK\r\nX-Drip: ")
      keepWaiting(peer, { text: ".", every })
    },
    vain,
  ),
]

/** Every fault of a connection that breaks or falls silent. */
export const breakingFaults: ReadonlyArray<Fault> = [...ended, ...silent]
