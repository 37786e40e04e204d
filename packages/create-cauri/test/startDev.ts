/** `npm run dev` as it is written, on ports that are free. */
import { assert } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { join } from "node:path"
import { type Choices, questionNames } from "../src/choices.ts"
import { run } from "../src/run.ts"

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return String(typeof address === "object" ? address?.port : "")
}

/** Starts `npm run dev` of a combination, written beside `node_modules`. It ends with the test. */
export const startDev = async (home: string, choices: Choices) => {
  const folder = join(home, "dev", Object.values(choices).join("-"))
  const typed = [folder, ...questionNames.flatMap((name) => [`--${name}`, choices[name]])]
  assert.strictEqual(
    await run({ typed, environment: {}, mode: "create", isTerminal: false, out: () => {}, err: () => {} }),
    0,
  )
  const [shop = "", sandbox = "", console = "", receiver = "", api = ""] = await Promise.all(
    [1, 2, 3, 4, 5].map(freePort),
  )
  const env = {
    PATH: process.env["PATH"],
    SHOP_PORT: shop,
    SANDBOX_PORT: sandbox,
    CONSOLE_PORT: console,
    RECEIVER_PORT: receiver,
    API_PORT: api,
  }
  const child = spawn(process.execPath, ["scripts/dev.ts"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  })
  let said = ""
  const ended = once(child, "close")
  for (const output of [child.stdout, child.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text))
  /** Waits until it has said this; fails with all that it said when it ends before. */
  const says = (pattern: RegExp) =>
    new Promise<void>((resolve, reject) => {
      const look = () => {
        if (!pattern.test(said)) return
        child.stdout.off("data", look)
        resolve()
      }
      child.stdout.on("data", look)
      child.once("close", () => reject(new Error(`It ended:\n${said}`)))
      look()
    })
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
    return child.exitCode
  }
  return {
    url: `http://127.0.0.1:${shop}`,
    env,
    folder,
    says,
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  }
}
