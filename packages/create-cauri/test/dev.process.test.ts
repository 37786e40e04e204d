/** `npm run dev` as it is written: the sandbox, the programs and the shop start, a customer pays on the page, and the order is delivered. */
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Choices, questionNames } from "../src/choices.ts"
import { run } from "../src/run.ts"
import { build, installPacked } from "./packed.ts"

const home = mkdtempSync(join(tmpdir(), "create-cauri-"))
beforeAll(async () => {
  await build()
  await installPacked(home)
})
afterAll(() => rmSync(home, { recursive: true, force: true }))

const freePort = async (): Promise<string> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  await new Promise((closed) => server.close(closed))
  return String(typeof address === "object" ? address?.port : "")
}

/** Starts `npm run dev` of a combination. It ends with the test. */
const started = async (choices: Choices) => {
  const folder = join(home, Object.values(choices).join("-"))
  const typed = [folder, ...questionNames.flatMap((name) => [`--${name}`, choices[name]])]
  const silent = () => {}
  assert.strictEqual(
    await run({ typed, environment: {}, mode: "create", isTerminal: false, out: silent, err: silent }),
    0,
  )
  const [shop = "", sandbox = "", console = "", receiver = ""] = await Promise.all([1, 2, 3, 4].map(freePort))
  const child = spawn(process.execPath, ["scripts/dev.ts"], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      SHOP_PORT: shop,
      SANDBOX_PORT: sandbox,
      CONSOLE_PORT: console,
      RECEIVER_PORT: receiver,
    },
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
  return { url: `http://127.0.0.1:${shop}`, says, stop, [Symbol.asyncDispose]: async () => void (await stop()) }
}

describe("npm run dev", () => {
  for (const choices of [
    { store: "sqlite", run: "embedded", framework: "express", deploy: "none", language: "en" },
    { store: "sqlite", run: "programs", framework: "hono", deploy: "none", language: "en" },
    { store: "sqlite", run: "embedded", framework: "none", deploy: "none", language: "en" },
  ] as const satisfies ReadonlyArray<Choices>)
    it(`takes a first payment (${choices.run}, ${choices.framework})`, async () => {
      await using dev = await started(choices)
      await dev.says(/The shop is open/)
      const front = await (await fetch(dev.url)).text()
      const [, id = ""] = /name="id" value="([^"]+)"/.exec(front) ?? []
      const ordered = await fetch(`${dev.url}/orders`, {
        method: "POST",
        body: new URLSearchParams({ id }),
        redirect: "manual",
      })
      assert.strictEqual(ordered.status, 303)
      const paymentPage = ordered.headers.get("location") ?? ""
      const [, page = ""] = /name="page" value="([^"]+)"/.exec(await (await fetch(paymentPage)).text()) ?? []
      // A number that pays by itself.
      const body = new URLSearchParams({ act: "pay", page, operator: "12", phone: "22660000090" })
      await fetch(paymentPage, { method: "POST", body, redirect: "manual" })
      await dev.says(new RegExp(`Order ${id} is paid: 500 francs`))
      assert.match(await (await fetch(`${dev.url}/orders/${id}`)).text(), /Your payment has been received/)
      assert.strictEqual((await fetch(`${dev.url}/orders/another`)).status, 404)
      assert.strictEqual(await dev.stop(), 0)
    })
})
