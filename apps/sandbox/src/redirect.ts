/**
 * `run`: starts a program whose requests to one host go to the sandbox instead, for Node programs with a hard-coded host. A preloaded module
 * turns `fetch`, `http` and `https` round; it refuses where NODE_ENV is production.
 */
import { spawn } from "node:child_process"
import { Effect, Schema } from "effect"
import type { Language } from "@cauri/catalogue"
import { tools } from "@cauri/catalogue/tools"
import type { Environment } from "./config.ts"

export class RedirectRefused extends Schema.TaggedError<RedirectRefused>()("RedirectRefused", {
  reason: Schema.Literals(["Production", "NoProgram"]),
}) {
  messageIn(language: Language): string {
    const { no_program, no_redirect_in_production } = tools[language].sandboxEndings
    return this.reason === "Production" ? no_redirect_in_production : no_program
  }

  override get message(): string {
    return this.messageIn("en")
  }
}

/** The module, as a text that Node preloads. It must not import anything of ours: it runs inside the merchant's program. */
const preloaded = (host: string, url: string): string => `
import http from "node:http"
import https from "node:https"
import { syncBuiltinESMExports } from "node:module"
if (process.env.NODE_ENV === "production") throw new Error("NODE_ENV is production: no request may go to a sandbox.")
const host = ${JSON.stringify(host.toLowerCase())}
const to = new URL(${JSON.stringify(url)})
const turned = (address) =>
  address.hostname === host ? new URL(to.href.replace(/[/]$/, "") + address.pathname + address.search) : undefined
const before = globalThis.fetch
globalThis.fetch = function fetch(input, init) {
  const there = turned(new URL(input instanceof Request ? input.url : String(input)))
  if (there === undefined) return before(input, init)
  return before(input instanceof Request ? new Request(there, input) : there, init)
}
const addressOf = (protocol, options) => {
  const name = options.hostname ?? String(options.host ?? "localhost").split(":")[0]
  return new URL(protocol + "//" + name + (options.path ?? "/"))
}
const plain = { http: http.request, https: https.request }
const open = to.protocol === "https:" ? plain.https : plain.http
for (const [name, module] of [["http", http], ["https", https]]) {
  module.request = function request(...given) {
    const heard = given.find((each) => typeof each === "function")
    const written = typeof given[0] === "string" || given[0] instanceof URL ? new URL(given[0]) : undefined
    const options = given.find((each) => typeof each === "object" && each !== null && !(each instanceof URL)) ?? {}
    const there = turned(written ?? addressOf(name + ":", options))
    if (there === undefined) return plain[name](...given)
    const { agent, defaultPort, host, hostname, path, port, protocol, servername, ...others } = options
    const headers = Object.fromEntries(Object.entries(others.headers ?? {}).filter(([each]) => each.toLowerCase() !== "host"))
    return open(there, { ...others, ...(others.headers !== undefined && { headers }) }, heard)
  }
  module.get = function get(...given) {
    const request = module.request(...given)
    request.end()
    return request
  }
}
syncBuiltinESMExports()
`

// What Node needs to preload it, beside the options that it has already.
const redirectOptions = (host: string, url: string, given = ""): string =>
  `${given} --import data:text/javascript;base64,${Buffer.from(preloaded(host, url)).toString("base64")}`.trim()

/** Starts the program with the module, and ends with its exit code. */
export const redirected = (
  host: string,
  [program = "", ...given]: ReadonlyArray<string>,
  url: string,
  environment: Environment,
): Effect.Effect<number, RedirectRefused> =>
  environment["NODE_ENV"] === "production"
    ? Effect.fail(new RedirectRefused({ reason: "Production" }))
    : Effect.callback((resume) => {
        const options = redirectOptions(host, url, environment["NODE_OPTIONS"])
        const child = spawn(program, given, { stdio: "inherit", env: { ...environment, NODE_OPTIONS: options } })
        child.once("error", () => resume(Effect.fail(new RedirectRefused({ reason: "NoProgram" }))))
        child.once("exit", (code) => resume(Effect.succeed(code ?? 1)))
        return Effect.sync(() => void child.kill())
      })
