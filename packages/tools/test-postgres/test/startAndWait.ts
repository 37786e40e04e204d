/** A test run in small: it starts a server, says where, and waits to be killed. */
import { startPostgres } from "../src/index.ts"

const { pid, folders } = await startPostgres()
process.stdout.write(`${JSON.stringify({ pid, folders })}\n`)
await new Promise(() => setInterval(() => {}, 1_000))
