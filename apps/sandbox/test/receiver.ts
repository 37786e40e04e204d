/** A merchant's receiver on this machine. */
import { createServer } from "node:http"
import { Effect } from "effect"

interface Post {
  readonly path: string
  readonly type: string
  readonly body: string
}

/** Starts a receiver that answers 202, with what it was posted. */
export const startReceiver = Effect.gen(function* () {
  const posts: Array<Post> = []
  const server = yield* Effect.acquireRelease(
    Effect.callback<ReturnType<typeof createServer>>((resume) => {
      const made = createServer((request, response) => {
        const pieces: Array<Buffer> = []
        request.on("data", (piece: Buffer) => void pieces.push(piece))
        request.on("end", () => {
          const { headers, url = "" } = request
          posts.push({ path: url, type: headers["content-type"] ?? "", body: Buffer.concat(pieces).toString("utf8") })
          response.writeHead(202).end()
        })
      })
      made.listen(0, "127.0.0.1", () => resume(Effect.succeed(made)))
    }),
    (made) =>
      Effect.callback<void>((resume) => {
        made.close(() => resume(Effect.void))
        made.closeAllConnections()
      }),
  )
  const address = server.address()
  const port = typeof address === "object" ? address?.port : undefined
  return { posts, target: `http://127.0.0.1:${port}/shop` }
})
