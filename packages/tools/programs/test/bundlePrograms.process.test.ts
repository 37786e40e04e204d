/** The programs as they are installed: bundled into one folder, away from the workspace. */
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { appVersion, bundlePrograms, copySqliteDriver, temporaryFolder, spawnApp } from "../src/index.ts"

const bundled = Effect.fnUntraced(function* (app: string) {
  const folder = yield* temporaryFolder
  const bundle = join(folder, "programs")
  yield* Effect.promise(() => bundlePrograms(bundle))
  copySqliteDriver(join(folder, "node_modules"))
  return { app, bundle }
})

const store = (folder: string) => ({
  STORE_URL: `sqlite:${join(folder, "payments.db")}`,
  STORE_CREATE: "if-missing",
  CALLBACK_BASE: "https://callbacks.shop.example",
  CALLBACK_KEYS: "k1:0123456789abcdefghijklmnopqrstuvwxyz",
  PORT: "0",
  OPERATIONS_PORT: "0",
})

const service = { SERVICE_URL: "http://127.0.0.1:9", API_KEY_shop: "key", API_TOKEN_shop: "token", OUTCOMES: "log" }

describe("an app that is bundled", () => {
  it.live("works on SQLite until SIGTERM: the receiver, then the reconciler", () =>
    Effect.gen(function* () {
      const environment = { ...store(yield* temporaryFolder), ...service }
      for (const [app, sentence] of [
        ["receiver", "The receiver listens."],
        ["reconciler", "The reconciler works."],
      ] as const) {
        const running = yield* spawnApp({ ...(yield* bundled(app)), environment })
        yield* running.says(sentence)
        yield* running.kill("SIGTERM")
        assert.strictEqual(yield* running.ended, 0, app)
      }
    }).pipe(Effect.scoped),
  )

  it.live("knows its version", () =>
    Effect.gen(function* () {
      const app = yield* spawnApp({ ...(yield* bundled("receiver")), arguments: ["--version"], environment: {} })
      assert.strictEqual(yield* app.ended, 0)
      assert.strictEqual(yield* app.out, `${appVersion("receiver")}\n`)
    }).pipe(Effect.scoped),
  )
})
