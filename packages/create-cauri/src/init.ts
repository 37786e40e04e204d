/** `cauri init`. */
import { run } from "./run.ts"

process.exitCode = await run({
  typed: process.argv.slice(2),
  environment: process.env,
  mode: "init",
  isTerminal: process.stdin.isTTY && process.stdout.isTTY,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
