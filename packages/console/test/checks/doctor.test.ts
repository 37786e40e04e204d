import { assert, describe } from "@effect/vitest"
import { chmodSync, writeFileSync } from "node:fs"
import { createServer, type RequestListener } from "node:http"
import { join } from "node:path"
import { Context, Effect, Layer, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { CallbackReceiver, layerCallbackAddress, toNodeListener } from "@cauri/callbacks"
import { defaultPolicy, PaymentStore, ProjectId } from "@cauri/core"
import { CallbackIntake, SharedState } from "@cauri/core/adapter"
import { newTracking } from "@cauri/core/model"
import { temporaryFolder } from "@cauri/programs"
import { layer as layerStore } from "@cauri/store-sqlite"
import type { checkData } from "../../src/checks/doctor.ts"
import { createPayout, newWorld } from "../world.ts"
import { newPeople } from "../door/doors.ts"
import { client, startProvider } from "../door/provider.ts"
import { it } from "../it.ts"

const keys = "k1:0123456789abcdefghijklmnopqrstuvwxyz"

/** The endpoint of the receiver, with nothing behind it: an address that is none of ours never comes so far. */
const receiverListener = Effect.flatMap(
  Layer.build(
    CallbackReceiver.layer().pipe(
      Layer.provide(Layer.mock(CallbackIntake)({})),
      Layer.provide(
        layerCallbackAddress({
          base: "https://callbacks.shop.example",
          signing: { id: "k1", secret: Redacted.make(keys.slice("k1:".length)) },
        }),
      ),
    ),
  ),
  (services) => Effect.provide(toNodeListener, services),
)

/** A server that answers everything the same way. */
const answering = (status: number, body: string) => serving((_, response) => void response.writeHead(status).end(body))

/** A server on the loopback, with what it was asked. */
const serving = (listener: RequestListener) =>
  Effect.acquireRelease(
    Effect.callback<{ readonly url: string; readonly asked: Array<string>; readonly stop: () => void }>((resume) => {
      const asked: Array<string> = []
      const server = createServer((request, response) => {
        asked.push(`${request.method} ${request.url}`)
        listener(request, response)
      }).listen(0, "127.0.0.1", () => {
        const address = server.address()
        const port = address !== null && typeof address === "object" ? address.port : 0
        const stop = () => {
          server.closeAllConnections()
          server.close()
        }
        resume(Effect.succeed({ url: `http://127.0.0.1:${port}`, asked, stop }))
      })
    }),
    ({ stop }) => Effect.sync(stop),
  )

/** A sign of life at the beginning of time. */
const beat = (role: string) =>
  Effect.gen(function* () {
    yield* (yield* SharedState).beat({ process: `${role}-1`, role, at: 0 })
  })

/** A store in a file, and the environment that names it. */
const withStore = Effect.fnUntraced(function* (changes: Readonly<Record<string, string>> = {}) {
  const folder = yield* temporaryFolder
  const file = join(folder, "payments.db")
  const settings = { file }
  yield* Effect.all([beat("reconciler"), beat("receiver")]).pipe(Effect.provide(layerStore(settings)))
  return {
    folder,
    file,
    settings,
    environment: { STORE_URL: `sqlite:${file}`, CONSOLE_USER: "A. Colleague", ...changes },
  }
})

/** What the doctor says, by what was looked at; to people, it says it when it is asked for. */
const examined = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>>) {
  const world = yield* newWorld({ environment })
  const { code, out } = yield* world.console("doctor", "--json")
  const checks: ReadonlyArray<ReturnType<typeof checkData>> = JSON.parse(out)
  const of = (name: string) => checks.filter((check) => check.name === name)
  const text = Effect.map(world.console("doctor"), (said) => said.out)
  return { code, checks, of, out, text }
})

describe("doctor", () => {
  it.live("warns of a mark in the folder of its store, and of a store without one", () =>
    Effect.gen(function* () {
      const { environment } = yield* withStore({})
      const marks = Effect.fnUntraced(function* (more: Readonly<Record<string, string>>) {
        const { checks, text } = yield* examined({ ...environment, ...more })
        assert.deepInclude(
          checks.map(({ health, name }) => [name, health]),
          ["mark", "look"],
        )
        return yield* text
      })
      assert.match(yield* marks({}), /in the folder of the store: where that folder is put back/)
      assert.match(yield* marks({ STORE_MARK_FILE: "none" }), /none: an old state of the store/)
    }),
  )

  it("finds everything well where everything is, and prints what STORE_IDENTITY should be", function* () {
    const receiver = yield* serving(yield* receiverListener)
    const { environment } = yield* withStore({
      SERVICE_URL: "https://service.example",
      API_KEY_shop: "key-of-the-shop",
      API_TOKEN_shop: "token-of-the-shop",
      CALLBACK_BASE: receiver.url,
      CALLBACK_KEYS: keys,
      STORE_MARK_FILE: "/somewhere/else/mark",
    })
    const { checks, code, out, text } = yield* examined(environment)
    assert.deepStrictEqual(
      checks.map(({ health, name }) => [name, health]),
      [
        ["settings", "ok"],
        ["mark", "ok"],
        ["policy", "ok"],
        ["credentials", "ok"],
        ["store", "ok"],
        ["tables", "ok"],
        ["clock", "ok"],
        ["reconciler", "ok"],
        ["receiver", "ok"],
        ["queue", "ok"],
        ["worklist", "ok"],
        ["callbacks", "ok"],
      ],
    )
    assert.strictEqual(code, 0)
    assert.match(yield* text, /STORE_IDENTITY=[0-9a-f-]{36}@0$/m)
    assert.deepStrictEqual(receiver.asked, ["POST /callbacks/doctor", "POST /callbacks/doctor"])
    for (const secret of ["key-of-the-shop", "token-of-the-shop", keys.slice(3)]) assert.notInclude(out, secret)
  })

  it("names the project whose payments no worker takes, and what is missing", function* () {
    const { environment, settings } = yield* withStore()
    const world = yield* newWorld()
    const made = [
      yield* createPayout(world, "taken", { amount: 1 }),
      yield* createPayout(world, "left", { amount: 2, project: "kiosk" }),
      yield* createPayout(world, "left-too", { amount: 3, project: "kiosk" }),
      yield* createPayout(world, "later", { amount: 4, project: "kiosk" }),
    ]
    yield* Effect.gen(function* () {
      const store = yield* PaymentStore
      const kiosk = ProjectId.make("kiosk")
      for (const [place, { payment }] of made.entries()) {
        const entries = yield* Context.get(world.services, PaymentStore).history({
          key: payment.key,
          after: 0,
          limit: 99,
        })
        const actAt = [10_000, 10_000, 20_000, 900_000][place] ?? null
        yield* store.insert({ payment, entries }, { ...newTracking(payment, defaultPolicy), actAt })
      }
      yield* store.takeDue({ now: 20_000, limit: 9, until: 400_000, except: [kiosk] })
    }).pipe(Effect.provide(layerStore(settings)))
    yield* TestClock.setTime(190_000)
    const { code, of, text } = yield* examined(environment)
    assert.strictEqual(code, 1)
    const [project, ...others] = of("project")
    assert.deepStrictEqual(others, [])
    assert.strictEqual(project?.health, "ill")
    assert.deepStrictEqual(project?.parameters, ["kiosk", 2, 180_000])
    assert.match(yield* text, /2 payments of kiosk .* for 3\u00A0min.*credentials/)
  })

  it("works under settings that nothing else works under, and names the variable", function* () {
    const { checks, code } = yield* examined({ STORE_URL: "nonsense" })
    assert.strictEqual(code, 1)
    assert.strictEqual(checks.length, 1)
    assert.deepInclude(checks[0], { name: "settings", health: "ill" })
    assert.include(checks[0]?.parameters[0], "STORE_URL must be")
  })

  it("reports a store that is not there, and still checks the rest", function* () {
    const receiver = yield* answering(200, "It works!")
    const folder = yield* temporaryFolder
    const { code, of } = yield* examined({
      STORE_URL: `sqlite:${join(folder, "nothing.db")}`,
      CALLBACK_BASE: receiver.url,
      CALLBACK_KEYS: keys,
    })
    assert.strictEqual(code, 1)
    assert.strictEqual(of("store")[0]?.health, "ill")
    assert.deepInclude(of("callbacks")[0], { code: "stranger_answers", parameters: [200] })
  })

  it("tells a base that would be wrong in every address, and what to do", function* () {
    for (const wrong of ["https://shop.example/callbacks", "https://shop.example?shop=1"]) {
      const { code, of } = yield* examined({
        STORE_URL: "sqlite:./payments.db",
        CALLBACK_BASE: wrong,
        CALLBACK_KEYS: keys,
      })
      assert.strictEqual(code, 1)
      assert.match(String(of("settings")[0]?.parameters[0]), /^CALLBACK_BASE has .+: leave/)
    }
  })

  it("reads little of an answer that has no end", function* () {
    const endless = yield* serving((_, response) => {
      const more = () => {
        if (response.writableNeedDrain || response.destroyed) return
        response.write("x".repeat(10_000), () => setImmediate(more))
      }
      response.writeHead(200)
      more()
    })
    const { environment } = yield* withStore({ CALLBACK_BASE: endless.url, CALLBACK_KEYS: keys })
    const { of } = yield* examined(environment)
    assert.deepInclude(of("callbacks")[0], {
      health: "ill",
      code: "stranger_answers",
      parameters: [200],
    })
  })

  it("reports when no receiver answers at its address", function* () {
    const { environment } = yield* withStore({ CALLBACK_BASE: "http://127.0.0.1:9", CALLBACK_KEYS: keys })
    const { code, of } = yield* examined(environment)
    assert.strictEqual(code, 1)
    assert.deepInclude(of("callbacks")[0], { health: "ill", code: "receiver_silent" })
  })

  it("tells credentials that cannot be read, without a word of them", function* () {
    const { environment, folder } = yield* withStore()
    const path = join(folder, "credentials.json")
    writeFileSync(path, '{"shop":"secret-of-the-shop"}', { mode: 0o600 })
    const service = { SERVICE_URL: "https://service.example", CREDENTIALS_FILE: path }
    const { code, of, out } = yield* examined({ ...environment, ...service })
    assert.strictEqual(code, 1)
    assert.strictEqual(of("credentials")[0]?.health, "ill")
    assert.notInclude(out, "secret-of-the-shop")
    writeFileSync(path, '{"shop":{"apiKey":"a-key","apiToken":"a-token"}}')
    chmodSync(path, 0o600)
    assert.strictEqual((yield* examined({ ...environment, ...service })).of("credentials")[0]?.health, "ok")
  })

  it("takes a program that embeds payments for both, unless a receiver of its own has stopped", function* () {
    const { environment, settings } = yield* withStore()
    yield* TestClock.adjust("2 minutes")
    yield* Effect.gen(function* () {
      yield* (yield* SharedState).beat({ process: "embedded-1", role: "embedded", at: 120_000 })
    }).pipe(Effect.provide(Layer.fresh(layerStore(settings))))
    const { of } = yield* examined(environment)
    assert.deepInclude(of("reconciler")[0], { health: "ok", code: "works", parameters: ["embedded-1"] })
    assert.deepInclude(of("receiver")[0], { health: "ill", code: "silent" })
  })

  it("tells workers that have stopped and a clock that is ahead", function* () {
    const { environment, settings } = yield* withStore()
    yield* TestClock.adjust("2 minutes")
    const stopped = yield* examined(environment)
    assert.strictEqual(stopped.code, 1)
    assert.include(yield* stopped.text, "no reconciler has given a sign of life for 2\u00A0min")
    yield* Effect.gen(function* () {
      yield* (yield* SharedState).beat({ process: "reconciler-2", role: "reconciler", at: 600_000 })
    }).pipe(Effect.provide(Layer.fresh(layerStore(settings))))
    const ahead = yield* examined(environment)
    const [differs, isAhead] = ahead.of("clock")
    assert.deepStrictEqual([differs?.code, isAhead?.code], ["clock_differs", "clock_ahead"])
    assert.include(yield* ahead.text, "this machine and the store differ by 8\u00A0min")
  })

  it("tells a policy that cannot be understood, and what is on hold", function* () {
    const { environment, folder, settings } = yield* withStore()
    writeFileSync(join(folder, "policy.json"), '{"lesse": 1}')
    yield* Effect.gen(function* () {
      const pause = { scope: "payouts", reason: "outage", by: "A. Colleague", since: 0, credentials: null }
      yield* (yield* SharedState).pause(pause)
    }).pipe(Effect.provide(layerStore(settings)))
    const { code, of } = yield* examined({ ...environment, POLICY_FILE: join(folder, "policy.json") })
    assert.strictEqual(code, 1)
    assert.include(of("policy")[0]?.parameters[0], "lesse")
    assert.deepInclude(of("pause")[0], {
      health: "look",
      code: "paused",
      parameters: ["payouts", 0, "A. Colleague", 'cauri console resume payouts --reason "…"'],
    })
  })

  it("reads the file of people, and asks the OpenID provider whether it is one", function* () {
    const { file: people, write } = yield* newPeople
    const door = {
      CONSOLE_DOOR: "oidc",
      CONSOLE_ORIGIN: "http://127.0.0.1:4600",
      CONSOLE_PEOPLE_FILE: people,
      CONSOLE_SECRET: "0123456789abcdefghijklmnopqrstuvwxyz",
      CONSOLE_OIDC_CLIENT_ID: client.clientId,
      CONSOLE_OIDC_CLIENT_SECRET: client.clientSecret,
    }
    const issuer = yield* startProvider({ origin: "http://127.0.0.1:4600" })
    const { environment } = yield* withStore({ ...door, CONSOLE_OIDC_ISSUER: issuer.origin })
    const well = yield* examined(environment)
    assert.deepInclude(well.of("people")[0], { health: "ok" })
    assert.include(yield* well.text, "CONSOLE_PEOPLE_FILE lists 5 people")
    assert.deepInclude(well.of("provider")[0], { health: "ok" })
    write({ "A. Colleague": { may: ["everything"] } })
    const ill = yield* examined({ ...environment, CONSOLE_OIDC_ISSUER: "http://127.0.0.1:9" })
    assert.strictEqual(ill.code, 1)
    assert.deepInclude(ill.of("people")[0], { health: "ill" })
    assert.include(yield* ill.text, '"A. Colleague".may.0 must be a list of look')
    assert.deepInclude(ill.of("provider")[0], { health: "ill" })
  })
})
