/** The packaged app from the command line: what it answers, what it tells about itself, and with which codes it does not start. */
import { assert, describe, it } from "@effect/vitest"
import { writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"
import { Effect } from "effect"
import Database from "better-sqlite3"
import { temporaryFolder, spawnApp } from "@cauri/programs"
import { answersTo, callbackKey, postText, statusesIn } from "./serving.ts"
import { bodyOf, fingerprintOf, newWorld, startIn, type StoreKind } from "./world.ts"

const kinds: ReadonlyArray<StoreKind> = ["SQLite", "Postgres"]

const run = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  given: ReadonlyArray<string> = [],
  nodeFlags: ReadonlyArray<string> = [],
) {
  // The bundle has all packages in it.
  const bundle = nodeFlags.length > 0 ? { bundle: null } : {}
  const app = yield* spawnApp({ app: "receiver", environment, arguments: given, nodeFlags, ...bundle })
  const exit = yield* app.ended
  return { exit, text: (yield* app.lines).join("\n") }
}, Effect.scoped)

const fetched = (url: string) =>
  Effect.promise(async () => {
    const response = await fetch(url)
    return { status: response.status, text: await response.text() }
  })

/** What it says in the end: as the service does, the caller comes again after a 503, which a busy machine may earn at any time. */
const lastAnswer = (port: number, text: string) =>
  Effect.repeat(Effect.map(answersTo(port, text), statusesIn), { until: ([status]) => status !== 503 })

const formOf = (number: number) => `response_code=00&status=completed&montant=${number}`
const form = ["Content-Type: application/x-www-form-urlencoded"]

describe.each(kinds)("the receiver on %s", (kind) => {
  it.live(
    "notes callbacks in both encodings, knows both POSTs of an event for one, and tells life, readiness and metrics on another port (#196, #198, E2)",
    () =>
      Effect.gen(function* () {
        const world = yield* newWorld(kind, 1)
        const [path = ""] = world.paths
        const app = yield* startIn(world)
        const statuses = Effect.forEach(
          [
            postText(path, { content: bodyOf(1) }),
            postText(path, { content: formOf(1), headers: form }),
            postText(path, { content: formOf(2), headers: form }),
            postText(`${path}x`),
          ],
          (text) => lastAnswer(app.port, text),
          { concurrency: 1 },
        )
        assert.deepStrictEqual((yield* statuses).flat(), [200, 200, 200, 404])
        assert.sameMembers([...(yield* world.fingerprints)], [fingerprintOf(bodyOf(1)), fingerprintOf(bodyOf(2))])

        const operations = `http://127.0.0.1:${app.operations}`
        assert.strictEqual((yield* fetched(`${operations}/livez`)).status, 200)
        const ready = yield* Effect.repeat(fetched(`${operations}/readyz`), { until: ({ status }) => status === 200 })
        assert.strictEqual(ready.text, "ready\n")
        const { text } = yield* fetched(`${operations}/metrics`)
        assert.match(text, /^cauri_callbacks\{answer="Stored"\} 3$/m)
        assert.match(text, /^cauri_callbacks\{answer="NotFound"\} 1$/m)
        for (const where of ["/livez", "/readyz", "/metrics"]) {
          const asked = postText(where).replace("POST", "GET")
          assert.deepStrictEqual(statusesIn(yield* answersTo(app.port, asked)), [405], `${where} is not public`)
        }

        yield* app.kill("SIGTERM")
        assert.strictEqual(yield* app.ended, 0)
        const said = (yield* app.lines).join("\n")
        for (const secret of [path.split(".").at(-1) ?? "", callbackKey.secret]) assert.notInclude(said, secret)
      }),
  )
})

/** What makes Node look for this package where there is none. */
const without = (name: string) => {
  const hook = `{ resolve: (name, context, next) => next(name, name === "${name}" ? { ...context, parentURL: "file:///nowhere/" } : context) }`
  return `data:text/javascript,${encodeURIComponent(`import { registerHooks } from "node:module"; registerHooks(${hook})`)}`
}

describe("the receiver does not start", () => {
  const keys = `${callbackKey.id}:${callbackKey.secret}`
  const complete = { CALLBACK_BASE: "https://callbacks.shop.example", CALLBACK_KEYS: keys }

  it.live("with three mistakes, tells all of them at once, and says not a word of a secret: 64", () =>
    Effect.gen(function* () {
      const { exit, text } = yield* run({ ...complete, PORT: "everywhere", CALLBACK_KEYS: "k1:canary" })
      assert.strictEqual(exit, 64)
      assert.include(text, "The receiver does not start: STORE_URL is not set: it must be sqlite:")
      assert.include(text, " PORT must be a port from 1 to 65535")
      assert.include(text, " CALLBACK_KEYS (signing) has a secret")
      assert.notInclude(text, "canary")
    }),
  )

  it.live("on a store whose package is not installed, and says which one to add: 64", () =>
    Effect.gen(function* () {
      const stores = {
        "postgres://cauri@127.0.0.1:9/none": "@cauri/store-postgres",
        "sqlite:./none.db": "@cauri/store-sqlite",
      }
      for (const [url, name] of Object.entries(stores)) {
        const { exit, text } = yield* run({ ...complete, STORE_URL: url }, [], ["--import", without(name)])
        assert.strictEqual(exit, 64, text)
        assert.include(text, `the package ${name} is not installed here`)
      }
    }),
  )

  it.live("with a file that is damaged: 74", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "payments.db")
      writeFileSync(file, "this is no database, and was never one".repeat(100), { mode: 0o600 })
      assert.strictEqual((yield* run({ ...complete, STORE_URL: `sqlite:${file}` })).exit, 74)
    }),
  )

  it.live("on a port that is taken: 75", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite", 0)
      const taken = yield* Effect.acquireRelease(
        Effect.callback<ReturnType<typeof createServer>>((resume) => {
          const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
        }),
        (server) => Effect.sync(() => server.close()),
      )
      const { port }: { readonly port: number } = Object(taken.address())
      const ended = yield* run({ ...world.environment, PORT: String(port), OPERATIONS_PORT: "0" })
      assert.strictEqual(ended.exit, 75)
      assert.include(
        ended.text,
        `it cannot open port ${port}, because another program uses it. End that program, or set PORT to a free port`,
      )
    }),
  )

  it.live("with unknown arguments: 64; and explains itself when asked: 0", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* run({}, ["--once"])).exit, 64)
      const help = yield* run({}, ["--help"])
      assert.strictEqual(help.exit, 0)
      assert.include(help.text, "CALLBACK_KEYS")
    }),
  )
})

describe("a receiver whose store another program locks", () => {
  it.live("answers 503 and lives on, and keeps what it was given when the lock is gone (A21)", () =>
    Effect.gen(function* () {
      const world = yield* newWorld("SQLite", 1)
      const [path = ""] = world.paths
      const app = yield* startIn(world)
      const client = yield* Effect.acquireRelease(
        Effect.sync(() => new Database(world.url.slice("sqlite:".length))),
        (opened) => Effect.sync(() => opened.close()),
      )
      client.exec("BEGIN IMMEDIATE")
      const answer = yield* answersTo(app.port, postText(path, { content: bodyOf(1) }))
      assert.deepStrictEqual(statusesIn(answer), [503])
      assert.match(answer, /retry-after: 5\r\n/)
      client.exec("ROLLBACK")
      assert.deepStrictEqual(yield* lastAnswer(app.port, postText(path, { content: bodyOf(2) })), [200])
      assert.isTrue((yield* world.fingerprints).has(fingerprintOf(bodyOf(2))))
    }),
  )
})
