/**
 * Bytes that two programs could read differently, row by row (T17), and what the server makes of each: used by the table's own test and
 * by the one that sends them through a proxy.
 */
import { body, json, postText, requestText } from "./serving.ts"

const host = "Host: callbacks.shop.example"
const close = "Connection: close"
const sized = `Content-Length: ${body.length}`
const chunked = "Transfer-Encoding: chunked"
const inChunks = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`

/** Bytes that two programs could read differently. */
export interface Row {
  readonly what: string
  readonly bytes: (path: string) => string
  /** The statuses of the answers, in their order. */
  readonly statuses: ReadonlyArray<number>
  readonly rang: number
}

const post = (what: string, headers: ReadonlyArray<string>, content: string, status: number, rang = 0): Row => ({
  what,
  bytes: (path) => requestText(`POST ${path} HTTP/1.1`, headers, content),
  statuses: [status],
  rang,
})

const line = (what: string, request: (path: string) => string, status: number, rang = 0): Row => ({
  what,
  bytes: (path) => requestText(request(path), [host, close, json, sized], body),
  statuses: [status],
  rang,
})

const refusedMethods = ["GET", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"]

/** The table (T17). */
export const rows: ReadonlyArray<Row> = [
  post("an ordinary callback", [host, close, json, sized], body, 200, 1),
  post("chunks instead of a length", [host, close, json, chunked], inChunks, 200, 1),
  post("chunks in other letters", [host, close, json, "Transfer-Encoding: Chunked"], inChunks, 200, 1),
  post("two hosts", [host, "Host: elsewhere.example", close, json, sized], body, 400),
  post("the same host twice", [host, host, close, json, sized], body, 400),
  post("no host", [close, json, sized], body, 400),
  post("an encoding before the chunks", [host, close, json, "Transfer-Encoding: gzip, chunked"], inChunks, 400),
  post("chunks in chunks", [host, close, json, "Transfer-Encoding: chunked, chunked"], inChunks, 400),
  post("chunks twice", [host, close, json, chunked, chunked], inChunks, 400),
  post("an encoding that is none", [host, close, json, "Transfer-Encoding: identity"], "", 400),
  post("an encoding that only looks like chunks", [host, close, json, "Transfer-Encoding: xchunked"], inChunks, 400),
  post("a space before the colon", [host, close, json, "Transfer-Encoding : chunked"], inChunks, 400),
  post("a length and chunks", [host, close, json, sized, chunked], inChunks, 400),
  post("two lengths that agree", [host, close, json, sized, sized], body, 400),
  post("two lengths that differ", [host, close, json, sized, "Content-Length: 2"], body, 400),
  post("a length with a sign", [host, close, json, "Content-Length: +2"], "{}", 400),
  post("a length below zero", [host, close, json, "Content-Length: -2"], "{}", 400),
  post("a length in hexadecimal", [host, close, json, "Content-Length: 0x2"], "{}", 400),
  post("a chunk whose length is no number", [host, close, json, chunked], "zz\r\n{}\r\n0\r\n\r\n", 400, 1),
  post("a header over two lines", [host, close, json, sized, "X-Folded: one", "\ttwo"], body, 400),
  post("a header with a NUL in it", [host, close, json, sized, "X-Odd: a\u0000b"], body, 400),
  post("a header of 20 kB", [host, close, json, sized, `X-Long: ${"x".repeat(20_000)}`], body, 431),
  post(
    "20 kB behind the length of a chunk",
    [host, close, json, chunked],
    `2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
    413,
    1,
  ),
  post("two content types", [host, close, json, "Content-Type: text/plain", sized], body, 415, 1),
  post("a compressed body", [host, close, json, "Content-Encoding: gzip", sized], body, 415, 1),
  post("a wish for another protocol", [host, "Connection: close, Upgrade", "Upgrade: h2c", json, sized], body, 200, 1),
  post("an unknown wish", [host, close, json, sized, "Expect: 200-ok"], body, 200, 1),
  post(
    "the address of another caller in a header",
    [host, close, json, sized, "X-Forwarded-For: 127.0.0.1"],
    body,
    200,
    1,
  ),
  line("HTTP/1.0, as some proxies speak it", (path) => `POST ${path} HTTP/1.0`, 200, 1),
  line("a query", (path) => `POST ${path}?status=completed HTTP/1.1`, 200, 1),
  line("a whole address of ours", (path) => `POST http://callbacks.shop.example${path} HTTP/1.1`, 404),
  line("a whole address of others", (path) => `POST http://elsewhere.example${path} HTTP/1.1`, 404),
  line("a host for a target", (path) => `POST //elsewhere.example${path} HTTP/1.1`, 404),
  line("dots on the way", (path) => `POST /x/..${path} HTTP/1.1`, 200, 1),
  line("an asterisk", () => "POST * HTTP/1.1", 404),
  line("a wrong address", (path) => `POST ${path}x HTTP/1.1`, 404),
  line("an unknown method", (path) => `RING ${path} HTTP/1.1`, 400),
  line("a method in small letters", (path) => `post ${path} HTTP/1.1`, 400),
  line("another version", (path) => `POST ${path} HTTP/3.0`, 400),
  ...refusedMethods.map((method) => line(`the method ${method}`, (path) => `${method} ${path} HTTP/1.1`, 405)),
  {
    what: "lines that end without a carriage return",
    bytes: (path) => `POST ${path} HTTP/1.1\n${host}\n${close}\n${json}\n${sized}\n\n${body}`,
    statuses: [400],
    rang: 0,
  },
  { what: "the preface of HTTP/2", bytes: () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", statuses: [400], rang: 0 },
  { what: "TLS", bytes: () => "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001", statuses: [400], rang: 0 },
  {
    what: "CONNECT",
    bytes: () => requestText("CONNECT elsewhere.example:443 HTTP/1.1", [host]),
    statuses: [],
    rang: 0,
  },
  {
    what: "two requests one behind the other",
    bytes: (path) => postText(path, { stays: true }) + postText(path, { content: "{}" }),
    statuses: [200, 200],
    rang: 2,
  },
  {
    what: "a request in what its length says is no body",
    bytes: (path) =>
      requestText(`POST ${path} HTTP/1.1`, [host, json, "Content-Length: 2"], "{}") +
      requestText("GET /admin HTTP/1.1", [host, close]),
    statuses: [200, 405],
    rang: 1,
  },
]
