/**
 * A server in a thread of its own, and a pause of this whole thread: what a machine that was suspended or a container that was frozen
 * looks like to a program. The answer waits in the socket, and the time for it is over, before the program runs again.
 */
import { Worker } from "node:worker_threads"
import { Effect } from "effect"

const server = `
const { parentPort, workerData } = require("node:worker_threads")
const flag = new Int32Array(workerData)
const server = require("node:net").createServer((socket) => {
  socket.on("error", () => socket.destroy())
  socket.once("data", () => {
    parentPort.postMessage({ read: true })
    Atomics.wait(flag, 0, 0)
    const body = '{"response_code":"00","token":"t1","response_text":""}'
    socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: " + body.length + "\\r\\n\\r\\n" + body, () => {
      Atomics.store(flag, 1, 1)
      Atomics.notify(flag, 1)
    })
  })
})
server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }))
`

/** Serves one request per connection until the scope closes. */
export const pausing = Effect.gen(function* () {
  const shared = new SharedArrayBuffer(8)
  const flag = new Int32Array(shared)
  const worker = yield* Effect.acquireRelease(
    Effect.sync(() => new Worker(server, { eval: true, workerData: shared })),
    (started) => Effect.promise(() => started.terminate()),
  )
  const told = Effect.callback<{ readonly port?: number }>((resume) => {
    worker.once("message", (message: { readonly port?: number }) => resume(Effect.succeed(message)))
  })
  const { port } = yield* told
  /** Stops this thread until the answer was written and so much time is over. */
  const pause = (millis: number) =>
    Effect.sync(() => {
      const until = performance.now() + millis
      Atomics.store(flag, 0, 1)
      Atomics.notify(flag, 0)
      Atomics.wait(flag, 1, 0)
      while (performance.now() < until) continue
    })
  return { origin: `http://127.0.0.1:${port}`, read: told, pause }
})

export const pausedAnswer = {
  _tag: "answered",
  text: '{"response_code":"00","token":"t1","response_text":""}',
} as const
