/**
 * Everything that can be configured, in one place. What is wrong is told by the name of the variable and by what was expected of it,
 * never by its value. `.env.example` explains every variable; a test compares the two.
 */
import { hostname } from "node:os"
import { Config, ConfigProvider, Effect, Option, Redacted, Schema } from "effect"
import type { ProjectCredentials } from "@cauri/core"
import type { CallbackKey, CallbackKeys } from "@cauri/callbacks"

/** The program does not start as it was configured. */
export class Misconfigured extends Schema.TaggedError<Misconfigured>()("Misconfigured", {
  variable: Schema.String,
  expected: Schema.String,
}) {
  override get message() {
    return `The reconciler does not start: ${this.variable} must be ${this.expected}.`
  }
}

/** The variables, with what each must be. `API_KEY_<PROJECT>` and `API_TOKEN_<PROJECT>` stand for one pair per project. */
export const variables = {
  STORE_URL: "sqlite:<path of the file> or postgres://<user>@<host>/<database>",
  STORE_CREATE: '"never" or "if-missing"',
  STORE_IDENTITY: "the id of the expected store, perhaps with @ and the highest event number that was seen",
  STORE_ACCEPT_TIMELINE: "the timeline of Postgres that a person has looked into, as the refusal told it",
  SERVICE_URL: "the https address of the service (http on this machine only)",
  CREDENTIALS_FILE: "the path of a readable JSON file: { project: { apiKey, apiToken } }",
  "API_KEY_<PROJECT>": "set together with API_TOKEN_<PROJECT>, unless CREDENTIALS_FILE is set",
  "API_TOKEN_<PROJECT>": "set together with API_KEY_<PROJECT>, unless CREDENTIALS_FILE is set",
  EGRESS_PROXY: "the http or https address of the proxy through which payouts leave",
  CALLBACK_BASE: "the public http or https address of the receiver, without /callbacks",
  CALLBACK_KEYS: "name:secret pairs separated by commas, each secret 32 random printable characters or more",
  OUTCOMES: '"webhook", "ndjson" or "log"',
  WEBHOOK_URL: "an http or https address without user info",
  WEBHOOK_SECRET: "whsec_ and 24 to 64 bytes in base64",
  WEBHOOK_SECRET_PREVIOUS: "whsec_ and 24 to 64 bytes in base64",
  POLICY_FILE: "the path of a JSON file that overrides parts of the policy",
  LOG_LEVEL: '"debug", "info", "warn" or "error"',
  LOG_FORMAT: '"json" or "pretty"',
  OTLP_URL: "the http or https address of an OpenTelemetry collector",
  OPERATIONS_HOST: "an address of this machine",
  OPERATIONS_PORT: "a port from 1 to 65535",
  PROCESS_NAME: "1 to 64 printable characters without spaces, different in every process",
} as const

type Variable = keyof typeof variables

/** Where payments are kept. */
export interface StoreSettings {
  readonly place:
    | { readonly _tag: "Sqlite"; readonly file: string }
    | { readonly _tag: "Postgres"; readonly url: Redacted.Redacted }
  readonly create: "never" | "if-missing"
  readonly expected: { readonly id: string; readonly highWater: number } | null
  readonly acceptTimeline: string | null
}

/** Where announcements go. */
export type OutcomesSettings =
  | { readonly _tag: "Log" }
  | { readonly _tag: "Ndjson" }
  | {
      readonly _tag: "Webhook"
      readonly url: Redacted.Redacted
      /** The newest first. */
      readonly secrets: ReadonlyArray<Redacted.Redacted<Uint8Array>>
    }

/** What the program runs with. */
export interface Settings {
  readonly store: StoreSettings
  readonly service: { readonly url: string; readonly egressProxy: Redacted.Redacted | null }
  readonly credentials:
    | { readonly _tag: "File"; readonly path: string }
    | { readonly _tag: "Values"; readonly projects: Readonly<Record<string, ProjectCredentials>> }
  readonly callbacks: CallbackKeys & { readonly base: string }
  readonly outcomes: OutcomesSettings
  readonly policyFile: string | null
  readonly logs: { readonly level: "Debug" | "Info" | "Warn" | "Error"; readonly format: "json" | "pretty" }
  readonly otlpUrl: string | null
  readonly operations: { readonly host: string; readonly port: number }
  readonly processName: string
}

/** The environment of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

const wrong = (variable: string, expected: string) => new Misconfigured({ variable, expected })

/** Readers over one environment. What is set to nothing counts as not set. */
const readersOf = (environment: Environment) => {
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) =>
      value === undefined || value === "" ? [] : [[name, value]],
    ),
  )
  const provider = ConfigProvider.fromEnv({ env })
  const parse = <A>(name: Variable, config: Config.Config<A>) =>
    Effect.mapError(config.parse(provider), () => wrong(name, variables[name]))
  const optional = <A>(name: Variable, schema: Schema.ConstraintCodec<A, unknown>) =>
    Effect.map(parse(name, Config.option(Config.schema(schema, name))), Option.getOrNull)
  const required = <A>(name: Variable, schema: Schema.ConstraintCodec<A, unknown>) =>
    parse(name, Config.schema(schema, name))
  return { env, optional, required }
}

type Readers = ReturnType<typeof readersOf>

const Text = Schema.String.check(Schema.isPattern(/^[^\s].*$/))
const Address = Schema.String.check(
  Schema.makeFilter((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
)
const PlainAddress = Address.check(
  Schema.makeFilter((text) => URL.canParse(text) && new URL(text).username === "" && new URL(text).password === ""),
)
const Secret = Schema.String.check(
  Schema.isPattern(/^whsec_[A-Za-z0-9+/]+={0,2}$/),
  Schema.makeFilter((text) => {
    const { length } = bytesOf(text)
    return length >= 24 && length <= 64
  }),
)
const levels = { debug: "Debug", info: "Info", warn: "Warn", error: "Error" } as const

const bytesOf = (secret: string): Uint8Array => Buffer.from(secret.slice("whsec_".length), "base64")

const storeOf = Effect.fnUntraced(function* ({ optional, required }: Readers) {
  const url = yield* required("STORE_URL", Schema.String.check(Schema.isPattern(/^(sqlite:.|postgres(ql)?:\/\/.)/)))
  const identity = yield* optional(
    "STORE_IDENTITY",
    Schema.String.check(Schema.isPattern(/^[A-Za-z0-9-]{1,64}(@\d{1,15})?$/)),
  )
  const [id = "", highWater = "0"] = identity?.split("@") ?? []
  const settings: StoreSettings = {
    place: url.startsWith("sqlite:")
      ? { _tag: "Sqlite", file: url.slice("sqlite:".length) }
      : { _tag: "Postgres", url: Redacted.make(url) },
    create: (yield* optional("STORE_CREATE", Schema.Literals(["never", "if-missing"]))) ?? "never",
    expected: identity === null ? null : { id, highWater: Number(highWater) },
    acceptTimeline: yield* optional("STORE_ACCEPT_TIMELINE", Text),
  }
  return settings
})

/** One pair of credentials per project whose name follows `API_KEY_`. */
const projectsOf = Effect.fnUntraced(function* (env: Readers["env"]) {
  const names = (prefix: string) =>
    Object.keys(env).flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
  const projects: Record<string, ProjectCredentials> = {}
  for (const project of new Set([...names("API_KEY_"), ...names("API_TOKEN_")])) {
    const apiKey = env[`API_KEY_${project}`]
    const apiToken = env[`API_TOKEN_${project}`]
    if (apiKey === undefined) return yield* wrong(`API_KEY_${project}`, variables["API_KEY_<PROJECT>"])
    if (apiToken === undefined) return yield* wrong(`API_TOKEN_${project}`, variables["API_TOKEN_<PROJECT>"])
    projects[project] = { apiKey: Redacted.make(apiKey), apiToken: Redacted.make(apiToken) }
  }
  return projects
})

const credentialsOf = Effect.fnUntraced(function* ({ env, optional }: Readers) {
  const path = yield* optional("CREDENTIALS_FILE", Text)
  const projects = yield* projectsOf(env)
  const count = Object.keys(projects).length
  if (path !== null && count > 0) return yield* wrong("CREDENTIALS_FILE", "unset while API_KEY_<PROJECT> is set")
  if (path !== null) return { _tag: "File" as const, path }
  return count > 0
    ? { _tag: "Values" as const, projects }
    : yield* wrong("CREDENTIALS_FILE", variables.CREDENTIALS_FILE)
})

const callbacksOf = Effect.fnUntraced(function* ({ required }: Readers) {
  const base = yield* required("CALLBACK_BASE", PlainAddress)
  const pairs = yield* required(
    "CALLBACK_KEYS",
    Schema.String.check(Schema.isPattern(/^[^:,]+:[^,]+(,[^:,]+:[^,]+)*$/)),
  )
  const [signing, ...verifying] = pairs.split(",").map((pair): CallbackKey => {
    const colon = pair.indexOf(":")
    return { id: pair.slice(0, colon), secret: Redacted.make(pair.slice(colon + 1)) }
  })
  return signing === undefined ? yield* wrong("CALLBACK_KEYS", variables.CALLBACK_KEYS) : { base, signing, verifying }
})

const outcomesOf = Effect.fnUntraced(function* ({ optional, required }: Readers) {
  const kind = yield* required("OUTCOMES", Schema.Literals(["webhook", "ndjson", "log"]))
  if (kind === "log") return { _tag: "Log" as const }
  if (kind === "ndjson") return { _tag: "Ndjson" as const }
  const url = yield* required("WEBHOOK_URL", PlainAddress)
  const secret = yield* required("WEBHOOK_SECRET", Secret)
  const previous = yield* optional("WEBHOOK_SECRET_PREVIOUS", Secret)
  const secrets = [secret, ...(previous === null ? [] : [previous])].map((each) => Redacted.make(bytesOf(each)))
  return { _tag: "Webhook" as const, url: Redacted.make(url), secrets }
})

/** Reads and checks the whole environment. */
export const readSettings = Effect.fn("Settings.read")(function* (environment: Environment) {
  if ("window" in globalThis)
    return yield* wrong("This program", "run on a server: credentials never belong into a browser")
  const readers = readersOf(environment)
  const { optional, required } = readers
  const proxy = yield* optional("EGRESS_PROXY", Address)
  const level = yield* optional("LOG_LEVEL", Schema.Literals(["debug", "info", "warn", "error"]))
  const port = yield* optional(
    "OPERATIONS_PORT",
    Schema.NumberFromString.check(Schema.isInt(), Schema.isBetween({ minimum: 1, maximum: 65_535 })),
  )
  const name = yield* optional("PROCESS_NAME", Schema.String.check(Schema.isPattern(/^[\x21-\x7E]{1,64}$/)))
  const settings: Settings = {
    store: yield* storeOf(readers),
    service: {
      url: yield* required("SERVICE_URL", PlainAddress),
      egressProxy: proxy === null ? null : Redacted.make(proxy),
    },
    credentials: yield* credentialsOf(readers),
    callbacks: yield* callbacksOf(readers),
    outcomes: yield* outcomesOf(readers),
    policyFile: yield* optional("POLICY_FILE", Text),
    logs: {
      level: levels[level ?? "info"],
      format: (yield* optional("LOG_FORMAT", Schema.Literals(["json", "pretty"]))) ?? "json",
    },
    otlpUrl: yield* optional("OTLP_URL", PlainAddress),
    operations: { host: (yield* optional("OPERATIONS_HOST", Text)) ?? "127.0.0.1", port: port ?? 9_464 },
    processName: name ?? `reconciler-${hostname().slice(0, 40)}-${process.pid}`,
  }
  return settings
})
