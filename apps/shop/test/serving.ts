/** The shop as a process of its own, with the simulator on a port beside it. */
import { assert } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Context, Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { Phones, serve } from "@cauri/simulator"
import { adminPassword } from "./world.ts"

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : assert.fail("no port")
}

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))

/** Starts the shop and waits until it is open. */
const start = async (environment: Readonly<Record<string, string>>): Promise<ChildProcess> => {
  const child = spawn(process.execPath, [main], { env: environment, stdio: ["ignore", "pipe", "inherit"] })
  const [line] = await Promise.race([
    once(child.stdout ?? assert.fail(), "data"),
    once(child, "exit").then(([code]) => assert.fail(`The shop ended with ${code}.`)),
  ])
  assert.include(String(line), "The shop is open.")
  return child
}

/** A shop that is served. */
interface ServedShop {
  readonly at: string
  readonly open: () => Promise<void>
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<number | null>
  readonly database: BetterSqlite3.Database
  readonly phones: Phones["Service"]
  /** The address of the service. */
  readonly service: string
}

/** A simulator and a shop, which may be killed and started again. Everything ends with the scope. */
export const serveShop = Effect.gen(function* () {
  const served = yield* serve({ seed: 3, operatorDelayMillis: 0, callbackHeadStartMillis: 0 }, {})
  const folder = yield* Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "cauri-shop-"))),
    (path) => Effect.sync(() => rmSync(path, { recursive: true })),
  )
  const port = yield* Effect.promise(freePort)
  const at = `http://127.0.0.1:${port}`
  const { apiKey, apiToken } = served.credentials[0] ?? assert.fail("no credentials")
  const environment = {
    SHOP_URL: at,
    PORT: String(port),
    SHOP_FILE: join(folder, "shop.db"),
    ADMIN_PASSWORD: adminPassword,
    SERVICE_URL: served.url,
    SERVICE_API_KEY: apiKey,
    SERVICE_API_TOKEN: apiToken,
    CALLBACK_SECRET: "only-for-practice-0123456789abcdef",
  }
  let child: ChildProcess | undefined
  const open = async () => {
    child = await start(environment)
  }
  const end = async (signal: "SIGKILL" | "SIGTERM"): Promise<number | null> => {
    const ending = child
    child = undefined
    if (ending === undefined) return null
    const ended = once(ending, "exit")
    ending.kill(signal)
    const [code] = await ended
    return code
  }
  yield* Effect.acquireRelease(Effect.promise(open), () => Effect.promise(() => end("SIGKILL")))
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new BetterSqlite3(environment.SHOP_FILE, { readonly: true })),
    (opened) => Effect.sync(() => opened.close()),
  )
  const phones = Context.get(served.services, Phones)
  const shop: ServedShop = { at, open, end, database, phones, service: served.url }
  return shop
})
