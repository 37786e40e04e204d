/** How the program starts, with what it refuses to, how it ends, and what it finds again. */
import { assert, describe } from "@effect/vitest"
import { spawn } from "node:child_process"
import { createServer } from "node:net"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { Effect, Schema } from "effect"
import { it } from "@cauri/house/it"
import { type EndpointName, endpoints, requestHeaders } from "@cauri/wire"
import { appVersion, temporaryFolder, spawnApp, waitUntil } from "@cauri/programs"
import { scenarios } from "@cauri/simulator"
import { payin } from "./site.ts"

/** A running sandbox; it is killed with the scope. */
const start = (environment: Readonly<Record<string, string>> = {}, given: ReadonlyArray<string> = []) =>
  spawnApp({ app: "sandbox", environment: { SANDBOX_PORT: "0", ...environment }, arguments: given })

const run = Effect.fnUntraced(function* (
  environment: Readonly<Record<string, string>>,
  given: ReadonlyArray<string> = [],
) {
  const program = yield* start(environment, given)
  const exit = yield* program.ended
  return { exit, out: yield* program.out, err: yield* program.err }
}, Effect.scoped)

const Started = Schema.fromJsonString(
  Schema.Struct({
    url: Schema.String,
    pages: Schema.String,
    controlToken: Schema.String,
    projects: Schema.Array(Schema.Struct({ projectId: Schema.String, apiKey: Schema.String, apiToken: Schema.String })),
  }),
)

const started = Effect.fnUntraced(function* (environment: Readonly<Record<string, string>> = {}) {
  const program = yield* start(environment, ["--json"])
  yield* program.says("controlToken")
  return { ...program, announcement: yield* Schema.decodeEffect(Started)(yield* program.out) }
})

type Program = Effect.Success<ReturnType<typeof started>>

const post = ({ announcement }: Program, endpoint: EndpointName, body: unknown) =>
  Effect.promise(async () => {
    const { apiKey, apiToken } = announcement.projects[0] ?? { apiKey: "", apiToken: "" }
    const response = await fetch(`${announcement.url}${endpoints[endpoint].path}`, {
      method: "POST",
      headers: requestHeaders(endpoints[endpoint], { apiKey, apiToken }),
      body: JSON.stringify(body),
    })
    return await response.text()
  })

const control = ({ announcement: { controlToken, url } }: Program, path: string) =>
  Effect.promise(async () => {
    const response = await fetch(`${url}/_control${path}`, { headers: { "x-control-token": controlToken } })
    return await response.text()
  })

const newFile = Effect.map(temporaryFolder, (folder) => join(folder, "sandbox.db"))

describe("the program", () => {
  it.live("explains itself, tells its version, lists scenarios and refuses what it does not know", function* () {
    assert.include((yield* run({}, ["--help"])).out, "SANDBOX_PORT")
    assert.deepInclude(yield* run({}, ["--version"]), { exit: 0, out: `${appVersion("sandbox")}\n` })
    assert.strictEqual((yield* run({}, ["scenario", "list"])).out.trim().split("\n").length, scenarios.length)
    const unknown = yield* run({}, ["--twice"])
    assert.deepStrictEqual([unknown.exit, unknown.err], [64, "Unknown argument: --twice. Run with --help.\n"])
  })

  it.live("runs a program whose requests to one host go to the sandbox, by fetch, https and http, and no other", () =>
    Effect.gen(function* () {
      const program = yield* started()
      const script = `
        const https = require("node:https"), http = require("node:http")
        const got = (answer) => { answer.resume(); console.log(answer.statusCode, answer.headers["x-sandbox"]) }
        const asked = (open) => new Promise((done) => open((answer) => { got(answer); answer.on("end", done) }))
        const path = "/magic-numbers.json"
        const run = async () => {
          const answer = await fetch("https://api.example" + path)
          console.log(answer.status, answer.headers.get("x-sandbox"))
          console.log((await fetch(new Request("https://API.example/pay/v01/straight/payout", { method: "POST", body: "{}", duplex: "half" }))).status)
          await asked((hear) => https.get("https://api.example" + path, hear))
          await asked((hear) => https.request({ hostname: "api.example", port: 443, path, headers: { host: "api.example" } }, hear).end())
          await asked((hear) => http.get({ host: "api.example:80", path }, hear))
          await asked((hear) => https.get(new URL("https://api.example" + path), { headers: { a: "b" } }, hear))
          console.log((await fetch("${program.announcement.url}/nowhere")).status)
          process.exitCode = 7
        }
        run()`
      const given = ["run", "--redirect", "api.example", "--", process.execPath, "-e", script]
      const ran = yield* run({ SANDBOX_URL: program.announcement.url }, given)
      assert.deepStrictEqual(
        [ran.exit, ran.out.trim().split("\n"), ran.err],
        [7, ["200 1", "200", "200 1", "200 1", "200 1", "200 1", "404"], ""],
      )
      const production = yield* run({ NODE_ENV: "production" }, given)
      assert.deepStrictEqual([production.exit, production.out], [64, ""])
      assert.include(production.err, "NODE_ENV is production")
      const missing = yield* run({}, ["run", "--redirect", "api.example", "--", "no-such-program"])
      assert.strictEqual(missing.exit, 64)
      assert.include(missing.err, "it was not found")
    }),
  )

  it.live("refuses production, a wrong setting and a port in use, each by the name of what to change", function* () {
    const production = yield* run({ NODE_ENV: "production" })
    assert.strictEqual(production.exit, 64)
    assert.include(production.err, "NODE_ENV is production")
    const wrong = yield* run({ SANDBOX_FACE: "loose" })
    assert.strictEqual(wrong.exit, 64)
    assert.include(wrong.err, "SANDBOX_FACE")
    const port = yield* Effect.acquireRelease(
      Effect.callback<ReturnType<typeof createServer>>((resume) => {
        const server = createServer().listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close()),
    ).pipe(
      Effect.map((server) => {
        const address = server.address()
        return typeof address === "object" && address !== null ? address.port : 0
      }),
    )
    const taken = yield* run({ SANDBOX_PORT: String(port) })
    assert.strictEqual(taken.exit, 75)
    assert.include(
      taken.err,
      `cannot open port ${port}, because another program uses it. End that program, or set SANDBOX_PORT`,
    )
  })

  it.live("listens on loopback with credentials that are new every time, and takes no others", function* () {
    const one = yield* started()
    const other = yield* started()
    assert.match(one.announcement.url, /^http:\/\/127\.0\.0\.1:/)
    assert.notDeepEqual(one.announcement.projects, other.announcement.projects)
    assert.include(yield* post(one, "createDirectInvoice", payin("order-1", "22660000001")), '"response_code":"00"')
    const swapped = { ...one, announcement: { ...one.announcement, projects: other.announcement.projects } }
    assert.include(yield* post(swapped, "createDirectInvoice", payin("order-2", "22660000001")), "Echec (Code00)")
    const page = yield* Effect.promise(() => fetch(one.announcement.pages, { redirect: "manual" }))
    assert.strictEqual(page.status, 303)
  })

  it.live("ends with 0 on a signal, also while a browser shows a page", function* () {
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      const program = yield* started()
      const entered = yield* Effect.promise(() => fetch(program.announcement.pages, { redirect: "manual" }))
      const cookie = entered.headers.getSetCookie()[0]?.split(";")[0] ?? ""
      const stream = yield* Effect.promise(() => fetch(`${program.announcement.url}/live`, { headers: { cookie } }))
      assert.strictEqual(stream.status, 200)
      yield* program.kill(signal)
      // No client closes the stream: a server that waited for it would never end.
      assert.strictEqual(yield* Effect.timeout(program.ended, "2 minutes"), 0)
      yield* Effect.ignore(Effect.tryPromise(async () => await stream.body?.cancel()))
    }
  })

  it.live(
    "goes on from its file: payments, credentials and control token, after Ctrl-C and after a kill",
    function* () {
      const environment = { SANDBOX_FILE: yield* newFile }
      const first = yield* started(environment)
      yield* post(first, "createDirectInvoice", payin("order-1", "22660000001"))
      const busy = yield* run(environment)
      assert.deepStrictEqual([busy.exit, busy.err.includes("SANDBOX_FILE is in use")], [75, true])
      yield* first.kill("SIGINT")
      assert.strictEqual(yield* first.ended, 0)

      const second = yield* started(environment)
      assert.deepStrictEqual(second.announcement.projects, first.announcement.projects)
      assert.strictEqual(second.announcement.controlToken, first.announcement.controlToken)
      assert.include(yield* control(second, "/payments"), "order-1")
      yield* post(second, "createDirectInvoice", payin("order-2", "22660000001"))
      // The answer has arrived, so the payment is kept: nothing is waited for.
      yield* second.kill("SIGKILL")
      assert.strictEqual(yield* second.ended, "SIGKILL")

      const third = yield* started(environment)
      assert.include(yield* control(third, "/payments"), "order-2")
    },
  )

  for (const input of ["pipe", "ignore"] as const) {
    it.live(`--ephemeral says one line and ends when its parent is killed, with standard input ${input}`, () =>
      Effect.gen(function* () {
        const main = fileURLToPath(new URL("../src/main.ts", import.meta.url))
        const starts = `
          const { spawn } = require("node:child_process")
          const stdio = [${JSON.stringify(input)}, "inherit", "inherit"]
          spawn(process.execPath, [${JSON.stringify(main)}, "--ephemeral", "--json"], { stdio })
        `
        const parent = spawn(process.execPath, ["--eval", starts], {
          stdio: ["ignore", "pipe", "inherit"],
          env: { PATH: process.env["PATH"], SANDBOX_PORT: "1", SANDBOX_FILE: "/nowhere/at/all" },
        })
        const line = yield* Effect.callback<string>((resume) => {
          createInterface({ input: parent.stdout }).once("line", (text) => resume(Effect.succeed(text)))
        })
        const { projects, url } = yield* Schema.decodeEffect(Started)(line)
        assert.lengthOf(projects, 1)
        const answers = Effect.promise(() =>
          fetch(url).then(
            () => true,
            () => false,
          ),
        )
        assert.isTrue(yield* answers)
        parent.kill("SIGKILL")
        yield* waitUntil(answers, (isThere) => !isThere)
      }),
    )
  }

  it.live("plays a scenario from the start and tells its steps", function* () {
    const program = yield* start({}, ["scenario", "push-completes"])
    yield* program.says("1. Your program creates the payment")
    assert.include(yield* program.out, "Create a USSD push payin of 3,001\u00A0F\u00A0CFA, number 22660100101.")
  })
})
