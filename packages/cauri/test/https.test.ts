/** Over real sockets on the loopback: the service on a port, callbacks through each framework, credentials that change. */
import { createAdaptorServer } from "@hono/node-server"
import { assert, describe, it } from "@effect/vitest"
import { Backstage, defaultProject, serve, type Simulator } from "@cauri/simulator"
import { Effect, Exit, Scope } from "effect"
import Database from "better-sqlite3"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Server } from "node:net"
import { onTestFinished, vi } from "vitest"
import { expressApp, fastifyApp, honoApp, nextRoute, nodeServer } from "../examples/callbackRoutes.ts"
import { https } from "../src/https.ts"
import { createPayments, type Host, memory, type Payments, PaymentsError, type Store } from "../src/index.ts"
import { sqlite } from "../src/sqlite.ts"
import { failureOf, numbers, payin, silent } from "./samples.ts"

/** The service on a port, twenty times faster than the clock, until the test ends. */
const served = async () => {
  const scope = Scope.makeUnsafe()
  onTestFinished(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const service = await Effect.runPromise(Scope.provide(serve({ timeFactor: 200, projects: [defaultProject] }), scope))
  const act = <A, E>(effect: Effect.Effect<A, E, Simulator>) =>
    Effect.runPromise(Effect.provideContext(effect, service.services))
  return { url: service.url, act }
}

/** A server of the merchant's on a port of its own. */
const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(async () => {
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`
}

const keys = { apiKey: defaultProject.apiKey, apiToken: defaultProject.apiToken }
const key = { id: "k1", secret: "a-secret-for-tests-0123456789abcdef" }
const common = { store: memory(), logger: silent, shop: { name: "Shop", siteUrl: "https://shop.example" } }
const paying = { method: { type: "direct", mode: "ussd_push", phone: numbers.pushPaysAtOnce } } as const

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "cauri-https-"))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => assert.fail("It was expected to fail."),
    (thrown: unknown) => (thrown instanceof PaymentsError ? thrown : assert.fail(String(thrown))),
  )

/** Hands a web request to the export of its method, as Next does; the tests of `@cauri/callbacks` run Next itself. */
const likeNext = (payments: Payments<Host>) => {
  const routes = new Map(Object.entries(nextRoute(async () => payments)))
  return async (request: Request) => routes.get(request.method)?.(request) ?? new Response(null, { status: 405 })
}

const frameworks: Readonly<
  Record<string, (payments: Payments<Host>) => Promise<RequestListener | ReturnType<typeof createAdaptorServer>>>
> = {
  "node:http": async (payments) => nodeServer(payments),
  Express: async (payments) => expressApp(payments),
  Fastify: async (payments) => {
    const app = fastifyApp(payments)
    await app.ready()
    return app.server
  },
  Hono: async (payments) => createAdaptorServer({ fetch: honoApp(payments).fetch }),
  "Next's contract": async (payments) => createAdaptorServer({ fetch: likeNext(payments) }),
}

describe("https", () => {
  for (const [name, serverOf] of Object.entries(frameworks)) {
    it(`takes a payment over sockets, woken by a callback through ${name} (#9, #196, #198)`, async () => {
      const { url, act } = await served()
      // The address must be known before the payments are open, so the door is there first.
      const doors: Array<RequestListener> = []
      const base = await listening(createServer((request, response) => doors[0]?.(request, response)))
      await using payments = await createPayments({
        ...common,
        store: memory(),
        gateway: https({ baseUrl: url, ...keys }),
        callbacks: { base, key },
      })
      const made = await serverOf(payments)
      doors.push(
        typeof made === "function" ? made : (request, response) => void made.emit("request", request, response),
      )
      payments.start()
      await payments.payins.create(payin("order", paying))
      const done = await payments.payins.waitFor("order", { signal: AbortSignal.timeout(20_000) })
      assert.strictEqual(done.status, "completed")
      const posts = await act(Effect.flatMap(Backstage, ({ callbacks }) => callbacks))
      assert.deepStrictEqual(posts[0]?.result, { _tag: "Answered", status: 200 })
    })
  }

  it("goes on with re-issued keys, and ends the pause that the old ones caused (#192)", async () => {
    const { url, act } = await served()
    const gateway = https({ baseUrl: url, ...keys })
    await using payments = await createPayments({
      ...common,
      store: memory(),
      gateway,
      callbacks: { base: "https://shop.example", key },
    })
    await act(Effect.flatMap(Backstage, (team) => team.act({ _tag: "ReissueCredentials", projectId: "project-1" })))
    const turnedAway = await payments.payins.create(payin("order", paying))
    assert.strictEqual(turnedAway.status, "intended")
    assert.strictEqual(turnedAway.problem?.reason, "authentication_failed")
    const [pause] = await payments.review.pauses()
    assert.strictEqual(pause?.scope, "project/default")
    const bad = await failureOf(gateway.replaceCredentials({ default: { apiKey: "with space", apiToken: "b" } }))
    assert.strictEqual(bad.code, "misconfigured")
    const fresh = await act(Effect.flatMap(Backstage, (team) => team.project("project-1")))
    await gateway.replaceCredentials({ default: { apiKey: fresh.apiKey, apiToken: fresh.apiToken } })
    await payments.runOnce()
    assert.deepStrictEqual(await payments.review.pauses(), [])
    assert.strictEqual((await payments.payins.send("order")).status, "pending")
  })

  it("serves several projects, of which each payment names its own; a vault is asked at every call", async () => {
    const { url } = await served()
    const asked: Array<string> = []
    const callbacks = { base: "https://shop.example", key }
    const shops = { shop: { name: "Shop", siteUrl: "https://shop.example" } }
    const vault = async (project: string) => {
      asked.push(project)
      return project === "shop" ? keys : null
    }
    for (const gateway of [
      https({ baseUrl: url, projects: { shop: keys, other: { apiKey: "a", apiToken: "b" } } }),
      https({ baseUrl: url, vault }),
    ]) {
      await using payments = await createPayments({
        gateway,
        store: memory(),
        callbacks,
        logger: silent,
        policy: { merchant: { shops } },
      })
      const unnamed = await failureOf(payments.payins.create(payin("order", paying)))
      assert.strictEqual(unnamed.field, "project")
      const named = await payments.payins.create(payin("order", { ...paying, project: "shop" }))
      assert.strictEqual(named.status, "pending")
      assert.strictEqual((await payments.payins.get({ project: "shop", id: "order" })).status, "pending")
    }
    assert.include(asked, "shop")
  })

  it("does not open without callbacks, or with an address that is none, and repeats no secret", async () => {
    const opening = (options: object) =>
      rejection(createPayments({ ...common, gateway: https({ baseUrl: "https://pay.example", ...keys, ...options }) }))
    assert.strictEqual((await opening({})).field, "callbacks")
    const insecure = await failureOf(
      createPayments({
        ...common,
        gateway: https({ baseUrl: "http://pay.example", ...keys }),
        callbacks: { base: "https://shop.example", key },
      }),
    )
    assert.deepStrictEqual([insecure.code, insecure.field], ["misconfigured", "baseUrl"])
    // @ts-expect-error -- no token
    assert.throws(() => https({ baseUrl: "https://pay.example", apiKey: "a" }), PaymentsError)
  })

  it("travels over the fetch of Bun and Deno where that is chosen, which takes no certificates and no proxy of its own", async () => {
    const { url } = await served()
    const gateway = https({ baseUrl: url, ...keys, transport: "fetch" })
    const callbacks = { base: "https://shop.example", key }
    // Node's sends again after status 421.
    const onNode = await failureOf(createPayments({ ...common, store: memory(), gateway, callbacks }))
    assert.deepStrictEqual([onNode.code, onNode.message.includes('transport: "node"')], ["misconfigured", true])
    vi.stubGlobal("Bun", {})
    onTestFinished(() => void vi.unstubAllGlobals())
    await using payments = await createPayments({ ...common, store: memory(), gateway, callbacks })
    assert.strictEqual((await payments.payins.create(payin("order", paying))).status, "pending")
    for (const field of ["ca", "proxy"] as const) {
      const refused = (() => {
        try {
          return https({ baseUrl: url, ...keys, transport: "fetch", [field]: "x" })
        } catch (thrown) {
          return thrown
        }
      })()
      assert.instanceOf(refused, PaymentsError)
      assert.deepStrictEqual([refused.code, refused.field], ["invalid_input", field])
    }
    // @ts-expect-error -- no such transport
    assert.throws(() => https({ baseUrl: url, ...keys, transport: "axios" }), PaymentsError)
  })

  it("does not open on Bun over the transport of Node, and names the one that works there", async () => {
    const { versions } = process
    Object.defineProperty(process, "versions", { value: { ...versions, bun: "1.4.5" }, configurable: true })
    onTestFinished(() => {
      Object.defineProperty(process, "versions", { value: versions, configurable: true })
    })
    const callbacks = { base: "https://shop.example", key }
    const gateway = https({ baseUrl: "https://pay.example", ...keys })
    const refused = await failureOf(createPayments({ ...common, store: memory(), gateway, callbacks }))
    assert.strictEqual(refused.code, "misconfigured")
    assert.include(refused.message, 'transport: "fetch"')
  })

  it("refuses in production a store that a restart empties, and takes one that lasts", async () => {
    vi.stubEnv("NODE_ENV", "production")
    onTestFinished(() => void vi.unstubAllEnvs())
    const callbacks = { base: "https://shop.example", key }
    const open = (store: Store<Host>) =>
      createPayments({ ...common, store, gateway: https({ baseUrl: "https://pay.example", ...keys }), callbacks })
    for (const store of [memory(), sqlite(":memory:"), sqlite(new Database(":memory:"))]) {
      const refused = await rejection(open(store))
      assert.deepStrictEqual([refused.code, refused.field], ["misconfigured", "store"])
      assert.include(refused.message, "NODE_ENV is production")
    }
    const file = join(folder(), "payments.db")
    // A missing file may be a disk that is not mounted: only the first one ever is made, and on request.
    assert.strictEqual((await rejection(open(sqlite(file)))).code, "store_refused")
    await (await open(sqlite(file, { create: "if-missing" }))).close()
    await (await open(sqlite(file))).close()
  })

  it("refuses the default project under a new name: with the same credentials and store its payments would be made again", async () => {
    const { url } = await served()
    const store = memory()
    const open = (project: string, apiKey = keys.apiKey) =>
      createPayments({
        ...common,
        store,
        gateway: https({ baseUrl: url, ...keys, apiKey, project }),
        callbacks: { base: "https://shop.example", key },
      })
    // Without payments a name may still change.
    for (const name of ["first", "shop"]) await (await open(name)).close()
    {
      await using payments = await open("shop")
      await payments.payins.create(payin("order", { ...paying }))
    }
    const refused = await rejection(open("boutique"))
    assert.deepStrictEqual([refused.code, refused.field], ["misconfigured", "project"])
    assert.include(refused.message, 'project: "shop"')
    assert.notInclude(refused.message, keys.apiKey)
    await (await open("boutique", "other-key")).close()
    await (await open("shop")).close()
  })
})
