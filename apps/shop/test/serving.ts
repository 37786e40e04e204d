/** The shop and the service that it uses, each as a process of its own, and what an operator does at the service. */
import {
  type ExitStatus,
  temporaryFolder,
  type ProgramFailed,
  type Service,
  spawnSandbox,
  spawnShop,
} from "@cauri/programs"
import { assert } from "@effect/vitest"
import BetterSqlite3 from "better-sqlite3"
import { Effect, type Scope } from "effect"
import { join } from "node:path"
import { adminPassword } from "./world.ts"

/** The service. It wears its observed face, because only that one knows payments on a page of the operator. */
const serveSandbox = Effect.gen(function* () {
  const environment = { SANDBOX_FACE: "as-observed", SANDBOX_TIME_FACTOR: "2" }
  const sandbox = yield* spawnSandbox({ environment })
  const control = (path: string, act?: unknown): Effect.Effect<unknown> =>
    Effect.promise(async () => {
      const headers = { "x-control-token": sandbox.controlToken, "content-type": "application/json" }
      const sent = act === undefined ? {} : { method: "POST", body: JSON.stringify(act) }
      const answer = await fetch(`${sandbox.url}/_control${path}`, { headers, ...sent })
      assert.isTrue(answer.ok, `${path}: ${answer.status}`)
      const text = await answer.text()
      return text === "" ? null : JSON.parse(text)
    })
  return { ...sandbox, control }
})

interface ServedShop {
  readonly at: string
  readonly sandbox: Effect.Success<typeof serveSandbox>
  readonly database: BetterSqlite3.Database
  /** Opens the shop once more, at the same address. */
  readonly open: Effect.Effect<void, ProgramFailed, Scope.Scope>
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Effect.Effect<ExitStatus>
}

/** A sandbox and a shop, which may be killed and opened again. Everything ends with the scope. */
export const serveShop = Effect.gen(function* () {
  const sandbox = yield* serveSandbox
  const service: Service = sandbox
  const shop = {
    file: join(yield* temporaryFolder, "shop.db"),
    callbackSecret: "only-for-practice-0123456789abcdef",
    adminPassword,
  }
  const opened = yield* spawnShop(shop, service)
  let current = opened
  const database = yield* Effect.acquireRelease(
    Effect.sync(() => new BetterSqlite3(shop.file, { readonly: true })),
    (open) => Effect.sync(() => open.close()),
  )
  const served: ServedShop = {
    at: opened.url,
    sandbox,
    database,
    open: Effect.map(spawnShop(shop, service, { port: opened.port }), (again) => {
      assert.strictEqual(again.url, opened.url, "another program has taken the port")
      current = again
    }),
    end: (signal) => current.end(signal),
  }
  return served
})
