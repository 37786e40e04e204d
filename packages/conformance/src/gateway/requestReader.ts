/**
 * Reads HTTP/1.1 requests from the bytes of one connection, as they come. It takes what clients send and keeps it as it was
 * spelled: the suite compares requests with the specification, so nothing may be tidied up on the way.
 */

export interface RequestHead {
  readonly method: string
  /** The request target, letter for letter: path and query. */
  readonly target: string
  /** Names and values as they were sent, in their order. */
  readonly headers: ReadonlyArray<readonly [name: string, value: string]>
}

export interface SeenRequest extends RequestHead {
  readonly body: string
}

export const headerValues = (request: RequestHead, name: string): ReadonlyArray<string> =>
  request.headers.filter(([each]) => each.toLowerCase() === name.toLowerCase()).map(([, value]) => value)

/** What one connection has said so far. */
export interface RequestReader {
  /** Takes the next bytes. */
  readonly read: (chunk: Buffer) => void
}

const readHead = (text: string): RequestHead => {
  const [first = "", ...lines] = text.split("\r\n")
  const [method = "", target = ""] = first.split(" ")
  const headers = lines.map((line) => {
    const colon = line.indexOf(":")
    return [line.slice(0, colon), line.slice(colon + 1).trim()] as const
  })
  return { method, target, headers }
}

/** The body in chunks, when all of it is there, and where it ends. */
const readChunks = (bytes: Buffer): { readonly body: Buffer; readonly end: number } | null => {
  const parts: Array<Buffer> = []
  for (let at = 0; ;) {
    const lineEnd = bytes.indexOf("\r\n", at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16)
    const next = lineEnd + 2 + size + 2
    if (bytes.length < next) return null
    if (size === 0) return { body: Buffer.concat(parts), end: next }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = next
  }
}

const readBody = (head: RequestHead, bytes: Buffer): { readonly body: Buffer; readonly end: number } | null => {
  if (headerValues(head, "transfer-encoding").includes("chunked")) return readChunks(bytes)
  const length = Number(headerValues(head, "content-length")[0] ?? 0)
  return bytes.length < length ? null : { body: bytes.subarray(0, length), end: length }
}

/** A reader that reports every head and every whole request, in order. */
export const requestReader = (received: {
  readonly head: (head: RequestHead) => void
  readonly request: (request: SeenRequest) => void
}): RequestReader => {
  let bytes: Buffer = Buffer.alloc(0)
  let head: RequestHead | null = null
  const step = (): boolean => {
    if (head === null) {
      const end = bytes.indexOf("\r\n\r\n")
      if (end < 0) return false
      head = readHead(bytes.toString("latin1", 0, end))
      bytes = bytes.subarray(end + 4)
      received.head(head)
    }
    const whole = readBody(head, bytes)
    if (whole === null) return false
    const request = { ...head, body: whole.body.toString("utf8") }
    head = null
    bytes = bytes.subarray(whole.end)
    received.request(request)
    return bytes.length > 0
  }
  return {
    read: (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      while (step());
    },
  }
}
