/** A web handler as a listener of Node's servers. Node's types are described, not imported: a framework may hand on what is like them. */

/** The part of Node's `IncomingMessage` that is used. */
interface NodeRequest {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The whole target, when a framework cut its own prefix from `url`. */
  readonly originalUrl?: string
  readonly rawHeaders: ReadonlyArray<string>
  readonly readableEnded: boolean
  /** What a framework read of a form before us. */
  readonly body?: unknown
  readonly socket: { readonly remoteAddress?: string | undefined }
  on(event: string, listener: (chunk: Uint8Array) => void): unknown
}

/** The part of Node's `ServerResponse` that is used. */
interface NodeResponse {
  readonly headersSent: boolean
  readonly writableFinished: boolean
  setHeader(name: string, value: string | ReadonlyArray<string>): unknown
  writeHead(status: number): unknown
  write(chunk: Uint8Array): unknown
  end(body?: Uint8Array | string): unknown
  on(event: "close", listener: () => void): unknown
}

/** Answers Node's requests. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void

/** Answers web requests. `from` is the address at the other end of the connection; empty where the server does not tell it. */
export type WebHandler = (request: Request, from: string) => Promise<Response>

/** The longest body that is handed on: what our handlers take is shorter. */
const longest = 131_072

/** A body, or the beginning of one that is too long: the handler refuses its length, and the rest is dropped. */
interface BodyRead {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly isWhole: boolean
}

const readBody = (request: NodeRequest): Promise<BodyRead> =>
  new Promise((resolve, reject) => {
    const chunks: Array<Uint8Array> = []
    let length = 0
    const end = (isWhole: boolean) => {
      const bytes = new Uint8Array(length)
      let at = 0
      for (const chunk of chunks.splice(0)) {
        bytes.set(chunk, at)
        at += chunk.length
      }
      resolve({ bytes, isWhole })
    }
    request.on("data", (chunk) => {
      if (length > longest) return
      length += chunk.length
      chunks.push(chunk)
      if (length > longest) end(false)
    })
    request.on("end", () => end(true))
    const broken = () => reject(new Error("The caller left before the end of its request."))
    request.on("error", broken)
    request.on("close", broken)
  })

const bodyOf = async (request: NodeRequest): Promise<BodyRead> => {
  if (!request.readableEnded || typeof request.body !== "object" || request.body === null) return readBody(request)
  const form = new URLSearchParams(Object.entries(request.body).map(([name, value]) => [name, String(value)]))
  return { bytes: new TextEncoder().encode(form.toString()), isWhole: true }
}

/** Methods that no web request can have: the handler refuses them as any other that it does not know. */
const unsupported = /^(?:CONNECT|TRACE|TRACK)$/i

/** The request as a web request, and whether it is whole; null when it cannot be one. */
const requestOf = async (given: NodeRequest, signal: AbortSignal) => {
  const headers = new Headers()
  for (let index = 0; index + 1 < given.rawHeaders.length; index += 2) {
    headers.append(given.rawHeaders[index] ?? "", given.rawHeaders[index + 1] ?? "")
  }
  const [host, target] = [headers.get("host") ?? "localhost", given.originalUrl ?? given.url ?? "/"]
  const address = `http${"encrypted" in given.socket ? "s" : ""}://${host}${target}`
  // A target without a path of its own, or a host that ends in one, would be read as another path than it is.
  if (!target.startsWith("/") || /[/?#\\@]/.test(host) || !URL.canParse(address)) return null
  const method = (given.method ?? "GET").replace(unsupported, "UNKNOWN")
  if (method === "GET" || method === "HEAD") {
    return { request: new Request(address, { method, headers, signal }), isWhole: true }
  }
  const { bytes, isWhole } = await bodyOf(given)
  headers.set("content-length", String(bytes.length))
  return { request: new Request(address, { method, headers, body: bytes, signal }), isWhole }
}

/** Writes a body that has no end yet, piece by piece. Its events are few and small, so a slow reader needs no brake. */
const writePieces = async (body: ReadableStream<Uint8Array>, response: NodeResponse): Promise<void> => {
  const reader = body.getReader()
  response.on("close", () => void reader.cancel().catch(() => {}))
  for (let read = await reader.read(); !read.done; read = await reader.read()) response.write(read.value)
  response.end()
}

const answer = async (handler: WebHandler, given: NodeRequest, response: NodeResponse): Promise<void> => {
  const left = new AbortController()
  response.on("close", () => response.writableFinished || left.abort())
  const read = await requestOf(given, left.signal)
  if (read === null) {
    response.writeHead(400)
    response.end("Bad Request\n")
    return
  }
  // A socket for both kinds of addresses writes the older kind like this.
  const from = (given.socket.remoteAddress ?? "").replace(/^::ffff:(?=\d+\.)/, "")
  const answered = await handler(read.request, from)
  answered.headers.forEach((value, name) => {
    if (name !== "set-cookie") response.setHeader(name, value)
  })
  const cookies = answered.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader("set-cookie", cookies)
  if (!read.isWhole) response.setHeader("connection", "close")
  if (answered.body !== null && answered.headers.get("content-type")?.startsWith("text/event-stream") === true) {
    response.writeHead(answered.status)
    return writePieces(answered.body, response)
  }
  const bytes = new Uint8Array(await answered.arrayBuffer())
  if (answered.body !== null) response.setHeader("content-length", String(bytes.length))
  response.writeHead(answered.status)
  response.end(bytes)
}

/** Makes the listener. What the handler throws becomes a 500 that tells nothing. */
export const nodeListenerOf =
  (handler: WebHandler): NodeListener =>
  (request, response) => {
    answer(handler, request, response).catch(() => {
      if (!response.headersSent) response.writeHead(500)
      response.end("Internal Server Error\n")
    })
  }
