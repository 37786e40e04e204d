/** What the servers of measurements have in common, each in a process of its own. */
import type { Server } from "node:http"

/** Listens on a free port of this machine, prints the port, and ends with the parent process. */
export const listenAsChild = (server: Server): void => {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    process.stdout.write(`${typeof address === "object" && address !== null ? address.port : 0}\n`)
  })
  process.stdin.resume()
  process.stdin.on("end", () => process.exit(0))
}
