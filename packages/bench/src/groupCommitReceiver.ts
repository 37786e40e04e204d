/**
 * The peer that a good engineer would write for speed: node:http and better-sqlite3, and whatever has arrived by the end of a turn of the
 * event loop is one commit.
 */
import { createServer, type ServerResponse } from "node:http"
import { bodyLimit, noteOf, openPeer, type PeerNote, type PeerPlan, targetOf } from "./peerNotes.ts"

const plan: PeerPlan = JSON.parse(process.argv[2] ?? "{}")
const { client, insert } = openPeer(plan.file)

interface Waiting {
  readonly note: PeerNote
  readonly response: ServerResponse
}

let waiting: Array<Waiting> = []

const answer = (response: ServerResponse, status: number, text: string): void => {
  response.writeHead(status, { "content-type": "text/plain", "content-length": text.length }).end(text)
}

const insertAll = client.transaction((notes: ReadonlyArray<Waiting>) => {
  for (const { note } of notes) insert.run(note)
})

const commit = (): void => {
  const now = waiting
  waiting = []
  try {
    insertAll.immediate(now)
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
    if (waiting.length === 0) setImmediate(commit)
    waiting.push({ note: noteOf(target, Buffer.concat(chunks)), response })
  })
})
server.keepAliveTimeout = 5_000
server.requestTimeout = 10_000
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  process.stdout.write(`${typeof address === "object" && address !== null ? address.port : 0}\n`)
})
// Ends with whoever started it.
process.stdin.resume()
process.stdin.on("end", () => process.exit(0))
