/**
 * Requests that a hostile client makes from the document of the API: right ones, of which most are spoilt in their fields, path, query,
 * key, headers or method, and some in their bytes. The same seed and number give the same request.
 */
import { readFileSync } from "node:fs"
import { type Draws, drawsFrom } from "../src/stores/draws.ts"

interface Operation {
  readonly parameters: ReadonlyArray<{ readonly name: string; readonly in: string }>
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>
}

interface Content {
  readonly schema: { readonly properties?: object }
  readonly examples?: Readonly<Record<string, { readonly value: object }>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

export const document: Document = JSON.parse(
  readFileSync(new URL("../../../api/openapi.json", import.meta.url), "utf8"),
)

const addresses = Object.entries(document.paths).map(([path, operations]) => {
  const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replace("{id}", "[^/]+")}$`)
  return { path, operations, pattern }
})
const all = addresses.flatMap(({ operations, path }) =>
  Object.entries(operations).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)

/** What the port itself answers what is no request to the API with, in plain text. */
export const ofThePort: ReadonlyArray<number> = [400, 408, 413, 431, 503]

export interface Hostile {
  readonly bytes: Buffer
  readonly method: string
  /** As the document names it; null: the API has no such operation. */
  readonly operation: { readonly path: string; readonly method: string } | null
  /** With which of them it may be answered. */
  readonly statuses: ReadonlySet<number>
  /** The most answers. Where there may be more than one or none, everything up to the end of the connection is read. */
  readonly most: number
  readonly isWhole: boolean
  /** Does its caller leave without the answer? */
  readonly leaves: boolean
}

const pick = <A>(draws: Draws, from: ReadonlyArray<A>): A => {
  const picked = from[draws.below(from.length)]
  if (picked === undefined) throw new Error("There is nothing to choose from.")
  return picked
}

/** Words between bars; an arrow is the end of a line, a hook half of one. */
const words = (text: string): ReadonlyArray<string> =>
  text
    .trim()
    .split(/ \| |\n\s*/)
    .map((each) => each.replaceAll("↵", "\r\n").replaceAll("¬", "\n"))

const shop = { name: "Shop", siteUrl: "https://shop.example" }
const long = "a".repeat(70_000)
const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`
const odd: ReadonlyArray<unknown> = words(String.raw`
  null | true | false | -1 | 0 | 0.5 | 9 | 12 | 1e300 | 9007199254740993 | "" | "x" | " " | "\u0000" | "a\u0000b" | "\ud800"
  "\u202e22660000001" | "22660000001" | "h-0-1" | "2027-01-01T00:00:00Z" | "release" | "hosted" | "${"é".repeat(300)}"
  [] | {} | [[[[[[[[[]]]]]]]]] | {"a":{"b":{}}} | {"__proto__":{"amount":9}} | {"constructor":1} | "${long}"`).map(
  (json) => JSON.parse(json),
)
const bodies: ReadonlyArray<string | Buffer> = [
  ...words(
    `{ | [] | null | 1 | "x" | \0 | {} | {"amount":1e999} | {"amount":7500,"amount":9} | \ufeff{} | a=b&c=d | {}¬{}`,
  ),
  ...words(`${deep} | ${"[".repeat(60_000)} | {"a":"${long}"} | "${"\\u0000".repeat(9_000)}"`),
  ...words("7bfffe7d | 7b22c0af223a317d | eda080 | fffe7b007d00 | 1f8b0800").map((hex) => Buffer.from(hex, "hex")),
]
const segments = [
  ...words("%00 | %ff | %c0%af | %2f..%2f | .. | . | %2e%2e | % | %zz | a%0d%0aX-Injected:1 | é"),
  ...words(
    `${"a".repeat(64)} | ${"a".repeat(65)} | ${"a".repeat(4_000)} | a b |  | __proto__ | a;b=1 | a/b | %E2%80%AE | code | h-0-1? | x#y`,
  ),
]
const targets = words("* | http://shop.example/healthz | //healthz | / | /v1 | /v2/payins | /v1/payins/ | /% | /? | x")
const strange = words("HEAD | DELETE | PATCH | OPTIONS | TRACE | PROPFIND | QUERY | M-SEARCH | PUT | POST | GET | LINK")
const headers = words(`
  Content-Encoding: gzip | Content-Type: text/plain | Content-Type: application/json; charset=utf-16 | Cookie: a=b
  Content-Type: application/json, text/html | Accept: image/png | Range: bytes=0-0 | Expect: 100-continue | Expect: 200-ok
  Upgrade: websocket↵Connection: Upgrade | Upgrade: h2c↵HTTP2-Settings: AAMAAABk | X: \xff | Te: trailers | Origin: null
  Prefer: respond-async | Prefer: wait=1 | Prefer: wait=99999999999 | Prefer: wait=" | Prefer: \t,;,= | Via: 1.1 x
  X-Request-Id: ${"r".repeat(3_000)} | X-Request-Id: <b>é</b> | X-Forwarded-For: 127.0.0.1, ::1, x | Host2: x
  X-HTTP-Method-Override: DELETE | If-None-Match: * | Forwarded: for=_x | Max-Forwards: 0`)

/** Where one program on the way could see another request than the next: at most one answer, and nothing of what is hidden. */
const hidden = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
const framings = words(`
  Transfer-Encoding: chunked↵Content-Length: 4↵↵0↵↵ | Transfer-Encoding: gzip, chunked↵↵0↵↵ | Content-Length: 99↵↵{
  Transfer-Encoding: chunked, identity↵↵0↵↵ | Transfer-Encoding: xchunked↵↵0↵↵ | Content-Length: 2↵Content-Length: 3↵↵{}
  Transfer-Encoding: chunked↵Transfer-Encoding: x↵↵0↵↵ | Content-Length: +2↵↵{} | Content-Length: 2, 2↵↵{} | A\0: b↵↵{}
  Content-Length: 0x2↵↵{} | Content-Length : 2↵↵{} |  Content-Length: 2↵↵{} | Content-Length:↵ 2↵↵{} | A: b¬B: c↵↵{}
  Transfer-Encoding\t: chunked↵↵{} | Transfer-Encoding: chunked↵↵zz↵{} | Transfer-Encoding: chunked↵↵-1↵{}↵0↵↵
  Transfer-Encoding: chunked↵↵ffffffffffffffffff↵{} | Transfer-Encoding: chunked↵↵2;¬↵{}↵0↵↵ | Host: y↵↵{}`)
const smuggled = [
  ...framings.map((framing) => `PUT /v1/payins/h-0-1 HTTP/1.1\r\nHost: x\r\n${framing}${hidden}`),
  ...words("GET /healthz HTTP/1.1↵↵ | GET /healthz HTTP/3.0↵Host: x↵↵ | GET  /healthz↵↵ | PRI * HTTP/2.0↵↵SM↵↵"),
  "\x16\x03\x01\x02\0\x01\0",
  `CONNECT shop.example:443 HTTP/1.1\r\nHost: x\r\n\r\n${hidden}`,
  `GET /healthz HTTP/1.1\r\nHost: x\r\nA: ${"a".repeat(9_000)}\r\n\r\n`,
  `GET /healthz HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(3_000)}\r\n`,
]

const everyStatus = new Set([
  ...all.flatMap(({ operation }) => Object.keys(operation.responses).map(Number)),
  404,
  405,
  ...ofThePort,
])
everyStatus.delete(500)

const raw = (bytes: Buffer, most: number): Hostile => ({
  bytes,
  most,
  method: "GET",
  operation: null,
  statuses: everyStatus,
  isWhole: false,
  leaves: false,
})

/** A value with some of its fields changed, left out, renamed or new. */
const spoilt = (draws: Draws, value: unknown, names: ReadonlyArray<string>): unknown => {
  if (draws.onceIn(12)) return pick(draws, odd)
  if (Array.isArray(value)) return value.map((each) => spoilt(draws, each, names))
  if (typeof value !== "object" || value === null) return value
  const entries = Object.entries(value).flatMap(([name, each]) =>
    draws.onceIn(20) ? [] : [[draws.onceIn(40) ? `${name}s` : name, spoilt(draws, each, names)]],
  )
  if (draws.onceIn(3)) entries.push([names[draws.below(names.length)] ?? "extra", pick(draws, odd)])
  return Object.fromEntries(entries)
}

const framed = (draws: Draws, body: Buffer): readonly [header: string, body: Buffer] => {
  if (!draws.onceIn(8)) return [`Content-Length: ${body.length}`, body]
  const at = draws.below(body.length + 1)
  const chunks = [body.subarray(0, at), body.subarray(at)].filter(({ length }) => length > 0)
  const extension = draws.onceIn(3) ? ";a=b" : ""
  const written = chunks.flatMap((each) => [Buffer.from(`${each.length.toString(16)}${extension}\r\n`), each, "\r\n"])
  const end = draws.onceIn(3) ? "0\r\nX-Trailer: 1\r\n\r\n" : "0\r\n\r\n"
  return ["Transfer-Encoding: chunked", Buffer.concat([...written, end].map((each) => Buffer.from(each)))]
}

/** The path as the web reads it; null: the port refuses it. */
const pathOf = (target: string): string | null =>
  target.startsWith("/") && URL.canParse(`http://x${target}`) ? new URL(`http://x${target}`).pathname : null

/** The request of this number. `keys`: right ones of several scopes first, then wrong ones. */
export const hostileRequest = (
  seed: number,
  number: number,
  keys: readonly [string, ...ReadonlyArray<string>],
): Hostile => {
  const draws = drawsFrom(Math.imul(seed, 0x9e3779b1) + number)
  if (draws.onceIn(50)) return raw(Buffer.from(pick(draws, smuggled), "latin1"), 1)
  if (draws.onceIn(400)) return raw(Buffer.from(hidden.repeat(20)), 20)
  const { method: named, operation, path } = pick(draws, all)
  const method = draws.onceIn(25) ? pick(draws, strange) : named
  const id = draws.onceIn(12) ? pick(draws, segments) : `h-${Math.floor(number / 20_000)}-${draws.below(20)}`
  const query = operation.parameters.filter((each) => each.in === "query" && draws.onceIn(3)).map(({ name }) => name)
  // Who waits for events waits for nothing here.
  if (path === "/v1/events" && !draws.onceIn(40)) query.push("wait")
  if (draws.onceIn(25)) query.push(pick(draws, ["x", "", "__proto__", "limit", "%00", "wait[]"]))
  const values = [
    "0",
    "1",
    "true",
    "pending",
    "-1",
    "1e3",
    "%ff",
    "%00",
    "+",
    "2027-01-01",
    encodeURIComponent(id),
    "9".repeat(30),
  ]
  const written = query.map((name) => `${name}=${name === "wait" ? "0" : pick(draws, values)}`).join("&")
  const right = `${path.replace("{id}", id)}${written === "" ? "" : `?${written}`}`
  const target = draws.onceIn(60) ? pick(draws, targets) : right
  const key = draws.onceIn(6) ? pick(draws, keys) : keys[0]
  const content = operation.requestBody?.content["application/json"]
  const examples = Object.values(content?.examples ?? {}).map(({ value }) => value)
  const own = path.endsWith("/{id}") && { amount: 500 + draws.below(1_000), ...(path.includes("payins") && { shop }) }
  const chosen = JSON.stringify({ ...examples[draws.below(examples.length)], ...own })
  // The last digits choose a customer of the sandbox, who pays at once, later, or not.
  const example: unknown = JSON.parse(chosen.replace("22660000001", `2266000009${draws.below(7)}`))
  const value = draws.onceIn(3) ? example : spoilt(draws, example, Object.keys(content?.schema.properties ?? {}))
  const body = draws.onceIn(12) ? pick(draws, bodies) : JSON.stringify(value)
  const [framing, sent] =
    method === "GET" && !draws.onceIn(20) ? [null, Buffer.alloc(0)] : framed(draws, Buffer.from(body))
  const bearer = draws.onceIn(30) ? pick(draws, ["Basic", "bearer ", "Bearer\t", "", "Bearer Bearer"]) : "Bearer"
  const lines = [
    `${method} ${target} HTTP/1.1`,
    "Host: shop.example",
    ...(draws.onceIn(40) ? [] : [`Authorization: ${bearer} ${key}`]),
    ...(framing === null ? [] : [framing, ...(draws.onceIn(30) ? [] : ["Content-Type: application/json"])]),
    ...(draws.onceIn(6) ? [pick(draws, headers)] : []),
    ...(draws.onceIn(60) ? ["Authorization: Bearer x"] : []),
  ]
  const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), sent])
  if (draws.onceIn(40)) {
    for (let times = draws.below(3) + 1; times > 0; times--) bytes[draws.below(bytes.length)] = draws.below(256)
    return raw(bytes, 20)
  }
  const at = pathOf(target)
  const address = addresses.find(({ pattern }) => at !== null && pattern.test(at))
  const documented = address?.operations[method.toLowerCase()]
  // Behind a request to upgrade, Node says so only after its time for a head.
  const ofPort = at === null || /[^!-~]/.test(target)
  const statuses = ofPort
    ? [400, 408]
    : address === undefined
      ? [404]
      : documented === undefined
        ? [405]
        : Object.keys(documented.responses).map(Number)
  return {
    bytes,
    method,
    operation:
      documented === undefined || address === undefined ? null : { path: address.path, method: method.toLowerCase() },
    statuses: new Set(statuses.filter((status) => status !== 500 && status !== 503)),
    most: 1,
    isWhole: true,
    leaves: draws.onceIn(300) || (path === "/v1/events" && !query.includes("wait")),
  }
}
