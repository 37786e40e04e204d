/** The packaged app from the command line, against the sandbox: its keys, what it answers, how it stops, and with which codes it does not start. */
import { randomBytes } from "node:crypto"
import { copyFileSync, renameSync } from "node:fs"
import { createServer, request, type ServerResponse } from "node:http"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { addApiKey, spawnApi, spawnApp, spawnSandbox, temporaryFolder } from "@cauri/programs"

const callbacks = {
  callbackKeys: `k1:${randomBytes(36).toString("base64url")}`,
  callbackBase: "https://callbacks.shop.example",
}
const payin = {
  amount: 2_500,
  description: "Two cloths",
  method: { type: "hosted", returnUrl: "https://shop.example/paid", cancelUrl: "https://shop.example/basket" },
  shop: { name: "Shop", siteUrl: "https://shop.example" },
}

/** A merchant's program: what it is answered. */
const asking = (url: string, secret: string) => (method: string, path: string, body?: unknown) =>
  Effect.promise(async () => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, body: text === "" ? null : JSON.parse(text) }
  })

/** Runs `cauri api …` or another program to its end. */
const run = Effect.fnUntraced(function* (
  given: ReadonlyArray<string>,
  environment: Readonly<Record<string, string>> = {},
  app = "api",
) {
  const program = yield* spawnApp({ app, arguments: given, environment })
  return { exit: yield* program.ended, out: yield* program.out, err: yield* program.err }
}, Effect.scoped)

describe("the API", () => {
  it.live("takes a payin with a new key, stores it, and refuses the key at once when it was revoked", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "payments.db")
      const sandbox = yield* spawnSandbox()
      const secret = yield* addApiKey({ file }, { may: "read,collect" })
      const { lastLines, url } = yield* spawnApi({ file, ...callbacks }, sandbox)
      const ask = asking(url, secret)

      const created = yield* ask("PUT", "/v1/payins/order-1", payin)
      assert.deepInclude(created.body, { id: "order-1", project: "shop", amount: 2_500 })
      assert.strictEqual(created.status, 201)
      assert.strictEqual((yield* ask("PUT", "/v1/payins/order-1", payin)).status, 200)
      assert.match((yield* ask("GET", "/v1/payins/order-1")).body.next.url, /^http/)
      assert.strictEqual((yield* ask("PUT", "/v1/payouts/wage-1", {})).status, 403)
      assert.strictEqual((yield* asking(url, "cauri_none")("GET", "/v1/payins")).status, 401)

      const store = { STORE_URL: `sqlite:${file}` }
      assert.include((yield* run(["list", "--json"], store, "console")).out, "order-1")
      const listed = yield* run(["key", "list", "--json"], store)
      assert.deepInclude(JSON.parse(listed.out)[0], { name: "shop", project: "shop", may: ["read", "collect"] })
      const again = yield* run(["key", "add", "--name", "shop", "--project", "shop", "--may", "read"], store)
      assert.deepStrictEqual([again.exit, again.out], [64, ""])
      assert.include(again.err, "cauri api key revoke shop")
      const replaced = yield* run(["key", "add", "--name", "shop-2", "--replaces", "shop"], store)
      assert.include(replaced.err, "no credentials of the project shop")
      assert.strictEqual((yield* ask("GET", "/v1/payins/order-1")).status, 200)
      assert.strictEqual((yield* run(["key", "revoke", "shop"], store)).exit, 0)
      assert.strictEqual((yield* ask("GET", "/v1/payins/order-1")).status, 401)
      const second = asking(url, replaced.out.trimEnd().split("\n").at(-1) ?? "")
      assert.strictEqual((yield* second("GET", "/v1/payins/order-1")).status, 200)
      const gone = yield* run(["key", "revoke", "shop"], { ...store, LC_ALL: "fr_FR.UTF-8" })
      assert.strictEqual(gone.exit, 64)
      assert.include(gone.err, "Aucune clé shop")
      for (const text of [listed.out, ...(yield* lastLines)]) assert.notInclude(text, secret)
    }),
  )

  it.live("answers and saves what was begun when it is stopped, ends what waits for events, and exits with 0", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "payments.db")
      const sandbox = yield* spawnSandbox()
      const secret = yield* addApiKey({ file })
      const { end, url } = yield* spawnApi({ file, ...callbacks }, sandbox)
      const waiting = yield* Effect.forkChild(asking(url, secret)("GET", "/v1/events?wait=30"))
      const body = JSON.stringify(payin)
      const begun = yield* Effect.callback<ReturnType<typeof request>>((resume) => {
        const headers = {
          authorization: `Bearer ${secret}`,
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
          expect: "100-continue",
        }
        const made = request(`${url}/v1/payins/order-2`, { method: "PUT", headers })
        made.once("continue", () => resume(Effect.succeed(made)))
        made.flushHeaders()
      })
      const answered = Effect.callback<number | undefined>((resume) => {
        begun.once("response", ({ statusCode }) => resume(Effect.succeed(statusCode)))
        begun.end(body)
      })
      const [exit, status, events] = yield* Effect.all([end("SIGTERM"), answered, Fiber.await(waiting)], {
        concurrency: "unbounded",
      })
      assert.deepStrictEqual([exit, status, events._tag], [0, 201, "Success"])
      assert.include((yield* run(["list", "--json"], { STORE_URL: `sqlite:${file}` }, "console")).out, "order-2")
    }),
  )

  it.live("ends with 64 when its store may not be used any more, though an answer waits to be saved", () =>
    Effect.gen(function* () {
      const file = join(yield* temporaryFolder, "payments.db")
      const called = yield* Deferred.make<ServerResponse>()
      const service = yield* Effect.acquireRelease(
        Effect.sync(() => createServer((_, response) => Deferred.doneUnsafe(called, Effect.succeed(response)))),
        (server) => Effect.sync(() => server.close().closeAllConnections()),
      )
      const url = yield* Effect.callback<string>((resume) => {
        service.listen(0, "127.0.0.1", () =>
          resume(Effect.succeed(`http://127.0.0.1:${Object(service.address()).port}`)),
        )
      })
      const secret = yield* addApiKey({ file })
      const api = yield* spawnApi({ file, ...callbacks }, { url, apiKey: "key", apiToken: "token" })
      const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" }
      const asked = request(`${api.url}/v1/payins/order-3`, { method: "PUT", headers }).on("error", () => {})
      asked.end(JSON.stringify(payin))
      const answer = yield* Deferred.await(called)
      copyFileSync(file, `${file}.copy`)
      renameSync(`${file}.copy`, file)
      answer.end("{}")
      asked.destroy()
      assert.strictEqual(yield* api.ended, 64)
    }),
  )

  it.live("does not start with wrong settings, tells all of them at once, and no value: 64", () =>
    Effect.gen(function* () {
      const wrong = { PORT: "everywhere", API_PROXIES: "canary", CALLBACK_KEYS: "k1:canary" }
      const { err, exit } = yield* run([], { ...wrong, CALLBACK_BASE: callbacks.callbackBase })
      assert.strictEqual(exit, 64)
      assert.include(err, "The API does not start: STORE_URL is not set")
      for (const name of ["SERVICE_URL", ...Object.keys(wrong)]) assert.include(err, name)
      assert.notInclude(err, "canary")
    }),
  )

  it.live("explains itself and its keys when asked: 0", () =>
    Effect.gen(function* () {
      const { exit, out } = yield* run(["key", "add", "--help"])
      assert.strictEqual(exit, 0)
      assert.include(out, "cauri api key revoke")
      assert.include(out, "API_COUNTRY")
    }),
  )
})
