/** Loaded into a program before it starts: at a signal it collects its garbage and prints what memory is left, in bytes. */
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

process.on("SIGUSR2", () => {
  collect()
  const { heapUsed, rss } = process.memoryUsage()
  process.stdout.write(`${JSON.stringify({ memory: { heapUsed, rss } })}\n`)
})
