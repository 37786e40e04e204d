/** A web handler as a listener of Node's servers. Node's types are described, not imported. */

/** The part of Node's `IncomingMessage` that is used. */
interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly method?: string | undefined
  readonly url?: string | undefined
  /** The whole target, when a framework cut its own prefix from `url`. */
  readonly originalUrl?: string
  readonly rawHeaders: ReadonlyArray<string>
  readonly readableEnded: boolean
  /** What a framework read of a form or of JSON before us. */
  readonly body?: unknown
  readonly socket: { readonly remoteAddress?: string | undefined }
}

/** The part of Node's `ServerResponse` that is used. */
interface NodeResponse {
  readonly headersSent: boolean
  setHeader(name: string, value: string | ReadonlyArray<string>): unknown
  writeHead(status: number): unknown
  write(chunk: Uint8Array): boolean
  end(body?: Uint8Array | string): unknown
  once(event: "close" | "drain", listener: () => void): unknown
}

/** Answers Node's requests. */
export type NodeListener = (request: NodeRequest, response: NodeResponse) => void

/** A web handler; `from`: the address of the client. */
type WebHandler = (request: Request, from?: string) => Promise<Response>

/** The longest body that is read: a form of the console and a request of the API are shorter. */
const longest = 131_072

/** The body, or what is left of it when it is too long: the handler refuses its length. */
const bodyOf = async (request: NodeRequest, isJson: boolean): Promise<Uint8Array<ArrayBuffer>> => {
  if (request.readableEnded && typeof request.body === "object" && request.body !== null) {
    const fields = Object.entries(request.body).map(([name, value]): [string, string] => [name, String(value)])
    return new TextEncoder().encode(isJson ? JSON.stringify(request.body) : new URLSearchParams(fields).toString())
  }
  const chunks: Array<Uint8Array> = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length <= longest) chunks.push(chunk)
  }
  return new Uint8Array(await new Blob(chunks.map((chunk) => chunk.slice())).arrayBuffer())
}

/** The request as a web request; null when it cannot be one. */
const requestOf = async (request: NodeRequest, signal: AbortSignal): Promise<Request | null> => {
  const headers = new Headers()
  for (let index = 0; index + 1 < request.rawHeaders.length; index += 2) {
    headers.append(request.rawHeaders[index] ?? "", request.rawHeaders[index + 1] ?? "")
  }
  const method = request.method ?? "GET"
  const address = `http${"encrypted" in request.socket ? "s" : ""}://${headers.get("host") ?? "localhost"}${request.originalUrl ?? request.url ?? "/"}`
  if (!URL.canParse(address)) return null
  if (method === "GET" || method === "HEAD") return new Request(address, { method, headers, signal })
  const body = await bodyOf(request, headers.get("content-type")?.includes("json") === true)
  headers.set("content-length", String(body.length))
  return new Request(address, { method, headers, body, signal })
}

/** Writes a body as it comes, no faster than it is read; it ends with its reader. */
const write = async (body: ReadableStream<Uint8Array>, response: NodeResponse): Promise<void> => {
  const reader = body.getReader()
  response.once("close", () => void reader.cancel().catch(() => {}))
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    if (response.write(read.value)) continue
    await new Promise<void>((resolve) => {
      response.once("drain", resolve)
      response.once("close", resolve)
    })
  }
}

const answer = async (handler: WebHandler, given: NodeRequest, response: NodeResponse): Promise<void> => {
  const left = new AbortController()
  response.once("close", () => left.abort())
  const request = await requestOf(given, left.signal)
  if (request === null) {
    response.writeHead(400)
    response.end("Bad Request\n")
    return
  }
  const answered = await handler(request, given.socket.remoteAddress)
  answered.headers.forEach((value, name) => {
    if (name !== "set-cookie") response.setHeader(name, value)
  })
  const cookies = answered.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader("set-cookie", cookies)
  response.writeHead(answered.status)
  if (answered.body !== null) await write(answered.body, response)
  response.end()
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
