/**
 * Faults of HTTP itself: lengths that lie, chunks that do not add up, interim answers without an end, and bytes that are no answer.
 */
import { headOf, jsonReply, replyOf } from "../replies.ts"
import { answering, type Fault, keepWaiting, type Outcome } from "./Fault.ts"

const broken: ReadonlyArray<Outcome> = ["no_answer.connection_lost", "no_answer.cut_off", "no_answer.unreadable"]
/** On a busy machine the time-out may come before the connection; the log shows whether anything was sent. */
const timedOut: ReadonlyArray<Outcome> = ["no_answer.timed_out", "not_sent.connect_timeout"]
const vain = { vain: "answer" } as const
const chunked = { "Content-Type": "application/json", "Transfer-Encoding": "chunked" }

const chunkOf = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`

const lengths: ReadonlyArray<Fault> = [
  answering("chunks end without the last one, though what came is a whole answer", broken, ({ socket }, tempting) =>
    socket.end(`${headOf(200, chunked)}${chunkOf(tempting)}`),
  ),
  answering("a chunk's size is no number", broken, ({ socket }, tempting) =>
    socket.end(`${headOf(200, chunked)}zz\r\n${tempting}\r\n0\r\n\r\n`),
  ),
  answering("the length is longer than the answer, which then ends", broken, ({ socket }, tempting) =>
    socket.end(replyOf({ body: tempting, headers: { "Content-Length": String(Buffer.byteLength(tempting) + 7) } })),
  ),
  answering(
    "the length is longer than the answer, which then stops",
    timedOut,
    (peer, tempting) => {
      const headers = { "Content-Length": String(Buffer.byteLength(tempting) + 7) }
      peer.socket.write(replyOf({ body: tempting, headers }))
      keepWaiting(peer)
    },
    vain,
  ),
  answering("the length is shorter than the answer", broken, ({ socket }, tempting) =>
    socket.end(replyOf({ body: tempting, headers: { "Content-Length": String(Buffer.byteLength(tempting) - 7) } })),
  ),
  answering("two lengths disagree", broken, ({ socket }, tempting) =>
    socket.end(`HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: ${tempting.length}\r\n\r\n${tempting}`),
  ),
  answering("the length is no number", broken, ({ socket }, tempting) =>
    socket.end(replyOf({ body: tempting, headers: { "Content-Length": "some" } })),
  ),
  answering("the head is a mebibyte long", broken, ({ socket }, tempting) =>
    socket.end(replyOf({ body: tempting, headers: { "X-Long": "a".repeat(1_048_576) } })),
  ),
]

/** The interval of a server that sends without end. */
const stormMillis = 5

const interim: ReadonlyArray<Fault> = [
  answering(
    "100 Continue, and then nothing",
    [...timedOut, ...broken],
    (peer) => {
      peer.socket.write("HTTP/1.1 100 Continue\r\n\r\n")
      keepWaiting(peer)
    },
    vain,
  ),
  answering(
    "a storm of interim answers without an end",
    [...timedOut, ...broken],
    (peer) => keepWaiting(peer, { text: "HTTP/1.1 102 Processing\r\n\r\n".repeat(20), every: stormMillis }),
    vain,
  ),
  answering("an interim answer and then the answer", ["accepted", ...broken], ({ socket }, tempting) =>
    socket.write(`HTTP/1.1 102 Processing\r\n\r\n${replyOf({ body: tempting }).toString("latin1")}`, "latin1"),
  ),
  answering("101 Switching Protocols", broken, ({ socket }, tempting) =>
    socket.end(`HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n${tempting}`),
  ),
]

const strange: ReadonlyArray<Fault> = [
  answering("garbage instead of an answer", broken, ({ socket }) => socket.end(Buffer.alloc(4_096, 0xa5))),
  answering("a frame of HTTP/2 instead of an answer", broken, ({ socket }) =>
    socket.end(Buffer.from("000006040000000000000300000064", "hex")),
  ),
  answering("a body without a head, as of HTTP/0.9", broken, ({ socket }, tempting) => socket.end(tempting)),
  answering("an answer of HTTP/1.0 that ends with its connection", ["accepted"], ({ socket }, tempting) =>
    socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n${tempting}`),
  ),
  answering("an answer in many small pieces", ["accepted"], ({ socket }, tempting) => {
    socket.write(headOf(200, chunked))
    for (const letter of tempting) socket.write(chunkOf(letter))
    socket.write("0\r\n\r\n")
  }),
  answering("an answer that names its type twice", ["accepted", ...broken], ({ socket }, tempting) =>
    socket.write(
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(tempting)}\r\n\r\n${tempting}`,
    ),
  ),
  answering("an answer that names no type", ["accepted", "no_answer.unreadable"], ({ socket }, tempting) =>
    socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${Buffer.byteLength(tempting)}\r\n\r\n${tempting}`),
  ),
  answering("204 without a body", broken, ({ socket }) => socket.write("HTTP/1.1 204 No Content\r\n\r\n")),
  answering("an empty body", broken, ({ socket }) => socket.write(replyOf({}))),
  answering("a status that does not exist, with an envelope", ["accepted", ...broken], ({ socket }, tempting) =>
    socket.write(jsonReply(JSON.parse(tempting), 799)),
  ),
]

export const framingFaults: ReadonlyArray<Fault> = [...lengths, ...interim, ...strange]
