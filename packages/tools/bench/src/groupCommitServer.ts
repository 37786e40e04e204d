/**
 * A server of node:http that commits everything that arrives within one iteration of the event loop at once, as a good engineer would write
 * it for speed. Its caller defines notes and how they are stored.
 */
import { createServer, type ServerResponse } from "node:http"
import { bodyLimit, type PeerPlan, targetOf } from "./peerNotes.ts"
import { listenAsChild } from "./listenAsChild.ts"

/** How notes are made and kept. */
export interface GroupedNotes<Note> {
  /** The note of a body that was posted to a target; null when it cannot be read. */
  readonly noteOf: (target: string, body: Buffer, contentType: string) => Note | null
  /** Keeps the notes in one durable commit, or throws. */
  readonly keep: (notes: ReadonlyArray<Note>) => void
}

const answer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "content-type": "text/plain", "content-length": text.length }).end(text)
}

/** Serves until its parent process ends, on a port that it prints on standard output. */
export const serveGrouped = <Note>(plan: PeerPlan, { keep, noteOf }: GroupedNotes<Note>): void => {
  let waiting: Array<{ readonly note: Note; readonly response: ServerResponse }> = []
  const commit = (): void => {
    const now = waiting
    waiting = []
    try {
      keep(now.map(({ note }) => note))
      for (const { response } of now) answer(response, 200, "OK\n")
    } catch {
      for (const { response } of now) answer(response, 503, "Service Unavailable\n")
    }
  }
  const server = createServer((request, response) => {
    const target = request.method === "POST" ? targetOf(request.url ?? "", plan) : null
    if (target === null) return answer(response, 404, "Not Found\n")
    const chunks: Array<Buffer> = []
    let length = 0
    request.on("data", (chunk: Buffer) => {
      length += chunk.length
      if (length <= bodyLimit) chunks.push(chunk)
    })
    request.on("end", () => {
      if (length > bodyLimit) return answer(response, 413, "Content Too Large\n")
      const note = noteOf(target, Buffer.concat(chunks), request.headers["content-type"] ?? "")
      if (note === null) return answer(response, 415, "Unsupported Media Type\n")
      if (waiting.length === 0) setImmediate(commit)
      waiting.push({ note, response })
    })
  })
  server.keepAliveTimeout = 5_000
  server.requestTimeout = 10_000
  listenAsChild(server)
}
