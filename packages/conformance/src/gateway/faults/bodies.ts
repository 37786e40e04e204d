/**
 * Faults of the answer's body: pages of proxies, JSON that is no envelope, encodings that the client did not ask for, and sizes beyond any
 * memory. A status alone is never an answer (#241).
 */
import { assert } from "@effect/vitest"
import { brotliCompressSync, gzipSync } from "node:zlib"
import type { Listener, Peer } from "../Listener.ts"
import { headOf, replyOf } from "../replies.ts"
import { answering, type Fault, type Outcome } from "./Fault.ts"

const unreadable: ReadonlyArray<Outcome> = ["no_answer.unreadable", "no_answer.web_page"]
const cutOff: ReadonlyArray<Outcome> = ["no_answer.unreadable", "no_answer.connection_lost", "no_answer.cut_off"]
const either: ReadonlyArray<Outcome> = ["accepted", "no_answer.unreadable"]

const body = (
  title: string,
  outcomes: Fault["outcomes"],
  make: (tempting: string, target: string) => string | Buffer,
  status = 200,
  headers: { readonly [name: string]: string } = {},
): Fault =>
  answering(title, outcomes, ({ socket }, tempting, target) =>
    socket.write(replyOf({ status, headers, body: make(tempting, target) })),
  )

/** A proxy's page, which repeats what it was asked for. */
const page = (_tempting: string, target: string): string =>
  `<html><head><title>Error</title></head><body>The server could not handle ${target}</body></html>`
const html = { "Content-Type": "text/html" }

const pages: ReadonlyArray<Fault> = [
  body("a page with status 200", unreadable, page, 200, html),
  body("a page with status 400", unreadable, page, 400, html),
  body("a page with status 401", unreadable, page, 401, html),
  body("a page with status 403", unreadable, page, 403, html),
  body("a page with status 404", unreadable, page, 404, html),
  body("a page with status 408, which invites to send again", unreadable, page, 408, html),
  body("a page with status 413", unreadable, page, 413, html),
  body("a page with status 429 and Retry-After", unreadable, page, 429, { ...html, "Retry-After": "0" }),
  body("a page with status 500", unreadable, page, 500, html),
  body("a page with status 502", unreadable, page, 502, html),
  body("status 503 with Retry-After and no body", cutOff, () => "", 503, { "Retry-After": "0" }),
  body("a page with status 504", unreadable, page, 504, html),
]

/** Puts an answer that would be right where it cannot be one. */
const misfits: ReadonlyArray<Fault> = [
  body("JSON that is null", unreadable, () => "null"),
  body("JSON that is a list around the envelope", unreadable, (tempting) => `[${tempting}]`),
  body("JSON that is a text of the envelope", unreadable, (tempting) => JSON.stringify(tempting)),
  body("JSON that is a number", unreadable, () => "0"),
  body("JSON that is true", unreadable, () => "true"),
  body("JSON that is an empty object", unreadable, () => "{}"),
  body("JSON with the envelope one level deeper", unreadable, (tempting) => `{"data":${tempting}}`),
  body("JSON that breaks off", unreadable, (tempting) => tempting.slice(0, -1)),
  body("JSON with something behind it", unreadable, (tempting) => `${tempting}{}`),
  body("JSON in a callback of a script", unreadable, (tempting) => `ok(${tempting})`),
  body("a form instead of JSON", unreadable, () => "response_code=00&token=t&status=completed&error=false"),
  body("a byte order mark before the JSON", either, (tempting) => `\u{FEFF}${tempting}`),
  body("bytes that are no UTF-8 before the JSON", unreadable, (tempting) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(tempting)]),
  ),
  body("JSON in UTF-16", unreadable, (tempting) => Buffer.from(tempting, "utf16le")),
]

/** Far more than any envelope, and more than an adapter may hold. */
const hugeBytes = 300 * 1_024 * 1_024
/** What may be in flight between two sockets before the server notices that the client is gone. */
const underway = 32 * 1_024 * 1_024

const sent = new WeakMap<Peer, number>()

/** Writes without an end in sight, as fast as the other side takes it. */
const flood = (peer: Peer, start: string, total: number): void => {
  const piece = Buffer.alloc(65_536, "a")
  let left = total - start.length
  const more = (): void => {
    for (let taken = true; taken && left > 0 && !peer.socket.destroyed;) {
      taken = peer.socket.write(piece.subarray(0, left))
      left -= piece.length
      sent.set(peer, total - left)
    }
  }
  peer.socket.on("drain", more).write(headOf(200, { "Content-Length": String(total) }) + start)
  more()
}

const leftMostUnread = ({ peers }: Listener): void => {
  // A runtime may open a connection in stock for the one that was cut, and ask nothing on it.
  const answered = peers.filter(({ requests }) => requests.length > 0)
  assert.isNotEmpty(answered, "connections with a request")
  for (const peer of answered) assert.isBelow(Number(sent.get(peer)), underway, "bytes that the adapter took in")
}

/** The envelope with one more field, so that it is this long. */
const padded = (tempting: string, length: number): string =>
  `${tempting.slice(0, -1)},"pad":"${"a".repeat(length - tempting.length - 9)}"}`

const nested = (depth: number): string => `${"[".repeat(depth)}${"]".repeat(depth)}`

const sizes: ReadonlyArray<Fault> = [
  answering(
    "a body of 300 MB",
    cutOff,
    (peer, tempting) => flood(peer, `${tempting.slice(0, -1)},"pad":"`, hugeBytes),
    { afterwards: leftMostUnread },
  ),
  body("a body of 300 KiB, which is more than 256", cutOff, (tempting) => padded(tempting, 300 * 1_024)),
  body("a body of 200 KiB, which is not", ["accepted"], (tempting) => padded(tempting, 200 * 1_024)),
  body("lists within lists, 100,000 deep", unreadable, () => nested(100_000)),
  body(
    "lists within lists, 100,000 deep, in a field that means nothing",
    either,
    (tempting) => `${tempting.slice(0, -1)},"pad":${nested(100_000)}}`,
  ),
]

const gzip = (tempting: string): Buffer => gzipSync(tempting)

const encodings: ReadonlyArray<Fault> = [
  body("gzip that was not asked for", cutOff, gzip, 200, { "Content-Encoding": "gzip" }),
  body("gzip under another name", cutOff, gzip, 200, { "Content-Encoding": "x-gzip" }),
  body("brotli that was not asked for", cutOff, (tempting) => brotliCompressSync(tempting), 200, {
    "Content-Encoding": "br",
  }),
  body("gzip that says nothing of itself", unreadable, gzip),
  body("an unknown encoding", cutOff, (tempting) => tempting, 200, { "Content-Encoding": "rot13" }),
  body("a bomb: 300 KB of gzip that become 300 MB", cutOff, (tempting) => gzipBomb(tempting), 200, {
    "Content-Encoding": "gzip",
  }),
]

let bomb: Buffer | null = null
/** The pieces of a gzip file may be files themselves, so one short piece of nothing, many times, is much of nothing. */
const gzipBomb = (tempting: string): Buffer => {
  const nothing = gzipSync(Buffer.alloc(hugeBytes / 100, " "))
  bomb ??= Buffer.concat(Array.from({ length: 100 }, () => nothing))
  return Buffer.concat([gzipSync(tempting), bomb])
}

export const bodyFaults: ReadonlyArray<Fault> = [...pages, ...misfits, ...sizes, ...encodings]
