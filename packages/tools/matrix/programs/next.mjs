// Builds and serves the app of `next/` as a merchant deploys it, and pays an order in it.
import { execFileSync, spawn } from "node:child_process"
import { createRequire } from "node:module"
import { tryConsole } from "./shop.mjs"

const program = createRequire(import.meta.url).resolve("next/dist/bin/next")
const [bundler] = process.argv.slice(2)
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: "1", CI: "1", NODE_ENV: "production" }
execFileSync(process.execPath, [program, "build", ".", `--${bundler}`], { env, stdio: "inherit" })
const server = spawn(process.execPath, [program, "start", ".", "-H", "127.0.0.1", "-p", process.env.PORT], { env })
server.stderr.pipe(process.stderr)
await new Promise((resolve) => server.stdout.on("data", (text) => String(text).includes("Ready") && resolve()))
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/pay`, { method: "POST" })
const { status, id } = await answer.json()
console.log(`paid: ${status}, console: ${await tryConsole(id)}`)
server.kill("SIGKILL")
