/**
 * The compose file of the sandbox, run as far as it can be without containers: each service with its command and its environment, on
 * loopback ports of its own, and a throw-away Postgres.
 */
import { assert, describe, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Effect, type Scope } from "effect"
import { createPayments } from "cauri"
import { https } from "cauri/https"
import { postgres } from "cauri/postgres"
import { freePort, spawnApp, waitUntil } from "@cauri/programs"
import { startPostgres } from "@cauri/test-postgres"
import { parse } from "yaml"
import { home } from "./home.ts"

interface Service {
  readonly command?: ReadonlyArray<string>
  readonly entrypoint?: ReadonlyArray<string>
  readonly environment: Readonly<Record<string, string>>
}

const store = "postgres://cauri:cauri@127.0.0.1:5432/cauri"

/** The services of the file, each port of theirs replaced by one that is free, and their store by one that is there. */
const services = Effect.fnUntraced(function* (): Effect.fn.Return<
  Readonly<Record<string, Service>>,
  never,
  Scope.Scope
> {
  const { url } = yield* Effect.acquireRelease(
    // With a setting of its own it is a server of its own.
    Effect.promise(() => startPostgres({ max_connections: "90" })),
    ({ stop }) => Effect.promise(stop),
  )
  let text = readFileSync(join(home, "deploy", "compose.sandbox.yaml"), "utf8").replaceAll(store, url)
  for (const port of ["4010", "8080", "9464", "9465", "9466"]) {
    text = text.replaceAll(new RegExp(`\\b${port}\\b`, "g"), String(yield* freePort()))
  }
  return parse(text, { merge: true }).services
})

describe("the compose file of the sandbox", () => {
  it.live(
    "pays out: the sandbox lets the programs in, its callback finds the receiver, and a reconciler completes",
    () =>
      Effect.gen(function* () {
        const all = yield* services()
        const start = Effect.fnUntraced(function* (name: string, says: string) {
          const { command = [], environment } = all[name] ?? assert.fail(`no service ${name}`)
          const [app = "", ...given] = command
          const program = yield* spawnApp({ app, arguments: given, environment })
          yield* program.says(says)
          return program
        })
        yield* start("sandbox", "Ctrl-C")
        yield* start("receiver", "listens")
        const reconcilers = yield* Effect.all([
          start("reconciler-1", "The reconciler works."),
          start("reconciler-2", "The reconciler works."),
        ])
        const {
          API_KEY_shop: apiKey = "",
          API_TOKEN_shop: apiToken = "",
          ...settings
        } = all["reconciler-1"]?.environment ?? {}
        const [id = "", secret = ""] = settings["CALLBACK_KEYS"]?.split(":") ?? []
        const payments = yield* Effect.acquireRelease(
          Effect.promise(() =>
            createPayments({
              gateway: https({ baseUrl: settings["SERVICE_URL"] ?? "", apiKey, apiToken }),
              store: postgres(settings["STORE_URL"] ?? ""),
              callbacks: { base: settings["CALLBACK_BASE"] ?? "", key: { id, secret } },
              project: "shop",
              shop: { name: "Shop", siteUrl: "https://shop.example" },
            }),
          ),
          (open) => Effect.promise(() => open.close()),
        )
        yield* Effect.promise(() =>
          payments.payouts.create({
            id: "wage-1",
            amount: 5_000,
            method: { type: "mobile_money" },
            phone: "22660000190",
            description: "Wage",
          }),
        )
        const lines = Effect.map(Effect.all(reconcilers.map((each) => each.lines)), (seen) => seen.flat())
        yield* waitUntil(lines, (seen) => seen.some((line) => line.includes("wage-1") && line.includes("ompleted")))
        const { status } = yield* Effect.promise(() => payments.payouts.get("wage-1"))
        assert.strictEqual(status, "completed")

        const { entrypoint = [], environment } = all["console"] ?? assert.fail("no console")
        const evidence = yield* spawnApp({
          app: entrypoint.at(-1) ?? "",
          arguments: ["export-evidence", "wage-1"],
          environment,
        })
        assert.strictEqual(yield* evidence.ended, 0, yield* evidence.err)
        assert.lengthOf(JSON.parse(yield* evidence.out).callbacks, 1)
      }).pipe(Effect.scoped),
  )
})
