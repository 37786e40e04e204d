/** The peer that a good engineer would write by hand: Fastify and better-sqlite3, one durable insert per request. */
import Fastify from "fastify"
import { bodyLimit, noteOf, openPeer, type PeerPlan, targetOf } from "./peerNotes.ts"

const plan: PeerPlan = JSON.parse(process.argv[2] ?? "{}")
const { insert } = openPeer(plan.file)
const app = Fastify({ bodyLimit, keepAliveTimeout: 5_000, requestTimeout: 10_000 })

app.removeAllContentTypeParsers()
app.addContentTypeParser(
  ["application/json", "application/x-www-form-urlencoded"],
  { parseAs: "buffer" },
  (_request, body, done) => done(null, body),
)
app.post<{ Params: { address: string }; Body: Buffer }>(
  "/callbacks/:address",
  {
    onRequest: (request, reply, done) => {
      const target = targetOf(request.params.address, plan)
      if (target === null) return void reply.code(404).send("Not Found\n")
      request.params.address = target
      return done()
    },
  },
  (request, reply) => {
    insert.run(noteOf(request.params.address, request.body))
    return reply.send("OK\n")
  },
)
const address = await app.listen({ host: "127.0.0.1", port: 0 })
process.stdout.write(`${new URL(address).port}\n`)
// Ends with its parent process.
process.stdin.resume()
process.stdin.on("end", () => process.exit(0))
